/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/web_results.h"

#include "lab/regress.h"
#include "lab/reports.h"
#include "lab/results.h"
#include "lab/tune.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { POINTS = 200 };

typedef enum { KIND_NONE, KIND_MATCH, KIND_TUNE, KIND_REGRESS, KIND_REPORTS } Kind;

static const char *path_of(const void *files, int number)
{
    return ((const OptionList *)files)->items[number];
}

/* What was killed before it got its tables is nothing yet. */
static Kind kind_of(const char *path)
{
    int32_t application = db_application(path);
    return application == 0                      ? KIND_NONE
         : application == store_db.application   ? KIND_MATCH
         : application == tune_db.application    ? KIND_TUNE
         : application == regress_db.application ? KIND_REGRESS
         : application == reports_db.application ? KIND_REPORTS
                                                 : KIND_NONE;
}

static bool is_database(const char *path)
{
    static const char magic[] = "SQLite format 3";
    char start[sizeof magic] = "";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, start, sizeof start) : -1;
    if (file >= 0)
        close(file);
    return size == 0 || (size == sizeof start && memcmp(start, magic, sizeof start) == 0);
}

bool web_results_check(const char *path, Diag *diag)
{
    if (access(path, R_OK) != 0)
        return diag_error(diag, "%s: %s", path, strerror(errno));
    if (!store_is_built())
        return diag_error(diag, "%s: cannot be read: this build was made without SQLite", path);
    if (!is_database(path) || (db_application(path) != 0 && kind_of(path) == KIND_NONE))
        return diag_error(diag, "%s: no results of tenuki are in this file", path);
    return true;
}

/* ---- The list ---- */

static int64_t count_rows(const char *path, const DbKind *kind, const char *sql)
{
    Diag unused;
    diag_clear(&unused);
    Db *db = db_open(path, DB_READ, kind, &unused);
    int64_t count = 0;
    DbQuery *query = db ? db_query(db, sql, &unused) : NULL;
    if (query) {
        if (db_next(query, &unused))
            count = db_int(query, 0);
        db_end(query);
    }
    db_close(db);
    return count;
}

static int64_t rows_of(const char *path, Kind kind)
{
    switch (kind) {
    case KIND_MATCH: return count_rows(path, &store_db, "SELECT count(*) FROM games");
    case KIND_TUNE: return count_rows(path, &tune_db, "SELECT count(*) FROM iterations");
    case KIND_REGRESS: return count_rows(path, &regress_db, "SELECT count(*) FROM runs");
    case KIND_REPORTS: return count_rows(path, &reports_db, "SELECT count(*) FROM runs");
    case KIND_NONE: break;
    }
    return 0;
}

static const char *const kind_names[] = {
    [KIND_NONE] = "empty",      [KIND_MATCH] = "match",     [KIND_TUNE] = "tune",
    [KIND_REGRESS] = "regress", [KIND_REPORTS] = "reports",
};

/* Seconds since something was written, to the log beside the file too. */
static int64_t age_of(const char *path)
{
    struct stat file, log;
    Text log_path = TEXT_EMPTY;
    text_printf(&log_path, "%s-wal", path);
    time_t changed = stat(path, &file) == 0 ? file.st_mtime : 0;
    if (stat(text_cstr(&log_path), &log) == 0 && log.st_mtime > changed)
        changed = log.st_mtime;
    text_free(&log_path);
    return (int64_t)(time(NULL) - changed);
}

void web_results_list(const void *files, int number, Text *json)
{
    const char *path = path_of(files, number), *slash = strrchr(path, '/');
    Kind kind = kind_of(path);
    text_printf(json, "%s{\"id\":%d,\"name\":", number ? "," : "", number);
    text_add_json(json, slash ? slash + 1 : path);
    text_printf(json, ",\"kind\":\"%s\",\"rows\":%" PRId64 ",\"age_s\":%" PRId64 "}",
                kind_names[kind], rows_of(path, kind), age_of(path));
}

/* ---- Matches ---- */

/* How the estimate came about, game by game, thinned out. */
typedef struct {
    int64_t step, last;
    Text points;
} Curve;

static void add_point(Curve *curve, const Match *match, const MatchScore *score, int64_t games)
{
    EloEstimate elo;
    Text *text = &curve->points;
    elo_estimate(score, &elo);
    text_printf(text, "%s{\"games\":%" PRId64 ",\"llr\":", text->length ? "," : "", games);
    if (match->has_sprt) {
        SprtState state;
        sprt_evaluate(&match->sprt, score, &state);
        text_add_json_number(text, state.llr, 4);
    } else {
        text_add(text, "null");
    }
    text_add(text, ",\"elo\":");
    text_add_json_number(text, elo.elo, 2);
    text_add(text, ",\"low\":");
    text_add_json_number(text, elo.elo - elo.elo_error, 2);
    text_add(text, ",\"high\":");
    text_add_json_number(text, elo.elo + elo.elo_error, 2);
    text_add_char(text, '}');
}

static void follow(void *context, const Match *match, const Standings *standings)
{
    Curve *curve = context;
    if (schedule_pairings(&standings->schedule) == 1
        && (standings->done % curve->step == 0 || standings->done == curve->last))
        add_point(curve, match, &standings->pairings[0], standings->done);
}

static bool show_match(const char *path, Text *json, Diag *diag)
{
    Store *store = store_open(path, STORE_READ, diag);
    if (!store)
        return false;
    Curve curve = {.last = store_count(store, diag)};
    store_close(store);
    if (curve.last < 0)
        return false;
    curve.step = (curve.last + POINTS - 1) / POINTS;
    if (curve.step % 2)
        curve.step++; /* whole pairs */
    Text table = TEXT_EMPTY;
    bool good = results_json(path, follow, &curve, &table, diag);
    if (good) {
        text_printf(json, "\"match\":%s,\"points\":[%s]", text_cstr(&table),
                    text_cstr(&curve.points));
    }
    text_free(&table);
    text_free(&curve.points);
    return good;
}

/* ---- Tunings ---- */

static void write_curves(const TuneView *view, Text *json)
{
    const TuneHistory *history = view->history;
    int count = history->done + 1 < POINTS ? (int)history->done + 1 : POINTS;
    text_add(json, ",\"curves\":[");
    for (int row = 0; row < view->tune->spsa.count; row++) {
        const SpsaRow *spsa = &view->tune->spsa.rows[row];
        text_printf(json, "%s{\"name\":\"%s\",\"min\":%.10g,\"max\":%.10g,\"points\":[",
                    row ? "," : "", spsa->row->name, spsa->min, spsa->max);
        for (int i = 0; i < count; i++) {
            int64_t k = count > 1 ? i * history->done / (count - 1) : 0;
            text_printf(json, "%s[%" PRId64 ",", i ? "," : "", k);
            text_add_json_number(json, tune_history_at(history, k)[row], 4);
            text_add_char(json, ']');
        }
        text_add(json, "]}");
    }
    text_add_char(json, ']');
}

static bool show_tune(const char *path, Text *json, Diag *diag)
{
    TuneAsked asked;
    Option rows[TUNE_SETTINGS];
    TuneTexts texts = {0};
    Text options = TEXT_EMPTY, openings = TEXT_EMPTY;
    Tune *tune = xcalloc(1, sizeof *tune);
    tune_asked_init(&asked);
    tune_asked_rows(&asked, rows);
    Db *db = db_open(path, DB_READ, &tune_db, diag);
    bool good = db && tune_store_read(db, &options, &texts, &openings, diag)
             && (options.length > 0 || diag_error(diag, "%s: no tuning has begun in it", path))
             && options_read(rows, TUNE_SETTINGS, options.data, diag);
    if (good && tune_resolve(&asked, &texts, false, tune, diag)) {
        TuneHistory history;
        tune_history_init(&history, &tune->spsa);
        good = tune_store_load(db, &tune->spsa, &history, diag);
        const TuneView view = {.tune = tune, .history = &history};
        text_add(json, "\"tune\":");
        tune_write_json(&view, json);
        write_curves(&view, json);
        tune_history_free(&history);
        tune_free(tune);
    } else {
        good = false;
    }
    options_free(rows, TUNE_SETTINGS);
    tune_texts_free(&texts);
    text_free(&options);
    text_free(&openings);
    db_close(db);
    free(tune);
    return good;
}

/* ---- The rest ---- */

static bool show_regress(const char *path, Text *json, Diag *diag)
{
    Db *db = db_open(path, DB_READ, &regress_db, diag);
    text_add(json, "\"regress\":");
    bool good = db && regress_check(db, diag) && regress_write_list(db, true, json, diag);
    db_close(db);
    return good;
}

/* All runs, and one of them whole. */
static bool show_reports(const char *path, int64_t run, Text *json, Diag *diag)
{
    Db *db = db_open(path, DB_READ, &reports_db, diag);
    text_add(json, "\"runs\":");
    bool good = db && reports_check(db, NULL, diag) && reports_write_json(db, false, json, diag);
    text_add_char(json, ',');
    good = good && reports_write_one(db, run, json, diag);
    db_close(db);
    return good;
}

bool web_results_show(const void *files, int number, int64_t run, Text *json, Diag *diag)
{
    const char *path = path_of(files, number);
    Kind kind = kind_of(path);
    bool good = false;
    text_printf(json, "{\"id\":%d,\"kind\":\"%s\",\"age_s\":%" PRId64 ",", number, kind_names[kind],
                age_of(path));
    switch (kind) {
    case KIND_MATCH: good = show_match(path, json, diag); break;
    case KIND_TUNE: good = show_tune(path, json, diag); break;
    case KIND_REGRESS: good = show_regress(path, json, diag); break;
    case KIND_REPORTS: good = show_reports(path, run, json, diag); break;
    case KIND_NONE: diag_error(diag, "there is nothing in this file yet"); break;
    }
    text_add_char(json, '}');
    return good;
}
