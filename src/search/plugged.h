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
/* Carries out such a reduction: at least a ply is left. */
COLD void plugged_reduces_node(Worker *worker, Node *n, int plies);

/* What it says of a move: true to skip it, otherwise m->plugged may be set. */
COLD bool plugged_skips(Worker *worker, const Node *n, MoveView *m, Move move);
/* The reduction of a move with what the plug-in has said; at least a ply is left. */
static inline int plugged_reduction(int plugged, int reduction, int depth)
{
    if (plugged == PLUGGED_FULL)
        return 0;
    int most = depth > 1 ? depth - 1 : 0;
    return reduction + plugged < most ? reduction + plugged : most;
}

/* What was wrong with the answer for which it was switched off. */
void plugged_write_fault(const Worker *worker, Text *text);

#endif
