/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_POOL_H
#define TENUKI_ENGINE_POOL_H

/* Threads that wait for work, started once: a search begins without asking the system for threads,
 * and its answer need not wait until all of them have noticed its end. */

#include "base/types.h"

typedef struct Pool Pool;

/* work(context, index) is what thread `index` does each time it is started. */
Pool *pool_new(void (*work)(void *context, int index), void *context);
/* All threads must be idle. */
void pool_free(Pool *pool);
/* How many threads there are; all must be idle. False, and as many as before, when the system does
 * not give them. */
bool pool_resize(Pool *pool, int count);

/* The thread must be idle. */
void pool_start(Pool *pool, int index);
/* Until the thread is idle. */
void pool_wait(Pool *pool, int index);
/* The same, but false when it is not after so many milliseconds. */
bool pool_wait_for(Pool *pool, int index, int ms);

#endif
