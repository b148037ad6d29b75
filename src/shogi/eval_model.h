/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_EVAL_MODEL_H
#define TENUKI_SHOGI_EVAL_MODEL_H

#include "base/eval_model.h"

/* Of ShogiPosition. */
extern const EvalModel shogi_eval_model;

#endif
