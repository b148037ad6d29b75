/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_EVAL_H
#define TENUKI_SHOGI_EVAL_H

#include "shogi/position.h"

/* The numbers of values.def that count the same at every stage. */
enum {
#define PLAIN(id, value, text) SHOGI_##id = value,
#include "shogi/values.def"
};

/* Static evaluation in centipawns, from the side to move: material with hands and piece-square
 * values, tapered by phase, and how safe the kings are. */
int shogi_evaluate(const ShogiPosition *pos);

/* Generals and silvers beside the king of a side, and enemy pieces close enough to reach the
 * squares beside it. */
static inline void shogi_count_around_king(const ShogiPosition *pos, Side side, int *guards,
                                           int *intruders)
{
    *guards = *intruders = 0;
    if (!shogi_has_king(pos, side))
        return;
    int king = pos->king[side];
    ShogiBits near = shogi_zones[other_side(side)][king].step;
    ShogiBits guarding = (shogi_golds(pos) | pos->by_type[SHOGI_SILVER]) & pos->by_side[side];
    ShogiBits intruding = pos->by_side[other_side(side)] & near & ~pos->by_type[SHOGI_KING];
    *guards = shogi_bits_count(guarding & shogi_king_steps(king));
    *intruders = shogi_bits_count(intruding);
}

/* Evaluation by a network. A stack belongs to one position, from shogi_use_net until that is set up
 * anew or copied over; room for the moves to come is reserved before. NULL is no net. */
void shogi_use_net(ShogiPosition *pos, NetStack *stack, const Net *net);
int shogi_evaluate_net(const ShogiPosition *pos, NetStack *stack);

#endif
