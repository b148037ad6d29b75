/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/tune.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const DbKind tune_db = {
    .application = 0x746e6b74, /* "tnkt" */
    .what = "tuning",
    .schema = "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);"
              "CREATE TABLE iterations (number INTEGER PRIMARY KEY, wins INTEGER NOT NULL,"
              " draws INTEGER NOT NULL, losses INTEGER NOT NULL, leads_to TEXT NOT NULL);",
};

/* ---- Settings ---- */

static bool get(Db *db, const char *name, Text *value, Diag *diag)
{
    DbQuery *query = db_query(db, "SELECT value FROM settings WHERE name = ?", diag);
    if (!query)
        return false;
    db_bind_text(query, 1, name);
    if (db_next(query, diag))
        text_add(value, db_text(query, 0));
    return db_end(query);
}

static bool put(Db *db, const char *name, const char *value, Diag *diag)
{
    DbQuery *query = db_query(db, "INSERT INTO settings VALUES (?, ?)", diag);
    if (!query)
        return false;
    db_bind_text(query, 1, name);
    db_bind_text(query, 2, value);
    db_next(query, diag);
    return db_end(query);
}

static void write_proof(const char *options, const char *rows, const char *base,
                        const char *openings, Text *text)
{
    Text all = TEXT_EMPTY;
    text_printf(&all, "%s|%s|%s|%s", options, rows, base, openings);
    text_printf(text, "%016" PRIx64, span_checksum((Span){all.data, all.length}));
    text_free(&all);
}

bool tune_store_begin(Db *db, const char *options, const TuneTexts *texts, uint64_t checksum,
                      Diag *diag)
{
    char number[32];
    const char *rows = text_cstr(&texts->rows), *base = text_cstr(&texts->base);
    Text proof = TEXT_EMPTY;
    snprintf(number, sizeof number, "%016" PRIx64, checksum);
    write_proof(options, rows, base, number, &proof);
    bool good = db_run(db, "BEGIN", diag) && put(db, "options", options, diag)
             && put(db, "rows", rows, diag) && put(db, "base", base, diag)
             && put(db, "openings", number, diag) && put(db, "proof", text_cstr(&proof), diag)
             && db_run(db, "COMMIT", diag);
    text_free(&proof);
    return good;
}

bool tune_store_read(Db *db, Text *options, TuneTexts *texts, Text *openings, Diag *diag)
{
    Text proof = TEXT_EMPTY, found = TEXT_EMPTY;
    bool good = get(db, "options", options, diag) && get(db, "rows", &texts->rows, diag)
             && get(db, "base", &texts->base, diag) && get(db, "openings", openings, diag)
             && get(db, "proof", &proof, diag);
    write_proof(text_cstr(options), text_cstr(&texts->rows), text_cstr(&texts->base),
                text_cstr(openings), &found);
    if (good && options->length > 0 && strcmp(text_cstr(&proof), text_cstr(&found)) != 0)
        good = diag_error(diag, "damaged: the settings are not as written");
    text_free(&proof);
    text_free(&found);
    return good;
}

/* ---- Iterations ---- */

bool tune_store_add(Db *db, const Spsa *spsa, int64_t iteration, const SpsaScore *score,
                    const double *values, Diag *diag)
{
    Text text = TEXT_EMPTY;
    DbQuery *query = db_query(db, "INSERT INTO iterations VALUES (?, ?, ?, ?, ?)", diag);
    if (!query)
        return false;
    for (int i = 0; i < spsa->count; i++)
        text_printf(&text, "%s%.9f", i ? " " : "", values[i]);
    db_bind_int(query, 1, iteration);
    db_bind_int(query, 2, score->wins);
    db_bind_int(query, 3, score->draws);
    db_bind_int(query, 4, score->losses);
    db_bind_text(query, 5, text_cstr(&text));
    text_free(&text);
    db_next(query, diag);
    return db_end(query);
}

static bool read_values(const char *text, const Spsa *spsa, double *values)
{
    Span rest = span_of(text), word;
    for (int i = 0; i < spsa->count; i++)
        if (!span_next_word(&rest, &word)
            || !span_to_double(word, INT32_MIN, INT32_MAX, &values[i]))
            return false;
    return !span_next_word(&rest, &word);
}

/* What is stored is rounded, and another machine's power function may differ in the last digits. */
static bool is_near(double a, double b) { return fabs(a - b) <= 1e-6 * (1 + fabs(a)); }

static bool load_one(DbQuery *query, const Spsa *spsa, SpsaTrial *trial, TuneHistory *history,
                     Diag *diag)
{
    enum { GAMES_MAX = 1 << 20 };
    double values[SPSA_ROWS_MAX], expected[SPSA_ROWS_MAX];
    int64_t number = db_int(query, 0), games[3];
    if (number != history->done + 1 || number > spsa->iterations)
        return diag_error(diag, "iteration %" PRId64 " stands where %" PRId64 " is expected",
                          number, history->done + 1);
    for (int i = 0; i < 3; i++) {
        games[i] = db_int(query, i + 1);
        if (games[i] < 0 || games[i] > GAMES_MAX)
            return diag_error(diag, "iteration %" PRId64 ": no number of games", number);
    }
    const SpsaScore score = {(int)games[0], (int)games[1], (int)games[2]};
    if (!read_values(db_text(query, 4), spsa, values))
        return diag_error(diag, "iteration %" PRId64 ": not the values of %d parameters", number,
                          spsa->count);
    memcpy(expected, tune_history_at(history, history->done),
           (size_t)spsa->count * sizeof *expected);
    spsa_try(spsa, number, expected, trial);
    spsa_learn(spsa, trial, &score, expected);
    for (int i = 0; i < spsa->count; i++)
        if (!is_near(values[i], expected[i]))
            return diag_error(diag, "iteration %" PRId64 ": %s is %g, its result makes it %g",
                              number, spsa->rows[i].row->name, values[i], expected[i]);
    /* Not the stored ones: these are exact, so that a resumed tuning goes the very same way. */
    tune_history_add(history, &score, expected);
    return true;
}

bool tune_store_load(Db *db, const Spsa *spsa, TuneHistory *history, Diag *diag)
{
    SpsaTrial *trial = xmalloc(sizeof *trial);
    DbQuery *query = db_query(db, "SELECT * FROM iterations ORDER BY number", diag);
    bool good = query != NULL;
    while (good && db_next(query, diag))
        good = load_one(query, spsa, trial, history, diag);
    if (query)
        good = db_end(query) && good;
    free(trial);
    return good;
}

/* ---- The way so far ---- */

void tune_history_init(TuneHistory *history, const Spsa *spsa)
{
    enum { FIRST_STEPS = 256 };
    *history = (TuneHistory){.count = spsa->count, .capacity = FIRST_STEPS};
    history->values = xmalloc((size_t)(FIRST_STEPS * spsa->count) * sizeof *history->values);
    for (int i = 0; i < spsa->count; i++)
        history->values[i] = spsa->rows[i].start;
}

void tune_history_add(TuneHistory *history, const SpsaScore *score, const double *values)
{
    if (++history->done == history->capacity) {
        history->capacity *= 2;
        history->values = xrealloc(history->values, (size_t)(history->capacity * history->count)
                                                        * sizeof *history->values);
    }
    memcpy(history->values + history->done * history->count, values,
           (size_t)history->count * sizeof *values);
    history->score.wins += score->wins;
    history->score.draws += score->draws;
    history->score.losses += score->losses;
}

void tune_history_free(TuneHistory *history)
{
    free(history->values);
    *history = (TuneHistory){0};
}
