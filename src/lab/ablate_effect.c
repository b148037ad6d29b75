/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/ablate.h"

#include <stdlib.h>

const char *ablate_phase_name(int phase)
{
    static const char *const NAMES[ABLATE_PHASES] = {"opening", "middle game", "endgame"};
    return NAMES[phase];
}

/* The positions of a phase, and their searches with and without. */
typedef struct {
    const AblateCell *with, *without;
    int *positions;
    int count;
} Sample;

typedef double Measure(const AblateCell *cell);

static double nodes_of(const AblateCell *cell) { return (double)cell->nodes; }
static double ms_of(const AblateCell *cell) { return cell->ms; }
static double depth_of(const AblateCell *cell) { return cell->depth; }

static double sum(const Sample *sample, const AblateCell *cells, const int *items, int count,
                  Measure *measure)
{
    double total = 0;
    for (int i = 0; i < count; i++)
        total += measure(&cells[sample->positions[items[i]]]);
    return total;
}

static double mean_saved(const Sample *sample, const int *items, int count, Measure *measure)
{
    return (sum(sample, sample->without, items, count, measure)
            - sum(sample, sample->with, items, count, measure))
         / count;
}

static double percent_saved(const Sample *sample, const int *items, int count, Measure *measure)
{
    double without = sum(sample, sample->without, items, count, measure);
    double with = sum(sample, sample->with, items, count, measure);
    return without > 0 ? 100 * (without - with) / without : 0;
}

static double nodes_saved(const void *sample, const int *items, int count)
{
    return mean_saved(sample, items, count, nodes_of);
}
static double nodes_saved_percent(const void *sample, const int *items, int count)
{
    return percent_saved(sample, items, count, nodes_of);
}
static double time_saved(const void *sample, const int *items, int count)
{
    return mean_saved(sample, items, count, ms_of);
}
static double time_saved_percent(const void *sample, const int *items, int count)
{
    return percent_saved(sample, items, count, ms_of);
}
static double depth_gained(const void *sample, const int *items, int count)
{
    /* Not less zero, which is not nothing when printed. */
    return 0 - mean_saved(sample, items, count, depth_of);
}

/* The positions of a phase; with `unmated`, only those where neither search found a mate. */
static void choose(const Ablation *ablation, int phase, bool unmated, Sample *sample)
{
    sample->count = 0;
    for (int i = 0; i < ablation->problems.count; i++)
        if ((phase == ABLATE_ALL_PHASES || ablation->phases[i] == phase)
            && !(unmated && (sample->with[i].mated || sample->without[i].mated)))
            sample->positions[sample->count++] = i;
}

static void add_sums(const Sample *sample, const AblateCell *base, const AblateCell *other,
                     AblateEffect *effect)
{
    int changed = 0;
    for (int j = 0; j < sample->count; j++) {
        int i = sample->positions[j];
        effect->capped += other[i].capped;
        effect->nodes += nodes_of(&other[i]);
        effect->ms += other[i].ms;
        changed += other[i].best != base[i].best;
    }
    effect->positions = sample->count;
    effect->moves_changed = interval_wilson(changed, sample->count);
}

void ablate_effect(const Ablation *ablation, AblateMode mode, int variant, int phase,
                   AblateEffect *effect)
{
    enum { SEED = 1 };
    const int all = ablation->problems.count;
    const AblateCell *base = ablation->cells[mode];
    const AblateCell *other = base + (size_t)variant * (size_t)all;
    bool turned = ablation->variants[variant].kind == VARIANT_ON;
    Sample sample = {
        .with = turned ? other : base,
        .without = turned ? base : other,
        .positions = xcalloc((size_t)all, sizeof *sample.positions),
    };
    *effect = (AblateEffect){0};
    choose(ablation, phase, false, &sample);
    add_sums(&sample, base, other, effect);
    effect->nodes_saved = interval_bootstrap(sample.count, nodes_saved, &sample, SEED);
    effect->nodes_saved_percent =
        interval_bootstrap(sample.count, nodes_saved_percent, &sample, SEED);
    effect->time_saved_ms = interval_bootstrap(sample.count, time_saved, &sample, SEED);
    effect->time_saved_percent =
        interval_bootstrap(sample.count, time_saved_percent, &sample, SEED);
    choose(ablation, phase, true, &sample);
    for (int i = 0; i < sample.count; i++)
        effect->depth += depth_of(&other[sample.positions[i]]) / sample.count;
    effect->depth_improvement = interval_bootstrap(sample.count, depth_gained, &sample, SEED);
    free(sample.positions);
}
