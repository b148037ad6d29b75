/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/reports.h"

#include "base/version.h"
#include "lab/options.h"
#include "lab/print.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

const DbKind reports_db = {
    .application = 0x746e6b61, /* "tnka" */
    .what = "laboratory report",
    .schema = "CREATE TABLE runs (number INTEGER PRIMARY KEY,"
              " kind TEXT NOT NULL CHECK (kind IN ('ablate', 'audit')), taken INTEGER NOT NULL,"
              " game TEXT NOT NULL, version TEXT NOT NULL, command TEXT NOT NULL,"
              " positions INTEGER NOT NULL, nodes INTEGER NOT NULL, measure TEXT NOT NULL,"
              " report TEXT NOT NULL, proof INTEGER NOT NULL);"
              "CREATE TABLE rates (run INTEGER NOT NULL REFERENCES runs, technique TEXT NOT NULL,"
              " value REAL NOT NULL, low REAL NOT NULL, high REAL NOT NULL);",
};

/* In the order of the table. */
enum {
    COLUMN_NUMBER,
    COLUMN_KIND,
    COLUMN_TAKEN,
    COLUMN_GAME,
    COLUMN_VERSION,
    COLUMN_COMMAND,
    COLUMN_POSITIONS,
    COLUMN_NODES,
    COLUMN_MEASURE,
    COLUMN_REPORT,
    COLUMN_PROOF,
};

static DbQuery *query_rates(Db *db, int64_t run, Diag *diag)
{
    static const char sql[] =
        "SELECT technique, value, low, high FROM rates WHERE run = ? ORDER BY rowid";
    DbQuery *query = db_query(db, sql, diag);
    if (query)
        db_bind_int(query, 1, run);
    return query;
}

/* ---- Proofs ---- */

/* Of a row of `runs` and its rates, as they stand in the file. */
static bool prove(Db *db, DbQuery *run, int64_t *proof, Diag *diag)
{
    Text all = TEXT_EMPTY;
    for (int column = 0; column < COLUMN_PROOF; column++)
        text_printf(&all, "%s|", db_text(run, column));
    DbQuery *rates = query_rates(db, db_int(run, COLUMN_NUMBER), diag);
    while (rates && db_next(rates, diag))
        text_printf(&all, "%s %.17g %.17g %.17g|", db_text(rates, 0), db_real(rates, 1),
                    db_real(rates, 2), db_real(rates, 3));
    *proof = (int64_t)span_checksum((Span){all.data, all.length});
    text_free(&all);
    return rates && db_end(rates);
}

bool reports_check(Db *db, Text *have, Diag *diag)
{
    DbQuery *query = db_query(db, "SELECT *, json_valid(report) FROM runs ORDER BY number", diag);
    bool good = query != NULL;
    while (good && db_next(query, diag)) {
        int64_t proof = 0, number = db_int(query, COLUMN_NUMBER);
        good = prove(db, query, &proof, diag)
            && ((proof == db_int(query, COLUMN_PROOF) && db_int(query, COLUMN_PROOF + 1))
                || diag_error(diag, "damaged: run %" PRId64 " is not as written", number));
        if (good && have)
            text_printf(have, "have %" PRId64 "\n", number);
    }
    return query && db_end(query) && good;
}

/* ---- Keeping ---- */

static bool add_run(Db *db, const Report *report, Diag *diag)
{
    DbQuery *query =
        db_query(db, "INSERT INTO runs VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)", diag);
    if (!query)
        return false;
    Text line = TEXT_EMPTY;
    text_add_span(&line, span_trim(span_of(report->json)));
    db_bind_text(query, COLUMN_KIND, report->kind);
    db_bind_int(query, COLUMN_TAKEN, (int64_t)time(NULL));
    db_bind_text(query, COLUMN_GAME, report->game);
    db_bind_text(query, COLUMN_VERSION, TENUKI_VERSION);
    db_bind_text(query, COLUMN_COMMAND, report->command);
    db_bind_int(query, COLUMN_POSITIONS, report->positions);
    db_bind_int(query, COLUMN_NODES, (int64_t)report->nodes);
    db_bind_text(query, COLUMN_MEASURE, report->measure);
    db_bind_text(query, COLUMN_REPORT, text_cstr(&line));
    text_free(&line);
    db_next(query, diag);
    return db_end(query);
}

static bool add_rate(Db *db, const ReportRate *rate, Diag *diag)
{
    static const char sql[] =
        "INSERT INTO rates VALUES ((SELECT max(number) FROM runs), ?, ?, ?, ?)";
    const Interval *interval = &rate->rate;
    /* Nothing was there to be measured. */
    if (!isfinite(interval->value) || !isfinite(interval->low) || !isfinite(interval->high))
        return true;
    DbQuery *query = db_query(db, sql, diag);
    if (!query)
        return false;
    db_bind_text(query, 1, rate->technique);
    db_bind_real(query, 2, interval->value);
    db_bind_real(query, 3, interval->low);
    db_bind_real(query, 4, interval->high);
    db_next(query, diag);
    return db_end(query);
}

/* From what the file gives back, so that a check finds the very same. */
static bool add_proof(Db *db, Diag *diag)
{
    int64_t proof = 0;
    DbQuery *query = db_query(db, "SELECT * FROM runs ORDER BY number DESC LIMIT 1", diag);
    bool good = query && db_next(query, diag) && prove(db, query, &proof, diag);
    good = query && db_end(query) && good;
    query = good ? db_query(db,
                            "UPDATE runs SET proof = ?"
                            " WHERE number = (SELECT max(number) FROM runs)",
                            diag)
                 : NULL;
    if (!query)
        return false;
    db_bind_int(query, 1, proof);
    db_next(query, diag);
    return db_end(query);
}

static bool complain(const char *command, const Diag *diag)
{
    options_complain(command, "error: %s; the report is shown, but not kept", diag->error);
    return false;
}

bool reports_can_keep(const char *command, const char *path)
{
    Diag diag;
    diag_clear(&diag);
    Db *db = db_open(path, DB_WRITE, &reports_db, &diag);
    db_close(db);
    return db || complain(command, &diag);
}

bool reports_keep(const char *path, const Report *report)
{
    Diag diag;
    diag_clear(&diag);
    Db *db = db_open(path, DB_WRITE, &reports_db, &diag);
    bool good = db && db_run(db, "BEGIN", &diag) && add_run(db, report, &diag);
    for (int i = 0; good && i < report->rate_count; i++)
        good = add_rate(db, &report->rates[i], &diag);
    good = good && add_proof(db, &diag) && db_run(db, "COMMIT", &diag);
    db_close(db);
    return good || complain(report->kind, &diag);
}

/* ---- Showing ---- */

static void list_run(DbQuery *run, Text *text)
{
    text_printf(text, MARK_HEADING "%4" PRId64 "  ", db_int(run, COLUMN_NUMBER));
    text_add_day(text, db_int(run, COLUMN_TAKEN));
    text_add(text, "  ");
    text_add_plain(text, db_text(run, COLUMN_KIND));
    text_add(text, ", ");
    text_add_plain(text, db_text(run, COLUMN_GAME));
    int64_t positions = db_int(run, COLUMN_POSITIONS);
    text_printf(text, MARK_END ", %" PRId64 " position%s, %" PRId64 " nodes, version ", positions,
                positions == 1 ? "" : "s", db_int(run, COLUMN_NODES));
    text_add_plain(text, db_text(run, COLUMN_VERSION));
    text_add(text, "\n      " MARK_DIM);
    text_add_plain(text, db_text(run, COLUMN_COMMAND));
    text_add(text, MARK_END "\n");
}

/* As many to a line as fit. */
static bool list_rates(Db *db, DbQuery *run, Text *text, Diag *diag)
{
    enum { CELL = 22, IN_LINE = 4 };
    int count = 0;
    DbQuery *rates = query_rates(db, db_int(run, COLUMN_NUMBER), diag);
    if (!rates)
        return false;
    text_add(text, "      ");
    text_add_plain(text, db_text(run, COLUMN_MEASURE));
    for (; db_next(rates, diag); count++) {
        Text name = TEXT_EMPTY;
        text_add_plain(&name, db_text(rates, 0));
        text_printf(text, "%s%-12.12s %*.2f", count % IN_LINE ? "  " : "\n        ",
                    text_cstr(&name), CELL - 14, numbers_shown(db_real(rates, 1), 2));
        text_free(&name);
    }
    text_add(text, count ? "\n" : ": nothing\n");
    return db_end(rates);
}

bool reports_write_list(Db *db, Text *text, Diag *diag)
{
    DbQuery *query = db_query(db, "SELECT * FROM runs ORDER BY number", diag);
    bool good = query != NULL, any = false;
    while (good && db_next(query, diag)) {
        list_run(query, text);
        good = list_rates(db, query, text, diag);
        any = true;
    }
    text_add(text, any ? "" : "nothing is stored yet\n");
    return query && db_end(query) && good;
}

static bool add_rates_json(Db *db, int64_t run, Text *text, Diag *diag)
{
    DbQuery *rates = query_rates(db, run, diag);
    if (!rates)
        return false;
    text_add(text, ", \"rates\": [");
    for (int i = 0; db_next(rates, diag); i++) {
        static const char *const names[] = {"value", "low", "high"};
        text_add(text, i ? ", {\"technique\": " : "{\"technique\": ");
        text_add_json(text, db_text(rates, 0));
        for (int part = 0; part < 3; part++) {
            text_printf(text, ", \"%s\": ", names[part]);
            text_add_json_number(text, db_real(rates, part + 1), 4);
        }
        text_add_char(text, '}');
    }
    text_add_char(text, ']');
    return db_end(rates);
}

static void add_run_json(DbQuery *run, Text *text)
{
    static const struct {
        const char *name;
        int column;
    } words[] = {
        {"kind", COLUMN_KIND},       {"game", COLUMN_GAME},       {"version", COLUMN_VERSION},
        {"command", COLUMN_COMMAND}, {"measure", COLUMN_MEASURE},
    };
    text_printf(text, "{\"run\": %" PRId64 ", \"taken\": \"", db_int(run, COLUMN_NUMBER));
    text_add_day(text, db_int(run, COLUMN_TAKEN));
    text_printf(text, "\", \"positions\": %" PRId64 ", \"nodes\": %" PRId64,
                db_int(run, COLUMN_POSITIONS), db_int(run, COLUMN_NODES));
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        text_printf(text, ", \"%s\": ", words[i].name);
        text_add_json(text, db_text(run, words[i].column));
    }
}

bool reports_write_json(Db *db, bool whole, Text *text, Diag *diag)
{
    DbQuery *query = db_query(db, "SELECT * FROM runs ORDER BY number", diag);
    bool good = query != NULL;
    text_add_char(text, '[');
    for (int i = 0; good && db_next(query, diag); i++) {
        text_add(text, i ? ", " : "");
        add_run_json(query, text);
        good = add_rates_json(db, db_int(query, COLUMN_NUMBER), text, diag);
        if (whole) {
            text_add(text, ", \"report\": ");
            text_add(text, db_text(query, COLUMN_REPORT));
        }
        text_add_char(text, '}');
    }
    text_add_char(text, ']');
    return query && db_end(query) && good;
}

bool reports_write_one(Db *db, int64_t number, Text *text, Diag *diag)
{
    DbQuery *query = db_query(
        db, "SELECT * FROM runs WHERE ?1 = 0 OR number = ?1 ORDER BY number DESC LIMIT 1", diag);
    if (!query)
        return false;
    db_bind_int(query, 1, number);
    bool found = db_next(query, diag);
    if (found) {
        text_printf(text, "\"run\": %" PRId64 ", ", db_int(query, COLUMN_NUMBER));
        text_add_json(text, db_text(query, COLUMN_KIND));
        text_printf(text, ": %s", db_text(query, COLUMN_REPORT));
    } else {
        diag_error(diag, "there is no such run");
    }
    return db_end(query) && found;
}
