/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/eval.h"

enum {
#define PLAIN(id, value, text) id = value,
#include "shogi/values.def"
};

/* Positive is safe. Near the end of the game an intruder is worth what can be dropped behind it. */
static int king_safety(const ShogiPosition *pos, Side side)
{
    int guards, intruders;
    shogi_count_around_king(pos, side, &guards, &intruders);
    int armed = pos->state->in_hand[other_side(side)];
    return GUARD * guards - (INTRUDER + ARMED * armed) * intruders;
}

int shogi_evaluate(const ShogiPosition *pos)
{
    Score score = pos->state->psq;
    int phase = shogi_phase(pos);
    int value =
        (score_mg(score) * phase + score_eg(score) * (SHOGI_PHASE_MAX - phase)) / SHOGI_PHASE_MAX;
    value += king_safety(pos, FIRST) - king_safety(pos, SECOND);
    return (pos->side_to_move == FIRST ? value : -value) + TEMPO;
}
