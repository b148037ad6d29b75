/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/trees.h"

#include "base/clock.h"
#include "base/threads.h"
#include "web/out.h"
#include "web/think.h"

#include <stdlib.h>
#include <string.h>

/* ---- The shelf ---- */

TreeShelf *trees_new(void) { return xcalloc(1, sizeof(TreeShelf)); }

static void drop(ShelfTree *kept)
{
    if (!kept->id)
        return;
    engine_free(kept->engine);
    tree_free(kept->tree);
    kept->game->destroy(kept->root);
    free(kept->child);
    free(kept->sibling);
    *kept = (ShelfTree){0};
}

void trees_clear(TreeShelf *shelf)
{
    for (int i = 0; i < TREES_KEPT; i++)
        drop(&shelf->trees[i]);
    if (shelf->compared)
        tree_diff_free(&shelf->diff);
    shelf->compared = false;
}

void trees_free(TreeShelf *shelf)
{
    trees_clear(shelf);
    free(shelf);
}

ShelfTree *trees_find(TreeShelf *shelf, int64_t id)
{
    for (int i = 0; i < TREES_KEPT; i++)
        if (shelf->trees[i].id == id && id != 0)
            return &shelf->trees[i];
    return NULL;
}

/* ---- Recording ---- */

typedef struct {
    Tab *tab;
    Tree *tree;
    EngineAnswer answer;
    int64_t told_ns;
} Recorder;

static void ignore_line(void *context, GamePosition *pos, const EngineLine *line)
{
    (void)context, (void)pos, (void)line;
}

static void keep_answer(void *context, GamePosition *pos, const EngineAnswer *answer)
{
    (void)pos;
    ((Recorder *)context)->answer = *answer;
}

static void pass_message(void *context, const char *message)
{
    tab_tell(((Recorder *)context)->tab, message);
}

static void pass_decision(void *context, const DecisionReport *report)
{
    tree_decide(((Recorder *)context)->tree, report);
}

static void pass_enter(void *context, const NodeEntry *entry)
{
    tree_enter(((Recorder *)context)->tree, entry);
}

static void pass_leave(void *context, const NodeExit *left)
{
    tree_leave(((Recorder *)context)->tree, left);
}

static void tell_progress(void *context, const EngineCounts *counts)
{
    enum { TELL_MS = 250 };
    Recorder *recorder = context;
    int64_t now = clock_now_ns();
    if (counts->last || now - recorder->told_ns < TELL_MS * INT64_C(1000000))
        return;
    recorder->told_ns = now;
    Text text = TEXT_EMPTY;
    out_begin(&text, NULL, '{');
    out_text(&text, "what", "tree");
    out_int(&text, "done", (int64_t)counts->nodes);
    out_int(&text, "all", TREES_NODES_MAX);
    out_end(&text, '}');
    events_publish(&recorder->tab->hub, EVENT_PROGRESS, text_cstr(&text));
    text_free(&text);
}

static bool is_inside(const TreeNode *root)
{
    return !root->end.stopped && root->end.score > root->entry.alpha
        && root->end.score < root->entry.beta;
}

/* A window that was left is searched again, so there may be several roots. The answer came from the
 * last one that stayed inside its window; without one, most is to be seen in the largest. `top` is
 * later than `root`. */
static bool is_better_top(const Tree *tree, int32_t root, int32_t top)
{
    if (is_inside(&tree->nodes[top]))
        return false;
    return is_inside(&tree->nodes[root]) || tree->nodes[root].nodes > tree->nodes[top].nodes;
}

/* A node comes after its parent and before its next sibling. */
static void link_nodes(ShelfTree *kept)
{
    const Tree *tree = kept->tree;
    size_t size = (size_t)tree->count * sizeof(int32_t);
    kept->child = xmalloc(size + 1);
    kept->sibling = xmalloc(size + 1);
    for (int32_t i = tree->count - 1; i >= 0; i--) {
        int32_t parent = tree->nodes[i].parent;
        kept->child[i] = TREE_NONE;
        kept->sibling[i] = TREE_NONE;
        if (parent == TREE_NONE && (kept->top == TREE_NONE || is_better_top(tree, i, kept->top)))
            kept->top = i;
    }
    for (int32_t i = tree->count - 1; i >= 0; i--) {
        int32_t parent = tree->nodes[i].parent;
        if (parent == TREE_NONE)
            continue;
        kept->sibling[i] = kept->child[parent];
        kept->child[parent] = i;
    }
}

/* One search; the mutex is held, and let go while it runs. */
static void record_one(Tab *tab, const TreeOrder *order, const ParamSet *params, ShelfTree *kept)
{
    const GameOps *game = tab->play.game;
    const TreeRules rules = {
        .max_nodes = order->max_nodes,
        .max_ply = MAX_PLY,
        .share = 1,
    };
    Recorder recorder = {.tab = tab, .tree = tree_new(&rules), .told_ns = clock_now_ns()};
    const EngineListener listener = {
        .context = &recorder,
        .on_line = ignore_line,
        .on_answer = keep_answer,
        .on_message = pass_message,
        .on_decision = pass_decision,
        .on_enter = pass_enter,
        .on_leave = pass_leave,
        .on_counts = tell_progress,
    };
    *kept = (ShelfTree){
        .id = ++tab->trees->last_id,
        .game = game,
        .root = game->create(),
        .params = *params,
        .tree = recorder.tree,
        .top = TREE_NONE,
        .engine = engine_new(game, &listener),
    };
    game->copy(kept->root, tab->play.shown);
    game->copy(engine_position(kept->engine), tab->play.shown);
    *engine_params(kept->engine) = *params;
    engine_set_rules(kept->engine, &tab->play.rules);
    tab->job_engine = kept->engine;
    engine_go(kept->engine, &(EngineGo){.time = {-1, -1, -1, -1, -1},
                                        .depth = order->depth,
                                        .nodes = TREES_NODES_MAX,
                                        .analyse = true});
    pthread_mutex_unlock(&tab->mutex);
    engine_wait(kept->engine);
    tree_finish(kept->tree);
    link_nodes(kept);
    pthread_mutex_lock(&tab->mutex);
    tab->job_engine = NULL;
    kept->answer = recorder.answer;
}

bool trees_record(Tab *tab, const TreeOrder *order, Diag *diag)
{
    TreeShelf *shelf = tab->trees;
    if (!think_begin_job(tab, THINK_TREE))
        return diag_error(diag, "stopped");
    trees_clear(shelf);
    for (int i = 0; i < TREES_KEPT && !atomic_load(&tab->job_stop); i++)
        if (order->params[i])
            record_one(tab, order, order->params[i], &shelf->trees[i]);
    bool whole = !atomic_load(&tab->job_stop);
    if (whole && order->params[1]) {
        tree_diff(shelf->trees[0].tree, shelf->trees[1].tree, &shelf->diff);
        shelf->compared = true;
    }
    if (!whole) {
        trees_clear(shelf);
        diag_error(diag, "stopped");
    }
    think_finish_job(tab);
    return whole;
}

/* ---- Judging ---- */

void trees_line(const ShelfTree *kept, int32_t node, GameMove *line)
{
    for (int32_t at = node; at != TREE_NONE; at = kept->tree->nodes[at].parent) {
        const TreeNode *here = &kept->tree->nodes[at];
        int32_t parent = here->parent;
        if (parent != TREE_NONE && kept->tree->nodes[parent].entry.ply < here->entry.ply)
            line[here->entry.ply - 1] = here->entry.role == ROLE_NULL ? 0 : here->entry.move;
    }
}

typedef struct {
    AuditBench bench;
    const DecisionReport *said;
    const GameMove *line;
    Params without;
    AuditFinding *finding;
} Judging;

static void *judge(void *argument)
{
    Judging *judging = argument;
    *judging->finding =
        audit_judge(&judging->bench, judging->said, judging->line, &judging->without, 0);
    return NULL;
}

bool trees_judge(Tab *tab, ShelfTree *kept, int32_t node, const DecisionReport *said,
                 AuditFinding *finding, Diag *diag)
{
    enum { TABLE_MIB = 4, NODES = 2000000 };
    GameMove line[MAX_PLY + 1];
    pthread_t thread;
    Tt *tt = tt_new(TABLE_MIB, diag);
    if (!tt)
        return false;
    if (!think_begin_job(tab, THINK_TREE)) {
        tt_free(tt);
        return diag_error(diag, "stopped");
    }
    trees_line(kept, node, line);
    Judging judging = {
        .bench =
            {
                .game = kept->game,
                .root = kept->root,
                .rules = tab->play.rules,
                .net = engine_net(kept->engine),
                .learned = engine_worker(kept->engine),
                .worker = kept->game->worker_create(0),
                .tt = tt,
                .nodes = NODES,
                .stop = &tab->job_stop,
            },
        .said = said,
        .line = line,
        .without = kept->params.values,
        .finding = finding,
    };
    judging.without.techniques &= ~((uint64_t)1 << said->by);
    pthread_mutex_unlock(&tab->mutex);
    /* This thread's stack is too small for a search. */
    bool started = threads_start(&thread, judge, &judging);
    if (started)
        pthread_join(thread, NULL);
    pthread_mutex_lock(&tab->mutex);
    bool whole = started && !atomic_load(&tab->job_stop);
    kept->game->worker_destroy(judging.bench.worker);
    tt_free(tt);
    think_finish_job(tab);
    return whole || diag_error(diag, started ? "stopped" : "cannot start a thread");
}
