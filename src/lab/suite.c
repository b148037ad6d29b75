/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/suite.h"

#include "base/clock.h"
#include "engine/setup.h"
#include "lab/params_options.h"
#include "lab/print.h"
#include "lab/progress.h"
#include "lab/search_options.h"

#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_MS = 1000 };

typedef struct {
    OptionList paths;
    const GameOps *game; /* NULL: guessed from each file */
    SearchOptions search;
    ParamsOptions params;
    int64_t limit, shuffle;
    bool mate, verbose, json;
} Asked;

/* ---- One problem ---- */

/* What the listener of the engine sees. */
typedef struct {
    const Problem *problem;
    Engine *engine;
    SuiteAttempt *attempt;
} Watch;

static bool contains(const GameMove *moves, int count, GameMove move)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* A mate may be proved by another move than the one the file names. */
static bool is_right(const Problem *problem, GameMove move, int score)
{
    if (problem->mate_plies > 0)
        return value_is_win(score) && VALUE_MATE - score <= problem->mate_plies;
    if (problem->mate_plies < 0)
        return value_is_loss(score) && VALUE_MATE + score <= -problem->mate_plies;
    return (problem->best_count == 0 || contains(problem->best, problem->best_count, move))
        && !contains(problem->avoid, problem->avoid_count, move);
}

static void watch_line(void *context, GamePosition *pos, const EngineLine *line)
{
    (void)pos;
    Watch *watch = context;
    SuiteAttempt *attempt = watch->attempt;
    if (line->line.bound != BOUND_EXACT || line->line.line != 1 || line->line.pv_length == 0)
        return;
    bool right = is_right(watch->problem, line->line.pv[0], line->line.score);
    if (right && !attempt->solved) {
        attempt->solved_ms = line->time_ms;
        attempt->solved_nodes = line->nodes;
    }
    attempt->solved = right;
    /* A proof stays a proof; a best move may yet be taken back. */
    if (right && watch->problem->mate_plies != 0)
        engine_stop(watch->engine);
}

static void keep_answer(void *context, GamePosition *pos, const EngineAnswer *answer)
{
    (void)pos;
    Watch *watch = context;
    SuiteAttempt *attempt = watch->attempt;
    attempt->move = answer->best;
    attempt->score = answer->score;
    attempt->depth = answer->depth;
    attempt->nodes = answer->nodes;
    attempt->time_ms = answer->time_ms;
}

static void show_message(void *context, const char *message)
{
    (void)context;
    options_complain("suite", "warning: %s", message);
}

static void set_up(const GameOps *game, GamePosition *pos, const Problem *problem)
{
    Diag diag;
    diag_clear(&diag);
    if (!setup_position(game, pos, span_of(problem->position), SETUP_RELAXED, &diag))
        BUG("%s was good when it was read: %s", problem->position, diag.error);
}

static void search(const Asked *asked, Engine *engine, const Problem *problem, Watch *watch,
                   SuiteAttempt *attempt)
{
    *watch = (Watch){.problem = problem, .engine = engine, .attempt = attempt};
    set_up(engine_game(engine), engine_position(engine), problem);
    engine_new_game(engine);
    EngineGo go = search_options_go(&asked->search, DEFAULT_MS);
    engine_go(engine, &go);
    engine_wait(engine);
}

static void solve(const Asked *asked, const GameOps *game, GamePosition *pos,
                  const Problem *problem, SuiteAttempt *attempt)
{
    if (problem->mate_plies < 0) {
        attempt->skipped = true;
        return;
    }
    MateResult *result = xmalloc(sizeof *result);
    int64_t start = clock_now_ns();
    int64_t ms = asked->search.time ? asked->search.time : asked->search.nodes > 0 ? 0 : DEFAULT_MS;
    const MateLimits limits = {
        .nodes = asked->search.nodes > 0 ? (uint64_t)asked->search.nodes : UINT64_MAX,
        .deadline_ns = ms ? start + ms * 1000000 : 0,
        .max_plies = problem->mate_plies,
        .table_mib = (size_t)asked->search.hash,
    };
    set_up(game, pos, problem);
    game->solve_mate(pos, &limits, result);
    attempt->nodes = attempt->solved_nodes = result->nodes;
    attempt->time_ms = attempt->solved_ms = (clock_now_ns() - start) / 1000000;
    if (result->status == MATE_PROVED && result->length <= problem->mate_plies) {
        attempt->solved = true;
        attempt->move = result->length > 0 ? result->line[0] : 0;
        attempt->score = value_mate_in(result->length);
    }
    free(result);
}

/* ---- Files ---- */

static bool run_file(const Asked *asked, SuiteFile *file, Progress *progress, int64_t *done,
                     int64_t total)
{
    const GameOps *game = file->problems.game;
    ParamSet params;
    Diag diag;
    diag_clear(&diag);
    Watch watch;
    const EngineListener listener = {
        .context = &watch,
        .on_line = watch_line,
        .on_answer = keep_answer,
        .on_message = show_message,
    };
    if (!params_options_resolve("suite", &asked->params, game, &params))
        return false;
    Engine *engine = search_options_engine(&asked->search, game, &params, &listener, &diag);
    if (!engine) {
        options_complain("suite", "error: %s", diag.error);
        return false;
    }
    GamePosition *pos = game->create();
    int solved = 0;
    for (int i = 0; i < file->problems.count; i++) {
        const Problem *problem = &file->problems.items[i];
        SuiteAttempt *attempt = &file->attempts[i];
        char note[64];
        if (asked->mate)
            solve(asked, game, pos, problem, attempt);
        else
            search(asked, engine, problem, &watch, attempt);
        solved += attempt->solved;
        snprintf(note, sizeof note, "%d of %d solved in this file", solved, i + 1);
        progress_show(progress, ++*done, total, note);
    }
    game->destroy(pos);
    engine_free(engine);
    return true;
}

/* Whether this can be run as it was asked. */
static bool check_problems(const Asked *asked, const ProblemFile *file)
{
    for (int i = 0; i < file->count; i++) {
        const Problem *problem = &file->items[i];
        const char *reason =
            !problem_asks(problem)                    ? "nothing is asked: no bm, am or dm"
            : asked->mate && problem->mate_plies == 0 ? "no length of a mate, which --mate needs"
            : !asked->mate && problem->mate_only ? "a king is missing: only --mate can solve it"
                                                 : NULL;
        if (reason) {
            options_complain("suite", "error: %s, line %d: %s", file->path, problem->line, reason);
            return false;
        }
    }
    return true;
}

static bool read_files(const Asked *asked, SuiteFile *files, int64_t *total)
{
    for (int i = 0; i < asked->paths.count; i++) {
        Diag diag;
        diag_clear(&diag);
        ProblemFile *problems = &files[i].problems;
        if (!problems_read(asked->paths.items[i], asked->game, problems, &diag)) {
            options_complain("suite", "error: %s", diag.error);
            return false;
        }
        if (!check_problems(asked, problems))
            return false;
        problems_choose(problems, asked->limit, asked->shuffle);
        files[i].attempts = xcalloc((size_t)problems->count, sizeof *files[i].attempts);
        *total += problems->count;
    }
    return true;
}

bool suite_solve(const char *path, const SearchOptions *search, SuiteFile *file)
{
    const Asked asked = {.paths = {{path}, 1}, .search = *search};
    int64_t total = 0, done = 0;
    Progress progress;
    *file = (SuiteFile){0};
    bool good = read_files(&asked, file, &total);
    progress_begin(&progress, "suite");
    good = good && run_file(&asked, file, &progress, &done, total);
    progress_end(&progress);
    return good;
}

void suite_free(SuiteFile *file)
{
    problems_free(&file->problems);
    free(file->attempts);
    *file = (SuiteFile){0};
}

static int run(const Asked *asked)
{
    int count = asked->paths.count;
    if (count == 0)
        return options_complain("suite", "error: --file is needed; see tenuki suite --help");
    if (asked->mate && asked->search.depth)
        return options_complain("suite", "error: --mate takes --time and --nodes, not --depth");
    SuiteFile *files = xcalloc((size_t)count, sizeof *files);
    int64_t total = 0, done = 0;
    Progress progress;
    bool good = read_files(asked, files, &total);
    progress_begin(&progress, "suite");
    for (int i = 0; good && i < count; i++)
        good = run_file(asked, &files[i], &progress, &done, total);
    progress_end(&progress);
    if (good) {
        Text text = TEXT_EMPTY;
        if (asked->json)
            suite_write_json(files, count, asked->verbose, &text);
        else
            suite_write_table(files, count, asked->verbose, &text);
        print_report(&text);
        text_free(&text);
    }
    for (int i = 0; i < count; i++)
        suite_free(&files[i]);
    free(files);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}

int suite_command(int argc, char **argv)
{
    Asked asked = {.search = SEARCH_OPTIONS_DEFAULT};
    const Option options[] = {
        {"file", "FILE", OPTION_LIST, &asked.paths, 0, 0,
         "Problems, one a line: EPD with bm, am or dm; SFEN with the same, or with a move or the "
         "length of a mate behind a tab. May be repeated"},
        {"game", "GAME", OPTION_GAME, &asked.game, 0, 0,
         "chess or shogi; else it is guessed from each file"},
        SEARCH_OPTION_ROWS(&asked.search, "1000"),
        {"limit", "N", OPTION_NUMBER, &asked.limit, 1, INT32_MAX, "Only N problems of each file"},
        {"shuffle", "SEED", OPTION_NUMBER, &asked.shuffle, 1, INT64_MAX,
         "In random order, the same for the same seed"},
        {"mate", NULL, OPTION_FLAG, &asked.mate, 0, 0,
         "Let the mate solver try instead of the search"},
        {"verbose", NULL, OPTION_FLAG, &asked.verbose, 0, 0, "One row a problem"},
        {"json", NULL, OPTION_FLAG, &asked.json, 0, 0, "One JSON object for programs"},
        PARAMS_OPTION_ROWS(&asked.params),
    };
    options_parse("Solves files of problems. One with a best move is solved when the search ends "
                  "with it; one with the length of a mate when a mate of at most that length is "
                  "proved. The time to solution is when the answer became right for good.",
                  options, COUNT_OF(options), argc, argv);
    return run(&asked);
}
