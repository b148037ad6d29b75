/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/rng.h"
#include "lab/learn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Features ---- */

/* Far beyond its threshold a technique errs less and less, but the last errors, tactical ones, fade
 * slower than the first: hence a reach that bends twice and ends where there are hardly any rows.
 */
const char *const learn_feature_names[LEARN_FEATURES] = {
    "constant",
    "reach",
    "reach beyond its median",
    "reach beyond its 90 %",
    "depth",
    "depth 1",
    "depth 2",
    "reach x depth",
    "reduction",
    "improving",
    "opening",
    "endgame",
    "in hand",
    "threats",
    "history",
    "capture",
};

static double beyond(double value, double from) { return value > from ? value - from : 0; }

static void fill_features(const LearnResult *result, const LearnRow *row, double x[LEARN_FEATURES])
{
    const DecisionReport *said = &row->said;
    const double *knot = result->knot;
    const double reach = row->reach < knot[KNOT_END] ? row->reach : knot[KNOT_END];
    const double features[LEARN_FEATURES] = {
        1,
        reach,
        beyond(reach, knot[KNOT_MEDIAN]),
        beyond(reach, knot[KNOT_TAIL]),
        said->depth,
        said->depth == 1,
        said->depth == 2,
        reach * said->depth,
        said->reduction,
        said->improving,
        said->phase == 0,
        said->phase == 2,
        row->in_hand,
        row->threats,
        said->history,
        said->noisy,
    };
    memcpy(x, features, sizeof features);
}

static void standardise(const LearnResult *result, double x[LEARN_FEATURES])
{
    for (int f = 1; f < LEARN_FEATURES; f++)
        x[f] = result->deviation[f] > 0 ? (x[f] - result->mean[f]) / result->deviation[f] : 0;
}

double learn_probability(const LearnResult *result, const LearnRow *row)
{
    double x[LEARN_FEATURES];
    fill_features(result, row, x);
    standardise(result, x);
    return logistic_probability(result->fit.coefficient, x, LEARN_FEATURES);
}

/* By position, for the decisions of one search are alike. */
bool learn_is_held_out(const LearnPlan *plan, const LearnRow *row)
{
    Rng rng = {plan->seed};
    rng.state = rng_next(&rng) ^ row->root;
    return (double)rng_next(&rng) < plan->held_out * 0x1p64;
}

/* ---- The regression ---- */

typedef struct {
    const LearnRow **rows;
    double *x, *weight;
    bool *hit;
    int count;
} Selection;

static int compare_reaches(const void *a, const void *b)
{
    const LearnRow *x = *(const LearnRow *const *)a, *y = *(const LearnRow *const *)b;
    return (x->reach > y->reach) - (x->reach < y->reach);
}

/* The reach at some shares of the weight. */
static void find_knots(const Selection *selection, LearnResult *result)
{
    static const double shares[KNOTS] = {0.5, 0.9, 0.98};
    const LearnRow **sorted = xcalloc((size_t)selection->count + 1, sizeof(LearnRow *));
    double all = 0, below = 0;
    memcpy(sorted, selection->rows, (size_t)selection->count * sizeof(LearnRow *));
    qsort(sorted, (size_t)selection->count, sizeof(LearnRow *), compare_reaches);
    for (int i = 0; i < selection->count; i++)
        all += sorted[i]->weight;
    for (int i = 0, knot = 0; i < selection->count; i++) {
        below += sorted[i]->weight;
        while (knot < KNOTS && below >= shares[knot] * all)
            result->knot[knot++] = sorted[i]->reach;
    }
    free(sorted);
}

static void select_rows(const LearnPlan *plan, const LearnRows *rows, Technique technique,
                        bool held, Selection *selection)
{
    *selection = (Selection){.rows = xcalloc((size_t)rows->count + 1, sizeof(LearnRow *))};
    for (int i = 0; i < rows->count; i++)
        if (rows->rows[i].said.by == technique && learn_is_held_out(plan, &rows->rows[i]) == held)
            selection->rows[selection->count++] = &rows->rows[i];
    const size_t count = (size_t)selection->count;
    selection->x = xcalloc(count * LEARN_FEATURES + 1, sizeof *selection->x);
    selection->weight = xcalloc(count + 1, sizeof *selection->weight);
    selection->hit = xcalloc(count + 1, sizeof *selection->hit);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += selection->rows[i]->weight;
    for (size_t i = 0; i < count; i++) {
        selection->hit[i] = selection->rows[i]->wrong;
        /* A mean of 1, so that the ridge weighs the same whatever the rows stand for. */
        selection->weight[i] = selection->rows[i]->weight * selection->count / sum;
    }
}

static void free_selection(Selection *selection)
{
    free(selection->rows);
    free(selection->x);
    free(selection->weight);
    free(selection->hit);
}

static void find_scale(Selection *selection, LearnResult *result)
{
    find_knots(selection, result);
    for (int i = 0; i < selection->count; i++)
        fill_features(result, selection->rows[i], selection->x + (size_t)i * LEARN_FEATURES);
    for (int f = 1; f < LEARN_FEATURES; f++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < selection->count; i++)
            sum += selection->weight[i] * selection->x[i * LEARN_FEATURES + f];
        double mean = sum / selection->count;
        for (int i = 0; i < selection->count; i++) {
            double apart = selection->x[i * LEARN_FEATURES + f] - mean;
            squares += selection->weight[i] * apart * apart;
        }
        result->mean[f] = mean;
        result->deviation[f] = sqrt(squares / selection->count);
        if (result->deviation[f] <= 1e-9 * (1 + fabs(mean)))
            result->deviation[f] = 0;
    }
}

static LogisticData prepare(const LearnPlan *plan, const LearnResult *result, Selection *selection)
{
    for (int i = 0; i < selection->count; i++) {
        double *x = selection->x + (size_t)i * LEARN_FEATURES;
        fill_features(result, selection->rows[i], x);
        standardise(result, x);
    }
    return (LogisticData){selection->x,     selection->hit, selection->weight,
                          selection->count, LEARN_FEATURES, plan->ridge};
}

/* ---- Calibration ---- */

typedef struct {
    double probability, weight;
    bool wrong;
} Guess;

static int compare_guesses(const void *a, const void *b)
{
    const Guess *x = a, *y = b;
    if (x->probability != y->probability)
        return x->probability < y->probability ? -1 : 1;
    if (x->weight != y->weight)
        return x->weight < y->weight ? -1 : 1;
    return x->wrong - y->wrong;
}

typedef struct {
    int rows, wrong;
    double weight, squares, wrong_weight, probability;
} Sum;

static void add_to(Sum *sum, double probability, double weight, bool wrong)
{
    sum->rows++;
    sum->wrong += wrong;
    sum->weight += weight;
    sum->squares += weight * weight;
    sum->wrong_weight += wrong ? weight : 0;
    sum->probability += weight * probability;
}

static double mean_probability(const Sum *sum)
{
    return sum->weight > 0 ? sum->probability / sum->weight : 0;
}

/* Unequal weights say less than their number: the sample's effective size (Kish 1965). */
static Interval observed_rate(const Sum *sum)
{
    if (sum->weight <= 0)
        return interval_wilson_share(0, 0);
    return interval_wilson_share(sum->wrong_weight / sum->weight,
                                 sum->weight * sum->weight / sum->squares);
}

/* Bins of equal weight. */
static void calibrate(const Selection *held, LearnResult *result)
{
    Guess *guesses = xcalloc((size_t)held->count + 1, sizeof *guesses);
    double all = 0, before = 0;
    for (int i = 0; i < held->count; i++) {
        const LearnRow *row = held->rows[i];
        guesses[i] = (Guess){learn_probability(result, row), row->weight, row->wrong};
        all += row->weight;
    }
    qsort(guesses, (size_t)held->count, sizeof *guesses, compare_guesses);
    for (int i = 0, bin = 0; i < held->count; bin++) {
        Sum sum = {0};
        do {
            add_to(&sum, guesses[i].probability, guesses[i].weight, guesses[i].wrong);
            before += guesses[i++].weight;
        } while (i < held->count && before < all * (bin + 1) / LEARN_BINS);
        if (bin < LEARN_BINS)
            result->bins[result->bin_count++] =
                (LearnBin){sum.rows, mean_probability(&sum), observed_rate(&sum)};
    }
    free(guesses);
}

/* ---- One technique ---- */

Params learn_params(const LearnPlan *plan, const LearnResult *result,
                    const int values[LEARN_MARGINS_MOST])
{
    Params params = plan->params;
    for (int i = 0; i < result->margins->count; i++)
        params_put(&params, result->margins->rows[i], values[i]);
    return params;
}

LearnRate learn_rate(const LearnPlan *plan, const LearnRows *rows, const LearnResult *result,
                     const Params *params, int shift, bool held)
{
    Sum sum = {0};
    double all = 0;
    bool covered = true;
    for (int i = 0; i < rows->count; i++) {
        const LearnRow *row = &rows->rows[i];
        int threshold;
        if (row->said.by != result->margins->technique || learn_is_held_out(plan, row) != held
            || !rows->game->threshold(params, &row->said, &threshold))
            continue;
        all += row->weight;
        covered &= threshold + shift >= row->threshold;
        if (row->reach >= threshold + shift)
            add_to(&sum, learn_probability(result, row), row->weight, row->wrong);
    }
    return (LearnRate){
        .pruned = sum.rows,
        .wrong = sum.wrong,
        .covered = covered,
        .share = all > 0 ? sum.weight / all : 0,
        .predicted = mean_probability(&sum),
        .observed = observed_rate(&sum),
    };
}

static int compare_roots(const void *a, const void *b)
{
    uint64_t x = (*(const LearnRow *const *)a)->root, y = (*(const LearnRow *const *)b)->root;
    return (x > y) - (x < y);
}

/* How many rows are false, and from how many positions all are. */
static int count_rows(const Selection *selection, int *positions)
{
    const LearnRow **sorted = xcalloc((size_t)selection->count + 1, sizeof(LearnRow *));
    int wrong = 0;
    memcpy(sorted, selection->rows, (size_t)selection->count * sizeof(LearnRow *));
    qsort(sorted, (size_t)selection->count, sizeof(LearnRow *), compare_roots);
    *positions = 0;
    for (int i = 0; i < selection->count; i++) {
        wrong += sorted[i]->wrong;
        *positions += i == 0 || sorted[i]->root != sorted[i - 1]->root;
    }
    free(sorted);
    return wrong;
}

static void fit_and_choose(const LearnPlan *plan, const LearnRows *rows, Selection *fitted,
                           Selection *held, LearnResult *result)
{
    enum { FEWEST_WRONG = 20 };
    if (result->wrong < FEWEST_WRONG || result->held_wrong < 1) {
        snprintf(result->trouble, sizeof result->trouble,
                 "%d false prunes to fit and %d held out are too few: sample more, or with smaller "
                 "margins",
                 result->wrong, result->held_wrong);
        return;
    }
    find_scale(fitted, result);
    LogisticData data = prepare(plan, result, fitted);
    if (!logistic_fit(&data, &result->fit)) {
        snprintf(result->trouble, sizeof result->trouble, "the regression finds no answer");
        return;
    }
    double rate = 0;
    for (int i = 0; i < fitted->count; i++)
        rate += fitted->hit[i] ? fitted->weight[i] / fitted->count : 0;
    data = prepare(plan, result, held);
    result->loss = logistic_loss(result->fit.coefficient, &data);
    const double mean[LEARN_FEATURES] = {log(rate / (1 - rate))};
    result->loss_of_mean = logistic_loss(mean, &data);
    calibrate(held, result);
    if (!learn_choose(plan, rows, result)) {
        snprintf(result->trouble, sizeof result->trouble,
                 "no margins at or above the sampled ones meet the target: sample larger ones");
        return;
    }
    const Params before = learn_params(plan, result, result->before);
    const Params after = learn_params(plan, result, result->after);
    result->before_held = learn_rate(plan, rows, result, &before, 0, true);
    result->after_fit = learn_rate(plan, rows, result, &after, 0, false);
    result->after_held = learn_rate(plan, rows, result, &after, 0, true);
}

bool learn_technique(const LearnPlan *plan, const LearnRows *rows, Technique technique,
                     LearnResult *result)
{
    *result = (LearnResult){.margins = learn_margins(technique)};
    if (!result->margins)
        return false;
    for (int i = 0; i < result->margins->count; i++)
        result->before[i] = params_get(&plan->params, result->margins->rows[i]);
    Selection fitted, held;
    select_rows(plan, rows, technique, false, &fitted);
    select_rows(plan, rows, technique, true, &held);
    result->rows = fitted.count;
    result->held = held.count;
    result->wrong = count_rows(&fitted, &result->positions);
    result->held_wrong = count_rows(&held, &result->held_positions);
    bool any = fitted.count + held.count > 0;
    if (any)
        fit_and_choose(plan, rows, &fitted, &held, result);
    free_selection(&fitted);
    free_selection(&held);
    return any;
}
