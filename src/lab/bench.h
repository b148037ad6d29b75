/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_BENCH_H
#define TENUKI_LAB_BENCH_H

#include "search/gameops.h"

typedef struct {
    int positions;
    int unfinished; /* the limit of nodes came before the depth */
    uint64_t nodes;
    int depths; /* of all positions together */
    int64_t time_ns;
} BenchTotals;

/* Searches the positions of the bench, each as if it were the first. Nodes 0 is no limit, depth 0
 * the depth at which the signature is taken. */
BenchTotals bench_run(const GameOps *game, const Params *params, int depth, uint64_t nodes,
                      bool verbose);

int bench_command(int argc, char **argv);

#endif
