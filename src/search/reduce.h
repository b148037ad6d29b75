/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_REDUCE_H
#define TENUKI_SEARCH_REDUCE_H

/* How much less deep a late move is searched. Arithmetic only, in hundredths of a ply. */

#include "search/prune.h"

/* One condition a line, so that a change touches one line. */
/* clang-format off */

typedef struct {
    bool killer; /* or the counter move */
    bool drop_near_king;
    bool tt_captures; /* the table move does */
    bool tt_pv;       /* the node was once on a principal variation */
    int child_cuts;   /* fail-highs among the children so far */
} LateMove;

static inline bool lmr_applies(const Params *p, const Node *n, const MoveView *m)
{
    return params_on(p, TECH_LMR)
        && n->depth >= p->lmr_min_depth
        && m->number >= p->lmr_min_move
        && !n->threat;
}

/* Where a margin would be larger a reduction is smaller. */
static inline int lmr_scaled(const Node *n, int hundredths)
{
    enum { WHOLE = 1000 };
    return LIKELY(!n->margins) ? hundredths
                               : hundredths * WHOLE / node_scaled(n, MARGIN_LMR, WHOLE);
}

/* `table` is the product of logarithms for this depth and move number. */
static inline int lmr_hundredths(const Params *p, const Node *n, const MoveView *m,
                                 const LateMove *late, int table)
{
    if (p->lmr_form == LMR_CLASSIC) {
        int plies = p->lmr_classic_base + m->number / 8 + n->depth / 4;
        return m->noisy || m->gives_check || n->in_check
                 ? 0
                 : 100 * (plies < p->lmr_classic_most ? plies : p->lmr_classic_most);
    }
    int amount = table;
    if (!n->improving)
        amount += p->lmr_not_improving;
    if (n->cut)
        amount += p->lmr_cut_node;
    if (n->pv || late->tt_pv)
        amount -= p->lmr_pv;
    if (late->killer)
        amount -= p->lmr_killer;
    if (m->gives_check)
        amount -= p->lmr_check;
    if (late->tt_captures)
        amount += p->lmr_tt_capture;
    if (late->drop_near_king)
        amount -= p->lmr_drop_near_king;
    if (late->child_cuts > 2)
        amount += p->lmr_child_cuts;
    return amount - 100 * m->history / p->lmr_history;
}

#endif
