/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_PLUGGED_H
#define TENUKI_SEARCH_PLUGGED_H

/* Asking the plug-in. Its answers are checked: one that makes no sense is the last one of this
 * search. */

#include "search/prune.h"
#include "search/worker.h"

/* The technique is on only while there is a plug-in to ask. */
static inline bool is_plugged(const Worker *worker)
{
    return UNLIKELY(params_on(&worker->params, TECH_PLUGIN));
}

/* A decision by TECH_PLUGIN, or by TECH_COUNT when it has no opinion: DECIDE_CUT with the value,
 * DECIDE_REDUCE by so many plies, or DECIDE_SEARCH, against all others. */
COLD Decision plugged_at_node(Worker *worker, const Node *n);
/* The same for a move: DECIDE_SKIP, DECIDE_REDUCE or DECIDE_SEARCH. */
COLD Decision plugged_at_move(Worker *worker, const Node *n, const MoveView *m);

/* What was wrong with the answer for which it was switched off. */
void plugged_write_fault(const Worker *worker, Text *text);

#endif
