/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_PRINT_H
#define TENUKI_LAB_PRINT_H

/* Reports for people: text with the marks of base/terminal.h, in colours where there are any. */

#include "base/terminal.h"

#include <stdio.h>

/* To standard output or standard error, at once. */
void print_marked(FILE *file, const char *text);
void print_report(const Text *text); /* to standard output */

/* Files may come from anywhere: what they say must not steer the terminal. */
void text_add_plain(Text *text, const char *string);

/* "2026-01-31 12:00", in universal time, from seconds since 1970. */
void text_add_day(Text *text, int64_t seconds);

/* "3 min 05 s". */
void text_add_duration(Text *text, double seconds);

#endif
