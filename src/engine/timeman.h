/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_TIMEMAN_H
#define TENUKI_ENGINE_TIMEMAN_H

/* How long to think. Arithmetic only: the clock is read by the engine. All times in milliseconds.
 */

#include "param/params.h"
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
    bool ponder;        /* part of our thinking is done on the opponent's time */
} TimeOptions;

typedef struct {
    bool limited;       /* else think until told to stop */
    int64_t soft, hard; /* a new iteration is not begun after the first; the second is the end */
    bool fixed;         /* move time: use it up, no judgement */
    bool whole_seconds; /* the judgement of what is enough is put off to the end of a second */
    int64_t overhead;   /* before which that end lies; only with whole_seconds */
} TimeBudget;

TimeBudget timeman_plan(const TimeSaid *said, const TimeOptions *options, const Params *p,
                        int game_ply);

/* How the search has been going. */
typedef struct {
    GameMove best;
    int depth;           /* of the last iteration, 0 before the first */
    int stable;          /* iterations with the same best move */
    int score, previous; /* of the last two iterations */
    int best_percent;    /* of the nodes that went into the best move */
} TimeJudge;

/* After each iteration. */
void timeman_note(TimeJudge *judge, const SearchIteration *done);
/* At `elapsed`: whether another iteration is not worth its time. */
bool timeman_enough(const TimeBudget *budget, const TimeJudge *judge, const Params *p,
                    int64_t elapsed);

#endif
