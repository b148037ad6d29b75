/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TESTS_SCRATCH_H
#define TENUKI_TESTS_SCRATCH_H

/* A place for a test's files. Every test runs in a process of its own, so the process names it. */

#include <stdio.h>
#include <unistd.h>

enum { SCRATCH_PATH = 64 };

static inline void scratch_path(char path[SCRATCH_PATH], const char *name)
{
    snprintf(path, SCRATCH_PATH, "/tmp/tenuki-%d-%s", (int)getpid(), name);
}

#endif
