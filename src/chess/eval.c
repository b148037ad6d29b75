/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/eval.h"

#include "chess/features.h"
#include "chess/psq.h"

static const Score terms[CHESS_TERMS] = {
#define TERM(id, mg, eg, text) [CHESS_TERM_##id] = SCORE(mg, eg),
#include "chess/values.def"
};

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

static ALWAYS_INLINE Score pawns(const ChessPosition *pos, Side side, const Score *value)
{
    ChessBits own = chess_pieces(pos, side, CHESS_PAWN);
    ChessBits enemy = chess_pieces(pos, other_side(side), CHESS_PAWN);
    ChessBits stopped = front_fill(other_side(side), enemy | beside(enemy));
    ChessBits lonely = own & ~beside(file_fill(own));
    ChessBits behind = own & front_fill(other_side(side), own);
    Score score = value[CHESS_TERM_ISOLATED_PAWN] * bits_count(lonely)
                + value[CHESS_TERM_DOUBLED_PAWN] * bits_count(behind);
    for (ChessBits rest = own & ~stopped & ~behind; rest;)
        score += value[CHESS_TERM_PASSED_RANK_2 - 1
                       + chess_relative_rank(side, bits_take_lowest(&rest))];
    return score;
}

static ALWAYS_INLINE Score king_shelter(const ChessPosition *pos, Side side, const Score *value)
{
    ChessBits king = chess_pieces(pos, side, CHESS_KING);
    ChessBits front = chess_forward(side, king | beside(king));
    front |= chess_forward(side, front);
    return value[CHESS_TERM_SHIELD_PAWN] * bits_count(front & chess_pieces(pos, side, CHESS_PAWN));
}

static ALWAYS_INLINE Score pieces(const ChessPosition *pos, Side side, const Score *value)
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
            score += value[CHESS_TERM_MOBILITY_KNIGHT + type - CHESS_KNIGHT]
                   * (bits_count(reach & free) - usual_mobility[type]);
            int hits = bits_count(reach & king_ring);
            danger += king_attack[type] * hits;
            attackers += hits > 0;
            ChessBits file = CHESS_FILE_A << chess_file(square);
            if (type == CHESS_ROOK && !(file & own_pawns))
                score += value[file & all_pawns ? CHESS_TERM_HALF_OPEN_FILE : CHESS_TERM_OPEN_FILE];
        }
    }
    if (attackers >= 2)
        score += SCORE(danger * danger / 6 < 400 ? danger * danger / 6 : 400, 0);
    if (pos->count[chess_piece(side, CHESS_BISHOP)] >= 2)
        score += value[CHESS_TERM_BISHOP_PAIR];
    return score;
}

/* The values are a parameter for the tuner's sake; inlined, they are the constants they were. */
static ALWAYS_INLINE Score one_side(const ChessPosition *pos, Side side, const Score *value)
{
    return pawns(pos, side, value) + king_shelter(pos, side, value) + pieces(pos, side, value);
}

Score chess_evaluate_terms(const ChessPosition *pos, const Score value[CHESS_TERMS])
{
    return one_side(pos, FIRST, value) - one_side(pos, SECOND, value);
}

int chess_taper(const ChessPosition *pos)
{
    /* Promotions can bring more than a full board. */
    return pos->state->phase < CHESS_PHASE_MAX ? pos->state->phase : CHESS_PHASE_MAX;
}

int chess_evaluate(const ChessPosition *pos)
{
    Score score = pos->state->psq + one_side(pos, FIRST, terms) - one_side(pos, SECOND, terms);
    int phase = chess_taper(pos);
    int value =
        (score_mg(score) * phase + score_eg(score) * (CHESS_PHASE_MAX - phase)) / CHESS_PHASE_MAX;
    return (pos->side == FIRST ? value : -value) + CHESS_TEMPO;
}

/* ---- By a network ---- */

void chess_use_net(ChessPosition *pos, NetStack *stack, const Net *net)
{
    net_stack_set(stack, net, &chess_features, pos->capacity);
    for (ChessState *state = pos->stack; state <= pos->state; state++)
        state->change.known = 0;
}

int chess_evaluate_net(const ChessPosition *pos, NetStack *stack)
{
    NetPly now = {&pos->state->change, sizeof *pos->state, chess_plies_played(pos)};
    const bool mirrored[2] = {chess_mirrors(chess_king_square(pos, FIRST)),
                              chess_mirrors(chess_king_square(pos, SECOND))};
    unsigned missing = net_stack_advance(stack, now, mirrored);
    if (missing) {
        NetView view;
        chess_view(pos, &view);
        net_stack_refresh(stack, now, &view, missing);
    }
    int score = net_stack_score(stack, now, pos->side, chess_taper(pos));
#ifdef TENUKI_DEBUG
    NetView view;
    chess_view(pos, &view);
    ASSERT(score == net_parts(stack->net, stack->features, &view).total);
#endif
    return score;
}
