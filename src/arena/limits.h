/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ARENA_LIMITS_H
#define TENUKI_ARENA_LIMITS_H

/* How long an engine may think, and the clock that measures it. Every clock of a match is ours:
 * what an engine says about its own time is only written down. */

#include "base/report.h"
#include "base/text.h"

/* Several may be given; the engine is told all of them. */
typedef struct {
    int64_t base_ms, increment_ms; /* base -1 for no clock */
    int moves;                     /* the base is given again after so many; 0 for never */
    int64_t byoyomi_ms;            /* for each move once the base is gone; 0 for none */
    int64_t move_ms;               /* exactly so long; 0 for none */
    uint64_t nodes;                /* 0 for none */
    int depth;                     /* 0 for none */
    int64_t clock_nodes;           /* so many nodes are a millisecond; 0: real ones are */
} GameLimits;

#define LIMITS_NONE ((GameLimits){.base_ms = -1})

static inline bool limits_has_clock(const GameLimits *limits) { return limits->base_ms >= 0; }
bool limits_is_none(const GameLimits *limits);
/* Whether any of them is about time. */
bool limits_are_timed(const GameLimits *limits);

/* "8+0.08", "60", "40/60+0.6": moves, seconds, seconds more with each move. On error nothing is
 * changed. */
bool limits_read_tc(Span text, GameLimits *limits, Diag *diag);
/* One of tc, byoyomi, movetime (milliseconds), nodes, depth, by its name. False with an empty error
 * when there is no limit of that name. */
bool limits_read(Span name, Span value, GameLimits *limits, Diag *diag);
/* "8+0.08", "nodes 2000": all of it, in words that people and PGN know. */
void limits_write(const GameLimits *limits, Text *text);

/* One side's clock. All in nanoseconds, so that nothing is lost by rounding. */
typedef struct {
    const GameLimits *limits;
    int64_t left_ns; /* of the base */
    int moves_left;  /* until the base is given again; 0 for never */
} GameClock;

void game_clock_init(GameClock *clock, const GameLimits *limits);
/* What a move may take, INT64_MAX for any time. */
int64_t game_clock_allowed_ns(const GameClock *clock);
/* A move took so long: false when that was too long. `margin_ns` is forgiven. */
bool game_clock_spend(GameClock *clock, int64_t spent_ns, int64_t margin_ns);
int64_t game_clock_left_ms(const GameClock *clock);

#endif
