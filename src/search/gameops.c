/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/gameops.h"

#include "nnue/embedded.h"
#include "search/game.h"
#include "search/judge.h"
#include "search/mate.h"
#include "search/perft.h"
#include "search/watch.h"
#include "search/worker.h"

#include <stdio.h>

_Static_assert((int)LIST_SIZE <= (int)GAME_LIST_SIZE, "a list of this game must fit");
_Static_assert((int)NET_SCORE_LIMIT <= (int)VALUE_EVAL_MAX, "a net claims no more than others may");
_Static_assert(sizeof(Move) == sizeof(GameMove), "moves are handed on as they are");

static Position *own(GamePosition *pos) { return (Position *)pos; }
static const Position *own_const(const GamePosition *pos) { return (const Position *)pos; }

static void ops_init(void)
{
    game_init();
    net_embedded_init(&GAME_FEATURES);
}

static GamePosition *ops_create(void) { return (GamePosition *)game_new(); }
static void ops_destroy(GamePosition *pos) { game_delete(own(pos)); }
static void ops_copy(GamePosition *to, const GamePosition *from)
{
    game_copy(own(to), own_const(from));
}

static bool ops_set(GamePosition *pos, Span text, Diag *diag)
{
    return game_set(own(pos), text, diag);
}
static void ops_get(const GamePosition *pos, Text *text) { game_get(own_const(pos), text); }
static bool ops_is_mate_only(const GamePosition *pos) { return game_is_mate_only(own_const(pos)); }
static Side ops_side_to_move(const GamePosition *pos) { return game_side(own_const(pos)); }
static void ops_flip(GamePosition *pos) { game_flip(own(pos)); }

static void ops_describe(const GamePosition *pos, GameFacts *facts)
{
    const Position *p = own_const(pos);
    Text checkers = TEXT_EMPTY;
    game_write_checkers(p, &checkers);
    facts->key = game_key(p);
    facts->in_check = checkers.length > 0;
    snprintf(facts->checkers, sizeof facts->checkers, "%s", text_cstr(&checkers));
    text_free(&checkers);
    facts->occurrences = game_occurrences(p);
    int result;
    facts->end = game_end(p, &result);
    if (game_side(p) == SECOND)
        result = -result;
    facts->result = !facts->end ? "*" : result > 0 ? "1-0" : result < 0 ? "0-1" : "1/2-1/2";
}

static void ops_draw(const GamePosition *pos, bool letters, Text *text)
{
    game_draw(own_const(pos), letters, text);
}

static int ops_legal_moves(const GamePosition *pos, GameMove list[GAME_LIST_SIZE])
{
    return (int)(game_generate_all(own_const(pos), list) - list);
}

static uint64_t ops_key(const GamePosition *pos) { return game_key(own_const(pos)); }

static bool ops_is_legal(const GamePosition *pos, GameMove move)
{
    return game_is_legal(own_const(pos), move);
}

static bool ops_is_noisy(const GamePosition *pos, GameMove move)
{
    return game_is_noisy(own_const(pos), move);
}

static bool ops_read_move(const GamePosition *pos, Span text, GameMove *move, Diag *diag)
{
    return game_read_move(own_const(pos), text, move, diag);
}

static void ops_write_move(GamePosition *pos, GameMove move, MoveStyle style, Text *text)
{
    if (style == MOVE_PROTOCOL)
        game_write_move(own(pos), move, text);
    else if (style == MOVE_960)
        game_write_move_960(own(pos), move, text);
    else
        game_write_move_for_people(own(pos), move, style == MOVE_WESTERN, text);
}

static void ops_make(GamePosition *pos, GameMove move)
{
    game_reserve(own(pos), 1);
    game_make(own(pos), move);
}

static bool ops_unmake(GamePosition *pos)
{
    if (game_last_move(own(pos)) == 0)
        return false;
    game_unmake(own(pos));
    return true;
}

static void ops_make_null(GamePosition *pos)
{
    game_reserve(own(pos), 1);
    game_make_null(own(pos));
}

static void ops_unmake_null(GamePosition *pos) { game_unmake_null(own(pos)); }

static uint64_t ops_perft(GamePosition *pos, int depth)
{
    game_reserve(own(pos), depth);
    return search_perft(own(pos), depth);
}

static void ops_solve_mate(GamePosition *pos, const MateLimits *limits, MateResult *result)
{
    mate_solve(own(pos), limits, result);
}

static Worker *own_worker(SearchWorker *worker) { return (Worker *)worker; }
static SearchWorker *ops_worker_create(int index) { return (SearchWorker *)worker_new(index); }
static void ops_worker_destroy(SearchWorker *worker) { worker_delete(own_worker(worker)); }
static void ops_worker_forget(SearchWorker *worker) { worker_new_game(own_worker(worker)); }

static void ops_worker_learn_from(SearchWorker *worker, const SearchWorker *from)
{
    *own_worker(worker)->history = *((const Worker *)from)->history;
}

static void ops_worker_search(SearchWorker *worker, const GamePosition *root,
                              const SearchRequest *request, SearchResult *result)
{
    worker_run(own_worker(worker), own_const(root), request, result);
}

static void ops_worker_judge(SearchWorker *worker, const JudgeRequest *request, JudgeResult *result)
{
    judge_search(own_worker(worker), request, result);
}

static void ops_worker_rest(SearchWorker *worker)
{
    atomic_store_explicit(&((Worker *)worker)->nodes, 0, memory_order_relaxed);
}

static uint64_t ops_worker_nodes(const SearchWorker *worker)
{
    return atomic_load_explicit(&((const Worker *)worker)->nodes, memory_order_relaxed);
}

static const Stats *ops_worker_stats(const SearchWorker *worker)
{
    return &((const Worker *)worker)->stats;
}

static Margins *ops_worker_margins(SearchWorker *worker) { return own_worker(worker)->learned; }

static int ops_evaluate(const GamePosition *pos, const Net *net)
{
    if (!net)
        return game_evaluate(own_const(pos));
    NetView view;
    game_view(own_const(pos), &view);
    return net_parts(net, &GAME_FEATURES, &view).total;
}
static int ops_material(const GamePosition *pos) { return game_material(own_const(pos)); }
static void ops_view(const GamePosition *pos, NetView *view) { game_view(own_const(pos), view); }
static void ops_last_change(const GamePosition *pos, NetChange *change)
{
    *change = own_const(pos)->state->change;
}
static bool ops_in_check(const GamePosition *pos) { return game_in_check(own_const(pos)); }
static int ops_game_ply(const GamePosition *pos) { return game_ply(own_const(pos)); }
static int ops_phase(const GamePosition *pos) { return game_phase(own_const(pos)); }

static bool ops_may_declare(const GamePosition *pos, const GameRules *rules)
{
    return game_may_declare(own_const(pos), rules);
}

static bool ops_may_claim_draw(const GamePosition *pos, const GameRules *rules)
{
    return game_may_claim_draw(own_const(pos), rules);
}

const GameOps game_ops = {
    .name = GAME_NAME,
    .first = GAME_FIRST,
    .second = GAME_SECOND,
    .setup_word = GAME_SETUP_WORD,
    .start = GAME_START,
    .init = ops_init,
    .create = ops_create,
    .destroy = ops_destroy,
    .copy = ops_copy,
    .set = ops_set,
    .get = ops_get,
    .is_mate_only = ops_is_mate_only,
    .side_to_move = ops_side_to_move,
    .flip = ops_flip,
    .describe = ops_describe,
    .draw = ops_draw,
    .key = ops_key,
    .legal_moves = ops_legal_moves,
    .is_legal = ops_is_legal,
    .is_noisy = ops_is_noisy,
    .read_move = ops_read_move,
    .write_move = ops_write_move,
    .make = ops_make,
    .unmake = ops_unmake,
    .make_null = ops_make_null,
    .unmake_null = ops_unmake_null,
    .solve_mate = ops_solve_mate,
    .threshold = watch_threshold,
    .perft = ops_perft,
    .worker_create = ops_worker_create,
    .worker_destroy = ops_worker_destroy,
    .worker_forget = ops_worker_forget,
    .worker_learn_from = ops_worker_learn_from,
    .worker_search = ops_worker_search,
    .worker_judge = ops_worker_judge,
    .worker_nodes = ops_worker_nodes,
    .worker_rest = ops_worker_rest,
    .worker_stats = ops_worker_stats,
    .worker_margins = ops_worker_margins,
    .evaluate = ops_evaluate,
    .eval_model = &game_eval_model,
    .material = ops_material,
    .features = &GAME_FEATURES,
    .board_size = GAME_BOARD_SIZE,
    .view = ops_view,
    .last_change = ops_last_change,
    .place = game_place,
    .in_check = ops_in_check,
    .game_ply = ops_game_ply,
    .phase = ops_phase,
    .may_declare = ops_may_declare,
    .may_claim_draw = ops_may_claim_draw,
};
