/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/decisions.h"
#include "engine/tree_write.h"

#include <inttypes.h>
#include <stdlib.h>

/* A colour for each technique that leaves a mark on the tree (after Brewer's qualitative sets). */
static const char *colour_of(Technique technique)
{
    switch (technique) {
    case TECH_NMP: return "#1f78b4";
    case TECH_RFP: return "#a6cee3";
    case TECH_RAZOR: return "#b2df8a";
    case TECH_PROBCUT: return "#33a02c";
    case TECH_MULTICUT: return "#6a3d9a";
    case TECH_SINGULAR: return "#cab2d6";
    case TECH_LMP: return "#fb9a99";
    case TECH_FUTILITY: return "#fdbf6f";
    case TECH_SEE: return "#ff7f00";
    case TECH_HISTPRUNE: return "#b15928";
    case TECH_DELTA: return "#ffff99";
    case TECH_QSEE: return "#e6ab02";
    case TECH_MATE1: return "#e31a1c";
    case TECH_TT: return "#d9d9d9";
    default: return "#ffffff";
    }
}

static Technique technique_of(NodeRole role)
{
    static const Technique techniques[] = {
        [ROLE_MOVE] = TECH_COUNT,        [ROLE_NULL] = TECH_NMP,
        [ROLE_VERIFY] = TECH_NMP,        [ROLE_RAZOR] = TECH_RAZOR,
        [ROLE_PROBCUT] = TECH_PROBCUT,   [ROLE_MULTICUT] = TECH_MULTICUT,
        [ROLE_SINGULAR] = TECH_SINGULAR,
    };
    return techniques[role];
}

/* The deepest ply down to which the nodes are few enough. */
static int drawn_ply(const Tree *tree)
{
    int64_t count[MAX_PLY + 1] = {0}, all = 0;
    int ply = 0;
    for (int32_t i = 0; i < tree->count; i++)
        count[tree->nodes[i].entry.ply]++;
    for (all = count[0]; ply < MAX_PLY && all + count[ply + 1] <= TREE_DOT_NODES; ply++)
        all += count[ply + 1];
    return ply;
}

static void add_skipped(const Tree *tree, int32_t node, Text *text)
{
    int skipped[TECH_COUNT] = {0};
    for (int32_t i = tree->first_decision[node]; i < tree->first_decision[node + 1]; i++)
        if (tree->decisions[i].said.outcome == OUTCOME_SKIPPED)
            skipped[tree->decisions[i].said.by]++;
    for (int t = 0; t < TECH_COUNT; t++) {
        if (!skipped[t])
            continue;
        const char *name = param_technique_name((Technique)t);
        text_printf(text,
                    "  s%d_%s [shape=note, fillcolor=\"%s\", label=\"%d not searched\\n%s\"];\n"
                    "  n%d -> s%d_%s [style=dotted];\n",
                    node, name, colour_of((Technique)t), skipped[t], name, node, node, name);
    }
}

/* A quotation mark or backslash would end the label; moves have neither. */
static void add_node(const TreeStory *story, int32_t index, GamePosition *pos, Text *text)
{
    const TreeNode *node = &story->tree->nodes[index];
    const NodeEntry *entry = &node->entry;
    const TreeDecision *end = tree_end_of(story->tree, index);
    Technique side = technique_of(entry->role);
    text_printf(text, "  n%d [fillcolor=\"%s\", label=\"", index,
                end ? colour_of(end->said.by) : "#ffffff");
    if (entry->ply == 0)
        text_add(text, "root");
    else if (entry->role != ROLE_MOVE)
        text_printf(text, "%s ", tree_role_name(entry->role));
    if (entry->move && entry->ply > 0)
        story->game->write_move(pos, entry->move, MOVE_PROTOCOL, text);
    tree_make(story->game, node, pos);
    text_printf(text, "\\ndepth %d (%d, %d)\\n%s%d\\n%" PRIu64 " nodes", entry->depth, entry->alpha,
                entry->beta,
                node->end.score >= entry->beta    ? "≥ "
                : node->end.score <= entry->alpha ? "≤ "
                                                  : "",
                node->end.score, node->nodes);
    if (end)
        text_printf(text, "\\n%s", decisions_by(&end->said));
    text_add(text, "\"];\n");
    if (node->parent != TREE_NONE)
        text_printf(text, "  n%d -> n%d [color=\"%s\"%s];\n", node->parent, index,
                    side != TECH_COUNT ? colour_of(side) : "#555555",
                    side != TECH_COUNT ? ", style=dashed" : "");
    add_skipped(story->tree, index, text);
}

bool tree_write_dot(const TreeStory *story, const TreeSink *sink)
{
    const Tree *tree = story->tree;
    int deepest = drawn_ply(tree), drawn = 0;
    GamePosition *pos = story->game->create();
    Text text = TEXT_EMPTY;
    bool good = true;
    story->game->copy(pos, story->root);
    text_add(&text, "digraph tree {\n  rankdir=LR;\n  node [shape=box, style=filled, "
                    "fontname=\"sans-serif\", fontsize=10];\n");
    int32_t at = TREE_NONE;
    for (int32_t i = 0; good && i < tree->count; i++) {
        if (tree->nodes[i].entry.ply > deepest)
            continue;
        for (; at != tree->nodes[i].parent; at = tree->nodes[at].parent)
            tree_unmake(story->game, &tree->nodes[at], pos);
        add_node(story, i, pos, &text);
        at = i;
        drawn++;
        good = sink->put(sink->context, (Span){text_cstr(&text), text.length});
        text_clear(&text);
    }
    text_printf(&text,
                "  label=\"%d of %" PRIu64 " nodes, down to ply %d; dashed: side searches; dotted: "
                "moves not searched\";\n}\n",
                drawn, tree->total, deepest);
    good = good && sink->put(sink->context, (Span){text_cstr(&text), text.length});
    text_free(&text);
    story->game->destroy(pos);
    return good;
}
