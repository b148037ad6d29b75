/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_STATS_PROFILE_H
#define TENUKI_STATS_PROFILE_H

/* Where the time of a search goes. Entering a part stops the one around it, so that every moment
 * belongs to one part. Only a build with TENUKI_PROFILE measures; in all others the macros are
 * nothing. */

#include "base/ticks.h"
#include "base/types.h"

typedef enum {
    PART_OUTSIDE, /* before and after a search */
#define PART(id, name, text) PART_##id,
#define SIDE(id, name, text) PART_##id,
#include "stats/profile.def"
#undef PART
#undef SIDE
    PART_COUNT
} ProfilePart;

typedef struct {
    const char *name;
    const char *text;
    bool is_side; /* a side search: its whole time is of interest */
} ProfilePartRow;

extern const ProfilePartRow profile_parts[PART_COUNT];

typedef struct {
    uint64_t calls;
    uint64_t ticks;    /* outside of inner parts */
    uint64_t switches; /* readings of the counter in these ticks */
    /* Of side searches, inner parts included; not counted twice when one runs inside itself. */
    uint64_t whole_ticks, whole_switches;
    int depth;
} ProfileCell;

typedef struct {
    ProfileCell cells[PART_COUNT];
    uint64_t since; /* the last reading */
    /* Stretches too long to be ours: the system gave the processor to somebody else. */
    uint64_t interruptions, lost;
    uint64_t switches; /* readings so far */
    ProfilePart running;
} Profile;

void profile_merge(Profile *into, const Profile *from);
/* Ticks that one reading with its bookkeeping costs. */
double profile_reading_cost(void);

enum { PROFILE_INTERRUPTION = 1 << 19 };

static inline void profile_switch(Profile *profile, ProfilePart to)
{
    uint64_t now = ticks_now(), spent = now - profile->since;
    ProfileCell *cell = &profile->cells[profile->running];
    /* The solver is the only part that may rightly take so long. */
    if (UNLIKELY(spent > PROFILE_INTERRUPTION) && profile->running != PART_OUTSIDE
        && profile->running != PART_SOLVER) {
        profile->interruptions++;
        profile->lost += spent;
        spent = 0;
    }
    cell->ticks += spent;
    cell->switches++;
    profile->switches++;
    profile->since = now;
    profile->running = to;
}

/* ---- Scopes: the compiler calls the end wherever the block is left ---- */

typedef struct {
    Profile *profile;
    ProfilePart outer;
} ProfileScope;

static inline ProfileScope profile_enter(Profile *profile, ProfilePart part)
{
    ProfileScope scope = {profile, profile->running};
    profile->cells[part].calls++;
    profile_switch(profile, part);
    return scope;
}

static inline void profile_leave(ProfileScope *scope)
{
    profile_switch(scope->profile, scope->outer);
}

typedef struct {
    ProfileScope scope;
    uint64_t start, switches, lost;
} ProfileSide;

static inline ProfileSide profile_enter_side(Profile *profile, ProfilePart part)
{
    ProfileScope scope = profile_enter(profile, part);
    profile->cells[part].depth++;
    return (ProfileSide){scope, profile->since, profile->switches, profile->lost};
}

/* A side search ends in the part in which it began. */
static inline void profile_leave_side(ProfileSide *side)
{
    Profile *profile = side->scope.profile;
    ProfileCell *cell = &profile->cells[profile->running];
    profile_leave(&side->scope);
    if (--cell->depth == 0) {
        cell->whole_ticks += profile->since - side->start - (profile->lost - side->lost);
        cell->whole_switches += profile->switches - side->switches;
    }
}

/* PROFILE_SCOPE and PROFILE_SIDE last to the end of the block, PROFILED as long as its expression.
 * The parts that look on hold a worker that they must not change; its clock is no part of that. */
#ifdef TENUKI_PROFILE
#define PROFILE_OF(worker) ((Profile *)&(worker)->stats.profile)
#define PROFILE_SCOPE(worker, part)                                                                \
    __attribute__((cleanup(profile_leave), unused)) ProfileScope profile_scope_##part =            \
        profile_enter(PROFILE_OF(worker), PART_##part)
#define PROFILE_SIDE(worker, part)                                                                 \
    __attribute__((cleanup(profile_leave_side), unused)) ProfileSide profile_side_##part =         \
        profile_enter_side(PROFILE_OF(worker), PART_##part)
#define PROFILED(worker, part, expression)                                                         \
    __extension__({                                                                                \
        PROFILE_SCOPE(worker, part);                                                               \
        expression;                                                                                \
    })
#else
#define PROFILE_SCOPE(worker, part) ((void)0)
#define PROFILE_SIDE(worker, part) ((void)0)
#define PROFILED(worker, part, expression) (expression)
#endif

#endif
