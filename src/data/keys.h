/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_DATA_KEYS_H
#define TENUKI_DATA_KEYS_H

/* How many different keys there are among very many, in bounded memory. Up to a limit all are
 * remembered. Beyond it only those of every second value, of every fourth and so on, and their
 * number is scaled up (adaptive sampling: Wegman 1984, Flajolet 1990). */

#include "base/types.h"

enum { KEYS_NO_LIMIT = 64, KEYS_LOG2_LIMIT = 23 };

typedef struct {
    uint64_t *slots; /* 0 for empty */
    int log2_size, log2_limit;
    int skipped; /* one key of 2^skipped is remembered */
    int64_t used;
    int64_t added; /* all of them */
} KeySet;

/* A limit of 2^log2_limit slots, half of which are filled; KEYS_NO_LIMIT to remember all. */
void keys_init(KeySet *set, int log2_limit);
void keys_free(KeySet *set);
/* True when it is remembered and was not there before. */
bool keys_add(KeySet *set, uint64_t key);
/* Exact as long as none is skipped. */
int64_t keys_distinct(const KeySet *set);
int64_t keys_duplicates(const KeySet *set);
static inline bool keys_are_exact(const KeySet *set) { return set->skipped == 0; }

#endif
