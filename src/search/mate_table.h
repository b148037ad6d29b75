/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_MATE_TABLE_H
#define TENUKI_SEARCH_MATE_TABLE_H

/* What the mate solver remembers. A position is entered by its board and the attacker's hand, with
 * the number of plies that were left: a proof serves wherever at least as many plies are left as it
 * needs and the hand holds at least as much, a disproof wherever no more are left and the hand
 * holds no more (domination of hands: Nagai and Imai 2002). */

#include "search/game.h"

#include <string.h>

enum {
    MATE_INFINITE = 1 << 30,
    MATE_UNBOUNDED = UINT16_MAX, /* plies left, when they are not counted */
    MATE_SLOTS = 4,
};

/* Proof and disproof number: how many leaves must at least still be settled. One of them is 0 and
 * the other infinite once it is known. */
typedef struct {
    uint32_t number[2];
    Move move;       /* the attacker's, in a proof */
    uint16_t length; /* plies to mate, in a proof */
    bool tainted;    /* a disproof that holds on this path only */
} MateValue;

enum { PROOF, DISPROOF };

typedef struct {
    uint64_t key, hand;
    uint32_t number[2];
    uint16_t left, length;
    Move move;
    uint8_t tainted, effort;
} MateEntry;

typedef struct {
    MateEntry *entries;
    size_t buckets;
} MateTable;

static inline MateValue mate_value(uint32_t proof, uint32_t disproof)
{
    return (MateValue){.number = {proof, disproof}};
}
static inline MateValue mate_proved(int length, Move move)
{
    return (MateValue){{0, MATE_INFINITE}, move, (uint16_t)length, false};
}
static inline MateValue mate_disproved(bool tainted)
{
    return (MateValue){{MATE_INFINITE, 0}, 0, 0, tainted};
}
static inline bool mate_is_proved(const MateValue *value) { return value->number[PROOF] == 0; }
static inline bool mate_is_disproved(const MateValue *value)
{
    return value->number[DISPROOF] == 0;
}

static inline MateEntry *mate_bucket(const MateTable *table, uint64_t key)
{
    __extension__ typedef unsigned __int128 Wide;
    size_t index = (size_t)(((Wide)(key * 0x9E3779B97F4A7C15u) * table->buckets) >> 64);
    return table->entries + index * MATE_SLOTS;
}

/* Without a bound only checks are tried, which says nothing about quiet attacks. */
static inline bool mate_disproof_serves(const MateEntry *entry, int left)
{
    if (left == MATE_UNBOUNDED)
        return entry->left == MATE_UNBOUNDED;
    return !entry->tainted
        && (entry->left == MATE_UNBOUNDED ? (bool)MATE_BY_CHECKS : entry->left >= left);
}

static inline bool mate_probe(const MateTable *table, uint64_t key, uint64_t hand, int left,
                              MateValue *value)
{
    const MateEntry *entry = mate_bucket(table, key);
    bool found = false;
    for (int i = 0; i < MATE_SLOTS; i++, entry++) {
        if (entry->key != key)
            continue;
        if (entry->number[PROOF] == 0) {
            if (entry->length > left || !game_hand_covers(hand, entry->hand))
                continue;
            *value = mate_proved(entry->length, entry->move);
            return true;
        }
        if (entry->number[DISPROOF] == 0) {
            if (!mate_disproof_serves(entry, left) || !game_hand_covers(entry->hand, hand))
                continue;
            *value = mate_disproved(entry->tainted);
            return true;
        }
        if (entry->hand == hand && entry->left == left) {
            *value = mate_value(entry->number[PROOF], entry->number[DISPROOF]);
            found = true;
        }
    }
    return found;
}

/* How dear it would be to lose an entry. */
static inline int mate_worth(const MateEntry *entry)
{
    bool settled = entry->number[PROOF] == 0 || entry->number[DISPROOF] == 0;
    return entry->key == 0 ? -1 : entry->effort + (settled ? 2 : 0);
}

static inline bool mate_replaces(const MateEntry *old, const MateEntry *entry)
{
    if (old->key != entry->key || old->hand != entry->hand)
        return false;
    if (old->number[PROOF] == 0)
        return entry->number[PROOF] == 0 && entry->length <= old->length;
    return old->left == entry->left
        || (old->number[DISPROOF] == 0 && entry->number[DISPROOF] == 0 && entry->left >= old->left
            && (entry->left != MATE_UNBOUNDED || MATE_BY_CHECKS) && !entry->tainted);
}

static inline void mate_store(MateTable *table, const MateEntry *entry)
{
    MateEntry *bucket = mate_bucket(table, entry->key), *victim = bucket;
    for (int i = 0; i < MATE_SLOTS; i++) {
        if (mate_replaces(&bucket[i], entry)) {
            bucket[i] = *entry;
            return;
        }
        if (mate_worth(&bucket[i]) < mate_worth(victim))
            victim = &bucket[i];
    }
    *victim = *entry;
}

#endif
