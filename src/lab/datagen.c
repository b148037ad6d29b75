/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/datagen.h"

#include "base/clock.h"
#include "base/threads.h"
#include "data/generate.h"
#include "engine/setup.h"
#include "lab/params_options.h"
#include "lab/print.h"
#include "lab/problems.h"
#include "lab/progress.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { UNSAID = -1 };

typedef struct {
    const GameOps *game;
    const char *out, *openings;
    int64_t seed, threads, games, seconds, games_per_file;
    int64_t nodes, hard_nodes, hash, random_plies, opening_score;
    int64_t win_score, win_plies, draw_score, draw_plies, max_plies;
    bool json;
    ParamsOptions params;
} Asked;

typedef struct {
    const Asked *asked;
    Progress progress;
} Watch;

/* A signal may only set flags; a second one ends the program at once. */
static atomic_bool datagen_stop;
static volatile sig_atomic_t datagen_interrupted;

static void interrupt(int number)
{
    datagen_interrupted = 1;
    atomic_store(&datagen_stop, true);
    signal(number, SIG_DFL);
}

/* ---- What people see ---- */

static double percent(int64_t part, int64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

/* By whichever limit comes first. */
static double seconds_left(const Asked *asked, int64_t done, int64_t now, double spent)
{
    double left = asked->seconds ? (double)asked->seconds - spent : 1e18;
    int64_t missing = asked->games ? asked->games - done : 0;
    if (missing > 0 && now > 0 && spent / (double)now * (double)missing < left)
        left = spent / (double)now * (double)missing;
    return left > 0 ? left : 0;
}

/* By games or by time, whichever is nearer to its end. */
static double share_done(const Asked *asked, int64_t games, double spent)
{
    double by_games = asked->games ? (double)games / (double)asked->games : 0;
    double by_time = asked->seconds ? spent / (double)asked->seconds : 0;
    double share = by_games > by_time ? by_games : by_time;
    return share < 1 ? share : 1;
}

static void write_progress(const Watch *watch, const GenerateState *state, double spent, Text *text)
{
    enum { BAR = 30 };
    const Asked *asked = watch->asked;
    const DataSummary *summary = &state->summary;
    int64_t games = summary->games - state->old_games;
    int64_t positions = summary->positions - state->old_positions;
    double per_second = spent > 0 ? 1 / spent : 0, share = share_done(asked, summary->games, spent);
    bool terminal = watch->progress.terminal;
    text_add(text, "datagen");
    if (terminal) {
        text_add_char(text, ' ');
        progress_add_bar(text, share, BAR);
        text_printf(text, " %3.0f %%  %" PRId64, 100 * share, summary->games);
    } else {
        text_printf(text, ": %" PRId64, summary->games);
    }
    if (asked->games)
        text_printf(text, " of %" PRId64, asked->games);
    text_add(text, " games");
    if (games > 0) {
        text_add(text, terminal ? "  " : ", ");
        text_add_duration(text, seconds_left(asked, summary->games, games, spent));
        text_add(text, " left");
    }
    text_printf(text, "%s%" PRId64 " positions, %.0f %% trainable, %.1f %% duplicates",
                terminal ? "\n        " : ", ", summary->positions,
                percent(summary->quiet, summary->positions),
                percent(keys_duplicates(&summary->keys), summary->quiet));
    text_printf(text, ", +%.0f =%.0f -%.0f %%", percent(summary->results[2], summary->games),
                percent(summary->results[1], summary->games),
                percent(summary->results[0], summary->games));
    text_printf(text, "%s%.0f positions/s, %.0f knodes/s\n", terminal ? "\n        " : ", ",
                (double)positions * per_second, (double)state->work.nodes / 1000 * per_second);
}

static void show_progress(void *context, const GenerateState *state)
{
    Watch *watch = context;
    if (!progress_is_due(&watch->progress))
        return;
    Text text = TEXT_EMPTY;
    double spent = (double)(clock_now_ns() - watch->progress.started_ns) / 1e9;
    write_progress(watch, state, spent, &text);
    progress_draw(&watch->progress, &text);
    text_free(&text);
}

static void write_report(const Asked *asked, const GenerateState *state, double spent)
{
    const DataSummary *summary = &state->summary;
    int64_t games = summary->games, positions = summary->positions - state->old_positions;
    printf("games         %12" PRId64, games);
    if (state->old_games)
        printf("   %" PRId64 " of them there before", state->old_games);
    printf("\npositions     %12" PRId64 "   %.1f a game\n", summary->positions,
           games ? (double)summary->positions / (double)games : 0);
    printf("trainable     %12" PRId64 "   %.1f %% of them, %s%.2f %% duplicates\n", summary->quiet,
           percent(summary->quiet, summary->positions), keys_are_exact(&summary->keys) ? "" : "~",
           percent(keys_duplicates(&summary->keys), summary->quiet));
    printf("results       %12s   %s %.1f %%, draws %.1f %%, %s %.1f %%\n", "", asked->game->first,
           percent(summary->results[2], games), percent(summary->results[1], games),
           asked->game->second, percent(summary->results[0], games));
    printf("starts refused%12" PRId64 "\n", state->work.rejected);
    printf("nodes         %12" PRIu64 "   %.0f a move\n", state->work.nodes,
           state->work.searches ? (double)state->work.nodes / (double)state->work.searches : 0);
    printf("time          %10.1f s   %.0f positions/s, %.0f knodes/s\n", spent,
           spent > 0 ? (double)positions / spent : 0,
           spent > 0 ? (double)state->work.nodes / 1000 / spent : 0);
}

static void write_json(const Asked *asked, const GenerateState *state, double spent)
{
    const DataSummary *summary = &state->summary;
    printf("{\"game\": \"%s\", \"games\": %" PRId64 ", \"games_before\": %" PRId64
           ", \"positions\": %" PRId64 ", \"positions_before\": %" PRId64
           ", \"trainable\": %" PRId64 ", \"duplicates\": %" PRId64 ", \"duplicates_exact\": %s"
           ", \"first_wins\": %" PRId64 ", \"draws\": %" PRId64 ", \"second_wins\": %" PRId64
           ", \"starts_refused\": %" PRId64 ", \"searches\": %" PRId64 ", \"nodes\": %" PRIu64
           ", \"seconds\": %.3f, \"interrupted\": %s}\n",
           asked->game->name, summary->games, state->old_games, summary->positions,
           state->old_positions, summary->quiet, keys_duplicates(&summary->keys),
           keys_are_exact(&summary->keys) ? "true" : "false", summary->results[2],
           summary->results[1], summary->results[0], state->work.rejected, state->work.searches,
           state->work.nodes, spent, datagen_interrupted ? "true" : "false");
}

/* ---- Settings ---- */

static void say(int64_t asked, int *value)
{
    if (asked != UNSAID)
        *value = (int)asked;
}

/* The openings of a file as positions of their own; NULL, with the reason. */
static char **read_openings(const Asked *asked, int *count, Diag *diag)
{
    ProblemFile file;
    if (!problems_read(asked->openings, asked->game, &file, diag))
        return NULL;
    char **openings = xcalloc((size_t)file.count + 1, sizeof *openings);
    GamePosition *pos = asked->game->create();
    bool good = file.count > 0 || diag_error(diag, "%s: no positions in it", asked->openings);
    *count = 0;
    for (int i = 0; good && i < file.count; i++) {
        Text text = TEXT_EMPTY;
        good =
            setup_position(asked->game, pos, span_of(file.items[i].position), SETUP_RELAXED, diag);
        asked->game->get(pos, &text);
        if (file.items[i].mate_only || text.length >= DATA_START_MAX)
            good = diag_error(diag, "%s, line %d: no position to play from", asked->openings,
                              file.items[i].line);
        openings[(*count)++] = xstrdup(text_cstr(&text));
        text_free(&text);
    }
    asked->game->destroy(pos);
    problems_free(&file);
    if (good)
        return openings;
    while (*count > 0)
        free(openings[--*count]);
    free(openings);
    return NULL;
}

/* Whatever was not said is as has proved itself for the game. */
static bool settle(const Asked *asked, SelfplaySettings *settings, char ***openings)
{
    enum { PLIES_AFTER_OPENING = 4 };
    ParamSet params;
    Diag diag;
    diag_clear(&diag);
    selfplay_defaults(asked->game, settings);
    if (!params_options_resolve("datagen", &asked->params, asked->game, &params))
        return false;
    settings->params = params.values;
    settings->seed = (uint64_t)asked->seed;
    settings->nodes = asked->nodes;
    settings->hard_nodes = asked->hard_nodes != UNSAID ? asked->hard_nodes : 5 * asked->nodes;
    settings->table_mib = (size_t)asked->hash;
    if (asked->openings) {
        *openings = read_openings(asked, &settings->opening_count, &diag);
        settings->openings = *openings;
        settings->random_plies = PLIES_AFTER_OPENING;
        if (!*openings) {
            options_complain("datagen", "error: %s", diag.error);
            return false;
        }
    }
    say(asked->random_plies, &settings->random_plies);
    say(asked->opening_score, &settings->opening_score);
    say(asked->win_score, &settings->win_score);
    say(asked->win_plies, &settings->win_plies);
    say(asked->draw_score, &settings->draw_score);
    say(asked->draw_plies, &settings->draw_plies);
    say(asked->max_plies, &settings->max_plies);
    return true;
}

/* ---- The run ---- */

static int run(const Asked *asked, const SelfplaySettings *settings)
{
    Watch watch = {.asked = asked};
    GenerateState state;
    Diag diag;
    diag_clear(&diag);
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    progress_begin(&watch.progress, "datagen");
    int64_t started = clock_now_ns();
    const GenerateRun run = {
        .settings = settings,
        .directory = asked->out,
        .threads = (int)asked->threads,
        .games = asked->games,
        .deadline_ns = asked->seconds ? started + asked->seconds * 1000000000 : 0,
        .games_per_file = asked->games_per_file,
        .stop = &datagen_stop,
        .context = &watch,
        .on_game = show_progress,
    };
    bool good = generate_run(&run, &state, &diag);
    double spent = (double)(clock_now_ns() - started) / 1e9;
    progress_end(&watch.progress);
    if (datagen_interrupted)
        options_complain("datagen", "note: interrupted; the same command goes on from here");
    for (int i = 0; i < TECH_COUNT; i++)
        if (state.work.faults >> i & 1)
            options_complain("datagen", "warning: technique %s failed an internal check",
                             param_technique_name((Technique)i));
    if (good && asked->json)
        write_json(asked, &state, spent);
    else if (good)
        write_report(asked, &state, spent);
    else
        options_complain("datagen", "error: %s", diag.error);
    summary_free(&state.summary);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}

static int check_and_run(const Asked *asked)
{
    SelfplaySettings settings;
    char **openings = NULL;
    if (!asked->out)
        return options_complain("datagen", "error: --out is needed; see tenuki datagen --help");
    if (!asked->games && !asked->seconds)
        return options_complain("datagen", "error: --games or --seconds is needed");
    if (asked->hard_nodes != UNSAID && asked->hard_nodes < asked->nodes)
        return options_complain("datagen", "error: --hard-nodes must not be below --nodes");
    int status = settle(asked, &settings, &openings) ? run(asked, &settings) : EXIT_BAD_INPUT;
    for (int i = 0; openings && i < settings.opening_count; i++)
        free(openings[i]);
    free(openings);
    return status;
}

int datagen_command(int argc, char **argv)
{
    Asked asked = {
        .game = &chess_ops,
        .seed = 1,
        .threads = 1,
        .games_per_file = 5000,
        .nodes = 1000,
        .hard_nodes = UNSAID,
        .hash = 2,
        .random_plies = UNSAID,
        .opening_score = UNSAID,
        .win_score = UNSAID,
        .win_plies = UNSAID,
        .draw_score = UNSAID,
        .draw_plies = UNSAID,
        .max_plies = UNSAID,
    };
    const Option options[] = {
        {"game", "GAME", OPTION_GAME, &asked.game, 0, 0, "chess (default) or shogi"},
        {"out", "DIR", OPTION_TEXT, &asked.out, 0, 0,
         "Directory of the games; a run that is there goes on"},
        {"seed", "N", OPTION_NUMBER, &asked.seed, 0, INT64_MAX,
         "Decides which openings are played (default 1)"},
        {"games", "N", OPTION_NUMBER, &asked.games, 1, UINT32_MAX, "Games of the whole run"},
        {"seconds", "N", OPTION_NUMBER, &asked.seconds, 1, INT32_MAX, "Play for so long"},
        {"threads", "N", OPTION_NUMBER, &asked.threads, 1, THREADS_MAX, "Threads (default 1)"},
        {"nodes", "N", OPTION_NUMBER, &asked.nodes, 1, INT64_MAX / 8,
         "Nodes a move, after which the iteration is finished (default 1000)"},
        {"hard-nodes", "N", OPTION_NUMBER, &asked.hard_nodes, 1, INT64_MAX,
         "Nodes after which it is broken off (default 5 times --nodes)"},
        {"hash", "MIB", OPTION_NUMBER, &asked.hash, 1, TT_MIB_MAX,
         "Table of each thread (default 2)"},
        {"openings", "FILE", OPTION_TEXT, &asked.openings, 0, 0,
         "Positions to begin from, one a line; else the start position"},
        {"random-plies", "N", OPTION_NUMBER, &asked.random_plies, 0, 100,
         "N or N + 1 random moves first (default chess 8, shogi 7, after --openings 4); 0 for "
         "none"},
        {"opening-score", "CP", OPTION_NUMBER, &asked.opening_score, 0, VALUE_MATE,
         "Starts further from even are refused (default chess 300, shogi 500)"},
        {"win-score", "CP", OPTION_NUMBER, &asked.win_score, 1, VALUE_MATE,
         "A score that wins when it stands for --win-plies (default chess 1200, shogi 1500)"},
        {"win-plies", "N", OPTION_NUMBER, &asked.win_plies, 1, DATA_PLIES_MAX,
         "Plies in a row that --win-score must stand (default 6)"},
        {"draw-score", "CP", OPTION_NUMBER, &asked.draw_score, 0, VALUE_MATE,
         "A score that draws when it stands for --draw-plies, from ply 80 on (default 8)"},
        {"draw-plies", "N", OPTION_NUMBER, &asked.draw_plies, 0, DATA_PLIES_MAX,
         "Plies in a row that --draw-score must stand (default chess 10, shogi 0: never)"},
        {"max-plies", "N", OPTION_NUMBER, &asked.max_plies, 1, DATA_PLIES_MAX - 200,
         "A game of so many is a draw (default chess 400, shogi 320)"},
        {"games-per-file", "N", OPTION_NUMBER, &asked.games_per_file, 1, UINT32_MAX,
         "Games of each file (default 5000)"},
        {"json", NULL, OPTION_FLAG, &asked.json, 0, 0, "One JSON object for programs"},
        PARAMS_OPTION_ROWS(&asked.params),
    };
    options_parse("Plays games of the search against itself and keeps every move with its score, "
                  "to train networks from. A game depends on the settings, the seed and its number "
                  "alone: threads and interruptions change nothing in the files.",
                  options, COUNT_OF(options), argc, argv);
    return check_and_run(&asked);
}
