/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ARENA_PLAYER_H
#define TENUKI_ARENA_PLAYER_H

/* One engine that plays games, by pipe or in this process. The same calls and the same limits for
 * both kinds, so that it makes no difference to the moves which of them is used.
 *
 * For one thread; a process that was started must be ended by the thread that started it. */

#include "arena/spec.h"

#include <stdatomic.h>

typedef struct Player Player;

/* What all games of a match have in common. */
typedef struct {
    const GameOps *game;
    GameRules rules;
    bool chess960, ponder;
    int64_t ready_ms;          /* for hello, isready and a new game */
    int64_t quit_ms;           /* for leaving, and for answering a stop */
    const atomic_bool *cancel; /* give up as soon as this is true; may be NULL */
} PlayerTerms;

static inline bool player_is_cancelled(const PlayerTerms *terms)
{
    return terms->cancel && atomic_load_explicit(terms->cancel, memory_order_relaxed);
}

enum { PLAYER_READY_MS = 10000, PLAYER_QUIT_MS = 3000 };

typedef enum {
    PLAYER_ANSWERED,
    PLAYER_LATE,      /* no answer before the deadline */
    PLAYER_GONE,      /* the process has ended or hears us no more */
    PLAYER_CANCELLED, /* the match is being given up */
} PlayerStatus;

enum { PLAYER_MOVE_LENGTH = 32 };

typedef struct {
    char move[PLAYER_MOVE_LENGTH];   /* as said, cut; "resign" and "win" too */
    char ponder[PLAYER_MOVE_LENGTH]; /* "" for none */
    bool scored;
    int score; /* as in value.h, from the side that moves */
    int depth;
    uint64_t nodes;
    uint64_t all_nodes;  /* up to the answer, not only to the last line; inside alone */
    int64_t received_ns; /* of clock_now_ns */
} PlayerAnswer;

typedef struct {
    GamePosition *pos;        /* with its history; for engines in this process */
    const char *position;     /* the same as the protocols say it, after the word "position" */
    const GameClock *clocks;  /* of FIRST and SECOND */
    const GameLimits *limits; /* of the engine */
    bool ponder;              /* the position is what the engine expects */
} PlayerTurn;

/* Whether the program can be run at all; it is started and ended at once. */
bool player_can_start(const EngineSpec *spec, Diag *diag);

/* Starts nothing yet. `spec` and `terms` must outlive the player. */
Player *player_new(const EngineSpec *spec, const PlayerTerms *terms);
void player_free(Player *player); /* ends it first */
const EngineSpec *player_spec(const Player *player);

/* Starts the engine unless it runs, and tells it that a new game begins. On error the engine is not
 * running, and the error says why. */
PlayerStatus player_new_game(Player *player, Diag *diag);
/* The result as the engine sees it: 1, 0 or -1. */
void player_game_over(Player *player, int result);

/* A turn begins; `started_ns` is when its clock does. */
PlayerStatus player_go(Player *player, const PlayerTurn *turn, int64_t *started_ns);
/* The answer to the last go, or another status at `deadline_ns`; waiting may go on after that. */
PlayerStatus player_wait(Player *player, int64_t deadline_ns, PlayerAnswer *answer);
/* The opponent has played the move the engine ponders on. */
PlayerStatus player_ponderhit(Player *player, const PlayerTurn *turn, int64_t *started_ns);
/* Ends a search whose answer nobody wants any more. False when the engine would not: it has been
 * ended then. */
bool player_abandon(Player *player);
/* Ends a process without asking. It is started again for the next game. */
void player_kill(Player *player);
/* Why the process is gone: "exit status 3", "signal 11", "closed its pipes". */
void player_gone_reason(Player *player, Text *text);

#endif
