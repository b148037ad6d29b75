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

enum { DEPTH_CHESS = 13, DEPTH_SHOGI = 11, BENCH_HASH = 16 };

typedef struct {
    const GameOps *game;
    const char *const *positions;
    size_t count;
    int depth;
} BenchSet;

static const BenchSet sets[] = {
    {&chess_ops, bench_chess, COUNT_OF(bench_chess), DEPTH_CHESS},
    {&shogi_ops, bench_shogi, COUNT_OF(bench_shogi), DEPTH_SHOGI},
};

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

static const BenchSet *set_of(const GameOps *game)
{
    const BenchSet *set = sets;
    while (set->game != game)
        set++;
    return set;
}

BenchTotals bench_run(const GameOps *game, const Params *params, int depth, uint64_t nodes,
                      bool verbose)
{
    const BenchSet *set = set_of(game);
    EngineAnswer answer = {0};
    const EngineListener listener = {.context = &answer,
                                     .on_line = ignore_line,
                                     .on_answer = keep_answer,
                                     .on_message = show_message};
    Engine *engine = engine_new(set->game, &listener);
    BenchTotals totals = {.positions = (int)set->count};
    engine_params(engine)->values = *params;
    for (size_t i = 0; i < set->count; i++) {
        Diag diag;
        diag_clear(&diag);
        if (!setup_position(set->game, engine_position(engine), span_of(set->positions[i]),
                            SETUP_RELAXED, &diag))
            BUG("bench position: %s", diag.error);
        engine_new_game(engine);
        int64_t start = clock_now_ns();
        engine_go(engine, &(EngineGo){.time = {-1, -1, -1, -1, -1},
                                      .depth = depth ? depth : set->depth,
                                      .nodes = nodes});
        engine_wait(engine);
        totals.time_ns += clock_now_ns() - start;
        totals.nodes += answer.nodes;
        totals.depths += answer.depth;
        totals.unfinished += nodes > 0 && answer.nodes >= nodes;
        if (verbose)
            printf("%-6s %10" PRIu64 " nodes, score %6d  %s\n", set->game->name, answer.nodes,
                   answer.score, set->positions[i]);
    }
    engine_free(engine);
    return totals;
}

int bench_command(int argc, char **argv)
{
    const char *game = "all";
    int64_t depth = 0;
    bool verbose = false;
    ParamsOptions asked = {0};
    const Option options[] = {
        {"game", "GAME", OPTION_TEXT, &game, 0, 0, "chess, shogi or all (default)"},
        {"depth", "N", OPTION_NUMBER, &depth, 1, MAX_PLY, "Depth of every search"},
        {"verbose", NULL, OPTION_FLAG, &verbose, 0, 0, "One line a position"},
        PARAMS_OPTION_ROWS(&asked),
    };
    options_parse("Searches fixed positions with one thread; the node count is the signature of "
                  "the search.",
                  options, COUNT_OF(options), argc, argv);
    uint64_t nodes[COUNT_OF(sets)] = {0}, all = 0;
    bool any = false;
    int64_t start = clock_now_ns();
    for (size_t i = 0; i < COUNT_OF(sets); i++) {
        ParamSet params;
        if (!span_is(span_of(game), "all") && !span_is(span_of(game), sets[i].game->name))
            continue;
        any = true;
        if (!params_options_resolve("bench", &asked, sets[i].game, &params))
            return EXIT_BAD_INPUT;
        nodes[i] = bench_run(sets[i].game, &params.values, (int)depth, 0, verbose).nodes;
        all += nodes[i];
    }
    if (!any)
        return options_complain("bench", "--game: unknown game '%s'", game);
    double seconds = (double)(clock_now_ns() - start) / 1e9;
    printf("chess %" PRIu64 " shogi %" PRIu64 "\n", nodes[0], nodes[1]);
    printf("%" PRIu64 " nodes %.0f nps\n", all, (double)all / seconds);
    return EXIT_GOOD;
}
