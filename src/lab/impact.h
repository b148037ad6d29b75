/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_IMPACT_H
#define TENUKI_LAB_IMPACT_H

/* What a configuration changes, on a short bench: nodes and time to a fixed depth, and the depth
 * that a fixed number of nodes reaches. */

#include "lab/bench.h"

typedef struct {
    int depth;       /* of the first measurement */
    uint64_t budget; /* nodes a position of the second */
    struct {
        BenchTotals to_depth, in_budget;
    } usual, given;
} Impact;

void impact_measure(const GameOps *game, const Params *given, Impact *impact);
void impact_write_table(const Impact *impact, Text *text);
void impact_write_json(const Impact *impact, Text *text);

#endif
