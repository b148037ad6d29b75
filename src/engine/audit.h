/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_AUDIT_H
#define TENUKI_ENGINE_AUDIT_H

/* How often is pruning wrong, and what does it cost?
 *
 * Positions are searched as ever: the sampler only listens, the nodes are the same. Afterwards each
 * decision that was kept is judged by a reference search of the same node, in the same position
 * with the same history of the game, against the same bound:
 *
 *   a node that was cut (null move, reverse futility, ProbCut, multi-cut)
 *       the node to its depth, window (beta - 1, beta); false when it stays below beta
 *   a node that was razored
 *       the node to its depth, window (alpha, alpha + 1); false when it ends above alpha
 *   a move that was skipped or reduced
 *       the move, to the depth it would have had; false when it ends above alpha
 *   a move that quiescence left out
 *       the move, by quiescence; false when it ends above alpha
 *
 * The first reference (`same`) has the same depth and parameters, but that technique is off in the
 * whole subtree. The second one (`deeper`) is so many plies deeper, every technique off; for
 * quiescence it is an ordinary search of so many plies. Both begin with an empty table, for the
 * audited one holds what the technique has found, and with the histories and corrections that the
 * audited search had in the end; both deepen step by step.
 *
 * A false decision is searched once more with a window open to AUDIT_COST_MAX on the wrong side:
 * that score's distance from the bound is the cost. Where this wider search, which is on a
 * principal variation and therefore prunes less, takes the refutation back, the decision stays
 * false at no cost.
 *
 * Limits: the reference is a search too, with the horizon of its depth, and its other techniques
 * err as they do. Its table is not the audited one's, so it disagrees now and then even where
 * nothing was pruned wrongly: `control` measures how often. A null move is judged against the
 * node's full depth, so its rate includes what its reduction loses. */

#include "engine/audit_sample.h"

typedef struct {
    const GameOps *game;
    GamePosition *const *positions;
    int count;
    ParamSet params;
    GameRules game_rules;
    AuditRules rules;
    int depth;      /* of the audited searches; 0 for no limit */
    uint64_t nodes; /* the same */
    size_t hash_mib;
    bool control; /* leave the technique on: what does the method itself call false? */
    int deeper;   /* plies; 0 for no second reference */
    bool confirm; /* the second one only where the first says false; otherwise it agrees */
    uint64_t reference_nodes;
    int concurrency;
    /* Called from the working threads, one at a time. */
    void *context;
    void (*on_progress)(void *context, const char *what, int done, int all);
    void (*on_message)(void *context, const char *message);
} AuditPlan;

typedef struct {
    AuditCase *cases; /* by position, then in the order of the search */
    int count;
    uint64_t decisions[TECH_COUNT][AUDIT_BANDS]; /* all that were taken */
    int kept[TECH_COUNT][AUDIT_BANDS];
    uint64_t *position_nodes; /* of each audited search */
    uint64_t nodes, reference_nodes;
} AuditResult;

/* False when the tables cannot be had; then there is no result. */
bool audit_run(const AuditPlan *plan, AuditResult *result, Diag *diag);
void audit_result_free(AuditResult *result);

/* How many decisions a kept one stands for. */
double audit_weight(const AuditResult *result, const AuditCase *one);

/* What the technique compared with its threshold, and the threshold, as GameOps.threshold has it;
 * false where it compares nothing. */
bool audit_compared(const AuditPlan *plan, const AuditCase *one, int *reach, int *threshold);

/* The position in which a case was decided, put into `pos`. */
void audit_case_position(const AuditPlan *plan, const AuditCase *one, GamePosition *pos);

#endif
