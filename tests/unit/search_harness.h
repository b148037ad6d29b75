/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TESTS_SEARCH_HARNESS_H
#define TENUKI_TESTS_SEARCH_HARNESS_H

/* A search to a depth with one thread, for tests that look at the search from below. Included with
 * GAME_CHESS or GAME_SHOGI defined. */

#include "search/worker.h"

typedef struct {
    Tt *tt;
    atomic_bool stop;
    _Atomic uint64_t faults;
    SearchRequest request;
    Worker *worker;
} Harness;

static bool harness_never(void *context) { return (void)context, false; }
static void harness_line(void *context, const SearchLine *line) { (void)context, (void)line; }
static bool harness_go_on(void *context, const SearchIteration *done)
{
    return (void)context, (void)done, false;
}
static void harness_message(void *context, const char *message) { (void)context, (void)message; }

static void harness_open(Harness *harness, const Params *params, int depth)
{
    Diag diag;
    diag_clear(&diag);
    harness->tt = tt_new(4, &diag);
    harness->stop = false;
    harness->faults = 0;
    harness->worker = worker_new(0);
    harness->request = (SearchRequest){
        .depth = depth,
        .nodes = UINT64_MAX,
        .lines = 1,
        .params = params,
        .tt = harness->tt,
        .stop = &harness->stop,
        .faults = &harness->faults,
        .poll = harness_never,
        .on_line = harness_line,
        .on_iteration = harness_go_on,
        .on_message = harness_message,
    };
}

static SearchResult harness_run(Harness *harness, const Position *pos)
{
    SearchResult result;
    tt_new_search(harness->tt);
    worker_run(harness->worker, pos, &harness->request, &result);
    return result;
}

static void harness_close(Harness *harness)
{
    worker_delete(harness->worker);
    tt_free(harness->tt);
}

#endif
