/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/keys.h"

#include "base/report.h"

#include <stdlib.h>

void keys_init(KeySet *set, int log2_limit)
{
    enum { SMALLEST = 10 };
    *set = (KeySet){.log2_size = SMALLEST, .log2_limit = log2_limit};
    set->slots = xcalloc((size_t)1 << SMALLEST, sizeof *set->slots);
}

void keys_free(KeySet *set)
{
    free(set->slots);
    *set = (KeySet){0};
}

/* The upper bits choose the slot, the lower ones say whether a key is remembered. Keys of positions
 * are random words, but others may come too. */
static uint64_t mix(uint64_t key)
{
    key = (key ^ (key >> 32)) * 0xD6E8FEB86659FD93u;
    key = (key ^ (key >> 32)) * 0xD6E8FEB86659FD93u;
    key ^= key >> 32;
    return key ? key : 1;
}

static bool insert(KeySet *set, uint64_t mixed)
{
    size_t mask = ((size_t)1 << set->log2_size) - 1;
    size_t at = mixed >> (64 - set->log2_size);
    while (set->slots[at]) {
        if (set->slots[at] == mixed)
            return false;
        at = (at + 1) & mask;
    }
    set->slots[at] = mixed;
    set->used++;
    return true;
}

static bool is_remembered(const KeySet *set, uint64_t mixed)
{
    return (mixed & (((uint64_t)1 << set->skipped) - 1)) == 0;
}

static void make_room(KeySet *set)
{
    uint64_t *old = set->slots;
    size_t size = (size_t)1 << set->log2_size;
    if (set->log2_size < set->log2_limit)
        set->log2_size++;
    else
        set->skipped++;
    set->slots = xcalloc((size_t)1 << set->log2_size, sizeof *set->slots);
    set->used = 0;
    for (size_t i = 0; i < size; i++)
        if (old[i] && is_remembered(set, old[i]))
            insert(set, old[i]);
    free(old);
}

bool keys_add(KeySet *set, uint64_t key)
{
    uint64_t mixed = mix(key);
    set->added++;
    if (!is_remembered(set, mixed) || !insert(set, mixed))
        return false;
    if (set->used > (int64_t)1 << (set->log2_size - 1))
        make_room(set);
    return true;
}

int64_t keys_distinct(const KeySet *set)
{
    int64_t scaled = set->used << set->skipped;
    return scaled < set->added ? scaled : set->added;
}

int64_t keys_duplicates(const KeySet *set) { return set->added - keys_distinct(set); }
