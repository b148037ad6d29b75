/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/eval.h"

#include "shogi/features.h"

/* Positive is safe. Near the end of the game an intruder is worth what can be dropped behind it. */
static int king_safety(const ShogiPosition *pos, Side side)
{
    int guards, intruders;
    shogi_count_around_king(pos, side, &guards, &intruders);
    int armed = pos->state->in_hand[other_side(side)];
    return SHOGI_GUARD * guards - (SHOGI_INTRUDER + SHOGI_ARMED * armed) * intruders;
}

int shogi_evaluate(const ShogiPosition *pos)
{
    Score score = pos->state->psq;
    int phase = shogi_phase(pos);
    int value =
        (score_mg(score) * phase + score_eg(score) * (SHOGI_PHASE_MAX - phase)) / SHOGI_PHASE_MAX;
    value += king_safety(pos, FIRST) - king_safety(pos, SECOND);
    return (pos->side_to_move == FIRST ? value : -value) + SHOGI_TEMPO;
}

/* ---- By a network ---- */

void shogi_use_net(ShogiPosition *pos, NetStack *stack, const Net *net)
{
    net_stack_set(stack, net, &shogi_features, pos->capacity);
    for (ShogiState *state = pos->states; state <= pos->state; state++)
        state->change.known = 0;
}

int shogi_evaluate_net(const ShogiPosition *pos, NetStack *stack)
{
    NetPly now = {&pos->state->change, sizeof *pos->state, (int)(pos->state - pos->states)};
    const bool mirrored[2] = {shogi_mirrors(FIRST, pos->king[FIRST]),
                              shogi_mirrors(SECOND, pos->king[SECOND])};
    unsigned missing = net_stack_advance(stack, now, mirrored);
    if (missing) {
        NetView view;
        shogi_view(pos, &view);
        net_stack_refresh(stack, now, &view, missing);
    }
    int score = net_stack_score(stack, now, pos->side_to_move, shogi_phase(pos));
#ifdef TENUKI_DEBUG
    NetView view;
    shogi_view(pos, &view);
    ASSERT(score == net_parts(stack->net, stack->features, &view).total);
#endif
    return score;
}
