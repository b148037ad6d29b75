/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/match_command.h"

#include "base/clock.h"
#include "base/threads.h"
#include "lab/match_records.h"
#include "lab/match_table.h"
#include "lab/print.h"
#include "lab/progress.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What is not part of the match and may be another each time it is resumed. */
typedef struct {
    const char *db, *resume;
    int64_t concurrency, report;
    bool json, acks;
} RunAsked;

enum { RUN_OPTIONS = 6, ALL_OPTIONS = MATCH_SETTINGS + RUN_OPTIONS };

typedef struct {
    Match match;
    Standings standings;
    Store *store;
    MatchRecords *records;
    const RunAsked *asked;
    Progress progress;
    int64_t before; /* games of earlier runs */
} Runner;

/* A signal may only set flags; a second one ends the program at once. */
static atomic_bool match_cancel;
static volatile sig_atomic_t match_interrupted;

static void interrupt(int number)
{
    match_interrupted = 1;
    atomic_store(&match_cancel, true);
    signal(number, SIG_DFL);
}

/* ---- What people see ---- */

static MatchView view_of(const Runner *runner)
{
    return (MatchView){
        .match = &runner->match,
        .standings = &runner->standings,
        .seconds = (double)(clock_now_ns() - runner->progress.started_ns) / 1e9,
        .now = runner->standings.done - runner->before,
    };
}

static void draw(Runner *runner)
{
    Text text = TEXT_EMPTY;
    MatchView view = view_of(runner);
    match_table_write(&view, false, &text);
    progress_draw(&runner->progress, &text);
    text_free(&text);
}

static void show_fault(Runner *runner, const PlayedGame *played)
{
    Text text = TEXT_EMPTY;
    match_table_game(played, &text);
    progress_end(&runner->progress);
    print_marked(stderr, text_cstr(&text));
    text_free(&text);
}

static void show_line(const Runner *runner)
{
    Text text = TEXT_EMPTY;
    MatchView view = view_of(runner);
    match_table_line(&view, &text);
    print_marked(stderr, text_cstr(&text));
    text_free(&text);
}

static void end_game(void *context, const PlayedGame *played, const Standings *standings)
{
    Runner *runner = context;
    if (runner->asked->acks) {
        printf("ack %" PRId64 "\n", played->number);
        fflush(stdout);
    }
    if (runner->records)
        match_records_add(runner->records, played);
    if (played->fault != FAULT_NONE)
        show_fault(runner, played);
    if (runner->progress.terminal) {
        if (progress_is_due(&runner->progress) || runner->progress.lines == 0)
            draw(runner);
    } else if (standings->done % runner->asked->report == 0) {
        show_line(runner);
    }
}

/* ---- The match and its file ---- */

static RecordPaths paths_of(const MatchAsked *asked)
{
    return (RecordPaths){asked->pgn, asked->csa, asked->kif};
}

/* What is said on the command line must be what is stored. */
static bool agrees(const Option *given_rows, const bool *given, const Option *stored_rows,
                   Diag *diag)
{
    for (int i = 0; i < MATCH_SETTINGS; i++) {
        Text now = TEXT_EMPTY, then = TEXT_EMPTY;
        options_write(&given_rows[i], &now);
        options_write(&stored_rows[i], &then);
        bool same = !given[i] || strcmp(text_cstr(&now), text_cstr(&then)) == 0;
        if (!same)
            diag_error(diag, "--%s differs from the stored match, which has %.*s",
                       given_rows[i].name, then.length ? (int)then.length - 1 : 4,
                       then.length ? text_cstr(&then) : "none");
        text_free(&now);
        text_free(&then);
        if (!same)
            return false;
    }
    return true;
}

static bool count_game(void *context, const PlayedGame *played)
{
    Runner *runner = context;
    if (runner->records)
        match_records_add(runner->records, played);
    return standings_add(&runner->standings, played);
}

static bool open_records(Runner *runner, const MatchAsked *asked, bool replace, Diag *diag)
{
    RecordPaths paths = paths_of(asked);
    if (asked->pgn || asked->csa || asked->kif)
        runner->records = match_records_open(&paths, asked->game, asked->event, replace, diag);
    return runner->records || !diag->error[0];
}

/* Settings are stored line by line. */
static bool check_lines(const Option *rows, Diag *diag)
{
    for (int i = 0; i < MATCH_SETTINGS; i++) {
        const char *const *text = rows[i].value;
        if (rows[i].kind == OPTION_TEXT && *text && strpbrk(*text, "\n\r"))
            return diag_error(diag, "--%s: line ends are not allowed", rows[i].name);
    }
    return true;
}

/* A new match: everything is checked before anything is written. */
static bool prepare(Runner *runner, const MatchAsked *asked, const Option *rows, Diag *diag)
{
    RecordPaths paths = paths_of(asked);
    return check_lines(rows, diag) && match_resolve(asked, true, &runner->match, diag)
        && match_records_check(&paths, diag);
}

static bool begin(Runner *runner, const MatchAsked *asked, const Option *rows, Diag *diag)
{
    if (runner->store) {
        Text settings = TEXT_EMPTY;
        match_settings_write(rows, &runner->match, &settings);
        bool good = store_set_settings(runner->store, text_cstr(&settings), diag);
        text_free(&settings);
        if (!good)
            return false;
    }
    standings_init(&runner->standings, &runner->match.schedule);
    return open_records(runner, asked, false, diag);
}

/* Goes on with a stored match; its records are written anew from what is stored. */
static bool go_on(Runner *runner, const MatchAsked *asked, uint64_t checksum, Diag *diag)
{
    if (!match_resolve(asked, true, &runner->match, diag))
        return false;
    if (runner->match.openings.checksum != checksum)
        return diag_error(diag, "%s is not the file of openings that the match began with",
                          asked->openings);
    standings_init(&runner->standings, &runner->match.schedule);
    if (!open_records(runner, asked, true, diag)
        || !store_each(runner->store, asked->game, runner->records, count_game, runner, diag))
        return false;
    runner->before = runner->standings.done;
    return true;
}

/* ---- Running ---- */

static void watch_signals(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

static const char *why_stopped(const Runner *runner)
{
    SprtState state = {.verdict = SPRT_GOES_ON};
    if (runner->match.has_sprt)
        sprt_evaluate(&runner->match.sprt, &runner->standings.pairings[0], &state);
    return state.verdict != SPRT_GOES_ON                                     ? "sprt"
         : runner->standings.done == schedule_total(&runner->match.schedule) ? "complete"
         : match_interrupted                                                 ? "interrupted"
                                                                             : "error";
}

static void show_result(Runner *runner)
{
    Text text = TEXT_EMPTY;
    MatchView view = view_of(runner);
    progress_end(&runner->progress);
    match_table_write(&view, true, &text);
    if (match_interrupted)
        text_printf(&text, "interrupted%s\n", runner->store ? "; --resume goes on with it" : "");
    if (runner->asked->json) {
        match_table_json(&view, why_stopped(runner), &text);
        text_add_char(&text, '\n');
    }
    print_report(&text);
    text_free(&text);
}

static int run(Runner *runner, Diag *diag)
{
    const Tournament tournament = {
        .terms = runner->match.terms,
        .rules = runner->match.rules,
        .engines = runner->match.engines,
        .openings = &runner->match.openings,
        .concurrency = (int)runner->asked->concurrency,
        .sprt = runner->match.has_sprt ? &runner->match.sprt : NULL,
        .store = runner->store,
        .standings = &runner->standings,
        .listener = {.context = runner, .on_game_end = end_game},
        .cancel = &match_cancel,
    };
    if (!store_is_built())
        options_complain("match", "note: built without SQLite, so the match cannot be resumed");
    watch_signals();
    progress_begin(&runner->progress, "match");
    if (runner->progress.terminal)
        draw(runner);
    bool good = tournament_run(&tournament, diag);
    good = match_records_close(runner->records, diag) && good;
    runner->records = NULL;
    show_result(runner);
    return good ? EXIT_GOOD : options_complain("match", "error: %s", diag->error);
}

/* With the settings that are stored, which those on the command line must agree with. */
static int resume(Runner *runner, const Option *rows, const bool *given, Diag *diag)
{
    MatchAsked stored;
    Option stored_rows[MATCH_SETTINGS];
    uint64_t checksum;
    match_asked_init(&stored);
    match_asked_rows(&stored, stored_rows);
    char *settings = xstrdup(store_settings(runner->store));
    bool good = match_settings_read(settings, stored_rows, &checksum, diag)
             && agrees(rows, given, stored_rows, diag) && go_on(runner, &stored, checksum, diag);
    int status = good ? run(runner, diag) : options_complain("match", "error: %s", diag->error);
    options_free(stored_rows, MATCH_SETTINGS);
    free(settings);
    return status;
}

/* Opens what --db or --resume names, if anything, and starts or goes on. A mistake on the command
 * line must not leave a new file behind. */
static int start(Runner *runner, const MatchAsked *asked, const Option *rows, const bool *given)
{
    const RunAsked *how = runner->asked;
    Diag diag;
    diag_clear(&diag);
    const char *path = how->resume ? how->resume : how->db;
    bool is_new = !how->resume || access(how->resume, F_OK) != 0;
    bool good = !is_new || prepare(runner, asked, rows, &diag);
    if (good && path) {
        runner->store = store_open(path, how->resume ? STORE_RESUME : STORE_CREATE, &diag);
        good = runner->store != NULL;
    }
    if (good && !is_new && *store_settings(runner->store))
        return resume(runner, rows, given, &diag);
    good = good && (is_new || prepare(runner, asked, rows, &diag))
        && begin(runner, asked, rows, &diag);
    return good ? run(runner, &diag) : options_complain("match", "error: %s", diag.error);
}

int match_command(int argc, char **argv)
{
    MatchAsked asked;
    RunAsked how = {.concurrency = 1, .report = 10};
    bool given[ALL_OPTIONS] = {false};
    Option options[ALL_OPTIONS];
    const Option run_rows[RUN_OPTIONS] = {
        {"db", "FILE", OPTION_TEXT, &how.db, 0, 0, "Keep the match in this new file"},
        {"resume", "FILE", OPTION_TEXT, &how.resume, 0, 0,
         "Go on with the match in this file; if there is none, begin it"},
        {"concurrency", "N", OPTION_NUMBER, &how.concurrency, 1, THREADS_MAX,
         "Games at the same time (default 1)"},
        {"report", "N", OPTION_NUMBER, &how.report, 1, INT32_MAX,
         "A line on standard error every N games when it is no terminal (default 10)"},
        {"json", NULL, OPTION_FLAG, &how.json, 0, 0, "The result as JSON on the last line"},
        {"acks", NULL, OPTION_FLAG, &how.acks, 0, 0,
         "A line \"ack N\" for each game that is stored and counted"},
    };
    match_asked_init(&asked);
    match_asked_rows(&asked, options);
    memcpy(options + MATCH_SETTINGS, run_rows, sizeof run_rows);
    options_parse_given("Plays engines against each other, programs that speak UCI or USI or "
                        "settings of this one, and says how strong they are.",
                        options, ALL_OPTIONS, argc, argv, given);
    Runner *runner = xcalloc(1, sizeof *runner);
    runner->asked = &how;
    int status = how.db && how.resume
                   ? options_complain("match", "--db and --resume exclude each other")
                   : start(runner, &asked, options, given);
    match_records_close(runner->records, &(Diag){0});
    standings_free(&runner->standings);
    match_free(&runner->match);
    store_close(runner->store);
    free(runner);
    options_free(options, ALL_OPTIONS);
    return status;
}
