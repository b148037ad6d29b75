/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_EVAL_MODEL_H
#define TENUKI_CHESS_EVAL_MODEL_H

#include "base/eval_model.h"

/* Of ChessPosition. */
extern const EvalModel chess_eval_model;

#endif
