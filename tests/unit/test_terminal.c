/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/terminal.h"

#include <criterion/criterion.h>

static void expect_render(const char *marked, bool colours, const char *expected)
{
    Text text = TEXT_EMPTY;
    terminal_render(marked, colours, &text);
    cr_expect_str_eq(text_cstr(&text), expected);
    text_free(&text);
}

Test(terminal, marks_become_colours_or_nothing)
{
    const char *marked = MARK_HEADING "head" MARK_END " " MARK_BAD "bad" MARK_END;
    expect_render(marked, true, "\033[1mhead\033[0m \033[31mbad\033[0m");
    expect_render(marked, false, "head bad");
    expect_render("", true, "");
    expect_render("plain\n\ttext", false, "plain\n\ttext");
}

static void expect_cut(const char *line, int columns, const char *expected)
{
    Text text = TEXT_EMPTY;
    terminal_cut(span_of(line), columns, &text);
    cr_expect_str_eq(text_cstr(&text), expected, "%s in %d: %s", line, columns, text_cstr(&text));
    text_free(&text);
}

Test(terminal, lines_are_cut_by_columns)
{
    expect_cut("abcdef", 6, "abcdef");
    expect_cut("abcdef", 4, "abcd");
    expect_cut("abc", 0, "");
    /* A kanji takes two columns, and half of one is none. */
    expect_cut("手抜き", 6, "手抜き");
    expect_cut("手抜き", 5, "手抜");
    expect_cut("a手抜", 2, "a");
    /* Marks take none, and what begins also ends. */
    expect_cut(MARK_GOOD "abc" MARK_END "d", 2, MARK_GOOD "ab" MARK_END);
    /* Bytes that are no UTF-8 take one. */
    expect_cut("\xff\xff", 1, "\xef\xbf\xbd");
}
