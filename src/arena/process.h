/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ARENA_PROCESS_H
#define TENUKI_ARENA_PROCESS_H

/* A program at the other end of two pipes that is trusted with nothing: it may crash, hang, flood,
 * close its pipes, leave children behind or ignore every request to end. It is started without a
 * shell, in a process group of its own, and ends when we do. */

#include "base/report.h"
#include "base/text.h"

enum { PROCESS_LINE_MAX = 1 << 20 };

typedef struct Process Process;

typedef struct {
    char *const *argv;      /* ends with NULL */
    const char *dir;        /* NULL for ours */
    const char *error_file; /* its standard error is added to this; NULL for nowhere */
} ProcessSpec;

typedef enum {
    PROCESS_OK,
    PROCESS_TIMEOUT,
    PROCESS_CLOSED, /* ended, or one of its pipes is closed */
} ProcessStatus;

/* NULL, with the reason, when the program cannot be run. */
Process *process_start(const ProcessSpec *spec, Diag *diag);

/* Writes all of it, which ends with a line end, before the deadline. What the program says
 * meanwhile is kept up to a bound, so that nobody waits for the other. */
ProcessStatus process_send(Process *process, Span text, int64_t deadline_ns);
/* The next line without its end, valid until the next call. Lines that are too long are dropped. A
 * deadline in the past only takes what is there. */
ProcessStatus process_read_line(Process *process, int64_t deadline_ns, Span *line);
/* Forgets what has been said and not read. */
void process_discard(Process *process);

/* Closes the pipes, gives it so long to end by itself, and then ends the whole group. Frees
 * everything. */
void process_end(Process *process, int64_t grace_ms);
/* How it ended, once it has: "exit status 3", "signal 11". False while it runs. */
bool process_has_ended(Process *process, Text *how);

#endif
