/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/engine.h"

#include "base/clock.h"
#include "base/threads.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct Engine {
    const GameOps *game;
    EngineListener listener;
    ParamSet params;
    GamePosition *pos;
    Tt *tt;
    SearchWorker **workers;
    int threads, lines;
    TimeOptions time_options;
    GameRules rules;

    /* The search under way. */
    pthread_t thread;
    bool joinable; /* the thread has not been waited for */
    atomic_bool searching;
    atomic_bool stop;
    atomic_bool pondering;
    _Atomic int64_t started_ns;
    EngineGo go;
    GameMove *wanted;
    GamePosition *root;
    Params search_params;
    TimeBudget budget;
    TimeJudge judge;
    SearchRequest request;
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* stop or pondering */
};

/* ---- Life and settings ---- */

static void make_workers(Engine *engine, int threads)
{
    for (int i = threads; i < engine->threads; i++)
        engine->game->worker_destroy(engine->workers[i]);
    engine->workers = xrealloc(engine->workers, (size_t)threads * sizeof *engine->workers);
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
    engine->lines = 1;
    engine->tt = tt_new(ENGINE_HASH_DEFAULT, &diag);
    if (!engine->tt)
        die("%s", diag.error);
    param_set_init(&engine->params, game == &chess_ops ? PARAM_CHESS : PARAM_SHOGI);
    pthread_mutex_init(&engine->mutex, NULL);
    pthread_cond_init(&engine->changed, NULL);
    make_workers(engine, 1);
    return engine;
}

void engine_free(Engine *engine)
{
    if (!engine)
        return;
    engine_stop(engine);
    engine_wait(engine);
    make_workers(engine, 0);
    free(engine->workers);
    tt_free(engine->tt);
    engine->game->destroy(engine->pos);
    engine->game->destroy(engine->root);
    free(engine->wanted);
    pthread_mutex_destroy(&engine->mutex);
    pthread_cond_destroy(&engine->changed);
    free(engine);
}

const GameOps *engine_game(const Engine *engine) { return engine->game; }
ParamSet *engine_params(Engine *engine) { return &engine->params; }
GamePosition *engine_position(Engine *engine) { return engine->pos; }

bool engine_set_hash(Engine *engine, size_t mib, Diag *diag)
{
    Tt *fresh = tt_new(mib, diag);
    if (!fresh)
        return false;
    tt_free(engine->tt);
    engine->tt = fresh;
    return true;
}

void engine_set_threads(Engine *engine, int threads) { make_workers(engine, threads); }
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

void engine_stats(const Engine *engine, Stats *stats)
{
    memset(stats, 0, sizeof *stats);
    for (int i = 0; i < engine->threads; i++)
        stats_merge(stats, engine->game->worker_stats(engine->workers[i]));
}

/* ---- The searching thread ---- */

static int64_t elapsed_ms(const Engine *engine)
{
    return (clock_now_ns() - atomic_load(&engine->started_ns)) / 1000000;
}

static uint64_t all_nodes(const Engine *engine)
{
    uint64_t sum = 0;
    for (int i = 0; i < engine->threads; i++)
        sum += engine->game->worker_nodes(engine->workers[i]);
    return sum;
}

/* Time does not count while we think on the opponent's. */
static bool clock_runs(const Engine *engine)
{
    return engine->budget.limited && !engine->go.infinite && !atomic_load(&engine->pondering);
}

static bool poll_limits(void *context)
{
    Engine *engine = context;
    return clock_runs(engine) && elapsed_ms(engine) >= engine->budget.hard;
}

static void pass_line(void *context, const SearchLine *line)
{
    Engine *engine = context;
    EngineLine out = {
        .line = *line,
        .nodes = all_nodes(engine),
        .time_ms = elapsed_ms(engine),
        .permille_full = tt_permille_full(engine->tt),
    };
    out.nps = (int64_t)(out.nodes * 1000 / (uint64_t)(out.time_ms > 0 ? out.time_ms : 1));
    engine->listener.on_line(engine->listener.context, engine->root, &out);
}

static bool finish_iteration(void *context, const SearchIteration *done)
{
    Engine *engine = context;
    bool enough = timeman_enough(&engine->budget, &engine->judge, done, elapsed_ms(engine));
    if (engine->go.mate > 0 && value_is_win(done->score)
        && (VALUE_MATE - done->score + 1) / 2 <= engine->go.mate)
        return true;
    if (atomic_load(&engine->stop))
        return true;
    return enough && clock_runs(engine);
}

static void pass_message(void *context, const char *message)
{
    Engine *engine = context;
    engine->listener.on_message(engine->listener.context, message);
}

static void run_worker(void *context, int index)
{
    Engine *engine = context;
    SearchResult unused;
    if (index == 0)
        return;
    engine->game->worker_search(engine->workers[index], engine->root, &engine->request, &unused);
}

typedef struct {
    Engine *engine;
    SearchResult *result;
} MainJob;

/* The main worker's end is the end of all. */
static void run_share(void *context, int index)
{
    MainJob *job = context;
    Engine *engine = job->engine;
    if (index > 0) {
        run_worker(engine, index);
        return;
    }
    engine->game->worker_search(engine->workers[0], engine->root, &engine->request, job->result);
    /* Infinite and pondering searches are answered when they are told to. */
    pthread_mutex_lock(&engine->mutex);
    while ((engine->go.infinite || atomic_load(&engine->pondering)) && !atomic_load(&engine->stop))
        pthread_cond_wait(&engine->changed, &engine->mutex);
    pthread_mutex_unlock(&engine->mutex);
    atomic_store(&engine->stop, true);
}

static void *search_thread(void *argument)
{
    Engine *engine = argument;
    SearchResult result = {0};
    MainJob job = {engine, &result};
    threads_run(engine->threads, run_share, &job);
    EngineAnswer answer = {
        .best = result.best,
        .ponder = result.ponder,
        .declares = engine->game->may_declare(engine->root, &engine->rules),
        .score = result.score,
        .depth = result.depth,
        .seldepth = result.seldepth,
        .nodes = all_nodes(engine),
        .time_ms = elapsed_ms(engine),
    };
    /* The next command may come as soon as the answer is read. */
    atomic_store(&engine->searching, false);
    engine->listener.on_answer(engine->listener.context, engine->root, &answer);
    return NULL;
}

/* ---- Control ---- */

void engine_go(Engine *engine, const EngineGo *go)
{
    engine_wait(engine);
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
    engine->search_params = engine->params.values;
    engine->budget = timeman_plan(&go->time, &engine->time_options, game->game_ply(engine->pos));
    engine->judge = (TimeJudge){0};
    engine->request = (SearchRequest){
        .depth = go->depth > 0 ? go->depth : MAX_PLY - 1,
        .nodes = go->nodes > 0 ? go->nodes : UINT64_MAX,
        .lines = engine->lines,
        .moves = engine->wanted,
        .move_count = go->move_count,
        .rules = engine->rules,
        .params = &engine->search_params,
        .tt = engine->tt,
        .stop = &engine->stop,
        .context = engine,
        .poll = poll_limits,
        .on_line = pass_line,
        .on_iteration = finish_iteration,
        .on_message = pass_message,
    };
    tt_new_search(engine->tt);
    atomic_store(&engine->stop, false);
    atomic_store(&engine->pondering, go->ponder);
    atomic_store(&engine->started_ns, clock_now_ns());
    atomic_store(&engine->searching, true);
    engine->joinable = threads_start(&engine->thread, search_thread, engine);
    if (!engine->joinable)
        die("cannot start a thread");
}

static void signal_change(Engine *engine)
{
    pthread_mutex_lock(&engine->mutex);
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->mutex);
}

void engine_stop(Engine *engine)
{
    atomic_store(&engine->stop, true);
    signal_change(engine);
}

void engine_ponderhit(Engine *engine)
{
    /* From now on it is our clock that runs. */
    atomic_store(&engine->started_ns, clock_now_ns());
    atomic_store(&engine->pondering, false);
    signal_change(engine);
}

bool engine_is_searching(const Engine *engine) { return atomic_load(&engine->searching); }

void engine_wait(Engine *engine)
{
    if (!engine->joinable)
        return;
    pthread_join(engine->thread, NULL);
    engine->joinable = false;
}
