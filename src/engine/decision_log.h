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
/* The line for the file; false when the filter does not want it. One call that writes it keeps it
 * whole, whichever thread it comes from. */
bool decision_log_line(const DecisionLog *log, const DecisionReport *report, Text *line);
/* False when something could not be written. */
bool decision_log_close(DecisionLog *log, Diag *diag);

#endif
