/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/movegen.h"

/* Moves are legal as they are written: pieces that shield their king stay on its line, a check
 * leaves the squares that answer it as the only targets, and the king itself looks before it
 * leaps. The generator is compiled for each side and stage, so `us` and `stage` are constants in
 * all functions below. */

static ALWAYS_INLINE ChessMove *write_targets(ChessMove *list, int from, ChessBits targets)
{
    while (targets)
        *list++ = chess_move(from, bits_take_lowest(&targets), CHESS_NORMAL);
    return list;
}

/* Pawn moves are found for all pawns at once; `step` leads from the origin to the target. */
static ALWAYS_INLINE ChessMove *write_pawn_targets(ChessMove *list, ChessBits targets, int step)
{
    while (targets) {
        int to = bits_take_lowest(&targets);
        *list++ = chess_move(to - step, to, CHESS_NORMAL);
    }
    return list;
}

static ALWAYS_INLINE ChessMove *write_promotions(ChessMove *list, ChessBits targets, int step)
{
    while (targets) {
        int to = bits_take_lowest(&targets);
        for (ChessType type = CHESS_QUEEN; type >= CHESS_KNIGHT; type--)
            *list++ = chess_move_promoting(to - step, to, type);
    }
    return list;
}

static ChessMove *write_en_passant(const ChessPosition *pos, ChessMove *list, Side us)
{
    int to = pos->state->en_passant, king = chess_king_square(pos, us);
    ChessBits victim = chess_bit(to ^ 8);
    ChessBits takers = chess_pawn_attacks(other_side(us), to) & chess_pieces(pos, us, CHESS_PAWN);
    while (takers) {
        int from = bits_take_lowest(&takers);
        ChessBits occupied = (chess_occupied(pos) ^ chess_bit(from) ^ victim) | chess_bit(to);
        if (!(chess_attackers(pos, king, occupied) & pos->by_side[other_side(us)] & ~victim))
            *list++ = chess_move(from, to, CHESS_EN_PASSANT);
    }
    return list;
}

static ALWAYS_INLINE ChessMove *write_pawns(const ChessPosition *pos, ChessMove *list, Side us,
                                            ChessGen stage, ChessBits answer)
{
    const int up = us == FIRST ? 8 : -8;
    const int left = us == FIRST ? 7 : -9, right = us == FIRST ? 9 : -7;
    const ChessBits last = chess_rank_bits(us == FIRST ? 7 : 0);
    const ChessBits third = chess_rank_bits(us == FIRST ? 2 : 5);
    int king = chess_king_square(pos, us);
    ChessBits pawns = chess_pieces(pos, us, CHESS_PAWN);
    ChessBits shields = pos->state->blockers[us];
    ChessBits empty = ~chess_occupied(pos), enemy = pos->by_side[other_side(us)];

    /* A shielding pawn moves only along the line to its king. */
    ChessBits push = pawns & (~shields | (CHESS_FILE_A << chess_file(king)));
    ChessBits once = chess_forward(us, push) & empty;
    ChessBits twice = chess_forward(us, once & third) & empty & answer;
    once &= answer;

    if (stage != CHESS_GEN_QUIET) {
        ChessBits along_left =
            us == FIRST ? chess_tables.antidiagonal[king] : chess_tables.diagonal[king];
        ChessBits along_right =
            us == FIRST ? chess_tables.diagonal[king] : chess_tables.antidiagonal[king];
        ChessBits takes_left = pawns & (~shields | along_left) & ~CHESS_FILE_A;
        ChessBits takes_right = pawns & (~shields | along_right) & ~CHESS_FILE_H;
        takes_left = (us == FIRST ? takes_left << 7 : takes_left >> 9) & enemy & answer;
        takes_right = (us == FIRST ? takes_right << 9 : takes_right >> 7) & enemy & answer;
        if (UNLIKELY((once | takes_left | takes_right) & last)) {
            list = write_promotions(list, takes_left & last, left);
            list = write_promotions(list, takes_right & last, right);
            list = write_promotions(list, once & last, up);
        }
        list = write_pawn_targets(list, takes_left & ~last, left);
        list = write_pawn_targets(list, takes_right & ~last, right);
        if (UNLIKELY(pos->state->en_passant != CHESS_NO_SQUARE))
            list = write_en_passant(pos, list, us);
    }
    if (stage != CHESS_GEN_NOISY) {
        list = write_pawn_targets(list, once & ~last, up);
        list = write_pawn_targets(list, twice, 2 * up);
    }
    return list;
}

static ALWAYS_INLINE ChessMove *write_pieces(const ChessPosition *pos, ChessMove *list, Side us,
                                             ChessBits targets)
{
    ChessBits occupied = chess_occupied(pos), shields = pos->state->blockers[us];
    ChessBits own = pos->by_side[us];
    ChessBits knights = own & pos->by_type[CHESS_KNIGHT] & ~shields;
    while (knights) {
        int from = bits_take_lowest(&knights);
        list = write_targets(list, from, chess_knight_attacks(from) & targets);
    }
    ChessBits diagonal = own & chess_diagonal_sliders(pos) & ~shields;
    while (diagonal) {
        int from = bits_take_lowest(&diagonal);
        list = write_targets(list, from, chess_bishop_attacks(from, occupied) & targets);
    }
    ChessBits straight = own & chess_straight_sliders(pos) & ~shields;
    while (straight) {
        int from = bits_take_lowest(&straight);
        list = write_targets(list, from, chess_rook_attacks(from, occupied) & targets);
    }
    ChessBits shielding =
        own & shields & (chess_diagonal_sliders(pos) | chess_straight_sliders(pos));
    while (UNLIKELY(shielding)) {
        int from = bits_take_lowest(&shielding);
        ChessBits reach = chess_attacks(chess_type_of(pos->board[from]), from, occupied);
        ChessBits line = chess_line(chess_king_square(pos, us), from);
        list = write_targets(list, from, reach & line & targets);
    }
    return list;
}

static ALWAYS_INLINE ChessMove *write_king(const ChessPosition *pos, ChessMove *list, Side us,
                                           ChessBits targets)
{
    int king = chess_king_square(pos, us);
    /* The king does not hide behind itself from a slider. */
    ChessBits occupied = chess_occupied(pos) ^ chess_bit(king);
    targets &= chess_king_attacks(king);
    while (targets) {
        int to = bits_take_lowest(&targets);
        if (!chess_is_attacked(pos, to, other_side(us), occupied))
            *list++ = chess_move(king, to, CHESS_NORMAL);
    }
    return list;
}

/* Not in check, the path empty and every square the king crosses safe. In Chess960 the rook may
 * have been a shield, so the last square is looked at as it will be. */
static bool may_castle(const ChessPosition *pos, Side us, const ChessCastle *castle)
{
    int king = chess_king_square(pos, us);
    if (chess_occupied(pos) & castle->empty)
        return false;
    ChessBits occupied = chess_occupied(pos) ^ chess_bit(king);
    for (ChessBits path = castle->safe; path;)
        if (chess_is_attacked(pos, bits_take_lowest(&path), other_side(us), occupied))
            return false;
    occupied = (occupied ^ chess_bit(castle->rook)) | chess_bit(castle->rook_to);
    return !chess_is_attacked(pos, castle->king_to, other_side(us), occupied);
}

static ALWAYS_INLINE ChessMove *write_castling(const ChessPosition *pos, ChessMove *list, Side us)
{
    for (ChessWing wing = CHESS_KING_SIDE; wing <= CHESS_QUEEN_SIDE; wing++) {
        if ((pos->state->castling & chess_right(us, wing))
            && may_castle(pos, us, &pos->castle[us][wing]))
            *list++ =
                chess_move(chess_king_square(pos, us), pos->castle[us][wing].rook, CHESS_CASTLING);
    }
    return list;
}

static ALWAYS_INLINE ChessMove *generate(const ChessPosition *pos, ChessMove *list, Side us,
                                         ChessGen stage)
{
    ChessBits checkers = pos->state->checkers;
    ChessBits targets = 0;
    if (stage != CHESS_GEN_QUIET)
        targets |= pos->by_side[other_side(us)];
    if (stage != CHESS_GEN_NOISY)
        targets |= ~chess_occupied(pos);

    if (LIKELY(!bits_several(checkers))) {
        ChessBits answer = ~(ChessBits)0;
        if (checkers)
            answer = checkers | chess_between(chess_king_square(pos, us), bits_lowest(checkers));
        list = write_pawns(pos, list, us, stage, answer);
        list = write_pieces(pos, list, us, targets & answer);
    }
    list = write_king(pos, list, us, targets);
    if (stage != CHESS_GEN_NOISY && !checkers && pos->state->castling)
        list = write_castling(pos, list, us);
    return list;
}

ChessMove *chess_generate(const ChessPosition *pos, ChessGen stage, ChessMove *list)
{
    if (pos->side == FIRST) {
        switch (stage) {
        case CHESS_GEN_NOISY: return generate(pos, list, FIRST, CHESS_GEN_NOISY);
        case CHESS_GEN_QUIET: return generate(pos, list, FIRST, CHESS_GEN_QUIET);
        case CHESS_GEN_ALL: return generate(pos, list, FIRST, CHESS_GEN_ALL);
        }
    }
    switch (stage) {
    case CHESS_GEN_NOISY: return generate(pos, list, SECOND, CHESS_GEN_NOISY);
    case CHESS_GEN_QUIET: return generate(pos, list, SECOND, CHESS_GEN_QUIET);
    case CHESS_GEN_ALL: break;
    }
    return generate(pos, list, SECOND, CHESS_GEN_ALL);
}

/* ---- One move ---- */

static bool is_legal_castling(const ChessPosition *pos, ChessMove move)
{
    Side us = pos->side;
    ChessWing wing = chess_to(move) > chess_from(move) ? CHESS_KING_SIDE : CHESS_QUEEN_SIDE;
    const ChessCastle *castle = &pos->castle[us][wing];
    return !pos->state->checkers && chess_from(move) == chess_king_square(pos, us)
        && (pos->state->castling & chess_right(us, wing)) && chess_to(move) == castle->rook
        && may_castle(pos, us, castle);
}

static bool is_legal_en_passant(const ChessPosition *pos, ChessMove move)
{
    if (chess_to(move) != pos->state->en_passant)
        return false;
    ChessMove found[2], *end = write_en_passant(pos, found, pos->side);
    for (ChessMove *m = found; m < end; m++)
        if (*m == move)
            return true;
    return false;
}

static bool pawn_reaches(const ChessPosition *pos, Side us, int from, int to)
{
    const int up = us == FIRST ? 8 : -8;
    if (pos->board[to])
        return (chess_pawn_attacks(us, from) & chess_bit(to)) != 0;
    if (to == from + up)
        return true;
    return to == from + 2 * up && chess_relative_rank(us, from) == 1 && !pos->board[from + up];
}

static bool is_legal_king_step(const ChessPosition *pos, int from, int to)
{
    return (chess_king_attacks(from) & chess_bit(to))
        && !chess_is_attacked(pos, to, other_side(pos->side),
                              chess_occupied(pos) ^ chess_bit(from));
}

bool chess_is_legal(const ChessPosition *pos, ChessMove move)
{
    Side us = pos->side;
    int from = chess_from(move), to = chess_to(move);
    ChessPiece piece = pos->board[from];
    ChessType type = chess_type_of(piece);
    if (!piece || chess_side_of(piece) != us || !chess_kind_exists(move))
        return false;
    if (chess_is_castling(move))
        return is_legal_castling(pos, move);
    if (chess_is_en_passant(move))
        return type == CHESS_PAWN && is_legal_en_passant(pos, move);
    if (pos->by_side[us] & chess_bit(to))
        return false;
    bool promotes = type == CHESS_PAWN && chess_relative_rank(us, to) == 7;
    if (promotes != chess_is_promotion(move))
        return false;
    if (type == CHESS_KING)
        return is_legal_king_step(pos, from, to);
    if (type == CHESS_PAWN ? !pawn_reaches(pos, us, from, to)
                           : !(chess_attacks(type, from, chess_occupied(pos)) & chess_bit(to)))
        return false;
    int king = chess_king_square(pos, us);
    ChessBits checkers = pos->state->checkers;
    if (checkers
        && (bits_several(checkers)
            || !((checkers | chess_between(king, bits_lowest(checkers))) & chess_bit(to))))
        return false;
    return !(pos->state->blockers[us] & chess_bit(from))
        || (chess_line(king, from) & chess_bit(to));
}

bool chess_gives_check(const ChessPosition *pos, ChessMove move)
{
    Side us = pos->side, them = other_side(us);
    int from = chess_from(move), to = chess_to(move), king = chess_king_square(pos, them);
    ChessBits occupied = chess_occupied(pos), target = chess_bit(king);
    if (chess_is_castling(move)) {
        const ChessCastle *castle =
            &pos->castle[us][to > from ? CHESS_KING_SIDE : CHESS_QUEEN_SIDE];
        occupied = (occupied ^ chess_bit(from) ^ chess_bit(to)) | chess_bit(castle->king_to)
                 | chess_bit(castle->rook_to);
        return (chess_rook_attacks(castle->rook_to, occupied) & target) != 0;
    }
    ChessType type = chess_type_of(pos->board[from]);
    ChessBits after = (occupied ^ chess_bit(from)) | chess_bit(to);
    if (chess_is_promotion(move))
        type = chess_promotion_type(move);
    if (type == CHESS_PAWN ? chess_pawn_attacks(us, to) & target
                           : chess_attacks(type, to, after) & target)
        return true;
    if ((pos->state->blockers[them] & chess_bit(from)) && !(chess_line(king, from) & chess_bit(to)))
        return true;
    if (!chess_is_en_passant(move))
        return false;
    after ^= chess_bit(to ^ 8);
    return ((chess_bishop_attacks(king, after) & chess_diagonal_sliders(pos))
            | (chess_rook_attacks(king, after) & chess_straight_sliders(pos)))
         & pos->by_side[us];
}

/* A line opens only to who stands behind the piece that leaves it, and a slider that leaves a
 * square on its own line to the king would have been giving check there: so it is enough to know
 * from where each type checks now. */
ChessMove *chess_generate_quiet_checks(const ChessPosition *pos, ChessMove *list)
{
    Side us = pos->side, them = other_side(us);
    int king = chess_king_square(pos, them);
    ChessBits discoverers = pos->state->blockers[them];
    ChessBits from[CHESS_KING + 1] = {[CHESS_PAWN] = chess_pawn_attacks(them, king)};
    for (ChessType type = CHESS_KNIGHT; type < CHESS_KING; type++)
        from[type] = chess_attacks(type, king, chess_occupied(pos));
    ChessMove *end = chess_generate(pos, CHESS_GEN_QUIET, list), *kept = list;
    for (ChessMove *m = list; m < end; m++) {
        ChessBits origin = chess_bit(chess_from(*m)), target = chess_bit(chess_to(*m));
        if (chess_is_castling(*m)
                ? chess_gives_check(pos, *m)
                : from[chess_type_of(pos->board[chess_from(*m)])] & target
                      || (origin & discoverers && !(chess_line(king, chess_from(*m)) & target)))
            *kept++ = *m;
    }
    return kept;
}
