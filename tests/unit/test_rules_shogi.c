/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shogi: what an SFEN may say, which moves are legal, mate problems, null moves, names of moves and
 * exchanges. */

#include "reference/rows.h"
#include "reference/slow_shogi.h"

#include "shogi/danger.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/psq.h"
#include "shogi/rules.h"
#include "shogi/see.h"
#include "shogi/sfen.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static ShogiPosition *pos, *other;
static Text text;

static void set_up(void)
{
    shogi_init();
    pos = shogi_new();
    other = shogi_new();
    shogi_reserve(pos, 300);
}

static void tear_down(void)
{
    shogi_delete(pos);
    shogi_delete(other);
    text_free(&text);
}

TestSuite(shogi_rules, .init = set_up, .fini = tear_down);

static void set(const char *sfen)
{
    Diag diag;
    diag_clear(&diag);
    cr_assert(shogi_set_sfen(pos, span_of(sfen), SHOGI_SETUP_GAME, &diag), "%s: %s", sfen,
              diag.error);
}

static const char *sfen_of(const ShogiPosition *of)
{
    text_clear(&text);
    shogi_get_sfen(of, &text);
    return text_cstr(&text);
}

static ShogiMove move_of(const char *usi)
{
    Diag diag;
    ShogiMove move = SHOGI_MOVE_NONE;
    diag_clear(&diag);
    cr_assert(shogi_move_from_usi(pos, span_of(usi), &move, &diag), "%s", diag.error);
    return move;
}

static bool is_refused(const char *usi)
{
    Diag diag;
    ShogiMove move = 0x1234;
    diag_clear(&diag);
    bool refused = !shogi_move_from_usi(pos, span_of(usi), &move, &diag);
    return refused && move == 0x1234 && diag.error[0];
}

static void play(const char *moves)
{
    Span rest = span_of(moves), word;
    while (span_next_word(&rest, &word)) {
        char usi[8] = "";
        cr_assert(word.length < sizeof usi);
        memcpy(usi, word.at, word.length);
        shogi_make(pos, move_of(usi));
    }
}

/* The legal moves as USI text, sorted; those that give check only if `checks`. */
static int compare_words(const void *a, const void *b) { return strcmp(a, b); }

static void list_moves(bool checks, Text *list)
{
    ShogiMove moves[SHOGI_LIST_SIZE], *end = shogi_generate(pos, SHOGI_GEN_ALL, moves);
    char words[SHOGI_MAX_MOVES][8];
    size_t count = 0;
    for (ShogiMove *move = moves; move < end; move++) {
        if (checks && !shogi_gives_check(pos, *move))
            continue;
        text_clear(list);
        shogi_move_to_usi(*move, list);
        strcpy(words[count++], text_cstr(list));
    }
    qsort(words, count, sizeof words[0], compare_words);
    text_clear(list);
    for (size_t i = 0; i < count; i++)
        text_printf(list, "%s%s", i ? " " : "", words[i]);
}

/* ---- Positions ---- */

Test(shogi_rules, sfen_verdicts)
{
    Rows rows = rows_read("tests/data/rules/sfen_robustness.tsv", '\t');
    for (size_t i = 0; i < rows.count; i++) {
        const char *verdict = rows.row[i].field[0], *sfen = rows.row[i].field[1];
        Diag diag;
        diag_clear(&diag);
        shogi_copy(other, pos);
        bool accepted = shogi_set_sfen(pos, span_of(sfen), SHOGI_SETUP_GAME, &diag);
        if (strcmp(verdict, "either") != 0)
            cr_expect_eq(accepted, strcmp(verdict, "accept") == 0, "line %d (%s): %s",
                         rows.row[i].line, rows.row[i].field[2], diag.error);
        cr_expect_eq(accepted, diag.error[0] == '\0', "line %d: verdict and message differ",
                     rows.row[i].line);
        if (!accepted)
            cr_expect(shogi_same(pos, other), "line %d: a refused SFEN changes the position",
                      rows.row[i].line);
        cr_expect(shogi_is_consistent(pos, &diag), "line %d: %s", rows.row[i].line, diag.error);
    }
    rows_free(&rows);
}

Test(shogi_rules, sfen_refused)
{
    static const char *const bad[] = {
        "",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1 b - 1",             /* eight ranks */
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL/9 b - 1", /* ten */
        "lnsgkgsnl/1r5b1/ppppppppp/9/91/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/8/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/0/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 0P 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b K 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - x",
        "4k4/9/9/9/9/9/9/9/4K4 b 99999999999999999999P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b P+P 1",
        "4k4/N8/9/9/9/9/9/9/4K4 b - 1", /* knights and pawns that could never move */
        "4k4/9/9/9/9/9/9/8n/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/p3K4 b - 1",
        "4k4/9/9/9/9/9/9/9/l3K4 w - 1",
        "4k4/8p/9/8p/9/9/9/9/4K4 b - 1", /* two pawns on a file */
        "4k4/4k4/9/9/9/9/9/9/4K4 b - 1",
        "+k8/9/9/9/9/9/9/9/4K4 b - 1",
    };
    shogi_copy(other, pos);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Diag diag;
        diag_clear(&diag);
        cr_expect_not(shogi_set_sfen(pos, span_of(bad[i]), SHOGI_SETUP_GAME, &diag), "%s", bad[i]);
        cr_expect(diag.error[0] && shogi_same(pos, other), "%s", bad[i]);
    }
}

Test(shogi_rules, sfen_is_written_as_read)
{
    static const char *const sfens[] = {
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
        "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
    };
    for (size_t i = 0; i < COUNT_OF(sfens); i++) {
        set(sfens[i]);
        cr_expect_str_eq(sfen_of(pos), sfens[i]);
    }
    /* Hands in any order; a missing move number is 1. */
    set("4k4/9/9/9/9/9/9/9/4K4 b 2prP");
    cr_expect_str_eq(sfen_of(pos), "4k4/9/9/9/9/9/9/9/4K4 b Pr2p 1");
}

/* ---- Moves ---- */

Test(shogi_rules, legal_moves)
{
    Rows rows = rows_read("tests/data/rules/shogi_legal_moves.tsv", '\t');
    Text list = TEXT_EMPTY;
    for (size_t i = 0; i < rows.count; i++) {
        set(rows.row[i].field[0]);
        list_moves(false, &list);
        cr_expect_str_eq(text_cstr(&list), rows.row[i].field[2], "line %d: %s", rows.row[i].line,
                         rows.row[i].field[0]);
    }
    text_free(&list);
    rows_free(&rows);
}

Test(shogi_rules, checking_moves)
{
    Rows rows = rows_read("tests/data/rules/shogi_checking_moves.tsv", '\t');
    Text list = TEXT_EMPTY;
    for (size_t i = 0; i < rows.count; i++) {
        set(rows.row[i].field[0]);
        list_moves(true, &list);
        cr_expect_str_eq(text_cstr(&list), rows.row[i].field[2], "line %d: %s", rows.row[i].line,
                         rows.row[i].field[0]);
    }
    text_free(&list);
    rows_free(&rows);
}

Test(shogi_rules, pawn_drop_mate)
{
    Rows rows = rows_read("tests/data/rules/shogi_pawn_drop_mate.tsv", '\t');
    for (size_t i = 0; i < rows.count; i++) {
        Span rest = span_of(rows.row[i].field[1]), word;
        set(rows.row[i].field[0]);
        while (span_next_word(&rest, &word)) {
            char usi[8] = "";
            memcpy(usi, word.at, word.length < 7 ? word.length : 7);
            int square = shogi_square(usi[2] - '1', usi[3] - 'a');
            cr_expect(is_refused(usi), "line %d: %s", rows.row[i].line, usi);
            cr_expect_not(shogi_is_legal(pos, shogi_move_drop(SHOGI_PAWN, square)));
            cr_expect(shogi_is_pawn_drop_mate(pos, square), "line %d: %s", rows.row[i].line, usi);
        }
    }
    rows_free(&rows);
}

typedef struct {
    const char *sfen, *legal, *illegal;
} MoveCase;

Test(shogi_rules, moves_by_the_rules)
{
    static const MoveCase cases[] = {
        /* Nifu: a promoted pawn does not count, the enemy's neither. */
        {"4k4/9/9/9/9/2+P3p2/P8/9/4K4 b P 1", "P*7e P*3e P*8e", "P*9e P*9b"},
        /* No pawn, lance or knight where it could never move again. */
        {"4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "P*1b L*1b N*1c", "P*1a L*1a N*1a N*1b"},
        {"4k4/9/9/9/9/9/9/9/4K4 w pln 1", "P*1h L*1h N*1g", "P*1i L*1i N*1i N*1h"},
        /* Forced promotion, and promotion on entering, moving inside and leaving the zone. */
        {"4k4/P8/2N6/9/9/9/9/9/4K4 b - 1", "9b9a+ 7c8a+ 7c6a+", "9b9a 7c8a 7c6a"},
        {"4k4/9/9/S8/9/9/9/9/4K4 b - 1", "9d9c 9d9c+", "9d9e 9d9e+"},
        {"4k4/9/S8/9/9/9/9/9/4K4 b - 1", "9c8d 9c8d+ 9c9b 9c9b+", "9c9d"},
        {"4k4/G8/9/9/9/9/9/9/4K4 b - 1", "9b9a 9b9c", "9b9a+ 9b8c"},
        /* Pins, and a check that must be answered. */
        {"4k4/4r4/9/9/9/9/9/4G4/4K4 b R 1", "5h5g 5i4i", "5h4h 5h6h"},
        {"4k4/4r4/9/9/9/9/9/9/4K4 b G 1", "G*5h G*5c 5i4i", "G*4h 5i5h"},
        /* A pawn may give check by a drop if the king gets away, and mate by a move. */
        {"4k4/9/4G4/9/9/9/9/9/4K4 b P 1", "P*5b", "P*5a"},
        {"3gkg3/3p1p3/4P4/4L4/9/9/9/9/4K4 b - 1", "5c5b+ 5c5b", "5c4b"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        set(cases[i].sfen);
        Span rest = span_of(cases[i].legal), word;
        while (span_next_word(&rest, &word)) {
            Diag diag;
            ShogiMove move;
            diag_clear(&diag);
            cr_expect(shogi_move_from_usi(pos, word, &move, &diag), "%s: %s", cases[i].sfen,
                      diag.error);
        }
        rest = span_of(cases[i].illegal);
        while (span_next_word(&rest, &word)) {
            char usi[8] = "";
            memcpy(usi, word.at, word.length);
            cr_expect(is_refused(usi), "%s: %s", cases[i].sfen, usi);
        }
    }
}

Test(shogi_rules, usi_refused)
{
    static const char *const bad[] = {"",     "7g",    "7g7",   "7g7f++", "7g7f+",   "0a1b", "7g7j",
                                      "P*5e", "p*5e",  "K*5e",  "7g 7f",  "8h2b+",   "3c3d", "5e5d",
                                      "null", "7g7f ", "P*7f+", "G*0a",   "\xff\xfe"};
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        cr_expect(is_refused(bad[i]), "'%s'", bad[i]);
}

/* The position with the most legal moves known. */
Test(shogi_rules, the_most_moves)
{
    ShogiMove list[SHOGI_LIST_SIZE];
    set("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1");
    cr_expect_eq(shogi_generate(pos, SHOGI_GEN_ALL, list) - list, 593);
}

/* ---- Mate problems ---- */

Test(shogi_rules, key_after_a_move)
{
    static const char *const sfens[] = {
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 1",
    };
    for (size_t i = 0; i < COUNT_OF(sfens); i++) {
        set(sfens[i]);
        ShogiMove list[SHOGI_LIST_SIZE], *end = shogi_generate(pos, SHOGI_GEN_ALL, list);
        for (ShogiMove *move = list; move < end; move++) {
            uint64_t expected = shogi_key_after(pos, *move);
            shogi_make(pos, *move);
            cr_expect_eq(shogi_key(pos), expected, "%s move %d", sfens[i], *move);
            shogi_unmake(pos);
        }
    }
}

static bool accepts(const char *sfen, ShogiSetup kind)
{
    Diag diag;
    diag_clear(&diag);
    return shogi_set_sfen(pos, span_of(sfen), kind, &diag);
}

Test(shogi_rules, attacker_without_a_king)
{
    static const char problem[] = "4k4/9/4G4/9/9/9/9/9/9 b G 1";
    cr_expect_not(accepts(problem, SHOGI_SETUP_GAME));
    cr_expect_not(accepts("4k4/9/4G4/9/9/9/9/9/9 w G 1", SHOGI_SETUP_MATE)); /* defender to move */
    cr_expect_not(accepts("9/9/9/9/9/9/9/9/4K4 b G 1", SHOGI_SETUP_MATE));   /* no king to mate */
    cr_expect(accepts("4k4/9/4G4/9/9/9/9/9/4K4 b G 1", SHOGI_SETUP_MATE));   /* both are there */
    cr_assert(accepts(problem, SHOGI_SETUP_MATE));
    cr_expect_eq(shogi_king_square(pos, FIRST), -1);
    cr_expect_not(shogi_in_check(pos));

    char slow_text[SLOW_SHOGI_MOVES * 6];
    SlowShogi slow;
    Text list = TEXT_EMPTY;
    slow_shogi_parse(&slow, problem);
    slow_shogi_list(&slow, slow_text);
    list_moves(false, &list);
    cr_expect_str_eq(text_cstr(&list), slow_text);
    text_free(&list);

    cr_expect(shogi_gives_check(pos, move_of("G*5b")));
    play("G*5b");
    cr_expect_eq(shogi_end(pos, SHOGI_DECLARE_27, 0), SHOGI_MATED);
    shogi_unmake(pos);
    play("G*4b");
    cr_expect_eq(shogi_end(pos, SHOGI_DECLARE_27, 0), SHOGI_GOES_ON);
    cr_expect_eq(shogi_can_declare(pos, SHOGI_DECLARE_TRY), SHOGI_GOES_ON);
}

/* ---- Null moves ---- */

Test(shogi_rules, null_move)
{
    play("7g7f 3c3d");
    shogi_copy(other, pos);
    uint64_t key = shogi_key(pos);
    int ply = pos->game_ply;
    shogi_make_null(pos);
    cr_expect_eq(pos->side_to_move, SECOND);
    cr_expect_eq(pos->state->move, SHOGI_MOVE_NULL);
    cr_expect_eq(pos->state->plies_from_null, 0);
    cr_expect_neq(shogi_key(pos), key);
    cr_expect_eq(pos->game_ply, ply);
    shogi_make_null(pos);
    cr_expect_eq(shogi_key(pos), key);
    shogi_unmake_null(pos);
    shogi_unmake_null(pos);
    cr_expect(shogi_same(pos, other));
}

/* ---- Names ---- */

typedef struct {
    const char *sfen, *usi, *japanese, *western;
} NameCase;

Test(shogi_rules, names_of_moves)
{
    static const char start[] = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    static const NameCase cases[] = {
        {start, "7g7f", "▲７六歩", "P-7f"},
        {start, "4i5h", "▲５八金右", "G4i-5h"},
        {start, "6i5h", "▲５八金左", "G6i-5h"},
        {"4k4/9/9/9/9/9/9/9/3GGK3 b - 1", "5i5h", "▲５八金直", "G5i-5h"},
        {"4k4/9/9/9/9/9/9/5G3/K3G4 b - 1", "4h5h", "▲５八金寄", "G4h-5h"},
        {"4k4/9/9/9/9/9/9/5G3/K3G4 b - 1", "5i5h", "▲５八金上", "G5i-5h"},
        {"4k4/9/9/9/9/4G4/9/9/4K4 b G 1", "G*5e", "▲５五金打", "G*5e"},
        {"4k4/9/9/9/9/4G4/9/9/4K4 b G 1", "G*1a", "▲１一金", "G*1a"},
        {"4k4/9/9/9/9/4G4/9/9/4K4 b G 1", "5f5e", "▲５五金", "G-5e"},
        {"4k4/9/S8/9/9/9/9/9/4K4 b - 1", "9c9b", "▲９二銀不成", "S-9b="},
        {"4k4/9/S8/9/9/9/9/9/4K4 b - 1", "9c9b+", "▲９二銀成", "S-9b+"},
        {"4k4/9/9/+P8/9/9/9/9/4K4 b - 1", "9d9c", "▲９三と", "+P-9c"},
        {"4k4/9/9/9/9/9/9/1p7/P3K4 w - 1", "8h8i+", "△８九歩成", "P-8i+"},
        /* Dragons and horses, from the rules of the association. */
        {"9/4+R4/7+R1/9/9/9/9/9/K7k b - 1", "2c4c", "▲４三龍寄", "+R2c-4c"},
        {"9/4+R4/7+R1/9/9/9/9/9/K7k b - 1", "5b4c", "▲４三龍引", "+R5b-4c"},
        {"9/9/9/9/4+R3+R/9/9/9/K6k1 b - 1", "5e3e", "▲３五龍左", "+R5e-3e"},
        {"9/9/9/9/4+R3+R/9/9/9/K6k1 b - 1", "1e3e", "▲３五龍右", "+R1e-3e"},
        {"9/9/9/9/9/9/9/9/+B3+B1K1k b - 1", "9i7g", "▲７七馬左", "+B9i-7g"},
        {"9/9/9/9/9/9/9/9/+B3+B1K1k b - 1", "5i7g", "▲７七馬右", "+B5i-7g"},
        /* Four silvers that all could go there: origin and direction are both needed. */
        {"4k4/9/9/9/9/3S1S3/9/3S1S3/K8 b - 1", "6f5g", "▲５七銀左引", "S6f-5g"},
        {"4k4/9/9/9/9/3S1S3/9/3S1S3/K8 b - 1", "4h5g", "▲５七銀右上", "S4h-5g"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        set(cases[i].sfen);
        text_clear(&text);
        shogi_move_to_japanese(pos, move_of(cases[i].usi), &text);
        cr_expect_str_eq(text_cstr(&text), cases[i].japanese, "%s %s: %s", cases[i].sfen,
                         cases[i].usi, text_cstr(&text));
        text_clear(&text);
        shogi_move_to_western(pos, move_of(cases[i].usi), &text);
        cr_expect_str_eq(text_cstr(&text), cases[i].western, "%s %s: %s", cases[i].sfen,
                         cases[i].usi, text_cstr(&text));
    }
    set(start);
    play("7g7f 3c3d 8h2b+");
    text_clear(&text);
    shogi_move_to_japanese(pos, move_of("3a2b"), &text);
    cr_expect_str_eq(text_cstr(&text), "△同　銀");
    text_clear(&text);
    shogi_move_to_western(pos, move_of("3a2b"), &text);
    cr_expect_str_eq(text_cstr(&text), "Sx2b");
}

/* ---- Exchanges ---- */

typedef struct {
    const char *sfen, *usi;
    int plus, minus; /* types of pieces won and lost, as piece | piece << 4 | ... */
} SeeCase;

static int sum_values(int types)
{
    int sum = 0;
    for (; types; types >>= 4)
        sum += shogi_exchange_values[types & 15];
    return sum;
}

Test(shogi_rules, exchange_values)
{
    static const SeeCase cases[] = {
        {"4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1", "5h5e", SHOGI_PAWN, 0},
        {"4k4/9/9/4g4/4p4/9/9/4R4/4K4 b - 1", "5h5e", SHOGI_PAWN, SHOGI_ROOK},
        /* A second rook behind does not pay for the first. */
        {"4k4/9/9/4g4/4p4/9/4R4/4R4/4K4 b - 1", "5g5e", SHOGI_PAWN | SHOGI_GOLD << 4, SHOGI_ROOK},
        {"4k4/9/9/4p4/4s4/4P4/9/9/4K4 b - 1", "5f5e", SHOGI_SILVER, SHOGI_PAWN},
        {"4k4/9/9/4p4/4s4/4P4/9/4R4/4K4 b - 1", "5f5e", SHOGI_SILVER, 0},
        {"4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5e", 0, 0},
        {"4k4/9/9/4p4/9/9/9/9/4K4 b G 1", "G*5e", 0, SHOGI_GOLD},
        /* The promotion of the move itself counts. */
        {"4k4/9/9/P8/9/9/9/9/4K4 b - 1", "9d9c+", SHOGI_PRO_PAWN, SHOGI_PAWN},
        {"4k4/9/9/P8/9/9/9/9/4K4 b - 1", "9d9c", 0, 0},
        /* A king takes only what nobody guards. */
        {"4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "5c5b+", 0, SHOGI_PAWN},
        {"4k4/9/4P4/4L4/9/9/9/9/4K4 b - 1", "5c5b+", SHOGI_PRO_PAWN, SHOGI_PAWN},
        /* The gold that would recapture is pinned. */
        {"k8/g8/1p7/1P7/9/9/9/9/R3K4 b - 1", "8d8c", SHOGI_PAWN, 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        set(cases[i].sfen);
        ShogiMove move = move_of(cases[i].usi);
        int value = sum_values(cases[i].plus) - sum_values(cases[i].minus);
        cr_expect(shogi_see_ge(pos, move, value), "%s %s wins less than %d", cases[i].sfen,
                  cases[i].usi, value);
        cr_expect_not(shogi_see_ge(pos, move, value + 1), "%s %s wins more than %d", cases[i].sfen,
                      cases[i].usi, value);
    }
}

Test(shogi_rules, attacked_squares_are_those_with_attackers)
{
    Rows rows = rows_read("tests/data/positions/shogi-middle.txt", '\t');
    for (size_t i = 0; i < rows.count; i++) {
        set(rows.row[i].field[0]);
        for (int side = FIRST; side <= SECOND; side++) {
            ShogiBits attacked = shogi_attacked_by(pos, (Side)side);
            for (int square = 0; square < SHOGI_SQUARES; square++) {
                ShogiBits by = shogi_attackers(pos, (Side)side, square, shogi_occupied(pos));
                cr_assert_eq(shogi_bits_has(attacked, square), by != 0, "%s: square %d",
                             rows.row[i].field[0], square);
            }
        }
    }
    rows_free(&rows);
}
