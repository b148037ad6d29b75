/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_EVAL_MODEL_H
#define TENUKI_BASE_EVAL_MODEL_H

/* An evaluation seen as a sum: each of its numbers counts so many times in a position, more or less
 * by the stage of the game. This is what tuning the numbers needs, and nothing else uses it. */

#include "base/text.h"

typedef enum {
    EVAL_PLAIN, /* the same at every stage */
    EVAL_MG,    /* times the phase, 1 in the opening */
    EVAL_EG,    /* times what is left of it */
    EVAL_PAIR,  /* of a row with two numbers: the first is MG, the second EG */
} EvalScale;

/* One row of the game's values.def. */
typedef struct {
    const char *kind, *id, *text; /* text may be NULL */
    EvalScale scale;
    int count;    /* numbers */
    int per_line; /* fewer than count: written as a block of such lines */
} EvalRow;

typedef struct {
    const EvalRow *rows;
    int row_count;
    const int16_t *values; /* of all rows, one after the other */
    int value_count;
    /* How often each number counts, the second side's negative; the phase from 0 to 1; and what the
     * evaluation adds that is no such sum. All as the first side sees it. */
    void (*count)(const void *position, int16_t *counts, double *phase, double *rest);
} EvalModel;

/* Of each number: EVAL_PLAIN, EVAL_MG or EVAL_EG. */
void eval_model_scales(const EvalModel *model, uint8_t *scales);
/* The rows of values.def with these numbers. */
void eval_model_write(const EvalModel *model, const int16_t *values, Text *text);

static inline double eval_weight(EvalScale scale, double phase)
{
    return scale == EVAL_PLAIN ? 1 : scale == EVAL_MG ? phase : 1 - phase;
}

#endif
