/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_PROGRESS_H
#define TENUKI_LAB_PROGRESS_H

/* How far a long command is, on standard error: one line that is written over on a terminal, and
 * otherwise a line every half minute. */

#include "base/types.h"

typedef struct {
    const char *command;
    int64_t started_ns, shown_ns;
    bool terminal;
    bool open; /* a line stands there that must be wiped away */
} Progress;

void progress_begin(Progress *progress, const char *command);
/* `note` says more in a few words; "" for nothing. */
void progress_show(Progress *progress, int64_t done, int64_t total, const char *note);
/* Before anything else is printed. */
void progress_end(Progress *progress);

#endif
