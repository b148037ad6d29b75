/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PARAM_PUBLISHED_H
#define TENUKI_PARAM_PUBLISHED_H

/* The keys of the published configuration layout, [pruning] and [null_move], and the rows they
 * stand for. */

#include "param/names.h"
#include "param/params.h"

typedef enum {
    PUBLISHED_ROW,           /* the row under another name */
    PUBLISHED_FLAG,          /* true and false are two words of a choice */
    PUBLISHED_MARGINS,       /* eight numbers for futility_table_1 and its neighbours */
    PUBLISHED_RAZOR_ENDGAME, /* a margin, where the row is what is taken off the other one */
    PUBLISHED_NEAR_MISS,     /* a margin that also switches the near-miss verification on */
    PUBLISHED_ENDGAMES,      /* false switches nmp_guard_pieces off, true makes sure it is on */
} PublishedKind;

/* Several keys may speak of one row. The stronger wins; two of the same strength are an error. */
typedef enum {
    STRENGTH_NONE,
    STRENGTH_IMPLIED,
    STRENGTH_WEAK,
    STRENGTH_FULL,
    STRENGTH_VETO
} Strength;

typedef struct {
    const char *table, *key;
    PublishedKind kind;
    int row;
    Strength strength;
    const char *when_true, *when_false; /* of a flag */
    /* A row that must have this value for the key to mean anything; NULL when there is none. */
    int implied_row;
    const char *implied;
} Published;

/* NULL when the layout has no such key. */
const Published *published_find(Span table, Span key);
bool published_has_table(Span table);
/* Offers all keys of a table. */
void published_offer(Span table, Nearest *nearest);

#endif
