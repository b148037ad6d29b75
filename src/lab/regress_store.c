/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/regress.h"

#include <stdlib.h>

const DbKind regress_db = {
    .application = 0x746e6b72, /* "tnkr" */
    .what = "record of regressions",
    .schema = "CREATE TABLE runs (number INTEGER PRIMARY KEY, label TEXT NOT NULL,"
              " taken INTEGER NOT NULL);"
              "CREATE TABLE measures (run INTEGER NOT NULL REFERENCES runs, kind INTEGER NOT NULL,"
              " name TEXT NOT NULL, settings TEXT NOT NULL, value REAL NOT NULL,"
              " low REAL NOT NULL, high REAL NOT NULL, PRIMARY KEY (run, name));",
};

void measures_add(Measures *measures, MeasureKind kind, char *name, char *settings, double value,
                  double low, double high)
{
    size_t size = (size_t)measures->count + 1;
    measures->items = xrealloc(measures->items, size * sizeof *measures->items);
    measures->items[measures->count++] = (Measure){
        .kind = kind, .name = name, .settings = settings, .value = value, .low = low, .high = high};
}

void measures_free(Measures *measures)
{
    for (int i = 0; i < measures->count; i++) {
        free(measures->items[i].name);
        free(measures->items[i].settings);
        free(measures->items[i].last_label);
    }
    free(measures->items);
    *measures = (Measures){0};
}

Verdict measure_judge(const Measure *measure, const Thresholds *thresholds)
{
    double speed = thresholds->speed_percent / 100, nodes = thresholds->nodes_percent / 100;
    switch (measure->kind) {
    case MEASURE_RATIO:
        /* Both: large enough to matter, and surely not chance. */
        if (measure->value < 1 - speed && measure->high < 1)
            return VERDICT_WORSE;
        return measure->value > 1 + speed && measure->low > 1 ? VERDICT_BETTER : VERDICT_SAME;
    case MEASURE_NODES:
        if (!measure->has_last)
            return VERDICT_NEW;
        if (measure->value > measure->last * (1 + nodes))
            return VERDICT_WORSE;
        return measure->value < measure->last * (1 - nodes) ? VERDICT_BETTER : VERDICT_SAME;
    case MEASURE_SOLVED:
        if (!measure->has_last)
            return VERDICT_NEW;
        return measure->value < measure->last ? VERDICT_WORSE
             : measure->value > measure->last ? VERDICT_BETTER
                                              : VERDICT_SAME;
    }
    BUG("no such kind of measure: %d", (int)measure->kind);
}

/* ---- The last run ---- */

static bool has_label(Db *db, const char *label, Diag *diag)
{
    DbQuery *query = db_query(db, "SELECT 1 FROM runs WHERE label = ?", diag);
    if (!query)
        return false;
    db_bind_text(query, 1, label);
    bool found = db_next(query, diag);
    return db_end(query)
        && (found || diag_error(diag, "--against: no run is called '%.60s'", label));
}

static bool load_one(Db *db, const char *against, Measure *measure, Diag *diag)
{
    DbQuery *query = db_query(db,
                              "SELECT value, label FROM measures JOIN runs ON number = run"
                              " WHERE name = ?1 AND settings = ?2 AND (?3 = '' OR label = ?3)"
                              " ORDER BY run DESC LIMIT 1",
                              diag);
    if (!query)
        return false;
    db_bind_text(query, 1, measure->name);
    db_bind_text(query, 2, measure->settings);
    db_bind_text(query, 3, against ? against : "");
    if (db_next(query, diag)) {
        measure->has_last = true;
        measure->last = db_real(query, 0);
        measure->last_label = xstrdup(db_text(query, 1));
    }
    return db_end(query);
}

bool regress_load_last(Db *db, const char *against, Measures *measures, Diag *diag)
{
    if (against && !has_label(db, against, diag))
        return false;
    for (int i = 0; i < measures->count; i++)
        if (!load_one(db, against, &measures->items[i], diag))
            return false;
    return true;
}

/* ---- This run ---- */

static bool save_run(Db *db, const char *label, int64_t taken, Diag *diag)
{
    DbQuery *query = db_query(db, "INSERT INTO runs (label, taken) VALUES (?, ?)", diag);
    if (!query)
        return false;
    db_bind_text(query, 1, label);
    db_bind_int(query, 2, taken);
    db_next(query, diag);
    return db_end(query);
}

static bool save_measure(Db *db, const Measure *measure, Diag *diag)
{
    DbQuery *query =
        db_query(db, "INSERT INTO measures SELECT max(number), ?, ?, ?, ?, ?, ? FROM runs", diag);
    if (!query)
        return false;
    db_bind_int(query, 1, measure->kind);
    db_bind_text(query, 2, measure->name);
    db_bind_text(query, 3, measure->settings);
    db_bind_real(query, 4, measure->value);
    db_bind_real(query, 5, measure->low);
    db_bind_real(query, 6, measure->high);
    db_next(query, diag);
    return db_end(query);
}

bool regress_save(Db *db, const char *label, int64_t taken, const Measures *measures, Diag *diag)
{
    bool good = db_run(db, "BEGIN", diag) && save_run(db, label, taken, diag);
    for (int i = 0; good && i < measures->count; i++)
        good = save_measure(db, &measures->items[i], diag);
    return good && db_run(db, "COMMIT", diag);
}
