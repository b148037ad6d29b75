/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/tree_record.h"

#include "engine/engine.h"
#include "lab/progress.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const char *command;
    EngineAnswer answer;
    Tree *tree;
    EngineGo go;
    ProgressWatch *watch;
} Listening;

static void follow_line(void *context, GamePosition *pos, const EngineLine *line)
{
    const Listening *listening = context;
    (void)pos;
    if (line->line.bound == BOUND_EXACT)
        progress_watch_searched(listening->watch, line->line.depth, listening->go.depth,
                                line->nodes, listening->go.nodes);
}

static void keep_answer(void *context, GamePosition *pos, const EngineAnswer *answer)
{
    (void)pos;
    ((Listening *)context)->answer = *answer;
}

static void show_message(void *context, const char *message)
{
    options_complain(((Listening *)context)->command, "warning: %s", message);
}

static void pass_enter(void *context, const NodeEntry *entry)
{
    tree_enter(((Listening *)context)->tree, entry);
}

static void pass_leave(void *context, const NodeExit *end)
{
    tree_leave(((Listening *)context)->tree, end);
}

static void pass_decision(void *context, const DecisionReport *report)
{
    tree_decide(((Listening *)context)->tree, report);
}

static bool make_rules(const char *command, const RecordOptions *asked, TreeRules *rules)
{
    *rules = (TreeRules){
        .max_nodes = asked->max_nodes,
        .max_ply = (int)asked->max_ply,
        .min_depth = (int)asked->min_depth,
        .all_iterations = asked->all_iterations,
        .sample_ply = (int)asked->sample_ply,
        .share = 1,
        .seed = (uint64_t)asked->seed,
    };
    return !asked->share || options_share(command, "sample", asked->share, &rules->share);
}

static bool search(const RecordOptions *asked, const ParamSet *params, Listening *listening,
                   const GamePosition *root, Diag *diag)
{
    enum { DEFAULT_DEPTH = 8 };
    const EngineListener listener = {
        .context = listening,
        .on_line = follow_line,
        .on_answer = keep_answer,
        .on_message = show_message,
        .on_decision = pass_decision,
        .on_enter = pass_enter,
        .on_leave = pass_leave,
    };
    Engine *engine = engine_new(asked->game, &listener);
    *engine_params(engine) = *params;
    bool good = engine_set_hash(engine, (size_t)asked->hash, diag);
    if (good) {
        asked->game->copy(engine_position(engine), root);
        listening->go = (EngineGo){
            .time = {-1, -1, -1, -1, -1},
            .depth = asked->depth || asked->nodes ? (int)asked->depth : DEFAULT_DEPTH,
            .nodes = (uint64_t)asked->nodes,
            .analyse = true,
        };
        listening->watch = progress_watch_time(listening->command, 0);
        engine_go(engine, &listening->go);
        engine_wait(engine);
        progress_watch_end(listening->watch);
    }
    engine_free(engine);
    return good;
}

bool tree_record_make(const char *command, const RecordOptions *asked, const ParamSet *params,
                      TreeRecord *record)
{
    TreeRules rules;
    Listening listening = {.command = command};
    Diag diag;
    diag_clear(&diag);
    if (!make_rules(command, asked, &rules))
        return false;
    GamePosition *root = options_position(command, asked->game, asked->position);
    if (!root)
        return false;
    *record = (TreeRecord){.story.game = asked->game, .root = root, .tree = tree_new(&rules)};
    listening.tree = record->tree;
    bool good = !asked->game->is_mate_only(root) || diag_error(&diag, "a king is missing");
    good = good && search(asked, params, &listening, root, &diag);
    if (!good) {
        options_complain(command, "error: %s", diag.error);
        tree_record_free(record);
        return false;
    }
    tree_finish(record->tree);
    record->story = (TreeStory){
        .game = asked->game,
        .root = root,
        .tree = record->tree,
        .best = listening.answer.best,
        .score = listening.answer.score,
        .depth = listening.answer.depth,
    };
    return true;
}

void tree_record_free(TreeRecord *record)
{
    if (record->root)
        record->story.game->destroy(record->root);
    tree_free(record->tree);
    *record = (TreeRecord){0};
}
