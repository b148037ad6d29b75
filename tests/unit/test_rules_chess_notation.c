/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chess: moves as people write them, and what an exchange wins. */

#include "reference/rows.h"

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "chess/see.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static ChessPosition *pos;
static Text text;

static void set_up(void)
{
    chess_init();
    pos = chess_new();
    chess_reserve(pos, 4);
}

static void tear_down(void)
{
    chess_delete(pos);
    text_free(&text);
}

TestSuite(chess_notation, .init = set_up, .fini = tear_down);

static void set(const char *fen)
{
    Diag diag;
    diag_clear(&diag);
    cr_assert(chess_set_fen(pos, span_of(fen), &diag), "%s: %s", fen, diag.error);
}

static ChessMove move_of(const char *uci)
{
    Diag diag;
    ChessMove move = CHESS_MOVE_NONE;
    diag_clear(&diag);
    cr_assert(chess_move_from_uci(pos, span_of(uci), &move, &diag), "%s", diag.error);
    return move;
}

typedef struct {
    const char *fen, *uci, *san;
} SanCase;

Test(chess_notation, san_written_and_read)
{
    static const SanCase cases[] = {
        {"3k4/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1+"},
        {"3k4/8/8/8/8/8/4K3/R6R w - - 0 1", "h1d1", "Rhd1+"},
        {"4k3/8/R7/8/8/8/R7/4K3 w - - 0 1", "a2a4", "R2a4"},
        {"4k3/8/R7/8/8/8/R7/4K3 w - - 0 1", "a6a4", "R6a4"},
        {"8/k7/8/8/4Q2Q/8/1K6/7Q w - - 0 1", "h4e1", "Qh4e1"},
        {"8/k7/8/8/4Q2Q/8/1K6/7Q w - - 0 1", "e4e1", "Qee1"},
        {"8/k7/8/8/4Q2Q/8/1K6/7Q w - - 0 1", "h1e1", "Q1e1"},
        {"4k3/4r3/8/8/8/8/4N3/1N2K3 w - - 0 1", "b1c3", "Nc3"}, /* the other knight is pinned */
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
        {"4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1", "d4e5", "dxe5"},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
        {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O"},
        {"4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "e1g1", "O-O"},
        {"4k3/8/8/8/8/5n2/8/4K3 w - - 0 1", "e1f2", "Kf2"},
        {"k7/8/8/8/8/8/1n6/K7 w - - 0 1", "a1b2", "Kxb2"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Diag diag;
        ChessMove read;
        diag_clear(&diag);
        set(cases[i].fen);
        text_clear(&text);
        chess_move_to_san(pos, move_of(cases[i].uci), &text);
        cr_expect_str_eq(text_cstr(&text), cases[i].san);
        cr_expect(chess_move_from_san(pos, span_of(cases[i].san), &read, &diag)
                      && read == move_of(cases[i].uci),
                  "%s: %s", cases[i].san, diag.error);
    }
}

Test(chess_notation, san_as_others_write_it)
{
    static const SanCase cases[] = {
        {"r3k2r/4P3/8/8/8/8/8/R3K1NR w KQkq - 0 1", "g1f3", "Ng1f3"},
        {"r3k2r/4P3/8/8/8/8/8/R3K1NR w KQkq - 0 1", "g1f3", "Ngf3!?"},
        {"r3k2r/4P3/8/8/8/8/8/R3K1NR w KQkq - 0 1", "g1f3", "N1f3+"},
        {"r3k2r/4P3/8/8/8/8/8/R3K1NR w KQkq - 0 1", "e1c1", "0-0-0"},
        {"r3k2r/4P3/8/8/8/8/8/R3K1NR w KQkq - 0 1", "e1c1", "O-O-O!"},
        {"1r3k1r/P7/8/8/8/8/8/R3K1NR w KQ - 0 1", "a7a8q", "a8Q"},
        {"1r3k1r/P7/8/8/8/8/8/R3K1NR w KQ - 0 1", "a7b8r", "axb8=R+"},
        {"1r3k1r/P7/8/8/8/8/8/R3K1NR w KQ - 0 1", "a7b8r", "a7xb8=R"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Diag diag;
        ChessMove read;
        diag_clear(&diag);
        set(cases[i].fen);
        cr_expect(chess_move_from_san(pos, span_of(cases[i].san), &read, &diag)
                      && read == move_of(cases[i].uci),
                  "%s: %s", cases[i].san, diag.error);
    }
}

Test(chess_notation, san_refused)
{
    static const char *const bad[] = {
        "",       "N",    "Rd1", "Nf9",   "Zf3", "e9", "O-O", "O-O-O-O", "a8=K", "a8=P",
        "Rad1d1", "Kd2x", "+",   "Ra1a9", "xe4", "--", "a8",  "Rb1=Q",   "Rbd1", "Pa7=",
    };
    set("5k2/P7/8/8/8/8/4K3/R6R w - - 0 1");
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Diag diag;
        ChessMove read = 0x1234;
        diag_clear(&diag);
        cr_expect_not(chess_move_from_san(pos, span_of(bad[i]), &read, &diag), "'%s'", bad[i]);
        cr_expect_eq(read, 0x1234, "'%s'", bad[i]);
        cr_expect(diag.error[0], "'%s' refused without a word", bad[i]);
    }
}

Test(chess_notation, uci_refused)
{
    static const char *const bad[] = {"",      "e2",    "e2e9",  "e2e4e", "a7a8", "a7a8k",
                                      "a1a2q", "a1h8",  "0000",  "e2e2",  "f8e8", "a1a8x",
                                      "A1A2",  "a7a8Q", "a1b1 ", "h1a1"};
    set("5k2/P7/8/8/8/8/4K3/R6R w - - 0 1");
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Diag diag;
        ChessMove read = 0x1234;
        diag_clear(&diag);
        cr_expect_not(chess_move_from_uci(pos, span_of(bad[i]), &read, &diag), "'%s'", bad[i]);
        cr_expect_eq(read, 0x1234, "'%s'", bad[i]);
        cr_expect(diag.error[0], "'%s' refused without a word", bad[i]);
    }
}

/* A value that is exactly v: at least v is won, and not one more. */
Test(chess_notation, exchange_values)
{
    Rows rows = rows_read("tests/data/rules/chess_see.txt", ';');
    for (size_t i = 0; i < rows.count; i++) {
        const Row *row = &rows.row[i];
        int value = atoi(row->field[2]);
        set(row->field[0]);
        ChessMove move = move_of(row->field[1]);
        cr_expect(chess_see_ge(pos, move, value), "line %d: %s %s wins less than %d", row->line,
                  row->field[0], row->field[1], value);
        cr_expect_not(chess_see_ge(pos, move, value + 1), "line %d: %s %s wins more than %d",
                      row->line, row->field[0], row->field[1], value);
    }
    rows_free(&rows);
}
