/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/rules.h"

#include "chess/movegen.h"

#define LIGHT_SQUARES 0x55aa55aa55aa55aau

int chess_occurrences(const ChessPosition *pos)
{
    const ChessState *state = pos->state;
    int reach = state->halfmove_clock < state->plies_from_null ? state->halfmove_clock
                                                               : state->plies_from_null;
    int found = 1;
    for (int back = 4; back <= reach; back += 2)
        if (state[-back].key == state->key)
            found++;
    return found;
}

static bool too_little_material(const ChessPosition *pos)
{
    if (pos->by_type[CHESS_PAWN] | pos->by_type[CHESS_ROOK] | pos->by_type[CHESS_QUEEN])
        return false;
    ChessBits knights = pos->by_type[CHESS_KNIGHT], bishops = pos->by_type[CHESS_BISHOP];
    if (knights)
        return !bishops && !bits_several(knights);
    return !(bishops & LIGHT_SQUARES) || !(bishops & ~LIGHT_SQUARES);
}

/* The squares a king can ever reach while no pawn moves: it may take what is not protected by a
 * pawn, and never steps on a square that an enemy pawn attacks. */
static ChessBits king_region(const ChessPosition *pos, Side side)
{
    Side them = other_side(side);
    ChessBits forbidden = chess_pawns_attack(them, chess_pieces(pos, them, CHESS_PAWN))
                        | chess_pieces(pos, side, CHESS_PAWN);
    ChessBits region = chess_pieces(pos, side, CHESS_KING), grown = region;
    do {
        region = grown;
        for (ChessBits rest = region; rest;)
            grown |= chess_king_attacks(bits_take_lowest(&rest)) & ~forbidden;
    } while (grown != region);
    return region;
}

/* Kings and pawns only, every pawn stopped by an enemy pawn, none able to capture, and neither
 * king able to come at a pawn: nothing will ever happen. */
static bool walled_off(const ChessPosition *pos)
{
    ChessBits pawns = pos->by_type[CHESS_PAWN];
    if (chess_occupied(pos) != (pawns | pos->by_type[CHESS_KING])
        || pos->state->en_passant != CHESS_NO_SQUARE)
        return false;
    for (Side side = FIRST; side <= SECOND; side++) {
        ChessBits own = chess_pieces(pos, side, CHESS_PAWN);
        ChessBits enemy = chess_pieces(pos, other_side(side), CHESS_PAWN);
        if ((chess_forward(side, own) & ~enemy) || (chess_pawns_attack(side, own) & enemy)
            || (king_region(pos, side) & enemy))
            return false;
    }
    return true;
}

bool chess_is_dead(const ChessPosition *pos) { return too_little_material(pos) || walled_off(pos); }

ChessEnd chess_end(const ChessPosition *pos)
{
    ChessMove list[CHESS_MAX_MOVES];
    if (chess_generate(pos, CHESS_GEN_ALL, list) == list)
        return chess_in_check(pos) ? CHESS_CHECKMATE : CHESS_STALEMATE;
    if (chess_is_dead(pos))
        return CHESS_DEAD_POSITION;
    if (chess_occurrences(pos) >= 3)
        return CHESS_THREEFOLD;
    return pos->state->halfmove_clock >= 100 ? CHESS_FIFTY_MOVES : CHESS_GOES_ON;
}
