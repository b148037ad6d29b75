/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_SEARCH_H
#define TENUKI_SEARCH_SEARCH_H

#include "search/worker.h"

/* The value of the position from the side to move, within (alpha, beta) or a bound outside it
 * (fail-soft). `cut` says that a move is expected to reach beta. */
int search_node(Worker *worker, Frame *frame, int alpha, int beta, int depth, bool cut);

/* Only captures, promotions, evasions and, in its first ply, checks. `qdepth` counts its plies. */
int quiesce(Worker *worker, Frame *frame, int alpha, int beta, int qdepth);

/* ---- Shared by both ---- */

/* Tells the next frame which move leads to it; the position still stands before the move. */
static inline void frame_sets_out(Worker *worker, Frame *frame, Move move)
{
    int piece = game_moved_piece(worker->pos, move), to = game_target(move);
    frame->move = move;
    frame->continuation = &worker->history->continuation[piece][to];
    frame->correction = &worker->history->correct_continuation[piece][to];
    frame[1].nulls = 0;
    frame[1].threat = false;
}

/* The null move leads nowhere that a history could know. */
static inline void frame_passes(Worker *worker, Frame *frame)
{
    frame->move = 0;
    frame->continuation = &worker->no_continuation;
    frame->correction = &worker->no_correction;
    frame[1].nulls = frame->nulls + 1;
    frame[1].threat = false;
}

/* A better line: the move, then what the next ply found. */
static inline void search_update_pv(Worker *worker, int ply, Move move)
{
    int length = worker->pv_length[ply + 1];
    worker->pv[ply][0] = move;
    for (int i = 0; i < length; i++)
        worker->pv[ply][i + 1] = worker->pv[ply + 1][i];
    worker->pv_length[ply] = length + 1;
}

static inline bool search_probe(Worker *worker, uint64_t key, int ply, TtEntry *entry)
{
    if (!params_on(&worker->params, TECH_TT))
        return false;
    PROFILE_SCOPE(worker, TABLE);
    STATS_ADD(&worker->stats, TT_PROBES, 1);
    if (!tt_probe(worker->tt, key, entry))
        return false;
    STATS_ADD(&worker->stats, TT_HITS, 1);
    entry->score = (int16_t)value_from_table(entry->score, ply);
    /* Keys collide, and other threads write: a move is believed after a look at the board. */
    if (entry->move && !PROFILED(worker, LEGALITY, game_is_legal(worker->pos, entry->move)))
        entry->move = 0;
    return true;
}

static inline void search_store(Worker *worker, uint64_t key, int ply, Move move, int score,
                                int eval, int depth, Bound bound, bool pv)
{
    /* What was broken off for want of time is nothing to remember. */
    if (!params_on(&worker->params, TECH_TT) || UNLIKELY(worker->last_ply < MAX_PLY - 1))
        return;
    PROFILE_SCOPE(worker, TABLE);
    TtEntry entry = {
        .move = move,
        .score = (int16_t)value_to_table(score, ply),
        .eval = (int16_t)(eval == VALUE_NONE ? TT_NO_EVAL : eval),
        .depth = (uint8_t)depth,
        .bound = (uint8_t)bound,
        .pv = pv,
    };
    tt_store(worker->tt, key, &entry);
}

/* Whether a stored bound answers the window. */
static inline bool bound_answers(const TtEntry *entry, int alpha, int beta)
{
    return (entry->bound == BOUND_EXACT) || (entry->bound == BOUND_LOWER && entry->score >= beta)
        || (entry->bound == BOUND_UPPER && entry->score <= alpha);
}

#endif
