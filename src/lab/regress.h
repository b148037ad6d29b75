/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_REGRESS_H
#define TENUKI_LAB_REGRESS_H

/* `tenuki regress`: has anything become worse since the last time? */

#include "base/db.h"
#include "base/text.h"

typedef enum {
    MEASURE_NODES,  /* fewer are better, within a threshold */
    MEASURE_RATIO,  /* of speeds: judged against 1, not against the last one */
    MEASURE_SOLVED, /* more are better */
} MeasureKind;

typedef enum { VERDICT_NEW, VERDICT_SAME, VERDICT_BETTER, VERDICT_WORSE } Verdict;

typedef struct {
    MeasureKind kind;
    char *name;
    char *settings; /* two measures are compared only if these are equal */
    double value;
    double low, high; /* of a ratio */
    /* The last one of the same name and settings. */
    bool has_last;
    double last;
    char *last_label;
    Verdict verdict;
} Measure;

typedef struct {
    Measure *items;
    int count;
} Measures;

typedef struct {
    double nodes_percent, speed_percent;
} Thresholds;

/* Takes the strings. */
void measures_add(Measures *measures, MeasureKind kind, char *name, char *settings, double value,
                  double low, double high);
void measures_free(Measures *measures);

/* Pure: from value, last and thresholds. */
Verdict measure_judge(const Measure *measure, const Thresholds *thresholds);

/* ---- The file ---- */

extern const DbKind regress_db;

/* Whether every row is what was written: SQLite itself does not notice a changed number. */
bool regress_check(Db *db, Diag *diag);
/* Fills the last ones, from the newest run, or from the newest of that label. False, with the
 * reason, when there is no such label. */
bool regress_load_last(Db *db, const char *against, Measures *measures, Diag *diag);
/* One run, whole or not at all. */
bool regress_save(Db *db, const char *label, int64_t taken, const Measures *measures, Diag *diag);

/* ---- Reports ---- */

void regress_write_table(const char *label, const Measures *measures, Text *text);
void regress_write_json(const char *label, const Measures *measures, Text *text);
bool regress_write_list(Db *db, bool json, Text *text, Diag *diag);

int regress_command(int argc, char **argv);

#endif
