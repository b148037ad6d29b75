/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_DECISION_LOG_H
#define TENUKI_ENGINE_DECISION_LOG_H

/* The log of pruning decisions: a file, never the stream of a protocol. */

#include "engine/decisions.h"

#include <stdio.h>

typedef struct {
    FILE *file; /* NULL: nothing is logged */
    DecisionFilter filter;
} DecisionLog;

/* Without a path there is no log; both may be NULL. */
bool decision_log_open(DecisionLog *log, const char *path, const char *filter, Diag *diag);
/* From any thread. */
void decision_log_write(DecisionLog *log, const DecisionReport *report);
/* False when something could not be written. */
bool decision_log_close(DecisionLog *log, Diag *diag);

#endif
