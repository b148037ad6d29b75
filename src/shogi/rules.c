/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/rules.h"

#include "shogi/movegen.h"

/* The state of the latest earlier occurrence of the position in `state`, or NULL. */
static const ShogiState *previous_occurrence(const ShogiState *state, const ShogiState *now)
{
    int left = now->plies_from_null - (int)(now - state);
    for (; left >= 2; left -= 2) {
        state -= 2;
        if (state->board_key == now->board_key && state->hand_key == now->hand_key)
            return state;
    }
    return NULL;
}

int shogi_occurrences(const ShogiPosition *pos)
{
    int count = 0;
    const ShogiState *now = pos->state;
    for (const ShogiState *state = now; state; state = previous_occurrence(state, now))
        count++;
    return count;
}

ShogiEnd shogi_repetition(const ShogiPosition *pos)
{
    const ShogiState *now = pos->state, *first = now;
    for (int i = 0; i < 3 && first; i++)
        first = previous_occurrence(first, now);
    if (!first)
        return SHOGI_GOES_ON;
    int moves = (int)(now - first) / 2;
    Side us = pos->side_to_move;
    bool by_us = now->checks[us] >= moves;
    bool by_them = now->checks[other_side(us)] >= moves;
    return by_us == by_them ? SHOGI_REPETITION_DRAW
         : by_us            ? SHOGI_PERPETUAL_LOSS
                            : SHOGI_PERPETUAL_WIN;
}

static ShogiBits camp_of_enemy(Side side)
{
    ShogiBits middle = shogi_bits_rank(1) | shogi_bits_rank(0) | shogi_bits_rank(2);
    return side == FIRST ? middle : middle << 6;
}

static ShogiBits big_pieces(const ShogiPosition *pos)
{
    return pos->by_type[SHOGI_BISHOP] | pos->by_type[SHOGI_ROOK] | pos->by_type[SHOGI_HORSE]
         | pos->by_type[SHOGI_DRAGON];
}

static int pieces_in_camp(const ShogiPosition *pos, Side side, ShogiBits kinds)
{
    return shogi_bits_count(camp_of_enemy(side) & pos->by_side[side] & kinds);
}

int shogi_declare_points(const ShogiPosition *pos, Side side)
{
    int pieces = pieces_in_camp(pos, side, ~pos->by_type[SHOGI_KING]);
    int big = pieces_in_camp(pos, side, big_pieces(pos));
    int big_in_hand =
        shogi_hand_count(pos, side, SHOGI_BISHOP) + shogi_hand_count(pos, side, SHOGI_ROOK);
    return pieces + 4 * big + pos->state->in_hand[side] + 4 * big_in_hand;
}

ShogiEnd shogi_can_declare(const ShogiPosition *pos, ShogiDeclareRule rule)
{
    Side us = pos->side_to_move;
    if (rule == SHOGI_DECLARE_NONE || !shogi_has_king(pos, us) || shogi_in_check(pos))
        return SHOGI_GOES_ON;
    if (rule == SHOGI_DECLARE_TRY) {
        int goal = us == FIRST ? shogi_square(4, 0) : shogi_square(4, 8);
        return pos->king[us] == goal ? SHOGI_DECLARED_WIN : SHOGI_GOES_ON;
    }
    if (!shogi_bits_has(camp_of_enemy(us), pos->king[us])
        || pieces_in_camp(pos, us, ~pos->by_type[SHOGI_KING]) < 10)
        return SHOGI_GOES_ON;
    int points = shogi_declare_points(pos, us);
    if (rule == SHOGI_DECLARE_27)
        return points >= (us == FIRST ? 28 : 27) ? SHOGI_DECLARED_WIN : SHOGI_GOES_ON;
    return points >= 31 ? SHOGI_DECLARED_WIN : points >= 24 ? SHOGI_DECLARED_DRAW : SHOGI_GOES_ON;
}

ShogiEnd shogi_end(const ShogiPosition *pos, ShogiDeclareRule rule, int max_moves)
{
    ShogiMove list[SHOGI_LIST_SIZE];
    if (shogi_generate(pos, SHOGI_GEN_ALL, list) == list)
        return SHOGI_MATED;
    ShogiEnd repetition = shogi_repetition(pos);
    if (repetition != SHOGI_GOES_ON)
        return repetition;
    ShogiEnd declared = shogi_can_declare(pos, rule);
    if (declared != SHOGI_GOES_ON)
        return declared;
    return max_moves > 0 && pos->game_ply - 1 >= max_moves ? SHOGI_MAX_MOVES_DRAW : SHOGI_GOES_ON;
}
