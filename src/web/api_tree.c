/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Recorded trees: recording, walking, comparing, judging. */

#include "engine/decisions.h"
#include "engine/tree_write.h"
#include "web/api.h"
#include "web/listen.h"
#include "web/out.h"
#include "web/trees.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_SHOWN = 2000, SKIPPED_SHOWN = 4000, PARTS_SHOWN = 500 };

static void write_moves(const GameOps *game, GamePosition *pos, GameMove move, MoveStyle style,
                        Text *text)
{
    static const char *const keys[] = {"move", "people", "western"};
    const MoveStyle styles[] = {style, MOVE_PEOPLE, MOVE_WESTERN};
    Text words = TEXT_EMPTY;
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        text_clear(&words);
        game->write_move(pos, move, styles[i], &words);
        out_text(text, keys[i], text_cstr(&words));
    }
    text_free(&words);
}

static void write_why(const char *key, const DecisionReport *said, bool japanese, Text *text)
{
    Text words = TEXT_EMPTY;
    if (japanese)
        decisions_explain_ja(said, &words);
    else
        decisions_explain(said, &words);
    out_text(text, key, text_cstr(&words));
    text_free(&words);
}

/* ---- Recording ---- */

static void write_said(const Tree *tree, Text *text)
{
    out_begin(text, "decisions", '{');
    for (int t = 0; t < TECH_COUNT; t++) {
        bool any = false;
        for (int o = 0; o < OUTCOMES; o++)
            any = any || tree->said[t][o];
        if (!any)
            continue;
        out_begin(text, param_technique_name((Technique)t), '{');
        for (int o = 0; o < OUTCOMES; o++)
            if (tree->said[t][o])
                out_int(text, decisions_outcome((Outcome)o), (int64_t)tree->said[t][o]);
        out_end(text, '}');
    }
    out_end(text, '}');
}

static void write_summary(const Tab *tab, const ShelfTree *kept, const char *key, Text *text)
{
    const Tree *tree = kept->tree;
    out_begin(text, key, '{');
    out_int(text, "tree", kept->id);
    out_int(text, "total", (int64_t)tree->total);
    out_int(text, "recorded", tree->count);
    out_begin(text, "left", '{');
    for (int i = 0; i < LEFT_REASONS; i++)
        out_int(text, tree_left_name((TreeLeft)i), (int64_t)tree->left[i]);
    out_end(text, '}');
    out_int(text, "max_ply", tree->max_ply);
    out_int(text, "depth", kept->answer.depth);
    listen_write_score(kept->game, kept->answer.score, "score", text);
    if (kept->answer.best)
        write_moves(kept->game, kept->root, kept->answer.best, play_style(&tab->play), text);
    write_said(tree, text);
}

typedef struct {
    int64_t count;
    uint64_t nodes[2];
} PartSum;

static void write_diff(const TreeShelf *shelf, Text *text)
{
    if (!shelf->compared) {
        out_null(text, "diff");
        return;
    }
    enum { CAUSES = TECH_COUNT + 1 };
    PartSum sums[PART_KINDS][CAUSES];
    memset(sums, 0, sizeof sums);
    for (int64_t i = 0; i < shelf->diff.count; i++) {
        const Part *part = &shelf->diff.parts[i];
        PartSum *sum = &sums[part->kind][part->by];
        sum->count++;
        for (int side = 0; side < 2; side++)
            sum->nodes[side] += part->nodes[side];
    }
    out_begin(text, "diff", '{');
    out_int(text, "common", (int64_t)shelf->diff.common);
    out_int(text, "parts", shelf->diff.count);
    out_begin(text, "sums", '[');
    for (int kind = 0; kind < PART_KINDS; kind++)
        for (int by = 0; by < CAUSES; by++) {
            const PartSum *sum = &sums[kind][by];
            if (!sum->count)
                continue;
            out_begin(text, NULL, '{');
            out_text(text, "kind", part_kind_name((PartKind)kind));
            out_text(text, "by", by == TECH_COUNT ? NULL : param_technique_name((Technique)by));
            out_int(text, "parts", sum->count);
            out_begin(text, "nodes", '[');
            for (int side = 0; side < 2; side++)
                out_int(text, NULL, (int64_t)sum->nodes[side]);
            out_end(text, ']');
            out_end(text, '}');
        }
    out_end(text, ']');
    out_end(text, '}');
}

static bool read_set(const json_t *body, const char *name, ParamSet *set, bool *there, Diag *diag)
{
    json_t *values = NULL;
    if (!ask_object(body, name, &values, diag))
        return false;
    *there = values != NULL;
    return api_read_values(values, set, diag);
}

int api_tree_record(ApiCall *call)
{
    Tab *tab = call->tab;
    ParamSet sets[2] = {*tab_params(tab), *tab_params(tab)};
    int64_t depth = 8, nodes = 100000;
    bool changed, compares;
    Diag *diag = &call->diag;
    if (!ask_int(call->body, "depth", 1, 30, &depth, diag)
        || !ask_int(call->body, "nodes", 1, 200000, &nodes, diag)
        || !read_set(call->body, "set", &sets[0], &changed, diag)
        || !read_set(call->body, "compare", &sets[1], &compares, diag))
        return API_BAD;
    GameMove list[GAME_LIST_SIZE];
    if (tab->thinking == THINK_MOVE || tab->play.game->legal_moves(tab->play.shown, list) == 0) {
        diag_error(diag, tab->thinking == THINK_MOVE ? "the engine is thinking about its move"
                                                     : "there is no legal move");
        return API_CONFLICT;
    }
    const TreeOrder order = {
        .depth = (int)depth,
        .max_nodes = nodes,
        .params = {&sets[0], compares ? &sets[1] : NULL},
    };
    if (!trees_record(tab, &order, diag))
        return API_CONFLICT;
    Text *text = &call->answer;
    const TreeShelf *shelf = tab->trees;
    out_begin(text, NULL, '{');
    out_int(text, "tree", shelf->trees[0].id);
    if (shelf->compared)
        out_int(text, "compare", shelf->trees[1].id);
    write_summary(tab, &shelf->trees[0], "summary", text);
    if (shelf->compared) {
        write_summary(tab, &shelf->trees[1], "other", text);
        out_end(text, '}');
    }
    write_diff(shelf, text);
    out_end(text, '}');
    out_end(text, '}');
    return API_OK;
}

/* ---- Walking ---- */

typedef struct {
    const ShelfTree *kept;
    GamePosition *pos;
    MoveStyle style;
    bool japanese;
    uint8_t *shown; /* of each node: 1 when it is shown, 2 when its children are looked at too */
    int skipped;    /* still to be shown */
    Text *text;
} Walk;

/* The nearest nodes first, so that none is left out for the sake of a deeper one. */
static void choose_nodes(Walk *walk, int32_t top, int levels)
{
    const ShelfTree *kept = walk->kept;
    int32_t *queue = xmalloc(NODES_SHOWN * sizeof *queue);
    int count = 0;
    const int base = kept->tree->nodes[top].entry.ply;
    walk->shown[top] = 1;
    queue[count++] = top;
    for (int at = 0; at < count; at++) {
        int32_t node = queue[at];
        /* Side searches of the same position count as a level of their own only by their ply. */
        if (kept->tree->nodes[node].entry.ply - base >= levels)
            continue;
        walk->shown[node] = 2;
        for (int32_t i = kept->child[node]; i != TREE_NONE && count < NODES_SHOWN;
             i = kept->sibling[i]) {
            walk->shown[i] = 1;
            queue[count++] = i;
        }
    }
    free(queue);
}

static void write_decision(Walk *walk, int64_t index, Text *text)
{
    const DecisionReport *said = &walk->kept->tree->decisions[index].said;
    out_begin(text, NULL, '{');
    out_int(text, "decision", index);
    if (said->move)
        write_moves(walk->kept->game, walk->pos, said->move, walk->style, text);
    out_text(text, "by", param_technique_name(said->by));
    out_text(text, "outcome", decisions_outcome(said->outcome));
    out_int(text, "margin", said->margin);
    out_bool(text, "judge", audit_can_judge(said));
    write_why("why", said, walk->japanese, text);
    out_end(text, '}');
}

/* Those about moves that were not searched, or the others. */
static void write_decisions(Walk *walk, int32_t node, bool skipped)
{
    const Tree *tree = walk->kept->tree;
    out_begin(walk->text, skipped ? "skipped" : "decisions", '[');
    for (int32_t i = tree->first_decision[node]; i < tree->first_decision[node + 1]; i++) {
        if ((tree->decisions[i].said.outcome == OUTCOME_SKIPPED) != skipped || walk->skipped == 0)
            continue;
        walk->skipped--;
        write_decision(walk, i, walk->text);
    }
    out_end(walk->text, ']');
}

/* The position stands at the parent. */
static void write_name(Walk *walk, const TreeNode *node)
{
    Text *text = walk->text;
    bool pass = node->entry.role == ROLE_NULL;
    if (!pass && node->entry.move && node->entry.ply > 0) {
        write_moves(walk->kept->game, walk->pos, node->entry.move, walk->style, text);
        return;
    }
    const char *word = pass ? "pass" : NULL;
    out_text(text, "move", word);
    out_text(text, "people", word);
    out_text(text, "western", word);
}

static void write_facts(Walk *walk, int32_t index)
{
    const TreeNode *node = &walk->kept->tree->nodes[index];
    const NodeEntry *entry = &node->entry;
    Text *text = walk->text;
    out_text(text, "role", tree_role_name(entry->role));
    out_text(text, "type", tree_type_name(node));
    out_int(text, "depth", entry->depth);
    out_int(text, "ply", entry->ply);
    out_int(text, "alpha", entry->alpha);
    out_int(text, "beta", entry->beta);
    if (node->end.stopped)
        out_null(text, "score");
    else
        out_int(text, "score", node->end.score);
    out_text(text, "bound", tree_bound_name(node));
    if (node->end.static_eval == VALUE_NONE)
        out_null(text, "eval");
    else
        out_int(text, "eval", node->end.static_eval);
    out_int(text, "reduction", entry->reduction);
    out_int(text, "nodes", (int64_t)node->nodes);
    out_bool(text, "in_check", node->end.in_check);
    const TreeDecision *end = tree_end_of(walk->kept->tree, index);
    out_text(text, "by", end ? param_technique_name(end->said.by) : NULL);
    out_bool(text, "judge", end && audit_can_judge(&end->said));
    if (end)
        write_why("why", &end->said, walk->japanese, text);
    else
        out_null(text, "why");
}

static void write_node(Walk *walk, int32_t index, bool top)
{
    const ShelfTree *kept = walk->kept;
    Text *text = walk->text;
    int64_t more = 0;
    out_begin(text, NULL, '{');
    out_int(text, "id", index);
    write_name(walk, &kept->tree->nodes[index]);
    tree_make(kept->game, &kept->tree->nodes[index], walk->pos);
    write_facts(walk, index);
    if (top) {
        Text position = TEXT_EMPTY;
        kept->game->get(walk->pos, &position);
        out_text(text, "position", text_cstr(&position));
        text_free(&position);
        write_decisions(walk, index, false);
    }
    if (walk->shown[index] == 2)
        write_decisions(walk, index, true);
    out_begin(text, "children", '[');
    for (int32_t i = kept->child[index]; i != TREE_NONE; i = kept->sibling[i]) {
        if (walk->shown[i])
            write_node(walk, i, false);
        else
            more++;
    }
    if (more) {
        out_begin(text, NULL, '{');
        out_int(text, "more", more);
        out_end(text, '}');
    }
    out_end(text, ']');
    out_end(text, '}');
    tree_unmake(kept->game, &kept->tree->nodes[index], walk->pos);
}

/* From the root to a node, both included; the caller frees it. */
static int32_t *path_to(const ShelfTree *kept, int32_t node, int *count)
{
    *count = 0;
    for (int32_t at = node; at != TREE_NONE; at = kept->tree->nodes[at].parent)
        ++*count;
    int32_t *path = xmalloc((size_t)(*count + 1) * sizeof *path);
    for (int32_t at = node, i = *count; at != TREE_NONE; at = kept->tree->nodes[at].parent)
        path[--i] = at;
    return path;
}

static void walk_to_parent(const ShelfTree *kept, int32_t node, GamePosition *pos)
{
    int count;
    int32_t *path = path_to(kept, node, &count);
    for (int i = 0; i + 1 < count; i++)
        tree_make(kept->game, &kept->tree->nodes[path[i]], pos);
    free(path);
}

static ShelfTree *find_tree(ApiCall *call, int64_t id)
{
    ShelfTree *kept = trees_find(call->tab->trees, id);
    if (!kept)
        diag_error(&call->diag, "there is no such tree; record one");
    return kept;
}

static bool is_japanese(const ApiCall *call)
{
    const char *lang = api_argument(call, "lang");
    return lang && strcmp(lang, "ja") == 0;
}

int api_tree_walk(ApiCall *call)
{
    int64_t id = 0, node = 0, levels = 1;
    if (!api_number(call, "tree", 1, INT32_MAX, &id)
        || !api_number(call, "node", 0, INT32_MAX, &node)
        || !api_number(call, "levels", 0, 30, &levels))
        return API_BAD;
    const ShelfTree *kept = find_tree(call, id);
    if (!kept)
        return API_NOT_FOUND;
    if (node == 0)
        node = kept->top;
    if (node < 0 || node >= kept->tree->count) {
        diag_error(&call->diag, "there is no such node");
        return API_NOT_FOUND;
    }
    Walk walk = {
        .kept = kept,
        .pos = kept->game->create(),
        .style = play_style(&call->tab->play),
        .japanese = is_japanese(call),
        .shown = xcalloc((size_t)kept->tree->count, 1),
        .skipped = SKIPPED_SHOWN,
        .text = &call->answer,
    };
    kept->game->copy(walk.pos, kept->root);
    choose_nodes(&walk, (int32_t)node, (int)levels);
    walk_to_parent(kept, (int32_t)node, walk.pos);
    write_node(&walk, (int32_t)node, true);
    kept->game->destroy(walk.pos);
    free(walk.shown);
    return API_OK;
}

/* ---- The difference ---- */

static int compare_parts(const void *a, const void *b)
{
    const Part *x = *(const Part *const *)a, *y = *(const Part *const *)b;
    uint64_t dx = x->nodes[0] + x->nodes[1], dy = y->nodes[0] + y->nodes[1];
    if (dx != dy)
        return dx > dy ? -1 : 1;
    return (x > y) - (x < y);
}

/* The moves that lead to where they part, and the last of them for people. */
static void write_path(const TreeShelf *shelf, const Part *part, MoveStyle style, Text *text)
{
    int side = part->node[0] != TREE_NONE ? 0 : 1;
    const ShelfTree *kept = &shelf->trees[side];
    const GameOps *game = kept->game;
    GamePosition *pos = game->create();
    int count;
    int32_t *path = path_to(kept, part->node[side], &count);
    game->copy(pos, kept->root);
    out_begin(text, "path", '[');
    for (int i = 0; i < count; i++) {
        const TreeNode *node = &kept->tree->nodes[path[i]];
        if (node->entry.ply > 0) {
            Walk walk = {.kept = kept, .pos = pos, .style = style, .text = text};
            out_begin(text, NULL, '{');
            out_text(text, "role", tree_role_name(node->entry.role));
            write_name(&walk, node);
            out_end(text, '}');
        }
        tree_make(game, node, pos);
    }
    out_end(text, ']');
    game->destroy(pos);
    free(path);
}

/* What one of them did there. */
static void write_deed(const TreeShelf *shelf, const Part *part, int side, bool japanese,
                       Text *text)
{
    const Tree *tree = shelf->trees[side].tree;
    int32_t index = part->node[side];
    out_begin(text, NULL, '{');
    if (index == TREE_NONE) {
        out_null(text, "node");
    } else {
        const TreeNode *node = &tree->nodes[index];
        out_int(text, "node", index);
        out_int(text, "depth", node->entry.depth);
        out_int(text, "alpha", node->entry.alpha);
        out_int(text, "beta", node->entry.beta);
        out_int(text, "score", node->end.score);
    }
    out_int(text, "nodes", (int64_t)part->nodes[side]);
    if (part->decision[side] >= 0)
        write_why("why", &tree->decisions[part->decision[side]].said, japanese, text);
    else
        out_null(text, "why");
    out_end(text, '}');
}

int api_tree_diff(ApiCall *call)
{
    int64_t id = 0;
    if (!api_number(call, "tree", 1, INT32_MAX, &id))
        return API_BAD;
    if (!find_tree(call, id))
        return API_NOT_FOUND;
    const TreeShelf *shelf = call->tab->trees;
    if (!shelf->compared) {
        diag_error(&call->diag, "this tree was not compared with another one");
        return API_NOT_FOUND;
    }
    Text *text = &call->answer;
    const Part **list = xcalloc((size_t)shelf->diff.count + 1, sizeof(Part *));
    for (int64_t i = 0; i < shelf->diff.count; i++)
        list[i] = &shelf->diff.parts[i];
    qsort(list, (size_t)shelf->diff.count, sizeof(Part *), compare_parts);
    out_begin(text, NULL, '{');
    out_int(text, "all", shelf->diff.count);
    out_begin(text, "parts", '[');
    for (int64_t i = 0; i < shelf->diff.count && i < PARTS_SHOWN; i++) {
        const Part *part = list[i];
        out_begin(text, NULL, '{');
        out_text(text, "kind", part_kind_name(part->kind));
        out_text(text, "by", part->by == TECH_COUNT ? NULL : param_technique_name(part->by));
        out_int(text, "ply", part->ply);
        write_path(shelf, part, play_style(&call->tab->play), text);
        out_begin(text, "sides", '[');
        for (int side = 0; side < 2; side++)
            write_deed(shelf, part, side, is_japanese(call), text);
        out_end(text, ']');
        out_end(text, '}');
    }
    out_end(text, ']');
    out_end(text, '}');
    free(list);
    return API_OK;
}
