/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_PERFT_H
#define TENUKI_ENGINE_PERFT_H

/* Counting the leaves of the move tree: the proof that a generator is right. */

#include "search/gameops.h"

#include <stdatomic.h>

enum { PERFT_DEPTH_MAX = 60 };

typedef struct {
    int moves; /* at the root */
    GameMove move[GAME_LIST_SIZE];
    uint64_t leaves[GAME_LIST_SIZE];
    uint64_t total;
    atomic_int done; /* root moves that are counted: for somebody who watches */
} PerftResult;

void perft_count(const GameOps *game, const GamePosition *pos, int depth, int threads,
                 PerftResult *result);

#endif
