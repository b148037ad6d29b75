/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/cut.h"

#include "search/movepick.h"
#include "search/plugged.h"
#include "search/search.h"
#include "search/watch.h"

/* ---- Doubt ---- */

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

/* The same node again, at a lower depth and with null moves barred: all of them, or this side's for
 * most of the way down. Only if that reaches beta too may the node be cut. */
static bool null_verified(Worker *worker, Frame *frame, const Node *n, int depth, bool bar_all)
{
    Side us = game_side(worker->pos), them = other_side(us);
    const int ours = worker->null_from_ply[us], theirs = worker->null_from_ply[them];
    PROFILE_SIDE(worker, VERIFY);
    STATS_ADD(&worker->stats, NMP_VERIFY_TRIED, 1);
    worker->null_from_ply[us] = bar_all ? MAX_PLY : n->ply + 1 + 3 * depth / 4;
    if (bar_all)
        worker->null_from_ply[them] = MAX_PLY;
    worker->role = ROLE_VERIFY;
    int value = search_node(worker, frame, n->beta - 1, n->beta, depth, false);
    worker->null_from_ply[us] = ours;
    worker->null_from_ply[them] = theirs;
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
        if (n->threat)
            STATS_CUT(&worker->stats, TECH_THREAT, n->depth, n->phase);
        report(worker, n, n->threat ? TECH_THREAT : TECH_NMP,
               n->threat ? OUTCOME_THREAT : OUTCOME_FAILED, reduction, value, 0, value - n->beta);
        bool near =
            p->nmp_verify >= NMP_VERIFY_NEAR_MISS && value >= n->beta - p->nmp_verify_margin;
        if (!near || n->threat || n->depth < 2
            || !null_verified(worker, frame, n, n->depth - 1, true))
            return false;
        value = n->beta;
    } else if ((p->nmp_verify == NMP_VERIFY_ON_CUTOFF || p->nmp_verify == NMP_VERIFY_BOTH)
               && n->depth >= p->nmp_verify_depth
               && !null_verified(worker, frame, n, null_verification_depth(p, n, depth), false)) {
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

bool cut_before_moves(Worker *worker, Frame *frame, Node *n, Move table_move, int *result)
{
    return UNLIKELY(worker->extras) ? cut_with_extras(worker, frame, n, table_move, result)
                                    : carry_out(worker, frame, n, table_move, result, false);
}
