/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/watch.h"

/* ---- Decisions ---- */

static void tell(const Worker *worker, DecisionReport *report)
{
    const Frame *root = worker->frames + FRAMES_BEFORE;
    GameMove line[MAX_PLY];
    for (int i = 0; i < report->ply; i++)
        line[i] = root[i].move;
    report->line = line;
    worker->request->on_decision(worker->request->context, report);
    report->line = NULL;
}

/* A move that is not tried is still a move of this position. */
static void tell_history(const Worker *worker, const Frame *frame, DecisionReport *report)
{
    report->noisy = game_is_noisy(worker->pos, report->move);
    report->history = report->noisy ? movepick_noisy_history(worker, report->move)
                                    : movepick_quiet_history(worker, frame, report->move);
}

void watch_tell(const Worker *worker, const Node *n, DecisionReport *report)
{
    if (report->outcome == OUTCOME_SKIPPED)
        tell_history(worker, worker->frames + FRAMES_BEFORE + n->ply, report);
    report->depth = n->depth;
    report->ply = n->ply;
    report->qdepth = -1;
    report->alpha = n->alpha;
    report->beta = n->beta;
    report->static_eval = n->static_eval;
    report->eval = n->eval;
    report->phase = n->phase;
    report->improving = n->improving;
    report->pv = n->pv;
    report->cut = n->cut;
    report->in_check = n->in_check;
    report->plugin = report->by == TECH_PLUGIN ? worker->params.plugin->name : NULL;
    tell(worker, report);
}

void watch_end(const Worker *worker, const Frame *frame, int alpha, int beta, int depth, int qdepth,
               Technique by, int score)
{
    if (watch_decisions(worker))
        tell(worker, &(DecisionReport){
                         .by = by,
                         .outcome = OUTCOME_CUT,
                         .depth = depth,
                         .ply = frame->ply,
                         .alpha = alpha,
                         .beta = beta,
                         .score = score,
                         .full_depth = depth,
                         .qdepth = qdepth,
                         .static_eval = VALUE_NONE,
                         .eval = VALUE_NONE,
                         .phase = game_phase(worker->pos),
                         .pv = beta - alpha > 1,
                         .in_check = frame->in_check,
                     });
}

void watch_quiet_skip(const Worker *worker, const Frame *frame, int alpha, int beta, int qdepth,
                      Technique by, Move move, int margin)
{
    DecisionReport report = {
        .by = by,
        .outcome = OUTCOME_SKIPPED,
        .ply = frame->ply,
        .alpha = alpha,
        .beta = beta,
        .score = frame->static_eval,
        .move = move,
        .margin = margin,
        .qdepth = qdepth,
        .static_eval = frame->static_eval,
        .eval = frame->static_eval,
        .phase = game_phase(worker->pos),
        .pv = beta - alpha > 1,
    };
    tell_history(worker, frame, &report);
    tell(worker, &report);
}

void watch_quiet_losers(const Worker *worker, const MovePicker *picker, int alpha, int beta,
                        int qdepth)
{
    for (int i = 0; i < picker->bad_count; i++)
        watch_quiet_skip(worker, picker->frame, alpha, beta, qdepth, TECH_QSEE, picker->bad[i],
                         watch_see_margin(worker, picker->bad[i], 0));
}

/* Evasions are handed out whatever was skipped before. */
void watch_rest(const Worker *worker, const Node *n, const MovePicker *picker,
                const MoveView *first, Technique by, QuietsLeft left)
{
    if (n->in_check)
        return;
    MovePicker rest = *picker;
    MoveView m = *first;
    for (Move move; (move = movepick_next(&rest)) != 0;) {
        if (move == picker->frame->excluded || game_is_noisy(worker->pos, move)
            || (left == QUIETS_CHECKS && game_gives_check(worker->pos, move)))
            continue;
        m.number++;
        watch_tell(worker, n,
                   &(DecisionReport){
                       .by = by,
                       .outcome = OUTCOME_SKIPPED,
                       .reduction = n->depth - 1 - m.reduced_depth,
                       .score = n->static_eval,
                       .move = move,
                       .margin = move_margin(&worker->params, n, &m, by),
                       .full_depth = n->depth - 1,
                       .follows = true,
                   });
    }
}

int watch_see_margin(const Worker *worker, Move move, int allowance)
{
    enum { MOST = 8192 }; /* no exchange loses more */
    int low = allowance - MOST, high = allowance;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (game_see_ge(worker->pos, move, middle))
            low = middle;
        else
            high = middle;
    }
    return allowance - low;
}

bool watch_threshold(const Params *p, const DecisionReport *said, int *threshold)
{
    const Node n = {.depth = said->depth, .improving = said->improving, .phase = said->phase};
    const MoveView m = {
        .noisy = said->noisy,
        .reduced_depth = said->depth - 1 - said->reduction,
    };
    switch (said->by) {
    case TECH_NMP: *threshold = p->nmp_static_margin - p->nmp_static_slope * n.depth; break;
    case TECH_LMP: *threshold = lmp_limit(p, &n) + 1; break;
    case TECH_DELTA: *threshold = p->delta_margin; break;
    case TECH_RFP:
    case TECH_RAZOR:
    case TECH_PROBCUT: *threshold = -node_margin(p, &n, said->by, 0); break;
    case TECH_FUTILITY:
    case TECH_HISTPRUNE: *threshold = -move_margin(p, &n, &m, said->by); break;
    case TECH_SEE: *threshold = -see_allowance(p, &n, &m); break;
    default: return false;
    }
    return true;
}

/* ---- Nodes ---- */

/* A node that is answered at once leaves no evaluation behind; the parent's own, which a search of
 * the same node needs, must stay. */
static bool is_parent_again(NodeRole role)
{
    return role == ROLE_VERIFY || role == ROLE_RAZOR || role == ROLE_SINGULAR;
}

void watch_enter(Worker *worker, Frame *frame, int alpha, int beta, int depth, int qdepth, bool cut)
{
    const SearchRequest *request = worker->request;
    NodeRole role = worker->role;
    worker->role = ROLE_MOVE;
    if (!is_parent_again(role))
        frame->static_eval = VALUE_NONE;
    request->on_enter(request->context,
                      &(NodeEntry){
                          .role = role,
                          .move = role == ROLE_SINGULAR ? frame->excluded
                                : is_parent_again(role) ? 0
                                                        : frame[-1].move,
                          .iteration = worker->root_depth,
                          .ply = frame->ply,
                          .depth = depth,
                          .qdepth = qdepth,
                          .alpha = alpha,
                          .beta = beta,
                          .reduction = is_parent_again(role) ? 0 : frame[-1].reduction,
                          .cut = cut,
                      });
}

int watch_leave(const Worker *worker, const Frame *frame, int score)
{
    const SearchRequest *request = worker->request;
    request->on_leave(request->context, &(NodeExit){
                                            .score = score,
                                            .static_eval = frame->static_eval,
                                            .in_check = frame->in_check,
                                            .stopped = worker->stopped,
                                        });
    return score;
}
