/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/worker.h"

#include "nnue/embedded.h"
#include "search/plugged.h"
#include "search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Life ---- */

Worker *worker_new(int index)
{
    Worker *worker = xcalloc(1, sizeof *worker);
    worker->index = index;
    worker->pos = game_new();
    worker->history = xcalloc(1, sizeof *worker->history);
    worker->learned = xmalloc(sizeof *worker->learned);
    margins_forget(worker->learned);
    worker->solver = mate_solver_new();
    return worker;
}

void worker_delete(Worker *worker)
{
    if (!worker)
        return;
    game_delete(worker->pos);
    net_stack_free(&worker->nets);
    free(worker->history);
    free(worker->learned);
    mate_solver_delete(worker->solver);
    free(worker);
}

void worker_new_game(Worker *worker)
{
    memset(worker->history, 0, sizeof *worker->history);
    margins_forget(worker->learned);
}

/* ---- Limits ---- */

void worker_look_up(Worker *worker)
{
    enum { EVERY = 2048 };
    const SearchRequest *request = worker->request;
    uint64_t nodes = atomic_load_explicit(&worker->nodes, memory_order_relaxed);
    worker->polls = EVERY;
    worker->params.techniques &= ~atomic_load_explicit(request->faults, memory_order_relaxed);
    if (worker->index == 0 && nodes < request->nodes && request->nodes - nodes < EVERY)
        worker->polls = (int)(request->nodes - nodes);
    bool over = atomic_load_explicit(request->stop, memory_order_relaxed)
             || (worker->index == 0 && request->poll(request->context));
    /* There must be a move and a score to answer with. Quiescence after the first move alone may be
     * large, and who has no time left must not wait for it: nothing deeper is looked into. */
    if (worker->index == 0 && !worker->has_line) {
        if (over)
            worker->last_ply = 1;
        return;
    }
    if (over || (worker->index == 0 && nodes >= request->nodes))
        worker->stopped = true;
}

/* ---- Preparation ---- */

/* Thousands of logarithms take longer than a search of a hundred nodes, so they are taken only when
 * a row has changed. */
static void fill_reductions(Worker *worker)
{
    const Params *p = &worker->params;
    const ReductionRows rows = {p->lmr_base, p->lmr_scale, p->lmr_capture_base,
                                p->lmr_capture_scale};
    if (memcmp(&rows, &worker->reduction_rows, sizeof rows) == 0)
        return;
    worker->reduction_rows = rows;
    for (int depth = 1; depth < REDUCTION_SIZE; depth++) {
        for (int number = 1; number < REDUCTION_SIZE; number++) {
            double product = log(depth) * log(number);
            worker->reduction[0][depth][number] =
                (int16_t)(rows.base + 10000.0 * product / rows.scale);
            worker->reduction[1][depth][number] =
                (int16_t)(rows.capture_base + 10000.0 * product / rows.capture_scale);
        }
    }
}

/* Margins that nothing scales cost one comparison. */
static void prepare_margins(Worker *worker)
{
    const Params *p = &worker->params;
    worker->margins = NULL;
    if (!params_on(p, TECH_PHASE) && !params_on(p, TECH_ADAPT))
        return;
    margins_prepare(worker->learned, p);
    worker->margins = worker->learned;
}

static bool is_wanted(const SearchRequest *request, Move move)
{
    if (!request->moves)
        return true;
    for (int i = 0; i < request->move_count; i++)
        if (request->moves[i] == move)
            return true;
    return false;
}

static void list_root_moves(Worker *worker)
{
    Move list[LIST_SIZE], *end = game_generate_all(worker->pos, list);
    worker->root_count = 0;
    for (Move *m = list; m < end; m++) {
        if (!is_wanted(worker->request, *m))
            continue;
        RootMove *root = &worker->root[worker->root_count++];
        root->move = root->pv[0] = *m;
        root->score = root->previous_score = -VALUE_INFINITE;
        root->seldepth = 0;
        root->nodes = 0;
        root->pv_length = 1;
    }
}

void worker_prepare(Worker *worker, const Position *root, const SearchRequest *request)
{
    worker->params = *request->params;
    worker->request = request;
    worker->tt = request->tt;
    worker->seldepth = worker->root_depth = worker->line = 0;
    worker->null_from_ply[FIRST] = worker->null_from_ply[SECOND] = 0;
    worker->polls = 0;
    worker->last_ply = MAX_PLY - 1;
    worker->stopped = worker->has_line = false;
    worker->faults_said = 0;
    worker->plugin_fault_place = 0;
    if (!worker->params.plugin)
        worker->params.techniques &= ~((uint64_t)1 << TECH_PLUGIN);
    worker->watched = worker->index == 0 && request->on_enter;
    worker->role = ROLE_MOVE;
    atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
    memset(&worker->stats, 0, sizeof worker->stats);
    worker->stats.plugin = worker->params.plugin ? worker->params.plugin->name : NULL;
    memset(worker->frames, 0, sizeof worker->frames);
    memset(worker->no_continuation, 0, sizeof worker->no_continuation);
    worker->no_correction = 0;
    for (size_t i = 0; i < COUNT_OF(worker->frames); i++) {
        worker->frames[i].ply = (int)i - FRAMES_BEFORE;
        worker->frames[i].static_eval = VALUE_NONE;
        worker->frames[i].doubted = TECH_COUNT;
        worker->frames[i].continuation = &worker->no_continuation;
        worker->frames[i].correction = &worker->no_correction;
    }
    game_copy(worker->pos, root);
    game_reserve(worker->pos, MAX_PLY + MATE_LINE_MAX);
    const Net *net = request->net ? request->net : net_embedded(GAME_FEATURES.game);
    game_use_net(worker->pos, &worker->nets, params_on(&worker->params, TECH_NET) ? net : NULL);
    prepare_margins(worker);
    worker->extras = worker->margins || is_plugged(worker);
    fill_reductions(worker);
    list_root_moves(worker);
}

/* ---- Iterations ---- */

/* Best first; moves without a score of their own keep their order behind. */
static void sort_root(RootMove *root, int count)
{
    for (int i = 1; i < count; i++) {
        RootMove moved = root[i];
        int k = i;
        while (k > 0
               && (root[k - 1].score < moved.score
                   || (root[k - 1].score == moved.score
                       && root[k - 1].previous_score < moved.previous_score))) {
            root[k] = root[k - 1];
            k--;
        }
        root[k] = moved;
    }
}

static void report_line(const Worker *worker, int index, int depth, Bound bound)
{
    const RootMove *root = &worker->root[index];
    if (worker->index != 0)
        return;
    worker->request->on_line(worker->request->context, &(SearchLine){
                                                           .depth = depth,
                                                           .seldepth = root->seldepth,
                                                           .line = index + 1,
                                                           .score = root->score,
                                                           .bound = bound,
                                                           .pv = root->pv,
                                                           .pv_length = root->pv_length,
                                                       });
}

/* Aspiration: a narrow window around the last score, widened on the side where it fails. */
static void search_line(Worker *worker, int depth)
{
    const Params *p = &worker->params;
    RootMove *root = worker->root + worker->line;
    int count = worker->root_count - worker->line;
    int previous = root->previous_score, half = p->aspiration_window;
    int alpha = -VALUE_INFINITE, beta = VALUE_INFINITE, searched = depth;
    if (params_on(p, TECH_ASPIRATION) && depth >= p->aspiration_depth && !value_is_mate(previous)) {
        alpha = previous - half;
        beta = previous + half;
    }
    for (;;) {
        worker->seldepth = 0;
        worker->window_low = alpha;
        worker->window_high = beta;
        int value = search_node(worker, worker_root_frame(worker), alpha, beta,
                                searched > 0 ? searched : 1, false);
        sort_root(root, count);
        if (worker->stopped)
            return;
        if (value <= alpha && alpha > -VALUE_INFINITE) {
            report_line(worker, worker->line, depth, BOUND_UPPER);
            beta = (alpha + beta) / 2;
            alpha = value - half > -VALUE_INFINITE ? value - half : -VALUE_INFINITE;
            searched = depth;
        } else if (value >= beta && beta < VALUE_INFINITE) {
            report_line(worker, worker->line, depth, BOUND_LOWER);
            beta = value + half < VALUE_INFINITE ? value + half : VALUE_INFINITE;
            if (searched > depth - 2 && !value_is_mate(value))
                searched--;
        } else {
            return;
        }
        half += half / 2 + 5;
        if (half > 1000) {
            alpha = -VALUE_INFINITE;
            beta = VALUE_INFINITE;
        }
    }
}

static void say_faults(Worker *worker)
{
    uint64_t faults = atomic_load(worker->request->faults);
    for (int i = 0; i < TECH_COUNT; i++) {
        if (!((faults & ~worker->faults_said) >> i & 1))
            continue;
        Text message = TEXT_EMPTY;
        if (i == TECH_PLUGIN)
            plugged_write_fault(worker, &message);
        else
            text_printf(&message,
                        "technique %s failed an internal check and is off for this search",
                        param_technique_name((Technique)i));
        worker->request->on_message(worker->request->context, text_cstr(&message));
        text_free(&message);
    }
    worker->faults_said = faults;
}

/* True when the search should not go deeper. */
static bool iteration_ends(Worker *worker, int depth)
{
    const RootMove *best = &worker->root[0];
    if (worker->index != 0)
        return atomic_load_explicit(worker->request->stop, memory_order_relaxed);
    say_faults(worker);
    if (atomic_load_explicit(&worker->nodes, memory_order_relaxed) >= worker->request->nodes)
        return true;
    return worker->request->on_iteration(
        worker->request->context,
        &(SearchIteration){
            .depth = depth,
            .score = best->score,
            .best = best->move,
            .nodes = atomic_load_explicit(&worker->nodes, memory_order_relaxed),
            .best_nodes = best->nodes,
        });
}

/* An iteration that was broken off counts if its best move has a true score, or has beaten the
 * window; otherwise the last full one stands. */
static void finish_early(Worker *worker, const RootMove *finished, int depth)
{
    Bound bound = worker->root[0].bound;
    if (depth == 1 || bound == BOUND_EXACT || bound == BOUND_LOWER) {
        report_line(worker, 0, depth, bound == BOUND_LOWER ? BOUND_LOWER : BOUND_EXACT);
        return;
    }
    memcpy(worker->root, finished, (size_t)worker->root_count * sizeof *finished);
    worker->root_depth = depth - 1;
}

static void iterate(Worker *worker)
{
    PROFILE_SCOPE(worker, ITERATE);
    const SearchRequest *request = worker->request;
    int lines = request->lines < worker->root_count ? request->lines : worker->root_count;
    int last = request->depth < MAX_PLY - 1 ? request->depth : MAX_PLY - 1;
    RootMove *finished = xmalloc((size_t)worker->root_count * sizeof *finished);
    for (int depth = 1; depth <= last; depth++) {
        /* Helpers go different ways by skipping some depths. */
        if (worker->index > 0 && depth > 1 && (depth + worker->index) % 3 == 0)
            continue;
        for (int i = 0; i < worker->root_count; i++)
            worker->root[i].previous_score = worker->root[i].score;
        memcpy(finished, worker->root, (size_t)worker->root_count * sizeof *finished);
        for (int i = 0; i < worker->root_count; i++) {
            worker->root[i].score = -VALUE_INFINITE;
            worker->root[i].bound = BOUND_NONE;
        }
        worker->root_depth = depth;
        for (worker->line = 0; worker->line < lines && !worker->stopped; worker->line++)
            search_line(worker, depth);
        worker->line = 0;
        if (worker->stopped) {
            finish_early(worker, finished, depth);
            break;
        }
        if (params_on(&worker->params, TECH_ADAPT))
            margins_keep(worker->learned,
                         atomic_load_explicit(&worker->nodes, memory_order_relaxed), depth);
        sort_root(worker->root, lines);
        for (int i = 0; i < lines; i++)
            report_line(worker, i, depth, BOUND_EXACT);
        if (iteration_ends(worker, depth))
            break;
    }
    free(finished);
}

void worker_run(Worker *worker, const Position *root, const SearchRequest *request,
                SearchResult *result)
{
    worker_prepare(worker, root, request);
    *result = (SearchResult){0};
    if (worker->root_count == 0)
        return;
    iterate(worker);
    if (worker->index == 0)
        say_faults(worker);
    STATS_ADD(&worker->stats, NODES, atomic_load_explicit(&worker->nodes, memory_order_relaxed));
    worker->learned->nodes += atomic_load_explicit(&worker->nodes, memory_order_relaxed);
    const RootMove *best = &worker->root[0];
    result->best = best->move;
    result->ponder = best->pv_length > 1 ? best->pv[1] : 0;
    result->score = best->score;
    result->depth = worker->root_depth;
    result->seldepth = best->seldepth;
}
