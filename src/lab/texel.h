/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_TEXEL_H
#define TENUKI_LAB_TEXEL_H

/* Texel's tuning method (Österlund, 2014): the numbers of an evaluation are chosen so that,
 * squeezed into a chance of winning, it comes as close as can be to the results of many games. The
 * evaluation is linear in its numbers (base/eval_model.h), so the gradient is exact and cheap. */

#include "base/eval_model.h"

typedef struct {
    uint16_t number; /* which one of the model */
    int16_t count;
} TexelCount;

typedef struct {
    float result; /* 1, 1/2 or 0 for the first side */
    float phase;
    float rest; /* of the evaluation: what no number is part of */
    uint32_t first;
    uint16_t count;
} TexelPosition;

typedef struct {
    const EvalModel *model;
    uint8_t *scales; /* of each number: an EvalScale */
    TexelPosition *positions;
    size_t size, capacity;
    TexelCount *counts;
    size_t counts_size, counts_capacity;
    int16_t *scratch;
} TexelData;

void texel_init(TexelData *data, const EvalModel *model);
void texel_free(TexelData *data);
/* `position` is the game's own; the result as the first side sees it. */
void texel_add(TexelData *data, const void *position, double result);

/* A range of positions: [from, to). */
typedef struct {
    size_t from, to;
} TexelRange;

/* The evaluation with these numbers, as the first side sees it. */
double texel_evaluate(const TexelData *data, const TexelPosition *position, const double *values);
/* Mean squared difference between results and chances; k stretches centipawns, and 1 makes 400 of
 * them ten to one. */
double texel_loss(const TexelData *data, TexelRange range, const double *values, double k);
/* The same, and its derivative by each number. */
double texel_gradient(const TexelData *data, TexelRange range, const double *values, double k,
                      double *gradient);
/* The k with the smallest loss. */
double texel_fit_k(const TexelData *data, TexelRange range, const double *values);

/* Adam (Kingma and Ba, 2015), with all positions in every step. */
typedef struct {
    int step, size;
    double rate;
    double *mean, *square;
} TexelAdam;

void adam_init(TexelAdam *adam, int size, double rate);
void adam_free(TexelAdam *adam);
void adam_step(TexelAdam *adam, const double *gradient, double *values);

#endif
