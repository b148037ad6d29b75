/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/limits_options.h"

#include "search/gameops.h"

#include <string.h>

void limits_asked_rows(LimitsAsked *asked, Option rows[LIMITS_OPTIONS])
{
    enum { DAY_MS = 86400000, CLOCK_NODES_MAX = 1000000 };
    const Option table[] = {
        {"tc", "BASE+INC", OPTION_TEXT, &asked->tc, 0, 0,
         "Seconds, and seconds more with each move: 8+0.08, 40/60+0.6"},
        {"byoyomi", "MS", OPTION_NUMBER, &asked->byoyomi, 1, DAY_MS,
         "Milliseconds for each move when the clock is used up"},
        {"movetime", "MS", OPTION_NUMBER, &asked->movetime, 1, DAY_MS,
         "Milliseconds for each move"},
        {"nodes", "N", OPTION_NUMBER, &asked->nodes, 1, INT64_MAX / 4, "Nodes of each move"},
        {"depth", "N", OPTION_NUMBER, &asked->depth, 1, MAX_PLY - 1, "Depth of each move"},
        {"clocknodes", "N", OPTION_NUMBER, &asked->clock_nodes, 1, CLOCK_NODES_MAX,
         "Clocks count nodes, so many for a millisecond: the same games on every machine; for "
         "settings of this engine"},
    };
    _Static_assert(COUNT_OF(table) == LIMITS_OPTIONS, "as many as the header says");
    memcpy(rows, table, sizeof table);
}

bool limits_asked_read(const LimitsAsked *asked, GameLimits *limits, Diag *diag)
{
    GameLimits fresh = LIMITS_NONE;
    if (asked->tc && !limits_read_tc(span_of(asked->tc), &fresh, diag))
        return false;
    if (asked->byoyomi && !limits_has_clock(&fresh))
        fresh.base_ms = 0;
    fresh.byoyomi_ms = asked->byoyomi;
    fresh.move_ms = asked->movetime;
    fresh.nodes = (uint64_t)asked->nodes;
    fresh.depth = (int)asked->depth;
    fresh.clock_nodes = asked->clock_nodes;
    *limits = fresh;
    return true;
}
