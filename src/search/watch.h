/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_WATCH_H
#define TENUKI_SEARCH_WATCH_H

/* What somebody who watches the search is told. Nothing is put together unless somebody does, and
 * nothing here changes what is searched. */

#include "search/movepick.h"
#include "search/prune.h"

static inline bool watch_decisions(const Worker *worker)
{
    return UNLIKELY(worker->request->on_decision != NULL);
}

/* A decision at a node; the caller fills what the node does not know: who, what came of it, the
 * numbers, the move. */
COLD void watch_tell(const Worker *worker, const Node *n, DecisionReport *report);

/* The node is answered before it is looked into: by the table, by a mate in one. */
COLD void watch_end(const Worker *worker, const Frame *frame, int alpha, int beta, int depth,
                    int qdepth, Technique by, int score);

/* A move that quiescence leaves out, and those that its picker has put aside as losing. */
COLD void watch_quiet_skip(const Worker *worker, const Frame *frame, int alpha, int beta,
                           int qdepth, Technique by, Move move, int margin);
COLD void watch_quiet_losers(const Worker *worker, const MovePicker *picker, int alpha, int beta,
                             int qdepth);

/* GameOps.threshold. */
bool watch_threshold(const Params *params, const DecisionReport *said, int *threshold);

/* The quiet moves that fall together with the one just skipped; `left` are tried all the same. */
COLD void watch_rest(const Worker *worker, const Node *n, const MovePicker *picker,
                     const MoveView *first, Technique by, QuietsLeft left);

/* By how much a move loses more than `allowance` by exchange. */
COLD int watch_see_margin(const Worker *worker, Move move, int allowance);

COLD void watch_enter(Worker *worker, Frame *frame, int alpha, int beta, int depth, int qdepth,
                      bool cut);
COLD int watch_leave(const Worker *worker, const Frame *frame, int score);

/* The usual decision. */
static inline void report(const Worker *worker, const Node *n, Technique by, Outcome outcome,
                          int reduction, int score, Move move, int margin)
{
    if (watch_decisions(worker))
        watch_tell(worker, n,
                   &(DecisionReport){
                       .by = by,
                       .outcome = outcome,
                       .reduction = reduction,
                       .score = score,
                       .move = move,
                       .margin = margin,
                       .full_depth = move && outcome == OUTCOME_SKIPPED ? n->depth - 1 : n->depth,
                   });
}

#endif
