/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_LEARN_H
#define TENUKI_LAB_LEARN_H

/* Margins from what the audit has seen: for each technique the probability that a prune is false,
 * as a logistic regression on a part of the audited positions, and from it the margins that prune
 * most while the mean probability of what they prune stays at a target. The other positions are
 * held out and tell how good both are.
 *
 * A technique prunes when what it has (the reach: evaluation over beta, move number, ...) passes a
 * threshold that its parameters set; GameOps.threshold says which. So a row of the audit, taken
 * with small margins, tells for any larger margins whether they would have pruned there too. */

#include "measure/interval.h"
#include "measure/logistic.h"
#include "search/gameops.h"

/* ---- Which parameters are margins ---- */

enum { LEARN_MARGINS_MOST = 2 };

typedef struct {
    Technique technique;
    const ParamRow *rows[LEARN_MARGINS_MOST];
    int count;
    int wide_percent, wide_less; /* for sampling: so many percent of the value, and less by this */
} LearnMargins;

/* NULL for a technique without such parameters. */
const LearnMargins *learn_margins(Technique technique);
/* Small margins for a technique that has some, in place of those of the set. */
void learn_widen(const LearnMargins *margins, ParamSet *set);

/* ---- What the audit has seen ---- */

typedef struct {
    uint64_t root; /* the position whose search it was */
    /* Only what a threshold may depend on: by, depth, reduction, improving, phase, noisy, history.
     */
    DecisionReport said;
    int in_hand, threats;
    int reach, threshold; /* it was pruned because the first one passed the second */
    bool wrong;
    double weight; /* decisions that it stands for */
} LearnRow;

typedef struct {
    const GameOps *game; /* NULL while there is no row */
    LearnRow *rows;
    int count;
    int undecided, without; /* left out: no verdict; a technique that has no margin */
} LearnRows;

/* Adds the rows of a file as `tenuki audit --samples FILE` writes it. On error nothing is added. */
bool learn_rows_read(const char *path, LearnRows *rows, Diag *diag);
void learn_rows_free(LearnRows *rows);

/* ---- What is learned ---- */

enum { LEARN_FEATURES = 16, LEARN_BINS = 10 };
_Static_assert((int)LEARN_FEATURES <= (int)LOGISTIC_MOST, "the solver has room for as many");

extern const char *const learn_feature_names[LEARN_FEATURES];

typedef struct {
    double target;   /* rate of false prunes */
    double held_out; /* share of the positions */
    double ridge;
    uint64_t seed;
    Params params; /* all but the margins as in the audit */
} LearnPlan;

/* Rows of similar probability, by rising probability. */
typedef struct {
    int rows;
    double predicted; /* mean */
    Interval observed;
} LearnBin;

/* How a set of margins does on some rows. Where a threshold would be below the one that was sampled
 * with, nobody knows what would be pruned too: such margins are not covered by the sample. */
typedef struct {
    int pruned, wrong;
    bool covered;
    double share;     /* of the sampled prunes, by weight */
    double predicted; /* mean probability */
    Interval observed;
} LearnRate;

/* Where the reach bends, and beyond which all reaches are one. */
enum { KNOT_MEDIAN, KNOT_TAIL, KNOT_END, KNOTS };

typedef struct {
    const LearnMargins *margins;
    char trouble[120]; /* why there are no margins; "" when there are */
    int rows, held;    /* to fit, and held out */
    int positions, held_positions;
    int wrong, held_wrong;
    double knot[KNOTS];
    LogisticFit fit; /* for features that have mean 0 and deviation 1 */
    double mean[LEARN_FEATURES], deviation[LEARN_FEATURES]; /* deviation 0: not used */
    double loss, loss_of_mean; /* of held-out rows, and of somebody who only knows the mean rate */
    LearnBin bins[LEARN_BINS]; /* held out */
    int bin_count;
    int before[LEARN_MARGINS_MOST], after[LEARN_MARGINS_MOST];
    bool at_edge; /* all that was sampled meets the target: smaller margins might too */
    LearnRate before_held, after_fit, after_held;
} LearnResult;

/* One technique. False when there is not a row of it. */
bool learn_technique(const LearnPlan *plan, const LearnRows *rows, Technique technique,
                     LearnResult *result);

double learn_probability(const LearnResult *result, const LearnRow *row);
bool learn_is_held_out(const LearnPlan *plan, const LearnRow *row);

/* The parameters with other values for the margins. */
Params learn_params(const LearnPlan *plan, const LearnResult *result,
                    const int values[LEARN_MARGINS_MOST]);
/* How these do on held-out rows or on the others, each threshold raised by `shift`. */
LearnRate learn_rate(const LearnPlan *plan, const LearnRows *rows, const LearnResult *result,
                     const Params *params, int shift, bool held);
/* Fills `after` and `at_edge`. False when no margins meet the target. */
bool learn_choose(const LearnPlan *plan, const LearnRows *rows, LearnResult *result);

/* ---- Forms ---- */

typedef struct {
    const LearnPlan *plan;
    const LearnRows *rows;
    const LearnResult *results;
    int count;
    const char *command;
} LearnReport;

void learn_write_tables(const LearnReport *report, Text *text);
void learn_write_json(const LearnReport *report, Text *text);
/* A configuration file; only what was learned stands in it. */
void learn_write_toml(const LearnReport *report, Text *text);
void learn_write_html(const LearnReport *report, Text *text);

#endif
