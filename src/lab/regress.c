/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/regress.h"

#include "arena/process.h"
#include "base/clock.h"
#include "lab/bench.h"
#include "lab/print.h"
#include "lab/suite.h"
#include "measure/interval.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

typedef struct {
    const char *db, *label, *against, *reference;
    OptionList suites;
    int64_t depth, runs, nodes, nodes_percent, speed_percent, limit;
    bool list, json;
} Settings;

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* ---- Other programs ---- */

/* CPU time of all programs that have been run and have ended. */
static double spent_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec
         + ((double)usage.ru_utime.tv_usec + (double)usage.ru_stime.tv_usec) / 1e6;
}

/* Runs a program to its end and hands every line to `seen`. */
static bool run_program(char *const *argv, int64_t limit_s, void (*seen)(void *context, Span line),
                        void *context, Diag *diag)
{
    Process *process = process_start(&(ProcessSpec){.argv = argv}, diag);
    if (!process)
        return false;
    int64_t deadline = clock_now_ns() + limit_s * 1000000000;
    ProcessStatus status;
    Span line;
    while ((status = process_read_line(process, deadline, &line)) == PROCESS_OK)
        seen(context, line);
    process_end(process, status == PROCESS_CLOSED ? 1000 : 0);
    return status == PROCESS_CLOSED
        || diag_error(diag, "%s: no end after %" PRId64 " seconds", argv[0], limit_s);
}

/* ---- Speed ---- */

typedef struct {
    int64_t nodes; /* of the last line "N nodes M nps"; 0 for none */
} BenchLine;

static void read_bench_line(void *context, Span line)
{
    BenchLine *bench = context;
    Span nodes, word;
    int64_t number;
    if (span_next_word(&line, &nodes) && span_next_word(&line, &word) && span_is(word, "nodes")
        && span_to_int(nodes, 1, INT64_MAX, &number))
        bench->nodes = number;
}

/* Nodes in a second of CPU time: another process at our side does not slow that down as it does the
 * clock on the wall. */
static bool measure_speed(const Settings *settings, const char *program, double *speed, Diag *diag)
{
    char path[4096], depth[16], bench[] = "bench", option[] = "--depth";
    BenchLine line = {0};
    snprintf(path, sizeof path, "%s", program);
    snprintf(depth, sizeof depth, "%" PRId64, settings->depth);
    char *argv[] = {path, bench, settings->depth ? option : NULL, depth, NULL};
    double before = spent_seconds();
    if (!run_program(argv, settings->limit, read_bench_line, &line, diag))
        return false;
    double spent = spent_seconds() - before;
    if (line.nodes == 0 || spent <= 0)
        return diag_error(diag, "%s: `bench` does not end with 'N nodes M nps'", program);
    *speed = (double)line.nodes / spent;
    return true;
}

static double median_of(const void *context, const int *items, int count)
{
    const double *ratios = context;
    double *chosen = xmalloc((size_t)count * sizeof *chosen);
    for (int i = 0; i < count; i++)
        chosen[i] = ratios[items[i]];
    double median = numbers_median(chosen, count);
    free(chosen);
    return median;
}

/* Both programs in turn, the one that begins changing from pair to pair, so that a machine which
 * gets slower or faster favours neither. */
static bool add_speed(const Settings *settings, Measures *measures, Diag *diag)
{
    const char *programs[2] = {"/proc/self/exe", settings->reference};
    double *ratios = xmalloc((size_t)settings->runs * sizeof *ratios);
    bool good = true;
    Progress progress;
    progress_begin(&progress, "regress: speed");
    for (int64_t i = 0; good && i < settings->runs; i++) {
        double speed[2];
        int first = (int)(i & 1);
        good = measure_speed(settings, programs[first], &speed[first], diag)
            && measure_speed(settings, programs[!first], &speed[!first], diag);
        if (good)
            ratios[i] = speed[0] / speed[1];
        progress_show(&progress, i + 1, settings->runs, "pairs of runs");
    }
    progress_end(&progress);
    if (good) {
        Interval median = interval_bootstrap((int)settings->runs, median_of, ratios, 1);
        Text name = TEXT_EMPTY, how = TEXT_EMPTY;
        text_printf(&name, "speed / %s", base_name(settings->reference));
        text_printf(&how, "median of %" PRId64 " pairs", settings->runs);
        measures_add(measures, MEASURE_RATIO, name.data, how.data, median.value, median.low,
                     median.high);
    }
    free(ratios);
    return good;
}

/* ---- Bench and suites ---- */

static void add_bench(const Settings *settings, Measures *measures)
{
    Progress progress;
    progress_begin(&progress, "regress: bench");
    for (int i = 0; i < BENCH_SETS; i++) {
        BenchSet set = bench_sets[i];
        ParamSet params;
        ParamGame game;
        if (!param_game_find(span_of(set.game->name), &game))
            BUG("no parameters for %s", set.game->name);
        param_set_init(&params, game);
        if (settings->depth)
            set.depth = (int)settings->depth;
        Text name = TEXT_EMPTY, how = TEXT_EMPTY;
        text_printf(&name, "bench %s", set.game->name);
        text_printf(&how, "nodes, %zu positions to depth %d", set.count, set.depth);
        set.progress = &progress;
        set.total = (int64_t)set.count;
        uint64_t nodes = bench_run(&set, &params.values, NULL, NULL).nodes;
        measures_add(measures, MEASURE_NODES, name.data, how.data, (double)nodes, 0, 0);
    }
    progress_end(&progress);
}

/* Suites are known by the names of their files, wherever these lie. */
static bool suites_differ(const OptionList *suites, Diag *diag)
{
    for (int i = 0; i < suites->count; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(base_name(suites->items[i]), base_name(suites->items[k])) == 0)
                return diag_error(diag, "--suite: two files are called %s",
                                  base_name(suites->items[i]));
    return true;
}

/* False after a complaint. */
static bool add_suite(const Settings *settings, const char *path, Measures *measures)
{
    SearchOptions search = SEARCH_OPTIONS_DEFAULT;
    SuiteFile file;
    search.nodes = settings->nodes;
    bool good = suite_solve(path, &search, &file);
    if (good) {
        Text name = TEXT_EMPTY, how = TEXT_EMPTY;
        int solved = 0;
        for (int i = 0; i < file.problems.count; i++)
            solved += file.attempts[i].solved;
        text_printf(&name, "suite %s", base_name(path));
        text_printf(&how, "solved of %d, %" PRId64 " nodes each", file.problems.count,
                    settings->nodes);
        measures_add(measures, MEASURE_SOLVED, name.data, how.data, solved, 0, 0);
    }
    suite_free(&file);
    return good;
}

/* ---- The label ---- */

static void add_line(void *context, Span line)
{
    Text *text = context;
    if (text->length < 200)
        text_add_span(text, line);
}

/* The commit of the checkout we stand in, with a plus when files differ from it. */
static bool find_commit(Text *label, Diag *diag)
{
    char git[] = "git", parse[] = "rev-parse", brief[] = "--short=10", head[] = "HEAD";
    char status[] = "status", form[] = "--porcelain", few[] = "--untracked-files=no";
    char *ask_commit[] = {git, parse, brief, head, NULL};
    char *ask_changes[] = {git, status, form, few, NULL};
    enum { LIMIT_S = 20 };
    Text changes = TEXT_EMPTY;
    Diag ignored;
    diag_clear(&ignored);
    bool found = run_program(ask_commit, LIMIT_S, add_line, label, &ignored) && label->length > 0
              && run_program(ask_changes, LIMIT_S, add_line, &changes, &ignored);
    if (found && changes.length > 0)
        text_add_char(label, '+');
    text_free(&changes);
    return found || diag_error(diag, "no commit of a checkout is found here: give --label");
}

/* ---- The command ---- */

static int judge(const Settings *settings, Measures *measures)
{
    const Thresholds thresholds = {(double)settings->nodes_percent,
                                   (double)settings->speed_percent};
    int worse = 0;
    for (int i = 0; i < measures->count; i++) {
        measures->items[i].verdict = measure_judge(&measures->items[i], &thresholds);
        worse += measures->items[i].verdict == VERDICT_WORSE;
    }
    return worse;
}

/* The file is opened before anything is measured: a minute of work is not lost to a bad path. */
static int run(const Settings *settings, Db *db, const char *label, Diag *diag)
{
    Measures measures = {0};
    add_bench(settings, &measures);
    bool good = !settings->reference || add_speed(settings, &measures, diag);
    for (int i = 0; good && i < settings->suites.count; i++)
        if (!add_suite(settings, settings->suites.items[i], &measures)) {
            measures_free(&measures);
            return EXIT_BAD_INPUT;
        }
    good = good && regress_load_last(db, settings->against, &measures, diag);
    int worse = judge(settings, &measures);
    good = good && regress_save(db, label, (int64_t)time(NULL), &measures, diag);
    if (good) {
        Text text = TEXT_EMPTY;
        (settings->json ? regress_write_json : regress_write_table)(label, &measures, &text);
        print_report(&text);
        text_free(&text);
    }
    measures_free(&measures);
    if (!good)
        return options_complain("regress", "error: %s", diag->error);
    return worse ? EXIT_CHECK_FAILED : EXIT_GOOD;
}

static int list(const Settings *settings, Diag *diag)
{
    Text text = TEXT_EMPTY;
    Db *db = db_open(settings->db, DB_READ, &regress_db, diag);
    bool good =
        db && regress_check(db, diag) && regress_write_list(db, settings->json, &text, diag);
    if (good)
        print_report(&text);
    db_close(db);
    text_free(&text);
    return good ? EXIT_GOOD : options_complain("regress", "error: %s", diag->error);
}

int regress_command(int argc, char **argv)
{
    Settings settings = {
        .runs = 7, .nodes = 100000, .nodes_percent = 10, .speed_percent = 2, .limit = 600};
    const Option options[] = {
        {"db", "FILE", OPTION_TEXT, &settings.db, 0, 0, "Where results are kept; made if need be"},
        {"label", "NAME", OPTION_TEXT, &settings.label, 0, 0,
         "What this run is called (default: the commit of the checkout)"},
        {"reference", "PROGRAM", OPTION_TEXT, &settings.reference, 0, 0,
         "Another build whose `bench` is run in turn with ours, for the ratio of speeds"},
        {"runs", "N", OPTION_NUMBER, &settings.runs, 1, 1000, "Pairs of such runs (default 7)"},
        {"suite", "FILE", OPTION_LIST, &settings.suites, 0, 0,
         "Problems as `tenuki suite` takes them; may be repeated"},
        {"nodes", "N", OPTION_NUMBER, &settings.nodes, 1, INT64_MAX,
         "Nodes for each problem (default 100000)"},
        {"depth", "N", OPTION_NUMBER, &settings.depth, 1, MAX_PLY, "Another depth of the bench"},
        {"against", "NAME", OPTION_TEXT, &settings.against, 0, 0,
         "Compare with the newest run of this label, not with the newest of all"},
        {"nodes-threshold", "PERCENT", OPTION_NUMBER, &settings.nodes_percent, 0, 1000,
         "More nodes than this are worse (default 10)"},
        {"speed-threshold", "PERCENT", OPTION_NUMBER, &settings.speed_percent, 0, 100,
         "Slower by more than this is worse, if 1 is outside the interval (default 2)"},
        {"limit", "SECONDS", OPTION_NUMBER, &settings.limit, 1, 86400,
         "For each run of a program (default 600)"},
        {"list", NULL, OPTION_FLAG, &settings.list, 0, 0, "Only show what is stored"},
        {"json", NULL, OPTION_FLAG, &settings.json, 0, 0, "One JSON object for programs"},
    };
    options_parse("Runs the bench, the speed against another build and suites, stores the results, "
                  "and compares them with the last ones of the same settings. Exit status 1 when "
                  "something has become worse.",
                  options, COUNT_OF(options), argc, argv);
    Diag diag;
    diag_clear(&diag);
    if (!settings.db)
        return options_complain("regress", "--db: which file?");
    if (settings.list)
        return list(&settings, &diag);
    Text label = TEXT_EMPTY;
    if (settings.label)
        text_add(&label, settings.label);
    Db *db = NULL;
    int status;
    if (suites_differ(&settings.suites, &diag) && (settings.label || find_commit(&label, &diag))
        && (db = db_open(settings.db, DB_WRITE, &regress_db, &diag)) && regress_check(db, &diag))
        status = run(&settings, db, text_cstr(&label), &diag);
    else
        status = options_complain("regress", "error: %s", diag.error);
    db_close(db);
    text_free(&label);
    return status;
}
