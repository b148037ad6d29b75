/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/decisions.h"
#include "engine/tree_write.h"

#include <inttypes.h>

/* ---- Words ---- */

const char *tree_role_name(NodeRole role)
{
    static const char *const names[] = {
        [ROLE_MOVE] = "move",         [ROLE_NULL] = "null",       [ROLE_VERIFY] = "verify",
        [ROLE_RAZOR] = "razor",       [ROLE_PROBCUT] = "probcut", [ROLE_MULTICUT] = "multicut",
        [ROLE_SINGULAR] = "singular",
    };
    return names[role];
}

const char *tree_type_name(const TreeNode *node)
{
    const NodeEntry *entry = &node->entry;
    return entry->qdepth >= 0             ? "quiescence"
         : entry->beta - entry->alpha > 1 ? "pv"
         : entry->cut                     ? "cut"
                                          : "all";
}

const char *tree_bound_name(const TreeNode *node)
{
    return node->end.stopped                    ? "none"
         : node->end.score >= node->entry.beta  ? "lower"
         : node->end.score <= node->entry.alpha ? "upper"
                                                : "exact";
}

/* ---- The head ---- */

static void add_totals(const Tree *tree, Text *text)
{
    text_printf(text, "\"nodes\": %" PRIu64 ", \"recorded\": %d, \"left_out\": {", tree->total,
                tree->count);
    for (int i = 0; i < LEFT_REASONS; i++)
        text_printf(text, "%s\"%s\": %" PRIu64, i ? ", " : "", tree_left_name((TreeLeft)i),
                    tree->left[i]);
    text_printf(text, "}, \"max_ply\": %d, \"decisions\": {", tree->max_ply);
    bool first = true;
    for (int t = 0; t < TECH_COUNT; t++) {
        bool begun = false;
        for (int o = 0; o < OUTCOMES; o++) {
            if (!tree->said[t][o])
                continue;
            if (begun)
                text_add(text, ", ");
            else
                text_printf(text, "%s\"%s\": {", first ? "" : ", ",
                            param_technique_name((Technique)t));
            text_printf(text, "\"%s\": %" PRIu64, decisions_outcome((Outcome)o), tree->said[t][o]);
            begun = true;
            first = false;
        }
        text_add(text, begun ? "}" : "");
    }
    text_add_char(text, '}');
}

static void add_head(const TreeStory *story, GamePosition *pos, Text *text)
{
    Text words = TEXT_EMPTY;
    text_printf(text, "{\"format\": \"tenuki-tree\", \"version\": 1, \"game\": \"%s\", ",
                story->game->name);
    story->game->get(pos, &words);
    text_add(text, "\"position\": ");
    text_add_json(text, text_cstr(&words));
    text_clear(&words);
    text_printf(text, ", \"depth\": %d, \"score\": %d, \"bestmove\": ", story->depth, story->score);
    if (story->best) {
        story->game->write_move(pos, story->best, MOVE_PROTOCOL, &words);
        text_add_json(text, text_cstr(&words));
    } else {
        text_add(text, "null");
    }
    text_add(text, ", ");
    add_totals(story->tree, text);
    text_add(text, ",\n\"tree\": [\n");
    text_free(&words);
}

/* ---- Nodes ---- */

static void add_move(const GameOps *game, GamePosition *pos, GameMove move, Text *text)
{
    Text words = TEXT_EMPTY;
    game->write_move(pos, move, MOVE_PROTOCOL, &words);
    text_add(text, "\"move\": ");
    text_add_json(text, text_cstr(&words));
    text_clear(&words);
    game->write_move(pos, move, MOVE_PEOPLE, &words);
    text_add(text, ", \"name\": ");
    text_add_json(text, text_cstr(&words));
    text_add(text, ", ");
    text_free(&words);
}

static void add_decision(const GameOps *game, GamePosition *pos, const TreeDecision *decision,
                         Text *text)
{
    const DecisionReport *said = &decision->said;
    Text words = TEXT_EMPTY;
    text_add_char(text, '{');
    if (said->move)
        add_move(game, pos, said->move, text);
    decisions_explain(said, &words);
    text_printf(text,
                "\"technique\": \"%s\", \"outcome\": \"%s\", \"margin\": %d, \"score\": %d, "
                "\"reduction\": %d, \"why\": ",
                decisions_by(said), decisions_outcome(said->outcome), said->margin, said->score,
                said->reduction);
    text_add_json(text, text_cstr(&words));
    text_add_char(text, '}');
    text_free(&words);
}

/* Those about moves that were not searched, or those about the node itself. */
static void add_decisions(const TreeStory *story, int32_t node, bool skipped, GamePosition *pos,
                          Text *text)
{
    const Tree *tree = story->tree;
    bool any = false;
    for (int32_t i = tree->first_decision[node]; i < tree->first_decision[node + 1]; i++) {
        const TreeDecision *decision = &tree->decisions[i];
        if ((decision->said.outcome == OUTCOME_SKIPPED) != skipped)
            continue;
        text_add(text, any ? ", " : skipped ? ", \"skipped\": [" : ", \"decisions\": [");
        add_decision(story->game, pos, decision, text);
        any = true;
    }
    text_add(text, any ? "]" : "");
}

/* The position stands at the parent before and at the node after. */
static void add_node(const TreeStory *story, int32_t index, GamePosition *pos, Text *text)
{
    const TreeNode *node = &story->tree->nodes[index];
    const NodeEntry *entry = &node->entry;
    text_printf(text, "{\"id\": %d, \"parent\": ", index);
    if (node->parent != TREE_NONE)
        text_printf(text, "%d, ", node->parent);
    else
        text_add(text, "null, ");
    text_printf(text, "\"role\": \"%s\", ", tree_role_name(entry->role));
    if (entry->move && entry->ply > 0)
        add_move(story->game, pos, entry->move, text);
    tree_make(story->game, node, pos);
    text_printf(text,
                "\"ply\": %d, \"iteration\": %d, \"depth\": %d, \"type\": \"%s\", \"alpha\": %d, "
                "\"beta\": %d, \"score\": %d, \"bound\": \"%s\", ",
                entry->ply, entry->iteration, entry->depth, tree_type_name(node), entry->alpha,
                entry->beta, node->end.score, tree_bound_name(node));
    if (node->end.static_eval != VALUE_NONE)
        text_printf(text, "\"eval\": %d, ", node->end.static_eval);
    if (node->end.in_check)
        text_add(text, "\"check\": true, ");
    if (entry->reduction)
        text_printf(text, "\"reduction\": %d, ", entry->reduction);
    text_printf(text, "\"nodes\": %" PRIu64 ", \"order\": %" PRIu64, node->nodes, node->order);
    add_decisions(story, index, false, pos, text);
    add_decisions(story, index, true, pos, text);
    text_add_char(text, '}');
}

bool tree_write_json(const TreeStory *story, const TreeSink *sink)
{
    const Tree *tree = story->tree;
    GamePosition *pos = story->game->create();
    Text text = TEXT_EMPTY;
    bool good = true;
    story->game->copy(pos, story->root);
    add_head(story, pos, &text);
    int32_t at = TREE_NONE; /* where the position stands */
    for (int32_t i = 0; good && i < tree->count; i++) {
        for (; at != tree->nodes[i].parent; at = tree->nodes[at].parent)
            tree_unmake(story->game, &tree->nodes[at], pos);
        add_node(story, i, pos, &text);
        at = i;
        text_add(&text, i + 1 < tree->count ? ",\n" : "\n");
        good = sink->put(sink->context, (Span){text_cstr(&text), text.length});
        text_clear(&text);
    }
    text_add(&text, "]}\n");
    good = good && sink->put(sink->context, (Span){text_cstr(&text), text.length});
    text_free(&text);
    story->game->destroy(pos);
    return good;
}
