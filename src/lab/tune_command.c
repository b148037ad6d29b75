/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/tune_command.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/threads.h"
#include "lab/print.h"
#include "lab/progress.h"
#include "lab/tune.h"
#include "lab/tune_eval.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What is not part of the tuning and may be another each time it is resumed. */
typedef struct {
    const char *db, *resume, *html;
    int64_t concurrency;
    bool json, acks;
} RunAsked;

typedef struct {
    Tune tune;
    TuneHistory history;
    TunePlayers *players;
    Db *db; /* NULL: nothing is kept */
    const RunAsked *asked;
    Progress progress;
    int64_t before; /* iterations of earlier runs */
    Diag *diag;
} Runner;

/* ---- What people see while it runs ---- */

static TuneView view_of(const Runner *runner)
{
    return (TuneView){
        .tune = &runner->tune,
        .history = &runner->history,
        .seconds = (double)(clock_now_ns() - runner->progress.started_ns) / 1e9,
        .now = runner->history.done - runner->before,
    };
}

static void show(Runner *runner)
{
    Progress *progress = &runner->progress;
    if (!progress_is_due(progress))
        return;
    Text text = TEXT_EMPTY;
    TuneView view = view_of(runner);
    if (progress->terminal) {
        int rows = terminal_rows(STDERR_FILENO);
        tune_write_live(&view, rows > 8 ? rows - 7 : 1, terminal_columns(STDERR_FILENO), &text);
    } else {
        tune_write_line(&view, &text);
    }
    progress_draw(progress, &text);
    text_free(&text);
}

/* ---- Running ---- */

static bool play(void *context, const SpsaTrial *trial, SpsaScore *score)
{
    Runner *runner = context;
    tune_play(runner->players, trial, score);
    return true;
}

/* Stored first, acknowledged then. */
static bool seen(void *context, const SpsaTrial *trial, const SpsaScore *score,
                 const double *values)
{
    Runner *runner = context;
    if (runner->db
        && !tune_store_add(runner->db, &runner->tune.spsa, trial->iteration, score, values,
                           runner->diag))
        return false;
    tune_history_add(&runner->history, score, values);
    if (runner->asked->acks) {
        printf("ack %" PRId64 "\n", trial->iteration);
        fflush(stdout);
    }
    show(runner);
    return true;
}

static bool show_result(Runner *runner)
{
    Text text = TEXT_EMPTY;
    TuneView view = view_of(runner);
    bool good = true;
    progress_end(&runner->progress);
    if (runner->asked->html) {
        tune_write_html(&view, &text);
        good = file_write(runner->asked->html, (Span){text_cstr(&text), text.length}, runner->diag);
        text_clear(&text);
    }
    tune_write_result(&view, &text);
    if (runner->asked->json)
        tune_write_json(&view, &text);
    print_report(&text);
    text_free(&text);
    return good;
}

static bool run(Runner *runner)
{
    double values[SPSA_ROWS_MAX];
    size_t size = (size_t)runner->history.count * sizeof *values;
    memcpy(values, tune_history_at(&runner->history, runner->history.done), size);
    runner->before = runner->history.done;
    progress_begin(&runner->progress, "tune");
    if (runner->tune.openings.count == 0)
        options_complain("tune",
                         "note: without --openings all games begin alike, and teach little");
    runner->players = tune_players_new(&runner->tune, (int)runner->asked->concurrency);
    bool good = spsa_run(&runner->tune.spsa, runner->history.done, values, play, seen, runner);
    tune_players_free(runner->players);
    return good && show_result(runner);
}

/* ---- Settings, new and stored ---- */

typedef struct {
    TuneAsked asked;
    Option rows[TUNE_SETTINGS];
    TuneTexts texts;
    Text options;  /* of a stored one, which `asked` points into */
    Text checksum; /* of its openings */
} Stored;

static void stored_free(Stored *stored)
{
    tune_texts_free(&stored->texts);
    text_free(&stored->options);
    text_free(&stored->checksum);
}

/* False with an error, or, when nothing is stored yet, without one. */
static bool stored_read(Db *db, Stored *stored, Diag *diag)
{
    tune_asked_init(&stored->asked);
    tune_asked_rows(&stored->asked, stored->rows);
    return tune_store_read(db, &stored->options, &stored->texts, &stored->checksum, diag)
        && stored->options.length > 0
        && options_read(stored->rows, TUNE_SETTINGS, stored->options.data, diag);
}

/* What is said on the command line must be what is stored. */
static bool agrees(const Option *rows, const bool *given, const Stored *stored, Diag *diag)
{
    bool same = true;
    for (int i = 0; same && i < TUNE_SETTINGS; i++) {
        Text now = TEXT_EMPTY, then = TEXT_EMPTY;
        options_write(&rows[i], &now);
        options_write(&stored->rows[i], &then);
        same = !given[i] || strcmp(text_cstr(&now), text_cstr(&then)) == 0;
        if (!same)
            diag_error(diag, "--%s differs from the stored tuning, which has %.*s", rows[i].name,
                       then.length ? (int)then.length - 1 : 4,
                       then.length ? text_cstr(&then) : "none");
        text_free(&now);
        text_free(&then);
    }
    return same;
}

static bool agrees_with_texts(const TuneTexts *now, const TuneTexts *then, Diag *diag)
{
    if (strcmp(text_cstr(&now->rows), text_cstr(&then->rows)) != 0)
        return diag_error(diag, "--params or --spsa-file differ from the stored tuning");
    if (strcmp(text_cstr(&now->base), text_cstr(&then->base)) != 0)
        return diag_error(diag, "--preset, --config or --set differ from the stored tuning");
    return true;
}

static bool openings_agree(const Runner *runner, const Stored *stored, Diag *diag)
{
    char number[32];
    snprintf(number, sizeof number, "%016" PRIx64, runner->tune.openings.checksum);
    return strcmp(number, text_cstr(&stored->checksum)) == 0
        || diag_error(diag, "%s is not the file of openings that the tuning began with",
                      stored->asked.openings ? stored->asked.openings : "no file");
}

static bool begin(Runner *runner, const TuneAsked *asked, const Option *rows,
                  const TuneTexts *texts)
{
    Text options = TEXT_EMPTY;
    if (!tune_resolve(asked, texts, true, &runner->tune, runner->diag))
        return false;
    for (int i = 0; i < TUNE_SETTINGS; i++)
        options_write(&rows[i], &options);
    bool good = !runner->db
             || tune_store_begin(runner->db, text_cstr(&options), texts,
                                 runner->tune.openings.checksum, runner->diag);
    text_free(&options);
    tune_history_init(&runner->history, &runner->tune.spsa);
    return good;
}

static bool go_on(Runner *runner, const Stored *stored)
{
    if (!tune_resolve(&stored->asked, &stored->texts, true, &runner->tune, runner->diag)
        || !openings_agree(runner, stored, runner->diag))
        return false;
    tune_history_init(&runner->history, &runner->tune.spsa);
    return tune_store_load(runner->db, &runner->tune.spsa, &runner->history, runner->diag);
}

/* ---- The commands ---- */

typedef struct {
    TuneAsked asked;
    TuneSources sources;
    RunAsked how;
    bool given[64];
    bool has_sources; /* something says what is to be tuned, or from where on */
    Option rows[64];
} CommandLine;

static void read_command_line(int argc, char **argv, CommandLine *line)
{
    RunAsked *how = &line->how;
    const Option others[] = {
        {"params", "PATTERN", OPTION_LIST, &line->sources.patterns, 0, 0,
         "Numbers of the table whose names fit: 'nmp_*', rfp_margin; may be repeated"},
        {"spsa-file", "FILE", OPTION_TEXT, &line->sources.file, 0, 0,
         "Lines of OpenBench: name, int|float, value, min, max, C_end, R_end"},
        PARAMS_OPTION_ROWS(&line->sources.params),
        {"db", "FILE", OPTION_TEXT, &how->db, 0, 0, "Keep the tuning in this new file"},
        {"resume", "FILE", OPTION_TEXT, &how->resume, 0, 0,
         "Go on with the tuning in this file; if there is none, begin it"},
        {"concurrency", "N", OPTION_NUMBER, &how->concurrency, 1, THREADS_MAX,
         "Pairs at the same time (default 1)"},
        {"html", "FILE", OPTION_TEXT, &how->html, 0, 0, "Write a report with plots"},
        {"acks", NULL, OPTION_FLAG, &how->acks, 0, 0,
         "A line \"ack N\" for each iteration that is stored"},
        {"json", NULL, OPTION_FLAG, &how->json, 0, 0, "The result as JSON on the last line"},
    };
    enum { SOURCE_OPTIONS = 6, ALL_OPTIONS = TUNE_SETTINGS + COUNT_OF(others) };
    _Static_assert(ALL_OPTIONS <= COUNT_OF(line->rows), "room for all of them");
    *line = (CommandLine){.how = {.concurrency = 1}};
    tune_asked_init(&line->asked);
    tune_asked_rows(&line->asked, line->rows);
    memcpy(line->rows + TUNE_SETTINGS, others, sizeof others);
    options_parse_given(
        "Tunes numbers of the search by playing: SPSA, in this process. `tenuki tune check FILE` "
        "looks through a stored tuning; `tenuki tune eval` fits the evaluation instead.",
        line->rows, ALL_OPTIONS, argc, argv, line->given);
    for (int i = TUNE_SETTINGS; i < TUNE_SETTINGS + SOURCE_OPTIONS; i++)
        line->has_sources |= line->given[i];
}

/* False, after a complaint or with an error in the runner's diag. */
static bool start(Runner *runner, const CommandLine *line)
{
    const char *path = line->how.resume ? line->how.resume : line->how.db;
    TuneTexts texts = {0};
    Stored stored = {0};
    Diag *diag = runner->diag;
    /* A mistake on the command line must not leave a file behind. */
    bool good = (line->how.resume && !line->has_sources)
             || (tune_texts_make(&line->sources, line->asked.game, &texts)
                 && (line->how.resume || begin(runner, &line->asked, line->rows, &texts)));
    if (good && !path)
        good = run(runner);
    else if (good) {
        tune_free(&runner->tune);
        tune_history_free(&runner->history);
        good = (runner->db = db_open(path, DB_WRITE, &tune_db, diag)) != NULL;
        if (good && stored_read(runner->db, &stored, diag))
            good = (line->how.resume
                    || diag_error(diag, "%s has a tuning already; --resume goes on with it", path))
                && agrees(line->rows, line->given, &stored, diag)
                && (!line->has_sources || agrees_with_texts(&texts, &stored.texts, diag))
                && go_on(runner, &stored);
        else
            good = good && !diag->error[0]
                && (line->has_sources || diag_error(diag, "%s: no tuning is in it yet", path))
                && begin(runner, &line->asked, line->rows, &texts);
        good = good && run(runner);
    }
    tune_texts_free(&texts);
    stored_free(&stored);
    return good;
}

static int check(int argc, char **argv)
{
    Runner runner = {0};
    Stored stored = {0};
    Diag diag;
    diag_clear(&diag);
    bool json = false;
    OptionList words = {0};
    const Option options[] = {
        {"json", NULL, OPTION_FLAG, &json, 0, 0, "One JSON object on the last line"},
    };
    options_parse_words(
        "tenuki tune check FILE: follows the iterations of a stored tuning from the "
        "start, and says \"have N\" for each that is good.",
        options, COUNT_OF(options), argc, argv, &words);
    if (words.count != 1)
        return options_complain("tune check", "which tuning? tenuki tune check FILE");
    runner.diag = &diag;
    runner.db = db_open(words.items[0], DB_READ, &tune_db, &diag);
    int status = EXIT_BAD_INPUT;
    if (runner.db && stored_read(runner.db, &stored, &diag)
        && tune_resolve(&stored.asked, &stored.texts, false, &runner.tune, &diag)) {
        tune_history_init(&runner.history, &runner.tune.spsa);
        bool good = tune_store_load(runner.db, &runner.tune.spsa, &runner.history, &diag);
        for (int64_t k = 1; k <= runner.history.done; k++)
            printf("have %" PRId64 "\n", k);
        status = good ? EXIT_GOOD : EXIT_CHECK_FAILED;
    } else if (runner.db && !diag.error[0]) {
        /* Killed before anything was stored: there is nothing to be wrong. */
        status = EXIT_GOOD;
    }
    if (json && status != EXIT_BAD_INPUT)
        printf("{\"iterations\": %" PRId64 ", \"good\": %s}\n", runner.history.done,
               status == EXIT_GOOD ? "true" : "false");
    if (status != EXIT_GOOD)
        options_complain("tune check", "error: %s", diag.error);
    tune_history_free(&runner.history);
    tune_free(&runner.tune);
    db_close(runner.db);
    stored_free(&stored);
    return status;
}

int tune_command(int argc, char **argv)
{
    static char eval_name[] = "tune eval", check_name[] = "tune check";
    if (argc > 1 && strcmp(argv[1], "eval") == 0) {
        argv[1] = eval_name;
        return tune_eval_command(argc - 1, argv + 1);
    }
    if (argc > 1 && strcmp(argv[1], "check") == 0) {
        argv[1] = check_name;
        return check(argc - 1, argv + 1);
    }
    CommandLine line;
    Diag diag;
    diag_clear(&diag);
    read_command_line(argc, argv, &line);
    if (line.how.db && line.how.resume)
        return options_complain("tune", "--db and --resume exclude each other");
    Runner runner = {.asked = &line.how, .diag = &diag};
    bool good = start(&runner, &line);
    if (diag.error[0])
        options_complain("tune", "error: %s", diag.error);
    tune_history_free(&runner.history);
    tune_free(&runner.tune);
    db_close(runner.db);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}
