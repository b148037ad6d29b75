/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_LEARN_H
#define TENUKI_SEARCH_LEARN_H

/* What a finished node teaches the histories. */

#include "search/worker.h"

enum { LEARN_MOVES = 64 }; /* moves remembered for blame; later ones go free */

typedef struct {
    int quiet_count, noisy_count;
    Move quiets[LEARN_MOVES];
    Move noisies[LEARN_MOVES];
} TriedMoves;

static inline void tried_add(TriedMoves *tried, Move move, bool noisy)
{
    int *count = noisy ? &tried->noisy_count : &tried->quiet_count;
    if (*count < LEARN_MOVES)
        (noisy ? tried->noisies : tried->quiets)[(*count)++] = move;
}

/* `best` reached beta after the tried ones had not; the position is that of the node. */
void learn_cutoff(Worker *worker, Frame *frame, Move best, int depth, const TriedMoves *tried);

/* The search found `score` where the evaluation had said something else. */
void learn_correction(Worker *worker, Frame *frame, int depth, int score);

/* What corrections add to a static evaluation here. */
static inline int learn_corrected(const Worker *worker, const Frame *frame, int raw)
{
    const Params *p = &worker->params;
    if (!params_on(p, TECH_CORRHIST))
        return raw;
    PROFILE_SCOPE(worker, HISTORY);
    const History *h = worker->history;
    const Position *pos = worker->pos;
    Side side = game_side(pos);
    int sum = h->correct_structure[side][game_structure_key(pos) % CORRECTIONS]
            + h->correct_material[side][game_material_key(pos) % CORRECTIONS]
            + *frame[-1].correction;
    int pieces = h->correct_pieces[side][FIRST][game_piece_key(pos, FIRST) % CORRECTIONS]
               + h->correct_pieces[side][SECOND][game_piece_key(pos, SECOND) % CORRECTIONS];
    int value =
        raw + (sum * p->corrhist_weight + pieces * p->corrhist_pieces) / (100 * CORRECTION_GRAIN);
    return value > VALUE_EVAL_MAX  ? VALUE_EVAL_MAX
         : value < -VALUE_EVAL_MAX ? -VALUE_EVAL_MAX
                                   : value;
}

#endif
