/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/elo.h"

#include <math.h>

/* Of the normal distribution: 95 % lie within so many standard deviations. */
static const double Z95 = 1.959963984540054;

void score_counts(const MatchScore *score, ScoreCounts *counts)
{
    int64_t pairs = 0;
    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        pairs += score->pairs[i];
    if (pairs > 0) {
        counts->kinds = MATCH_PAIR_KINDS;
        for (int i = 0; i < MATCH_PAIR_KINDS; i++)
            counts->counts[i] = (double)score->pairs[i];
    } else {
        *counts = (ScoreCounts){
            .counts = {(double)score->losses, (double)score->draws, (double)score->wins},
            .kinds = 3,
        };
    }
}

double score_to_nelo_factor(const ScoreCounts *counts)
{
    return 800 / log(10) / (counts->kinds == MATCH_PAIR_KINDS ? sqrt(2) : 1);
}

/* Infinite at and beyond the ends, where an interval may reach. */
static double score_to_elo(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return -400 * log10(1 / score - 1);
}

static double half_width(double low, double high)
{
    return isinf(low) || isinf(high) ? INFINITY : (high - low) / 2;
}

static double sum(const double *numbers, int count)
{
    double total = 0;
    for (int i = 0; i < count; i++)
        total += numbers[i];
    return total;
}

static double ratio(double won, double lost)
{
    if (lost > 0)
        return won / lost;
    return won > 0 ? INFINITY : 1;
}

/* Signed infinity where a score that is not even has no deviation at all. */
static double in_deviations(double score, double deviation)
{
    if (deviation > 0)
        return (score - 0.5) / deviation;
    return score > 0.5 ? INFINITY : score < 0.5 ? -INFINITY : 0;
}

void elo_estimate(const MatchScore *score, EloEstimate *estimate)
{
    ScoreCounts counts;
    score_counts(score, &counts);
    double total = sum(counts.counts, counts.kinds);
    if (total <= 0) {
        *estimate = (EloEstimate){
            .elo_error = INFINITY,
            .nelo_error = INFINITY,
            .los = 0.5,
            .score = 0.5,
            .pairs_ratio = 1,
        };
        return;
    }
    double mean = 0, variance = 0;
    for (int i = 0; i < counts.kinds; i++)
        mean += counts.counts[i] / total * score_of_kind(&counts, i);
    for (int i = 0; i < counts.kinds; i++)
        variance += counts.counts[i] / total * pow(score_of_kind(&counts, i) - mean, 2);
    double deviation = sqrt(variance), standard_error = deviation / sqrt(total);
    double factor = score_to_nelo_factor(&counts);
    const int middle = counts.kinds / 2;
    *estimate = (EloEstimate){
        .elo = score_to_elo(mean),
        .elo_error = half_width(score_to_elo(mean - Z95 * standard_error),
                                score_to_elo(mean + Z95 * standard_error)),
        .nelo = in_deviations(mean, deviation) * factor,
        .nelo_error = Z95 / sqrt(total) * factor,
        .los = erfc(-in_deviations(mean, standard_error) / sqrt(2)) / 2,
        .score = mean,
        .draw_ratio = counts.counts[middle] / total,
        .pairs_ratio = ratio(sum(counts.counts + middle + 1, middle), sum(counts.counts, middle)),
    };
}
