/* SPDX-License-Identifier: GPL-3.0-or-later */
#define GAME_CHESS
#include "search_harness.h"

#include <criterion/criterion.h>

/* What was heard of a search last. */
typedef struct {
    Bound bound;
    GameMove move, exact_move;
} Heard;

static void hear(void *context, const SearchLine *line)
{
    Heard *heard = context;
    heard->bound = line->bound;
    heard->move = line->pv[0];
    if (line->bound == BOUND_EXACT)
        heard->exact_move = line->pv[0];
}

/* A move that has beaten the window is better than the one before it, though nobody knows yet by
 * how much: whoever runs out of nodes then must not go back to the old one. */
Test(stopped, plays_what_beat_the_window)
{
    static const char middle_game[] =
        "r3r1k1/p1p1ppb1/1pP3qp/6p1/Q3N1b1/B1P5/P3PPB1/1R2R1K1 w - - 0 13";
    game_init();
    ParamSet params;
    param_set_init(&params, PARAM_CHESS);
    Diag diag;
    diag_clear(&diag);
    Position *pos = game_new();
    cr_assert(game_set(pos, span_of(middle_game), &diag));
    game_reserve(pos, MAX_PLY + 4);
    int changed = 0;
    for (uint64_t nodes = 2000; nodes < 6000; nodes += 97) {
        Harness harness;
        Heard heard = {0};
        harness_open(&harness, &params.values, MAX_PLY);
        harness.request.nodes = nodes;
        harness.request.on_line = hear;
        harness.request.context = &heard;
        SearchResult result = harness_run(&harness, pos);
        if (heard.bound == BOUND_LOWER && heard.move != heard.exact_move) {
            changed++;
            cr_expect_eq(result.best, heard.move, "%d nodes", (int)nodes);
        }
        harness_close(&harness);
    }
    cr_expect_gt(changed, 0);
    game_delete(pos);
}
