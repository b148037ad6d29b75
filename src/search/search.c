/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/search.h"

#include "search/learn.h"
#include "search/movepick.h"
#include "search/plugged.h"
#include "search/prune.h"
#include "search/reduce.h"
#include "search/watch.h"

/* ---- Faults ---- */

/* After a technique has searched on its own account the position must be the one it was and the
 * value one that can be. If not, the technique is at fault: it is switched off for the rest of the
 * search, which goes on without it. */
static bool came_back_sound(Worker *worker, Technique technique, uint64_t key, int value)
{
#ifndef TENUKI_DEBUG
    enum { SAMPLE = 64 };
    if (atomic_load_explicit(&worker->nodes, memory_order_relaxed) % SAMPLE != 0)
        return true;
#endif
    if (LIKELY(game_key(worker->pos) == key && value > -VALUE_INFINITE && value < VALUE_INFINITE))
        return true;
    worker->params.techniques &= ~((uint64_t)1 << technique);
    atomic_fetch_or(worker->request->faults, (uint64_t)1 << technique);
    return false;
}

/* ---- Doubt ---- */

static bool adapts(const Worker *worker)
{
    return UNLIKELY(params_on(&worker->params, TECH_ADAPT));
}

static void note_margin(Worker *worker, const Node *n, MarginKind kind, bool wrong)
{
    margins_note(worker->learned, &worker->params, kind, n->depth, n->margin_phase, wrong);
}

/* Adaptive margins must know how often a technique is wrong, so now and then its cut is not
 * believed: the node is searched as if the technique had found nothing, and that is the node's
 * value. `low` says that the cut claims a value of at most alpha. True when this was done. */
static bool doubts_cut(Worker *worker, Frame *frame, const Node *n, Technique by, MarginKind kind,
                       bool low, int *result)
{
    if (!margins_doubt(worker->learned, &worker->params))
        return false;
    Technique before = frame->doubted;
    frame->doubted = by;
    worker->role = ROLE_VERIFY;
    *result = search_node(worker, frame, n->alpha, n->beta, n->depth, n->cut);
    frame->doubted = before;
    if (worker->stopped)
        return true;
    bool stands = low ? *result <= n->alpha : *result >= n->beta;
    note_margin(worker, n, kind, !stands);
    report(worker, n, by, stands ? OUTCOME_VERIFIED : OUTCOME_REFUTED, 0, *result, 0,
           low ? n->alpha - *result : *result - n->beta);
    return true;
}

/* ---- Techniques that search ---- */

/* Why passing could be better than any move here. */
static bool null_is_unsafe(Worker *worker)
{
    const Params *p = &worker->params;
    const Position *pos = worker->pos;
    Side us = game_side(pos);
    if ((p->nmp_guard_pieces > 0 && game_piece_count(pos) < p->nmp_guard_pieces)
        || (p->nmp_guard_material >= 0 && game_non_pawn(pos, us) <= p->nmp_guard_material)) {
        STATS_ADD(&worker->stats, NMP_NO_ENDGAME, 1);
        return true;
    }
    bool prone = (p->nmp_guard_pawns && game_non_pawn(pos, us) == 0)
              || (p->nmp_guard_minor && game_minors(pos, us) == 0);
    if (!prone && p->nmp_guard_classes) {
        int pieces = game_piece_count(pos), majors = game_majors(pos);
        prone = pieces <= p->nmp_class_material
             || (pieces <= p->nmp_class_king && game_king_is_active(pos, us))
             || (pieces <= p->nmp_class_zugzwang && majors == 0)
             || (pieces <= p->nmp_class_late && majors <= 2);
    }
    if (prone)
        STATS_ADD(&worker->stats, NMP_NO_ZUGZWANG, 1);
    return prone;
}

/* The same node again, at a lower depth and with this side's null moves barred for most of the way
 * down; only if that reaches beta too may the node be cut. */
static bool null_verified(Worker *worker, Frame *frame, const Node *n, int depth)
{
    Side us = game_side(worker->pos);
    int barred = worker->null_from_ply[us];
    PROFILE_SIDE(worker, VERIFY);
    STATS_ADD(&worker->stats, NMP_VERIFY_TRIED, 1);
    worker->null_from_ply[us] = n->ply + 1 + 3 * depth / 4;
    worker->role = ROLE_VERIFY;
    int value = search_node(worker, frame, n->beta - 1, n->beta, depth, false);
    worker->null_from_ply[us] = barred;
    if (worker->stopped)
        return false;
    bool stands = value >= n->beta;
    if (stands)
        STATS_ADD(&worker->stats, NMP_VERIFY_CONFIRMED, 1);
    else
        STATS_ADD(&worker->stats, NMP_VERIFY_FAILED, 1);
    report(worker, n, TECH_NMP, stands ? OUTCOME_VERIFIED : OUTCOME_REFUTED, n->depth - depth,
           value, 0, value - n->beta);
    if (adapts(worker))
        note_margin(worker, n, MARGIN_NMP, !stands);
    return stands;
}

/* Being mated after a pass means that the opponent threatens mate. A null search that merely came
 * near it is a suspicion; the mate solver, asked on the opponent's move, turns it into a proof. */
static bool null_shows_threat(Worker *worker, int value)
{
    const Params *p = &worker->params;
    if (!params_on(p, TECH_THREAT) || value > p->threat_margin - VALUE_MATE_BOUND)
        return false;
    if (p->threat_solver > 0) {
        Position *pos = worker->pos;
        uint64_t nodes, key = game_key(pos);
        game_make_null(pos);
        bool proved =
            PROFILED(worker, SOLVER,
                     mate_solver_proves(worker->solver, pos, (uint64_t)p->threat_solver, &nodes));
        game_unmake_null(pos);
        worker->polls -= (int)nodes;
        STATS_ADD(&worker->stats, NMP_SOLVED, 1);
        if (!proved || !came_back_sound(worker, TECH_THREAT, key, value))
            return false;
    }
    STATS_ADD(&worker->stats, NMP_THREATS, 1);
    return true;
}

/* Null move: let the opponent move twice. If we are still above beta after that, at a reduced
 * depth, a real move will surely be (Donninger, 1993). True when the node is cut with *result. */
static bool try_null(Worker *worker, Frame *frame, Node *n, int *result)
{
    const Params *p = &worker->params;
    Position *pos = worker->pos;
    uint64_t key = game_key(pos);
    if (null_is_unsafe(worker))
        return false;
    int rich =
        p->nmp_material_bonus > 0 ? game_non_pawn(pos, game_side(pos)) / GAME_ROOK_AND_BISHOP : 0;
    int reduction = null_reduction(p, n, rich);
    int depth = n->depth - 1 - reduction > 0 ? n->depth - 1 - reduction : 0;
    PROFILE_SIDE(worker, NULL_MOVE);
    STATS_TRY(&worker->stats, TECH_NMP, n->depth, n->phase);
    STATS_ADD(&worker->stats, NMP_REDUCTION, reduction);

    frame_passes(worker, frame);
    PROFILED(worker, MAKE, game_make_null(pos));
    tt_prefetch(worker->tt, game_key(pos));
    worker->role = ROLE_NULL;
    int value = -search_node(worker, frame + 1, -n->beta, -n->beta + 1, depth, !n->cut);
    PROFILED(worker, MAKE, game_unmake_null(pos));
    if (worker->stopped || !came_back_sound(worker, TECH_NMP, key, value))
        return false;

    if (value < n->beta) {
        n->threat = frame->threat = null_shows_threat(worker, value);
        report(worker, n, n->threat ? TECH_THREAT : TECH_NMP,
               n->threat ? OUTCOME_THREAT : OUTCOME_FAILED, reduction, value, 0, value - n->beta);
        bool near =
            p->nmp_verify >= NMP_VERIFY_NEAR_MISS && value >= n->beta - p->nmp_verify_margin;
        if (!near || n->threat || n->depth < 2 || !null_verified(worker, frame, n, n->depth - 1))
            return false;
        value = n->beta;
    } else if ((p->nmp_verify == NMP_VERIFY_ON_CUTOFF || p->nmp_verify == NMP_VERIFY_BOTH)
               && n->depth >= p->nmp_verify_depth
               && !null_verified(worker, frame, n, null_verification_depth(p, n, depth))) {
        return false;
    }
    if (worker->stopped)
        return false;
    if (adapts(worker) && doubts_cut(worker, frame, n, TECH_NMP, MARGIN_NMP, false, result))
        return true;
    const int margin = value - n->beta;
    /* A mate, or a win by rule, found after a pass is nobody's. */
    if (p->nmp_return == NMP_RETURN_BETA || value > VALUE_EVAL_MAX)
        value = n->beta;
    STATS_CUT(&worker->stats, TECH_NMP, n->depth, n->phase);
    report(worker, n, TECH_NMP, OUTCOME_CUT, reduction, value, 0, margin);
    if (p->nmp_store == NMP_STORE_SEARCHED)
        search_store(worker, key, n->ply, 0, value, VALUE_NONE, depth, BOUND_LOWER, false);
    *result = value;
    return true;
}

/* Razoring: quiescence decides whether the node is as bad as it looks. */
static bool try_razor(Worker *worker, Frame *frame, const Node *n, int *result)
{
    PROFILE_SIDE(worker, RAZOR);
    STATS_TRY(&worker->stats, TECH_RAZOR, n->depth, n->phase);
    uint64_t key = game_key(worker->pos);
    worker->role = ROLE_RAZOR;
    int value = quiesce(worker, frame, n->alpha, n->alpha + 1, 0);
    if (worker->stopped || !came_back_sound(worker, TECH_RAZOR, key, value))
        return false;
    if (adapts(worker)) {
        note_margin(worker, n, MARGIN_RAZOR, value > n->alpha);
        if (value <= n->alpha
            && doubts_cut(worker, frame, n, TECH_RAZOR, MARGIN_RAZOR, true, result))
            return true;
    }
    report(worker, n, TECH_RAZOR, value > n->alpha ? OUTCOME_FAILED : OUTCOME_CUT, n->depth, value,
           0, node_margin(&worker->params, n, TECH_RAZOR, value));
    if (value > n->alpha)
        return false;
    STATS_CUT(&worker->stats, TECH_RAZOR, n->depth, n->phase);
    *result = value;
    return true;
}

/* ProbCut (Buro, 1995): a capture that is far above beta at a lower depth will be above beta at the
 * full one. Quiescence is asked first. */
static bool try_probcut(Worker *worker, Frame *frame, const Node *n, int target, Move table_move,
                        int *result)
{
    Position *pos = worker->pos;
    uint64_t key = game_key(pos);
    int depth = n->depth - worker->params.probcut_reduction;
    PROFILE_SIDE(worker, PROBCUT);
    STATS_TRY(&worker->stats, TECH_PROBCUT, n->depth, n->phase);
    const int needed = target - n->static_eval;
    if (table_move
        && (!game_is_noisy(pos, table_move)
            || !PROFILED(worker, SEE, game_see_ge(pos, table_move, needed))))
        table_move = 0;
    MovePicker picker;
    movepick_start_noisy(&picker, worker, frame, table_move, needed);
    for (Move move; (move = movepick_next(&picker)) != 0;) {
        frame_sets_out(worker, frame, move);
        PROFILED(worker, MAKE, game_make(pos, move));
        worker->role = ROLE_PROBCUT;
        int value = -quiesce(worker, frame + 1, -target, -target + 1, 0);
        if (value >= target && depth > 0) {
            worker->role = ROLE_PROBCUT;
            value = -search_node(worker, frame + 1, -target, -target + 1, depth, !n->cut);
        }
        PROFILED(worker, MAKE, game_unmake(pos));
        if (worker->stopped || !came_back_sound(worker, TECH_PROBCUT, key, value))
            return false;
        if (value >= target) {
            if (adapts(worker)
                && doubts_cut(worker, frame, n, TECH_PROBCUT, MARGIN_PROBCUT, false, result))
                return true;
            STATS_CUT(&worker->stats, TECH_PROBCUT, n->depth, n->phase);
            report(worker, n, TECH_PROBCUT, OUTCOME_CUT, n->depth - depth, value, move,
                   value - target);
            search_store(worker, key, n->ply, move, value, VALUE_NONE, depth + 1, BOUND_LOWER,
                         false);
            *result = value_is_mate(value) ? value : value - (target - n->beta);
            return true;
        }
    }
    return false;
}

/* Multi-cut (Björnsson and Marsland, 1999): where a cut is expected and several of the first moves
 * reach beta at a lower depth, one of them will at the full depth. */
static bool try_multicut(Worker *worker, Frame *frame, const Node *n, Move table_move, int *result)
{
    const Params *p = &worker->params;
    Position *pos = worker->pos;
    uint64_t key = game_key(pos);
    int depth = n->depth - 1 - p->multicut_reduction > 0 ? n->depth - 1 - p->multicut_reduction : 0;
    int cuts = 0, looked_at = 0;
    PROFILE_SIDE(worker, MULTICUT);
    STATS_TRY(&worker->stats, TECH_MULTICUT, n->depth, n->phase);
    MovePicker picker;
    movepick_start(&picker, worker, frame, table_move);
    for (Move move; looked_at < p->multicut_moves && (move = movepick_next(&picker)) != 0;) {
        looked_at++;
        frame_sets_out(worker, frame, move);
        PROFILED(worker, MAKE, game_make(pos, move));
        worker->role = ROLE_MULTICUT;
        int value = -search_node(worker, frame + 1, -n->beta, -n->beta + 1, depth, !n->cut);
        PROFILED(worker, MAKE, game_unmake(pos));
        if (worker->stopped || !came_back_sound(worker, TECH_MULTICUT, key, value))
            return false;
        if (value >= n->beta && ++cuts >= p->multicut_cuts) {
            STATS_CUT(&worker->stats, TECH_MULTICUT, n->depth, n->phase);
            report(worker, n, TECH_MULTICUT, OUTCOME_CUT, n->depth - 1 - depth, value, move,
                   value - n->beta);
            *result = n->beta;
            return true;
        }
    }
    return false;
}

/* What to do next. The plug-in is asked before everybody else. */
static ALWAYS_INLINE Decision next_decision(Worker *worker, const Node *n, Technique last,
                                            bool extras)
{
    if (extras && is_plugged(worker) && last == TECH_COUNT) {
        Decision decision = plugged_at_node(worker, n);
        if (decision.by == TECH_PLUGIN)
            return decision;
    }
    if (!extras)
        ASSUME(!n->margins);
    return decide_node(&worker->params, n, last);
}

/* Carries out what prune.h decides before the moves are looked at. True when the node is done.
 * Compiled twice: who has no extras does not pay for them. */
static ALWAYS_INLINE bool carry_out(Worker *worker, Frame *frame, Node *n, Move table_move,
                                    int *result, bool extras)
{
    for (Technique last = extras ? frame->doubted : TECH_COUNT;;) {
        Decision decision = next_decision(worker, n, last, extras);
        bool done = false;
        switch (decision.action) {
        case DECIDE_CUT:
            if (extras && adapts(worker) && decision.by == TECH_RFP
                && doubts_cut(worker, frame, n, TECH_RFP, MARGIN_RFP, false, result))
                return true;
            STATS_CUT(&worker->stats, decision.by, n->depth, n->phase);
            report(worker, n, decision.by, OUTCOME_CUT, n->depth, decision.value, 0,
                   node_margin(&worker->params, n, decision.by, decision.value));
            *result = decision.value;
            done = true;
            break;
        case DECIDE_RAZOR: done = try_razor(worker, frame, n, result); break;
        case DECIDE_NULL: done = try_null(worker, frame, n, result); break;
        case DECIDE_PROBCUT:
            done = try_probcut(worker, frame, n, decision.value, table_move, result);
            break;
        case DECIDE_MULTICUT: done = try_multicut(worker, frame, n, table_move, result); break;
        case DECIDE_REDUCE: plugged_reduces_node(worker, n, decision.value); break;
        default: return false;
        }
        if (done || worker->stopped)
            return done;
        last = decision.by;
    }
}

COLD static bool cut_with_extras(Worker *worker, Frame *frame, Node *n, Move table_move,
                                 int *result)
{
    return carry_out(worker, frame, n, table_move, result, true);
}

static bool cut_before_moves(Worker *worker, Frame *frame, Node *n, Move table_move, int *result)
{
    return UNLIKELY(worker->extras) ? cut_with_extras(worker, frame, n, table_move, result)
                                    : carry_out(worker, frame, n, table_move, result, false);
}

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
        /* Later quiet moves have even less to hope for. */
        if (decision.by != TECH_HISTPRUNE) {
            picker->skip_quiets = true;
            if (watch_decisions(worker))
                watch_rest(worker, n, picker, m, decision.by);
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
        if (ply >= MAX_PLY - 1)
            return frame->in_check ? VALUE_DRAW : worker_evaluate(worker);

        /* 3. Mate distance: a mate found elsewhere may be shorter than any from here. */
        if (params_on(p, TECH_MDP)) {
            int worst = value_mated_in(ply), best_possible = value_mate_in(ply + 1);
            alpha = alpha > worst ? alpha : worst;
            beta = beta < best_possible ? beta : best_possible;
            if (alpha >= beta) {
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
    if (params_on(p, TECH_IIR) && !table_move && !excluded && depth >= p->iir_depth
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
    Loop loop = {.best = -VALUE_INFINITE};
    MovePicker picker;
    movepick_start(&picker, worker, frame, table_move);
    for (Move move; (move = movepick_next(&picker)) != 0;) {
        if (move == excluded || (root && !root_allows(worker, move)))
            continue;
        /* Memory is slow: ask now for what the child will look up, even if it is never visited. */
        tt_prefetch(worker->tt, game_key_after(pos, move));
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
