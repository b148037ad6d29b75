/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/impact.h"

#include "base/terminal.h"

#include <inttypes.h>

/* Plain alpha-beta would take minutes to a depth that good pruning reaches at once: no position may
 * take more than PATIENCE nodes. */
enum { DEPTH_CHESS = 10, DEPTH_SHOGI = 8, BUDGET = 20000, PATIENCE = 500000 };

void impact_measure(const GameOps *game, const Params *given, Impact *impact)
{
    ParamSet usual;
    param_set_init(&usual, game == &chess_ops ? PARAM_CHESS : PARAM_SHOGI);
    impact->depth = game == &chess_ops ? DEPTH_CHESS : DEPTH_SHOGI;
    impact->budget = BUDGET;
    BenchSet set = *bench_set_of(game);
    set.depth = impact->depth;
    set.nodes = PATIENCE;
    Progress progress;
    progress_begin(&progress, "params");
    set.progress = &progress;
    set.total = 4 * (int64_t)set.count;
    impact->usual.to_depth = bench_run(&set, &usual.values, NULL, NULL);
    set.before += (int64_t)set.count;
    impact->given.to_depth = bench_run(&set, given, NULL, NULL);
    set.before += (int64_t)set.count;
    set.depth = MAX_PLY;
    set.nodes = BUDGET;
    impact->usual.in_budget = bench_run(&set, &usual.values, NULL, NULL);
    set.before += (int64_t)set.count;
    impact->given.in_budget = bench_run(&set, given, NULL, NULL);
    progress_end(&progress);
}

static double mean_depth(const BenchTotals *totals)
{
    return (double)totals->depths / totals->positions;
}
static double milliseconds(const BenchTotals *totals) { return (double)totals->time_ns / 1e6; }
static double more_percent(double given, double usual) { return 100 * (given / usual - 1); }

void impact_write_table(const Impact *impact, Text *text)
{
    const BenchTotals *usual = &impact->usual.to_depth, *given = &impact->given.to_depth;
    double before = mean_depth(&impact->usual.in_budget);
    double after = mean_depth(&impact->given.in_budget);
    int missed = given->unfinished;
    text_printf(text, MARK_HEADING "on %d positions %15s %12s" MARK_END "\n", usual->positions,
                "default", "these");
    text_printf(text, "nodes to depth %-3d %12" PRIu64 " %12" PRIu64 " %+8.1f %%\n", impact->depth,
                usual->nodes, given->nodes,
                more_percent((double)given->nodes, (double)usual->nodes));
    text_printf(text, "ms to depth %-3d    %12.0f %12.0f %+8.1f %%\n", impact->depth,
                milliseconds(usual), milliseconds(given),
                more_percent((double)given->time_ns, (double)usual->time_ns));
    text_printf(text, "depth in %" PRIu64 " nodes %9.2f %12.2f %+8.2f\n", impact->budget, before,
                after, after - before);
    if (missed > 0)
        text_printf(text,
                    "%d positions were given up after %d nodes: the true figures are higher\n",
                    missed, PATIENCE);
}

static void write_json_side(const char *name, const BenchTotals *to_depth,
                            const BenchTotals *in_budget, Text *text)
{
    text_printf(text, ", \"%s\": {\"nodes\": %" PRIu64 ", \"time_ms\": %.1f, \"depth\": %.3f}",
                name, to_depth->nodes, milliseconds(to_depth), mean_depth(in_budget));
}

void impact_write_json(const Impact *impact, Text *text)
{
    text_printf(text, "{\"positions\": %d, \"fixed_depth\": %d, \"fixed_nodes\": %" PRIu64,
                impact->usual.to_depth.positions, impact->depth, impact->budget);
    write_json_side("default", &impact->usual.to_depth, &impact->usual.in_budget, text);
    write_json_side("these", &impact->given.to_depth, &impact->given.in_budget, text);
    text_printf(text, ", \"given_up\": %d}\n", impact->given.to_depth.unfinished);
}
