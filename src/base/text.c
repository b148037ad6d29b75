/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"

#include "base/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c; }

Span span_of(const char *text) { return (Span){text, strlen(text)}; }

bool span_is(Span span, const char *word)
{
    return strlen(word) == span.length && memcmp(span.at, word, span.length) == 0;
}

bool span_is_nocase(Span span, const char *word)
{
    if (strlen(word) != span.length)
        return false;
    for (size_t i = 0; i < span.length; i++)
        if (lower(span.at[i]) != lower(word[i]))
            return false;
    return true;
}

Span span_trim(Span span)
{
    while (span.length > 0 && is_space(span.at[0]))
        span.at++, span.length--;
    while (span.length > 0 && is_space(span.at[span.length - 1]))
        span.length--;
    return span;
}

bool span_next_word(Span *rest, Span *word)
{
    size_t i = 0;
    while (i < rest->length && is_space(rest->at[i]))
        i++;
    size_t start = i;
    while (i < rest->length && !is_space(rest->at[i]))
        i++;
    *word = (Span){rest->at + start, i - start};
    rest->at += i;
    rest->length -= i;
    return word->length > 0;
}

bool span_next_line(Span *rest, Span *line)
{
    if (rest->length == 0)
        return false;
    const char *newline = memchr(rest->at, '\n', rest->length);
    size_t length = newline ? (size_t)(newline - rest->at) : rest->length;
    size_t taken = newline ? length + 1 : length;
    *line = (Span){rest->at, length};
    if (line->length > 0 && line->at[line->length - 1] == '\r')
        line->length--;
    rest->at += taken;
    rest->length -= taken;
    return true;
}

bool span_to_int(Span span, int64_t low, int64_t high, int64_t *value)
{
    size_t i = 0;
    bool negative = false;
    if (i < span.length && (span.at[i] == '-' || span.at[i] == '+'))
        negative = span.at[i++] == '-';
    if (i == span.length)
        return false;
    int64_t result = 0;
    for (; i < span.length; i++) {
        int digit = span.at[i] - '0';
        if (digit < 0 || digit > 9)
            return false;
        if (__builtin_mul_overflow(result, 10, &result)
            || __builtin_sub_overflow(result, digit, &result))
            return false;
    }
    /* Collected as a negative number, whose range is the larger one. */
    if (!negative && __builtin_sub_overflow(0, result, &result))
        return false;
    if (result < low || result > high)
        return false;
    *value = result;
    return true;
}

/* By hand, because the library's reader takes hexadecimal, "nan" and the locale's point. */
bool span_to_double(Span span, double low, double high, double *value)
{
    size_t i = 0;
    bool negative = false;
    if (i < span.length && (span.at[i] == '-' || span.at[i] == '+'))
        negative = span.at[i++] == '-';
    double result = 0, divisor = 0;
    bool any = false;
    for (; i < span.length; i++) {
        int digit = span.at[i] - '0';
        if (span.at[i] == '.' && divisor == 0) {
            divisor = 1;
            continue;
        }
        if (digit < 0 || digit > 9)
            return false;
        result = result * 10 + digit;
        divisor *= 10;
        any = true;
    }
    if (divisor > 0)
        result /= divisor;
    if (negative)
        result = -result;
    /* The comparison is false, too, for what hundreds of digits have made of both. */
    if (!any || !(result >= low && result <= high))
        return false;
    *value = result;
    return true;
}

uint64_t span_checksum(Span span)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < span.length; i++)
        sum = (sum ^ (unsigned char)span.at[i]) * 0x100000001b3u;
    return sum;
}

static void reserve(Text *text, size_t more)
{
    size_t wanted = text->length + more + 1;
    if (wanted <= text->capacity)
        return;
    size_t capacity = text->capacity ? text->capacity * 2 : 128;
    if (capacity < wanted)
        capacity = wanted;
    text->data = xrealloc(text->data, capacity);
    text->capacity = capacity;
}

void text_free(Text *text)
{
    free(text->data);
    *text = TEXT_EMPTY;
}

void text_clear(Text *text)
{
    text->length = 0;
    if (text->data)
        text->data[0] = '\0';
}

void text_add_span(Text *text, Span span)
{
    reserve(text, span.length);
    memcpy(text->data + text->length, span.at, span.length);
    text->length += span.length;
    text->data[text->length] = '\0';
}

void text_add(Text *text, const char *string) { text_add_span(text, span_of(string)); }
void text_add_char(Text *text, char c) { text_add_span(text, (Span){&c, 1}); }

void text_vprintf(Text *text, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length < 0)
        BUG("bad format: %s", format);
    reserve(text, (size_t)length);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
    va_end(again);
    text->length += (size_t)length;
}

void text_printf(Text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(text, format, args);
    va_end(args);
}

const char *text_cstr(const Text *text) { return text->data ? text->data : ""; }

int32_t span_next_codepoint(Span *rest)
{
    const unsigned char *s = (const unsigned char *)rest->at;
    int length = s[0] < 0x80 ? 1 : s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    static const uint8_t lead_mask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    static const int32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    int32_t point = s[0] & lead_mask[length];
    bool valid = (size_t)length <= rest->length && (s[0] < 0x80 || s[0] >= 0xc2) && s[0] < 0xf5;
    for (int i = 1; valid && i < length; i++) {
        valid = (s[i] & 0xc0) == 0x80;
        point = point << 6 | (s[i] & 0x3f);
    }
    valid = valid && point >= smallest[length] && point <= 0x10ffff
         && (point < 0xd800 || point > 0xdfff);
    if (!valid)
        length = 1;
    rest->at += length;
    rest->length -= (size_t)length;
    return valid ? point : -1;
}

void text_add_codepoint(Text *text, uint32_t codepoint)
{
    char bytes[4];
    size_t n = 0;
    if (codepoint < 0x80) {
        bytes[n++] = (char)codepoint;
    } else if (codepoint < 0x800) {
        bytes[n++] = (char)(0xc0 | codepoint >> 6);
        bytes[n++] = (char)(0x80 | (codepoint & 0x3f));
    } else if (codepoint < 0x10000) {
        bytes[n++] = (char)(0xe0 | codepoint >> 12);
        bytes[n++] = (char)(0x80 | (codepoint >> 6 & 0x3f));
        bytes[n++] = (char)(0x80 | (codepoint & 0x3f));
    } else {
        bytes[n++] = (char)(0xf0 | codepoint >> 18);
        bytes[n++] = (char)(0x80 | (codepoint >> 12 & 0x3f));
        bytes[n++] = (char)(0x80 | (codepoint >> 6 & 0x3f));
        bytes[n++] = (char)(0x80 | (codepoint & 0x3f));
    }
    text_add_span(text, (Span){bytes, n});
}

void text_add_json(Text *text, const char *string)
{
    Span rest = span_of(string);
    text_add_char(text, '"');
    while (rest.length > 0) {
        int32_t point = span_next_codepoint(&rest);
        if (point == '"' || point == '\\') {
            text_add_char(text, '\\');
            text_add_char(text, (char)point);
        } else if (point >= 0 && point < 0x20) {
            text_printf(text, "\\u%04x", (unsigned)point);
        } else {
            text_add_codepoint(text, point < 0 ? 0xfffd : (uint32_t)point);
        }
    }
    text_add_char(text, '"');
}

void text_add_json_number(Text *text, double value, int decimals)
{
    if (isfinite(value))
        text_printf(text, "%.*f", decimals, value);
    else
        text_add(text, "null");
}
