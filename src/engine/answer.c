/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/clock.h"
#include "engine/engine_state.h"
#include "engine/pv.h"

#include <stdlib.h>
#include <string.h>

/* ---- Time ---- */

static int64_t ms_since(int64_t start_ns) { return (clock_now_ns() - start_ns) / 1000000; }

static uint64_t all_nodes(const Engine *engine)
{
    uint64_t sum = engine->solver_nodes;
    for (int i = 0; engine->workers_run && i < engine->threads; i++)
        sum += engine->game->worker_nodes(engine->workers[i]);
    return sum;
}

/* What our clock has lost since then, in milliseconds. */
static int64_t spent_since(const Engine *engine, int64_t start_ns)
{
    int64_t nodes = engine->go.clock_nodes;
    return nodes > 0 ? (int64_t)all_nodes(engine) / nodes : ms_since(start_ns);
}

static bool is_enough(const Engine *engine)
{
    return timeman_enough(&engine->budget, &engine->judge, &engine->search_params,
                          spent_since(engine, engine->started_ns));
}

/* Time does not count while we think on the opponent's. */
static bool clock_runs(const Engine *engine)
{
    return !engine->go.infinite && !atomic_load(&engine->pondering) && engine->budget.limited;
}

static void tell_counts(Engine *engine, bool last)
{
    const SearchWorker *worker = engine->workers[0];
    if (!engine->listener.on_counts)
        return;
    const EngineCounts counts = {
        .stats = engine->game->worker_stats(worker),
        .nodes = engine->game->worker_nodes(worker),
        .time_ms = ms_since(engine->started_ns),
        .last = last,
    };
    engine->listener.on_counts(engine->listener.context, &counts);
}

static bool poll_limits(void *context)
{
    Engine *engine = context;
    tell_counts(engine, false);
    if (!clock_runs(engine))
        return false;
    if (!engine->hit_seen) {
        /* Pondering may have been enough: what was thought then counts as thought. */
        engine->hit_seen = true;
        if (is_enough(engine))
            return true;
    }
    return spent_since(engine, atomic_load(&engine->clock_ns)) >= engine->budget.hard;
}

static bool finish_iteration(void *context, const SearchIteration *done)
{
    Engine *engine = context;
    timeman_note(&engine->judge, done);
    if (atomic_load(&engine->stop))
        return true;
    if (!clock_runs(engine))
        return false;
    return is_enough(engine);
}

/* ---- Lines ---- */

static void show_line(Engine *engine, const SearchLine *line)
{
    GameMove pv[MATE_LINE_MAX];
    EngineLine out = {
        .line = *line,
        .nodes = all_nodes(engine),
        .time_ms = ms_since(engine->started_ns),
        .permille_full = tt_permille_full(engine->tt),
    };
    out.line.pv = pv;
    out.line.pv_length =
        pv_legal_length(engine->game, engine->shown, &engine->rules, line->pv, line->pv_length);
    memcpy(pv, line->pv, (size_t)out.line.pv_length * sizeof *pv);
    out.line.pv_length =
        pv_complete_mate(engine->game, engine->shown, pv, out.line.pv_length, line->score);
    out.nps = (int64_t)(out.nodes * 1000 / (uint64_t)(out.time_ms > 0 ? out.time_ms : 1));
    if (line->line == 1 && line->bound == BOUND_EXACT) {
        engine->exact = *line;
        engine->exact.pv = NULL;
        for (int i = 0; i < 2; i++)
            engine->exact_pv[i] = i < out.line.pv_length ? pv[i] : 0;
    }
    engine->listener.on_line(engine->listener.context, engine->shown, &out);
}

static void pass_line(void *context, const SearchLine *line) { show_line(context, line); }

static void pass_decision(void *context, const DecisionReport *report)
{
    Engine *engine = context;
    engine->listener.on_decision(engine->listener.context, report);
}

static void pass_enter(void *context, const NodeEntry *entry)
{
    Engine *engine = context;
    engine->listener.on_enter(engine->listener.context, entry);
}

static void pass_leave(void *context, const NodeExit *left)
{
    Engine *engine = context;
    engine->listener.on_leave(engine->listener.context, left);
}

static void pass_message(void *context, const char *message)
{
    Engine *engine = context;
    engine->listener.on_message(engine->listener.context, message);
}

/* ---- The searching thread ---- */

/* Infinite and pondering searches are answered when they are told to. */
static void wait_for_leave(Engine *engine)
{
    pthread_mutex_lock(&engine->mutex);
    while ((engine->go.infinite || atomic_load(&engine->pondering)) && !atomic_load(&engine->stop))
        pthread_cond_wait(&engine->changed, &engine->mutex);
    pthread_mutex_unlock(&engine->mutex);
}

/* The main worker's end is the end of all, and nobody waits for the others to notice. */
static void search(Engine *engine, SearchResult *result)
{
    atomic_store(&engine->faults, 0);
    for (int i = 0; i < engine->threads; i++)
        engine->game->worker_rest(engine->workers[i]);
    engine->workers_run = true;
    for (int i = 1; i < engine->threads; i++)
        pool_start(engine->pool, i);
    engine->game->worker_search(engine->workers[0], engine->root, &engine->request, result);
    wait_for_leave(engine);
    atomic_store(&engine->stop, true);
}

static void solve(Engine *engine, MateResult *result)
{
    MateLimits limits = {
        .nodes = engine->request.nodes,
        .stop = &engine->stop,
        .max_plies = engine->go.mate > 0 ? 2 * engine->go.mate - 1 : 0,
        .table_mib = MATE_TABLE_MIB,
    };
    if (!engine->go.infinite && !engine->go.ponder && engine->budget.limited)
        limits.deadline_ns = engine->started_ns + engine->budget.hard * 1000000;
    engine->game->solve_mate(engine->shown, &limits, result);
}

/* True when a mate was found and `result` is filled. */
static bool try_mate(Engine *engine, SearchResult *result)
{
    MateResult *mate = xmalloc(sizeof *mate);
    solve(engine, mate);
    engine->solver_nodes = mate->nodes;
    bool found = mate->status == MATE_PROVED && mate->length > 0;
    if (found) {
        *result = (SearchResult){
            .best = mate->line[0],
            .ponder = mate->length > 1 ? mate->line[1] : 0,
            .score = value_mate_in(mate->length < MAX_PLY ? mate->length : MAX_PLY - 1),
            .depth = mate->length,
            .seldepth = mate->length,
        };
        show_line(engine, &(SearchLine){
                              .depth = mate->length,
                              .seldepth = mate->length,
                              .line = 1,
                              .score = result->score,
                              .bound = BOUND_EXACT,
                              .pv = mate->line,
                              .pv_length = mate->length,
                          });
    } else {
        pass_message(engine, mate->status == MATE_DISPROVED ? "there is no such mate"
                                                            : "no mate found within the limits");
        /* Without another limit: as deep as the mate would have been. */
        int plies = 2 * engine->go.mate;
        if (mate->status == MATE_DISPROVED && !engine->go.infinite && engine->go.depth == 0
            && plies < engine->request.depth)
            engine->request.depth = plies;
    }
    free(mate);
    return found;
}

/* The last word must be an exact line with the move we play: an iteration that was cut short has
 * not shown its own. */
static void show_last_line(Engine *engine, const SearchResult *result)
{
    GameMove pv[2] = {result->best, result->ponder};
    if (result->best && engine->exact_pv[0] == result->best)
        return;
    show_line(engine, &(SearchLine){
                          .depth = result->depth,
                          .seldepth = result->seldepth,
                          .line = 1,
                          .score = result->score,
                          .bound = BOUND_EXACT,
                          .pv = pv,
                          .pv_length = !pv[0] ? 0
                                     : pv[1]  ? 2
                                              : 1,
                      });
}

/* Nothing to search: the game is over, or is won by declaring. */
static bool answer_without_search(Engine *engine, SearchResult *result)
{
    GameMove list[GAME_LIST_SIZE];
    GameFacts facts;
    int count = engine->game->legal_moves(engine->shown, list);
    bool decides = engine->go.analyse || engine->go.infinite || engine->go.ponder;
    if (count == 0) {
        engine->game->describe(engine->shown, &facts);
        bool drawn = facts.end && strcmp(facts.result, "1/2-1/2") == 0;
        *result = (SearchResult){.score = drawn ? VALUE_DRAW : value_mated_in(0)};
        return true;
    }
    if (!decides && engine->game->may_declare(engine->shown, &engine->rules)) {
        *result = (SearchResult){.score = VALUE_RULE_WIN};
        return true;
    }
    /* A forced move needs a score and somebody to expect, but not our time. */
    enum { FORCED_DEPTH = 6 };
    if (!decides && count == 1 && engine->budget.limited && engine->go.time.move_time < 0
        && engine->request.depth > FORCED_DEPTH)
        engine->request.depth = FORCED_DEPTH;
    return false;
}

static void answer_mate_only(Engine *engine)
{
    MateResult *mate = xmalloc(sizeof *mate);
    solve(engine, mate);
    atomic_store(&engine->searching, false);
    engine->listener.on_mate(engine->listener.context, engine->shown, mate);
    free(mate);
}

static void answer_perft(Engine *engine)
{
    const GameOps *game = engine->game;
    GamePosition *pos = engine->shown;
    GameMove list[GAME_LIST_SIZE];
    uint64_t total = 0;
    int count = game->legal_moves(pos, list);
    for (int i = 0; i < count && !atomic_load(&engine->stop); i++) {
        uint64_t leaves = 1;
        if (engine->go.perft > 1) {
            game->make(pos, list[i]);
            leaves = game->perft(pos, engine->go.perft - 1);
            game->unmake(pos);
        }
        engine->listener.on_leaves(engine->listener.context, pos, list[i], leaves);
        total += leaves;
    }
    atomic_store(&engine->searching, false);
    engine->listener.on_leaves(engine->listener.context, pos, 0, total);
}

static void answer_move(Engine *engine)
{
    SearchResult result = {0};
    if (answer_without_search(engine, &result)
        || (engine->go.mate > 0 && try_mate(engine, &result)))
        wait_for_leave(engine);
    else
        search(engine, &result);
    show_last_line(engine, &result);
    if (engine->workers_run)
        tell_counts(engine, true);
    /* A draw for the asking is taken when nothing better is in sight. */
    bool draws = engine->game->may_claim_draw(engine->shown, &engine->rules)
              && engine->exact.score < VALUE_DRAW;
    EngineAnswer answer = {
        .best = result.best,
        .ponder = engine->exact_pv[1],
        .declares = draws || engine->game->may_declare(engine->shown, &engine->rules),
        .claims_draw = draws,
        .score = engine->exact.score,
        .depth = engine->exact.depth,
        .seldepth = engine->exact.seldepth,
        .nodes = all_nodes(engine),
        .time_ms = ms_since(engine->started_ns),
    };
    /* The next command may come as soon as the answer is read. */
    atomic_store(&engine->searching, false);
    engine->listener.on_answer(engine->listener.context, engine->shown, &answer);
}

void engine_run_thread(void *context, int index)
{
    Engine *engine = context;
    SearchResult unused;
    if (index > 0)
        engine->game->worker_search(engine->workers[index], engine->root, &engine->request,
                                    &unused);
    else if (engine->go.perft > 0)
        answer_perft(engine);
    else if (engine->go.mate_only)
        answer_mate_only(engine);
    else
        answer_move(engine);
}

/* ---- Before it ---- */

/* The clock is looked at now and then only; one that counts nodes must not run out meanwhile. */
static uint64_t most_nodes(const Engine *engine)
{
    const EngineGo *go = &engine->go;
    uint64_t most = go->nodes > 0 ? go->nodes : UINT64_MAX;
    if (go->clock_nodes <= 0 || !engine->budget.limited)
        return most;
    uint64_t clock = (uint64_t)engine->budget.hard * (uint64_t)go->clock_nodes;
    return clock < most ? clock : most;
}

void engine_prepare(Engine *engine, const EngineGo *go)
{
    const GameOps *game = engine->game;
    engine->go = *go;
    free(engine->wanted);
    engine->wanted = NULL;
    if (go->moves) {
        size_t size = (size_t)go->move_count * sizeof *go->moves;
        engine->wanted = xmalloc(size);
        memcpy(engine->wanted, go->moves, size);
    }
    game->copy(engine->root, engine->pos);
    game->copy(engine->shown, engine->pos);
    engine->search_params = engine->params.values;
    engine->budget = timeman_plan(&go->time, &engine->time_options, &engine->search_params,
                                  game->game_ply(engine->pos));
    engine->judge = (TimeJudge){0};
    engine->hit_seen = !go->ponder;
    engine->solver_nodes = 0;
    engine->workers_run = false;
    engine->exact_pv[0] = engine->exact_pv[1] = 0;
    engine->request = (SearchRequest){
        .depth = go->depth > 0 ? go->depth : MAX_PLY - 1,
        .nodes = most_nodes(engine),
        .lines = engine->lines,
        .moves = engine->wanted,
        .move_count = go->move_count,
        .rules = engine->rules,
        .params = &engine->search_params,
        .net = engine->net,
        .tt = engine->tt,
        .stop = &engine->stop,
        .faults = &engine->faults,
        .context = engine,
        .poll = poll_limits,
        .on_line = pass_line,
        .on_iteration = finish_iteration,
        .on_message = pass_message,
        .on_decision = engine->listener.on_decision ? pass_decision : NULL,
        .on_enter = engine->listener.on_enter ? pass_enter : NULL,
        .on_leave = engine->listener.on_leave ? pass_leave : NULL,
    };
    tt_new_search(engine->tt);
}
