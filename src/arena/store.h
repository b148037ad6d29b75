/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ARENA_STORE_H
#define TENUKI_ARENA_STORE_H

/* A match in a file. A finished game is one row that is on the disk before the game is counted;
 * everything else is derived from the rows, so that there is nothing a kill could leave half done.
 * One process at a time writes; any may read. */

#include "arena/played.h"
#include "base/db.h"

/* The kind of file. */
extern const DbKind store_db;

typedef struct Store Store;

typedef enum {
    STORE_CREATE, /* the file must not be there */
    STORE_RESUME, /* it may */
    STORE_READ,
} StoreMode;

/* Whether this build can keep anything. */
bool store_is_built(void);

/* NULL, with the reason, when the file cannot be used, or is used by another match. */
Store *store_open(const char *path, StoreMode mode, Diag *diag);
void store_close(Store *store);

/* What the match is, as text; "" in a new file. Written once. */
const char *store_settings(const Store *store);
bool store_set_settings(Store *store, const char *settings, Diag *diag);

/* How many games there are; -1 after an error. */
int64_t store_count(Store *store, Diag *diag);
/* On the disk when it returns true. */
bool store_add(Store *store, const PlayedGame *played, const GameOps *game, Diag *diag);

/* Calls `visit` with every game in the order of numbers until it returns false. Without `moves` the
 * games have none. False after an error, which names the game. */
bool store_each(Store *store, const GameOps *game, bool moves,
                bool (*visit)(void *context, const PlayedGame *played), void *context, Diag *diag);

#endif
