/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/engine.h"

#include "base/clock.h"
#include "engine/pool.h"
#include "engine/pv.h"
#include "nnue/embedded.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct Engine {
    const GameOps *game;
    EngineListener listener;
    ParamSet params;
    const Net *net; /* from a file; NULL for the built-in one */
    GamePosition *pos;
    Tt *tt;
    size_t mib;
    SearchWorker **workers;
    int threads, lines;
    TimeOptions time_options;
    GameRules rules;

    Pool *pool; /* thread 0 conducts the search; the others run the other workers */

    /* The search under way. */
    atomic_bool searching;
    atomic_bool stop;
    atomic_bool pondering;
    _Atomic uint64_t faults;
    bool hit_seen; /* the searching thread knows that our clock runs */
    int64_t started_ns;
    _Atomic int64_t clock_ns; /* since when our clock runs */
    EngineGo go;
    GameMove *wanted;
    GamePosition *root;  /* read by all workers */
    GamePosition *shown; /* the same, for the searching thread to walk along its lines */
    Params search_params;
    TimeBudget budget; /* written by ponderhit while pondering, read only when not */
    TimeJudge judge;
    SearchRequest request;
    uint64_t solver_nodes;
    bool workers_run;     /* else their counts are those of an earlier search */
    SearchLine exact;     /* the last exact line, without its moves */
    GameMove exact_pv[2]; /* how it begins; 0 for nothing */
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* stop or pondering */
};

static void run_thread(void *context, int index);

/* ---- Life and settings ---- */

static void make_workers(Engine *engine, int threads)
{
    for (int i = threads; i < engine->threads; i++)
        engine->game->worker_destroy(engine->workers[i]);
    engine->workers = xrealloc(engine->workers, (size_t)(threads + 1) * sizeof *engine->workers);
    for (int i = engine->threads; i < threads; i++)
        engine->workers[i] = engine->game->worker_create(i);
    engine->threads = threads;
}

Engine *engine_new(const GameOps *game, const EngineListener *listener)
{
    Engine *engine = xcalloc(1, sizeof *engine);
    Diag diag;
    diag_clear(&diag);
    engine->game = game;
    engine->listener = *listener;
    engine->pos = game->create();
    engine->root = game->create();
    engine->shown = game->create();
    engine->lines = 1;
    engine->mib = ENGINE_HASH_DEFAULT;
    engine->tt = tt_new(engine->mib, &diag);
    if (!engine->tt)
        die("%s", diag.error);
    param_set_init(&engine->params, game == &chess_ops ? PARAM_CHESS : PARAM_SHOGI);
    pthread_mutex_init(&engine->mutex, NULL);
    pthread_cond_init(&engine->changed, NULL);
    engine->pool = pool_new(run_thread, engine);
    if (!pool_resize(engine->pool, 1))
        die("cannot start a thread");
    make_workers(engine, 1);
    return engine;
}

void engine_free(Engine *engine)
{
    if (!engine)
        return;
    engine_stop(engine);
    engine_wait(engine);
    pool_free(engine->pool);
    make_workers(engine, 0);
    free(engine->workers);
    tt_free(engine->tt);
    net_release(engine->net);
    engine->game->destroy(engine->pos);
    engine->game->destroy(engine->root);
    engine->game->destroy(engine->shown);
    free(engine->wanted);
    pthread_mutex_destroy(&engine->mutex);
    pthread_cond_destroy(&engine->changed);
    free(engine);
}

const GameOps *engine_game(const Engine *engine) { return engine->game; }
ParamSet *engine_params(Engine *engine) { return &engine->params; }
GamePosition *engine_position(Engine *engine) { return engine->pos; }

/* The system lends more memory than there is, and kills whoever uses it. */
static bool memory_has(size_t mib, Diag *diag)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || size <= 0)
        return true;
    size_t there = ((size_t)pages * ((size_t)size >> 10)) >> 10;
    return mib <= there
        || diag_error(diag, "cannot get %zu MiB: there are %zu MiB of memory", mib, there);
}

bool engine_set_hash(Engine *engine, size_t mib, Diag *diag)
{
    if (!memory_has(mib, diag))
        return false;
    Diag first;
    diag_clear(&first);
    Tt *fresh = tt_new(mib, &first);
    if (!fresh) {
        /* There may be room for one of them, not for both. */
        tt_free(engine->tt);
        fresh = tt_new(mib, diag);
        engine->tt = fresh ? fresh : tt_new(engine->mib, &first);
        if (!engine->tt)
            die("%s", first.error);
    } else {
        tt_free(engine->tt);
        engine->tt = fresh;
    }
    if (fresh)
        engine->mib = mib;
    return fresh != NULL;
}

bool engine_set_threads(Engine *engine, int threads, Diag *diag)
{
    /* A worker that cannot be had ends the program, so look for room first: for its stack, and for
     * more than its tables take. */
    enum { ROOM = 64 };
    if (threads > engine->threads) {
        size_t size = ((size_t)(threads - engine->threads) * ROOM) << 20;
        void *room =
            mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (room == MAP_FAILED)
            return diag_error(diag, "no memory for %d threads", threads);
        munmap(room, size);
    }
    if (!pool_resize(engine->pool, threads))
        return diag_error(diag, "cannot start %d threads", threads);
    make_workers(engine, threads);
    return true;
}

void engine_set_net(Engine *engine, const Net *net)
{
    const Net *old = engine->net;
    engine->net = net_share(net);
    net_release(old);
    engine_new_game(engine);
}

bool engine_load_net(Engine *engine, const char *path, Diag *diag)
{
    const NetShape wanted = net_wanted(engine->game->features);
    const Net *net = net_load(path, &wanted, diag);
    if (net)
        engine_set_net(engine, net);
    net_release(net); /* the engine has its share */
    return net != NULL;
}

const Net *engine_net(Engine *engine)
{
    const Net *net = engine->net ? engine->net : net_embedded(engine->game->features->game);
    return params_on(&engine->params.values, TECH_NET) ? net : NULL;
}

void engine_set_lines(Engine *engine, int lines) { engine->lines = lines; }
void engine_set_rules(Engine *engine, const GameRules *rules) { engine->rules = *rules; }
void engine_clear_hash(Engine *engine) { tt_clear(engine->tt, engine->threads); }

void engine_set_time_options(Engine *engine, const TimeOptions *options)
{
    engine->time_options = *options;
}

void engine_new_game(Engine *engine)
{
    engine_clear_hash(engine);
    for (int i = 0; i < engine->threads; i++)
        engine->game->worker_forget(engine->workers[i]);
}

/* ---- Time ---- */

static int64_t ms_since(int64_t start_ns) { return (clock_now_ns() - start_ns) / 1000000; }

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
        if (timeman_enough(&engine->budget, &engine->judge, ms_since(engine->started_ns)))
            return true;
    }
    return ms_since(atomic_load(&engine->clock_ns)) >= engine->budget.hard;
}

static bool finish_iteration(void *context, const SearchIteration *done)
{
    Engine *engine = context;
    timeman_note(&engine->judge, done);
    if (atomic_load(&engine->stop))
        return true;
    if (!clock_runs(engine))
        return false;
    return timeman_enough(&engine->budget, &engine->judge, ms_since(engine->started_ns));
}

/* ---- Lines ---- */

static uint64_t all_nodes(const Engine *engine)
{
    uint64_t sum = engine->solver_nodes;
    for (int i = 0; engine->workers_run && i < engine->threads; i++)
        sum += engine->game->worker_nodes(engine->workers[i]);
    return sum;
}

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

static void wait_for_helpers(const Engine *engine)
{
    for (int i = 1; i < engine->threads; i++)
        pool_wait(engine->pool, i);
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

void engine_stats(const Engine *engine, Stats *stats)
{
    wait_for_helpers(engine);
    memset(stats, 0, sizeof *stats);
    for (int i = 0; i < engine->threads; i++)
        stats_merge(stats, engine->game->worker_stats(engine->workers[i]));
}

const Margins *engine_margins(const Engine *engine)
{
    const Params *p = &engine->params.values;
    wait_for_helpers(engine);
    if (!params_on(p, TECH_PHASE) && !params_on(p, TECH_ADAPT))
        return NULL;
    return engine->game->worker_margins(engine->workers[0]);
}

void engine_reset_margins(Engine *engine)
{
    engine_wait(engine);
    for (int i = 0; i < engine->threads; i++)
        margins_forget(engine->game->worker_margins(engine->workers[i]));
}

bool engine_restore_margins(Engine *engine, int snapshot)
{
    engine_wait(engine);
    const Margins *own = engine->game->worker_margins(engine->workers[0]);
    if (snapshot < 0 || snapshot >= own->snapshot_count)
        return false;
    const MarginSnapshot kept = own->snapshots[snapshot];
    for (int i = 0; i < engine->threads; i++)
        margins_restore(engine->game->worker_margins(engine->workers[i]), &kept);
    return true;
}

const SearchWorker *engine_worker(const Engine *engine)
{
    return engine_is_searching(engine) ? NULL : engine->workers[0];
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

static void run_thread(void *context, int index)
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

/* ---- Control ---- */

static void prepare(Engine *engine, const EngineGo *go)
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
    engine->budget = timeman_plan(&go->time, &engine->time_options, game->game_ply(engine->pos));
    engine->judge = (TimeJudge){0};
    engine->hit_seen = !go->ponder;
    engine->solver_nodes = 0;
    engine->workers_run = false;
    engine->exact_pv[0] = engine->exact_pv[1] = 0;
    engine->request = (SearchRequest){
        .depth = go->depth > 0 ? go->depth : MAX_PLY - 1,
        .nodes = go->nodes > 0 ? go->nodes : UINT64_MAX,
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

void engine_go(Engine *engine, const EngineGo *go)
{
    engine_wait(engine);
    engine->started_ns = clock_now_ns();
    atomic_store(&engine->clock_ns, engine->started_ns);
    prepare(engine, go);
    atomic_store(&engine->stop, false);
    atomic_store(&engine->pondering, go->ponder);
    atomic_store(&engine->searching, true);
    pool_start(engine->pool, 0);
}

void engine_stop(Engine *engine)
{
    atomic_store(&engine->stop, true);
    pthread_mutex_lock(&engine->mutex);
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->mutex);
}

void engine_ponderhit(Engine *engine, const TimeSaid *said)
{
    if (!atomic_load(&engine->pondering))
        return;
    atomic_store(&engine->clock_ns, clock_now_ns());
    if (said)
        engine->budget =
            timeman_plan(said, &engine->time_options, engine->game->game_ply(engine->pos));
    pthread_mutex_lock(&engine->mutex);
    atomic_store(&engine->pondering, false);
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->mutex);
}

bool engine_is_searching(const Engine *engine) { return atomic_load(&engine->searching); }

bool engine_is_stopping(const Engine *engine)
{
    return engine_is_searching(engine) && atomic_load(&engine->stop);
}

bool engine_is_counting(const Engine *engine)
{
    return engine_is_searching(engine) && engine->go.perft > 0;
}

void engine_wait(Engine *engine)
{
    pool_wait(engine->pool, 0);
    wait_for_helpers(engine);
}

bool engine_wait_for(Engine *engine, int ms)
{
    if (!pool_wait_for(engine->pool, 0, ms))
        return false;
    wait_for_helpers(engine);
    return true;
}
