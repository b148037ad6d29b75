/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/perft.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/threads.h"
#include "engine/perft.h"
#include "lab/options.h"
#include "lab/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const GameOps *game;
    const char *position;
    const char *file;
    int64_t depth; /* 0: not said */
    int64_t threads;
    int64_t max_nodes;
    bool divide, json;
} Settings;

typedef struct {
    int positions, counts, skipped, wrong;
    uint64_t nodes;
} SuiteTally;

static double seconds_of(int64_t nanoseconds)
{
    return nanoseconds > 0 ? (double)nanoseconds / 1e9 : 1e-9;
}

static void print_closing_line(uint64_t nodes, int64_t nanoseconds)
{
    printf("nodes %" PRIu64 " time_ms %" PRId64 " nps %.0f\n", nodes, nanoseconds / 1000000,
           (double)nodes / seconds_of(nanoseconds));
}

/* The same within a JSON object. */
static void print_closing_json(uint64_t nodes, int64_t nanoseconds)
{
    printf("\"nodes\": %" PRIu64 ", \"time_ms\": %" PRId64 ", \"nps\": %.0f}\n", nodes,
           nanoseconds / 1000000, (double)nodes / seconds_of(nanoseconds));
}

static void print_divide(const Settings *settings, GamePosition *pos, const PerftResult *result)
{
    Text line = TEXT_EMPTY;
    for (int i = 0; i < result->moves; i++) {
        text_clear(&line);
        settings->game->write_move(pos, result->move[i], MOVE_PROTOCOL, &line);
        if (settings->json)
            printf("%s\"%s\": %" PRIu64, i ? ", " : "", text_cstr(&line), result->leaves[i]);
        else
            printf("%s: %" PRIu64 "\n", text_cstr(&line), result->leaves[i]);
    }
    text_free(&line);
}

static void print_json(const Settings *settings, GamePosition *pos, const PerftResult *result,
                       int64_t spent)
{
    printf("{\"game\": \"%s\", \"depth\": %" PRId64 ", ", settings->game->name, settings->depth);
    if (settings->divide) {
        printf("\"moves\": {");
        print_divide(settings, pos, result);
        printf("}, ");
    }
    print_closing_json(result->total, spent);
}

/* How many root moves are counted, while it counts. */
typedef struct {
    const PerftResult *result;
    int moves;
} Looking;

static void look(void *context, int64_t *done, int64_t *total)
{
    const Looking *looking = context;
    *done = atomic_load(&looking->result->done);
    *total = looking->moves;
}

static int run_single(const Settings *settings)
{
    if (settings->depth == 0)
        return options_complain("perft", "--depth or --file is needed; see tenuki perft --help");
    GamePosition *pos = options_position("perft", settings->game, settings->position);
    if (!pos)
        return EXIT_BAD_INPUT;
    PerftResult *result = xcalloc(1, sizeof *result);
    int64_t start = clock_now_ns();
    Looking looking = {result, settings->game->legal_moves(pos, result->move)};
    ProgressWatch *watch = progress_watch("perft", look, &looking);
    perft_count(settings->game, pos, (int)settings->depth, (int)settings->threads, result);
    int64_t spent = clock_now_ns() - start;
    progress_watch_end(watch);
    if (settings->json) {
        print_json(settings, pos, result, spent);
    } else {
        if (settings->divide)
            print_divide(settings, pos, result);
        print_closing_line(result->total, spent);
    }
    free(result);
    settings->game->destroy(pos);
    return EXIT_GOOD;
}

/* "D4 197281". */
static bool read_count(Span field, int64_t *depth, int64_t *expected)
{
    Span word, number;
    if (!span_next_word(&field, &word) || word.length < 2 || word.at[0] != 'D')
        return false;
    word.at++, word.length--;
    return span_next_word(&field, &number) && span_to_int(word, 1, PERFT_DEPTH_MAX, depth)
        && span_to_int(number, 0, INT64_MAX, expected) && span_trim(field).length == 0;
}

static bool next_field(Span *rest, Span *field)
{
    if (rest->length == 0)
        return false;
    size_t end = 0;
    while (end < rest->length && rest->at[end] != ';')
        end++;
    *field = (Span){rest->at, end};
    size_t taken = end < rest->length ? end + 1 : end;
    rest->at += taken;
    rest->length -= taken;
    return true;
}

/* One line of a suite: a position, then ";D1 20 ;D2 400 ...". False on a line that is none. */
static bool run_suite_line(const Settings *settings, Span line, int number, PerftResult *result,
                           SuiteTally *tally, Progress *progress, Diag *diag)
{
    enum { WORTH_THREADS = 1000000 };
    const GameOps *game = settings->game;
    Span position, field;
    int64_t depth, expected;
    next_field(&line, &position);
    GamePosition *pos = game->create();
    bool good = game->set(pos, position, diag);
    while (good && next_field(&line, &field)) {
        if (!read_count(field, &depth, &expected)) {
            good = diag_error(diag, "expected 'D<depth> <count>', not '%.*s'", SPAN_ARG(field));
            break;
        }
        if ((settings->depth && depth > settings->depth) || expected > settings->max_nodes) {
            tally->skipped++;
            continue;
        }
        int threads = expected >= WORTH_THREADS ? (int)settings->threads : 1;
        perft_count(game, pos, (int)depth, threads, result);
        tally->counts++;
        tally->nodes += result->total;
        if (result->total != (uint64_t)expected) {
            tally->wrong++;
            progress_end(progress);
            printf("line %d, depth %" PRId64 ": %" PRIu64 ", expected %" PRId64 ": %.*s\n", number,
                   depth, result->total, expected, (int)position.length, position.at);
        }
    }
    game->destroy(pos);
    tally->positions++;
    return good;
}

static int run_suite(const Settings *settings)
{
    enum { LARGEST_SUITE = 64 << 20 };
    Diag diag;
    diag_clear(&diag);
    Text text = TEXT_EMPTY;
    if (!file_read(settings->file, LARGEST_SUITE, &text, &diag))
        return options_complain("perft", "%s", diag.error);
    SuiteTally tally = {0};
    Progress progress;
    PerftResult *result = xcalloc(1, sizeof *result);
    Span rest = {text_cstr(&text), text.length}, line;
    int64_t start = clock_now_ns();
    int status = EXIT_GOOD;
    progress_begin(&progress, "perft");
    for (int number = 1; status == EXIT_GOOD && span_next_line(&rest, &line); number++) {
        Span content = span_trim(line);
        if (content.length == 0 || content.at[0] == '#')
            continue;
        bool good = run_suite_line(settings, content, number, result, &tally, &progress, &diag);
        progress_show_part(&progress, (int64_t)(text.length - rest.length), (int64_t)text.length,
                           tally.positions, "positions");
        if (!good) {
            progress_end(&progress);
            status =
                options_complain("perft", "%s, line %d: %s", settings->file, number, diag.error);
        }
    }
    int64_t spent = clock_now_ns() - start;
    progress_end(&progress);
    if (settings->json) {
        printf("{\"positions\": %d, \"counts\": %d, \"skipped\": %d, \"wrong\": %d, ",
               tally.positions, tally.counts, tally.skipped, tally.wrong);
        print_closing_json(tally.nodes, spent);
    } else {
        printf("%s: %d positions, %d counts, %d skipped, %d wrong\n", settings->file,
               tally.positions, tally.counts, tally.skipped, tally.wrong);
        print_closing_line(tally.nodes, spent);
    }
    free(result);
    text_free(&text);
    if (status == EXIT_GOOD && tally.wrong)
        status = EXIT_CHECK_FAILED;
    return status;
}

int perft_command(int argc, char **argv)
{
    Settings settings = {.game = &chess_ops, .threads = 1, .max_nodes = INT64_MAX};
    const Option options[] = {
        {"game", "GAME", OPTION_GAME, &settings.game, 0, 0, "chess (default) or shogi"},
        {"position", "POSITION", OPTION_TEXT, &settings.position, 0, 0,
         "startpos (default), or a FEN or SFEN; \"moves ...\" may follow"},
        {"depth", "N", OPTION_NUMBER, &settings.depth, 1, PERFT_DEPTH_MAX,
         "Plies to look ahead; with --file, deeper counts are skipped"},
        {"divide", NULL, OPTION_FLAG, &settings.divide, 0, 0, "Print the leaves below each move"},
        {"threads", "N", OPTION_NUMBER, &settings.threads, 1, THREADS_MAX, "Default 1"},
        {"file", "FILE", OPTION_TEXT, &settings.file, 0, 0,
         "Check a suite with lines \"POSITION ;D1 20 ;D2 400 ...\""},
        {"max-nodes", "N", OPTION_NUMBER, &settings.max_nodes, 1, INT64_MAX,
         "With --file, skip counts above this"},
        {"json", NULL, OPTION_FLAG, &settings.json, 0, 0, "One JSON object on the last line"},
    };
    options_parse("Counts the leaves of the tree of legal moves.", options, COUNT_OF(options), argc,
                  argv);
    return settings.file ? run_suite(&settings) : run_single(&settings);
}
