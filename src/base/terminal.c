/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* The one table of colours, by mark. */
static const char *const escapes[] = {
    ['\1'] = "\033[1m",  /* heading: bold */
    ['\2'] = "\033[32m", /* good: green */
    ['\3'] = "\033[31m", /* bad: red */
    ['\4'] = "\033[2m",  /* dim */
    ['\5'] = "\033[0m",  /* end */
};

static bool is_mark(unsigned char c) { return c >= 1 && c < COUNT_OF(escapes); }

bool terminal_can_draw(int fd)
{
    const char *kind = getenv("TERM");
    return isatty(fd) && kind && *kind && strcmp(kind, "dumb") != 0;
}

bool terminal_has_colours(int fd)
{
    const char *refused = getenv("NO_COLOR");
    return terminal_can_draw(fd) && !(refused && *refused);
}

static struct winsize size_of(int fd)
{
    struct winsize told, size = {.ws_row = 24, .ws_col = 80};
    if (ioctl(fd, TIOCGWINSZ, &told) == 0 && told.ws_row > 0 && told.ws_col > 0)
        size = told;
    return size;
}

int terminal_columns(int fd) { return size_of(fd).ws_col; }
int terminal_rows(int fd) { return size_of(fd).ws_row; }

void terminal_render(const char *marked, bool colours, Text *text)
{
    const char *from = marked;
    for (const char *at = marked;; at++) {
        if (*at && !is_mark((unsigned char)*at))
            continue;
        text_add_span(text, (Span){from, (size_t)(at - from)});
        if (!*at)
            return;
        if (colours)
            text_add(text, escapes[(unsigned char)*at]);
        from = at + 1;
    }
}

/* East Asian wide characters, as far as names and boards need them (Unicode, annex 11). */
int terminal_width_of(int32_t codepoint)
{
    static const struct {
        int32_t first, last;
    } wide[] = {
        {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF}, {0xAC00, 0xD7A3},
        {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60}, {0xFFE0, 0xFFE6},
        {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD},
    };
    for (size_t i = 0; i < COUNT_OF(wide); i++)
        if (codepoint >= wide[i].first && codepoint <= wide[i].last)
            return 2;
    return 1;
}

void terminal_cut(Span line, int columns, Text *text)
{
    for (int used = 0; line.length > 0;) {
        unsigned char first = (unsigned char)line.at[0];
        int32_t point = span_next_codepoint(&line);
        used += is_mark(first) ? 0 : terminal_width_of(point);
        if (used <= columns)
            text_add_codepoint(text, point < 0 ? 0xFFFD : (uint32_t)point);
        else if (is_mark(first))
            text_add_char(text, (char)first);
    }
}
