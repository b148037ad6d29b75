/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An engine object of this process as a player. */

#include "arena/player_kind.h"
#include "base/clock.h"
#include "engine/levels.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const EngineSpec *spec;
    const PlayerTerms *terms;
    Engine *engine;
    const Level *level; /* NULL for none */
    LevelLines choices;
    PlayerAnswer answer; /* written by the searching thread, read when it is done */
} Inside;

/* ---- The listener ---- */

static void hear_line(void *context, GamePosition *pos, const EngineLine *line)
{
    (void)pos;
    Inside *self = context;
    if (self->level)
        level_hear(&self->choices, line);
    if (line->line.bound != BOUND_EXACT || line->line.line != 1)
        return;
    self->answer.scored = true;
    self->answer.score = line->line.score;
    self->answer.depth = line->line.depth;
    self->answer.nodes = line->nodes;
}

static void write_short(const GameOps *game, GamePosition *pos, GameMove move,
                        char buffer[PLAYER_MOVE_LENGTH])
{
    Text text = TEXT_EMPTY;
    game->write_move(pos, move, MOVE_PROTOCOL, &text);
    snprintf(buffer, PLAYER_MOVE_LENGTH, "%s", text_cstr(&text));
    text_free(&text);
}

static void hear_answer(void *context, GamePosition *pos, const EngineAnswer *answer)
{
    Inside *self = context;
    const GameOps *game = self->terms->game;
    PlayerAnswer *out = &self->answer;
    /* The position is the seed: a match is the same each time it is played. */
    GameMove best = self->level ? level_choose(self->level, &self->choices, answer->best,
                                               game->key(pos), game->game_ply(pos))
                                : answer->best;
    out->received_ns = clock_now_ns();
    out->all_nodes = answer->nodes;
    if (answer->declares) {
        snprintf(out->move, sizeof out->move, "win");
    } else if (!answer->best) {
        snprintf(out->move, sizeof out->move, "resign");
    } else {
        write_short(game, pos, best, out->move);
        if (answer->ponder && best == answer->best) {
            game->make(pos, answer->best);
            write_short(game, pos, answer->ponder, out->ponder);
            game->unmake(pos);
        }
    }
}

/* Messages are for people who watch one search. */
static void hear_message(void *context, const char *message) { (void)context, (void)message; }

/* ---- Life ---- */

static void *inside_create(const EngineSpec *spec, const PlayerTerms *terms)
{
    Inside *self = xcalloc(1, sizeof *self);
    self->spec = spec;
    self->terms = terms;
    return self;
}

static void inside_destroy(void *context)
{
    Inside *self = context;
    engine_free(self->engine);
    free(self);
}

static bool start(Inside *self, Diag *diag)
{
    const EngineListener listener = {
        .context = self,
        .on_line = hear_line,
        .on_answer = hear_answer,
        .on_message = hear_message,
    };
    if (self->spec->net_file && !self->spec->net)
        BUG("the net of %s is not loaded", self->spec->name);
    self->engine = engine_new(self->terms->game, &listener);
    if (self->spec->net)
        engine_set_net(self->engine, self->spec->net);
    engine_set_time_options(self->engine, &(TimeOptions){
                                              .overhead = self->spec->overhead_ms,
                                              .ponder = self->terms->ponder,
                                          });
    engine_set_rules(self->engine, &self->terms->rules);
    if (self->spec->level) {
        self->level = level_of(self->terms->game, (int)self->spec->level);
        engine_set_lines(self->engine, self->level->lines);
    }
    if ((self->spec->hash_mib == ENGINE_HASH_DEFAULT
         || engine_set_hash(self->engine, (size_t)self->spec->hash_mib, diag))
        && (self->spec->threads == 1
            || engine_set_threads(self->engine, (int)self->spec->threads, diag)))
        return true;
    engine_free(self->engine);
    self->engine = NULL;
    return false;
}

static PlayerStatus inside_new_game(void *context, Diag *diag)
{
    Inside *self = context;
    if (!self->engine && !start(self, diag))
        return PLAYER_GONE;
    /* The parameters may be others than in the last game: a tuner changes them. */
    *engine_params(self->engine) = self->spec->params;
    engine_new_game(self->engine);
    return PLAYER_ANSWERED;
}

static void inside_game_over(void *context, int result) { (void)context, (void)result; }

/* ---- Thinking ---- */

static TimeSaid time_said(const PlayerTurn *turn, Side side)
{
    const GameLimits *limits = turn->limits;
    bool clock = limits_has_clock(limits);
    return (TimeSaid){
        .time = clock ? game_clock_left_ms(&turn->clocks[side]) : -1,
        .increment = clock && limits->byoyomi_ms == 0 ? limits->increment_ms : -1,
        .byoyomi = limits->byoyomi_ms > 0 ? limits->byoyomi_ms : -1,
        .move_time = limits->move_ms > 0 ? limits->move_ms : -1,
        .moves_to_go = limits->moves > 0 ? turn->clocks[side].moves_left : -1,
    };
}

static PlayerStatus inside_go(void *context, const PlayerTurn *turn, int64_t *started_ns)
{
    Inside *self = context;
    const GameOps *game = self->terms->game;
    GamePosition *pos = engine_position(self->engine);
    game->copy(pos, turn->pos);
    self->answer = (PlayerAnswer){0};
    self->choices = (LevelLines){0};
    *started_ns = clock_now_ns();
    engine_go(self->engine, &(EngineGo){
                                .time = time_said(turn, game->side_to_move(pos)),
                                .depth = turn->limits->depth,
                                .nodes = turn->limits->nodes,
                                .clock_nodes = turn->limits->clock_nodes,
                                .ponder = turn->ponder,
                            });
    return PLAYER_ANSWERED;
}

static PlayerStatus inside_wait(void *context, int64_t deadline_ns, PlayerAnswer *answer)
{
    enum { MS = 1000000, LOOK_MS = 50 };
    Inside *self = context;
    for (;;) {
        int64_t left = deadline_ns - clock_now_ns();
        int ms = left <= 0 ? 0 : left >= LOOK_MS * MS ? LOOK_MS : (int)((left + MS - 1) / MS);
        if (engine_wait_for(self->engine, ms)) {
            *answer = self->answer;
            return PLAYER_ANSWERED;
        }
        if (player_is_cancelled(self->terms)) {
            engine_stop(self->engine);
            engine_wait(self->engine);
            return PLAYER_CANCELLED;
        }
        if (left <= 0)
            return PLAYER_LATE;
    }
}

static PlayerStatus inside_ponderhit(void *context, const PlayerTurn *turn, int64_t *started_ns)
{
    Inside *self = context;
    TimeSaid said = time_said(turn, self->terms->game->side_to_move(turn->pos));
    *started_ns = clock_now_ns();
    engine_ponderhit(self->engine, &said);
    return PLAYER_ANSWERED;
}

static void inside_stop(void *context) { engine_stop(((Inside *)context)->engine); }

static void inside_kill(void *context)
{
    Inside *self = context;
    engine_free(self->engine);
    self->engine = NULL;
}

static void inside_gone_reason(void *context, Text *text)
{
    (void)context;
    text_add(text, "could not be set up");
}

const PlayerKind player_inside = {
    .create = inside_create,
    .destroy = inside_destroy,
    .new_game = inside_new_game,
    .game_over = inside_game_over,
    .go = inside_go,
    .wait = inside_wait,
    .ponderhit = inside_ponderhit,
    .stop = inside_stop,
    .kill = inside_kill,
    .gone_reason = inside_gone_reason,
};
