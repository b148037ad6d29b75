/* SPDX-License-Identifier: GPL-3.0-or-later */

/* tenuki data stat and check: what files hold, and whether it is whole. */

#include "data/summary.h"
#include "lab/data_command.h"
#include "lab/problems.h"
#include "lab/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double percent(int64_t part, int64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

/* ---- stat ---- */

typedef struct {
    DataSummary summary;
    int files;
    int64_t bytes;
} GameStat;

static void add_row(Text *text, const char *name, int64_t value, int64_t whole)
{
    text_printf(text, "  %-22s %12" PRId64 "  %5.1f %%\n", name, value, percent(value, whole));
}

static void add_bar(Text *text, const char *name, int64_t value, int64_t whole)
{
    enum { WIDTH = 100 };
    int length = whole > 0 ? (int)(WIDTH * value / whole) : 0;
    text_printf(text, "  %-22s %12" PRId64 "  %5.1f %%", name, value, percent(value, whole));
    if (length > 0)
        text_add(text, "  ");
    for (int i = 0; i < length; i++)
        text_add_char(text, '#');
    text_add_char(text, '\n');
}

static void add_scores(const DataSummary *summary, Text *text)
{
    double n = summary->quiet > 0 ? (double)summary->quiet : 1;
    double mean = summary->score_sum / n;
    text_printf(text, "scores of trainable positions, mean %+.0f, deviation %.0f\n", mean,
                sqrt(fmax(summary->score_squares / n - mean * mean, 0)));
    for (int i = 0; i < SUMMARY_SCORES; i++) {
        char name[32];
        int from = summary_band_from(i);
        if (i == 0)
            snprintf(name, sizeof name, "below %d", summary_band_from(1));
        else if (i == SUMMARY_SCORES - 1)
            snprintf(name, sizeof name, "from %d", from);
        else
            snprintf(name, sizeof name, "%5d to %5d", from, summary_band_from(i + 1) - 1);
        add_bar(text, name, summary->scores[i], summary->quiet);
    }
}

static void add_lengths(const DataSummary *summary, Text *text)
{
    text_printf(text, "lengths of games, %d to %d plies, mean %.1f\n",
                summary->games ? summary->shortest : 0, summary->longest,
                summary->games ? (double)summary->positions / (double)summary->games : 0);
    for (int i = 0; i < SUMMARY_LENGTHS; i++) {
        char name[32];
        int from = i * SUMMARY_LENGTH_BAND;
        if (i == SUMMARY_LENGTHS - 1)
            snprintf(name, sizeof name, "from %d", from);
        else
            snprintf(name, sizeof name, "%5d to %5d", from, from + SUMMARY_LENGTH_BAND - 1);
        add_bar(text, name, summary->lengths[i], summary->games);
    }
}

static void write_table(const GameStat *stat, Text *text)
{
    const DataSummary *summary = &stat->summary;
    const GameOps *ops = summary->game;
    int64_t all = summary->positions;
    text_printf(text,
                MARK_HEADING "%s" MARK_END ": %" PRId64
                             " games in %d file%s, %.1f MiB, %.2f bytes a position\n",
                ops->name, summary->games, stat->files, stat->files == 1 ? "" : "s",
                (double)stat->bytes / (1 << 20), all ? (double)stat->bytes / (double)all : 0);
    add_row(text, ops->first, summary->results[2], summary->games);
    add_row(text, "draws", summary->results[1], summary->games);
    add_row(text, ops->second, summary->results[0], summary->games);
    text_printf(text, "positions %*" PRId64 "\n", 27, all);
    add_row(text, "no score", all - summary->scored, all);
    add_row(text, "in check", summary->in_check, all);
    add_row(text, "captures or promotes", summary->noisy, all);
    add_row(text, "decided", summary->decided, all);
    add_row(text, "trainable", summary->quiet, all);
    text_printf(text, "trainable positions%s\n",
                keys_are_exact(&summary->keys) ? "" : " (duplicates are an estimate)");
    add_row(text, "duplicates", keys_duplicates(&summary->keys), summary->quiet);
    add_row(text, "opening", summary->phases[0], summary->quiet);
    add_row(text, "middle game", summary->phases[1], summary->quiet);
    add_row(text, "endgame", summary->phases[2], summary->quiet);
    add_scores(summary, text);
    add_lengths(summary, text);
}

static void add_counts(Text *text, const char *name, const int64_t *counts, int count)
{
    text_printf(text, ", \"%s\": [", name);
    for (int i = 0; i < count; i++)
        text_printf(text, "%s%" PRId64, i ? ", " : "", counts[i]);
    text_add_char(text, ']');
}

static void write_json(const GameStat *stat, Text *text)
{
    const DataSummary *s = &stat->summary;
    text_printf(text,
                "{\"game\": \"%s\", \"files\": %d, \"bytes\": %" PRId64 ", \"games\": %" PRId64
                ", \"first_wins\": %" PRId64 ", \"draws\": %" PRId64 ", \"second_wins\": %" PRId64
                ", \"positions\": %" PRId64 ", \"scored\": %" PRId64 ", \"in_check\": %" PRId64
                ", \"noisy\": %" PRId64 ", \"decided\": %" PRId64 ", \"trainable\": %" PRId64
                ", \"duplicates\": %" PRId64 ", \"duplicates_exact\": %s",
                s->game->name, stat->files, stat->bytes, s->games, s->results[2], s->results[1],
                s->results[0], s->positions, s->scored, s->in_check, s->noisy, s->decided, s->quiet,
                keys_duplicates(&s->keys), keys_are_exact(&s->keys) ? "true" : "false");
    add_counts(text, "phases", s->phases, STATS_PHASES);
    add_counts(text, "scores", s->scores, SUMMARY_SCORES);
    text_add(text, ", \"scores_from\": [null");
    for (int i = 1; i < SUMMARY_SCORES; i++)
        text_printf(text, ", %d", summary_band_from(i));
    text_add_char(text, ']');
    add_counts(text, "lengths", s->lengths, SUMMARY_LENGTHS);
    text_printf(text, ", \"lengths_band\": %d, \"shortest\": %d, \"longest\": %d}",
                SUMMARY_LENGTH_BAND, s->games ? s->shortest : 0, s->longest);
}

static bool stat_file(const char *path, GameStat stats[2], DataProgress *progress)
{
    Diag diag;
    DataGame game;
    diag_clear(&diag);
    DataReader *reader = data_open(path, &diag);
    if (reader) {
        GameStat *stat = &stats[data_game(reader) == &chess_ops ? 0 : 1];
        if (stat->files++ == 0)
            summary_init(&stat->summary, data_game(reader));
        while (data_next(reader, &game, &diag)) {
            summary_add(&stat->summary, &game);
            data_progress_show(progress, reader);
        }
        stat->bytes += data_offset(reader);
    }
    data_progress_next(progress, reader);
    data_close(reader);
    if (diag.error[0])
        progress_end(&progress->progress);
    if (diag.error[0])
        options_complain("data stat", "error: %s", diag.error);
    return diag.error[0] == '\0';
}

int data_stat_command(int argc, char **argv)
{
    bool json = false;
    OptionList paths = {0};
    const Option options[] = {
        {"json", NULL, OPTION_FLAG, &json, 0, 0, "One JSON object for programs"},
    };
    data_parse("tenuki data stat PATH...: counts what files and directories hold. A damaged file "
               "is named, and counted as far as it is good.",
               options, COUNT_OF(options), argc, argv, 1, &paths);
    DataFiles files = DATA_FILES_EMPTY;
    if (!data_expand("data stat", &paths, 0, &files))
        return EXIT_BAD_INPUT;
    GameStat stats[2] = {0};
    Text text = TEXT_EMPTY;
    DataProgress progress;
    data_progress_begin(&progress, "data stat", &files);
    bool good = true;
    for (int i = 0; i < files.count; i++)
        good &= stat_file(files.paths[i], stats, &progress);
    progress_end(&progress.progress);
    text_add(&text, json ? "{\"stats\": [" : "");
    for (int i = 0, written = 0; i < 2; i++) {
        if (!stats[i].files)
            continue;
        text_add(&text, written++ == 0 ? "" : json ? ", " : "\n");
        if (json)
            write_json(&stats[i], &text);
        else
            write_table(&stats[i], &text);
        summary_free(&stats[i].summary);
    }
    text_add(&text, json ? "]}\n" : "");
    print_report(&text);
    text_free(&text);
    data_files_free(&files);
    return good ? EXIT_GOOD : EXIT_CHECK_FAILED;
}

/* ---- check ---- */

typedef struct {
    int64_t games, positions;
    int64_t doubtful; /* the last scores or a draw by rule speak against the result */
    Text settings;    /* of the file before */
    uint32_t number;  /* of its last game */
    bool json;
    DataProgress progress;
} Check;

/* Whether the rules end the game in the last position with another result. */
static bool rules_differ(const DataReader *reader, const DataGame *game)
{
    static const char *const RESULTS[] = {"0-1", "1/2-1/2", "1-0"};
    GameFacts facts;
    data_game(reader)->describe(data_final(reader), &facts);
    return facts.end && strcmp(facts.result, RESULTS[game->result + 1]) != 0;
}

/* Without a legal move they leave no choice. A draw by repetition may have been overlooked, or the
 * clock was faster. */
static bool is_forced(const DataReader *reader)
{
    GameMove list[GAME_LIST_SIZE];
    return data_game(reader)->legal_moves(data_final(reader), list) == 0;
}

static bool is_doubtful(const DataReader *reader, const DataGame *game)
{
    enum { CLEARLY = 500, LAST = 2 };
    Side side = data_game(reader)->side_to_move(data_final(reader));
    int against = 0;
    for (int i = game->count - 1; i >= 0 && i >= game->count - LAST; i--) {
        const DataPly *ply = &game->plies[i];
        side = other_side(side);
        int score = side == FIRST ? ply->score : -ply->score;
        if ((ply->flags & DATA_SCORED)
            && (game->result == 0 ? abs(score) > CLEARLY : score * game->result < -CLEARLY))
            against++;
    }
    return against == LAST;
}

static void check_games(Check *check, DataReader *reader, int64_t *count, Diag *diag)
{
    DataGame game;
    bool goes_on = strcmp(text_cstr(&check->settings), data_settings(reader)) == 0;
    for (*count = 0; data_next(reader, &game, diag); ++*count) {
        uint32_t number = data_number(reader);
        data_progress_show(&check->progress, reader);
        if (*count == 0 && goes_on && number != check->number + 1)
            diag_error(diag, "begins with game %" PRIu32 ", the file before ends with %" PRIu32,
                       number, check->number);
        bool differ = rules_differ(reader, &game);
        if (differ && is_forced(reader))
            diag_error(diag, "game %" PRIu32 ": the rules give another result", number);
        if (diag->error[0])
            return;
        check->number = number;
        check->positions += game.count;
        check->doubtful += differ || is_doubtful(reader, &game);
    }
    text_clear(&check->settings);
    text_add(&check->settings, data_settings(reader));
}

static bool check_file(Check *check, const char *path)
{
    Diag diag;
    diag_clear(&diag);
    int64_t count = 0;
    DataReader *reader = data_open(path, &diag);
    if (reader)
        check_games(check, reader, &count, &diag);
    bool torn = reader && diag.error[0] && data_is_torn(reader);
    data_progress_next(&check->progress, reader);
    progress_end(&check->progress.progress);
    data_close(reader);
    check->games += count;
    const char *name = problems_base_name(path);
    Text text = TEXT_EMPTY;
    if (!diag.error[0])
        text_printf(&text, MARK_GOOD "good   " MARK_END "  %8" PRId64 " games  %s\n", count, name);
    else
        text_printf(&text, MARK_BAD "%s" MARK_END "  %8" PRId64 " games  %s\n         %s\n",
                    torn ? "torn   " : "damaged", count, name, diag.error);
    if (!check->json)
        print_report(&text);
    else if (diag.error[0])
        options_complain("data check", "%s: %s", name, diag.error);
    text_free(&text);
    return diag.error[0] == '\0';
}

int data_check_command(int argc, char **argv)
{
    Check check = {0};
    OptionList paths = {0};
    const Option options[] = {
        {"json", NULL, OPTION_FLAG, &check.json, 0, 0, "One JSON object for programs"},
    };
    data_parse("tenuki data check PATH...: reads everything, plays every game, compares every "
               "result with the rules, and exits with 1 when something is wrong. A torn file ends "
               "within a game: its writer was killed and goes on when it is started again.",
               options, COUNT_OF(options), argc, argv, 1, &paths);
    DataFiles files = DATA_FILES_EMPTY;
    int bad = 0;
    if (!data_expand("data check", &paths, 0, &files))
        return EXIT_BAD_INPUT;
    data_progress_begin(&check.progress, "data check", &files);
    for (int i = 0; i < files.count; i++)
        bad += !check_file(&check, files.paths[i]);
    if (check.json)
        printf("{\"files\": %d, \"damaged\": %d, \"games\": %" PRId64 ", \"positions\": %" PRId64
               ", \"doubtful\": %" PRId64 "}\n",
               files.count, bad, check.games, check.positions, check.doubtful);
    else
        printf("%d file%s, %" PRId64 " games, %" PRId64 " positions: %d damaged, %" PRId64
               " doubtful results\n",
               files.count, files.count == 1 ? "" : "s", check.games, check.positions, bad,
               check.doubtful);
    text_free(&check.settings);
    data_files_free(&files);
    return bad ? EXIT_CHECK_FAILED : EXIT_GOOD;
}
