/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/profile.h"

#include "base/clock.h"
#include "lab/bench.h"
#include "lab/options.h"
#include "lab/params_options.h"
#include "lab/print.h"
#include "lab/problems.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Measuring ---- */

typedef struct {
    Profile profile;
    uint64_t nodes;
} Measured;

static void add_search(void *context, const char *position, const Engine *engine,
                       const EngineAnswer *answer)
{
    (void)position;
    Measured *measured = context;
    Stats *stats = xmalloc(sizeof *stats);
    engine_stats(engine, stats);
    stats_add_profile(stats, &measured->profile);
    measured->nodes += answer->nodes;
    free(stats);
}

static bool is_profile_build(void)
{
    Profile profile = {0};
    Stats *stats = xcalloc(1, sizeof *stats);
    bool measures = stats_add_profile(stats, &profile);
    free(stats);
    return measures;
}

/* ---- From ticks to shares ---- */

/* What a part took once the readings are subtracted. Processors run ahead of a reading, so that a
 * tiny part may come out below nothing. */
typedef struct {
    double own[PART_COUNT], whole[PART_COUNT];
    double sum;               /* of all own */
    int permille[PART_COUNT]; /* of the sum; together exactly 1000 */
} Shares;

static double without_readings(uint64_t ticks, uint64_t switches, double cost)
{
    double net = (double)ticks - cost * (double)switches;
    return net > 0 ? net : 0;
}

/* Rounds down, then hands the missing tenths of a percent to those that lost most (largest
 * remainders), so that the column adds up. */
static void round_shares(Shares *shares)
{
    double lost[PART_COUNT] = {0};
    int missing = 1000;
    for (int i = 1; i < PART_COUNT; i++) {
        double exact = shares->sum > 0 ? 1000 * shares->own[i] / shares->sum : 0;
        shares->permille[i] = (int)exact;
        lost[i] = exact - shares->permille[i];
        missing -= shares->permille[i];
    }
    for (; missing > 0; missing--) {
        int most = 1;
        for (int i = 2; i < PART_COUNT; i++)
            if (lost[i] > lost[most])
                most = i;
        shares->permille[most]++;
        lost[most] = -1;
    }
}

static void compute_shares(const Profile *profile, double cost, Shares *shares)
{
    *shares = (Shares){0};
    for (int i = 1; i < PART_COUNT; i++) {
        const ProfileCell *cell = &profile->cells[i];
        shares->own[i] = without_readings(cell->ticks, cell->switches, cost);
        shares->whole[i] = without_readings(cell->whole_ticks, cell->whole_switches, cost);
        shares->sum += shares->own[i];
    }
    round_shares(shares);
}

/* ---- Reports ---- */

typedef struct {
    const BenchSet *set;
    const Measured *measured;
    const Shares *shares;
    double cost;             /* of a reading, in ticks */
    double ticks_per_second; /* how fast the counter runs */
    uint64_t readings;
} Report;

static void write_part(const Report *report, int part, Text *text)
{
    const ProfileCell *cell = &report->measured->profile.cells[part];
    double own = report->shares->own[part];
    text_printf(text, "  %-20s %6.1f %%  %12" PRIu64 " %10.0f   %s\n", profile_parts[part].name,
                report->shares->permille[part] / 10.0, cell->calls,
                cell->calls ? own / (double)cell->calls : 0, profile_parts[part].text);
}

static void write_side(const Report *report, int part, Text *text)
{
    const ProfileCell *cell = &report->measured->profile.cells[part];
    double whole = report->shares->whole[part], sum = report->shares->sum;
    text_printf(text, "  %-20s %6.1f %%  %12" PRIu64 " %10.0f   %s\n", profile_parts[part].name,
                sum > 0 ? 100 * whole / sum : 0, cell->calls,
                cell->calls ? whole / (double)cell->calls : 0, profile_parts[part].text);
}

/* The parts, the largest share first; side searches stand by their own work here. */
static void write_table(const Report *report, Text *text)
{
    bool done[PART_COUNT] = {0};
    double sum = report->shares->sum, per_second = report->ticks_per_second;
    text_printf(text, "%s, %zu positions to depth %d: %" PRIu64 " nodes, %.0f ticks a node\n\n",
                report->set->game->name, report->set->count, report->set->depth,
                report->measured->nodes, sum / (double)report->measured->nodes);
    text_printf(text, MARK_HEADING "  %-20s %8s  %12s %10s" MARK_END "\n", "own time", "share",
                "calls", "ticks/call");
    for (int n = 1; n < PART_COUNT; n++) {
        int most = 0;
        for (int i = 1; i < PART_COUNT; i++)
            if (!done[i] && (most == 0 || report->shares->own[i] > report->shares->own[most]))
                most = i;
        done[most] = true;
        write_part(report, most, text);
    }
    text_printf(text, "  %-20s %6.1f %%\n", "together", 100.0);
    text_printf(text, "\n" MARK_HEADING "  %-20s %8s  %12s %10s" MARK_END "\n",
                "side searches, whole", "share", "calls", "ticks/call");
    for (int i = 1; i < PART_COUNT; i++)
        if (profile_parts[i].is_side)
            write_side(report, i, text);
    double read = report->cost * (double)report->readings;
    text_printf(text,
                "\nCounter: " TICKS_SOURCE ", %.0f MHz. %" PRIu64
                " readings at %.1f ticks, %.2f s, are subtracted\nfrom %.2f s; parts of a few dozen"
                " ticks are uncertain by about as much. Left out: %" PRIu64
                " interruptions, %.2f s.\n",
                per_second / 1e6, report->readings, report->cost, read / per_second,
                (sum + read) / per_second, report->measured->profile.interruptions,
                (double)report->measured->profile.lost / per_second);
}

static void write_json(const Report *report, Text *text)
{
    text_printf(text, "{\"game\": \"%s\", \"positions\": %zu, \"depth\": %d, \"nodes\": %" PRIu64,
                report->set->game->name, report->set->count, report->set->depth,
                report->measured->nodes);
    text_printf(text,
                ", \"ticks\": %.0f, \"ticks_per_second\": %.0f, \"readings\": %" PRIu64
                ", \"reading_ticks\": %.2f, \"interruptions\": %" PRIu64
                ", \"lost_ticks\": %" PRIu64 ", \"parts\": [",
                report->shares->sum, report->ticks_per_second, report->readings, report->cost,
                report->measured->profile.interruptions, report->measured->profile.lost);
    for (int i = 1; i < PART_COUNT; i++) {
        text_printf(
            text, "%s{\"part\": \"%s\", \"percent\": %.1f, \"calls\": %" PRIu64 ", \"ticks\": %.0f",
            i > 1 ? ", " : "", profile_parts[i].name, report->shares->permille[i] / 10.0,
            report->measured->profile.cells[i].calls, report->shares->own[i]);
        if (profile_parts[i].is_side)
            text_printf(text, ", \"whole_ticks\": %.0f", report->shares->whole[i]);
        text_add_char(text, '}');
    }
    text_add(text, "]}\n");
}

static void run(const BenchSet *set, const Params *params, bool json)
{
    Measured measured = {0};
    Shares shares;
    double cost = profile_reading_cost();
    uint64_t ticks = ticks_now();
    int64_t start = clock_now_ns();
    Progress progress;
    BenchSet shown = *set;
    progress_begin(&progress, "profile");
    shown.progress = &progress;
    shown.total = (int64_t)set->count;
    bench_run(&shown, params, add_search, &measured);
    progress_end(&progress);
    double seconds = (double)(clock_now_ns() - start) / 1e9;
    double ticks_per_second = (double)(ticks_now() - ticks) / seconds;
    compute_shares(&measured.profile, cost, &shares);
    uint64_t readings = 0;
    for (int i = 1; i < PART_COUNT; i++)
        readings += measured.profile.cells[i].switches;
    const Report report = {set, &measured, &shares, cost, ticks_per_second, readings};
    Text text = TEXT_EMPTY;
    (json ? write_json : write_table)(&report, &text);
    print_report(&text);
    text_free(&text);
}

/* ---- The command ---- */

/* The file's positions in place of the bench's. */
static bool take_file(const char *path, ProblemFile *file, const char ***positions, BenchSet *set,
                      Diag *diag)
{
    if (!problems_read(path, set->game, file, diag))
        return false;
    *positions = xcalloc((size_t)file->count, sizeof **positions);
    set->positions = *positions;
    set->count = 0;
    for (int i = 0; i < file->count; i++)
        if (!file->items[i].mate_only)
            (*positions)[set->count++] = file->items[i].position;
    return set->count > 0 || diag_error(diag, "%s: nothing for the search", path);
}

int profile_command(int argc, char **argv)
{
    const GameOps *game = &chess_ops;
    const char *path = NULL;
    int64_t depth = 0;
    bool json = false;
    ParamsOptions asked = {0};
    const Option options[] = {
        {"game", "GAME", OPTION_GAME, &game, 0, 0, "chess (default) or shogi"},
        {"depth", "N", OPTION_NUMBER, &depth, 1, MAX_PLY, "Depth of every search"},
        {"file", "FILE", OPTION_TEXT, &path, 0, 0,
         "Positions, one a line (FEN, EPD, SFEN), in place of those of the bench"},
        {"json", NULL, OPTION_FLAG, &json, 0, 0, "One JSON object for programs"},
        PARAMS_OPTION_ROWS(&asked),
    };
    options_parse("Searches positions with one thread and shows where the time goes.", options,
                  COUNT_OF(options), argc, argv);
    ParamSet params;
    if (!is_profile_build())
        return options_complain("profile", "this build does not measure its parts: `make profile` "
                                           "makes ./tenuki-profile, which does");
    if (!params_options_resolve("profile", &asked, game, &params))
        return EXIT_BAD_INPUT;
    BenchSet set = *bench_set_of(game);
    ProblemFile file = {0};
    const char **positions = NULL;
    Diag diag;
    diag_clear(&diag);
    bool good = !path || take_file(path, &file, &positions, &set, &diag);
    if (depth)
        set.depth = (int)depth;
    if (good)
        run(&set, &params.values, json);
    free(positions);
    problems_free(&file);
    return good ? EXIT_GOOD : options_complain("profile", "error: %s", diag.error);
}
