/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_PROGRESS_H
#define TENUKI_LAB_PROGRESS_H

/* How far a long command is, on standard error: a bar that is written over on a terminal, and
 * otherwise a line every half minute. */

#include "base/text.h"

typedef struct {
    const char *command;
    int64_t started_ns, shown_ns;
    bool terminal;
    bool in_time; /* done and total are milliseconds */
    bool guessed; /* the total may be another in the end */
    int lines;    /* that stand there and must be wiped away */
} Progress;

void progress_begin(Progress *progress, const char *command);
/* `note` says more in a few words; "" for nothing. A total of 0 is one that nobody knows. */
void progress_show(Progress *progress, int64_t done, int64_t total, const char *note);
/* Where the end is known in other units, as bytes of a file, than what is counted. */
void progress_show_part(Progress *progress, int64_t part, int64_t whole, int64_t done,
                        const char *unit);
/* Before anything else is printed. */
void progress_end(Progress *progress);

/* For commands with more to show than one bar: whether it is time again, and then whole lines,
 * which are written over on a terminal and cut to what it can show. */
bool progress_is_due(const Progress *progress);
void progress_draw(Progress *progress, const Text *lines);
/* A bar of so many columns that is filled by a share of 1. */
void progress_add_bar(Text *text, double share, int columns);

/* ---- While another thread works, or this one cannot look up from it ---- */

typedef struct ProgressWatch ProgressWatch;

/* Asked ten times a second, from a thread of its own. */
typedef void ProgressLook(void *context, int64_t *done, int64_t *total);

ProgressWatch *progress_watch(const char *command, ProgressLook *look, void *context);
/* The time that has passed, of `limit_ms` or, when that is 0, of nobody knows how much. */
ProgressWatch *progress_watch_time(const char *command, int64_t limit_ms);
/* After each iteration of a search that goes on to a depth or a number of nodes, 0 for no such
 * limit: how long all of it may take, as it grew until then. */
void progress_watch_searched(ProgressWatch *watch, int depth, int depth_limit, uint64_t nodes,
                             uint64_t node_limit);
/* Around anything else that is printed. */
void progress_watch_hide(ProgressWatch *watch);
void progress_watch_go_on(ProgressWatch *watch);
void progress_watch_end(ProgressWatch *watch);

#endif
