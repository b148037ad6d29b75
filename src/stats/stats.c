/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/stats.h"

#include <inttypes.h>

typedef struct {
    const char *name;
    const char *text;
} CounterRow;

static const CounterRow counters[STAT_COUNT] = {
#define COUNTER(id, name, text) {name, text},
#include "stats/stats.def"
#undef COUNTER
};

void stats_merge(Stats *into, const Stats *from)
{
    if (from->plugin)
        into->plugin = from->plugin;
    for (int i = 0; i < STAT_COUNT; i++)
        into->counter[i] += from->counter[i];
    for (int t = 0; t < TECH_COUNT; t++)
        for (int d = 0; d < STATS_DEPTHS; d++)
            for (int p = 0; p < STATS_PHASES; p++) {
                into->technique[t][d][p].tries += from->technique[t][d][p].tries;
                into->technique[t][d][p].cuts += from->technique[t][d][p].cuts;
            }
#ifdef TENUKI_PROFILE
    profile_merge(&into->profile, &from->profile);
#endif
}

bool stats_add_profile(const Stats *stats, Profile *profile)
{
#ifdef TENUKI_PROFILE
    profile_merge(profile, &stats->profile);
    return true;
#else
    return (void)stats, (void)profile, false;
#endif
}

StatCell stats_total(const Stats *stats, Technique technique)
{
    StatCell sum = {0, 0};
    for (int d = 0; d < STATS_DEPTHS; d++)
        for (int p = 0; p < STATS_PHASES; p++) {
            sum.tries += stats->technique[technique][d][p].tries;
            sum.cuts += stats->technique[technique][d][p].cuts;
        }
    return sum;
}

static const char *name_of(const Stats *stats, int technique)
{
    return technique == TECH_PLUGIN && stats->plugin ? stats->plugin
                                                     : param_technique_name((Technique)technique);
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0.0;
}

/* The rates that are asked for again and again. */
typedef struct {
    const char *name;
    double value;
} Rate;

enum { RATES = 8 };

static void list_rates(const Stats *stats, Rate rates[RATES])
{
    const uint64_t *c = stats->counter;
    StatCell null_move = stats_total(stats, TECH_NMP);
    uint64_t pruned = 0, inner = c[STAT_NODES] - c[STAT_QNODES];
    static const Technique pruning[] = {TECH_NMP, TECH_RFP, TECH_RAZOR, TECH_PROBCUT,
                                        TECH_MULTICUT};
    for (size_t i = 0; i < COUNT_OF(pruning); i++)
        pruned += stats_total(stats, pruning[i]).cuts;
    const Rate list[RATES] = {
        {"cutoff_rate", ratio(null_move.cuts, null_move.tries)},
        {"average_reduction", ratio(c[STAT_NMP_REDUCTION], null_move.tries)},
        /* Null searches that were worth their while, of all that were thought of. */
        {"efficiency", ratio(null_move.cuts, null_move.tries + c[STAT_NMP_VERIFY_TRIED])},
        {"pruning_rate", ratio(pruned, inner)},
        {"first_move_fail_high_rate", ratio(c[STAT_FAIL_HIGHS_FIRST], c[STAT_FAIL_HIGHS])},
        {"tt_hit_rate", ratio(c[STAT_TT_HITS], c[STAT_TT_PROBES])},
        {"lmr_research_rate", ratio(c[STAT_LMR_RESEARCHES], stats_total(stats, TECH_LMR).tries)},
        {"qnode_share", ratio(c[STAT_QNODES], c[STAT_NODES])},
    };
    for (int i = 0; i < RATES; i++)
        rates[i] = list[i];
}

/* Where the cuts are, by bands of depth and by phase. */
static void add_places(const Stats *stats, Text *text)
{
    static const struct {
        const char *title;
        int first, last;
    } bands[] = {{"depth 0-2", 0, 2}, {"3-5", 3, 5}, {"6-9", 6, 9}, {"10+", 10, STATS_DEPTHS - 1}};
    static const char *const phases[STATS_PHASES] = {"opening", "middle game", "endgame"};
    text_printf(text, "%-14s", "cuts by");
    for (size_t b = 0; b < COUNT_OF(bands); b++)
        text_printf(text, " %11s", bands[b].title);
    for (int p = 0; p < STATS_PHASES; p++)
        text_printf(text, " %11s", phases[p]);
    text_add_char(text, '\n');
    for (int t = 0; t < TECH_COUNT; t++) {
        const StatCell(*cells)[STATS_PHASES] = stats->technique[t];
        if (stats_total(stats, (Technique)t).cuts == 0)
            continue;
        uint64_t by_phase[STATS_PHASES] = {0};
        text_printf(text, "%-14s", name_of(stats, t));
        for (size_t b = 0; b < COUNT_OF(bands); b++) {
            uint64_t sum = 0;
            for (int d = bands[b].first; d <= bands[b].last; d++)
                for (int p = 0; p < STATS_PHASES; p++) {
                    sum += cells[d][p].cuts;
                    by_phase[p] += cells[d][p].cuts;
                }
            text_printf(text, " %11" PRIu64, sum);
        }
        for (int p = 0; p < STATS_PHASES; p++)
            text_printf(text, " %11" PRIu64, by_phase[p]);
        text_add_char(text, '\n');
    }
}

void stats_write_table(const Stats *stats, Text *text)
{
    text_printf(text, "%-14s %14s %14s %8s\n", "technique", "tries", "cuts", "rate");
    for (int t = 0; t < TECH_COUNT; t++) {
        StatCell sum = stats_total(stats, (Technique)t);
        if (sum.tries == 0 && sum.cuts == 0)
            continue;
        text_printf(text, "%-14s ", name_of(stats, t));
        if (sum.tries)
            text_printf(text, "%14" PRIu64 " %14" PRIu64 " %7.1f%%\n", sum.tries, sum.cuts,
                        100.0 * ratio(sum.cuts, sum.tries));
        else
            text_printf(text, "%14s %14" PRIu64 " %8s\n", "-", sum.cuts, "-");
    }
    text_add_char(text, '\n');
    add_places(stats, text);
    text_add_char(text, '\n');
    for (int i = 0; i < STAT_COUNT; i++)
        text_printf(text, "%-22s %14" PRIu64 "  %s\n", counters[i].name, stats->counter[i],
                    counters[i].text);
    Rate rates[RATES];
    list_rates(stats, rates);
    text_add_char(text, '\n');
    for (int i = 0; i < RATES; i++)
        text_printf(text, "%-26s %10.4f\n", rates[i].name, rates[i].value);
}

static void add_cells_json(const Stats *stats, Technique technique, Text *text)
{
    bool first = true;
    text_add(text, "\"by_depth\": [");
    for (int d = 0; d < STATS_DEPTHS; d++)
        for (int p = 0; p < STATS_PHASES; p++) {
            const StatCell *cell = &stats->technique[technique][d][p];
            if (cell->tries == 0 && cell->cuts == 0)
                continue;
            text_printf(text,
                        "%s{\"depth\": %d, \"phase\": %d, \"tries\": %" PRIu64
                        ", \"cuts\": %" PRIu64 "}",
                        first ? "" : ", ", d, p, cell->tries, cell->cuts);
            first = false;
        }
    text_add_char(text, ']');
}

void stats_write_json(const Stats *stats, Text *text)
{
    text_add_char(text, '{');
    for (int i = 0; i < STAT_COUNT; i++)
        text_printf(text, "\"%s\": %" PRIu64 ", ", counters[i].name, stats->counter[i]);
    Rate rates[RATES];
    list_rates(stats, rates);
    for (int i = 0; i < RATES; i++)
        text_printf(text, "\"%s\": %.6f, ", rates[i].name, rates[i].value);
    text_add(text, "\"techniques\": {");
    for (int t = 0; t < TECH_COUNT; t++) {
        StatCell sum = stats_total(stats, (Technique)t);
        text_printf(text, "%s\"%s\": {\"tries\": %" PRIu64 ", \"cuts\": %" PRIu64 ", ",
                    t ? ", " : "", name_of(stats, t), sum.tries, sum.cuts);
        add_cells_json(stats, (Technique)t, text);
        text_add_char(text, '}');
    }
    text_add(text, "}}");
}
