/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shogi: mate in one, against trying every move. */

#include "reference/rows.h"
#include "reference/starts.h"

#include "shogi/mate1.h"
#include "shogi/movegen.h"
#include "shogi/sfen.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static ShogiPosition *pos;
static Text text;

static void set_up(void)
{
    shogi_init();
    pos = shogi_new();
    shogi_reserve(pos, 300);
}

static void tear_down(void)
{
    shogi_delete(pos);
    text_free(&text);
}

TestSuite(mate_in_one, .init = set_up, .fini = tear_down);

static void set(const char *sfen)
{
    Diag diag;
    diag_clear(&diag);
    cr_assert(shogi_set_sfen(pos, span_of(sfen), SHOGI_SETUP_MATE, &diag), "%s: %s", sfen,
              diag.error);
}

static const char *sfen_now(void)
{
    text_clear(&text);
    shogi_get_sfen(pos, &text);
    return text_cstr(&text);
}

static bool mates(ShogiMove move)
{
    ShogiMove list[SHOGI_LIST_SIZE];
    shogi_make(pos, move);
    bool mate = shogi_in_check(pos) && shogi_generate(pos, SHOGI_GEN_ALL, list) == list;
    shogi_unmake(pos);
    return mate;
}

static bool some_move_mates(void)
{
    ShogiMove list[SHOGI_LIST_SIZE], *end = shogi_generate(pos, SHOGI_GEN_ALL, list);
    for (ShogiMove *move = list; move < end; move++)
        if (mates(*move))
            return true;
    return false;
}

/* Exact, complete, and nothing on the board is changed. Returns whether there is a mate. */
static bool compare(void)
{
    ShogiPosition *before = shogi_new();
    shogi_copy(before, pos);
    ShogiMove move = shogi_mate_in_one(pos);
    cr_assert(shogi_same(before, pos), "changed: %s", sfen_now());
    shogi_delete(before);
    if (move)
        cr_assert(shogi_is_legal(pos, move) && mates(move), "no mate: %s", sfen_now());
    else
        cr_assert_not(some_move_mates(), "missed: %s", sfen_now());
    return move != SHOGI_MOVE_NONE;
}

static void expect(const char *sfen, const char *usi)
{
    set(sfen);
    ShogiMove move = shogi_mate_in_one(pos);
    text_clear(&text);
    if (move)
        shogi_move_to_usi(move, &text);
    cr_assert_str_eq(text_cstr(&text), usi, "%s", sfen);
}

Test(mate_in_one, known_mates)
{
    Rows rows = rows_read("tests/data/mate/shogi.tsv", '\t');
    for (size_t i = 0; i < rows.count; i++) {
        set(rows.row[i].field[0]);
        cr_assert_eq(compare(), atoi(rows.row[i].field[1]) == 1, "%s", rows.row[i].field[0]);
    }
    rows_free(&rows);
}

Test(mate_in_one, known_to_have_none)
{
    Rows rows = rows_read("tests/data/mate/shogi_no_mate_in_1.tsv", '\t');
    for (size_t i = 0; i < rows.count; i++) {
        set(rows.row[i].field[0]);
        cr_assert_not(compare(), "%s", rows.row[i].field[0]);
    }
    rows_free(&rows);
}

Test(mate_in_one, by_every_kind_of_move)
{
    expect("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b");
    expect("3nkn3/3p1p3/4G4/4L4/9/9/9/9/4K4 b - 1", "5c5b");
    /* A pawn may not mate by a drop, but by a step. */
    expect("3lkl3/3p1p3/9/5N3/9/9/9/9/4K4 b P 1", "");
    expect("3lkl3/3p1p3/4P4/4L4/9/9/9/9/4K4 b - 1", "5c5b+");
    /* A knight jumps aside and lays a lance's line open. */
    expect("7lk/9/9/9/8N/9/9/9/8L b - 1", "1e2c+");
    /* The answer to a check mates. */
    expect("3lkl3/K3rp3/4G4/4L4/9/9/9/9/9 b - 1", "5c5b");
    /* A side without a king may mate. */
    expect("7k1/6P2/7G1/8L/9/9/9/9/9 b 2r2b3g4s4n3l17p 1", "1d1b+");
}

Test(mate_in_one, agrees_with_every_move_tried)
{
    Rng rng = {20240229};
    Diag diag;
    int found = 0;
    for (int game = 0; game < 400; game++) {
        diag_clear(&diag);
        text_clear(&text);
        start_shogi_scattered(&rng, game % 4 == 0, &text);
        Span start = {text_cstr(&text), text.length};
        if (!shogi_set_sfen(pos, start, SHOGI_SETUP_MATE, &diag))
            continue;
        for (int ply = 0; ply < 30; ply++) {
            ShogiMove list[SHOGI_LIST_SIZE], *end = shogi_generate(pos, SHOGI_GEN_ALL, list);
            if (end == list)
                break;
            found += compare();
            /* Rather checks than other moves: more happens around the kings. */
            ShogiMove move = list[0];
            for (int tries = 0; tries < 6; tries++) {
                move = list[rng_below(&rng, (uint32_t)(end - list))];
                if (shogi_gives_check(pos, move))
                    break;
            }
            shogi_make(pos, move);
        }
    }
    cr_assert_gt(found, 50);
}
