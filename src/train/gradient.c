/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/gradient.h"

#include "base/clones.h"

#include <math.h>
#include <string.h>

/* Consecutive positions share most of their features, and so does everything done here. Going
 * forward, the accumulator of the next position is this one's with two to four rows changed. Going
 * back, let C be the sum of dLoss/dAccumulator over the positions so far. A feature that is active
 * from position a up to but not including b gets C at b less C at a: it is enough to subtract C
 * when it appears and to add C when it goes, or at the end. Both are exact. */

enum { WIDE = 16 };

typedef struct {
    float sums[NET_NEURONS_MAX], past[NET_NEURONS_MAX]; /* the accumulator, and C */
    float linear[2], linear_past[2];
    const uint16_t *index;
} Eye; /* one side's view */

typedef struct {
    const Model *model;
    const Segment *segment;
    float *gradient;
    const Targets *targets;
    float steepness; /* of the expected result in the net's output */
    Eye eyes[2];
    uint16_t codes[NET_ACTIVE_MAX];
    int code_count;
} Walk;

static ALWAYS_INLINE void add_row(float *restrict to, const float *restrict row, float sign,
                                  const int n)
{
    for (int i = 0; i < n; i++)
        to[i] += sign * row[i];
}

/* The feature joins (sign 1) or leaves (sign -1) the accumulator; its gradient starts or ends. */
static ALWAYS_INLINE void change_feature(Walk *walk, Eye *eye, uint16_t code, float sign,
                                         const int n)
{
    const ModelForm *form = &walk->model->form;
    const float *values = walk->model->values;
    size_t row = eye->index[code];
    add_row(eye->sums, values + form->weights + row * (size_t)n, sign, n);
    add_row(eye->linear, values + form->linear + 2 * row, sign, 2);
    if (walk->gradient) {
        add_row(walk->gradient + form->weights + row * (size_t)n, eye->past, -sign, n);
        add_row(walk->gradient + form->linear + 2 * row, eye->linear_past, -sign, 2);
    }
}

static ALWAYS_INLINE void open_eye(Walk *walk, int side, bool mirrored, const int n)
{
    Eye *eye = &walk->eyes[side];
    const ModelForm *form = &walk->model->form;
    const float *values = walk->model->values;
    memset(eye, 0, sizeof *eye);
    eye->index = walk->model->features->index[side][mirrored];
    memcpy(eye->sums, values + form->bias, (size_t)n * sizeof *eye->sums);
    for (int i = 0; i < walk->code_count; i++) {
        size_t row = eye->index[walk->codes[i]];
        add_row(eye->sums, values + form->weights + row * (size_t)n, 1, n);
        add_row(eye->linear, values + form->linear + 2 * row, 1, 2);
    }
}

/* All features that are active still get what has come together. */
static ALWAYS_INLINE void close_eye(Walk *walk, int side, const int n)
{
    Eye *eye = &walk->eyes[side];
    const ModelForm *form = &walk->model->form;
    if (!walk->gradient)
        return;
    for (int i = 0; i < walk->code_count; i++) {
        size_t row = eye->index[walk->codes[i]];
        add_row(walk->gradient + form->weights + row * (size_t)n, eye->past, 1, n);
        add_row(walk->gradient + form->linear + 2 * row, eye->linear_past, 1, 2);
    }
    add_row(walk->gradient + form->bias, eye->past, 1, n);
}

static void change_codes(Walk *walk, const TrainPly *ply)
{
    for (int i = 0; i < ply->removals; i++) {
        int at = 0;
        while (walk->codes[at] != ply->removed[i])
            at++;
        walk->codes[at] = walk->codes[--walk->code_count];
    }
    for (int i = 0; i < ply->additions; i++)
        walk->codes[walk->code_count++] = ply->added[i];
}

static ALWAYS_INLINE void step(Walk *walk, const TrainPly *before, const TrainPly *ply, const int n)
{
    unsigned turned = before->mirrored ^ ply->mirrored;
    for (int side = FIRST; side <= SECOND; side++) {
        Eye *eye = &walk->eyes[side];
        if (turned >> side & 1) {
            close_eye(walk, side, n);
            continue;
        }
        for (int i = 0; i < ply->removals; i++)
            change_feature(walk, eye, ply->removed[i], -1, n);
        for (int i = 0; i < ply->additions; i++)
            change_feature(walk, eye, ply->added[i], 1, n);
    }
    change_codes(walk, ply);
    for (int side = FIRST; side <= SECOND; side++)
        if (turned >> side & 1)
            open_eye(walk, side, ply->mirrored >> side & 1, n);
}

/* Sixteen sums side by side, so that the order of additions is the same on every processor. */
static ALWAYS_INLINE float layer(const float *restrict sums, const float *restrict weights,
                                 const int n)
{
    float lanes[WIDE] = {0}, total = 0;
    for (int i = 0; i < n; i += WIDE) {
        for (int k = 0; k < WIDE; k++) {
            float v = sums[i + k] < 0 ? 0 : sums[i + k] > 1 ? 1 : sums[i + k];
            lanes[k] += v * v * weights[i + k];
        }
    }
    for (int k = 0; k < WIDE; k++)
        total += lanes[k];
    return total;
}

static ALWAYS_INLINE void layer_back(Eye *eye, const float *restrict weights,
                                     float *restrict gradient, float slope, const int n)
{
    for (int i = 0; i < n; i++) {
        float a = eye->sums[i], v = a < 0 ? 0 : a > 1 ? 1 : a;
        float inside = a > 0 && a < 1 ? 2 * slope * v : 0;
        gradient[i] += slope * v * v;
        eye->past[i] += inside * weights[i];
    }
}

static ALWAYS_INLINE double judge(Walk *walk, const TrainPly *ply, const int n)
{
    const ModelForm *form = &walk->model->form;
    const float *values = walk->model->values;
    Eye *us = &walk->eyes[ply->side], *them = &walk->eyes[1 - ply->side];
    float mg = (float)ply->phase / (float)walk->model->features->phase_max, eg = 1 - mg;
    const float *bias = values + form->linear_bias;
    float sum = (us->linear[0] - them->linear[0] + bias[0]) * mg
              + (us->linear[1] - them->linear[1] + bias[1]) * eg;
    const size_t output = model_output(form, ply->phase, walk->model->features->phase_max);
    if (n > 0)
        sum += layer(us->sums, values + output, n) + layer(them->sums, values + output + n, n)
             + values[form->output_bias];
    float expected = 1 / (1 + expf(-sum * walk->steepness));
    float miss = expected - (float)dataset_target(ply->score, ply->result, walk->targets);
    if (walk->gradient) {
        float slope = 2 * miss * expected * (1 - expected) * walk->steepness;
        float *gradient = walk->gradient;
        us->linear_past[0] += slope * mg;
        us->linear_past[1] += slope * eg;
        them->linear_past[0] -= slope * mg;
        them->linear_past[1] -= slope * eg;
        gradient[form->linear_bias] += slope * mg;
        gradient[form->linear_bias + 1] += slope * eg;
        if (n > 0) {
            layer_back(us, values + output, gradient + output, slope, n);
            layer_back(them, values + output + n, gradient + output + n, slope, n);
            gradient[form->output_bias] += slope;
        }
    }
    return (double)miss * miss;
}

static ALWAYS_INLINE double walk_along(Walk *walk, const int n)
{
    const Segment *segment = walk->segment;
    double loss = 0;
    walk->code_count = segment->code_count;
    memcpy(walk->codes, segment->codes, segment->code_count * sizeof *segment->codes);
    for (int side = FIRST; side <= SECOND; side++)
        open_eye(walk, side, segment->plies[0].mirrored >> side & 1, n);
    for (int i = 0; i < segment->count; i++) {
        const TrainPly *ply = &segment->plies[i];
        if (i > 0)
            step(walk, ply - 1, ply, n);
        if (ply->trained)
            loss += judge(walk, ply, n);
    }
    for (int side = FIRST; side <= SECOND; side++)
        close_eye(walk, side, n);
    return loss;
}

/* A constant number of neurons, again, for the loops. */
CLONED static double walk_0(Walk *walk) { return walk_along(walk, 0); }
CLONED static double walk_64(Walk *walk) { return walk_along(walk, 64); }
CLONED static double walk_128(Walk *walk) { return walk_along(walk, 128); }
CLONED static double walk_256(Walk *walk) { return walk_along(walk, 256); }
CLONED static double walk_512(Walk *walk) { return walk_along(walk, 512); }

double gradient_segment(const Model *model, const Segment *segment, const Targets *targets,
                        bool linear_only, float *gradient)
{
    Walk walk;
    walk.model = model;
    walk.segment = segment;
    walk.gradient = gradient;
    walk.targets = targets;
    walk.steepness = (float)(NET_SCORE_SCALE / targets_scale(targets));
    switch (linear_only ? 0 : model->form.shape.neurons) {
    case 0: return walk_0(&walk);
    case 64: return walk_64(&walk);
    case 128: return walk_128(&walk);
    case 256: return walk_256(&walk);
    case 512: return walk_512(&walk);
    default: BUG("no trainer for %d neurons", model->form.shape.neurons);
    }
}
