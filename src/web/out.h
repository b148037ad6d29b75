/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_OUT_H
#define TENUKI_WEB_OUT_H

/* JSON, written member by member; commas come by themselves. The key is NULL in an array. */

#include "base/text.h"

void out_begin(Text *text, const char *key, char bracket);     /* '{' or '[' */
void out_end(Text *text, char bracket);                        /* '}' or ']' */
void out_text(Text *text, const char *key, const char *value); /* NULL: null */
void out_int(Text *text, const char *key, int64_t value);
void out_real(Text *text, const char *key, double value, int decimals);
void out_bool(Text *text, const char *key, bool value);
void out_null(Text *text, const char *key);
/* What is JSON already. */
void out_raw(Text *text, const char *key, const char *json);

#endif
