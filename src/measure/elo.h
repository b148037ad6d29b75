/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_MEASURE_ELO_H
#define TENUKI_MEASURE_ELO_H

/* The difference in strength that the results of a match speak for. Games of one opening, played
 * twice with colours swapped, depend on each other; so pairs are counted where there are any. */

#include "base/types.h"

enum { MATCH_PAIR_KINDS = 5 };

typedef struct {
    int64_t pairs[MATCH_PAIR_KINDS]; /* complete pairs that scored 0, 1/2, 1, 3/2, 2 */
    int64_t wins, draws, losses;     /* all games */
} MatchScore;

/* Errors are half the width of the 95 % interval. With no games, or where the score is 0 or 1, a
 * number may be infinite; never is one not a number. */
typedef struct {
    double elo, elo_error;   /* logistic */
    double nelo, nelo_error; /* normalized: in standard deviations of a game, times 800 / ln 10 */
    double los;              /* likelihood of superiority, 0 to 1 */
    double score;            /* 0 to 1 */
    double draw_ratio;       /* of the games, or pairs that scored 1 of all pairs */
    double pairs_ratio;      /* pairs won to pairs lost; 1 if neither, infinite if only won */
} EloEstimate;

/* From the pairs when there are any, else from the games. */
void elo_estimate(const MatchScore *score, EloEstimate *estimate);

/* What is counted, as a distribution: the kinds, from lost to won, are equally far apart in score.
 */
typedef struct {
    double counts[MATCH_PAIR_KINDS];
    int kinds; /* 5 for pairs, 3 for games */
} ScoreCounts;

void score_counts(const MatchScore *score, ScoreCounts *counts);
/* The score of a kind, 0 to 1. */
static inline double score_of_kind(const ScoreCounts *counts, int kind)
{
    return (double)kind / (counts->kinds - 1);
}
/* Normalized Elo is meant for one game: a pair's deviation is smaller by the root of two. */
double score_to_nelo_factor(const ScoreCounts *counts);

#endif
