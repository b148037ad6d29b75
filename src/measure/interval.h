/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_MEASURE_INTERVAL_H
#define TENUKI_MEASURE_INTERVAL_H

/* How sure a measured number is: 95 % intervals. */

#include "base/types.h"

typedef struct {
    double value, low, high;
} Interval;

/* A proportion: `hits` of `trials` (Wilson 1927). Holds near 0 and 1 and for few trials; with no
 * trials the value is 0 and the interval all there is. */
Interval interval_wilson(int64_t hits, int64_t trials);
/* The same for a share of trials that need not be whole, as of a weighted sample. */
Interval interval_wilson_share(double share, double trials);

/* A number made from items that are named by their index; some may be named more than once. */
typedef double Statistic(const void *context, const int *items, int count);

enum { BOOTSTRAP_RESAMPLES = 2000 };

/* The statistic of items 0 .. count-1, and the percentiles of what it is over samples drawn from
 * them with replacement (Efron 1979). The same seed gives the same interval. With no items all is
 * zero. */
Interval interval_bootstrap(int count, Statistic *statistic, const void *context, uint64_t seed);

/* Zero when there are no numbers. */
double numbers_mean(const double *numbers, int count);
double numbers_median(const double *numbers, int count);
/* As it is to be printed with so many decimals: never a minus before zero. */
double numbers_shown(double value, int decimals);

#endif
