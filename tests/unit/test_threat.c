/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Mate threats in shogi: the solver that the search keeps at hand, and what it decides. */

#define GAME_SHOGI
#include "reference/rows.h"
#include "search_harness.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static Position *pos;
static MateSolver *solver;

static void set_up(void)
{
    game_init();
    pos = game_new();
    solver = mate_solver_new();
}

static void tear_down(void)
{
    game_delete(pos);
    mate_solver_delete(solver);
}

TestSuite(threat, .init = set_up, .fini = tear_down);

static void set(const char *sfen)
{
    Diag diag;
    diag_clear(&diag);
    cr_assert(game_set(pos, span_of(sfen), &diag), "%s: %s", sfen, diag.error);
    game_reserve(pos, MATE_LINE_MAX + 8);
}

/* One solver for all questions: what it was asked before must not show. */
Test(threat, small_solver_proves_short_mates)
{
    Rows rows = rows_read("tests/data/mate/shogi.tsv", '\t');
    int asked = 0;
    for (size_t i = 0; i < rows.count; i++) {
        if (atoi(rows.row[i].field[1]) > 5)
            continue;
        uint64_t nodes, again, key;
        set(rows.row[i].field[0]);
        key = game_key(pos);
        cr_expect(mate_solver_proves(solver, pos, 10000, &nodes), "%s", rows.row[i].field[0]);
        cr_expect_eq(game_key(pos), key);
        mate_solver_proves(solver, pos, 10000, &again);
        cr_expect_eq(again, nodes);
        asked++;
    }
    cr_expect_gt(asked, 20);
    rows_free(&rows);
}

Test(threat, small_solver_proves_nothing_else)
{
    uint64_t nodes;
    set("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    cr_expect_not(mate_solver_proves(solver, pos, 10000, &nodes));
    cr_expect_leq(nodes, 10000 + LIST_SIZE);
}

static uint64_t count(const Worker *worker, int counter) { return worker->stats.counter[counter]; }

/* With the widest margin every null search that fails low is a suspicion; only proofs count. */
Test(threat, the_solver_decides)
{
    ParamSet set_of;
    param_set_init(&set_of, PARAM_SHOGI);
    Params *params = &set_of.values;
    params->techniques |= (uint64_t)1 << TECH_THREAT;
    params->threat_margin = 32000;
    set("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1");
    uint64_t marked[2];
    for (int with = 0; with < 2; with++) {
        Harness harness;
        params->threat_solver = with ? 200 : 0;
        harness_open(&harness, params, 7);
        harness_run(&harness, pos);
        marked[with] = count(harness.worker, STAT_NMP_THREATS);
        uint64_t asked = count(harness.worker, STAT_NMP_SOLVED);
        if (with) {
            cr_expect_gt(asked, marked[with]);
            cr_expect_gt(marked[with], 0);
        } else {
            cr_expect_eq(asked, 0);
            cr_expect_gt(marked[with], 0);
        }
        harness_close(&harness);
    }
    cr_expect_neq(marked[0], marked[1]);
}
