/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/tree.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

enum { DECISIONS_PER_NODE = 4 };

const char *tree_left_name(TreeLeft why)
{
    static const char *const names[LEFT_REASONS] = {"earlier_iterations", "beyond_ply",
                                                    "below_depth", "sampling", "budget"};
    return names[why];
}

Tree *tree_new(const TreeRules *rules)
{
    Tree *tree = xcalloc(1, sizeof *tree);
    tree->rules = *rules;
    tree->max_ply = rules->max_ply;
    return tree;
}

void tree_free(Tree *tree)
{
    if (!tree)
        return;
    free(tree->nodes);
    free(tree->decisions);
    free(tree->first_decision);
    free(tree->stack);
    free(tree);
}

/* ---- Leaving out ---- */

/* On the stack, a node that is left out is told by its reason. */
static int32_t mark_of(TreeLeft why) { return -1 - (int32_t)why; }
static TreeLeft reason_of(int32_t mark) { return (TreeLeft)(-1 - mark); }

static bool is_full(const Tree *tree)
{
    return tree->count >= tree->rules.max_nodes
        || tree->decision_count >= DECISIONS_PER_NODE * tree->rules.max_nodes;
}

/* The deepest ply with which at least an eighth of the room becomes free; roots always stay. */
static int sunken_limit(const Tree *tree)
{
    int64_t nodes[MAX_PLY + 1] = {0}, decisions[MAX_PLY + 1] = {0};
    for (int32_t i = 0; i < tree->count; i++)
        nodes[tree->nodes[i].entry.ply]++;
    for (int64_t i = 0; i < tree->decision_count; i++)
        decisions[tree->nodes[tree->decisions[i].node].entry.ply]++;
    int64_t room = tree->rules.max_nodes - tree->rules.max_nodes / 8;
    int64_t kept = 0, said = 0;
    int ply = 0;
    for (; ply < tree->max_ply; ply++) {
        kept += nodes[ply];
        said += decisions[ply];
        if (kept + nodes[ply + 1] > room || said + decisions[ply + 1] > DECISIONS_PER_NODE * room)
            break;
    }
    return ply;
}

/* Throws away what lies beyond the limit; the search goes on in the middle of it. */
static void sink(Tree *tree)
{
    tree->max_ply = sunken_limit(tree);
    int32_t *moved = xmalloc((size_t)(tree->count + 1) * sizeof *moved);
    int32_t kept = 0;
    for (int32_t i = 0; i < tree->count; i++) {
        if (tree->nodes[i].entry.ply > tree->max_ply) {
            moved[i] = mark_of(LEFT_BUDGET);
            tree->left[LEFT_BUDGET]++;
            continue;
        }
        moved[i] = kept;
        tree->nodes[kept] = tree->nodes[i];
        if (tree->nodes[kept].parent != TREE_NONE)
            tree->nodes[kept].parent = moved[tree->nodes[kept].parent];
        kept++;
    }
    tree->count = kept;
    int64_t said = 0;
    for (int64_t i = 0; i < tree->decision_count; i++) {
        TreeDecision decision = tree->decisions[i];
        decision.node = moved[decision.node];
        if (decision.node >= 0)
            tree->decisions[said++] = decision;
    }
    tree->decision_count = said;
    for (int i = 0; i < tree->depth; i++)
        if (tree->stack[i] >= 0)
            tree->stack[i] = moved[tree->stack[i]];
    free(moved);
}

/* An iteration begins: what the earlier ones left is of no more interest. */
static void forget_iterations(Tree *tree)
{
    memset(tree->left, 0, sizeof tree->left);
    tree->left[LEFT_ITERATION] = tree->total;
    tree->count = 0;
    tree->decision_count = 0;
    tree->max_ply = tree->rules.max_ply;
}

static bool is_drawn(const Tree *tree)
{
    Rng rng = {tree->rules.seed};
    rng.state = rng_next(&rng) ^ tree->total;
    return (double)rng_next(&rng) < tree->rules.share * 0x1p64;
}

/* Whether, and why, a node whose parent is recorded is not. */
static bool is_left_out(const Tree *tree, const NodeEntry *entry, bool begins, TreeLeft *why)
{
    if (entry->ply > tree->max_ply)
        *why = entry->ply > tree->rules.max_ply ? LEFT_PLY : LEFT_BUDGET;
    else if (entry->depth < tree->rules.min_depth)
        *why = LEFT_DEPTH;
    else if (begins && entry->ply == tree->rules.sample_ply && !is_drawn(tree))
        *why = LEFT_SAMPLE;
    else
        return false;
    return true;
}

/* ---- Recording ---- */

static void push(Tree *tree, int32_t node)
{
    if (tree->depth == tree->stack_room) {
        tree->stack_room = tree->stack_room ? 2 * tree->stack_room : 256;
        tree->stack = xrealloc(tree->stack, (size_t)tree->stack_room * sizeof *tree->stack);
    }
    tree->stack[tree->depth++] = node;
}

static int32_t add_node(Tree *tree, int32_t parent, const NodeEntry *entry)
{
    if (tree->count == tree->node_room) {
        tree->node_room = tree->node_room ? 2 * tree->node_room : 1024;
        tree->nodes = xrealloc(tree->nodes, (size_t)tree->node_room * sizeof *tree->nodes);
    }
    tree->nodes[tree->count] = (TreeNode){
        .parent = parent,
        .entry = *entry,
        .order = tree->total,
    };
    return tree->count++;
}

void tree_enter(void *context, const NodeEntry *entry)
{
    Tree *tree = context;
    if (tree->depth == 0 && entry->iteration != tree->iteration) {
        tree->iteration = entry->iteration;
        if (!tree->rules.all_iterations)
            forget_iterations(tree);
    }
    TreeLeft why;
    int32_t parent = tree->depth > 0 ? tree->stack[tree->depth - 1] : TREE_NONE;
    bool begins = tree->depth > 0 && parent >= 0 && tree->nodes[parent].entry.ply < entry->ply;
    if (tree->depth > 0 && parent < 0) {
        why = reason_of(parent);
    } else if (!is_left_out(tree, entry, begins, &why)) {
        if (is_full(tree))
            sink(tree);
        parent = tree->depth > 0 ? tree->stack[tree->depth - 1] : TREE_NONE;
        if (entry->ply <= tree->max_ply && !is_full(tree)) {
            push(tree, add_node(tree, parent, entry));
            tree->total++;
            return;
        }
        why = LEFT_BUDGET;
    }
    tree->left[why]++;
    push(tree, mark_of(why));
    tree->total++;
}

void tree_leave(void *context, const NodeExit *end)
{
    Tree *tree = context;
    int32_t node = tree->stack[--tree->depth];
    if (node < 0)
        return;
    tree->nodes[node].end = *end;
    tree->nodes[node].nodes = tree->total - tree->nodes[node].order;
}

void tree_decide(void *context, const DecisionReport *report)
{
    Tree *tree = context;
    tree->said[report->by][report->outcome]++;
    int32_t node = tree->depth > 0 ? tree->stack[tree->depth - 1] : mark_of(LEFT_PLY);
    /* A reduced move is a node of its own, which knows its reduction. */
    if (node < 0 || report->by == TECH_LMR)
        return;
    if (is_full(tree)) {
        sink(tree);
        node = tree->stack[tree->depth - 1];
        if (node < 0 || is_full(tree))
            return;
    }
    if (tree->decision_count == tree->decision_room) {
        tree->decision_room = tree->decision_room ? 2 * tree->decision_room : 1024;
        tree->decisions =
            xrealloc(tree->decisions, (size_t)tree->decision_room * sizeof *tree->decisions);
    }
    TreeDecision *decision = &tree->decisions[tree->decision_count++];
    *decision = (TreeDecision){node, *report};
    decision->said.line = NULL;
}

/* Counting sort: stable, and it leaves the first of each node where it is looked for. */
void tree_finish(Tree *tree)
{
    size_t count = (size_t)tree->count;
    int32_t *first = xcalloc(count + 2, sizeof *first);
    TreeDecision *sorted = xmalloc(((size_t)tree->decision_count + 1) * sizeof *sorted);
    for (int64_t i = 0; i < tree->decision_count; i++)
        first[tree->decisions[i].node + 2]++;
    for (size_t i = 2; i < count + 2; i++)
        first[i] += first[i - 1];
    for (int64_t i = 0; i < tree->decision_count; i++)
        sorted[first[tree->decisions[i].node + 1]++] = tree->decisions[i];
    free(tree->decisions);
    free(tree->first_decision);
    tree->decisions = sorted;
    tree->decision_room = tree->decision_count + 1;
    tree->first_decision = first;
}

/* ---- Looking at it ---- */

const TreeDecision *tree_end_of(const Tree *tree, int32_t node)
{
    for (int32_t i = tree->first_decision[node + 1]; i > tree->first_decision[node]; i--)
        if (tree->decisions[i - 1].said.outcome == OUTCOME_CUT)
            return &tree->decisions[i - 1];
    return NULL;
}

static bool is_same_position(const TreeNode *node)
{
    NodeRole role = node->entry.role;
    return node->entry.ply == 0 || role == ROLE_VERIFY || role == ROLE_RAZOR
        || role == ROLE_SINGULAR;
}

void tree_make(const GameOps *game, const TreeNode *node, GamePosition *pos)
{
    if (is_same_position(node))
        return;
    if (node->entry.role == ROLE_NULL)
        game->make_null(pos);
    else
        game->make(pos, node->entry.move);
}

void tree_unmake(const GameOps *game, const TreeNode *node, GamePosition *pos)
{
    if (is_same_position(node))
        return;
    if (node->entry.role == ROLE_NULL)
        game->unmake_null(pos);
    else
        game->unmake(pos);
}
