/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/tree_diff.h"

#include <stdlib.h>

const char *part_kind_name(PartKind kind)
{
    static const char *const names[PART_KINDS] = {
        [PART_CUT] = "cut",     [PART_SKIPPED] = "skipped", [PART_SIDE] = "side search",
        [PART_DEPTH] = "depth", [PART_WINDOW] = "window",   [PART_NOT_REACHED] = "not reached",
        [PART_SCORE] = "score",
    };
    return names[kind];
}

/* First children and next siblings, in the order of the search. */
typedef struct {
    const Tree *tree;
    int32_t *child, *sibling;
    int32_t root;
} Links;

static Links link_tree(const Tree *tree)
{
    size_t size = ((size_t)tree->count + 1) * sizeof(int32_t);
    Links links = {tree, xmalloc(size), xmalloc(size), TREE_NONE};
    for (int32_t i = 0; i < tree->count; i++)
        links.child[i] = TREE_NONE;
    for (int32_t i = tree->count - 1; i >= 0; i--) {
        int32_t parent = tree->nodes[i].parent;
        int32_t *first = parent == TREE_NONE ? &links.root : &links.child[parent];
        links.sibling[i] = *first;
        *first = i;
    }
    return links;
}

static void unlink_tree(Links *links)
{
    free(links->child);
    free(links->sibling);
}

static int32_t first_child(const Links *links, int32_t node)
{
    return node == TREE_NONE ? links->root : links->child[node];
}

typedef struct {
    Links side[2];
    int max_ply; /* both are complete down to it */
    TreeDiff *diff;
} Walk;

/* ---- Parting ---- */

static int64_t decision_about(const Tree *tree, int32_t node, GameMove move)
{
    if (node == TREE_NONE)
        return -1;
    for (int64_t i = tree->first_decision[node]; i < tree->first_decision[node + 1]; i++)
        if (tree->decisions[i].said.outcome == OUTCOME_SKIPPED
            && tree->decisions[i].said.move == move)
            return i;
    return -1;
}

static int64_t decision_ending(const Tree *tree, int32_t node)
{
    const TreeDecision *end = node == TREE_NONE ? NULL : tree_end_of(tree, node);
    return end ? end - tree->decisions : -1;
}

static Part *add_part(Walk *walk, PartKind kind, Technique by, int ply)
{
    TreeDiff *diff = walk->diff;
    if (diff->count == diff->room) {
        diff->room = diff->room ? 2 * diff->room : 64;
        diff->parts = xrealloc(diff->parts, (size_t)diff->room * sizeof *diff->parts);
    }
    Part *part = &diff->parts[diff->count++];
    *part = (Part){.kind = kind,
                   .by = by,
                   .ply = ply,
                   .node = {TREE_NONE, TREE_NONE},
                   .parent = {TREE_NONE, TREE_NONE},
                   .decision = {-1, -1}};
    return part;
}

static void part_at(Walk *walk, PartKind kind, Technique by, const int32_t node[2])
{
    const Tree *a = walk->side[0].tree;
    Part *part = add_part(walk, kind, by, a->nodes[node[0]].entry.ply);
    for (int i = 0; i < 2; i++) {
        const Tree *tree = walk->side[i].tree;
        part->node[i] = node[i];
        part->parent[i] = tree->nodes[node[i]].parent;
        part->nodes[i] = tree->nodes[node[i]].nodes;
        if (kind == PART_CUT)
            part->decision[i] = decision_ending(tree, node[i]);
    }
}

static Technique technique_of(NodeRole role)
{
    switch (role) {
    case ROLE_NULL:
    case ROLE_VERIFY: return TECH_NMP;
    case ROLE_RAZOR: return TECH_RAZOR;
    case ROLE_PROBCUT: return TECH_PROBCUT;
    case ROLE_MULTICUT: return TECH_MULTICUT;
    case ROLE_SINGULAR: return TECH_SINGULAR;
    default: return TECH_COUNT;
    }
}

/* A child that only one side has. */
static void part_alone(Walk *walk, int owner, int32_t child, const int32_t parent[2])
{
    const Tree *tree = walk->side[owner].tree, *other = walk->side[!owner].tree;
    const NodeEntry *entry = &tree->nodes[child].entry;
    if (entry->ply > walk->max_ply)
        return;
    int64_t said =
        entry->role == ROLE_MOVE ? decision_about(other, parent[!owner], entry->move) : -1;
    Technique by = said >= 0 ? other->decisions[said].said.by : technique_of(entry->role);
    PartKind kind = said >= 0 ? PART_SKIPPED : by != TECH_COUNT ? PART_SIDE : PART_NOT_REACHED;
    Part *part = add_part(walk, kind, by, entry->ply);
    part->node[owner] = child;
    part->parent[0] = parent[0];
    part->parent[1] = parent[1];
    part->decision[!owner] = said;
    part->nodes[owner] = tree->nodes[child].nodes;
}

/* ---- Walking ---- */

/* The child of the other side with the same role and move that comes at the same time: the second
 * search of a move belongs to the second one. */
static int32_t counterpart(const Walk *walk, int owner, int32_t child, int32_t other_parent)
{
    const Links *links = &walk->side[owner], *others = &walk->side[!owner];
    const NodeEntry *entry = &links->tree->nodes[child].entry;
    int before = 0;
    for (int32_t i = first_child(links, links->tree->nodes[child].parent); i != child;
         i = links->sibling[i]) {
        const NodeEntry *earlier = &links->tree->nodes[i].entry;
        before += earlier->role == entry->role && earlier->move == entry->move
               && earlier->iteration == entry->iteration;
    }
    for (int32_t i = first_child(others, other_parent); i != TREE_NONE; i = others->sibling[i]) {
        const NodeEntry *theirs = &others->tree->nodes[i].entry;
        if (theirs->role == entry->role && theirs->move == entry->move
            && theirs->iteration == entry->iteration && before-- == 0)
            return i;
    }
    return TREE_NONE;
}

static Technique ending_technique(const Tree *tree, int32_t node)
{
    const TreeDecision *end = tree_end_of(tree, node);
    return end ? end->said.by : TECH_COUNT;
}

/* True when the two nodes differ in themselves; that is where the path ends. */
static bool differs_here(Walk *walk, const int32_t node[2])
{
    const TreeNode *a = &walk->side[0].tree->nodes[node[0]];
    const TreeNode *b = &walk->side[1].tree->nodes[node[1]];
    if (a->entry.depth != b->entry.depth) {
        part_at(walk, PART_DEPTH, a->entry.reduction != b->entry.reduction ? TECH_LMR : TECH_COUNT,
                node);
        return true;
    }
    Technique first = ending_technique(walk->side[0].tree, node[0]);
    Technique second = ending_technique(walk->side[1].tree, node[1]);
    if (first != second) {
        part_at(walk, PART_CUT, first != TECH_COUNT ? first : second, node);
        return true;
    }
    return false;
}

static bool is_same_window(const NodeEntry *a, const NodeEntry *b)
{
    return a->alpha == b->alpha && a->beta == b->beta;
}

static void compare(Walk *walk, const int32_t node[2]);

static void compare_children(Walk *walk, const int32_t node[2])
{
    for (int32_t i = first_child(&walk->side[0], node[0]); i != TREE_NONE;
         i = walk->side[0].sibling[i]) {
        int32_t pair[2] = {i, counterpart(walk, 0, i, node[1])};
        if (pair[1] == TREE_NONE)
            part_alone(walk, 0, i, node);
        else
            compare(walk, pair);
    }
    for (int32_t i = first_child(&walk->side[1], node[1]); i != TREE_NONE;
         i = walk->side[1].sibling[i])
        if (counterpart(walk, 1, i, node[0]) == TREE_NONE)
            part_alone(walk, 1, i, node);
}

/* As deep as the search was: at most a few hundred calls. */
static void compare(Walk *walk, const int32_t node[2])
{
    const TreeNode *a = &walk->side[0].tree->nodes[node[0]];
    const TreeNode *b = &walk->side[1].tree->nodes[node[1]];
    if (a->entry.ply > walk->max_ply || differs_here(walk, node))
        return;
    walk->diff->common++;
    int64_t before = walk->diff->count;
    compare_children(walk, node);
    if (walk->diff->count == before && a->end.score != b->end.score)
        part_at(walk, is_same_window(&a->entry, &b->entry) ? PART_SCORE : PART_WINDOW, TECH_COUNT,
                node);
}

void tree_diff(const Tree *a, const Tree *b, TreeDiff *diff)
{
    Walk walk = {
        .side = {link_tree(a), link_tree(b)},
        .max_ply = a->max_ply < b->max_ply ? a->max_ply : b->max_ply,
        .diff = diff,
    };
    *diff = (TreeDiff){0};
    compare_children(&walk, (int32_t[2]){TREE_NONE, TREE_NONE});
    unlink_tree(&walk.side[0]);
    unlink_tree(&walk.side[1]);
}

static uint64_t time_of(const Tree *a, const Tree *b, const Part *part)
{
    return part->node[0] != TREE_NONE ? a->nodes[part->node[0]].order
                                      : b->nodes[part->node[1]].order;
}

const Part *tree_diff_first(const Tree *a, const Tree *b, const TreeDiff *diff)
{
    const Part *first = NULL;
    for (int64_t i = 0; i < diff->count; i++)
        if (!first || time_of(a, b, &diff->parts[i]) < time_of(a, b, first))
            first = &diff->parts[i];
    return first;
}

void tree_diff_free(TreeDiff *diff)
{
    free(diff->parts);
    *diff = (TreeDiff){0};
}
