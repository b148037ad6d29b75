/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/eval.h"

enum {
    TEMPO = 20,
    GUARD = 16,    /* a general or silver beside the own king */
    INTRUDER = 22, /* an enemy piece close enough to reach the squares beside the king */
    ARMED = 3,     /* more for each piece that the intruders' side has in hand */
};

/* Positive is safe. Near the end of the game an intruder is worth what can be dropped behind it. */
static int king_safety(const ShogiPosition *pos, Side side)
{
    if (!shogi_has_king(pos, side))
        return 0;
    int king = pos->king[side];
    ShogiBits beside = shogi_king_steps(king);
    ShogiBits near = shogi_step_zone[other_side(side)][king];
    ShogiBits guards = (shogi_golds(pos) | pos->by_type[SHOGI_SILVER]) & pos->by_side[side];
    ShogiBits intruders = pos->by_side[other_side(side)] & near & ~pos->by_type[SHOGI_KING];
    int armed = pos->state->in_hand[other_side(side)];
    return GUARD * shogi_bits_count(guards & beside)
         - (INTRUDER + ARMED * armed) * shogi_bits_count(intruders);
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
