/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_TREE_WRITE_H
#define TENUKI_ENGINE_TREE_WRITE_H

/* A recorded tree as JSON and as a Graphviz graph. Written piece by piece, because it may be large.
 */

#include "engine/tree.h"

/* False from `put` ends the writing. */
typedef struct {
    void *context;
    bool (*put)(void *context, Span bytes);
} TreeSink;

typedef struct {
    const GameOps *game;
    const GamePosition *root;
    const Tree *tree;
    GameMove best; /* what the search answered; 0 for none */
    int score, depth;
} TreeStory;

/* "move", "null", "verify", ... */
const char *tree_role_name(NodeRole role);
/* "pv", "cut", "all", "quiescence": what kind of node it was expected to be. */
const char *tree_type_name(const TreeNode *node);
/* "lower", "upper", "exact", or "none" when the search was given up. */
const char *tree_bound_name(const TreeNode *node);

bool tree_write_json(const TreeStory *story, const TreeSink *sink);

/* Only the plies nearest to the root, so that at most about so many nodes are drawn. */
enum { TREE_DOT_NODES = 400 };
bool tree_write_dot(const TreeStory *story, const TreeSink *sink);

#endif
