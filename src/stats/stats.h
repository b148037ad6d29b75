/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_STATS_STATS_H
#define TENUKI_STATS_STATS_H

/* What the search counts. Each worker has its own; they are added up at the end. STATS=0 removes
 * the counting, not the structure. */

#include "base/text.h"
#include "param/params.h"
#include "stats/profile.h"

#ifndef STATS
#define STATS 1
#endif

typedef enum {
#define COUNTER(id, name, text) STAT_##id,
#include "stats/stats.def"
#undef COUNTER
    STAT_COUNT
} Stat;

/* By depth (the last one holds all deeper) and by phase: opening, middle game, endgame. */
enum { STATS_DEPTHS = 24, STATS_PHASES = 3 };

typedef struct {
    uint64_t tries;
    uint64_t cuts; /* pruned, reduced, extended: whatever the technique is for */
} StatCell;

typedef struct {
    uint64_t counter[STAT_COUNT];
    StatCell technique[TECH_COUNT][STATS_DEPTHS][STATS_PHASES];
    const char *plugin; /* the name under which TECH_PLUGIN is shown; NULL for none */
#ifdef TENUKI_PROFILE
    Profile profile;
#endif
} Stats;

#if STATS
#define STATS_ADD(stats, id, amount) ((stats)->counter[STAT_##id] += (uint64_t)(amount))
#define STATS_TRY(stats, tech, depth, phase) (stats_cell(stats, tech, depth, phase)->tries++)
#define STATS_CUT(stats, tech, depth, phase) STATS_CUTS(stats, tech, depth, phase, 1)
#define STATS_CUTS(stats, tech, depth, phase, amount)                                              \
    (stats_cell(stats, tech, depth, phase)->cuts += (uint64_t)(amount))
#else
#define STATS_ADD(stats, id, amount) ((void)0)
#define STATS_TRY(stats, tech, depth, phase) ((void)0)
#define STATS_CUT(stats, tech, depth, phase) ((void)0)
#define STATS_CUTS(stats, tech, depth, phase, amount) ((void)0)
#endif

static inline StatCell *stats_cell(Stats *stats, Technique technique, int depth, int phase)
{
    int row = depth < 0 ? 0 : depth < STATS_DEPTHS ? depth : STATS_DEPTHS - 1;
    return &stats->technique[technique][row][phase];
}

void stats_merge(Stats *into, const Stats *from);
/* Adds where the time went; false in a build that does not measure it. */
bool stats_add_profile(const Stats *stats, Profile *profile);
/* A technique's cells added up. */
StatCell stats_total(const Stats *stats, Technique technique);

/* A table for people, and one JSON object. */
void stats_write_table(const Stats *stats, Text *text);
void stats_write_json(const Stats *stats, Text *text);

#endif
