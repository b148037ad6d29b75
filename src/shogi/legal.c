/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Questions about single moves. */

#include "shogi/danger.h"
#include "shogi/movegen.h"

bool shogi_is_pawn_drop_mate(const ShogiPosition *pos, int square)
{
    Side us = pos->side_to_move, them = other_side(us);
    int king = pos->king[them];
    ShogiBits occupied = shogi_occupied(pos) | shogi_bits(square);
    /* The king may flee, or take the pawn if nothing guards it. */
    ShogiBits flights = shogi_king_steps(king) & ~pos->by_side[them];
    if (flights & ~shogi_danger(pos, king, us, occupied ^ shogi_bits(king)))
        return false;
    /* Another piece may take the pawn, unless that lays its king open. Nothing can come between. */
    ShogiBits takers = shogi_attackers(pos, them, square, occupied) & ~shogi_bits(king);
    while (takers) {
        int from = shogi_bits_take(&takers);
        if (!shogi_bits_has(pos->state->pinned[them], from)
            || shogi_bits_has(shogi_line(king, from), square))
            return false;
    }
    return true;
}

static bool is_dead_square(Side side, ShogiType type, int square)
{
    int rank = shogi_relative_rank(side, square);
    return type == SHOGI_KNIGHT                      ? rank <= 1
         : type == SHOGI_PAWN || type == SHOGI_LANCE ? rank == 0
                                                     : false;
}

static bool is_legal_pawn_drop(const ShogiPosition *pos, int to)
{
    Side us = pos->side_to_move, them = other_side(us);
    const ShogiLines *at = &shogi_lines[to];
    if (shogi_word_of(to, shogi_pieces(pos, us, SHOGI_PAWN)) & (at->up | at->down))
        return false;
    return !shogi_bits_has(shogi_steps(us, SHOGI_PAWN, to), pos->king[them])
        || !shogi_is_pawn_drop_mate(pos, to);
}

static bool is_legal_drop(const ShogiPosition *pos, ShogiMove move)
{
    Side us = pos->side_to_move;
    int type = shogi_from(move), to = shogi_to(move);
    if (shogi_promotes(move) || type < SHOGI_PAWN || type >= SHOGI_HAND_TYPES
        || shogi_hand_count(pos, us, (ShogiType)type) == 0 || pos->board[to] != 0
        || is_dead_square(us, (ShogiType)type, to))
        return false;
    ShogiBits checkers = pos->state->checkers;
    if (checkers
        && (shogi_bits_several(checkers)
            || !shogi_bits_has(shogi_between(pos->king[us], shogi_bits_first(checkers)), to)))
        return false;
    return type != SHOGI_PAWN || is_legal_pawn_drop(pos, to);
}

/* The piece can go there; is its own king safe afterwards? */
static bool leaves_king_safe(const ShogiPosition *pos, int from, int to)
{
    Side us = pos->side_to_move;
    int king = pos->king[us];
    ShogiBits checkers = pos->state->checkers;
    if (from == king) {
        ShogiBits occupied = shogi_occupied(pos) ^ shogi_bits(king);
        return !shogi_bits_has(shogi_danger(pos, king, other_side(us), occupied), to);
    }
    if (shogi_bits_has(pos->state->pinned[us], from)
        && (checkers || !shogi_bits_has(shogi_line(king, from), to)))
        return false;
    if (!checkers)
        return true;
    return !shogi_bits_several(checkers)
        && shogi_bits_has(checkers | shogi_between(king, shogi_bits_first(checkers)), to);
}

bool shogi_is_legal(const ShogiPosition *pos, ShogiMove move)
{
    Side us = pos->side_to_move;
    int from = shogi_from(move), to = shogi_to(move);
    if (to >= SHOGI_SQUARES)
        return false;
    if (shogi_is_drop(move))
        return is_legal_drop(pos, move);
    if (from >= SHOGI_SQUARES || !shogi_bits_has(pos->by_side[us], from)
        || shogi_bits_has(pos->by_side[us], to))
        return false;
    ShogiPiece piece = pos->board[from];
    ShogiType type = shogi_type_of(piece);
    if (!shogi_bits_has(shogi_attacks(piece, from, shogi_occupied(pos)), to))
        return false;
    if (shogi_promotes(move)) {
        if (!shogi_can_promote(type)
            || (shogi_relative_rank(us, from) > 2 && shogi_relative_rank(us, to) > 2))
            return false;
    } else if (is_dead_square(us, type, to)) {
        return false;
    }
    return leaves_king_safe(pos, from, to);
}

bool shogi_gives_check(const ShogiPosition *pos, ShogiMove move)
{
    Side us = pos->side_to_move;
    int king = pos->king[other_side(us)];
    int to = shogi_to(move);
    ShogiBits occupied = shogi_occupied(pos);
    if (shogi_is_drop(move))
        return shogi_attacks_square(shogi_piece(us, shogi_drop_type(move)), to, king, occupied);
    int from = shogi_from(move);
    if (shogi_bits_has(pos->state->discoverers[us], from)
        && !shogi_bits_has(shogi_line(king, from), to))
        return true;
    ShogiPiece after = (ShogiPiece)(pos->board[from] | (move & SHOGI_MOVE_PROMOTES) >> 11);
    return shogi_attacks_square(after, to, king, occupied ^ shogi_bits(from));
}
