/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_MEASURE_SPRT_H
#define TENUKI_MEASURE_SPRT_H

/* The sequential probability ratio test (Wald 1945): after each pair, is it settled whether the
 * difference is elo0 (H0) or elo1 (H1)? */

#include "base/report.h"
#include "base/text.h"
#include "measure/elo.h"

typedef enum { SPRT_NORMALIZED, SPRT_LOGISTIC } SprtModel;

/* The largest bounds for which the likelihood is always found. */
enum { SPRT_NELO_MAX = 200, SPRT_ELO_MAX = 1000 };

typedef struct {
    double elo0, elo1;  /* elo0 < elo1, both within the model's largest */
    double alpha, beta; /* how often H0, H1 may be rejected though it holds */
    SprtModel model;
} SprtRules;

typedef enum { SPRT_GOES_ON, SPRT_ACCEPTED, SPRT_REJECTED } SprtVerdict; /* accepted is H1 */

typedef struct {
    double llr, lower, upper; /* logarithm of the likelihood ratio, and where the test ends */
    SprtVerdict verdict;
} SprtState;

void sprt_evaluate(const SprtRules *rules, const MatchScore *score, SprtState *state);

/* "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized", in any order, separated by white space or
 * commas; alpha, beta and model may be left out. On error the rules are as they were. */
bool sprt_read_rules(Span text, SprtRules *rules, Diag *diag);

const char *sprt_model_name(SprtModel model);

#endif
