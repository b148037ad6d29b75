/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_ASK_H
#define TENUKI_WEB_ASK_H

/* What a request asks for, out of its JSON. A member that is missing or null leaves the value as it
 * is; one of another kind or out of range is an error that names it. */

#include "base/report.h"
#include "base/text.h"

#include <jansson.h>

/* The body of a request: one object. NULL with the place of the mistake. */
json_t *ask_parse(Span body, Diag *diag);

bool ask_has(const json_t *object, const char *key);
bool ask_text(const json_t *object, const char *key, const char **value, Diag *diag);
/* One of several words; *value is its number. */
bool ask_word(const json_t *object, const char *key, const char *const *words, int count,
              int *value, Diag *diag);
bool ask_int(const json_t *object, const char *key, int64_t low, int64_t high, int64_t *value,
             Diag *diag);
bool ask_flag(const json_t *object, const char *key, bool *value, Diag *diag);
bool ask_object(const json_t *object, const char *key, json_t **value, Diag *diag);
/* False, with an error, when the member is not there. */
bool ask_needs(const json_t *object, const char *key, Diag *diag);

#endif
