/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/learn.h"
#include "search/movepick.h"
#include "search/prune.h"
#include "search/search.h"
#include "search/watch.h"

/* Tries one move and folds its value in. True when beta is reached. */
static bool try_move(Worker *worker, Frame *frame, Move move, int *alpha, int beta, int qdepth,
                     int *best, Move *best_move)
{
    Position *pos = worker->pos;
    frame_sets_out(worker, frame, move);
    PROFILED(worker, MAKE, game_make(pos, move));
    int value = -quiesce(worker, frame + 1, -beta, -*alpha, qdepth + 1);
    PROFILED(worker, MAKE, game_unmake(pos));
    if (worker->stopped || value <= *best)
        return worker->stopped;
    *best = value;
    if (value > *alpha) {
        search_update_pv(worker, frame->ply, move);
        *alpha = value;
        *best_move = move;
    }
    return value >= beta;
}

/* Quiet moves that give check without losing the piece, in the first ply only. */
static bool try_checks(Worker *worker, Frame *frame, int *alpha, int beta, int *best,
                       Move *best_move)
{
    Move list[LIST_SIZE];
    Move *end = PROFILED(worker, MOVEGEN, game_generate_quiet_checks(worker->pos, list));
    for (Move *m = list; m < end; m++) {
        tt_prefetch(worker->tt, game_key_after(worker->pos, *m));
        if (PROFILED(worker, SEE, game_see_ge(worker->pos, *m, 0))
            && try_move(worker, frame, *m, alpha, beta, 0, best, best_move))
            return true;
    }
    return false;
}

static int delta_margin(const Worker *worker)
{
    int margin = worker->params.delta_margin;
    return LIKELY(!worker->margins)
             ? margin
             : margin_of(worker->margins, MARGIN_DELTA, 0, game_margin_phase(worker->pos), margin);
}

/* Whether a noisy move is not worth its node. */
static bool is_hopeless(Worker *worker, const Frame *frame, Move move, int best, int alpha,
                        int qdepth)
{
    if (frame->in_check || value_is_loss(best))
        return false;
    int gain = game_gain(worker->pos, move);
    return delta_applies(&worker->params, frame->static_eval, gain, delta_margin(worker), alpha,
                         qdepth)
        && !PROFILED(worker, LEGALITY, game_gives_check(worker->pos, move));
}

/* Adaptive margins now and then look into a move that is hopeless. */
COLD static bool try_doubted(Worker *worker, Frame *frame, Move move, int *alpha, int beta,
                             int qdepth, int *best, Move *best_move)
{
    const int needed = *alpha;
    bool cut = try_move(worker, frame, move, alpha, beta, qdepth, best, best_move);
    if (!worker->stopped)
        margins_note(worker->learned, &worker->params, MARGIN_DELTA, 0,
                     game_margin_phase(worker->pos), *alpha > needed);
    return cut;
}

/* Leaves a hopeless move out, or looks into it. True when beta is reached. */
static bool drop_move(Worker *worker, Frame *frame, Move move, int *alpha, int beta, int qdepth,
                      int *best, Move *best_move)
{
    if (UNLIKELY(params_on(&worker->params, TECH_ADAPT))
        && margins_doubt(worker->learned, &worker->params))
        return try_doubted(worker, frame, move, alpha, beta, qdepth, best, best_move);
    STATS_CUT(&worker->stats, TECH_DELTA, 0, game_phase(worker->pos));
    if (watch_decisions(worker))
        watch_quiet_skip(
            worker, frame, *alpha, beta, qdepth, TECH_DELTA, move,
            *alpha - (frame->static_eval + game_gain(worker->pos, move) + delta_margin(worker)));
    return false;
}

static int quiet_value(Worker *worker, Frame *frame, int alpha, int beta, int qdepth)
{
    const Params *p = &worker->params;
    Position *pos = worker->pos;
    int ply = frame->ply, best, value;
    PROFILE_SCOPE(worker, QUIESCE);
    bool pv = beta - alpha > 1;

    worker->pv_length[ply] = 0;
    if (!worker_enter(worker))
        return 0;
    STATS_ADD(&worker->stats, QNODES, 1);
    if (ply > worker->seldepth)
        worker->seldepth = ply;
    if (PROFILED(worker, RULES, game_is_over(pos, ply, &worker->request->rules, &value)))
        return value;
    frame->in_check = game_in_check(pos);
    if (ply >= worker->last_ply)
        return worker_evaluate(worker);

    /* The table knows every depth to be at least this one. */
    uint64_t key = game_key(pos);
    TtEntry entry = {0};
    bool hit = search_probe(worker, key, ply, &entry);
    if (hit && !pv && bound_answers(&entry, alpha, beta)) {
        if (watch_decisions(worker))
            watch_end(worker, frame, alpha, beta, 0, qdepth, TECH_TT, entry.score);
        return entry.score;
    }
    Move table_move = hit ? entry.move : 0;

    /* Standing pat: nobody is forced to capture. */
    int raw = VALUE_NONE;
    frame->static_eval = VALUE_NONE;
    if (frame->in_check) {
        best = -VALUE_INFINITE;
    } else {
        raw = hit && entry.eval != TT_NO_EVAL ? entry.eval
                                              : PROFILED(worker, EVALUATE, worker_evaluate(worker));
        best = frame->static_eval = learn_corrected(worker, frame, raw);
        if (hit && entry.bound != BOUND_NONE && !value_is_mate(entry.score)
            && (entry.score > best ? entry.bound & BOUND_LOWER : entry.bound & BOUND_UPPER))
            best = entry.score;
        if (best >= beta) {
            if (!hit || entry.bound == BOUND_NONE)
                search_store(worker, key, ply, 0, best, raw, 0, BOUND_LOWER, false);
            return best;
        }
        Move mate =
            params_on(p, TECH_MATE1) && !hit ? PROFILED(worker, MATE1, game_mate_in_one(pos)) : 0;
        if (mate) {
            STATS_CUT(&worker->stats, TECH_MATE1, 0, game_phase(pos));
            worker->pv_length[ply + 1] = 0;
            search_update_pv(worker, ply, mate);
            watch_end(worker, frame, alpha, beta, 0, qdepth, TECH_MATE1, value_mate_in(ply + 1));
            return value_mate_in(ply + 1);
        }
    }
    int old_alpha = alpha;
    if (best > alpha)
        alpha = best;

    if (table_move && !frame->in_check && !game_is_noisy(pos, table_move))
        table_move = 0;
    MovePicker picker;
    Move move, best_move = 0;
    int tried = 0;
    bool cut = false;
    movepick_start_noisy(&picker, worker, frame, table_move,
                         params_on(p, TECH_QSEE) ? 0 : -VALUE_INFINITE);
    while (!cut && (move = movepick_next(&picker)) != 0) {
        tried++;
        cut = is_hopeless(worker, frame, move, best, alpha, qdepth)
                ? drop_move(worker, frame, move, &alpha, beta, qdepth, &best, &best_move)
                : try_move(worker, frame, move, &alpha, beta, qdepth, &best, &best_move);
    }
    if (!cut && qdepth == 0 && !frame->in_check && params_on(p, TECH_QCHECKS))
        cut = try_checks(worker, frame, &alpha, beta, &best, &best_move);
    if (worker->stopped)
        return 0;
    if (picker.bad_count > 0)
        STATS_CUTS(&worker->stats, TECH_QSEE, 0, game_phase(pos), picker.bad_count);
    if (!cut && watch_decisions(worker))
        watch_quiet_losers(worker, &picker, alpha, beta, qdepth);
    if (frame->in_check && tried == 0)
        return game_no_move_value(pos, ply);
    search_store(worker, key, ply, best_move, best, raw, 0,
                 best >= beta             ? BOUND_LOWER
                 : best > old_alpha && pv ? BOUND_EXACT
                                          : BOUND_UPPER,
                 hit && entry.pv);
    return best;
}

int quiesce(Worker *worker, Frame *frame, int alpha, int beta, int qdepth)
{
    if (LIKELY(!worker->watched))
        return quiet_value(worker, frame, alpha, beta, qdepth);
    watch_enter(worker, frame, alpha, beta, 0, qdepth, false);
    return watch_leave(worker, frame, quiet_value(worker, frame, alpha, beta, qdepth));
}
