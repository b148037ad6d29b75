/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_CLONES_H
#define TENUKI_BASE_CLONES_H

/* CLONED before a function: the compiler makes one copy for each generation of processors, and the
 * loader takes the best one that runs here. Only where the build is for any x86-64 (one for a named
 * processor needs no choice), where the C library can do that, and not under the sanitizers, which
 * are not awake yet when the choice is made. */

#include "base/types.h"

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__SSE3__) && !defined(TENUKI_DEBUG)      \
    && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CLONED __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLONED
#endif

#endif
