/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chess: what a FEN may say, castling, en passant, null moves, and how games end. */

#include "reference/rows.h"

#include "base/rng.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/rules.h"

#include <criterion/criterion.h>
#include <string.h>

static ChessPosition *pos, *other;
static Text text;

static void set_up(void)
{
    chess_init();
    pos = chess_new();
    other = chess_new();
    chess_reserve(pos, 64);
    chess_reserve(other, 64);
}

static void tear_down(void)
{
    chess_delete(pos);
    chess_delete(other);
    text_free(&text);
}

TestSuite(chess_rules, .init = set_up, .fini = tear_down);

/* Sets the position; returns the warning. */
static const char *set(const char *fen)
{
    static Diag diag;
    diag_clear(&diag);
    cr_assert(chess_set_fen(pos, span_of(fen), &diag), "%s: %s", fen, diag.error);
    return diag.warning;
}

static const char *fen_of(const ChessPosition *of)
{
    text_clear(&text);
    chess_get_fen(of, &text);
    return text_cstr(&text);
}

static bool is_legal(const char *uci)
{
    Diag diag;
    ChessMove move;
    diag_clear(&diag);
    return chess_move_from_uci(pos, span_of(uci), &move, &diag);
}

static void play(const char *moves)
{
    Diag diag;
    ChessMove move;
    Span rest = span_of(moves), word;
    diag_clear(&diag);
    while (span_next_word(&rest, &word)) {
        cr_assert(chess_move_from_uci(pos, word, &move, &diag), "%s", diag.error);
        chess_make(pos, move);
    }
}

/* ---- FEN ---- */

static void unescape_tabs(char *field)
{
    for (char *at; (at = strstr(field, "\\t"));) {
        *at = '\t';
        memmove(at + 1, at + 2, strlen(at + 2) + 1);
    }
}

Test(chess_rules, fen_verdicts)
{
    Rows rows = rows_read("tests/data/rules/fen_robustness.tsv", '\t');
    for (size_t i = 0; i < rows.count; i++) {
        const char *verdict = rows.row[i].field[0];
        char *fen = rows.row[i].field[1];
        Diag diag;
        diag_clear(&diag);
        unescape_tabs(fen);
        chess_copy(other, pos);
        bool accepted = chess_set_fen(pos, span_of(fen), &diag);
        if (strcmp(verdict, "either") != 0)
            cr_expect_eq(accepted, strcmp(verdict, "accept") == 0, "line %d (%s): %s",
                         rows.row[i].line, rows.row[i].field[2], diag.error);
        cr_expect_eq(accepted, diag.error[0] == '\0', "line %d: verdict and message differ",
                     rows.row[i].line);
        if (!accepted)
            cr_expect(chess_same(pos, other), "line %d: a refused FEN changes the position",
                      rows.row[i].line);
        cr_expect(chess_is_consistent(pos, &diag), "line %d: %s", rows.row[i].line, diag.error);
    }
    rows_free(&rows);
}

Test(chess_rules, fen_is_written_as_read)
{
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 13 42",
        /* An inner rook has its file for a name, an outer one K or Q. */
        "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
        "4k3/8/8/8/8/8/8/RR2K2R w KB - 0 1",
        "1r1rk2r/8/8/8/8/8/8/4K3 b kd - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    };
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        cr_expect_str_eq(set(fens[i]), "");
        cr_expect_str_eq(fen_of(pos), fens[i]);
    }
}

typedef struct {
    const char *read, *written, *warning; /* a word of the warning; NULL for none */
} FenCase;

Test(chess_rules, fen_is_put_right)
{
    static const FenCase cases[] = {
        /* Shredder-FEN, any order, and four fields. */
        {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NULL},
        {"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NULL},
        {"r3k2r/8/8/8/8/8/8/R3K2R b Kq -", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1", NULL},
        /* Rights without a rook or a king for them. */
        {"4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling"},
        {"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "castling"},
        {"4k3/8/8/8/8/8/8/R3K3 w C - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "castling"},
        /* Squares that no pawn has just passed: no pawn, wrong rank, something in the way. */
        {"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "en-passant"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "en-passant"},
        {"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 1", "en-passant"},
        /* A true double step that nobody can or may take: the square is forgotten silently. */
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", NULL},
        {"8/8/8/K1pP3r/8/8/8/7k w - c6 0 1", "8/8/8/K1pP3r/8/8/8/7k w - - 0 1", NULL},
        {"8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", "8/5bk1/8/2Pp4/8/1K6/8/8 w - - 0 1", NULL},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *warning = set(cases[i].read);
        if (cases[i].warning)
            cr_expect(strstr(warning, cases[i].warning), "%s: '%s'", cases[i].read, warning);
        else
            cr_expect_str_eq(warning, "", "%s", cases[i].read);
        cr_expect_str_eq(fen_of(pos), cases[i].written);
    }
}

/* ---- Castling and en passant ---- */

typedef struct {
    const char *fen, *uci, *after; /* NULL: not legal */
} MoveCase;

static void expect_moves(const MoveCase *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        set(cases[i].fen);
        cr_expect_eq(is_legal(cases[i].uci), cases[i].after != NULL, "%s %s", cases[i].fen,
                     cases[i].uci);
        if (!cases[i].after || !is_legal(cases[i].uci))
            continue;
        play(cases[i].uci);
        cr_expect_str_eq(fen_of(pos), cases[i].after, "%s %s", cases[i].fen, cases[i].uci);
        chess_unmake(pos);
        cr_expect_str_eq(fen_of(pos), cases[i].fen);
    }
}

Test(chess_rules, castling)
{
    static const MoveCase cases[] = {
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"},
        {"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", "2kr3r/8/8/8/8/8/8/4K3 w - - 1 2"},
        {"4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", NULL},  /* the rook's way is blocked */
        {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", NULL},  /* through an attacked square */
        {"4k3/4r3/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", NULL}, /* out of check */
        {"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1c1", NULL},  /* without the right */
        {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "1r2k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", "e1c1", "r3k3/8/8/8/8/8/8/2KR4 b q - 1 1"},
        {"r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", "a1a8", "R3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
    };
    expect_moves(cases, COUNT_OF(cases));
}

Test(chess_rules, castling_960)
{
    static const MoveCase cases[] = {
        /* The king stays, the rook stays, they change places, they stand side by side. */
        {"4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/1K1R4 w K - 0 1", "b1d1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/3RK3 w Q - 0 1", "e1d1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"1r1k2r1/8/8/8/8/8/8/4K3 b kq - 0 1", "d8b8", "2kr2r1/8/8/8/8/8/8/4K3 w - - 1 2"},
        /* The castling rook was a shield: the king would land in check. */
        {"4k3/8/8/8/8/8/8/rR1K4 w Q - 0 1", "d1b1", NULL},
        {"4k3/8/8/8/8/8/8/rR2K3 w Q - 0 1", "e1b1", NULL},
        {"4k3/8/8/8/8/8/r7/1R2K3 w Q - 0 1", "e1b1", "4k3/8/8/8/8/8/r7/2KR4 b - - 1 1"},
        /* Another piece on the king's or on the rook's way. */
        {"4k3/8/8/8/8/8/8/RK1N4 w Q - 0 1", "b1a1", NULL},
        {"4k3/8/8/8/8/8/8/RKN5 w Q - 0 1", "b1a1", NULL},
        {"4k3/8/8/8/8/8/8/R1N2K2 w Q - 0 1", "f1a1", NULL},
        /* The inner rook of two castles. */
        {"4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "e1g1", "4k3/8/8/8/8/8/8/5RKR b - - 1 1"},
    };
    expect_moves(cases, COUNT_OF(cases));
}

Test(chess_rules, both_ways_to_write_castling)
{
    set("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    cr_expect(is_legal("e1g1") && is_legal("e1h1") && is_legal("e1c1") && is_legal("e1a1"));
    text_clear(&text);
    chess_move_to_uci(pos, chess_move(4, 7, CHESS_CASTLING), &text);
    cr_expect_str_eq(text_cstr(&text), "e1g1");
    pos->chess960 = true;
    text_clear(&text);
    chess_move_to_uci(pos, chess_move(4, 7, CHESS_CASTLING), &text);
    cr_expect_str_eq(text_cstr(&text), "e1h1");
    set("4k3/8/8/8/8/8/8/5KR1 w K - 0 1"); /* here f1g1 cannot be a king step */
    cr_expect_not(is_legal("f1h1"));
}

Test(chess_rules, en_passant)
{
    static const MoveCase cases[] = {
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2"},
        {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 2", "e4d3", "4k3/8/8/8/8/3p4/8/4K3 w - - 0 3"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "e5d6", NULL},
        {"8/8/8/K1pP3r/8/8/8/7k w - - 0 1", "d5c6", NULL},
        /* It takes the pawn that gives check. */
        {"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", "8/8/8/2k5/8/3p4/8/4K3 w - - 0 2"},
    };
    expect_moves(cases, COUNT_OF(cases));
    /* A double step sets the square only if it can be taken. */
    set("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    play("e2e4");
    cr_expect_str_eq(fen_of(pos), "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    set("4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1");
    play("e2e4");
    cr_expect_str_eq(fen_of(pos), "4k3/8/8/8/2p1P3/8/8/4K3 b - - 0 1");
}

typedef struct {
    const char *fen, *uci;
    bool check;
} CheckCase;

/* Foretold without making the move, then seen. */
Test(chess_rules, gives_check)
{
    static const CheckCase cases[] = {
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", true},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", false},
        {"4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1", "e2c3", true},  /* discovered */
        {"4k3/8/8/8/8/8/4P3/4RK2 w - - 0 1", "e2e4", false}, /* stays on the line */
        {"4k3/8/8/4N3/8/8/8/4RK2 w - - 0 1", "e5f7", true},
        {"k7/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", true},
        {"k7/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8b", false},
        {"7k/5P2/8/8/8/8/8/4K3 w - - 0 1", "f7f8n", false},
        {"8/4kP2/8/8/8/8/8/4K3 w - - 0 1", "f7f8q", true},
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true}, /* by the rook */
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", false},
        {"8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6", true},  /* both pawns leave the line */
        {"8/8/8/R2p1P1k/8/8/8/4K3 w - - 0 1", "f5f6", false}, /* one stays */
        {"8/8/k7/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false},
        {"4k3/8/8/3pP3/8/8/4R3/4K3 w - d6 0 1", "e5d6", true},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Diag diag;
        ChessMove move;
        diag_clear(&diag);
        set(cases[i].fen);
        cr_assert(chess_move_from_uci(pos, span_of(cases[i].uci), &move, &diag), "%s %s",
                  cases[i].fen, diag.error);
        cr_expect_eq(chess_gives_check(pos, move), cases[i].check, "%s %s", cases[i].fen,
                     cases[i].uci);
        chess_make(pos, move);
        cr_expect_eq(chess_in_check(pos), cases[i].check, "%s %s", cases[i].fen, cases[i].uci);
    }
}

/* ---- Null moves ---- */

Test(chess_rules, null_move)
{
    set("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
    chess_copy(other, pos);
    uint64_t key = chess_key(pos);
    chess_make_null(pos);
    cr_expect_eq(pos->side, SECOND);
    cr_expect_eq(pos->state->en_passant, CHESS_NO_SQUARE);
    cr_expect_eq(pos->state->plies_from_null, 0);
    cr_expect_eq(pos->state->move, CHESS_MOVE_NULL);
    cr_expect_neq(chess_key(pos), key);
    chess_make_null(pos);
    cr_expect_neq(chess_key(pos), key, "the en-passant right does not come back");
    chess_unmake_null(pos);
    chess_unmake_null(pos);
    cr_expect(chess_same(pos, other));
}

/* ---- Ends ---- */

typedef struct {
    const char *fen, *moves;
    ChessEnd end;
} EndCase;

Test(chess_rules, ends)
{
    static const EndCase cases[] = {
        {"7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2f7", CHESS_STALEMATE},
        {"7k/8/5K2/8/8/8/6Q1/8 w - - 0 1", "g2g7", CHESS_CHECKMATE},
        {"7k/8/6K1/8/8/8/Q7/8 w - - 0 1", "a2a8", CHESS_CHECKMATE},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 98 80", "a1a2", CHESS_GOES_ON},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2", CHESS_FIFTY_MOVES},
        {"4k3/8/8/8/8/8/P7/R3K3 w - - 99 80", "a2a3", CHESS_GOES_ON},
        {"7k/8/6K1/8/8/8/Q7/8 w - - 99 80", "a2a8", CHESS_CHECKMATE},
        {"8/8/8/8/8/4k3/8/4K3 w - - 0 1", "", CHESS_DEAD_POSITION},
        {"8/8/8/8/8/4k3/8/2N1K3 w - - 0 1", "", CHESS_DEAD_POSITION},
        {"8/8/8/8/8/4k3/8/2b1K3 w - - 0 1", "", CHESS_DEAD_POSITION},
        {"8/8/8/8/8/4k3/b7/1B2K3 w - - 0 1", "", CHESS_DEAD_POSITION},
        {"8/8/8/8/8/4k3/b7/2B1K3 b - - 0 1", "", CHESS_GOES_ON},
        {"8/8/8/8/8/4k3/n7/1N2K3 w - - 0 1", "", CHESS_GOES_ON},
        {"8/8/8/8/8/4k3/8/NN2K3 w - - 0 1", "", CHESS_GOES_ON},
        {"8/8/8/8/8/4k3/n7/2B1K3 b - - 0 1", "", CHESS_GOES_ON},
        {"8/8/8/8/8/4k3/P7/4K3 w - - 0 1", "", CHESS_GOES_ON},
        {"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "", CHESS_DEAD_POSITION},
        {"4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1", "", CHESS_GOES_ON},
        {"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/2B1K3 w - - 0 1", "", CHESS_GOES_ON},
        {"4k3/8/p7/2p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "", CHESS_GOES_ON},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        set(cases[i].fen);
        play(cases[i].moves);
        cr_expect_eq(chess_end(pos), cases[i].end, "%s %s: %d", cases[i].fen, cases[i].moves,
                     chess_end(pos));
    }
}

typedef struct {
    const char *fen, *moves;
    int occurrences;
} RepetitionCase;

Test(chess_rules, repetition)
{
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const RepetitionCase cases[] = {
        {start, "", 1},
        {start, "g1f3 g8f6 f3g1 f6g8", 2},
        {start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", 2},
        {start, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", 3},
        {start, "g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1 c6b8", 3},
        /* A right is lost on the first lap; the second lap repeats. */
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1b1 a8b8 b1a1 b8a8", 1},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8", 2},
        /* The first position had an en-passant capture, the same board later has not. */
        {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 e8d8 e1d1 d8e8 d1e1", 1},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4 e8d8 e1d1 d8e8 d1e1", 2},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        set(cases[i].fen);
        play(cases[i].moves);
        cr_expect_eq(chess_occurrences(pos), cases[i].occurrences, "%s %s: %d", cases[i].fen,
                     cases[i].moves, chess_occurrences(pos));
        if (cases[i].occurrences >= 3)
            cr_expect_eq(chess_end(pos), CHESS_THREEFOLD);
    }
}

Test(chess_rules, repetition_stops_at_a_null_move)
{
    set("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    play("a1a2 e8d8 a2a1 d8e8");
    cr_expect_eq(chess_occurrences(pos), 2);
    chess_make_null(pos);
    chess_make_null(pos);
    cr_expect_eq(chess_occurrences(pos), 1);
    play("a1a2 e8d8 a2a1 d8e8");
    cr_expect_eq(chess_occurrences(pos), 2);
    for (int i = 0; i < 4; i++)
        chess_unmake(pos);
    chess_unmake_null(pos);
    chess_unmake_null(pos);
    cr_expect_eq(chess_occurrences(pos), 2);
}

/* ---- Attacks ---- */

static ChessBits ray_attacks(int square, ChessBits occupied, const int (*steps)[2])
{
    ChessBits found = 0;
    for (int i = 0; i < 4; i++) {
        int file = chess_file(square), rank = chess_rank(square);
        for (;;) {
            file += steps[i][0];
            rank += steps[i][1];
            if (file < 0 || file > 7 || rank < 0 || rank > 7)
                break;
            found |= chess_bit(chess_square(file, rank));
            if (occupied & chess_bit(chess_square(file, rank)))
                break;
        }
    }
    return found;
}

static void expect_right_sliders(void)
{
    static const int straight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    static const int diagonal[4][2] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    Rng rng = {1};
    for (int i = 0; i < 2000; i++) {
        ChessBits occupied = rng_next(&rng) & (i % 2 ? rng_next(&rng) : ~(ChessBits)0);
        for (int square = 0; square < 64; square++) {
            cr_assert_eq(chess_rook_attacks(square, occupied),
                         ray_attacks(square, occupied, straight));
            cr_assert_eq(chess_bishop_attacks(square, occupied),
                         ray_attacks(square, occupied, diagonal));
        }
    }
}

static uint64_t perft(int depth)
{
    ChessMove list[CHESS_MAX_MOVES], *end = chess_generate(pos, CHESS_GEN_ALL, list);
    uint64_t nodes = 0;
    for (ChessMove *move = list; move < end && depth > 1; move++) {
        chess_make(pos, *move);
        nodes += perft(depth - 1);
        chess_unmake(pos);
    }
    return depth > 1 ? nodes : (uint64_t)(end - list);
}

Test(chess_rules, both_slider_tables)
{
    static const char fen[] =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    chess_init_sliders(false);
    cr_assert_not(chess_tables.use_pext);
    expect_right_sliders();
    set(fen);
    cr_expect_eq(perft(3), 97862);
    if (!chess_pext_is_fast())
        return;
    chess_init_sliders(true);
    cr_assert(chess_tables.use_pext);
    expect_right_sliders();
    set(fen);
    cr_expect_eq(perft(3), 97862);
}

Test(chess_rules, key_after_a_plain_move)
{
    static const char *const fens[] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    };
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        set(fens[i]);
        ChessMove list[CHESS_MAX_MOVES], *end = chess_generate(pos, CHESS_GEN_ALL, list);
        for (ChessMove *move = list; move < end; move++) {
            if (chess_is_castling(*move) || chess_is_en_passant(*move) || chess_is_promotion(*move))
                continue;
            uint64_t expected = chess_key_after(pos, *move);
            chess_make(pos, *move);
            cr_expect(chess_key(pos) == expected || pos->state->en_passant != CHESS_NO_SQUARE,
                      "%s move %d", fens[i], *move);
            chess_unmake(pos);
        }
    }
}

Test(chess_rules, the_most_moves)
{
    ChessMove list[CHESS_MAX_MOVES];
    set("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    cr_expect_eq(chess_generate(pos, CHESS_GEN_ALL, list) - list, 218);
}

Test(chess_rules, attacked_squares_are_those_with_attackers)
{
    Rows rows = rows_read("tests/data/positions/chess-middle.txt", '\t');
    for (size_t i = 0; i < rows.count; i++) {
        set(rows.row[i].field[0]);
        for (int side = FIRST; side <= SECOND; side++) {
            ChessBits attacked = chess_attacked_by(pos, (Side)side);
            for (int square = 0; square < 64; square++)
                cr_assert_eq((attacked >> square & 1) != 0,
                             chess_is_attacked(pos, square, (Side)side, chess_occupied(pos)),
                             "%s: square %d", rows.row[i].field[0], square);
        }
    }
    rows_free(&rows);
}
