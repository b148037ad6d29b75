/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sprt.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The generalised test of Michel Van den Bergh, "Comments on Normalized Elo" (2020): under each
 * hypothesis take, of all distributions of results that fulfil it, the one under which the observed
 * results are likeliest, and compare the two. */

static const char *const MODEL_WORDS[] = {
    [SPRT_NORMALIZED] = "normalized",
    [SPRT_LOGISTIC] = "logistic",
};

const char *sprt_model_name(SprtModel model) { return MODEL_WORDS[model]; }

/* ---- The likelihood ratio ---- */

typedef struct {
    int kinds;
    double total;
    double score[MATCH_PAIR_KINDS];
    double observed[MATCH_PAIR_KINDS]; /* frequencies, none of them zero */
} Sample;

/* A kind that was never seen counts a little: else no distribution could be excluded by it. The
 * amount is that of fishtest and fastchess, so that figures agree. */
static void take_sample(const ScoreCounts *counts, Sample *sample)
{
    static const double UNSEEN = 1e-3;
    *sample = (Sample){.kinds = counts->kinds};
    for (int i = 0; i < counts->kinds; i++) {
        sample->score[i] = score_of_kind(counts, i);
        sample->observed[i] = counts->counts[i] > 0 ? counts->counts[i] : UNSEEN;
        sample->total += sample->observed[i];
    }
    for (int i = 0; i < counts->kinds; i++)
        sample->observed[i] /= sample->total;
}

/* Above zero between the poles, but for rounding. */
static double stretch(double theta, double slope) { return fmax(1 + theta * slope, DBL_EPSILON); }

/* The distribution nearest to the sample under which the mean of `slope` is zero: by Lagrange,
 * p = observed / (1 + theta slope), with the theta that makes it so. That mean falls in theta all
 * the way between its two poles: Newton's method, and halving where a step would leave the bracket.
 * False when all slopes have one sign. */
static bool tilt(const Sample *sample, const double *slope, double *p)
{
    enum { STEPS_MAX = 200 };
    double smallest = 0, largest = 0;
    for (int i = 0; i < sample->kinds; i++) {
        smallest = fmin(smallest, slope[i]);
        largest = fmax(largest, slope[i]);
    }
    if (!(smallest < 0 && largest > 0))
        return false;
    double low = -1 / largest, high = -1 / smallest, theta = 0;
    for (int step = 0; step < STEPS_MAX; step++) {
        double value = 0, fall = 0;
        for (int i = 0; i < sample->kinds; i++) {
            double share = slope[i] / stretch(theta, slope[i]);
            value += sample->observed[i] * share;
            fall += sample->observed[i] * share * share;
        }
        if (value > 0)
            low = theta;
        else
            high = theta;
        double next = theta + value / fall;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        bool settled = fabs(next - theta) <= 1e-13 * (1 + fabs(theta));
        theta = next;
        if (settled)
            break;
    }
    /* Rounding next to a pole, where hardly anything was observed, must not add to the whole. */
    double whole = 0;
    for (int i = 0; i < sample->kinds; i++)
        whole += p[i] = sample->observed[i] / stretch(theta, slope[i]);
    for (int i = 0; i < sample->kinds; i++)
        p[i] /= whole;
    return true;
}

/* The mean score is `mean`. */
static bool fit_mean(const Sample *sample, double mean, double *p)
{
    double slope[MATCH_PAIR_KINDS];
    for (int i = 0; i < sample->kinds; i++)
        slope[i] = sample->score[i] - mean;
    return tilt(sample, slope, p);
}

/* The mean score is `deviations` standard deviations above one half. The condition is not linear in
 * p: it is made so around the last solution, from the uniform distribution on. */
static bool fit_deviations(const Sample *sample, double deviations, double *p)
{
    enum { ROUNDS_MAX = 100 };
    for (int i = 0; i < sample->kinds; i++)
        p[i] = 1.0 / sample->kinds;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        double mean = 0, variance = 0, slope[MATCH_PAIR_KINDS], next[MATCH_PAIR_KINDS];
        for (int i = 0; i < sample->kinds; i++)
            mean += p[i] * sample->score[i];
        for (int i = 0; i < sample->kinds; i++)
            variance += p[i] * pow(sample->score[i] - mean, 2);
        double sigma = sqrt(variance), change = 0;
        for (int i = 0; i < sample->kinds; i++) {
            double away = (sample->score[i] - mean) / sigma;
            slope[i] = sample->score[i] - 0.5 - deviations * sigma * (1 + away * away) / 2;
        }
        if (!tilt(sample, slope, next))
            return false;
        for (int i = 0; i < sample->kinds; i++) {
            change = fmax(change, fabs(next[i] - p[i]));
            p[i] = next[i];
        }
        if (change < 1e-9)
            break;
    }
    return true;
}

static double log_likelihood_ratio(const SprtRules *rules, const ScoreCounts *counts)
{
    const double elos[2] = {rules->elo0, rules->elo1};
    double p[2][MATCH_PAIR_KINDS], llr = 0;
    Sample sample;
    take_sample(counts, &sample);
    for (int i = 0; i < 2; i++) {
        bool found = rules->model == SPRT_LOGISTIC
                       ? fit_mean(&sample, 1 / (1 + pow(10, -elos[i] / 400)), p[i])
                       : fit_deviations(&sample, elos[i] / score_to_nelo_factor(counts), p[i]);
        if (!found)
            BUG("no results have an Elo difference of %g", elos[i]);
    }
    for (int i = 0; i < sample.kinds; i++)
        llr += sample.observed[i] * log(p[1][i] / p[0][i]);
    return sample.total * llr;
}

void sprt_evaluate(const SprtRules *rules, const MatchScore *score, SprtState *state)
{
    ScoreCounts counts;
    score_counts(score, &counts);
    bool any = false;
    for (int i = 0; i < counts.kinds; i++)
        any = any || counts.counts[i] > 0;
    *state = (SprtState){
        .llr = any ? log_likelihood_ratio(rules, &counts) : 0,
        .lower = log(rules->beta / (1 - rules->alpha)),
        .upper = log((1 - rules->beta) / rules->alpha),
    };
    state->verdict = state->llr >= state->upper ? SPRT_ACCEPTED
                   : state->llr <= state->lower ? SPRT_REJECTED
                                                : SPRT_GOES_ON;
}

/* ---- The rules as text ---- */

enum { WORD_ELO0, WORD_ELO1, WORD_ALPHA, WORD_BETA, WORD_MODEL, WORD_COUNT };

static bool read_model(Span value, SprtModel *model, Diag *diag)
{
    for (size_t i = 0; i < COUNT_OF(MODEL_WORDS); i++)
        if (span_is_nocase(value, MODEL_WORDS[i])) {
            *model = (SprtModel)i;
            return true;
        }
    return diag_error(diag, "sprt: model '%.*s' is neither normalized nor logistic",
                      SPAN_ARG(value));
}

static bool read_word(Span word, SprtRules *rules, unsigned *seen, Diag *diag)
{
    static const char *const NAMES[WORD_COUNT] = {"elo0", "elo1", "alpha", "beta", "model"};
    double *const numbers[WORD_MODEL] = {&rules->elo0, &rules->elo1, &rules->alpha, &rules->beta};
    Span name = {word.at, 0};
    while (name.length < word.length && word.at[name.length] != '=')
        name.length++;
    if (name.length == word.length)
        return diag_error(diag, "sprt: '%.*s' is not name=value", SPAN_ARG(word));
    Span value = {word.at + name.length + 1, word.length - name.length - 1};
    int which = 0;
    while (which < WORD_COUNT && !span_is_nocase(name, NAMES[which]))
        which++;
    if (which == WORD_COUNT)
        return diag_error(diag, "sprt: unknown word '%.*s': elo0, elo1, alpha, beta or model",
                          SPAN_ARG(name));
    if (*seen & 1u << which)
        return diag_error(diag, "sprt: %s is given twice", NAMES[which]);
    *seen |= 1u << which;
    if (which == WORD_MODEL)
        return read_model(value, &rules->model, diag);
    if (!span_to_double(value, -SPRT_ELO_MAX, SPRT_ELO_MAX, numbers[which]))
        return diag_error(diag, "sprt: %s: '%.*s' is no number from %d to %d", NAMES[which],
                          SPAN_ARG(value), -SPRT_ELO_MAX, SPRT_ELO_MAX);
    return true;
}

static bool check_rules(const SprtRules *rules, unsigned seen, Diag *diag)
{
    if (~seen & (1u << WORD_ELO0 | 1u << WORD_ELO1))
        return diag_error(diag, "sprt: elo0 and elo1 are needed, as in \"elo0=0 elo1=5\"");
    if (rules->elo0 >= rules->elo1)
        return diag_error(diag, "sprt: elo0 (%g) must be less than elo1 (%g)", rules->elo0,
                          rules->elo1);
    if (rules->model == SPRT_NORMALIZED
        && (rules->elo0 < -SPRT_NELO_MAX || rules->elo1 > SPRT_NELO_MAX))
        return diag_error(diag, "sprt: normalized elo0 and elo1 must be from %d to %d",
                          -SPRT_NELO_MAX, SPRT_NELO_MAX);
    if (!(rules->alpha > 0 && rules->beta > 0 && rules->alpha + rules->beta < 1))
        return diag_error(diag, "sprt: alpha (%g) and beta (%g) must be above 0, together below 1",
                          rules->alpha, rules->beta);
    return true;
}

/* Commas separate as white space does. */
static bool is_separator(char c) { return memchr(", \t\r\n\v\f", c, 7) != NULL; }

static bool next_rule(Span *rest, Span *word)
{
    while (rest->length > 0 && is_separator(rest->at[0]))
        rest->at++, rest->length--;
    *word = (Span){rest->at, 0};
    while (rest->length > 0 && !is_separator(rest->at[0]))
        rest->at++, rest->length--, word->length++;
    return word->length > 0;
}

bool sprt_read_rules(Span text, SprtRules *rules, Diag *diag)
{
    SprtRules read = {.alpha = 0.05, .beta = 0.05, .model = SPRT_NORMALIZED};
    unsigned seen = 0;
    Span word;
    while (next_rule(&text, &word))
        if (!read_word(word, &read, &seen, diag))
            return false;
    if (!check_rules(&read, seen, diag))
        return false;
    *rules = read;
    return true;
}
