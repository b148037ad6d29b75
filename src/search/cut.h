/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_CUT_H
#define TENUKI_SEARCH_CUT_H

/* Techniques that may end a node before its moves are looked at: prune.h says which is to be tried,
 * and here it is carried out. */

#include "search/prune.h"
#include "search/worker.h"

/* True when the node is done, with *result. May lower the node's depth. */
bool cut_before_moves(Worker *worker, Frame *frame, Node *n, Move table_move, int *result);

/* After a technique has searched on its own account the position must be the one it was and the
 * value one that can be. If not, the technique is at fault: it is switched off for the rest of the
 * search, which goes on without it. */
static inline bool came_back_sound(Worker *worker, Technique technique, uint64_t key, int value)
{
#ifndef TENUKI_DEBUG
    enum { SAMPLE = 64 };
    if (atomic_load_explicit(&worker->nodes, memory_order_relaxed) % SAMPLE != 0)
        return true;
#endif
    if (LIKELY(game_key(worker->pos) == key && value > -VALUE_INFINITE && value < VALUE_INFINITE))
        return true;
    worker->params.techniques &= ~((uint64_t)1 << technique);
    atomic_fetch_or(worker->request->faults, (uint64_t)1 << technique);
    return false;
}

static inline bool adapts(const Worker *worker)
{
    return UNLIKELY(params_on(&worker->params, TECH_ADAPT));
}

static inline void note_margin(Worker *worker, const Node *n, MarginKind kind, bool wrong)
{
    margins_note(worker->learned, &worker->params, kind, n->depth, n->margin_phase, wrong);
}

#endif
