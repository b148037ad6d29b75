/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/search.h"

#include "search/cut.h"
#include "search/learn.h"
#include "search/movepick.h"
#include "search/plugged.h"
#include "search/reduce.h"
#include "search/watch.h"

/* ---- Extensions ---- */

/* Singular extension (Anantharaman, Campbell and Hsu, 1988): if every other move stays well below
 * the table move's score, that move is searched deeper. If instead another one reaches beta, the
 * node is cut. Returns the plies to add; *cut is set with *result when the node is done. */
static int try_singular(Worker *worker, Frame *frame, const Node *n, Move move, int table_score,
                        bool *cut, int *result)
{
    const Params *p = &worker->params;
    int target = table_score - p->singular_margin * n->depth / 10;
    PROFILE_SIDE(worker, SINGULAR);
    STATS_TRY(&worker->stats, TECH_SINGULAR, n->depth, n->phase);
    uint64_t key = game_key(worker->pos);
    frame->excluded = move;
    worker->role = ROLE_SINGULAR;
    int value = search_node(worker, frame, target - 1, target, (n->depth - 1) / 2, n->cut);
    frame->excluded = 0;
    if (worker->stopped || !came_back_sound(worker, TECH_SINGULAR, key, value))
        return 0;
    if (value < target) {
        enum { MOST_DOUBLES = 8 };
        STATS_CUT(&worker->stats, TECH_SINGULAR, n->depth, n->phase);
        bool twice = !n->pv && value < target - p->singular_double && frame->doubles < MOST_DOUBLES;
        return 1 + twice;
    }
    /* Where a mate is threatened the answer may be any move: none is searched less for this. */
    if (n->threat)
        return 0;
    if (target >= n->beta && params_on(p, TECH_MULTICUT) && p->multicut_form == MULTICUT_SINGULAR
        && !value_is_mate(value)) {
        STATS_CUT(&worker->stats, TECH_MULTICUT, n->depth, n->phase);
        report(worker, n, TECH_MULTICUT, OUTCOME_CUT, n->depth - (n->depth - 1) / 2, value, move,
               value - n->beta);
        *cut = true;
        *result = target;
        return 0;
    }
    return table_score >= n->beta ? -2 : n->cut ? -1 : 0;
}

static int extension_of(Worker *worker, Frame *frame, const Node *n, Move move, bool gives_check)
{
    const Params *p = &worker->params;
    if (params_on(p, TECH_CHECKEXT) && gives_check && n->depth >= p->checkext_depth
        && PROFILED(worker, SEE, game_see_ge(worker->pos, move, 0))) {
        STATS_CUT(&worker->stats, TECH_CHECKEXT, n->depth, n->phase);
        return 1;
    }
    if (params_on(p, TECH_RECAPTURE) && n->pv && n->ply > 0 && frame[-1].move
        && game_target(move) == game_target(frame[-1].move)
        && game_captured_type(worker->pos, move)) {
        STATS_CUT(&worker->stats, TECH_RECAPTURE, n->depth, n->phase);
        return 1;
    }
    return 0;
}

/* ---- The move loop's parts ---- */

typedef struct {
    int best;
    Move best_move;
    int count;
    TriedMoves tried;
} Loop;

static int late_reduction(const Worker *worker, const Node *n, const MoveView *m,
                          const LateMove *late)
{
    int depth = n->depth < REDUCTION_SIZE ? n->depth : REDUCTION_SIZE - 1;
    int number = m->number < REDUCTION_SIZE ? m->number : REDUCTION_SIZE - 1;
    return lmr_hundredths(&worker->params, n, m, late, worker->reduction[m->noisy][depth][number]);
}

/* Late-move reductions: a reduced null window first, then, if it surprises, the full depth, and on
 * the principal variation the full window. */
static int search_move(Worker *worker, Frame *frame, const Node *n, const MoveView *m, int depth,
                       int reduction, int alpha)
{
    int value = 0;
    bool full = !n->pv || m->number > 1;
    if (m->number > 1 && reduction > 0) {
        STATS_TRY(&worker->stats, TECH_LMR, n->depth, n->phase);
        STATS_ADD(&worker->stats, LMR_REDUCTION, reduction);
        frame->reduction = reduction;
        value = -search_node(worker, frame + 1, -alpha - 1, -alpha, depth - reduction, true);
        frame->reduction = 0;
        if (worker->stopped)
            return 0;
        full = value > alpha;
        if (full)
            STATS_ADD(&worker->stats, LMR_RESEARCHES, 1);
        else
            STATS_CUT(&worker->stats, TECH_LMR, n->depth, n->phase);
        if (watch_decisions(worker))
            watch_tell(worker, n,
                       &(DecisionReport){
                           .by = TECH_LMR,
                           .outcome = full ? OUTCOME_RESEARCH : OUTCOME_REDUCED,
                           .reduction = reduction,
                           .score = value,
                           .move = frame->move,
                           .margin = alpha - value,
                           .full_depth = depth,
                           .history = m->history,
                           .noisy = m->noisy,
                       });
    }
    if (full)
        value = -search_node(worker, frame + 1, -alpha - 1, -alpha, depth, !n->cut);
    if (n->pv && (m->number == 1 || (value > alpha && !worker->stopped)))
        value = -search_node(worker, frame + 1, -n->beta, -alpha, depth, false);
    return value;
}

/* Keeps the root's list: a move that raised alpha has a score and a line, the others have not. */
static void update_root(Worker *worker, Move move, int value, bool raised, uint64_t spent)
{
    RootMove *root = worker->root;
    while (root->move != move)
        root++;
    root->nodes += spent;
    if (!raised) {
        root->score = -VALUE_INFINITE;
        return;
    }
    worker->has_line = true;
    root->score = value;
    root->bound = value <= worker->window_low  ? BOUND_UPPER
                : value >= worker->window_high ? BOUND_LOWER
                                               : BOUND_EXACT;
    root->seldepth = worker->seldepth;
    root->pv_length = worker->pv_length[0];
    for (int i = 0; i < root->pv_length; i++)
        root->pv[i] = worker->pv[0][i];
}

static bool root_allows(const Worker *worker, Move move)
{
    for (int i = worker->line; i < worker->root_count; i++)
        if (worker->root[i].move == move)
            return true;
    return false;
}

/* A move has been searched: what that says about margins. */
COLD static void learn_margins(Worker *worker, const Node *n, const MoveView *m, int reduction,
                               bool raised)
{
    if (!adapts(worker))
        return;
    if (m->number > 1 && reduction > 0)
        note_margin(worker, n, MARGIN_LMR, raised);
    if (m->doubted)
        note_margin(worker, n, (MarginKind)(m->doubted - 1), raised);
}

/* Whether prune.h would rather not see this move. The first one is always searched. */
static ALWAYS_INLINE bool skips_move(Worker *worker, const Node *n, MovePicker *picker, MoveView *m,
                                     Move move, int best, bool extras)
{
    if (n->ply == 0 || value_is_loss(best))
        return false;
    if (!extras)
        ASSUME(!n->margins);
    Decision decision = decide_move(&worker->params, n, m);
    if (decision.action == DECIDE_SKIP) {
        if (extras && adapts(worker) && decision.by != TECH_HISTPRUNE
            && margins_doubt(worker->learned, &worker->params)) {
            m->doubted = (int8_t)(1 + (decision.by == TECH_LMP ? MARGIN_LMP : MARGIN_FUTILITY));
            return false;
        }
        STATS_CUT(&worker->stats, decision.by, n->depth, n->phase);
        report(worker, n, decision.by, OUTCOME_SKIPPED, n->depth - 1 - m->reduced_depth,
               n->static_eval, move, move_margin(&worker->params, n, m, decision.by));
        /* Later quiet moves have even less to hope for, unless they give check. */
        if (decision.by != TECH_HISTPRUNE) {
            QuietsLeft left = decision.by == TECH_FUTILITY && worker->params.futility_checks
                                ? QUIETS_CHECKS
                                : QUIETS_NONE;
            if (watch_decisions(worker))
                watch_rest(worker, n, picker, m, decision.by, left);
            picker->quiets = left;
        }
        return true;
    }
    int allowance = see_allowance(&worker->params, n, m);
    if (allowance <= 0 && !PROFILED(worker, SEE, game_see_ge(worker->pos, move, allowance))) {
        STATS_CUT(&worker->stats, TECH_SEE, n->depth, n->phase);
        if (watch_decisions(worker))
            report(worker, n, TECH_SEE, OUTCOME_SKIPPED, n->depth - 1 - m->reduced_depth, allowance,
                   move, watch_see_margin(worker, move, allowance));
        return true;
    }
    return false;
}

/* The same with what scaled margins and a plug-in have to do with it. It stands apart, because
 * hardly anybody wants it. */
COLD static bool skips_with_extras(Worker *worker, const Node *n, MovePicker *picker, MoveView *m,
                                   Move move, int best, int hundredths)
{
    int reduction = lmr_scaled(n, hundredths) / 100;
    m->reduced_depth = n->depth - 1 - (reduction > 0 ? reduction : 0);
    if (is_plugged(worker) && n->ply > 0 && !value_is_loss(best)) {
        if (plugged_skips(worker, n, m, move))
            return true;
        if (m->plugged == PLUGGED_FULL)
            return false;
    }
    return skips_move(worker, n, picker, m, move, best, true);
}

static void describe_node(const Worker *worker, const Frame *frame, Node *n, int alpha, int beta,
                          int depth, bool cut)
{
    Side us = game_side(worker->pos);
    *n = (Node){
        .depth = depth,
        .ply = frame->ply,
        .alpha = alpha,
        .beta = beta,
        .pv = beta - alpha > 1,
        .cut = cut,
        .in_check = frame->in_check,
        .excluded = frame->excluded != 0,
        .threat = frame->threat,
        .after_null = frame->nulls >= worker->params.nmp_in_a_row,
        .null_barred = frame->ply < worker->null_from_ply[us],
        .phase = game_phase(worker->pos),
    };
    if (UNLIKELY(worker->extras)) {
        n->margins = worker->margins;
        n->margin_phase = game_margin_phase(worker->pos);
    }
}

static void count_null_refusal(Worker *worker, const Node *n)
{
    if (!params_on(&worker->params, TECH_NMP) || n->excluded)
        return;
    if (n->in_check) {
        STATS_ADD(&worker->stats, NMP_NO_CHECK, 1);
        return;
    }
    switch (null_verdict(&worker->params, n)) {
    case NULL_SHALLOW: STATS_ADD(&worker->stats, NMP_NO_DEPTH, 1); break;
    case NULL_REPEATED: STATS_ADD(&worker->stats, NMP_NO_PREVIOUS, 1); break;
    case NULL_LOW: STATS_ADD(&worker->stats, NMP_NO_EVAL, 1); break;
    default: break;
    }
}

/* The static evaluation, mended by corrections and then by what the table knows. Returns the raw
 * one for the table. */
static int evaluate_node(Worker *worker, Frame *frame, Node *n, bool hit, const TtEntry *entry)
{
    if (n->excluded) {
        n->static_eval = n->eval = frame->static_eval;
        return VALUE_NONE;
    }
    if (n->in_check) {
        frame->static_eval = n->static_eval = n->eval = VALUE_NONE;
        return VALUE_NONE;
    }
    int raw = hit && entry->eval != TT_NO_EVAL
                ? entry->eval
                : PROFILED(worker, EVALUATE, worker_evaluate(worker));
    frame->static_eval = n->static_eval = n->eval = learn_corrected(worker, frame, raw);
    if (hit && entry->bound != BOUND_NONE
        && (entry->score > n->eval ? entry->bound & BOUND_LOWER : entry->bound & BOUND_UPPER))
        n->eval = entry->score;
    n->tt_fails_low = hit && (entry->bound & BOUND_UPPER) && entry->score < n->beta;
    return raw;
}

static bool is_improving(const Frame *frame)
{
    if (frame->static_eval == VALUE_NONE)
        return false;
    if (frame[-2].static_eval != VALUE_NONE)
        return frame->static_eval > frame[-2].static_eval;
    return frame[-4].static_eval == VALUE_NONE || frame->static_eval > frame[-4].static_eval;
}

/* ---- The node ---- */

static int node_value(Worker *worker, Frame *frame, int alpha, int beta, int depth, bool cut)
{
    const Params *p = &worker->params;
    Position *pos = worker->pos;
    const int ply = frame->ply;
    const bool root = ply == 0, pv = beta - alpha > 1;
    const Move excluded = frame->excluded;
    int value;

    /* 1. At the end of the depth, quiescence. */
    if (depth <= 0)
        return quiesce(worker, frame, alpha, beta, 0);
    PROFILE_SCOPE(worker, NODE);
    if (depth > MAX_PLY - 1)
        depth = MAX_PLY - 1;

    /* 2. Is the game over, or the search? */
    worker->pv_length[ply] = 0;
    if (!worker_enter(worker))
        return 0;
    if (pv && ply > worker->seldepth)
        worker->seldepth = ply;
    frame->in_check = game_in_check(pos);
    if (!root) {
        if (PROFILED(worker, RULES, game_is_over(pos, ply, &worker->request->rules, &value)))
            return value;
        if (ply >= worker->last_ply)
            return worker_evaluate(worker);

        /* 3. Mate distance: a mate found elsewhere may be shorter than any from here. */
        if (params_on(p, TECH_MDP)) {
            int worst = value_mated_in(ply), best_possible = value_mate_in(ply + 1);
            alpha = alpha > worst ? alpha : worst;
            beta = beta < best_possible ? beta : best_possible;
            if (alpha >= beta) {
                STATS_CUT(&worker->stats, TECH_MDP, depth, game_phase(pos));
                watch_end(worker, frame, alpha, beta, depth, -1, TECH_MDP, alpha);
                return alpha;
            }
        }
    }
    frame[2].killers[0] = frame[2].killers[1] = 0;
    frame[1].excluded = 0;
    frame[1].doubles = frame->doubles;
    frame[1].cut_count = 0;

    /* 4. The table. A singular search is about another question than the one stored. */
    const uint64_t key = game_key(pos);
    TtEntry entry = {0};
    const bool hit = search_probe(worker, key, ply, &entry);
    const Move table_move = root ? worker->root[worker->line].move : hit ? entry.move : 0;
    const bool tt_pv = pv || (hit && entry.pv);
    if (!pv && !excluded && hit && entry.depth >= depth && bound_answers(&entry, alpha, beta)) {
        STATS_ADD(&worker->stats, TT_CUTS, 1);
        if (watch_decisions(worker))
            watch_end(worker, frame, alpha, beta, depth, -1, TECH_TT, entry.score);
        return entry.score;
    }

    /* 5. A mate in one needs no search. */
    if (!root && !excluded && !hit && !frame->in_check && params_on(p, TECH_MATE1)) {
        Move mate = PROFILED(worker, MATE1, game_mate_in_one(pos));
        if (mate) {
            STATS_CUT(&worker->stats, TECH_MATE1, depth, game_phase(pos));
            value = value_mate_in(ply + 1);
            watch_end(worker, frame, alpha, beta, depth, -1, TECH_MATE1, value);
            /* True at every depth, but an entry of the greatest depth would never make room. */
            int mate_depth = depth + 6 < MAX_PLY ? depth + 6 : MAX_PLY - 1;
            search_store(worker, key, ply, mate, value, VALUE_NONE, mate_depth, BOUND_EXACT, tt_pv);
            if (pv) {
                worker->pv_length[ply + 1] = 0;
                search_update_pv(worker, ply, mate);
            }
            return value;
        }
    }

    /* 6. What do we think of the position? */
    Node n;
    describe_node(worker, frame, &n, alpha, beta, depth, cut);
    const int raw = evaluate_node(worker, frame, &n, hit, &entry);
    n.improving = is_improving(frame);
    /* Remembered at once: reverse futility and others leave the node without storing it. */
    if (!hit && !excluded && !frame->in_check)
        search_store(worker, key, ply, 0, 0, raw, 0, BOUND_NONE, tt_pv);

    /* 7. Techniques that may end the node at once: a plug-in, reverse futility, razoring, null
     * move, ProbCut, multi-cut. */
    if (!root && !pv) {
        count_null_refusal(worker, &n);
        if (cut_before_moves(worker, frame, &n, table_move, &value))
            return value;
        if (worker->stopped)
            return 0;
        depth = n.depth;
    }

    /* 8. Without a table move the order of moves is poor: spend less here, find one for next time.
     */
    if (params_on(p, TECH_IIR) && !table_move && !excluded && !n.threat && depth >= p->iir_depth
        && (pv || cut)) {
        STATS_CUT(&worker->stats, TECH_IIR, depth, n.phase);
        report(worker, &n, TECH_IIR, OUTCOME_REDUCED, 1, n.eval, 0, 0);
        depth--;
    }
    if (n.threat && p->threat_extend && ply < 2 * worker->root_depth)
        depth++;
    n.depth = depth;

    /* 9. The moves. */
    const bool tt_captures = table_move && game_is_noisy(pos, table_move);
    const int old_alpha = alpha;
    Loop loop; /* the lists in it are long, and empty */
    loop.best = -VALUE_INFINITE;
    loop.best_move = 0;
    loop.count = loop.tried.quiet_count = loop.tried.noisy_count = 0;
    MovePicker picker;
    movepick_start(&picker, worker, frame, table_move);
    for (Move move; (move = movepick_next(&picker)) != 0;) {
        if (move == excluded || (root && !root_allows(worker, move)))
            continue;
        MoveView m = {
            .number = ++loop.count,
            .noisy = game_is_noisy(pos, move),
            .gives_check = PROFILED(worker, LEGALITY, game_gives_check(pos, move)),
        };
        m.history = m.noisy ? movepick_noisy_history(worker, move)
                            : movepick_quiet_history(worker, frame, move);
        LateMove late = {
            .killer =
                move == picker.killers[0] || move == picker.killers[1] || move == picker.killers[2],
            .drop_near_king = game_drops_near_king(pos, move),
            .tt_captures = tt_captures,
            .tt_pv = tt_pv,
            .child_cuts = frame[1].cut_count,
        };
        const int hundredths = late_reduction(worker, &n, &m, &late);
        int reduction = hundredths / 100;
        m.reduced_depth = depth - 1 - (reduction > 0 ? reduction : 0);

        /* 10. Late-move, futility, history and exchange pruning, and what a plug-in says. */
        n.alpha = alpha;
        if (UNLIKELY(worker->extras)) {
            if (skips_with_extras(worker, &n, &picker, &m, move, loop.best, hundredths))
                continue;
            reduction = lmr_scaled(&n, hundredths) / 100;
        } else if (skips_move(worker, &n, &picker, &m, move, loop.best, false)) {
            continue;
        }

        /* 11. Extensions. */
        int extension = 0;
        if (params_on(p, TECH_SINGULAR) && !root && !excluded && move == table_move
            && depth >= p->singular_depth && (entry.bound & BOUND_LOWER) && entry.depth + 3 >= depth
            && !value_is_mate(entry.score) && ply < 2 * worker->root_depth) {
            bool done = false;
            extension = try_singular(worker, frame, &n, move, entry.score, &done, &value);
            if (worker->stopped)
                return 0;
            if (done)
                return value;
            /* The search on the side has used the picker's frame, not the picker. */
            if (extension == 2)
                frame[1].doubles = frame->doubles + 1;
        }
        if (extension == 0 && ply < 2 * worker->root_depth)
            extension = extension_of(worker, frame, &n, move, m.gives_check);
        if (extension > 0)
            STATS_ADD(&worker->stats, EXTENSIONS, 1);

        /* 12. Late-move reductions. */
        int new_depth = depth - 1 + extension;
        if (!lmr_applies(p, &n, &m) || reduction < 1)
            reduction = 0;
        else if (new_depth - reduction < 1)
            reduction = new_depth > 1 ? new_depth - 1 : 0;
        if (UNLIKELY(worker->extras))
            reduction = plugged_reduction(m.plugged, reduction, new_depth);

        /* 13. Make it, search it, take it back. */
        const uint64_t nodes_before = atomic_load_explicit(&worker->nodes, memory_order_relaxed);
        frame_sets_out(worker, frame, move);
        PROFILED(worker, MAKE, game_make(pos, move));
        value = search_move(worker, frame, &n, &m, new_depth, reduction, alpha);
        PROFILED(worker, MAKE, game_unmake(pos));
        frame[1].doubles = frame->doubles;
        if (worker->stopped)
            return 0;
        if (UNLIKELY(worker->extras))
            learn_margins(worker, &n, &m, reduction, value > alpha);

        /* 14. Better than what we had? */
        const bool raised = value > alpha;
        if (root) {
            if (raised || m.number == 1)
                search_update_pv(worker, 0, move);
            update_root(worker, move, value, raised || m.number == 1,
                        atomic_load_explicit(&worker->nodes, memory_order_relaxed) - nodes_before);
        } else if (raised && pv) {
            search_update_pv(worker, ply, move);
        }
        if (value > loop.best)
            loop.best = value;
        if (raised) {
            alpha = value;
            loop.best_move = move;
            if (value >= beta) {
                STATS_ADD(&worker->stats, FAIL_HIGHS, 1);
                STATS_ADD(&worker->stats, FAIL_HIGHS_FIRST, m.number == 1);
                frame->cut_count++;
                break;
            }
        }
        tried_add(&loop.tried, move, m.noisy);
    }

    /* 15. No legal move: mated, or stalemated. */
    if (loop.count == 0)
        return excluded ? alpha : game_no_move_value(pos, ply);

    /* 16. Learn and remember. */
    if (loop.best >= beta)
        learn_cutoff(worker, frame, loop.best_move, depth, &loop.tried);
    if (excluded || (root && worker->line > 0))
        return loop.best;
    const Bound bound = loop.best >= beta           ? BOUND_LOWER
                      : pv && loop.best > old_alpha ? BOUND_EXACT
                                                    : BOUND_UPPER;
    if (!frame->in_check && !(loop.best_move && game_is_noisy(pos, loop.best_move))
        && !(bound == BOUND_LOWER && loop.best <= frame->static_eval)
        && !(bound == BOUND_UPPER && loop.best >= frame->static_eval))
        learn_correction(worker, frame, depth, loop.best);
    search_store(worker, key, ply, loop.best_move, loop.best, raw, depth, bound, tt_pv);
    return loop.best;
}

int search_node(Worker *worker, Frame *frame, int alpha, int beta, int depth, bool cut)
{
    if (LIKELY(!worker->watched) || depth <= 0)
        return node_value(worker, frame, alpha, beta, depth, cut);
    watch_enter(worker, frame, alpha, beta, depth, -1, cut);
    return watch_leave(worker, frame, node_value(worker, frame, alpha, beta, depth, cut));
}
