/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/regress.h"

#include <inttypes.h>
#include <stdlib.h>

const DbKind regress_db = {
    .application = 0x746e6b72, /* "tnkr" */
    .what = "record of regressions",
    .schema = "CREATE TABLE runs (number INTEGER PRIMARY KEY, label TEXT NOT NULL,"
              " taken INTEGER NOT NULL, proof INTEGER NOT NULL);"
              "CREATE TABLE measures (run INTEGER NOT NULL REFERENCES runs, kind INTEGER NOT NULL,"
              " name TEXT NOT NULL, settings TEXT NOT NULL, value REAL NOT NULL,"
              " low REAL NOT NULL, high REAL NOT NULL, proof INTEGER NOT NULL);",
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

/* ---- Proofs ---- */

static int64_t proof_of(Text *text)
{
    int64_t proof = (int64_t)span_checksum((Span){text->data, text->length});
    text_free(text);
    return proof;
}

static int64_t proof_of_run(int64_t number, const char *label, int64_t taken)
{
    Text text = TEXT_EMPTY;
    text_printf(&text, "%" PRId64 " %s %" PRId64, number, label, taken);
    return proof_of(&text);
}

static int64_t proof_of_measure(int64_t run, const Measure *m)
{
    Text text = TEXT_EMPTY;
    text_printf(&text, "%" PRId64 " %d %s %s %.17g %.17g %.17g", run, (int)m->kind, m->name,
                m->settings, m->value, m->low, m->high);
    return proof_of(&text);
}

static bool check_runs(Db *db, Diag *diag)
{
    DbQuery *query = db_query(db, "SELECT * FROM runs", diag);
    bool good = query != NULL;
    while (good && db_next(query, diag))
        good =
            proof_of_run(db_int(query, 0), db_text(query, 1), db_int(query, 2)) == db_int(query, 3);
    return query && db_end(query) && (good || diag_error(diag, "damaged: a run is not as written"));
}

static bool check_measures(Db *db, Diag *diag)
{
    DbQuery *query = db_query(db, "SELECT * FROM measures", diag);
    bool good = query != NULL;
    while (good && db_next(query, diag)) {
        char *name = xstrdup(db_text(query, 2)), *settings = xstrdup(db_text(query, 3));
        const Measure m = {
            .kind = (MeasureKind)db_int(query, 1),
            .name = name,
            .settings = settings,
            .value = db_real(query, 4),
            .low = db_real(query, 5),
            .high = db_real(query, 6),
        };
        good = proof_of_measure(db_int(query, 0), &m) == db_int(query, 7);
        free(name);
        free(settings);
    }
    return query && db_end(query)
        && (good || diag_error(diag, "damaged: a measure is not as written"));
}

bool regress_check(Db *db, Diag *diag) { return check_runs(db, diag) && check_measures(db, diag); }

/* ---- This run ---- */

static bool next_number(Db *db, int64_t *number, Diag *diag)
{
    DbQuery *query = db_query(db, "SELECT coalesce(max(number), 0) + 1 FROM runs", diag);
    if (!query)
        return false;
    if (db_next(query, diag))
        *number = db_int(query, 0);
    return db_end(query);
}

static bool save_run(Db *db, int64_t number, const char *label, int64_t taken, Diag *diag)
{
    DbQuery *query = db_query(db, "INSERT INTO runs VALUES (?, ?, ?, ?)", diag);
    if (!query)
        return false;
    db_bind_int(query, 1, number);
    db_bind_text(query, 2, label);
    db_bind_int(query, 3, taken);
    db_bind_int(query, 4, proof_of_run(number, label, taken));
    db_next(query, diag);
    return db_end(query);
}

static bool save_measure(Db *db, int64_t run, const Measure *measure, Diag *diag)
{
    DbQuery *query = db_query(db, "INSERT INTO measures VALUES (?, ?, ?, ?, ?, ?, ?, ?)", diag);
    if (!query)
        return false;
    db_bind_int(query, 1, run);
    db_bind_int(query, 2, measure->kind);
    db_bind_text(query, 3, measure->name);
    db_bind_text(query, 4, measure->settings);
    db_bind_real(query, 5, measure->value);
    db_bind_real(query, 6, measure->low);
    db_bind_real(query, 7, measure->high);
    db_bind_int(query, 8, proof_of_measure(run, measure));
    db_next(query, diag);
    return db_end(query);
}

bool regress_save(Db *db, const char *label, int64_t taken, const Measures *measures, Diag *diag)
{
    int64_t number = 0;
    bool good = db_run(db, "BEGIN", diag) && next_number(db, &number, diag)
             && save_run(db, number, label, taken, diag);
    for (int i = 0; good && i < measures->count; i++)
        good = save_measure(db, number, &measures->items[i], diag);
    return good && db_run(db, "COMMIT", diag);
}
