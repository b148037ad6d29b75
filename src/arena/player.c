/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arena/player.h"

#include "arena/player_kind.h"
#include "base/clock.h"

#include <stdlib.h>

struct Player {
    const EngineSpec *spec;
    const PlayerTerms *terms;
    const PlayerKind *kind;
    void *self;
    bool thinking; /* an answer is owed */
};

Player *player_new(const EngineSpec *spec, const PlayerTerms *terms)
{
    Player *player = xcalloc(1, sizeof *player);
    player->spec = spec;
    player->terms = terms;
    player->kind = spec->inside ? &player_inside : &player_pipe;
    player->self = player->kind->create(spec, terms);
    return player;
}

void player_free(Player *player)
{
    if (!player)
        return;
    player->kind->destroy(player->self);
    free(player);
}

const EngineSpec *player_spec(const Player *player) { return player->spec; }

PlayerStatus player_new_game(Player *player, Diag *diag)
{
    player->thinking = false;
    return player->kind->new_game(player->self, diag);
}

void player_game_over(Player *player, int result) { player->kind->game_over(player->self, result); }

PlayerStatus player_go(Player *player, const PlayerTurn *turn, int64_t *started_ns)
{
    player->thinking = true;
    return player->kind->go(player->self, turn, started_ns);
}

PlayerStatus player_wait(Player *player, int64_t deadline_ns, PlayerAnswer *answer)
{
    PlayerStatus status = player->kind->wait(player->self, deadline_ns, answer);
    if (status == PLAYER_ANSWERED)
        player->thinking = false;
    return status;
}

PlayerStatus player_ponderhit(Player *player, const PlayerTurn *turn, int64_t *started_ns)
{
    return player->kind->ponderhit(player->self, turn, started_ns);
}

bool player_abandon(Player *player)
{
    enum { MS = 1000000 };
    PlayerAnswer unused;
    if (!player->thinking)
        return true;
    player->kind->stop(player->self);
    int64_t deadline = clock_now_ns() + player->terms->quit_ms * MS;
    if (player_wait(player, deadline, &unused) == PLAYER_ANSWERED)
        return true;
    player_kill(player);
    return false;
}

void player_kill(Player *player)
{
    player->thinking = false;
    player->kind->kill(player->self);
}

void player_gone_reason(Player *player, Text *text)
{
    player->kind->gone_reason(player->self, text);
}
