/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_TREES_H
#define TENUKI_WEB_TREES_H

/* The recorded trees of a session: those of the last request, one or two to compare. */

#include "engine/audit_judge.h"
#include "engine/tree.h"
#include "engine/tree_diff.h"
#include "web/tab.h"

enum { TREES_KEPT = 2, TREES_NODES_MAX = 5000000 };

typedef struct {
    int id; /* 0 for none */
    const GameOps *game;
    GamePosition *root;
    ParamSet params;
    Tree *tree;
    int32_t *child, *sibling; /* the first child and the next sibling of each node, or TREE_NONE */
    int32_t top;              /* the root that is shown */
    Engine *engine;           /* as the search left it, for the audit */
    EngineAnswer answer;
} ShelfTree;

struct TreeShelf {
    ShelfTree trees[TREES_KEPT];
    bool compared; /* there are two, and this is the difference */
    TreeDiff diff;
    int last_id;
};

typedef struct {
    int depth;
    int64_t max_nodes;
    const ParamSet *params[TREES_KEPT]; /* the second may be NULL */
} TreeOrder;

TreeShelf *trees_new(void);
void trees_free(TreeShelf *shelf);
void trees_clear(TreeShelf *shelf);
/* NULL when there is none of that number any more. */
ShelfTree *trees_find(TreeShelf *shelf, int64_t id);

/* Records the search of the shown position. With the session's mutex held, which is let go
 * meanwhile. False when somebody else has ended it, or there is no memory; then there are none. */
bool trees_record(Tab *tab, const TreeOrder *order, Diag *diag);

/* The moves from the root to a node, 0 for a pass; as many as its ply. */
void trees_line(const ShelfTree *kept, int32_t node, GameMove *line);

/* Holds a decision of a node against a search without the technique; the mutex is let go. False
 * when somebody else has ended it. */
bool trees_judge(Tab *tab, ShelfTree *kept, int32_t node, const DecisionReport *said,
                 AuditFinding *finding, Diag *diag);

#endif
