/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TRAIN_GRADIENT_H
#define TENUKI_TRAIN_GRADIENT_H

/* The loss of a segment and where it comes from. */

#include "train/dataset.h"
#include "train/model.h"

/* The sum over the segment's trained positions of (expected result - target) squared. The gradient
 * of it is added to `gradient`, an array of the model's form, unless that is NULL. `linear_only`
 * leaves the network out. */
double gradient_segment(const Model *model, const Segment *segment, const Targets *targets,
                        bool linear_only, float *gradient);

#endif
