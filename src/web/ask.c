/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/ask.h"

#include <inttypes.h>
#include <string.h>

json_t *ask_parse(Span body, Diag *diag)
{
    json_error_t error;
    json_t *root = json_loadb(body.at, body.length, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        diag_error(diag, "no JSON: %s (line %d, column %d)", error.text, error.line, error.column);
        return NULL;
    }
    if (json_is_object(root))
        return root;
    json_decref(root);
    diag_error(diag, "the body must be a JSON object");
    return NULL;
}

static const json_t *find(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_null(value) ? NULL : value;
}

bool ask_has(const json_t *object, const char *key) { return find(object, key) != NULL; }

bool ask_needs(const json_t *object, const char *key, Diag *diag)
{
    return ask_has(object, key) || diag_error(diag, "'%s' is missing", key);
}

bool ask_text(const json_t *object, const char *key, const char **value, Diag *diag)
{
    const json_t *found = find(object, key);
    if (!found)
        return true;
    if (!json_is_string(found))
        return diag_error(diag, "'%s' must be a string", key);
    *value = json_string_value(found);
    return true;
}

bool ask_word(const json_t *object, const char *key, const char *const *words, int count,
              int *value, Diag *diag)
{
    const char *word = NULL;
    if (!ask_text(object, key, &word, diag))
        return false;
    if (!word)
        return true;
    Text known = TEXT_EMPTY;
    for (int i = 0; i < count; i++) {
        if (strcmp(word, words[i]) == 0) {
            *value = i;
            text_free(&known);
            return true;
        }
        text_printf(&known, "%s%s", i ? ", " : "", words[i]);
    }
    diag_error(diag, "'%s': '%.40s' is none of %s", key, word, text_cstr(&known));
    text_free(&known);
    return false;
}

bool ask_int(const json_t *object, const char *key, int64_t low, int64_t high, int64_t *value,
             Diag *diag)
{
    const json_t *found = find(object, key);
    if (!found)
        return true;
    int64_t number = json_is_integer(found) ? json_integer_value(found) : 0;
    if (!json_is_integer(found) || number < low || number > high)
        return diag_error(diag, "'%s' must be a whole number from %" PRId64 " to %" PRId64, key,
                          low, high);
    *value = number;
    return true;
}

bool ask_flag(const json_t *object, const char *key, bool *value, Diag *diag)
{
    const json_t *found = find(object, key);
    if (!found)
        return true;
    if (!json_is_boolean(found))
        return diag_error(diag, "'%s' must be true or false", key);
    *value = json_is_true(found);
    return true;
}

bool ask_object(const json_t *object, const char *key, json_t **value, Diag *diag)
{
    json_t *found = json_object_get(object, key);
    if (!found || json_is_null(found))
        return true;
    if (!json_is_object(found))
        return diag_error(diag, "'%s' must be an object", key);
    *value = found;
    return true;
}
