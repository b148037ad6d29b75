/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/mate_command.h"

#include "base/clock.h"
#include "engine/setup.h"
#include "lab/options.h"
#include "lab/print.h"
#include "lab/problems.h"
#include "lab/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const GameOps *game;
    const char *position;
    const char *file;
    int64_t time_ms; /* 0: not said */
    int64_t nodes;   /* 0: not said */
    int64_t max;     /* 0: any length */
    int64_t hash_mib;
    bool json;
} Settings;

/* Returns the nanoseconds that it took. */
static int64_t solve(const Settings *settings, GamePosition *pos, int64_t default_ms,
                     MateResult *result)
{
    int64_t start = clock_now_ns();
    int64_t ms = settings->time_ms ? settings->time_ms : settings->nodes > 0 ? 0 : default_ms;
    MateLimits limits = {
        .nodes = settings->nodes > 0 ? (uint64_t)settings->nodes : UINT64_MAX,
        .deadline_ns = ms ? start + ms * 1000000 : 0,
        .max_plies = settings->max ? problem_mate_to_plies(settings->game, (int)settings->max) : 0,
        .table_mib = (size_t)settings->hash_mib,
    };
    settings->game->solve_mate(pos, &limits, result);
    return clock_now_ns() - start;
}

/* ---- One position ---- */

static const char *const STATUS_WORDS[] = {
    [MATE_PROVED] = "mate",
    [MATE_DISPROVED] = "no mate",
    [MATE_UNKNOWN] = "unknown",
};

static void add_line(const GameOps *game, GamePosition *pos, const MateResult *result,
                     const char *quote, const char *separator, Text *text)
{
    for (int i = 0; i < result->length; i++) {
        if (i > 0)
            text_add(text, separator);
        text_add(text, quote);
        game->write_move(pos, result->line[i], MOVE_PROTOCOL, text);
        text_add(text, quote);
        game->make(pos, result->line[i]);
    }
    for (int i = 0; i < result->length; i++)
        game->unmake(pos);
}

static void print_answer(const Settings *settings, GamePosition *pos, const MateResult *result,
                         int64_t spent)
{
    const GameOps *game = settings->game;
    int mate = problem_mate_from_plies(game, result->length);
    Text text = TEXT_EMPTY;
    if (settings->json) {
        text_printf(&text, "{\"status\":\"%s\"", STATUS_WORDS[result->status]);
        if (result->status == MATE_PROVED)
            text_printf(&text, ",\"mate\":%d,\"plies\":%d", mate, result->length);
        text_printf(&text, ",\"nodes\":%" PRIu64 ",\"time_ms\":%" PRId64 ",\"pv\":[", result->nodes,
                    spent / 1000000);
        add_line(game, pos, result, "\"", ",", &text);
        text_add(&text, "]}");
    } else if (result->status == MATE_PROVED) {
        text_printf(&text, "mate in %d: ", mate);
        add_line(game, pos, result, "", " ", &text);
    } else {
        text_add(&text, STATUS_WORDS[result->status]);
    }
    puts(text_cstr(&text));
    text_free(&text);
}

static int run_single(const Settings *settings)
{
    enum { DEFAULT_MS = 10000 };
    int64_t limit_ms = settings->time_ms ? settings->time_ms : settings->nodes ? 0 : DEFAULT_MS;
    GamePosition *pos = options_position("mate", settings->game, settings->position);
    if (!pos)
        return EXIT_BAD_INPUT;
    MateResult *result = xmalloc(sizeof *result);
    ProgressWatch *watch = progress_watch_time("mate", limit_ms);
    int64_t spent = solve(settings, pos, DEFAULT_MS, result);
    progress_watch_end(watch);
    print_answer(settings, pos, result, spent);
    free(result);
    settings->game->destroy(pos);
    return EXIT_GOOD;
}

/* ---- A file ---- */

enum { LENGTHS = MATE_LINE_MAX };

typedef struct {
    int positions, solved, longer, shorter, unsolved, wrong;
    int64_t spent, slowest;
} Tally;

/* A mate where the file has none of that length is a find, unless the file's length is proved. */
static void count_answer(Tally *tally, const Problem *problem, const MateResult *result,
                         int64_t spent)
{
    tally->positions++;
    tally->spent += spent;
    if (spent > tally->slowest)
        tally->slowest = spent;
    if (result->status == MATE_PROVED) {
        bool shorter = problem->mate_plies && result->length < problem->mate_plies;
        tally->solved++;
        tally->longer += problem->mate_plies && result->length > problem->mate_plies;
        tally->shorter += shorter && !problem->mate_proved;
        tally->wrong += shorter && problem->mate_proved;
    } else {
        tally->unsolved += result->status == MATE_UNKNOWN || !problem->mate_plies;
        tally->wrong += result->status == MATE_DISPROVED && problem->mate_plies;
    }
}

static void run_problem(const Settings *settings, const Problem *problem, GamePosition *pos,
                        MateResult *result, Tally *tally, Progress *progress)
{
    enum { DEFAULT_MS = 1000 };
    Diag diag;
    diag_clear(&diag);
    if (!setup_position(settings->game, pos, span_of(problem->position), SETUP_RELAXED, &diag))
        BUG("%s was good when it was read: %s", problem->position, diag.error);
    int wrong = tally->wrong;
    int64_t spent = solve(settings, pos, DEFAULT_MS, result);
    count_answer(tally, problem, result, spent);
    if (tally->wrong > wrong) {
        progress_end(progress);
        printf("wrong: %s: ", problem->position);
        print_answer(settings, pos, result, spent);
    }
}

static double mean_ms(const Tally *tally)
{
    return (double)tally->spent / 1e6 / (tally->positions ? tally->positions : 1);
}

static void add_row(const char *name, const Tally *tally, Text *text)
{
    text_printf(text, "%-8s %9d %9d %9d %9d %9d %9d %9.1f %9.1f\n", name, tally->positions,
                tally->solved, tally->longer, tally->shorter, tally->unsolved, tally->wrong,
                mean_ms(tally), (double)tally->slowest / 1e6);
}

static void add_object(const char *name, const Tally *tally, Text *text)
{
    text_printf(text,
                "{\"mate\": %s, \"positions\": %d, \"solved\": %d, \"longer\": %d, "
                "\"shorter\": %d, \"unsolved\": %d, \"wrong\": %d, \"mean_ms\": %.3f, "
                "\"worst_ms\": %.3f}",
                name, tally->positions, tally->solved, tally->longer, tally->shorter,
                tally->unsolved, tally->wrong, mean_ms(tally), (double)tally->slowest / 1e6);
}

static void add_up(Tally *total, const Tally *tally)
{
    total->positions += tally->positions;
    total->solved += tally->solved;
    total->longer += tally->longer;
    total->shorter += tally->shorter;
    total->unsolved += tally->unsolved;
    total->wrong += tally->wrong;
    total->spent += tally->spent;
    if (tally->slowest > total->slowest)
        total->slowest = tally->slowest;
}

/* One row for each length of mate, and all together. */
static int print_tallies(const Settings *settings, const Tally *tallies)
{
    Tally total = {0};
    Text text = TEXT_EMPTY;
    if (settings->json)
        text_add(&text, "{\"lengths\": [");
    else
        text_printf(&text, MARK_HEADING "%-8s %9s %9s %9s %9s %9s %9s %9s %9s" MARK_END "\n",
                    "mate in", "positions", "solved", "longer", "shorter", "unsolved", "wrong",
                    "mean ms", "worst ms");
    for (int plies = 0; plies < LENGTHS; plies++) {
        const Tally *tally = &tallies[plies];
        if (!tally->positions)
            continue;
        char name[16];
        snprintf(name, sizeof name, "%d", problem_mate_from_plies(settings->game, plies));
        if (settings->json) {
            text_add(&text, total.positions ? ", " : "");
            add_object(plies ? name : "null", tally, &text);
        } else {
            add_row(plies ? name : "?", tally, &text);
        }
        add_up(&total, tally);
    }
    if (settings->json) {
        text_add(&text, "], \"all\": ");
        add_object("null", &total, &text);
        text_add(&text, "}\n");
    } else {
        add_row("all", &total, &text);
    }
    print_report(&text);
    text_free(&text);
    return total.wrong ? EXIT_CHECK_FAILED : EXIT_GOOD;
}

static int run_file(const Settings *settings)
{
    Diag diag;
    diag_clear(&diag);
    ProblemFile file;
    if (!problems_read(settings->file, settings->game, &file, &diag))
        return options_complain("mate", "%s", diag.error);
    GamePosition *pos = settings->game->create();
    MateResult *result = xmalloc(sizeof *result);
    Tally *tallies = xcalloc(LENGTHS, sizeof *tallies);
    Progress progress;
    progress_begin(&progress, "mate");
    for (int i = 0; i < file.count; i++) {
        int plies = file.items[i].mate_plies;
        if (plies >= 0)
            run_problem(settings, &file.items[i], pos, result, &tallies[plies], &progress);
        progress_show(&progress, i + 1, file.count, "");
    }
    progress_end(&progress);
    int status = print_tallies(settings, tallies);
    free(tallies);
    free(result);
    settings->game->destroy(pos);
    problems_free(&file);
    return status;
}

int mate_command(int argc, char **argv)
{
    enum { DAY_MS = 86400000, HASH_MAX = 1 << 20 };
    Settings settings = {.game = &chess_ops, .hash_mib = MATE_TABLE_MIB};
    const Option options[] = {
        {"game", "GAME", OPTION_GAME, &settings.game, 0, 0, "chess (default) or shogi"},
        {"position", "POSITION", OPTION_TEXT, &settings.position, 0, 0,
         "startpos (default), or a FEN or SFEN; \"moves ...\" may follow"},
        {"file", "FILE", OPTION_TEXT, &settings.file, 0, 0,
         "Solve problems: chess EPD with \"dm N\" or \"bm #N\", shogi lines \"SFEN<TAB>PLIES\""},
        {"time", "MS", OPTION_NUMBER, &settings.time_ms, 1, DAY_MS,
         "Per position; default 10000, with --file 1000, without limit if --nodes is given"},
        {"nodes", "N", OPTION_NUMBER, &settings.nodes, 1, INT64_MAX, "Per position"},
        {"max", "N", OPTION_NUMBER, &settings.max, 1, MATE_LINE_MAX / 4,
         "Longest mate to look for: moves in chess, plies in shogi"},
        {"hash", "MIB", OPTION_NUMBER, &settings.hash_mib, 1, HASH_MAX, "Default 64"},
        {"json", NULL, OPTION_FLAG, &settings.json, 0, 0, "One JSON object for programs"},
    };
    options_parse("Proves that the side to move mates by force, in shogi by checks alone. The "
                  "answer counts moves in chess and plies in shogi.",
                  options, COUNT_OF(options), argc, argv);
    if (settings.file && settings.position)
        return options_complain("mate", "--file and --position exclude each other");
    Diag diag;
    diag_clear(&diag);
    if (!memory_has((size_t)settings.hash_mib, &diag))
        return options_complain("mate", "--hash: %s", diag.error);
    return settings.file ? run_file(&settings) : run_single(&settings);
}
