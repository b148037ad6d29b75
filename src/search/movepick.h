/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_MOVEPICK_H
#define TENUKI_SEARCH_MOVEPICK_H

/* Hands out the moves of a node, the promising ones first, and generates them as late as it can. */

#include "search/worker.h"

typedef enum {
    PICK_TABLE,
    PICK_NOISY_INIT,
    PICK_NOISY_GOOD,
    PICK_KILLER_1,
    PICK_KILLER_2,
    PICK_COUNTER,
    PICK_QUIET_INIT,
    PICK_QUIET,
    PICK_NOISY_BAD,
    PICK_EVASION_INIT,
    PICK_EVASION,
    PICK_END,
} PickStage;

/* Which of the quiet moves to come are handed out; evasions are, whatever it says. */
typedef enum { QUIETS_ALL, QUIETS_CHECKS, QUIETS_NONE } QuietsLeft;

typedef struct {
    const Worker *worker;
    const Frame *frame;
    PickStage stage;
    bool noisy_only;   /* quiescence and ProbCut */
    QuietsLeft quiets; /* set by the caller, at any time */
    int see_threshold; /* noisy moves below it are bad */
    Move table_move;
    Move killers[3]; /* two killers and the counter move */
    int count, next;
    int bad_count, bad_next;
    Move bad[LIST_SIZE];
    Move moves[LIST_SIZE];
    int scores[LIST_SIZE];
} MovePicker;

/* For a full node. */
void movepick_start(MovePicker *picker, const Worker *worker, Frame *frame, Move table_move);
/* Captures and promotions that gain at least `see_threshold` by exchange; in check, all evasions.
 */
void movepick_start_noisy(MovePicker *picker, const Worker *worker, Frame *frame, Move table_move,
                          int see_threshold);

/* The next move, 0 after the last. Every move once. */
Move movepick_next(MovePicker *picker);

/* What the histories say of a quiet and of a noisy move. */
int movepick_quiet_history(const Worker *worker, const Frame *frame, Move move);
int movepick_noisy_history(const Worker *worker, Move move);

#endif
