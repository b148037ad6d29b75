/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/judge.h"

#include "search/search.h"

/* Nobody listens to a reference search. */
static bool never(void *context) { return (void)context, false; }

/* Plays the line, leaving in the frames what the nodes on the way would have left. */
static void walk(Worker *worker, const GameMove *line, int ply)
{
    Position *pos = worker->pos;
    for (int i = 0; i < ply; i++) {
        Frame *frame = worker_root_frame(worker) + i;
        frame->in_check = game_in_check(pos);
        if (!frame->in_check)
            frame->static_eval = worker_evaluate(worker);
        if (line[i]) {
            frame_sets_out(worker, frame, line[i]);
            game_make(pos, line[i]);
        } else {
            frame_passes(worker, frame);
            game_make_null(pos);
        }
    }
}

/* Deepens step by step, as the audited search has come to the node: so that there is a table move
 * and some history when it counts. */
static int deepen(Worker *worker, Frame *frame, int alpha, int beta, int depth, bool cut)
{
    int score = 0;
    for (int step = depth > 0 ? 1 : 0; step <= depth && !worker->stopped; step++)
        score = search_node(worker, frame, alpha, beta, step, cut);
    return score;
}

/* A move's node is one ply further, and seen from the other side. */
static int judge_move(Worker *worker, Frame *frame, const JudgeRequest *request)
{
    Position *pos = worker->pos;
    frame->in_check = game_in_check(pos);
    if (!frame->in_check)
        frame->static_eval = worker_evaluate(worker);
    frame_sets_out(worker, frame, request->move);
    game_make(pos, request->move);
    if (request->qdepth >= 0)
        return -quiesce(worker, frame + 1, -request->beta, -request->alpha, request->qdepth);
    return -deepen(worker, frame + 1, -request->beta, -request->alpha, request->depth,
                   request->cut);
}

void judge_search(Worker *worker, const JudgeRequest *request, JudgeResult *result)
{
    _Atomic uint64_t faults = 0;
    const SearchRequest search = {
        .depth = request->depth,
        .nodes = request->nodes,
        .lines = 1,
        .rules = request->rules,
        .params = request->params,
        .net = request->net,
        .tt = request->tt,
        .stop = request->stop,
        .faults = &faults,
        .poll = never,
    };
    worker_prepare(worker, (const Position *)request->root, &search);
    /* A search that is given up owes nobody a move. */
    worker->has_line = true;
    /* What one judgement learns must not change the next one. */
    worker->params.techniques &= ~((uint64_t)1 << TECH_ADAPT);
    worker->root_depth = request->ply + request->depth;
    walk(worker, request->line, request->ply);
    Frame *frame = worker_root_frame(worker) + request->ply;
    int score = request->move ? judge_move(worker, frame, request)
                              : deepen(worker, frame, request->alpha, request->beta, request->depth,
                                       request->cut);
    *result = (JudgeResult){
        .decided = !worker->stopped,
        .score = score,
        .nodes = atomic_load_explicit(&worker->nodes, memory_order_relaxed),
    };
    worker->request = NULL;
}
