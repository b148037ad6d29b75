/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/print.h"

#include <inttypes.h>
#include <time.h>

void print_marked(FILE *file, const char *text)
{
    Text shown = TEXT_EMPTY;
    terminal_render(text, terminal_has_colours(fileno(file)), &shown);
    fputs(text_cstr(&shown), file);
    fflush(file);
    text_free(&shown);
}

void print_report(const Text *text) { print_marked(stdout, text_cstr(text)); }

void text_add_plain(Text *text, const char *string)
{
    for (Span rest = span_of(string); rest.length > 0;) {
        int32_t point = span_next_codepoint(&rest);
        bool harmless = point >= 0x20 && (point < 0x7f || point > 0x9f);
        text_add_codepoint(text, harmless ? (uint32_t)point : '?');
    }
}

void text_add_day(Text *text, int64_t seconds)
{
    char day[32] = "";
    time_t taken = (time_t)seconds;
    struct tm parts;
    if (gmtime_r(&taken, &parts))
        strftime(day, sizeof day, "%Y-%m-%d %H:%M", &parts);
    text_add(text, day);
}

void text_add_duration(Text *text, double seconds)
{
    /* What nobody would wait for. */
    const double longest = 1e12;
    int64_t whole = seconds > longest ? (int64_t)longest
                  : seconds > 0       ? (int64_t)(seconds + 0.5)
                                      : 0;
    if (whole >= 48 * 3600)
        text_printf(text, "%" PRId64 " days %02" PRId64 " h", whole / 86400, whole / 3600 % 24);
    else if (whole >= 3600)
        text_printf(text, "%" PRId64 " h %02" PRId64 " min", whole / 3600, whole / 60 % 60);
    else if (whole >= 60)
        text_printf(text, "%" PRId64 " min %02" PRId64 " s", whole / 60, whole % 60);
    else
        text_printf(text, "%" PRId64 " s", whole);
}
