/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/sfen.h"

#include "shogi/movegen.h"

#include <string.h>

const char SHOGI_START_SFEN[] = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

static const char LETTERS[] = ".PLNSBRGK";

char shogi_type_letter(ShogiType type) { return LETTERS[type]; }

ShogiType shogi_type_from_letter(char letter)
{
    char upper = letter >= 'a' && letter <= 'z' ? (char)(letter - ('a' - 'A')) : letter;
    const char *found = upper >= 'A' && upper <= 'Z' ? strchr(LETTERS, upper) : NULL;
    return found ? (ShogiType)(found - LETTERS) : SHOGI_NO_TYPE;
}

static Side side_of_letter(char letter) { return letter >= 'a' ? SECOND : FIRST; }

static bool bad_character(Diag *diag, const char *where, char c)
{
    if (c > ' ' && c < 127)
        return diag_error(diag, "%s: unexpected '%c'", where, c);
    return diag_error(diag, "%s: unexpected byte 0x%02x", where, (unsigned char)c);
}

/* The nine ranks, from a to i, each from file 9 to file 1. */
static bool read_board(Span board, ShogiSetupBoard *setup, Diag *diag)
{
    int rank = 0, file = 8;
    int promoted = 0;
    for (size_t i = 0; i < board.length; i++) {
        char c = board.at[i];
        char where[] = "SFEN board, rank a";
        where[sizeof where - 2] = (char)('a' + rank);
        ShogiType type = shogi_type_from_letter(c);
        if (promoted && (type == SHOGI_NO_TYPE || !shogi_can_promote(type)))
            return diag_error(diag, "%s: '+' must stand before a piece that promotes", where);
        if (c == '/') {
            if (file >= 0)
                return diag_error(diag, "%s has %d squares, not 9", where, 8 - file);
            if (++rank > 8)
                return diag_error(diag, "SFEN board has more than 9 ranks");
            file = 8;
        } else if (c >= '1' && c <= '9') {
            file -= c - '0';
            if (file < -1)
                return diag_error(diag, "%s has more than 9 squares", where);
        } else if (c == '+') {
            promoted = SHOGI_PROMOTED;
        } else if (type != SHOGI_NO_TYPE) {
            if (file < 0)
                return diag_error(diag, "%s has more than 9 squares", where);
            setup->board[shogi_square(file--, rank)] =
                shogi_piece(side_of_letter(c), (ShogiType)(type | promoted));
            promoted = 0;
        } else {
            return bad_character(diag, where, c);
        }
    }
    if (promoted)
        return diag_error(diag, "SFEN board ends with '+'");
    if (rank != 8)
        return diag_error(diag, "SFEN board has %d ranks, not 9", rank + 1);
    if (file >= 0)
        return diag_error(diag, "SFEN board, rank i has %d squares, not 9", 8 - file);
    return true;
}

/* "-", or counts and letters; a count of one is not written. */
static bool read_hands(Span hands, ShogiSetupBoard *setup, Diag *diag)
{
    if (span_is(hands, "-"))
        return true;
    for (size_t i = 0; i < hands.length; i++) {
        int count = 0;
        size_t start = i;
        for (; i < hands.length && hands.at[i] >= '0' && hands.at[i] <= '9'; i++) {
            count = 10 * count + (hands.at[i] - '0');
            if (count == 0 || count > 18)
                return diag_error(diag, "SFEN hand: a count must be within 1 and 18");
        }
        if (i == hands.length)
            return diag_error(diag, "SFEN hand ends with a number");
        if (i == start)
            count = 1;
        ShogiType type = shogi_type_from_letter(hands.at[i]);
        if (type == SHOGI_NO_TYPE)
            return bad_character(diag, "SFEN hand", hands.at[i]);
        if (type == SHOGI_KING)
            return diag_error(diag, "SFEN hand: a king cannot be in hand");
        uint8_t *held = &setup->hand[side_of_letter(hands.at[i])][type];
        if (*held)
            return diag_error(diag, "SFEN hand: '%c' is given twice", hands.at[i]);
        *held = (uint8_t)count;
    }
    return true;
}

bool shogi_set_sfen(ShogiPosition *pos, Span sfen, ShogiSetup kind, Diag *diag)
{
    ShogiSetupBoard setup = {.game_ply = 1};
    Span board, side, hands, number, extra;
    if (!span_next_word(&sfen, &board))
        return diag_error(diag, "SFEN is empty");
    if (!read_board(board, &setup, diag))
        return false;
    if (!span_next_word(&sfen, &side))
        return diag_error(diag, "SFEN: the side to move (b or w) is missing");
    if (!span_is(side, "b") && !span_is(side, "w"))
        return diag_error(diag, "SFEN: the side to move must be b or w, not '%.*s'",
                          SPAN_ARG(side));
    setup.side = span_is(side, "b") ? FIRST : SECOND;
    if (!span_next_word(&sfen, &hands))
        return diag_error(diag, "SFEN: the pieces in hand ('-' for none) are missing");
    if (!read_hands(hands, &setup, diag))
        return false;
    if (span_next_word(&sfen, &number)) {
        int64_t value;
        if (!span_to_int(number, 0, SHOGI_GAME_PLY_MAX, &value))
            return diag_error(diag, "SFEN: the move number must be within 1 and %d, not '%.*s'",
                              SHOGI_GAME_PLY_MAX, SPAN_ARG(number));
        if (value == 0)
            diag_warn(diag, "SFEN: move number 0 is taken as 1");
        setup.game_ply = value > 0 ? (int)value : 1;
    }
    if (span_next_word(&sfen, &extra))
        return diag_error(diag, "SFEN: nothing may follow the move number, found '%.*s'",
                          SPAN_ARG(extra));
    return shogi_set_board(pos, &setup, kind, diag);
}

static void write_piece(ShogiPiece piece, Text *text)
{
    ShogiType type = shogi_type_of(piece);
    if (type > SHOGI_KING)
        text_add_char(text, '+');
    char letter = LETTERS[shogi_unpromoted(type)];
    text_add_char(text, shogi_side_of(piece) == FIRST ? letter : (char)(letter + ('a' - 'A')));
}

static void write_board(const ShogiPosition *pos, Text *text)
{
    for (int rank = 0; rank < 9; rank++) {
        int empty = 0;
        for (int file = 8; file >= 0; file--) {
            ShogiPiece piece = pos->board[shogi_square(file, rank)];
            if (piece == 0) {
                empty++;
                continue;
            }
            if (empty)
                text_add_char(text, (char)('0' + empty));
            empty = 0;
            write_piece(piece, text);
        }
        if (empty)
            text_add_char(text, (char)('0' + empty));
        if (rank < 8)
            text_add_char(text, '/');
    }
}

void shogi_get_sfen(const ShogiPosition *pos, Text *text)
{
    static const ShogiType ORDER[7] = {SHOGI_ROOK,   SHOGI_BISHOP, SHOGI_GOLD, SHOGI_SILVER,
                                       SHOGI_KNIGHT, SHOGI_LANCE,  SHOGI_PAWN};
    write_board(pos, text);
    text_add(text, pos->side_to_move == FIRST ? " b " : " w ");
    for (int side = FIRST; side <= SECOND; side++) {
        for (int i = 0; i < 7; i++) {
            int count = shogi_hand_count(pos, (Side)side, ORDER[i]);
            if (count > 1)
                text_printf(text, "%d", count);
            if (count > 0)
                write_piece(shogi_piece((Side)side, ORDER[i]), text);
        }
    }
    if (!pos->hand[FIRST] && !pos->hand[SECOND])
        text_add_char(text, '-');
    text_printf(text, " %d", pos->game_ply);
}

void shogi_move_to_usi(ShogiMove move, Text *text)
{
    int from = shogi_from(move), to = shogi_to(move);
    if (move == SHOGI_MOVE_NONE || move == SHOGI_MOVE_NULL) {
        text_add(text, move == SHOGI_MOVE_NONE ? "none" : "null");
        return;
    }
    if (shogi_is_drop(move))
        text_printf(text, "%c*", LETTERS[shogi_drop_type(move)]);
    else
        text_printf(text, "%d%c", shogi_file(from) + 1, 'a' + shogi_rank(from));
    text_printf(text, "%d%c", shogi_file(to) + 1, 'a' + shogi_rank(to));
    if (shogi_promotes(move))
        text_add_char(text, '+');
}

/* A square off the front of a move: file 1 to 9, rank a to i. */
static bool read_square(const char *at, int *square)
{
    if (at[0] < '1' || at[0] > '9' || at[1] < 'a' || at[1] > 'i')
        return false;
    *square = shogi_square(at[0] - '1', at[1] - 'a');
    return true;
}

static bool read_move(Span usi, ShogiMove *move)
{
    int from, to;
    if (usi.length < 4 || usi.length > 5 || !read_square(usi.at + 2, &to)
        || (usi.length == 5 && usi.at[4] != '+'))
        return false;
    if (usi.at[1] == '*') {
        ShogiType type = shogi_type_from_letter(usi.at[0]);
        if (type == SHOGI_NO_TYPE || side_of_letter(usi.at[0]) == SECOND || usi.length == 5)
            return false;
        *move = shogi_move_drop(type, to);
        return true;
    }
    if (!read_square(usi.at, &from))
        return false;
    *move = usi.length == 5 ? shogi_move_promoting(from, to) : shogi_move(from, to);
    return true;
}

static const char *why_not_drop(const ShogiPosition *pos, ShogiMove move)
{
    Side us = pos->side_to_move;
    int to = shogi_to(move);
    ShogiType type = shogi_drop_type(move);
    int rank = shogi_relative_rank(us, to);
    if (type >= SHOGI_HAND_TYPES)
        return "a king is never in hand";
    if (shogi_hand_count(pos, us, type) == 0)
        return "that piece is not in hand";
    if (pos->board[to])
        return "the square is occupied";
    if ((rank == 0 && (type == SHOGI_PAWN || type == SHOGI_LANCE))
        || (rank <= 1 && type == SHOGI_KNIGHT))
        return "the piece could never move from there";
    const ShogiLines *at = &shogi_lines[to];
    if (type == SHOGI_PAWN
        && shogi_word_of(to, shogi_pieces(pos, us, SHOGI_PAWN)) & (at->up | at->down))
        return "two pawns on a file (nifu)";
    ShogiBits checkers = pos->state->checkers;
    if (checkers
        && (shogi_bits_several(checkers)
            || !shogi_bits_has(shogi_between(pos->king[us], shogi_bits_first(checkers)), to)))
        return "it leaves the king in check";
    return "a dropped pawn may not give mate (uchifuzume)";
}

static const char *why_not_step(const ShogiPosition *pos, ShogiMove move)
{
    Side us = pos->side_to_move;
    int from = shogi_from(move), to = shogi_to(move);
    ShogiPiece piece = pos->board[from];
    ShogiType type = shogi_type_of(piece);
    if (!piece)
        return "there is no piece on its square";
    if (shogi_side_of(piece) != us)
        return "the piece is the opponent's";
    if (shogi_bits_has(pos->by_side[us], to))
        return "an own piece stands there";
    if (!shogi_bits_has(shogi_attacks(piece, from, shogi_occupied(pos)), to))
        return "the piece does not go there";
    if (shogi_promotes(move) && type > SHOGI_KING)
        return "the piece is promoted already";
    if (shogi_promotes(move) && !shogi_can_promote(type))
        return "the piece does not promote";
    if (shogi_promotes(move) && shogi_relative_rank(us, from) > 2
        && shogi_relative_rank(us, to) > 2)
        return "the move is outside the promotion zone";
    if (!shogi_promotes(move)
        && ((shogi_relative_rank(us, to) == 0 && (type == SHOGI_PAWN || type == SHOGI_LANCE))
            || (shogi_relative_rank(us, to) <= 1 && type == SHOGI_KNIGHT)))
        return "the piece must promote there";
    return shogi_in_check(pos) ? "it leaves the king in check" : "it puts the own king in check";
}

bool shogi_explain_illegal(const ShogiPosition *pos, ShogiMove move, Diag *diag)
{
    if (shogi_is_legal(pos, move))
        return false;
    if (shogi_to(move) >= SHOGI_SQUARES
        || (!shogi_is_drop(move) && shogi_from(move) >= SHOGI_SQUARES)
        || (shogi_is_drop(move)
            && (shogi_promotes(move) || shogi_from(move) < SHOGI_PAWN
                || shogi_from(move) > SHOGI_KING))) {
        diag_error(diag, "not a move at all");
        return true;
    }
    Text usi = TEXT_EMPTY;
    shogi_move_to_usi(move, &usi);
    diag_error(diag, "illegal move %s: %s", text_cstr(&usi),
               shogi_is_drop(move) ? why_not_drop(pos, move) : why_not_step(pos, move));
    text_free(&usi);
    return true;
}

bool shogi_move_from_usi(const ShogiPosition *pos, Span usi, ShogiMove *move, Diag *diag)
{
    ShogiMove read;
    if (!read_move(usi, &read))
        return diag_error(diag, "'%.*s' is no move; moves look like 7g7f, 8h2b+ or P*5e",
                          SPAN_ARG(usi));
    if (shogi_explain_illegal(pos, read, diag))
        return false;
    *move = read;
    return true;
}
