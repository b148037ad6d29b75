/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_ENGINE_STATE_H
#define TENUKI_ENGINE_ENGINE_STATE_H

/* What an engine is made of: shared by engine.c, which is its face, and answer.c, which is what its
 * threads do. */

#include "engine/engine.h"
#include "engine/pool.h"

#include <pthread.h>

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

/* What thread `index` of the pool does with a search that was prepared: the first one conducts it
 * and answers. */
void engine_run_thread(void *context, int index);

/* Makes all ready for a search of the engine's position. */
void engine_prepare(Engine *engine, const EngineGo *go);

#endif
