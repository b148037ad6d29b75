/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_TERMINAL_H
#define TENUKI_BASE_TERMINAL_H

/* What a terminal can show, and colours.
 *
 * Text for people carries marks where a style begins and ends. Whoever prints it turns them into
 * colours for a terminal that has them, and leaves them out everywhere else. A mark takes no
 * column, but printf's widths count its byte: it stands outside of padded fields. */

#include "base/text.h"

#define MARK_HEADING "\1"
#define MARK_GOOD "\2"
#define MARK_BAD "\3"
#define MARK_DIM "\4"
#define MARK_END "\5"

/* A terminal that can move its cursor: lines may be written over. */
bool terminal_can_draw(int fd);
/* The same, and nobody has set NO_COLOR (no-color.org). */
bool terminal_has_colours(int fd);
/* 80 and 24 when nobody knows. */
int terminal_columns(int fd);
int terminal_rows(int fd);

/* The text with its marks made colours, or without them. */
void terminal_render(const char *marked, bool colours, Text *text);

/* Columns that a character takes: 2 for kanji and the like. */
int terminal_width_of(int32_t codepoint);
/* The line as far as it fits into so many columns; marks take none and are kept. */
void terminal_cut(Span line, int columns, Text *text);

#endif
