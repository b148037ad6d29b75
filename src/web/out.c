/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/out.h"

#include <inttypes.h>

static void begin_member(Text *text, const char *key)
{
    char last = text->length ? text->data[text->length - 1] : '{';
    if (last != '{' && last != '[')
        text_add_char(text, ',');
    if (key)
        text_printf(text, "\"%s\":", key);
}

void out_begin(Text *text, const char *key, char bracket)
{
    begin_member(text, key);
    text_add_char(text, bracket);
}

void out_end(Text *text, char bracket) { text_add_char(text, bracket); }

void out_text(Text *text, const char *key, const char *value)
{
    begin_member(text, key);
    if (value)
        text_add_json(text, value);
    else
        text_add(text, "null");
}

void out_int(Text *text, const char *key, int64_t value)
{
    begin_member(text, key);
    text_printf(text, "%" PRId64, value);
}

void out_real(Text *text, const char *key, double value, int decimals)
{
    begin_member(text, key);
    text_add_json_number(text, value, decimals);
}

void out_bool(Text *text, const char *key, bool value)
{
    begin_member(text, key);
    text_add(text, value ? "true" : "false");
}

void out_null(Text *text, const char *key) { out_raw(text, key, "null"); }

void out_raw(Text *text, const char *key, const char *json)
{
    begin_member(text, key);
    text_add(text, json);
}
