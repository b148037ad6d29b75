/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_BENCH_H
#define TENUKI_LAB_BENCH_H

/* `tenuki bench`, and its way of searching positions for others that measure. */

#include "engine/engine.h"
#include "lab/progress.h"

typedef struct {
    const GameOps *game;
    const char *const *positions;
    size_t count;
    int depth;
    uint64_t nodes; /* that a position may take at most; 0 for no limit */
    const Net *net; /* NULL: the built-in one */
    /* Where to show how far it is, of how many positions, after how many others; NULL for nowhere.
     */
    Progress *progress;
    int64_t total, before;
} BenchSet;

typedef struct {
    int positions;
    int unfinished; /* the limit of nodes came before the depth */
    uint64_t nodes;
    int depths; /* of all positions together */
    int64_t time_ns;
} BenchTotals;

/* The positions whose node count is the signature of the search, by game. */
enum { BENCH_SETS = 2 };
extern const BenchSet bench_sets[BENCH_SETS];
const BenchSet *bench_set_of(const GameOps *game);

typedef void BenchSeen(void *context, const char *position, const Engine *engine,
                       const EngineAnswer *answer);

/* Searches every position with one thread as if it were the first. The positions must be good ones.
 * `seen` is called after each; it may be NULL. */
BenchTotals bench_run(const BenchSet *set, const Params *params, BenchSeen *seen, void *context);

int bench_command(int argc, char **argv);

#endif
