/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ARENA_PAIR_H
#define TENUKI_ARENA_PAIR_H

/* Two sets of parameters play two games from one opening with colours swapped, in this process:
 * what a tuner asks. Each thread has a pair of its own. */

#include "arena/referee.h"

typedef struct ArenaPair ArenaPair;

/* Two engines with tables of that size. `rules` gives adjudication; `game_rules` the entering-king
 * rule and the like. `cancel` may be NULL. */
ArenaPair *pair_new(const GameOps *game, size_t hash_mib, const RefereeRules *rules,
                    const GameRules *game_rules, const atomic_bool *cancel);
void pair_free(ArenaPair *pair);

typedef struct {
    int points[2];        /* of the first set in either game: 2 for a win, 1 for a draw */
    PlayedGame played[2]; /* the first set moves first in game 0; pair_result_free frees them */
} PairResult;

/* The opening is as openings.h has it, NULL for the start position. False when it was cancelled;
 * `result` is empty then. */
bool pair_play(ArenaPair *pair, const ParamSet *first, const ParamSet *second,
               const GameLimits *limits, const char *opening, PairResult *result);
void pair_result_free(PairResult *result);

#endif
