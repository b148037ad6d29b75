/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/profile.h"

const ProfilePartRow profile_parts[PART_COUNT] = {
    [PART_OUTSIDE] = {"outside", "Before and after a search", false},
#define PART(id, name, text) [PART_##id] = {name, text, false},
#define SIDE(id, name, text) [PART_##id] = {name, text, true},
#include "stats/profile.def"
#undef PART
#undef SIDE
};

void profile_merge(Profile *into, const Profile *from)
{
    into->interruptions += from->interruptions;
    into->lost += from->lost;
    for (int i = 0; i < PART_COUNT; i++) {
        ProfileCell *to = &into->cells[i];
        const ProfileCell *cell = &from->cells[i];
        to->calls += cell->calls;
        to->ticks += cell->ticks;
        to->switches += cell->switches;
        to->whole_ticks += cell->whole_ticks;
        to->whole_switches += cell->whole_switches;
    }
}

/* Parts with nothing in them, in the way a search nests them. The cheapest round is the true one:
 * others were interrupted. */
double profile_reading_cost(void)
{
    enum { ROUNDS = 50, PAIRS = 2000 };
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        Profile profile = {0};
        uint64_t start = ticks_now();
        for (int i = 0; i < PAIRS; i++) {
            ProfileScope outer = profile_enter(&profile, PART_NODE);
            ProfileScope inner = profile_enter(&profile, PART_SEE);
            profile_leave(&inner);
            profile_leave(&outer);
        }
        double cost = (double)(ticks_now() - start) / (double)profile.switches;
        if (round == 0 || cost < best)
            best = cost;
    }
    return best;
}
