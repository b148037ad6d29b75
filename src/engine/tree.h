/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_TREE_H
#define TENUKI_ENGINE_TREE_H

/* A record of the tree that a search went through: its nodes, in the order they were entered, and
 * its decisions, among them every move that was not searched.
 *
 * The memory is bounded. Nodes may be left out because of their iteration, ply or depth, by
 * sampling, and, when the budget is reached, by a ply limit that sinks: the deepest go first. With
 * a node goes all that is below it, so a recorded node's parent is always there. Everything is
 * counted: recorded and left out make up the nodes of the search. The same search gives the same
 * record. */

#include "search/gameops.h"

typedef enum {
    LEFT_ITERATION, /* of an earlier iteration */
    LEFT_PLY,       /* beyond the ply asked for */
    LEFT_DEPTH,     /* below the depth asked for */
    LEFT_SAMPLE,
    LEFT_BUDGET,
    LEFT_REASONS
} TreeLeft;

const char *tree_left_name(TreeLeft why);

typedef struct {
    int64_t max_nodes; /* at least 1; decisions are kept up to four times as many */
    int max_ply, min_depth;
    bool all_iterations;
    int sample_ply; /* subtrees that begin at this ply ... */
    double share;   /* ... are kept with this probability */
    uint64_t seed;
} TreeRules;

enum { TREE_NONE = -1, OUTCOMES = OUTCOME_RESEARCH + 1 };

typedef struct {
    int32_t parent; /* TREE_NONE for a root */
    NodeEntry entry;
    NodeExit end;
    uint64_t nodes; /* of the search, in this subtree, this one included */
    uint64_t order; /* the how many-th node of the search, from 0 */
} TreeNode;

typedef struct {
    int32_t node;
    DecisionReport said; /* its line is NULL: the tree has it */
} TreeDecision;

typedef struct Tree {
    TreeRules rules;
    TreeNode *nodes;
    int32_t count;
    TreeDecision *decisions; /* after tree_finish sorted by node, in the order they were taken */
    int64_t decision_count;
    int32_t *first_decision; /* of each node, and the end; after tree_finish */
    int max_ply;             /* the limit in the end */
    uint64_t total;          /* nodes of the search */
    uint64_t left[LEFT_REASONS];
    uint64_t said[TECH_COUNT][OUTCOMES]; /* all decisions of the search */
    /* While recording. */
    int64_t node_room, decision_room;
    int32_t *stack; /* nodes being searched; below zero: left out, and why */
    int depth, stack_room;
    int iteration;
} Tree;

Tree *tree_new(const TreeRules *rules);
void tree_free(Tree *tree);

/* For a listener, with the tree as its context. */
void tree_enter(void *tree, const NodeEntry *entry);
void tree_leave(void *tree, const NodeExit *end);
void tree_decide(void *tree, const DecisionReport *report);

/* After the search. */
void tree_finish(Tree *tree);

/* The decision that ended a node before its moves were done; NULL when none did. */
const TreeDecision *tree_end_of(const Tree *tree, int32_t node);

/* Moves to and from a node on a position that stands at its parent. */
void tree_make(const GameOps *game, const TreeNode *node, GamePosition *pos);
void tree_unmake(const GameOps *game, const TreeNode *node, GamePosition *pos);

#endif
