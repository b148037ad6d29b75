/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/fen.h"

#include "chess/movegen.h"

#include <string.h>

const char CHESS_START_FEN[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

enum { LARGEST_CLOCK = 9999, LARGEST_MOVE_NUMBER = 99999 };

static const char piece_letters[] = " PNBRQK  pnbrqk";

static ChessPiece piece_from_letter(char letter)
{
    const char *found = letter && letter != ' ' ? strchr(piece_letters, letter) : NULL;
    return found ? (ChessPiece)(found - piece_letters) : 0;
}

static void add_square(Text *text, int square)
{
    text_printf(text, "%c%c", 'a' + chess_file(square), '1' + chess_rank(square));
}

/* ---- Reading, field by field ---- */

static bool read_board(ChessPosition *pos, Span field, Diag *diag)
{
    int rank = 7, file = 0;
    for (size_t i = 0; i < field.length; i++) {
        char c = field.at[i];
        ChessPiece piece = piece_from_letter(c);
        if (c == '/') {
            if (file != 8)
                return diag_error(diag, "FEN board: rank %d has %d squares, not 8", rank + 1, file);
            if (--rank < 0)
                return diag_error(diag, "FEN board: more than 8 ranks");
            file = 0;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
        } else if (piece) {
            if (file < 8)
                chess_put(pos, piece, chess_square(file, rank));
            file++;
        } else {
            return diag_error(diag, "FEN board: unexpected character '%c' on rank %d", c, rank + 1);
        }
        if (file > 8)
            return diag_error(diag, "FEN board: rank %d has more than 8 squares", rank + 1);
    }
    if (rank != 0 || file != 8)
        return diag_error(diag, "FEN board: ends on rank %d after %d squares", rank + 1, file);
    return true;
}

static bool check_pieces(const ChessPosition *pos, Diag *diag)
{
    for (Side side = FIRST; side <= SECOND; side++) {
        const char *name = side == FIRST ? "White" : "Black";
        int kings = pos->count[chess_piece(side, CHESS_KING)];
        int pawns = pos->count[chess_piece(side, CHESS_PAWN)];
        int all = bits_count(pos->by_side[side]);
        if (kings != 1)
            return diag_error(diag, "%s has %d kings, must be 1", name, kings);
        if (pawns > 8)
            return diag_error(diag, "%s has too many pawns: %d, at most 8", name, pawns);
        if (all > 16)
            return diag_error(diag, "%s has too many pieces: %d, at most 16", name, all);
    }
    if (pos->by_type[CHESS_PAWN] & (chess_rank_bits(0) | chess_rank_bits(7)))
        return diag_error(diag, "illegal pawn on the first or last rank");
    return true;
}

/* The rook a castling letter names: K and Q the outermost one, a file letter the one there. */
static int castling_rook(const ChessPosition *pos, Side side, char letter)
{
    int king = chess_king_square(pos, side), back = side == FIRST ? 0 : 56;
    ChessBits rooks = chess_pieces(pos, side, CHESS_ROOK) & chess_rank_bits(back / 8);
    if (chess_rank(king) != back / 8)
        return CHESS_NO_SQUARE;
    ChessBits below = chess_bit(king) - 1, above = ~below ^ chess_bit(king);
    if (letter == 'K')
        return rooks & above ? bits_highest(rooks & above) : CHESS_NO_SQUARE;
    if (letter == 'Q')
        return rooks & below ? bits_lowest(rooks & below) : CHESS_NO_SQUARE;
    int square = back + letter - 'A';
    return rooks & chess_bit(square) ? square : CHESS_NO_SQUARE;
}

static bool read_castling(ChessPosition *pos, Span field, Diag *diag)
{
    if (span_is(field, "-"))
        return true;
    for (size_t i = 0; i < field.length; i++) {
        char c = field.at[i];
        Side side = c >= 'a' && c <= 'z' ? SECOND : FIRST;
        char letter = (char)(c & ~0x20);
        if (!strchr("KQABCDEFGH", letter) || c == '\0' || (unsigned char)c > 0x7f)
            return diag_error(diag, "FEN castling: unexpected character '%c'", c);
        int rook = castling_rook(pos, side, letter);
        if (rook == CHESS_NO_SQUARE) {
            diag_warn(diag, "castling right '%c' ignored: no king and rook for it", c);
            continue;
        }
        int king = chess_king_square(pos, side);
        ChessWing wing = rook > king ? CHESS_KING_SIDE : CHESS_QUEEN_SIDE;
        if (pos->state->castling & chess_right(side, wing))
            return diag_error(diag, "FEN castling: '%c' repeats a right", c);
        chess_allow_castling(pos, side, rook);
        if (chess_file(king) != 4 || chess_file(rook) != (wing == CHESS_KING_SIDE ? 7 : 0))
            pos->chess960 = true;
    }
    return true;
}

static bool read_en_passant(ChessPosition *pos, Span field, Diag *diag)
{
    if (span_is(field, "-"))
        return true;
    if (field.length != 2 || field.at[0] < 'a' || field.at[0] > 'h' || field.at[1] < '1'
        || field.at[1] > '8')
        return diag_error(diag, "FEN en passant: '%.*s' is no square", SPAN_ARG(field));
    int square = chess_square(field.at[0] - 'a', field.at[1] - '1');
    Side us = pos->side, them = other_side(us);
    bool possible = chess_relative_rank(us, square) == 5
                 && pos->board[square ^ 8] == chess_piece(them, CHESS_PAWN) && !pos->board[square]
                 && !pos->board[square + (us == FIRST ? 8 : -8)];
    if (!possible)
        diag_warn(diag, "en-passant square %.*s ignored: no pawn has just passed it",
                  SPAN_ARG(field));
    else if (chess_en_passant_is_legal(pos, square))
        pos->state->en_passant = (uint8_t)square;
    return true;
}

static bool read_counters(ChessPosition *pos, Span *rest, Diag *diag)
{
    Span halfmove, fullmove, extra;
    int64_t clock = 0, number = 1;
    if (span_next_word(rest, &halfmove)) {
        if (!span_to_int(halfmove, 0, LARGEST_CLOCK, &clock))
            return diag_error(diag, "FEN halfmove clock: '%.*s' must be a number from 0 to %d",
                              SPAN_ARG(halfmove), LARGEST_CLOCK);
        if (!span_next_word(rest, &fullmove))
            return diag_error(diag, "FEN: move number missing after the halfmove clock");
        if (!span_to_int(fullmove, 0, LARGEST_MOVE_NUMBER, &number))
            return diag_error(diag, "FEN move number: '%.*s' must be a number from 0 to %d",
                              SPAN_ARG(fullmove), LARGEST_MOVE_NUMBER);
    }
    if (span_next_word(rest, &extra))
        return diag_error(diag, "FEN: unexpected '%.*s' after the last field", SPAN_ARG(extra));
    pos->state->halfmove_clock = (int32_t)clock;
    pos->game_ply = 2 * (int)(number > 0 ? number - 1 : 0) + (pos->side == SECOND);
    return true;
}

static bool read_fen(ChessPosition *pos, Span fen, Diag *diag)
{
    Span board, side, castling, en_passant;
    if (!span_next_word(&fen, &board))
        return diag_error(diag, "FEN: empty");
    if (!read_board(pos, board, diag) || !check_pieces(pos, diag))
        return false;
    if (!span_next_word(&fen, &side))
        return diag_error(diag, "FEN: side to move missing");
    if (!span_is(side, "w") && !span_is(side, "b"))
        return diag_error(diag, "FEN: side to move must be w or b, not '%.*s'", SPAN_ARG(side));
    pos->side = span_is(side, "w") ? FIRST : SECOND;
    if (chess_is_attacked(pos, chess_king_square(pos, other_side(pos->side)), pos->side,
                          chess_occupied(pos)))
        return diag_error(diag, "illegal position: %s to move could capture the king",
                          pos->side == FIRST ? "White" : "Black");
    if (!span_next_word(&fen, &castling))
        return diag_error(diag, "FEN: castling field missing");
    if (!span_next_word(&fen, &en_passant))
        return diag_error(diag, "FEN: en-passant field missing");
    return read_castling(pos, castling, diag) && read_en_passant(pos, en_passant, diag)
        && read_counters(pos, &fen, diag);
}

bool chess_set_fen(ChessPosition *pos, Span fen, Diag *diag)
{
    ChessPosition fresh = {.capacity = 1};
    ChessState state;
    fresh.stack = &state;
    chess_clear(&fresh);
    if (!read_fen(&fresh, fen, diag))
        return false;
    chess_complete(&fresh);
    pos->state = pos->stack;
    fresh.stack = fresh.state = pos->stack;
    fresh.capacity = pos->capacity;
    *pos = fresh;
    *pos->state = state;
    return true;
}

/* ---- Writing ---- */

static void add_castling(const ChessPosition *pos, Text *fen)
{
    if (!pos->state->castling)
        text_add_char(fen, '-');
    for (Side side = FIRST; side <= SECOND; side++) {
        for (ChessWing wing = CHESS_KING_SIDE; wing <= CHESS_QUEEN_SIDE; wing++) {
            if (!(pos->state->castling & chess_right(side, wing)))
                continue;
            int rook = pos->castle[side][wing].rook;
            char letter = wing == CHESS_KING_SIDE ? 'K' : 'Q';
            if (castling_rook(pos, side, letter) != rook)
                letter = (char)('A' + chess_file(rook));
            text_add_char(fen, side == FIRST ? letter : (char)(letter | 0x20));
        }
    }
}

void chess_get_fen(const ChessPosition *pos, Text *fen)
{
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file <= 8; file++) {
            ChessPiece piece = file < 8 ? pos->board[chess_square(file, rank)] : 0;
            if ((piece || file == 8) && empty) {
                text_printf(fen, "%d", empty);
                empty = 0;
            }
            if (piece)
                text_add_char(fen, piece_letters[piece]);
            else
                empty++;
        }
        text_add_char(fen, rank ? '/' : ' ');
    }
    text_add(fen, pos->side == FIRST ? "w " : "b ");
    add_castling(pos, fen);
    text_add_char(fen, ' ');
    if (pos->state->en_passant == CHESS_NO_SQUARE)
        text_add_char(fen, '-');
    else
        add_square(fen, pos->state->en_passant);
    text_printf(fen, " %d %d", (int)pos->state->halfmove_clock, pos->game_ply / 2 + 1);
}

void chess_flip(ChessPosition *pos)
{
    ChessPosition old = *pos;
    ChessState state = *pos->state;
    chess_clear(pos);
    for (int square = 0; square < CHESS_SQUARES; square++)
        if (old.board[square])
            chess_put(pos, old.board[square] ^ 8, square ^ 56);
    pos->side = other_side(old.side);
    pos->game_ply = old.game_ply ^ 1;
    pos->chess960 = old.chess960;
    for (int i = 0; i < 4; i++)
        if (state.castling & 1u << i)
            chess_allow_castling(pos, other_side((Side)(i / 2)),
                                 old.castle[i / 2][i % 2].rook ^ 56);
    if (state.en_passant != CHESS_NO_SQUARE)
        pos->state->en_passant = state.en_passant ^ 56;
    pos->state->halfmove_clock = state.halfmove_clock;
    chess_complete(pos);
}

/* ---- Moves ---- */

static void write_move(ChessMove move, bool king_takes_rook, Text *text)
{
    if (move == CHESS_MOVE_NONE || move == CHESS_MOVE_NULL) {
        text_add(text, "0000");
        return;
    }
    int from = chess_from(move), to = chess_to(move);
    if (chess_is_castling(move) && !king_takes_rook)
        to = chess_square(to > from ? 6 : 2, chess_rank(from));
    add_square(text, from);
    add_square(text, to);
    if (chess_is_promotion(move))
        text_add_char(text, piece_letters[chess_piece(SECOND, chess_promotion_type(move))]);
}

void chess_move_to_uci(const ChessPosition *pos, ChessMove move, Text *text)
{
    write_move(move, pos->chess960, text);
}

void chess_move_to_uci960(ChessMove move, Text *text) { write_move(move, true, text); }

static bool read_square(Span text, size_t at, int *square)
{
    if (at + 2 > text.length || text.at[at] < 'a' || text.at[at] > 'h' || text.at[at + 1] < '1'
        || text.at[at + 1] > '8')
        return false;
    *square = chess_square(text.at[at] - 'a', text.at[at + 1] - '1');
    return true;
}

/* The move that from and to mean here, before anybody asks whether it is legal. */
static ChessMove interpret(const ChessPosition *pos, int from, int to)
{
    ChessPiece piece = pos->board[from];
    Side us = pos->side;
    if (piece == chess_piece(us, CHESS_PAWN) && to == pos->state->en_passant
        && chess_file(from) != chess_file(to))
        return chess_move(from, to, CHESS_EN_PASSANT);
    if (piece != chess_piece(us, CHESS_KING))
        return chess_move(from, to, CHESS_NORMAL);
    if (pos->board[to] == chess_piece(us, CHESS_ROOK))
        return chess_move(from, to, CHESS_CASTLING);
    if (!(chess_king_attacks(from) & chess_bit(to)) && chess_rank(from) == chess_rank(to)) {
        ChessWing wing = to > from ? CHESS_KING_SIDE : CHESS_QUEEN_SIDE;
        const ChessCastle *castle = &pos->castle[us][wing];
        if ((pos->state->castling & chess_right(us, wing)) && to == castle->king_to)
            return chess_move(from, castle->rook, CHESS_CASTLING);
    }
    return chess_move(from, to, CHESS_NORMAL);
}

static bool explain_illegal(const ChessPosition *pos, Span text, ChessMove move, Diag *diag)
{
    int from = chess_from(move), to = chess_to(move);
    ChessPiece piece = pos->board[from];
    const char *why = "the piece does not move like that";
    if (!piece)
        why = "no piece stands there";
    else if (chess_side_of(piece) != pos->side)
        why = "the piece is the opponent's";
    else if (chess_is_castling(move))
        why = "castling is not possible";
    else if (chess_type_of(piece) == CHESS_PAWN
             && (chess_relative_rank(pos->side, to) == 7) != chess_is_promotion(move))
        why = chess_is_promotion(move) ? "no promotion there" : "the promotion piece is missing";
    else if (pos->by_side[pos->side] & chess_bit(to))
        why = "an own piece stands on the target";
    else if (chess_in_check(pos))
        why = "it does not answer the check";
    else if (chess_type_of(piece) == CHESS_KING && (chess_king_attacks(from) & chess_bit(to)))
        why = "the king would be in check";
    else if ((pos->state->blockers[pos->side] & chess_bit(from))
             && !(chess_line(chess_king_square(pos, pos->side), from) & chess_bit(to)))
        why = "the piece is pinned";
    return diag_error(diag, "illegal move '%.*s': %s", SPAN_ARG(text), why);
}

bool chess_move_from_uci(const ChessPosition *pos, Span text, ChessMove *move, Diag *diag)
{
    int from, to;
    if (text.length < 4 || text.length > 5 || !read_square(text, 0, &from)
        || !read_square(text, 2, &to))
        return diag_error(diag, "malformed move '%.*s': expected the form e2e4 or e7e8q",
                          SPAN_ARG(text));
    ChessMove found = interpret(pos, from, to);
    if (text.length == 5) {
        static const char types[] = "nbrq";
        const char *type = text.at[4] ? strchr(types, text.at[4]) : NULL;
        if (!type)
            return diag_error(diag, "malformed move '%.*s': no promotion to '%c'", SPAN_ARG(text),
                              text.at[4]);
        found = chess_move_promoting(from, to, (ChessType)(CHESS_KNIGHT + (type - types)));
    }
    if (!chess_is_legal(pos, found))
        return explain_illegal(pos, text, found, diag);
    *move = found;
    return true;
}
