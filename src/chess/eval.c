/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/eval.h"

#include "chess/psq.h"

/* Values by hand; what they are for stands beside them. */
enum { TEMPO = 12 };

static const Score bishop_pair = SCORE(28, 45);
static const Score isolated_pawn = SCORE(-8, -10), doubled_pawn = SCORE(-6, -14);
static const Score open_file = SCORE(26, 8), half_open_file = SCORE(10, 6); /* for a rook */
static const Score shield_pawn = SCORE(9, 0); /* of the two ranks before the king */

/* By rank, from the own side. */
static const Score passed_pawn[8] = {SCORE(0, 0),   SCORE(0, 6),   SCORE(2, 10),   SCORE(8, 24),
                                     SCORE(22, 48), SCORE(45, 85), SCORE(70, 120), SCORE(0, 0)};

/* Each square a piece can go to, over what it usually has. */
static const Score mobility[CHESS_TYPES] = {[CHESS_KNIGHT] = SCORE(5, 4),
                                            [CHESS_BISHOP] = SCORE(5, 5),
                                            [CHESS_ROOK] = SCORE(2, 4),
                                            [CHESS_QUEEN] = SCORE(1, 3)};
static const int usual_mobility[CHESS_TYPES] = {
    [CHESS_KNIGHT] = 4, [CHESS_BISHOP] = 6, [CHESS_ROOK] = 7, [CHESS_QUEEN] = 13};

/* What an attack on a square beside the enemy king adds to the danger, which grows by its square.
 */
static const int king_attack[CHESS_TYPES] = {
    [CHESS_KNIGHT] = 3, [CHESS_BISHOP] = 3, [CHESS_ROOK] = 4, [CHESS_QUEEN] = 5};

static ChessBits file_fill(ChessBits set)
{
    set |= set >> 8 | set << 8;
    set |= set >> 16 | set << 16;
    return set | set >> 32 | set << 32;
}

static ChessBits beside(ChessBits set)
{
    return (set & ~CHESS_FILE_A) >> 1 | (set & ~CHESS_FILE_H) << 1;
}

/* All squares before a set, up to the far edge. */
static ChessBits front_fill(Side side, ChessBits set)
{
    for (int shift = 8; shift <= 32; shift *= 2)
        set |= side == FIRST ? set << shift : set >> shift;
    return chess_forward(side, set);
}

static Score pawns(const ChessPosition *pos, Side side)
{
    ChessBits own = chess_pieces(pos, side, CHESS_PAWN);
    ChessBits enemy = chess_pieces(pos, other_side(side), CHESS_PAWN);
    ChessBits stopped = front_fill(other_side(side), enemy | beside(enemy));
    ChessBits lonely = own & ~beside(file_fill(own));
    ChessBits behind = own & front_fill(other_side(side), own);
    Score score = isolated_pawn * bits_count(lonely) + doubled_pawn * bits_count(behind);
    for (ChessBits rest = own & ~stopped & ~behind; rest;)
        score += passed_pawn[chess_relative_rank(side, bits_take_lowest(&rest))];
    return score;
}

static Score king_shelter(const ChessPosition *pos, Side side)
{
    ChessBits king = chess_pieces(pos, side, CHESS_KING);
    ChessBits front = chess_forward(side, king | beside(king));
    front |= chess_forward(side, front);
    return shield_pawn * bits_count(front & chess_pieces(pos, side, CHESS_PAWN));
}

static Score pieces(const ChessPosition *pos, Side side)
{
    Side them = other_side(side);
    ChessBits occupied = chess_occupied(pos), all_pawns = pos->by_type[CHESS_PAWN];
    ChessBits own_pawns = chess_pieces(pos, side, CHESS_PAWN);
    ChessBits free =
        ~pos->by_side[side] & ~chess_pawns_attack(them, chess_pieces(pos, them, CHESS_PAWN));
    ChessBits king_ring = chess_king_attacks(chess_king_square(pos, them));
    int danger = 0, attackers = 0;
    Score score = 0;
    for (ChessType type = CHESS_KNIGHT; type <= CHESS_QUEEN; type++) {
        for (ChessBits rest = chess_pieces(pos, side, type); rest;) {
            int square = bits_take_lowest(&rest);
            ChessBits reach = chess_attacks(type, square, occupied);
            score += mobility[type] * (bits_count(reach & free) - usual_mobility[type]);
            int hits = bits_count(reach & king_ring);
            danger += king_attack[type] * hits;
            attackers += hits > 0;
            ChessBits file = CHESS_FILE_A << chess_file(square);
            if (type == CHESS_ROOK && !(file & own_pawns))
                score += file & all_pawns ? half_open_file : open_file;
        }
    }
    if (attackers >= 2)
        score += SCORE(danger * danger / 6 < 400 ? danger * danger / 6 : 400, 0);
    if (pos->count[chess_piece(side, CHESS_BISHOP)] >= 2)
        score += bishop_pair;
    return score;
}

static Score one_side(const ChessPosition *pos, Side side)
{
    return pawns(pos, side) + king_shelter(pos, side) + pieces(pos, side);
}

int chess_evaluate(const ChessPosition *pos)
{
    Score score = pos->state->psq + one_side(pos, FIRST) - one_side(pos, SECOND);
    /* Promotions can bring more than a full board. */
    int phase = pos->state->phase < CHESS_PHASE_MAX ? pos->state->phase : CHESS_PHASE_MAX;
    int value =
        (score_mg(score) * phase + score_eg(score) * (CHESS_PHASE_MAX - phase)) / CHESS_PHASE_MAX;
    return (pos->side == FIRST ? value : -value) + TEMPO;
}
