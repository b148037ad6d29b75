/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_REPORTS_H
#define TENUKI_LAB_REPORTS_H

/* Reports of ablate and audit in a file: each run a row, for `tenuki results` and the page. */

#include "base/db.h"
#include "base/text.h"
#include "measure/interval.h"

#define REPORTS_OPTION_HELP                                                                        \
    "Keep the report in this file too, for `tenuki results` and the page; made if need be"

/* The kind of file. */
extern const DbKind reports_db;

/* What a list says of one technique, in the unit of the report's measure. */
typedef struct {
    const char *technique;
    Interval rate;
} ReportRate;

typedef struct {
    const char *kind; /* the command's name */
    const char *game;
    const char *command; /* how to repeat it */
    int64_t positions;
    uint64_t nodes;      /* of the search with everything that is on */
    const char *measure; /* what the rates are: "nodes saved, %" */
    const ReportRate *rates;
    int rate_count;
    const char *json; /* the whole report */
} Report;

/* Before the run: whether it could be kept. Both complain, as the command, when it cannot. The file
 * is open for a moment only, so that runs at the same time can share it. */
bool reports_can_keep(const char *command, const char *path);
/* On the disk when it returns true. */
bool reports_keep(const char *path, const Report *report);

/* Whether every run is what was written; a line "have N" for each that is, unless NULL. */
bool reports_check(Db *db, Text *have, Diag *diag);
/* All runs, for people. */
bool reports_write_list(Db *db, Text *text, Diag *diag);
/* All runs as a JSON array, with the reports themselves or without. */
bool reports_write_json(Db *db, bool whole, Text *text, Diag *diag);
/* `"run": N, "KIND": REPORT` of that run, or of the newest when it is 0. */
bool reports_write_one(Db *db, int64_t number, Text *text, Diag *diag);

#endif
