/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/web_results.h"

#include "base/file.h"
#include "lab/regress.h"
#include "lab/results.h"
#include "lab/tune.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { REPORT_LIMIT = 16 << 20, POINTS = 200 };

typedef enum { KIND_NONE, KIND_MATCH, KIND_TUNE, KIND_REGRESS, KIND_ABLATE, KIND_AUDIT } Kind;

static const char *path_of(const void *files, int number)
{
    return ((const OptionList *)files)->items[number];
}

/* ---- Reports ---- */

/* The last line of what was printed; NULL, with the reason, when it is no report. */
static json_t *read_report(const char *path, Kind *kind, Diag *diag)
{
    Text text = TEXT_EMPTY;
    if (!file_read(path, REPORT_LIMIT, &text, diag))
        return NULL;
    Span rest = {text_cstr(&text), text.length}, line, last = {text_cstr(&text), 0};
    while (span_next_line(&rest, &line))
        if (span_trim(line).length > 0)
            last = line;
    json_t *report = json_loadb(last.at, last.length, 0, NULL);
    text_free(&text);
    *kind = json_object_get(report, "variants")   ? KIND_ABLATE
          : json_object_get(report, "techniques") ? KIND_AUDIT
                                                  : KIND_NONE;
    if (*kind != KIND_NONE)
        return report;
    json_decref(report);
    diag_error(diag, "%s: neither results nor a report", path);
    return NULL;
}

static bool is_report(const char *path)
{
    char start[16] = "";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, start, sizeof start) : 0;
    if (file >= 0)
        close(file);
    return size > 0 && memcmp(start, "SQLite format 3", sizeof start) != 0;
}

static Kind kind_of(const char *path)
{
    Kind kind = KIND_NONE;
    if (is_report(path)) {
        Diag unused;
        diag_clear(&unused);
        json_decref(read_report(path, &kind, &unused));
        return kind;
    }
    int32_t application = db_application(path);
    return application == 0                      ? KIND_NONE
         : application == store_db.application   ? KIND_MATCH
         : application == tune_db.application    ? KIND_TUNE
         : application == regress_db.application ? KIND_REGRESS
                                                 : KIND_NONE;
}

bool web_results_check(const char *path, Diag *diag)
{
    if (access(path, R_OK) != 0)
        return diag_error(diag, "%s: %s", path, strerror(errno));
    Kind kind;
    if (!is_report(path))
        return true;
    json_t *report = read_report(path, &kind, diag);
    json_decref(report);
    return report != NULL;
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
    Diag unused;
    json_t *report;
    int64_t rows = 0;
    diag_clear(&unused);
    switch (kind) {
    case KIND_MATCH: return count_rows(path, &store_db, "SELECT count(*) FROM games");
    case KIND_TUNE: return count_rows(path, &tune_db, "SELECT count(*) FROM iterations");
    case KIND_REGRESS: return count_rows(path, &regress_db, "SELECT count(*) FROM runs");
    case KIND_ABLATE:
    case KIND_AUDIT:
        report = read_report(path, &kind, &unused);
        rows = (int64_t)json_array_size(
            json_object_get(report, kind == KIND_ABLATE ? "variants" : "techniques"));
        json_decref(report);
        return rows;
    case KIND_NONE: break;
    }
    return 0;
}

static const char *const kind_names[] = {
    [KIND_NONE] = "empty",      [KIND_MATCH] = "match",   [KIND_TUNE] = "tune",
    [KIND_REGRESS] = "regress", [KIND_ABLATE] = "ablate", [KIND_AUDIT] = "audit",
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

static bool show_report(const char *path, Text *json, Diag *diag)
{
    Kind kind;
    json_t *report = read_report(path, &kind, diag);
    if (!report)
        return false;
    char *text = json_dumps(report, JSON_COMPACT);
    text_printf(json, "\"%s\":", kind_names[kind]);
    text_add(json, text ? text : "null");
    free(text);
    json_decref(report);
    return true;
}

bool web_results_show(const void *files, int number, Text *json, Diag *diag)
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
    case KIND_ABLATE:
    case KIND_AUDIT: good = show_report(path, json, diag); break;
    case KIND_NONE: diag_error(diag, "there is nothing in this file yet"); break;
    }
    text_add_char(json, '}');
    return good;
}
