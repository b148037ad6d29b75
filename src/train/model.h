/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TRAIN_MODEL_H
#define TENUKI_TRAIN_MODEL_H

/* A net in floating point while it learns. All numbers stand in one array, so that gradients and
 * the optimiser's memory are arrays of the same form. One unit is 400 centipawns. */

#include "nnue/accumulator.h"

typedef struct {
    NetShape shape;
    /* Where each part begins. */
    size_t weights, bias, output, linear, linear_bias, output_bias;
    size_t count;
} ModelForm;

typedef struct {
    ModelForm form;
    const NetFeatures *features;
    float *values;
} Model;

ModelForm model_form(NetShape shape);

/* Where the output weights for a phase of the game begin. */
static inline size_t model_output(const ModelForm *form, int phase, int phase_max)
{
    return form->output
         + 2 * (size_t)form->shape.neurons * (size_t)net_bucket(&form->shape, phase, phase_max);
}

/* The linear path from the hand-written evaluation, the network from chance and almost silent. */
Model model_new(const NetFeatures *features, int neurons, int buckets, uint64_t seed);
void model_free(Model *model);

/* The nearest net in integers: the output weights as finely as the largest of them allows. */
Net *model_quantise(const Model *model);
/* The way back: the model takes the numbers of a net of as many neurons, or of less, and then the
 * others stay as they are; with as many buckets as it has, or with one, which then are all alike.
 */
void model_take(Model *model, const Net *net);

/* The net whose numbers are the means of those of `nets`, all of one shape. Nets that learned from
 * the same start differ in what chance gave each of them; the mean keeps what they agree on
 * (Izmailov et al., stochastic weight averaging, 2018). */
Net *model_mean(const Net *const *nets, int count);

/* Aligned, all zero. free() it. */
float *model_array(const ModelForm *form);

#endif
