/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/setup.h"
#include "lab/print.h"
#include "lab/search_options.h"
#include "lab/suite.h"
#include "measure/interval.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Sums ---- */

typedef struct {
    int positions, solved, skipped;
    int64_t time_ms;
    uint64_t nodes;
    /* Of the solved ones. */
    double *ms;
    double nodes_sum;
} Sums;

static void add_file(Sums *sums, const SuiteFile *file)
{
    for (int i = 0; i < file->problems.count; i++) {
        const SuiteAttempt *attempt = &file->attempts[i];
        sums->skipped += attempt->skipped;
        if (attempt->skipped)
            continue;
        sums->positions++;
        sums->time_ms += attempt->time_ms;
        sums->nodes += attempt->nodes;
        if (!attempt->solved)
            continue;
        sums->ms = xrealloc(sums->ms, (size_t)(sums->solved + 1) * sizeof *sums->ms);
        sums->ms[sums->solved++] = (double)attempt->solved_ms;
        sums->nodes_sum += (double)attempt->solved_nodes;
    }
}

static double mean_nodes(const Sums *sums)
{
    return sums->solved ? sums->nodes_sum / sums->solved : 0;
}

/* ---- Words ---- */

/* Chess moves in SAN; shogi moves as the files have them, because kanji break the columns. */
static void add_move(const GameOps *game, GamePosition *pos, GameMove move, Text *text)
{
    if (move)
        game->write_move(pos, move, game == &chess_ops ? MOVE_WESTERN : MOVE_PROTOCOL, text);
    else
        text_add_char(text, '-');
}

static void add_wanted(const GameOps *game, GamePosition *pos, const Problem *problem, Text *text)
{
    if (problem->mate_plies != 0) {
        int mate = problem_mate_from_plies(game, problem->mate_plies);
        text_printf(text, "%smate %d", mate < 0 ? "-" : "", abs(mate));
        return;
    }
    for (int i = 0; i < problem->best_count; i++) {
        text_add(text, i ? " " : "");
        add_move(game, pos, problem->best[i], text);
    }
    for (int i = 0; i < problem->avoid_count; i++) {
        text_add(text, i ? " " : text->length ? "; not " : "not ");
        add_move(game, pos, problem->avoid[i], text);
    }
}

static GamePosition *position_of(const GameOps *game, const Problem *problem)
{
    Diag diag;
    diag_clear(&diag);
    GamePosition *pos = game->create();
    if (!setup_position(game, pos, span_of(problem->position), SETUP_RELAXED, &diag))
        BUG("%s was good when it was read: %s", problem->position, diag.error);
    return pos;
}

static const char *result_word(const SuiteAttempt *attempt)
{
    return attempt->skipped ? "skipped" : attempt->solved ? "solved" : "missed";
}

/* ---- The table ---- */

/* A name out of a file may hold anything; the terminal gets plain letters, filled up to `width`. */
static void add_plain(const char *string, int width, Text *text)
{
    for (int i = 0; i < width; i++) {
        bool plain = *string >= 0x20 && *string < 0x7f;
        text_add_char(text, *string == '\0' ? ' ' : plain ? *string : '?');
        string += *string != '\0';
    }
}

static void add_attempt_row(const GameOps *game, const Problem *problem,
                            const SuiteAttempt *attempt, Text *text)
{
    Text move = TEXT_EMPTY, wanted = TEXT_EMPTY, score = TEXT_EMPTY;
    GamePosition *pos = position_of(game, problem);
    add_move(game, pos, attempt->move, &move);
    add_wanted(game, pos, problem, &wanted);
    if (attempt->move)
        score_add(game, attempt->score, &score);
    text_printf(text, "%5d  ", problem->line);
    add_plain(problem->id, 18, text);
    text_printf(text, " %s%-7s" MARK_END "  %-8s %9s ",
                attempt->solved    ? MARK_GOOD
                : attempt->skipped ? MARK_DIM
                                   : MARK_BAD,
                result_word(attempt), text_cstr(&move), text_cstr(&score));
    if (attempt->solved)
        text_printf(text, "%8" PRId64 " %10" PRIu64 "  ", attempt->solved_ms,
                    attempt->solved_nodes);
    else
        text_printf(text, "%8s %10s  ", "-", "-");
    text_printf(text, "%.24s\n", text_cstr(&wanted));
    game->destroy(pos);
    text_free(&move);
    text_free(&wanted);
    text_free(&score);
}

static void add_file_rows(const SuiteFile *file, Text *text)
{
    text_printf(text, "%s\n", problems_base_name(file->problems.path));
    text_printf(text, MARK_HEADING "%5s  %-18s %-7s  %-8s %9s %8s %10s  %s" MARK_END "\n", "line",
                "id", "result", "move", "score", "ms", "nodes", "wanted");
    for (int i = 0; i < file->problems.count; i++)
        add_attempt_row(file->problems.game, &file->problems.items[i], &file->attempts[i], text);
    text_add_char(text, '\n');
}

static void add_sums_row(const char *name, const Sums *sums, Text *text)
{
    Interval share = interval_wilson(sums->solved, sums->positions);
    add_plain(name, 20, text);
    text_printf(text, " %9d %6d %5.1f %%  %5.1f to %5.1f", sums->positions, sums->solved,
                100 * share.value, 100 * share.low, 100 * share.high);
    if (sums->solved)
        text_printf(text, " %8.1f %9.1f %10.0f", numbers_mean(sums->ms, sums->solved),
                    numbers_median(sums->ms, sums->solved), mean_nodes(sums));
    else
        text_printf(text, " %8s %9s %10s", "-", "-", "-");
    text_printf(text, " %7.1f\n", (double)sums->time_ms / 1000);
}

void suite_write_table(const SuiteFile *files, int count, bool verbose, Text *text)
{
    Sums all = {0};
    for (int i = 0; verbose && i < count; i++)
        add_file_rows(&files[i], text);
    text_printf(text, MARK_HEADING "%-20s %9s %6s %7s  %14s %8s %9s %10s %7s" MARK_END "\n", "file",
                "positions", "solved", "share", "95 % interval", "mean ms", "median ms",
                "mean nodes", "total s");
    for (int i = 0; i < count; i++) {
        Sums sums = {0};
        add_file(&sums, &files[i]);
        add_sums_row(problems_base_name(files[i].problems.path), &sums, text);
        add_file(&all, &files[i]);
        free(sums.ms);
    }
    if (count > 1)
        add_sums_row("all", &all, text);
    text_add(text,
             MARK_DIM "ms and nodes are those to the solution, of what was solved" MARK_END "\n");
    if (all.skipped)
        text_printf(text, "%d skipped: the mate solver proves mates by the side to move only\n",
                    all.skipped);
    free(all.ms);
}

/* ---- JSON ---- */

static void add_sums_json(const Sums *sums, Text *text)
{
    Interval share = interval_wilson(sums->solved, sums->positions);
    text_printf(text,
                "\"positions\": %d, \"solved\": %d, \"skipped\": %d, \"share\": %.6f, "
                "\"share_low\": %.6f, \"share_high\": %.6f, \"time_ms\": %" PRId64
                ", \"nodes\": %" PRIu64,
                sums->positions, sums->solved, sums->skipped, share.value, share.low, share.high,
                sums->time_ms, sums->nodes);
    if (sums->solved)
        text_printf(text,
                    ", \"solution_ms_mean\": %.1f, \"solution_ms_median\": %.1f, "
                    "\"solution_nodes_mean\": %.0f",
                    numbers_mean(sums->ms, sums->solved), numbers_median(sums->ms, sums->solved),
                    mean_nodes(sums));
}

static void add_attempt_json(const GameOps *game, const Problem *problem,
                             const SuiteAttempt *attempt, Text *text)
{
    Text move = TEXT_EMPTY;
    GamePosition *pos = position_of(game, problem);
    text_printf(text, "{\"line\": %d, \"id\": ", problem->line);
    text_add_json(text, problem->id);
    text_add(text, ", \"position\": ");
    text_add_json(text, problem->position);
    text_printf(text, ", \"result\": \"%s\"", result_word(attempt));
    if (attempt->move) {
        game->write_move(pos, attempt->move, MOVE_PROTOCOL, &move);
        text_add(text, ", \"move\": ");
        text_add_json(text, text_cstr(&move));
        text_add(text, ", ");
        score_add_json(game, attempt->score, text);
    }
    if (attempt->solved)
        text_printf(text, ", \"solution_ms\": %" PRId64 ", \"solution_nodes\": %" PRIu64,
                    attempt->solved_ms, attempt->solved_nodes);
    text_printf(text, ", \"depth\": %d, \"time_ms\": %" PRId64 ", \"nodes\": %" PRIu64 "}",
                attempt->depth, attempt->time_ms, attempt->nodes);
    game->destroy(pos);
    text_free(&move);
}

void suite_write_json(const SuiteFile *files, int count, bool verbose, Text *text)
{
    Sums all = {0};
    text_add(text, "{\"files\": [");
    for (int i = 0; i < count; i++) {
        const ProblemFile *problems = &files[i].problems;
        Sums sums = {0};
        add_file(&sums, &files[i]);
        add_file(&all, &files[i]);
        text_printf(text, "%s{\"file\": ", i ? ", " : "");
        text_add_json(text, problems_base_name(problems->path));
        text_printf(text, ", \"game\": \"%s\", ", problems->game->name);
        add_sums_json(&sums, text);
        if (verbose) {
            text_add(text, ", \"problems\": [");
            for (int j = 0; j < problems->count; j++) {
                text_add(text, j ? ", " : "");
                add_attempt_json(problems->game, &problems->items[j], &files[i].attempts[j], text);
            }
            text_add_char(text, ']');
        }
        text_add_char(text, '}');
        free(sums.ms);
    }
    text_add(text, "], ");
    add_sums_json(&all, text);
    text_add(text, "}\n");
    free(all.ms);
}
