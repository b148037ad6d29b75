/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TT_TT_H
#define TENUKI_TT_TT_H

/* The transposition table. It knows no game: a 64-bit key, a 16-bit move, scores as they come.
 *
 * Four entries share a cache line. An entry is two words, the data and the key xor the data, so
 * that a half-written one does not match its key (Hyatt and Mann, 2002): no locks, and every access
 * is an atomic one. */

#include "base/report.h"
#include "base/types.h"

/* BOUND_NONE: there is an evaluation, but no result. */
typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct {
    uint16_t move; /* 0 when none is known */
    int16_t score; /* relative to the node: mates counted from here */
    int16_t eval;  /* static evaluation; TT_NO_EVAL when none */
    uint8_t depth;
    uint8_t bound;
    bool pv; /* was once on a principal variation */
} TtEntry;

enum { TT_NO_EVAL = INT16_MIN, TT_MIB_MAX = 1 << 25 };

typedef struct Tt Tt;

/* NULL, with the reason, when the memory cannot be had. */
Tt *tt_new(size_t mib, Diag *diag);
void tt_free(Tt *tt);
/* Costs nothing when no search has been started since the last time. */
void tt_clear(Tt *tt, int threads);
/* Entries of earlier searches are the first to be replaced. */
void tt_new_search(Tt *tt);
/* Entries of this search, in thousandths, by a sample. */
int tt_permille_full(const Tt *tt);

bool tt_probe(const Tt *tt, uint64_t key, TtEntry *entry);
/* Keeps the old move and evaluation of the position when the new entry has none. */
void tt_store(Tt *tt, uint64_t key, const TtEntry *entry);
void tt_prefetch(const Tt *tt, uint64_t key);

#endif
