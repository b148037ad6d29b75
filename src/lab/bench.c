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
#include <string.h>

enum { DEPTH_CHESS = 13, DEPTH_SHOGI = 11 };

const BenchSet bench_sets[BENCH_SETS] = {
    {&chess_ops, bench_chess, COUNT_OF(bench_chess), DEPTH_CHESS, 0, NULL, NULL, 0, 0},
    {&shogi_ops, bench_shogi, COUNT_OF(bench_shogi), DEPTH_SHOGI, 0, NULL, NULL, 0, 0},
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
    options_complain("bench", "warning: %s", message);
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
        if (set->progress)
            progress_show(set->progress, set->before + (int64_t)i + 1, set->total, set->game->name);
    }
    engine_free(engine);
    return totals;
}

/* ---- The command ---- */

typedef struct {
    const char *game, *net_file;
    int64_t depth;
    bool verbose, json;
    ParamsOptions params;
} Asked;

typedef struct {
    BenchSet sets[BENCH_SETS]; /* those that are asked for */
    BenchTotals totals[BENCH_SETS];
    int count;
    Progress progress;
} Bench;

static void show_position(void *context, const char *position, const Engine *engine,
                          const EngineAnswer *answer)
{
    progress_end(context);
    printf("%-6s %10" PRIu64 " nodes, score %6d  %s\n", engine_game(engine)->name, answer->nodes,
           answer->score, position);
}

static bool fits(const Net *net, const GameOps *game)
{
    const NetShape wanted = net_wanted(game->features);
    return net->shape.game == wanted.game && net->shape.inputs == wanted.inputs;
}

static void choose_sets(const Asked *asked, const Net *net, Bench *bench)
{
    for (int i = 0; i < BENCH_SETS; i++) {
        BenchSet *set = &bench->sets[bench->count];
        *set = bench_sets[i];
        set->net = net;
        set->depth = asked->depth ? (int)asked->depth : set->depth;
        if ((strcmp(asked->game, "all") == 0 || strcmp(asked->game, set->game->name) == 0)
            && (!net || fits(net, set->game)))
            bench->count++;
    }
}

static bool run_sets(const Asked *asked, Bench *bench)
{
    int64_t total = 0, before = 0;
    for (int i = 0; i < bench->count; i++)
        total += (int64_t)bench->sets[i].count;
    progress_begin(&bench->progress, "bench");
    for (int i = 0; i < bench->count; i++) {
        BenchSet *set = &bench->sets[i];
        ParamSet params;
        if (!params_options_resolve("bench", &asked->params, set->game, &params))
            return false;
        set->progress = &bench->progress;
        set->total = total;
        set->before = before;
        bench->totals[i] =
            bench_run(set, &params.values, asked->verbose ? show_position : NULL, &bench->progress);
        before += (int64_t)set->count;
    }
    progress_end(&bench->progress);
    return true;
}

static void print_json(const Bench *bench, uint64_t nodes, double seconds)
{
    printf("{\"nodes\": %" PRIu64 ", \"nps\": %.0f, \"seconds\": %.3f, \"games\": [", nodes,
           (double)nodes / seconds, seconds);
    for (int i = 0; i < bench->count; i++)
        printf("%s{\"game\": \"%s\", \"positions\": %d, \"depth\": %d, \"nodes\": %" PRIu64 "}",
               i ? ", " : "", bench->sets[i].game->name, bench->totals[i].positions,
               bench->sets[i].depth, bench->totals[i].nodes);
    puts("]}");
}

/* The last line is what OpenBench reads. */
static void print_lines(const Bench *bench, uint64_t all, double seconds)
{
    for (int i = 0; i < BENCH_SETS; i++) {
        uint64_t nodes = 0;
        for (int k = 0; k < bench->count; k++)
            if (bench->sets[k].game == bench_sets[i].game)
                nodes = bench->totals[k].nodes;
        printf("%s%s %" PRIu64, i ? " " : "", bench_sets[i].game->name, nodes);
    }
    printf("\n%" PRIu64 " nodes %.0f nps\n", all, (double)all / seconds);
}

static int run(const Asked *asked, const Net *net)
{
    Bench bench = {0};
    uint64_t nodes = 0;
    choose_sets(asked, net, &bench);
    if (bench.count == 0)
        return options_complain("bench", "--net: %s is not for %s", asked->net_file, asked->game);
    int64_t start = clock_now_ns();
    if (!run_sets(asked, &bench))
        return EXIT_BAD_INPUT;
    double seconds = (double)(clock_now_ns() - start) / 1e9;
    for (int i = 0; i < bench.count; i++)
        nodes += bench.totals[i].nodes;
    (asked->json ? print_json : print_lines)(&bench, nodes, seconds);
    return EXIT_GOOD;
}

int bench_command(int argc, char **argv)
{
    Asked asked = {.game = "all"};
    const Option options[] = {
        {"game", "chess|shogi|all", OPTION_CHOICE, &asked.game, 0, 0, "Which bench (default all)"},
        {"depth", "N", OPTION_NUMBER, &asked.depth, 1, MAX_PLY, "Depth of every search"},
        {"net", "FILE", OPTION_TEXT, &asked.net_file, 0, 0,
         "Evaluate by this net, in the game it is for; the other game's bench is left out"},
        {"verbose", NULL, OPTION_FLAG, &asked.verbose, 0, 0, "One line a position"},
        {"json", NULL, OPTION_FLAG, &asked.json, 0, 0, "One JSON object on the last line"},
        PARAMS_OPTION_ROWS(&asked.params),
    };
    options_parse("Searches fixed positions with one thread; the node count is the signature of "
                  "the search.",
                  options, COUNT_OF(options), argc, argv);
    Diag diag;
    diag_clear(&diag);
    Net *net = asked.net_file ? net_load(asked.net_file, NULL, &diag) : NULL;
    if (asked.net_file && !net)
        return options_complain("bench", "error: %s", diag.error);
    int status = run(&asked, net);
    net_release(net);
    return status;
}
