/* SPDX-License-Identifier: GPL-3.0-or-later */
#define GAME_SHOGI
#include "plain_search.h"

Test(plain, shogi)
{
    game_init();
    compare_with_plain("tests/data/positions/shogi.txt", PARAM_SHOGI);
}

/* From a game at 0.5+0.01: one move to depth 1 is ninety thousand nodes of quiescence. The side to
 * move spent its clock on that and lost on time a move later. */
static const char LONG_QUIESCENCE[] = "6s1l/+R6+S1/6p1k/p6pp/1ppp2PL1/P1b2G2b/1KNs2N2/9/L1N5+r b "
                                      "2GSNL3Pg6p 173";
/* The clock is looked at about as often. */
enum { NODES_A_LOOK = 2048 };

static ParamSet set;
static Position *pos;
static Harness harness;

static void set_up(void)
{
    Diag diag;
    diag_clear(&diag);
    game_init();
    param_set_init(&set, PARAM_SHOGI);
    pos = game_new();
    cr_assert(game_set(pos, span_of(LONG_QUIESCENCE), &diag), "%s", diag.error);
    game_reserve(pos, MAX_PLY);
    harness_open(&harness, &set.values, 1);
}

static void tear_down(void)
{
    harness_close(&harness);
    game_delete(pos);
}

static uint64_t nodes_searched(void) { return atomic_load(&harness.worker->nodes); }

TestSuite(out_of_time, .init = set_up, .fini = tear_down);

static bool time_is_up_at_second_look(void *context)
{
    (void)context;
    static int looks;
    return ++looks >= 2;
}

Test(out_of_time, within_the_first_move)
{
    harness.request.poll = time_is_up_at_second_look;
    SearchResult result = harness_run(&harness, pos);
    cr_assert_neq(result.best, 0);
    cr_assert_lt(abs(result.score), VALUE_INFINITE);
    cr_assert_lt(nodes_searched(), 3 * NODES_A_LOOK);
}

Test(out_of_time, nothing_is_remembered)
{
    harness_run(&harness, pos);
    uint64_t fresh = nodes_searched();
    cr_assert_gt(fresh, 10 * NODES_A_LOOK, "the position is not a hard one any more");

    harness_close(&harness);
    harness_open(&harness, &set.values, 1);
    harness.stop = true;
    harness_run(&harness, pos);
    cr_assert_lt(nodes_searched(), NODES_A_LOOK);

    harness.stop = false;
    worker_new_game(harness.worker);
    harness_run(&harness, pos);
    cr_assert_eq(nodes_searched(), fresh);
}

Test(out_of_time, helpers_owe_no_move)
{
    harness.worker->index = 1;
    harness.stop = true;
    harness_run(&harness, pos);
    cr_assert_leq(nodes_searched(), 1);
}
