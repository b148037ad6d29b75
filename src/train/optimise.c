/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/optimise.h"

#include "base/clones.h"

#include <math.h>
#include <stdlib.h>

/* Weights stay where their integers fit. */
static const float WEIGHT_CLIP = 1.98f, LINEAR_CLIP = 5.0f;

Optimiser optimiser_new(const ModelForm *form)
{
    return (Optimiser){.mean = model_array(form), .square = model_array(form)};
}

void optimiser_free(Optimiser *optimiser)
{
    free(optimiser->mean);
    free(optimiser->square);
    *optimiser = (Optimiser){0};
}

typedef struct {
    float rate, root_correction, decay, clip, scale;
} Rule;

CLONED static void step_range(float *restrict value, float *restrict mean, float *restrict square,
                              float *restrict gradient, size_t count, const Rule *rule)
{
    const float KEEP_MEAN = 0.9f, KEEP_SQUARE = 0.999f, TINY = 1e-8f;
    Rule r = *rule;
    for (size_t i = 0; i < count; i++) {
        float g = gradient[i] * r.scale;
        gradient[i] = 0;
        mean[i] += (1 - KEEP_MEAN) * (g - mean[i]);
        square[i] += (1 - KEEP_SQUARE) * (g * g - square[i]);
        float v = value[i] - r.decay * value[i];
        v -= r.rate * mean[i] / (sqrtf(square[i]) * r.root_correction + TINY);
        value[i] = v > r.clip ? r.clip : v < -r.clip ? -r.clip : v;
    }
}

CLONED static void gather(float *restrict to, float *restrict from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        to[i] += from[i];
        from[i] = 0;
    }
}

void optimiser_step(const Optimiser *optimiser, Model *model, float *const *gradients, int threads,
                    double scale, double rate, double decay, size_t from, size_t to)
{
    const ModelForm *form = &model->form;
    for (int i = 1; i < threads; i++)
        gather(gradients[0] + from, gradients[i] + from, to - from);
    double steps = (double)optimiser->steps;
    Rule rule = {
        .rate = (float)(rate / (1 - pow(0.9, steps))),
        .root_correction = (float)(1 / sqrt(1 - pow(0.999, steps))),
        .scale = (float)scale,
    };
    /* Only what multiplies decays; the linear path has a meaning from the start and keeps it. */
    const struct {
        size_t begin, end;
        float decay, clip;
    } parts[] = {
        {form->weights, form->bias, (float)(rate * decay), WEIGHT_CLIP},
        {form->bias, form->output, 0, WEIGHT_CLIP},
        {form->output, form->linear, (float)(rate * decay), WEIGHT_CLIP},
        {form->linear, form->count, 0, LINEAR_CLIP},
    };
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        size_t begin = parts[i].begin > from ? parts[i].begin : from;
        size_t end = parts[i].end < to ? parts[i].end : to;
        rule.decay = parts[i].decay;
        rule.clip = parts[i].clip;
        if (begin < end)
            step_range(model->values + begin, optimiser->mean + begin, optimiser->square + begin,
                       gradients[0] + begin, end - begin, &rule);
    }
}
