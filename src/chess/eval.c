/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/eval.h"

#include "chess/psq.h"

enum { TEMPO = 12 };

int chess_evaluate(const ChessPosition *pos)
{
    Score score = pos->state->psq;
    /* Promotions can bring more than a full board. */
    int phase = pos->state->phase < CHESS_PHASE_MAX ? pos->state->phase : CHESS_PHASE_MAX;
    int value =
        (score_mg(score) * phase + score_eg(score) * (CHESS_PHASE_MAX - phase)) / CHESS_PHASE_MAX;
    return (pos->side == FIRST ? value : -value) + TEMPO;
}
