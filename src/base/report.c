/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void report_bug(const char *file, int line, const char *format, ...)
{
    va_list args;
    fprintf(stderr, "tenuki: BUG at %s:%d: ", file, line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    abort();
}

void die(const char *format, ...)
{
    va_list args;
    fputs("tenuki: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(2);
}

void diag_clear(Diag *diag)
{
    diag->error[0] = '\0';
    diag->warning[0] = '\0';
}

/* Input is quoted in messages: control characters and stray bytes must not reach the terminal or
 * break the one-line form of a protocol answer. */
static void make_printable(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || (unsigned char)*text > 0x7e)
            *text = '?';
}

bool diag_error(Diag *diag, const char *format, ...)
{
    if (diag->error[0] == '\0') {
        va_list args;
        va_start(args, format);
        vsnprintf(diag->error, sizeof diag->error, format, args);
        va_end(args);
        make_printable(diag->error);
    }
    return false;
}

void diag_warn(Diag *diag, const char *format, ...)
{
    size_t used = strlen(diag->warning);
    if (used > 0 && used + 2 < sizeof diag->warning) {
        strcpy(diag->warning + used, "; ");
        used += 2;
    }
    va_list args;
    va_start(args, format);
    vsnprintf(diag->warning + used, sizeof diag->warning - used, format, args);
    va_end(args);
    make_printable(diag->warning);
}

static void *checked(void *block)
{
    if (!block)
        die("out of memory");
    return block;
}

void *xmalloc(size_t size) { return checked(malloc(size ? size : 1)); }
void *xcalloc(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size ? size : 1));
}
void *xrealloc(void *block, size_t size) { return checked(realloc(block, size ? size : 1)); }

char *xstrdup(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(xmalloc(size), text, size);
}

bool memory_has(size_t mib, Diag *diag)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || size <= 0)
        return true;
    size_t there = ((size_t)pages * ((size_t)size >> 10)) >> 10;
    return mib <= there
        || diag_error(diag, "cannot get %zu MiB: there are %zu MiB of memory", mib, there);
}
