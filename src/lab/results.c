/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/results.h"

#include "lab/match_records.h"
#include "lab/match_table.h"
#include "lab/print.h"
#include "lab/progress.h"
#include "lab/reports.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    Store *store;
    Match match;
    Standings standings;
    MatchRecords *records;
    bool check;
    Progress progress;
    bool quiet;                 /* for another part of the program, not for somebody who waits */
    const GameOps *wanted_game; /* for results_score */
    MatchScore *score;
    /* For results_json. */
    void (*on_game)(void *context, const Match *match, const Standings *standings);
    void *context;
    Text *json;
    Diag *diag;
} Results;

/* Who should have played that game? */
static bool check_schedule(const Results *results, const PlayedGame *played)
{
    const Schedule *schedule = &results->match.schedule;
    if (played->number < 1 || played->number > schedule_total(schedule))
        return diag_error(results->diag, "game %" PRId64 " is none of the match", played->number);
    ScheduledGame game = schedule_game(schedule, played->number);
    for (int side = 0; side < 2; side++) {
        const char *name = results->match.engines[game.engines[side ^ game.swapped]].name;
        if (strcmp(name, played->names[side]) != 0)
            return diag_error(results->diag, "game %" PRId64 ": %s was to play, not %s",
                              played->number, name, played->names[side]);
    }
    return true;
}

static bool take_game(void *context, const PlayedGame *played)
{
    Results *results = context;
    Diag inner;
    diag_clear(&inner);
    if (results->check) {
        if (!check_schedule(results, played))
            return false;
        if (!played_check(played, results->match.terms.game, &results->match.terms.rules, &inner))
            return diag_error(results->diag, "game %" PRId64 ": %s", played->number, inner.error);
    }
    if (!standings_add(&results->standings, played))
        return diag_error(results->diag, "game %" PRId64 " is there twice", played->number);
    if (results->on_game)
        results->on_game(results->context, &results->match, &results->standings);
    if (results->check) {
        progress_end(&results->progress);
        printf("have %" PRId64 "\n", played->number);
    }
    if (!results->quiet)
        progress_show(&results->progress, results->standings.done,
                      schedule_total(&results->match.schedule), "games");
    if (results->records)
        match_records_add(results->records, played);
    return true;
}

typedef struct {
    const char *pgn, *csa, *kif;
    bool json;
} Asked;

static bool open_records(Results *results, const Asked *asked)
{
    const GameOps *game = results->match.terms.game;
    const RecordPaths paths = {asked->pgn, asked->csa, asked->kif};
    if (!asked->pgn && !asked->csa && !asked->kif)
        return true;
    if (game == &chess_ops ? asked->csa || asked->kif : asked->pgn != NULL)
        return diag_error(results->diag, "%s is written as %s", game->name,
                          game == &chess_ops ? "PGN" : "CSA or KIF");
    results->records = match_records_open(&paths, game, results->match.event, false, results->diag);
    return results->records != NULL;
}

static void write_json(const Results *results, Text *text)
{
    const MatchView view = {.match = &results->match, .standings = &results->standings};
    bool complete = results->standings.done == schedule_total(&results->match.schedule);
    match_table_json(&view, complete ? "complete" : "open", text);
}

static void show(Results *results, const Asked *asked)
{
    Text text = TEXT_EMPTY;
    const MatchView view = {.match = &results->match, .standings = &results->standings};
    match_table_write(&view, true, &text);
    if (asked->json) {
        write_json(results, &text);
        text_add_char(&text, '\n');
    }
    print_report(&text);
    text_free(&text);
}

/* A match whose settings cannot be read is bad input; a game that cannot be right is a failed
 * check. */
static int read_match(Results *results, const char *path, const Asked *asked,
                      void (*use)(Results *results, const Asked *asked))
{
    MatchAsked stored;
    Option rows[MATCH_SETTINGS];
    uint64_t checksum;
    match_asked_init(&stored);
    match_asked_rows(&stored, rows);
    char *settings = xstrdup(store_settings(results->store));
    bool good = *settings ? match_settings_read(settings, rows, &checksum, results->diag)
                                && match_resolve(&stored, false, &results->match, results->diag)
                          : diag_error(results->diag, "%s: no match has begun in it", path);
    int status = EXIT_BAD_INPUT;
    if (good) {
        bool moves = results->check || asked->pgn || asked->csa || asked->kif;
        standings_init(&results->standings, &results->match.schedule);
        good = open_records(results, asked);
        progress_begin(&results->progress, "results");
        status = good ? EXIT_CHECK_FAILED : EXIT_BAD_INPUT;
        good = good
            && store_each(results->store, results->match.terms.game, moves, take_game, results,
                          results->diag)
            && !results->diag->error[0];
        progress_end(&results->progress);
        good = match_records_close(results->records, results->diag) && good;
    }
    if (good) {
        use(results, asked);
        status = results->diag->error[0] ? EXIT_BAD_INPUT : EXIT_GOOD;
    }
    standings_free(&results->standings);
    match_free(&results->match);
    options_free(rows, MATCH_SETTINGS);
    free(settings);
    return status;
}

static void take_score(Results *results, const Asked *asked)
{
    (void)asked;
    if (results->match.terms.game != results->wanted_game)
        diag_error(results->diag, "a match of %s", results->match.terms.game->name);
    else if (schedule_pairings(&results->match.schedule) != 1)
        diag_error(results->diag, "a match of more than two engines");
    else
        *results->score = results->standings.pairings[0];
}

bool results_score(const char *path, const GameOps *game, MatchScore *score, Diag *diag)
{
    const Asked nothing = {0};
    Results results = {
        .store = store_open(path, STORE_READ, diag),
        .quiet = true,
        .wanted_game = game,
        .score = score,
        .diag = diag,
    };
    bool good = results.store && read_match(&results, path, &nothing, take_score) == EXIT_GOOD;
    store_close(results.store);
    return good;
}

static void take_json(Results *results, const Asked *asked)
{
    (void)asked;
    write_json(results, results->json);
}

bool results_json(const char *path,
                  void (*on_game)(void *context, const Match *match, const Standings *standings),
                  void *context, Text *json, Diag *diag)
{
    const Asked nothing = {0};
    /* A match is large, and the caller's stack may not be. */
    Results *results = xcalloc(1, sizeof *results);
    results->store = store_open(path, STORE_READ, diag);
    results->quiet = true;
    results->on_game = on_game;
    results->context = context;
    results->json = json;
    results->diag = diag;
    bool good = results->store && read_match(results, path, &nothing, take_json) == EXIT_GOOD;
    store_close(results->store);
    free(results);
    return good;
}

/* What ablate or audit keep there. */
static int show_reports(const char *path, bool check, const Asked *asked, Diag *diag)
{
    Text text = TEXT_EMPTY;
    Db *db = db_open(path, DB_READ, &reports_db, diag);
    bool good = db && reports_check(db, check ? &text : NULL, diag);
    if (good && !check)
        good = reports_write_list(db, &text, diag);
    if (good && asked->json) {
        text_add(&text, "{\"runs\": ");
        good = reports_write_json(db, true, &text, diag);
        text_add(&text, "}\n");
    }
    if (asked->pgn || asked->csa || asked->kif)
        good = diag_error(diag, "%s: there are no games in it", path);
    if (good || check)
        print_report(&text);
    db_close(db);
    text_free(&text);
    if (good)
        return EXIT_GOOD;
    options_complain("results", "error: %s", diag->error);
    return db && check ? EXIT_CHECK_FAILED : EXIT_BAD_INPUT;
}

int results_command(int argc, char **argv)
{
    Asked asked = {0};
    Diag diag;
    diag_clear(&diag);
    Results results = {.diag = &diag};
    const Option options[] = {
        {"pgn", "FILE", OPTION_TEXT, &asked.pgn, 0, 0, "Chess: write all games to this new file"},
        {"csa", "FILE", OPTION_TEXT, &asked.csa, 0, 0, "Shogi: write all games as CSA"},
        {"kif", "FILE", OPTION_TEXT, &asked.kif, 0, 0, "Shogi: write all games as KIF"},
        {"json", NULL, OPTION_FLAG, &asked.json, 0, 0, "The result as JSON on the last line"},
    };
    OptionList words = {0};
    options_parse_words(
        "Shows what was stored by `tenuki match --db FILE`, or the reports that `ablate` and "
        "`audit` keep there: tenuki results FILE. With the word check, tenuki results check "
        "FILE, every game is replayed by our rules, or every report looked through, and a line "
        "\"have N\" stands for each that is good.",
        options, COUNT_OF(options), argc, argv, &words);
    results.check = words.count > 0 && strcmp(words.items[0], "check") == 0;
    if (words.count != 1 + results.check)
        return options_complain("results", "which file? tenuki results [check] FILE");
    const char *path = words.items[words.count - 1];
    if (db_application(path) == reports_db.application)
        return show_reports(path, results.check, &asked, &diag);
    results.store = store_open(path, STORE_READ, &diag);
    int status = results.check && access(path, F_OK) == 0 ? EXIT_CHECK_FAILED : EXIT_BAD_INPUT;
    /* A match that was killed before it could begin has lost nothing. */
    if (results.store && results.check && !*store_settings(results.store))
        status = EXIT_GOOD;
    else if (results.store)
        status = read_match(&results, path, &asked, show);
    if (status != EXIT_GOOD)
        options_complain("results", "error: %s", diag.error);
    store_close(results.store);
    return status;
}
