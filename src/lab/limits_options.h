/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_LIMITS_OPTIONS_H
#define TENUKI_LAB_LIMITS_OPTIONS_H

/* How long a move may take, as the command lines of what plays games say it. */

#include "arena/limits.h"
#include "lab/options.h"

typedef struct {
    const char *tc;
    int64_t byoyomi, movetime, nodes, depth, clock_nodes; /* 0: not said */
} LimitsAsked;

enum { LIMITS_OPTIONS = 6 };

void limits_asked_rows(LimitsAsked *asked, Option rows[LIMITS_OPTIONS]);
bool limits_asked_read(const LimitsAsked *asked, GameLimits *limits, Diag *diag);

#endif
