/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/interval.h"

#include "base/report.h"
#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Interval interval_wilson(int64_t hits, int64_t trials)
{
    return interval_wilson_share(trials > 0 ? (double)hits / (double)trials : 0, (double)trials);
}

Interval interval_wilson_share(double p, double n)
{
    static const double Z = 1.959963984540054;
    if (n <= 0)
        return (Interval){0, 0, 1};
    double middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n);
    double half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n);
    /* Exactly 0 and 1 at the ends, where rounding would leave a trace. */
    return (Interval){p, p <= 0 ? 0 : middle - half, p >= 1 ? 1 : middle + half};
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of sorted numbers, between the two nearest ones. */
static double percentile(const double *sorted, int count, double share)
{
    double at = share * (count - 1);
    int below = (int)at;
    int above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

Interval interval_bootstrap(int count, Statistic *statistic, const void *context, uint64_t seed)
{
    if (count <= 0)
        return (Interval){0, 0, 0};
    Rng rng = {seed};
    int *items = xcalloc((size_t)count, sizeof *items);
    double *found = xcalloc(BOOTSTRAP_RESAMPLES, sizeof *found);
    for (int i = 0; i < count; i++)
        items[i] = i;
    Interval interval = {.value = statistic(context, items, count)};
    for (int sample = 0; sample < BOOTSTRAP_RESAMPLES; sample++) {
        for (int i = 0; i < count; i++)
            items[i] = (int)rng_below(&rng, (uint32_t)count);
        found[sample] = statistic(context, items, count);
    }
    qsort(found, BOOTSTRAP_RESAMPLES, sizeof *found, compare_doubles);
    interval.low = percentile(found, BOOTSTRAP_RESAMPLES, 0.025);
    interval.high = percentile(found, BOOTSTRAP_RESAMPLES, 0.975);
    free(found);
    free(items);
    return interval;
}

double numbers_mean(const double *numbers, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    return count > 0 ? sum / count : 0;
}

double numbers_median(const double *numbers, int count)
{
    if (count <= 0)
        return 0;
    double *sorted = xcalloc((size_t)count, sizeof *sorted);
    memcpy(sorted, numbers, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare_doubles);
    double median = percentile(sorted, count, 0.5);
    free(sorted);
    return median;
}

double numbers_shown(double value, int decimals)
{
    double unit = pow(10, decimals);
    return round(value * unit) / unit + 0.0;
}
