/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_TEXT_H
#define TENUKI_BASE_TEXT_H

/* Reading words and numbers that nobody has checked yet, and building text of any length. */

#include "base/types.h"

#include <stdarg.h>

/* A piece of somebody else's text: not terminated, never written to. */
typedef struct {
    const char *at;
    size_t length;
} Span;

Span span_of(const char *text);
bool span_is(Span span, const char *word);
bool span_is_nocase(Span span, const char *word);
Span span_trim(Span span);

/* Takes the next word (up to white space) or the next line (up to a line end, which is dropped) off
 * the front of `rest`. False when nothing is left. */
bool span_next_word(Span *rest, Span *word);
bool span_next_line(Span *rest, Span *line);

/* For "%.*s": the length is cut so that a message stays readable. */
enum { SPAN_QUOTED = 60 };
#define SPAN_ARG(span) ((int)((span).length < SPAN_QUOTED ? (span).length : SPAN_QUOTED)), (span).at

/* The whole span must be a decimal integer within [low, high]; otherwise false and *value is kept.
 */
bool span_to_int(Span span, int64_t low, int64_t high, int64_t *value);
/* The same for a decimal number: digits with at most one point, no exponent. */
bool span_to_double(Span span, double low, double high, double *value);

/* FNV-1a (Fowler, Noll and Vo 1991): to see that bytes are still the same. */
uint64_t span_checksum(Span span);

/* A growing string, always terminated. Start from TEXT_EMPTY, end with text_free. */
typedef struct {
    char *data;
    size_t length;
    size_t capacity;
} Text;

#define TEXT_EMPTY ((Text){0})

void text_free(Text *text);
void text_clear(Text *text);
void text_add(Text *text, const char *string);
void text_add_char(Text *text, char c);
void text_add_span(Text *text, Span span);
void text_printf(Text *text, const char *format, ...) PRINTF_LIKE(2, 3);
void text_vprintf(Text *text, const char *format, va_list args);
/* A JSON string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void text_add_json(Text *text, const char *string);
/* JSON has no infinity: null then. */
void text_add_json_number(Text *text, double value, int decimals);
/* The string itself, "" when nothing was added. */
const char *text_cstr(const Text *text);

/* One UTF-8 character off the front of a span: its code point, or -1 when the bytes are no UTF-8
 * (one byte is taken then). The span must not be empty. */
int32_t span_next_codepoint(Span *rest);
void text_add_codepoint(Text *text, uint32_t codepoint);

#endif
