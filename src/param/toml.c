/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "param/toml.h"

#include "param/toml_shim.h"

#include <stdlib.h>
#include <string.h>

static Span keep(Span span)
{
    char *copy = xmalloc(span.length + 1);
    if (span.length > 0)
        memcpy(copy, span.at, span.length);
    copy[span.length] = '\0';
    return (Span){copy, span.length};
}

void assignments_add(AssignmentList *list, Span table, Span key, ValueKind kind, Span value,
                     int line)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 64;
        list->items = xrealloc(list->items, (size_t)list->capacity * sizeof *list->items);
    }
    list->items[list->count++] = (Assignment){keep(table), keep(key), keep(value), kind, line};
}

void assignments_free(AssignmentList *list)
{
    for (int i = 0; i < list->count; i++) {
        free((char *)list->items[i].table.at);
        free((char *)list->items[i].key.at);
        free((char *)list->items[i].value.at);
    }
    free(list->items);
    *list = (AssignmentList){0};
}

#ifdef HAVE_TOML

static void take_value(void *context, const TomlValue *v)
{
    static const ValueKind kinds[] = {
        [TOML_BOOLEAN] = VALUE_BOOLEAN,  [TOML_INTEGER] = VALUE_INTEGER,
        [TOML_STRING] = VALUE_STRING,    [TOML_INTEGERS] = VALUE_INTEGERS,
        [TOML_TABLE_HEAD] = VALUE_TABLE, [TOML_OTHER] = VALUE_OTHER,
    };
    assignments_add(context, (Span){v->table, v->table_length}, (Span){v->key, v->key_length},
                    kinds[v->kind], (Span){v->value, v->value_length}, v->line);
}

/* The parser walks tables in the order of their keys. */
static int by_line(const void *a, const void *b)
{
    const Assignment *left = a, *right = b;
    return (left->line > right->line) - (left->line < right->line);
}

bool toml_parse(Span text, AssignmentList *list, int *line, Diag *diag)
{
    char message[DIAG_LENGTH];
    *line = 0;
    if (!toml_shim_parse(text.at, text.length, take_value, list, line, message, sizeof message))
        return diag_error(diag, "%s", message);
    if (list->count > 0)
        qsort(list->items, (size_t)list->count, sizeof *list->items, by_line);
    return true;
}

#else

bool toml_parse(Span text, AssignmentList *list, int *line, Diag *diag)
{
    (void)text, (void)list;
    *line = 0;
    return diag_error(diag, "this build has no TOML support");
}

#endif
