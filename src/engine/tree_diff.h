/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_TREE_DIFF_H
#define TENUKI_ENGINE_TREE_DIFF_H

/* Two records of searches from the same position, walked together from the root: where do they
 * part, and who is the cause? A path is followed as long as both have it, at the same depth and
 * without one of them being cut; its first difference is reported, and what is below it is only
 * counted. Windows may differ on the way: they do as soon as anything before has another score. */

#include "engine/tree.h"

typedef enum {
    PART_CUT,         /* a technique ended the node in one of them, or another one did */
    PART_SKIPPED,     /* the move is searched in one and left out by a technique in the other */
    PART_SIDE,        /* a side search that only one of them makes */
    PART_DEPTH,       /* reduced, extended or shortened otherwise */
    PART_WINDOW,      /* only the bounds differ, and therefore the score */
    PART_NOT_REACHED, /* searched in one; the other was done before it came to that move */
    PART_SCORE,       /* all alike, and yet another score */
    PART_KINDS
} PartKind;

const char *part_kind_name(PartKind kind);

typedef struct {
    PartKind kind;
    Technique by; /* TECH_COUNT: none, the difference is a consequence of another one */
    int ply;
    int32_t node[2];     /* where they part, or TREE_NONE where one of them has no such node */
    int32_t parent[2];   /* the last common nodes */
    int64_t decision[2]; /* what was decided about it; -1 for nothing */
    uint64_t nodes[2];   /* searched there by each */
} Part;

typedef struct {
    Part *parts; /* in the order of the first search, then of the second */
    int64_t count;
    int64_t room;
    uint64_t common; /* nodes that both have */
} TreeDiff;

void tree_diff(const Tree *a, const Tree *b, TreeDiff *diff);
/* The part that was searched first; NULL when there is none. */
const Part *tree_diff_first(const Tree *a, const Tree *b, const TreeDiff *diff);
void tree_diff_free(TreeDiff *diff);

#endif
