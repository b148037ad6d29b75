/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/plugged.h"

#include "search/watch.h"

_Static_assert((int)TENUKI_EVAL_MAX == (int)VALUE_EVAL_MAX, "the interface says so");
_Static_assert((int)TENUKI_MATE_BOUND == (int)VALUE_MATE_BOUND, "the interface says so");
_Static_assert((int)TENUKI_EVAL_NONE == (int)VALUE_NONE, "the interface says so");

static const Decision no_opinion = {DECIDE_SEARCH, TECH_COUNT, 0};

static TenukiView view_of(const Node *n, TenukiPlace place)
{
    return (TenukiView){
        .place = place,
        .game = GAME_IS_SHOGI ? TENUKI_SHOGI : TENUKI_CHESS,
        .depth = n->depth,
        .ply = n->ply,
        .alpha = n->alpha,
        .beta = n->beta,
        .static_eval = n->static_eval,
        .eval = n->eval,
        .phase = n->phase,
        .is_pv = n->pv,
        .cut_expected = n->cut,
        .in_check = n->in_check,
        .improving = n->improving,
        .mate_threat = n->threat,
    };
}

/* What the answer means at this place; false when it means nothing. */
static bool understand(TenukiPlace place, const TenukiAnswer *answer, Decision *decision)
{
    *decision = (Decision){DECIDE_SEARCH, TECH_PLUGIN, answer->value};
    switch (answer->action) {
    case TENUKI_NO_OPINION: *decision = no_opinion; return true;
    case TENUKI_SEARCH: return true;
    case TENUKI_REDUCE:
        decision->action = DECIDE_REDUCE;
        return answer->value >= 1 && answer->value <= TENUKI_REDUCTION_MOST;
    case TENUKI_SKIP: decision->action = DECIDE_SKIP; return place == TENUKI_AT_MOVE;
    case TENUKI_CUT:
        decision->action = DECIDE_CUT;
        return place == TENUKI_AT_NODE && answer->value >= -TENUKI_EVAL_MAX
            && answer->value <= TENUKI_EVAL_MAX;
    default: return false;
    }
}

static Decision ask(Worker *worker, const TenukiView *view)
{
    const Params *p = &worker->params;
    TenukiView shown = *view;
    Decision decision;
    TenukiAnswer answer = p->plugin->decide(&shown, p->plugin_values);
    if (LIKELY(understand((TenukiPlace)view->place, &answer, &decision)))
        return decision;
    worker->plugin_fault = answer;
    worker->plugin_fault_place = view->place;
    worker->params.techniques &= ~((uint64_t)1 << TECH_PLUGIN);
    atomic_fetch_or(worker->request->faults, (uint64_t)1 << TECH_PLUGIN);
    return no_opinion;
}

Decision plugged_at_node(Worker *worker, const Node *n)
{
    if (n->excluded || !(worker->params.plugin->flags & TENUKI_AT_NODE))
        return no_opinion;
    TenukiView view = view_of(n, TENUKI_AT_NODE);
    STATS_TRY(&worker->stats, TECH_PLUGIN, n->depth, n->phase);
    return ask(worker, &view);
}

static Decision ask_of_move(Worker *worker, const Node *n, const MoveView *m)
{
    if (!(worker->params.plugin->flags & TENUKI_AT_MOVE))
        return no_opinion;
    TenukiView view = view_of(n, TENUKI_AT_MOVE);
    view.move_number = m->number;
    view.is_noisy = m->noisy;
    view.gives_check = m->gives_check;
    view.history = m->history;
    view.reduced_depth = m->reduced_depth;
    STATS_TRY(&worker->stats, TECH_PLUGIN, n->depth, n->phase);
    return ask(worker, &view);
}

void plugged_reduces_node(Worker *worker, Node *n, int plies)
{
    int most = n->depth > 1 ? n->depth - 1 : 0, reduction = plies < most ? plies : most;
    STATS_CUT(&worker->stats, TECH_PLUGIN, n->depth, n->phase);
    report(worker, n, TECH_PLUGIN, OUTCOME_REDUCED, reduction, n->eval, 0, 0);
    n->depth -= reduction;
}

bool plugged_skips(Worker *worker, const Node *n, MoveView *m, Move move)
{
    Decision decision = ask_of_move(worker, n, m);
    if (decision.by != TECH_PLUGIN)
        return false;
    if (decision.action == DECIDE_SEARCH) {
        m->plugged = PLUGGED_FULL;
        return false;
    }
    bool skips = decision.action == DECIDE_SKIP;
    if (!skips)
        m->plugged = (int8_t)decision.value;
    STATS_CUT(&worker->stats, TECH_PLUGIN, n->depth, n->phase);
    report(worker, n, TECH_PLUGIN, skips ? OUTCOME_SKIPPED : OUTCOME_REDUCED,
           skips ? n->depth - 1 : decision.value, n->static_eval, move, 0);
    return skips;
}

void plugged_write_fault(const Worker *worker, Text *text)
{
    const TenukiPlugin *plugin = worker->params.plugin;
    text_printf(text, "plug-in %s is off for this search: ", plugin->name);
    if (worker->plugin_fault_place)
        text_printf(text, "its answer at a %s makes no sense, action %d with value %d",
                    worker->plugin_fault_place == TENUKI_AT_NODE ? "node" : "move",
                    worker->plugin_fault.action, worker->plugin_fault.value);
    else
        text_add(text, "its answer in another thread makes no sense");
}
