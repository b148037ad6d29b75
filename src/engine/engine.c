/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/engine_state.h"

#include "base/clock.h"
#include "nnue/embedded.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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
    engine->pool = pool_new(engine_run_thread, engine);
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

bool engine_set_hash(Engine *engine, size_t mib, Diag *diag)
{
    if (!memory_has(mib, diag))
        return false;
    Diag first;
    diag_clear(&first);
    Tt *fresh = memory_has(engine->mib + mib, &first) ? tt_new(mib, &first) : NULL;
    if (!fresh) {
        /* There may be room for one of them, not for both. */
        diag_clear(&first);
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

/* ---- What was found ---- */

static void wait_for_helpers(const Engine *engine)
{
    for (int i = 1; i < engine->threads; i++)
        pool_wait(engine->pool, i);
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

/* ---- Control ---- */

void engine_go(Engine *engine, const EngineGo *go)
{
    engine_wait(engine);
    engine->started_ns = clock_now_ns();
    atomic_store(&engine->clock_ns, engine->started_ns);
    engine_prepare(engine, go);
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
        engine->budget = timeman_plan(said, &engine->time_options, &engine->search_params,
                                      engine->game->game_ply(engine->pos));
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
