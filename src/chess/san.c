/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/san.h"

#include "chess/movegen.h"

#include <string.h>

static const char type_letters[] = " PNBRQK";

/* ---- Writing ---- */

/* The least that tells the move from those of like pieces to the same square: nothing, the file,
 * the rank, or both. */
static void add_origin(const ChessPosition *pos, ChessMove move, Text *text)
{
    ChessMove list[CHESS_MAX_MOVES], *end = chess_generate(pos, CHESS_GEN_ALL, list);
    int from = chess_from(move);
    bool alike = false, same_file = false, same_rank = false;
    for (ChessMove *m = list; m < end; m++) {
        int other = chess_from(*m);
        if (other == from || chess_to(*m) != chess_to(move) || chess_is_castling(*m)
            || pos->board[other] != pos->board[from])
            continue;
        alike = true;
        same_file |= chess_file(other) == chess_file(from);
        same_rank |= chess_rank(other) == chess_rank(from);
    }
    if (alike && (!same_file || same_rank))
        text_add_char(text, (char)('a' + chess_file(from)));
    if (alike && same_file)
        text_add_char(text, (char)('1' + chess_rank(from)));
}

static void add_check_sign(ChessPosition *pos, ChessMove move, Text *text)
{
    if (!chess_gives_check(pos, move))
        return;
    ChessMove list[CHESS_MAX_MOVES];
    chess_reserve(pos, 1);
    chess_make(pos, move);
    text_add_char(text, chess_generate(pos, CHESS_GEN_ALL, list) == list ? '#' : '+');
    chess_unmake(pos);
}

void chess_move_to_san(ChessPosition *pos, ChessMove move, Text *text)
{
    int from = chess_from(move), to = chess_to(move);
    ChessType type = chess_type_of(pos->board[from]);
    if (chess_is_castling(move)) {
        text_add(text, to > from ? "O-O" : "O-O-O");
    } else {
        bool captures = chess_is_capture(pos, move);
        if (type != CHESS_PAWN) {
            text_add_char(text, type_letters[type]);
            if (type != CHESS_KING)
                add_origin(pos, move, text);
        } else if (captures) {
            text_add_char(text, (char)('a' + chess_file(from)));
        }
        if (captures)
            text_add_char(text, 'x');
        text_printf(text, "%c%c", 'a' + chess_file(to), '1' + chess_rank(to));
        if (chess_is_promotion(move))
            text_printf(text, "=%c", type_letters[chess_promotion_type(move)]);
    }
    add_check_sign(pos, move, text);
}

/* ---- Reading ---- */

typedef struct {
    ChessType type;
    ChessType promotion;      /* CHESS_NO_TYPE without one */
    int from_file, from_rank; /* -1 when not said */
    int to;
} Wanted;

static ChessType type_from_letter(char letter)
{
    const char *found = letter > ' ' ? strchr(type_letters, letter) : NULL;
    return found ? (ChessType)(found - type_letters) : CHESS_NO_TYPE;
}

static Span without_decoration(Span text)
{
    while (text.length > 0 && strchr("+#!?", text.at[text.length - 1])
           && text.at[text.length - 1] != '\0')
        text.length--;
    return text;
}

/* Reads from the end, where the target is: [piece][file][rank][x]file rank[=piece]. */
static bool read_wanted(Span text, Wanted *wanted)
{
    *wanted = (Wanted){CHESS_PAWN, CHESS_NO_TYPE, -1, -1, 0};
    size_t at = 0, end = text.length;
    if (end > 0 && type_from_letter(text.at[0])) {
        wanted->type = type_from_letter(text.at[0]);
        at++;
    }
    if (end > at && type_from_letter(text.at[end - 1])) {
        wanted->promotion = type_from_letter(text.at[--end]);
        if (end > at && text.at[end - 1] == '=')
            end--;
    }
    if (end < at + 2 || text.at[end - 1] < '1' || text.at[end - 1] > '8' || text.at[end - 2] < 'a'
        || text.at[end - 2] > 'h')
        return false;
    wanted->to = chess_square(text.at[end - 2] - 'a', text.at[end - 1] - '1');
    end -= 2;
    if (end > at && (text.at[end - 1] == 'x' || text.at[end - 1] == '-'))
        end--;
    if (end > at && text.at[at] >= 'a' && text.at[at] <= 'h')
        wanted->from_file = text.at[at++] - 'a';
    if (end > at && text.at[at] >= '1' && text.at[at] <= '8')
        wanted->from_rank = text.at[at++] - '1';
    return at == end;
}

static bool fits(const ChessPosition *pos, ChessMove move, const Wanted *wanted)
{
    int from = chess_from(move);
    ChessType promotion = chess_is_promotion(move) ? chess_promotion_type(move) : CHESS_NO_TYPE;
    return !chess_is_castling(move) && chess_to(move) == wanted->to
        && chess_type_of(pos->board[from]) == wanted->type && promotion == wanted->promotion
        && (wanted->from_file < 0 || wanted->from_file == chess_file(from))
        && (wanted->from_rank < 0 || wanted->from_rank == chess_rank(from));
}

static bool read_castling(const ChessPosition *pos, Span text, ChessMove *move)
{
    bool short_side = span_is(text, "O-O") || span_is(text, "0-0") || span_is(text, "o-o");
    bool long_side = span_is(text, "O-O-O") || span_is(text, "0-0-0") || span_is(text, "o-o-o");
    if (!short_side && !long_side)
        return false;
    ChessWing wing = short_side ? CHESS_KING_SIDE : CHESS_QUEEN_SIDE;
    int rook = pos->castle[pos->side][wing].rook;
    *move = rook == CHESS_NO_SQUARE
              ? CHESS_MOVE_NONE
              : chess_move(chess_king_square(pos, pos->side), rook, CHESS_CASTLING);
    return true;
}

bool chess_move_from_san(const ChessPosition *pos, Span text, ChessMove *move, Diag *diag)
{
    Span bare = without_decoration(text);
    ChessMove castling;
    if (read_castling(pos, bare, &castling)) {
        if (!chess_is_legal(pos, castling))
            return diag_error(diag, "illegal move '%.*s': castling is not possible",
                              SPAN_ARG(text));
        *move = castling;
        return true;
    }
    Wanted wanted;
    if (!read_wanted(bare, &wanted))
        return diag_error(diag, "malformed move '%.*s': no algebraic notation", SPAN_ARG(text));
    ChessMove list[CHESS_MAX_MOVES], *end = chess_generate(pos, CHESS_GEN_ALL, list);
    ChessMove found = CHESS_MOVE_NONE;
    for (ChessMove *m = list; m < end; m++) {
        if (!fits(pos, *m, &wanted))
            continue;
        if (found != CHESS_MOVE_NONE)
            return diag_error(diag, "ambiguous move '%.*s'", SPAN_ARG(text));
        found = *m;
    }
    if (found == CHESS_MOVE_NONE)
        return diag_error(diag, "illegal move '%.*s'", SPAN_ARG(text));
    *move = found;
    return true;
}
