/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A search without any technique: negamax with a plain alpha-beta window and a plain quiescence.
 * Included by a test of each game, with GAME_CHESS or GAME_SHOGI defined. */

#include "reference/rows.h"
#include "search_harness.h"

#include <criterion/criterion.h>

static const GameRules no_rules = {0, 0};

/* Without ordering some positions take far too long; those are given up at a depth. */
enum { PLAIN_BUDGET = 400000 };
static uint64_t plain_nodes;

static int plain_quiesce(Position *pos, int ply, int alpha, int beta)
{
    int value, best = -VALUE_INFINITE;
    if (++plain_nodes > PLAIN_BUDGET)
        return 0;
    if (game_is_over(pos, ply, &no_rules, &value))
        return value;
    Move list[LIST_SIZE], *end;
    if (game_in_check(pos)) {
        end = game_generate_all(pos, list);
        if (end == list)
            return game_no_move_value(pos, ply);
    } else {
        best = game_evaluate(pos);
        if (best >= beta)
            return best;
        end = game_generate_noisy(pos, list);
    }
    for (Move *m = list; m < end; m++) {
        game_make(pos, *m);
        value = -plain_quiesce(pos, ply + 1, -beta, best > alpha ? -best : -alpha);
        game_unmake(pos);
        if (value > best)
            best = value;
        if (best >= beta)
            break;
    }
    return best;
}

static int plain_search(Position *pos, int depth, int ply, int alpha, int beta)
{
    int value, best = -VALUE_INFINITE;
    if (depth <= 0)
        return plain_quiesce(pos, ply, alpha, beta);
    if (ply > 0 && game_is_over(pos, ply, &no_rules, &value))
        return value;
    Move list[LIST_SIZE], *end = game_generate_noisy(pos, list);
    end = game_generate_quiet(pos, end);
    if (end == list)
        return game_no_move_value(pos, ply);
    for (Move *m = list; m < end; m++) {
        game_make(pos, *m);
        value = -plain_search(pos, depth - 1, ply + 1, -beta, best > alpha ? -best : -alpha);
        game_unmake(pos);
        if (value > best)
            best = value;
        if (best >= beta)
            break;
    }
    return best;
}

/* With everything off, the search is a plain one. */
static void compare_with_plain(const char *file, ParamGame game)
{
    ParamSet set;
    param_set_init(&set, game);
    set.values.techniques = 0;
    Rows rows = rows_read(file, '\t');
    size_t compared[5] = {0};
    for (size_t i = 0; i < rows.count; i++) {
        Position *pos = game_new();
        Diag diag;
        diag_clear(&diag);
        cr_assert(game_set(pos, span_of(rows.row[i].field[0]), &diag), "%s", diag.error);
        game_reserve(pos, MAX_PLY);
        for (int depth = 1; depth <= 4; depth++) {
            plain_nodes = 0;
            int plain = plain_search(pos, depth, 0, -VALUE_INFINITE, VALUE_INFINITE);
            if (plain_nodes > PLAIN_BUDGET)
                break;
            Harness harness;
            harness_open(&harness, &set.values, depth);
            int found = harness_run(&harness, pos).score;
            harness_close(&harness);
            cr_assert_eq(found, plain, "depth %d: %d, plain %d: %s", depth, found, plain,
                         rows.row[i].field[0]);
            compared[depth]++;
        }
        game_delete(pos);
    }
    cr_log_info("compared at depth 1 to 4: %zu %zu %zu %zu", compared[1], compared[2], compared[3],
                compared[4]);
    cr_assert_geq(compared[1], rows.count * 9 / 10);
    cr_assert_geq(compared[4], rows.count / 3);
    rows_free(&rows);
}
