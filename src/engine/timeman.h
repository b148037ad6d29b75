/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_TIMEMAN_H
#define TENUKI_ENGINE_TIMEMAN_H

/* How long to think. Arithmetic only: the clock is read by the engine. All times in milliseconds.
 */

#include "search/gameops.h"

/* What `go` said about time, from the side to move; -1 for what was not said. A clock that is zero
 * or below means: move at once. */
typedef struct {
    int64_t time, increment, byoyomi, move_time;
    int moves_to_go; /* -1 for not said */
} TimeSaid;

typedef struct {
    int64_t overhead;   /* kept back for the way to the clock and back */
    bool whole_seconds; /* shogi: clocks count begun seconds, so thinking to the end of one is free
                         */
} TimeOptions;

typedef struct {
    bool limited;       /* else think until told to stop */
    int64_t soft, hard; /* a new iteration is not begun after the first; the second is the end */
    bool fixed;         /* move time: use it up, no judgement */
} TimeBudget;

TimeBudget timeman_plan(const TimeSaid *said, const TimeOptions *options, int game_ply);

/* How the search has been going. */
typedef struct {
    GameMove best;
    int stable; /* iterations with the same best move */
    int score, first_score;
} TimeJudge;

/* After an iteration at `elapsed`: whether to stop. */
bool timeman_enough(const TimeBudget *budget, TimeJudge *judge, const SearchIteration *done,
                    int64_t elapsed);

#endif
