/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PARAM_CHOICES_H
#define TENUKI_PARAM_CHOICES_H

/* The words of the parameters that are one of several, each with the constant the search uses. */

#define CHOICES_NMP_STRATEGY(X)                                                                    \
    X(NMP_STATIC, "static")                                                                        \
    X(NMP_LINEAR, "linear")                                                                        \
    X(NMP_SMOOTH, "smooth")                                                                        \
    X(NMP_QUARTER, "quarter")                                                                      \
    X(NMP_THIRDS, "thirds")                                                                        \
    X(NMP_STEPPED, "stepped")                                                                      \
    X(NMP_SCALED, "scaled")

#define CHOICES_NMP_RETURN(X)                                                                      \
    X(NMP_RETURN_SCORE, "score")                                                                   \
    X(NMP_RETURN_BETA, "beta")

#define CHOICES_NMP_VERIFY(X)                                                                      \
    X(NMP_VERIFY_OFF, "off")                                                                       \
    X(NMP_VERIFY_ON_CUTOFF, "on_cutoff")                                                           \
    X(NMP_VERIFY_NEAR_MISS, "near_miss")                                                           \
    X(NMP_VERIFY_BOTH, "both")

#define CHOICES_NMP_STORE(X)                                                                       \
    X(NMP_STORE_OFF, "off")                                                                        \
    X(NMP_STORE_SEARCHED, "searched")

#define CHOICES_RFP_RETURN(X)                                                                      \
    X(RFP_RETURN_EVALUATION, "evaluation")                                                         \
    X(RFP_RETURN_LESS_MARGIN, "less_margin")                                                       \
    X(RFP_RETURN_MEAN, "mean")

#define CHOICES_FUTILITY_FORM(X)                                                                   \
    X(FUTILITY_TABLE, "table")                                                                     \
    X(FUTILITY_LINE, "line")

#define CHOICES_LMR_FORM(X)                                                                        \
    X(LMR_CLASSIC, "classic")                                                                      \
    X(LMR_LOGARITHMIC, "logarithmic")

#define CHOICES_MULTICUT_FORM(X)                                                                   \
    X(MULTICUT_CLASSIC, "classic")                                                                 \
    X(MULTICUT_SINGULAR, "singular")

#define CHOICE_CONSTANT(id, word) id,
typedef enum { CHOICES_NMP_STRATEGY(CHOICE_CONSTANT) } NmpStrategy;
typedef enum { CHOICES_NMP_RETURN(CHOICE_CONSTANT) } NmpReturn;
typedef enum { CHOICES_NMP_VERIFY(CHOICE_CONSTANT) } NmpVerify;
typedef enum { CHOICES_NMP_STORE(CHOICE_CONSTANT) } NmpStore;
typedef enum { CHOICES_RFP_RETURN(CHOICE_CONSTANT) } RfpReturn;
typedef enum { CHOICES_FUTILITY_FORM(CHOICE_CONSTANT) } FutilityForm;
typedef enum { CHOICES_LMR_FORM(CHOICE_CONSTANT) } LmrForm;
typedef enum { CHOICES_MULTICUT_FORM(CHOICE_CONSTANT) } MulticutForm;
#undef CHOICE_CONSTANT

#endif
