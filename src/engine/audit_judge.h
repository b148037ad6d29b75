/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_AUDIT_JUDGE_H
#define TENUKI_ENGINE_AUDIT_JUDGE_H

/* One pruning decision held against a reference search; audit.h says how and why. */

#include "engine/audit_sample.h"

/* What judging needs. Needs the stack of a search. */
typedef struct {
    const GameOps *game;
    const GamePosition *root;
    GameRules rules;
    const Net *net;
    const SearchWorker *learned; /* whose histories the reference starts from */
    SearchWorker *worker;
    Tt *tt;         /* is cleared */
    uint64_t nodes; /* the reference is given up after so many */
    const atomic_bool *stop;
} AuditBench;

/* `line` has said->ply moves from the root to the node; `params` are those of the reference, which
 * is `deeper` plies deeper. */
AuditFinding audit_judge(const AuditBench *bench, const DecisionReport *said, const GameMove *line,
                         const Params *params, int deeper);

/* Whether the technique said that the score reaches beta; otherwise that it stays below alpha. */
bool audit_fails_high(const DecisionReport *said);

#endif
