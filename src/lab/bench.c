/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench.h"

#include "base/clock.h"
#include "engine/engine.h"
#include "engine/setup.h"
#include "lab/bench_positions.h"
#include "lab/options.h"
#include "lab/params_options.h"

#include <inttypes.h>
#include <stdio.h>

enum { DEPTH_CHESS = 13, DEPTH_SHOGI = 11 };

const BenchSet bench_sets[BENCH_SETS] = {
    {&chess_ops, bench_chess, COUNT_OF(bench_chess), DEPTH_CHESS, 0, NULL},
    {&shogi_ops, bench_shogi, COUNT_OF(bench_shogi), DEPTH_SHOGI, 0, NULL},
};

const BenchSet *bench_set_of(const GameOps *game)
{
    for (int i = 0; i < BENCH_SETS; i++)
        if (bench_sets[i].game == game)
            return &bench_sets[i];
    BUG("no bench for %s", game->name);
}

static void ignore_line(void *context, GamePosition *pos, const EngineLine *line)
{
    (void)context, (void)pos, (void)line;
}

static void keep_answer(void *context, GamePosition *pos, const EngineAnswer *answer)
{
    (void)pos;
    *(EngineAnswer *)context = *answer;
}

static void show_message(void *context, const char *message)
{
    (void)context;
    fprintf(stderr, "%s\n", message);
}

BenchTotals bench_run(const BenchSet *set, const Params *params, BenchSeen *seen, void *context)
{
    EngineAnswer answer = {0};
    const EngineListener listener = {.context = &answer,
                                     .on_line = ignore_line,
                                     .on_answer = keep_answer,
                                     .on_message = show_message};
    Engine *engine = engine_new(set->game, &listener);
    BenchTotals totals = {.positions = (int)set->count};
    engine_params(engine)->values = *params;
    if (set->net)
        engine_set_net(engine, set->net);
    for (size_t i = 0; i < set->count; i++) {
        Diag diag;
        diag_clear(&diag);
        if (!setup_position(set->game, engine_position(engine), span_of(set->positions[i]),
                            SETUP_RELAXED, &diag))
            BUG("bench position: %s", diag.error);
        engine_new_game(engine);
        int64_t start = clock_now_ns();
        engine_go(
            engine,
            &(EngineGo){.time = {-1, -1, -1, -1, -1}, .depth = set->depth, .nodes = set->nodes});
        engine_wait(engine);
        totals.time_ns += clock_now_ns() - start;
        totals.nodes += answer.nodes;
        totals.depths += answer.depth;
        totals.unfinished += set->nodes > 0 && answer.nodes >= set->nodes;
        if (seen)
            seen(context, set->positions[i], engine, &answer);
    }
    engine_free(engine);
    return totals;
}

static void show_position(void *context, const char *position, const Engine *engine,
                          const EngineAnswer *answer)
{
    (void)context;
    printf("%-6s %10" PRIu64 " nodes, score %6d  %s\n", engine_game(engine)->name, answer->nodes,
           answer->score, position);
}

static bool fits(const Net *net, const GameOps *game)
{
    const NetShape wanted = net_wanted(game->features);
    return net->shape.game == wanted.game && net->shape.inputs == wanted.inputs;
}

int bench_command(int argc, char **argv)
{
    const char *game = "all";
    int64_t depth = 0;
    bool verbose = false;
    const char *net_file = NULL;
    ParamsOptions asked = {0};
    const Option options[] = {
        {"game", "GAME", OPTION_TEXT, &game, 0, 0, "chess, shogi or all (default)"},
        {"depth", "N", OPTION_NUMBER, &depth, 1, MAX_PLY, "Depth of every search"},
        {"net", "FILE", OPTION_TEXT, &net_file, 0, 0,
         "Evaluate by this net, in the game it is for; the other game's bench is left out"},
        {"verbose", NULL, OPTION_FLAG, &verbose, 0, 0, "One line a position"},
        PARAMS_OPTION_ROWS(&asked),
    };
    options_parse("Searches fixed positions with one thread; the node count is the signature of "
                  "the search.",
                  options, COUNT_OF(options), argc, argv);
    Diag diag;
    diag_clear(&diag);
    Net *net = net_file ? net_load(net_file, NULL, &diag) : NULL;
    if (net_file && !net)
        return options_complain("bench", "error: %s", diag.error);
    uint64_t nodes[BENCH_SETS] = {0}, all = 0;
    bool any = false, fitting = false;
    int64_t start = clock_now_ns();
    for (int i = 0; i < BENCH_SETS; i++) {
        BenchSet set = bench_sets[i];
        ParamSet params;
        if (!span_is(span_of(game), "all") && !span_is(span_of(game), set.game->name))
            continue;
        any = true;
        if (net && !fits(net, set.game))
            continue;
        fitting = true;
        if (!params_options_resolve("bench", &asked, set.game, &params)) {
            net_release(net);
            return EXIT_BAD_INPUT;
        }
        if (depth)
            set.depth = (int)depth;
        set.net = net;
        nodes[i] = bench_run(&set, &params.values, verbose ? show_position : NULL, NULL).nodes;
        all += nodes[i];
    }
    net_release(net);
    if (!any)
        return options_complain("bench", "--game: unknown game '%s'", game);
    if (!fitting)
        return options_complain("bench", "--net: %s is not for %s", net_file, game);
    double seconds = (double)(clock_now_ns() - start) / 1e9;
    printf("chess %" PRIu64 " shogi %" PRIu64 "\n", nodes[0], nodes[1]);
    printf("%" PRIu64 " nodes %.0f nps\n", all, (double)all / seconds);
    return EXIT_GOOD;
}
