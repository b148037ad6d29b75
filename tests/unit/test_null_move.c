/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a null move must never do. The search is compiled once more, into this file, with the table
 * and the reduction behind recorders: every null search is noted, and every store is held against
 * the notes. */

#define GAME_CHESS
#include "search/game.h"

#undef GAME_SUFFIXED
#define GAME_SUFFIXED(name) recorded_##name

#include "search/prune.h"
#include "tt/tt.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { NOTES = 1 << 16 };

typedef struct {
    uint64_t key;
    int searched_depth;
} Note;

static Note notes[NOTES];
static int null_stores, too_deep, null_moves_stored, mates_stored;

static int recorded_null_reduction(const Params *p, const Node *n, int rich);
static void recorded_tt_store(Tt *tt, uint64_t key, const TtEntry *entry);

#define null_reduction recorded_null_reduction
#define tt_store recorded_tt_store
#include "search/cut.c"
#include "search/learn.c"
#include "search/mate.c"
#include "search/movepick.c"
#include "search/plugged.c"
#include "search/quiesce.c"
#include "search/search.c"
#include "search/watch.c"
#include "search/worker.c"
#undef null_reduction
#undef tt_store

static uint64_t present_key;

/* Damages the position once, as a faulty technique would. */
static bool inject_fault;

/* The node's key is not handed over; the worker's position is the one being searched. */
static Worker *searching;

static int recorded_null_reduction(const Params *p, const Node *n, int rich)
{
    int reduction = null_reduction(p, n, rich);
    int depth = n->depth - 1 - reduction;
    present_key = game_key(searching->pos);
    notes[present_key % NOTES] = (Note){present_key, depth > 0 ? depth : 0};
    if (inject_fault)
        searching->pos->state->key ^= 1;
    inject_fault = false;
    return reduction;
}

static void recorded_tt_store(Tt *tt, uint64_t key, const TtEntry *entry)
{
    const Note *note = &notes[key % NOTES];
    if (entry->move == CHESS_MOVE_NULL)
        null_moves_stored++;
    /* Only a null-move cut-off stores a lower bound without a move above depth 0. */
    if (entry->move == 0 && entry->bound == BOUND_LOWER && entry->depth > 0) {
        null_stores++;
        if (note->key == key && entry->depth > note->searched_depth)
            too_deep++;
        if (value_is_win(entry->score))
            mates_stored++;
    }
    tt_store(tt, key, entry);
}

#include "search_harness.h"

static void run(const char *fen, const Params *params, int depth)
{
    Diag diag;
    diag_clear(&diag);
    Position *pos = game_new();
    cr_assert(game_set(pos, span_of(fen), &diag), "%s", diag.error);
    Harness harness;
    harness_open(&harness, params, depth);
    searching = harness.worker;
    harness_run(&harness, pos);
    harness_close(&harness);
    game_delete(pos);
}

static const char *const positions[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp3ppp/2nbpn2/2pp4/2PP4/P3PN2/1P1NBPPP/R1BQ1RK1 w - - 0 1",
    "6k1/5ppp/8/8/8/8/q4PPP/1R1R2K1 w - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "7k/8/6K1/8/8/8/1P5P/R6R w - - 0 1",
    "5rk1/5ppp/8/8/8/1Q6/PP3PPP/3RR1K1 w - - 0 1",
};

static void run_all(void)
{
    ParamSet set;
    game_init();
    param_set_init(&set, PARAM_CHESS);
    for (size_t i = 0; i < COUNT_OF(positions); i++)
        run(positions[i], &set.values, 12);
    cr_assert_gt(null_stores, 30, "only %d null-move cut-offs seen", null_stores);
}

Test(null_move, a_cut_off_is_stored_at_the_depth_that_was_searched)
{
    run_all();
    cr_assert_eq(too_deep, 0, "%d of %d", too_deep, null_stores);
}

Test(null_move, is_never_a_stored_best_move)
{
    run_all();
    cr_assert_eq(null_moves_stored, 0);
}

/* Even after a pass White mates in two: Kg8 is forced, then the rook. That mate is true only if
 * Black may not use the free move, so it must not leave the null search as one. */
Test(null_move, never_returns_or_stores_a_mate)
{
    ParamSet set;
    Diag diag;
    diag_clear(&diag);
    game_init();
    param_set_init(&set, PARAM_CHESS);
    set.values.techniques = (uint64_t)1 << TECH_NMP | (uint64_t)1 << TECH_TT;
    set.values.nmp_beta_gate = 0;
    set.values.nmp_static_margin = -500;
    set.values.nmp_static_slope = 100;
    set.values.nmp_min_depth = 2;
    set.values.nmp_reduction = 0;
    set.values.nmp_strategy = NMP_STATIC;
    set.values.nmp_verify = NMP_VERIFY_OFF;
    set.values.nmp_guard_material = -1;
    Position *pos = game_new();
    cr_assert(game_set(pos, span_of("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), &diag));
    Harness harness;
    harness_open(&harness, &set.values, 1);
    Worker *worker = searching = harness.worker;
    harness_run(&harness, pos);
    /* The node itself: a bound that only the mate reaches, at a depth where the pass comes first.
     */
    tt_clear(harness.tt, 1);
    Frame *frame = worker_root_frame(worker) + 1;
    game_reserve(worker->pos, MAX_PLY);
    int value = search_node(worker, frame, 999, 1000, 5, true);
    cr_assert_eq(value, 1000, "%d", value);
    cr_assert_eq(worker->stats.technique[TECH_NMP][5][2].cuts, 1);
    cr_assert_eq(mates_stored, 0);
    harness_close(&harness);
    game_delete(pos);
}

static int messages;
static char last_message[200];

static void keep_message(void *context, const char *message)
{
    (void)context;
    messages++;
    snprintf(last_message, sizeof last_message, "%s", message);
}

/* Checked at every side search in a debug build, which this test is meant for. */
Test(null_move, a_fault_switches_it_off_and_the_search_goes_on)
{
#ifndef TENUKI_DEBUG
    cr_skip_test("only sampled in this build");
#endif
    ParamSet set;
    game_init();
    param_set_init(&set, PARAM_CHESS);
    Position *pos = game_new();
    Harness harness;
    harness_open(&harness, &set.values, 9);
    harness.request.on_message = keep_message;
    searching = harness.worker;
    inject_fault = true;
    SearchResult result = harness_run(&harness, pos);
    cr_assert_eq(result.depth, 9);
    cr_assert(game_is_legal(pos, result.best));
    cr_assert_not(inject_fault, "no null move was tried");
    cr_assert_not(params_on(&harness.worker->params, TECH_NMP));
    cr_assert(params_on(&harness.worker->params, TECH_RFP));
    cr_assert_eq(messages, 1);
    cr_assert_not_null(strstr(last_message, "nmp"), "%s", last_message);
    harness_close(&harness);
    game_delete(pos);
}
