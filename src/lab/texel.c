/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/texel.h"

#include "base/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Positions ---- */

void texel_init(TexelData *data, const EvalModel *model)
{
    *data = (TexelData){.model = model};
    data->scales = xmalloc((size_t)model->value_count);
    data->scratch = xmalloc((size_t)model->value_count * sizeof *data->scratch);
    eval_model_scales(model, data->scales);
}

void texel_free(TexelData *data)
{
    free(data->scales);
    free(data->scratch);
    free(data->positions);
    free(data->counts);
    *data = (TexelData){0};
}

void texel_add(TexelData *data, const void *position, double result)
{
    double phase, rest;
    size_t values = (size_t)data->model->value_count;
    data->model->count(position, data->scratch, &phase, &rest);
    if (data->size == data->capacity) {
        data->capacity = data->capacity ? 2 * data->capacity : 1024;
        data->positions = xrealloc(data->positions, data->capacity * sizeof *data->positions);
    }
    if (data->counts_size + values > data->counts_capacity) {
        data->counts_capacity = 2 * data->counts_capacity + values;
        data->counts = xrealloc(data->counts, data->counts_capacity * sizeof *data->counts);
    }
    size_t first = data->counts_size;
    for (size_t i = 0; i < values; i++)
        if (data->scratch[i])
            data->counts[data->counts_size++] = (TexelCount){(uint16_t)i, data->scratch[i]};
    data->positions[data->size++] = (TexelPosition){
        .result = (float)result,
        .phase = (float)phase,
        .rest = (float)rest,
        .first = (uint32_t)first,
        .count = (uint16_t)(data->counts_size - first),
    };
}

/* ---- The loss ---- */

double texel_evaluate(const TexelData *data, const TexelPosition *position, const double *values)
{
    double by_scale[3] = {0};
    const TexelCount *counts = data->counts + position->first;
    for (int i = 0; i < position->count; i++)
        by_scale[data->scales[counts[i].number]] += values[counts[i].number] * counts[i].count;
    double phase = (double)position->phase;
    return (double)position->rest + by_scale[EVAL_PLAIN] + by_scale[EVAL_MG] * phase
         + by_scale[EVAL_EG] * (1 - phase);
}

static double chance(double evaluation, double k)
{
    return 1 / (1 + pow(10, -k * evaluation / 400));
}

double texel_loss(const TexelData *data, TexelRange range, const double *values, double k)
{
    double sum = 0;
    for (size_t p = range.from; p < range.to; p++) {
        const TexelPosition *position = &data->positions[p];
        double error = chance(texel_evaluate(data, position, values), k) - (double)position->result;
        sum += error * error;
    }
    return sum / (double)(range.to - range.from);
}

double texel_gradient(const TexelData *data, TexelRange range, const double *values, double k,
                      double *gradient)
{
    double sum = 0, inverse = 1 / (double)(range.to - range.from), slope = k * log(10) / 400;
    memset(gradient, 0, (size_t)data->model->value_count * sizeof *gradient);
    for (size_t p = range.from; p < range.to; p++) {
        const TexelPosition *position = &data->positions[p];
        double c = chance(texel_evaluate(data, position, values), k);
        double error = c - (double)position->result;
        double by_evaluation = 2 * error * c * (1 - c) * slope * inverse;
        const TexelCount *counts = data->counts + position->first;
        for (int i = 0; i < position->count; i++) {
            EvalScale scale = (EvalScale)data->scales[counts[i].number];
            gradient[counts[i].number] +=
                by_evaluation * counts[i].count * eval_weight(scale, (double)position->phase);
        }
        sum += error * error;
    }
    return sum * inverse;
}

/* The loss has one valley in k: cut a bracket in the golden ratio. */
double texel_fit_k(const TexelData *data, TexelRange range, const double *values)
{
    const double ratio = (sqrt(5) - 1) / 2;
    double low = 0.01, high = 5;
    while (high - low > 1e-4) {
        double a = high - ratio * (high - low), b = low + ratio * (high - low);
        if (texel_loss(data, range, values, a) < texel_loss(data, range, values, b))
            high = b;
        else
            low = a;
    }
    return (low + high) / 2;
}

/* ---- Adam ---- */

void adam_init(TexelAdam *adam, int size, double rate)
{
    *adam = (TexelAdam){.size = size, .rate = rate};
    adam->mean = xcalloc((size_t)size, sizeof *adam->mean);
    adam->square = xcalloc((size_t)size, sizeof *adam->square);
}

void adam_free(TexelAdam *adam)
{
    free(adam->mean);
    free(adam->square);
    *adam = (TexelAdam){0};
}

void adam_step(TexelAdam *adam, const double *gradient, double *values)
{
    /* `tiny` is no smaller than it is so that numbers which hardly occur hardly move. */
    const double keep_mean = 0.9, keep_square = 0.999, tiny = 1e-7;
    adam->step++;
    double mean_scale = 1 / (1 - pow(keep_mean, adam->step));
    double square_scale = 1 / (1 - pow(keep_square, adam->step));
    for (int i = 0; i < adam->size; i++) {
        double g = gradient[i];
        adam->mean[i] = keep_mean * adam->mean[i] + (1 - keep_mean) * g;
        adam->square[i] = keep_square * adam->square[i] + (1 - keep_square) * g * g;
        values[i] -=
            adam->rate * adam->mean[i] * mean_scale / (sqrt(adam->square[i] * square_scale) + tiny);
    }
}
