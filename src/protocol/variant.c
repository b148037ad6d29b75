/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/variant.h"

#include <string.h>

enum { SIZE = 9 };

/* ---- Moves ---- */

/* Both are their own inverse: a is file 9, rank 1 is rank i. */
static char usi_file(char file) { return (char)('9' - (file - 'a')); }
static char usi_rank(char rank) { return (char)('i' - (rank - '1')); }
static char variant_file(char file) { return (char)('a' + ('9' - file)); }
static char variant_rank(char rank) { return (char)('1' + ('i' - rank)); }

void variant_write_move(const GameOps *game, GamePosition *pos, GameMove move, Text *text)
{
    Text usi = TEXT_EMPTY;
    game->write_move(pos, move, MOVE_PROTOCOL, &usi);
    const char *at = text_cstr(&usi);
    size_t squares = 0;
    if (at[1] == '*') {
        text_add_char(text, at[0]);
        text_add_char(text, '@');
        squares = 2;
    }
    for (size_t i = squares; i < 4; i += 2) {
        text_add_char(text, variant_file(at[i]));
        text_add_char(text, variant_rank(at[i + 1]));
    }
    text_add(text, at + 4);
    text_free(&usi);
}

static bool is_square(const char *at)
{
    return at[0] >= 'a' && at[0] < 'a' + SIZE && at[1] >= '1' && at[1] < '1' + SIZE;
}

/* A move in USI's letters; false when it has not the form of one. */
static bool translate_move(Span text, char usi[8])
{
    const char *at = text.at;
    if (text.length < 4 || text.length > 5 || !is_square(at + 2))
        return false;
    if (at[1] == '@' && text.length == 4) {
        usi[0] = at[0];
        usi[1] = '*';
    } else if (is_square(at)) {
        usi[0] = usi_file(at[0]);
        usi[1] = usi_rank(at[1]);
    } else {
        return false;
    }
    usi[2] = usi_file(at[2]);
    usi[3] = usi_rank(at[3]);
    /* '=' says "not promoted", which USI leaves unsaid. */
    usi[4] = text.length == 5 && at[4] == '+' ? '+' : '\0';
    usi[5] = '\0';
    return text.length == 4 || at[4] == '+' || at[4] == '=';
}

bool variant_read_move(const GameOps *game, const GamePosition *pos, Span text, GameMove *move,
                       Diag *diag)
{
    char usi[8];
    Diag inner;
    diag_clear(&inner);
    if (!translate_move(text, usi))
        return diag_error(diag, "illegal move '%.*s': expected c3c4, b2h8+ or P@e5",
                          SPAN_ARG(text));
    if (!game->read_move(pos, span_of(usi), move, &inner))
        return diag_error(diag, "illegal move '%.*s': in USI %s", SPAN_ARG(text), inner.error);
    return true;
}

/* ---- Positions ---- */

/* "LNS...[Pp]" to the board and the hands of SFEN, where repeated letters are counted. */
static bool split_hands(Span field, Span *board, Text *hands, Diag *diag)
{
    static const char order[] = "RBGSNLPrbgsnlp";
    const char *open = memchr(field.at, '[', field.length);
    int count[sizeof order] = {0};
    *board = field;
    if (!open) {
        text_add_char(hands, '-');
        return true;
    }
    board->length = (size_t)(open - field.at);
    Span inside = {open + 1, field.length - board->length - 1};
    if (inside.length == 0 || inside.at[inside.length - 1] != ']')
        return diag_error(diag, "']' missing after the pieces in hand");
    inside.length--;
    if (inside.length == 1 && inside.at[0] == '-')
        inside.length = 0;
    for (size_t i = 0; i < inside.length; i++) {
        const char *found = inside.at[i] ? strchr(order, inside.at[i]) : NULL;
        if (!found)
            return diag_error(diag, "unknown piece '%.1s' in hand", inside.at + i);
        count[found - order]++;
    }
    for (size_t i = 0; order[i]; i++) {
        if (count[i] > 1)
            text_printf(hands, "%d", count[i]);
        if (count[i] > 0)
            text_add_char(hands, order[i]);
    }
    if (hands->length == 0)
        text_add_char(hands, '-');
    return true;
}

/* After the side: dashes for what shogi has not, then clocks, of which the last is the move. */
static bool read_move_number(Span rest, int64_t *number, Diag *diag)
{
    enum { HIGHEST = 1000000 };
    Span word;
    *number = 1;
    while (span_next_word(&rest, &word)) {
        if (span_is(word, "-"))
            continue;
        if (!span_to_int(word, 0, HIGHEST, number))
            return diag_error(diag, "illegal move number '%.*s' in the FEN", SPAN_ARG(word));
    }
    if (*number < 1)
        *number = 1;
    return true;
}

static bool translate_fen(Span fen, Text *usi, Diag *diag)
{
    Span field, side, board;
    Text hands = TEXT_EMPTY;
    int64_t number;
    if (!span_next_word(&fen, &field))
        return diag_error(diag, "FEN missing");
    if (!span_next_word(&fen, &side) || (!span_is(side, "w") && !span_is(side, "b")))
        return diag_error(diag, "side to move missing in the FEN: expected w or b");
    bool good = split_hands(field, &board, &hands, diag) && read_move_number(fen, &number, diag);
    if (good) {
        bool second = span_is(side, "b");
        text_add(usi, "sfen ");
        text_add_span(usi, board);
        text_printf(usi, " %c %s %lld", second ? 'w' : 'b', text_cstr(&hands),
                    (long long)(2 * number - !second));
    }
    text_free(&hands);
    return good;
}

static bool translate_moves(Span moves, Text *usi, Diag *diag)
{
    Span word;
    text_add(usi, " moves");
    for (int number = 1; span_next_word(&moves, &word); number++) {
        char move[8];
        if (!translate_move(word, move))
            return diag_error(diag, "illegal move '%.*s' (move %d of the list)", SPAN_ARG(word),
                              number);
        text_add_char(usi, ' ');
        text_add(usi, move);
    }
    return true;
}

bool variant_position(Span arguments, Text *usi, Diag *diag)
{
    Span rest = arguments, word, start = {arguments.at, 0}, moves = {arguments.at, 0};
    bool has_moves = false;
    while (!has_moves && span_next_word(&rest, &word)) {
        has_moves = span_is(word, "moves");
        if (has_moves)
            moves = rest;
        else
            start.length = (size_t)(word.at + word.length - start.at);
    }
    rest = start;
    if (span_next_word(&rest, &word) && span_is(word, "fen")) {
        if (!translate_fen(rest, usi, diag))
            return false;
    } else {
        text_add_span(usi, start);
    }
    return !has_moves || translate_moves(moves, usi, diag);
}
