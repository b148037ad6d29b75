/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_THREADS_H
#define TENUKI_BASE_THREADS_H

#include "base/types.h"

#include <pthread.h>

enum { THREADS_MAX = 1024 };

/* Processors this process may use, at least 1. */
int threads_available(void);

/* Runs work(context, index) for index 0 .. count-1, each in a thread of its own (the caller's for
 * index 0), and returns when all have ended. Threads that cannot be started are run by the caller.
 */
void threads_run(int count, void (*work)(void *context, int index), void *context);

/* One thread with a stack that is large enough for a search, whatever the system's default. */
bool threads_start(pthread_t *thread, void *(*run)(void *), void *argument);

#endif
