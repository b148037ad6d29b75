/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TRAIN_OPTIMISE_H
#define TENUKI_TRAIN_OPTIMISE_H

/* AdamW (Kingma and Ba 2014; Loshchilov and Hutter 2017). */

#include "train/model.h"

typedef struct {
    float *mean, *square; /* running means of the gradient and of its square */
    uint64_t steps;
} Optimiser;

Optimiser optimiser_new(const ModelForm *form);
void optimiser_free(Optimiser *optimiser);

/* One step for the numbers from `from` up to `to`, by the gradients of several threads together
 * times `scale`; the gradients are zeroed. `steps` was counted up before. */
void optimiser_step(const Optimiser *optimiser, Model *model, float *const *gradients, int threads,
                    double scale, double rate, double decay, size_t from, size_t to);

#endif
