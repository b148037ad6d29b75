/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/perft.h"

#include "base/threads.h"

#include <stdatomic.h>
#include <stdlib.h>

/* The work is dealt out by the first two moves: enough parts for many threads, none too large. */
typedef struct {
    int root; /* index of the first move */
    GameMove second;
} Part;

typedef struct {
    const GameOps *game;
    const GamePosition *root;
    int depth;
    const PerftResult *result;
    const Part *parts;
    int part_count;
    atomic_int next_part;
    _Atomic uint64_t leaves[GAME_LIST_SIZE];
    atomic_int left[GAME_LIST_SIZE]; /* parts of each root move */
    atomic_int *done;
} Job;

static void count_share(void *context, int index)
{
    (void)index;
    Job *job = context;
    const GameOps *game = job->game;
    GamePosition *pos = game->create();
    game->copy(pos, job->root);
    for (int i; (i = atomic_fetch_add(&job->next_part, 1)) < job->part_count;) {
        const Part *part = &job->parts[i];
        game->make(pos, job->result->move[part->root]);
        game->make(pos, part->second);
        atomic_fetch_add(&job->leaves[part->root], game->perft(pos, job->depth - 2));
        game->unmake(pos);
        game->unmake(pos);
        if (atomic_fetch_sub(&job->left[part->root], 1) == 1)
            atomic_fetch_add(job->done, 1);
    }
    game->destroy(pos);
}

static Part *list_parts(const GameOps *game, const GamePosition *root, const PerftResult *result,
                        int *count)
{
    Part *parts = NULL;
    GameMove second[GAME_LIST_SIZE];
    GamePosition *pos = game->create();
    game->copy(pos, root);
    *count = 0;
    for (int i = 0; i < result->moves; i++) {
        game->make(pos, result->move[i]);
        int replies = game->legal_moves(pos, second);
        parts = xrealloc(parts, (size_t)(*count + replies) * sizeof *parts);
        for (int k = 0; k < replies; k++)
            parts[(*count)++] = (Part){i, second[k]};
        game->unmake(pos);
    }
    game->destroy(pos);
    return parts;
}

static void count_in_threads(const GameOps *game, const GamePosition *pos, int depth, int threads,
                             PerftResult *result)
{
    int count;
    Part *parts = list_parts(game, pos, result, &count);
    Job job = {.game = game,
               .root = pos,
               .depth = depth,
               .result = result,
               .parts = parts,
               .part_count = count,
               .done = &result->done};
    for (int i = 0; i < count; i++)
        job.left[parts[i].root]++;
    threads_run(threads, count_share, &job);
    for (int i = 0; i < result->moves; i++)
        result->leaves[i] = atomic_load(&job.leaves[i]);
    free(parts);
}

static void count_alone(const GameOps *game, const GamePosition *root, int depth,
                        PerftResult *result)
{
    GamePosition *pos = game->create();
    game->copy(pos, root);
    for (int i = 0; i < result->moves; i++) {
        game->make(pos, result->move[i]);
        result->leaves[i] = depth > 1 ? game->perft(pos, depth - 1) : 1;
        game->unmake(pos);
        atomic_store(&result->done, i + 1);
    }
    game->destroy(pos);
}

void perft_count(const GameOps *game, const GamePosition *pos, int depth, int threads,
                 PerftResult *result)
{
    atomic_store(&result->done, 0);
    result->moves = game->legal_moves(pos, result->move);
    if (threads > 1 && depth > 2)
        count_in_threads(game, pos, depth, threads, result);
    else
        count_alone(game, pos, depth, result);
    result->total = 0;
    for (int i = 0; i < result->moves; i++)
        result->total += result->leaves[i];
}
