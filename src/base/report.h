/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_REPORT_H
#define TENUKI_BASE_REPORT_H

/* The vocabulary of trouble:
 *   BUG()      our mistake: report the place and abort
 *   die()      a hopeless start (no memory, no standard output): report and exit with status 2
 *   Diag       everything else: an error that goes back to whoever asked, with warnings beside it
 */

#include "base/types.h"

#define BUG(...) report_bug(__FILE__, __LINE__, __VA_ARGS__)

/* Checked in debug builds only; the release build assumes nothing from it. */
#ifdef TENUKI_DEBUG
#define ASSERT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition))                                                                          \
            BUG("assertion failed: %s", #condition);                                               \
    } while (0)
#else
#define ASSERT(condition) ((void)0)
#endif

_Noreturn void report_bug(const char *file, int line, const char *format, ...) PRINTF_LIKE(3, 4);
_Noreturn void die(const char *format, ...) PRINTF_LIKE(1, 2);

/* What a parser has to say. `error` is empty when all went well; `warning` may list several things,
 * joined by "; ", that were mended on the way. Both are plain ASCII whatever the input was. */
enum { DIAG_LENGTH = 480 };

typedef struct {
    char error[DIAG_LENGTH];
    char warning[DIAG_LENGTH];
} Diag;

void diag_clear(Diag *diag);

/* Sets the error and returns false, so that a parser can `return diag_error(...)`. The first error
 * stays: later ones are usually its consequence. */
bool diag_error(Diag *diag, const char *format, ...) PRINTF_LIKE(2, 3);
void diag_warn(Diag *diag, const char *format, ...) PRINTF_LIKE(2, 3);

/* malloc and friends that never return NULL. */
void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
/* The system lends more memory than there is, and kills whoever uses it: ask before taking much. */
bool memory_has(size_t mib, Diag *diag);
void *xrealloc(void *block, size_t size);
char *xstrdup(const char *text);

#endif
