/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PARAM_TOML_SHIM_H
#define TENUKI_PARAM_TOML_SHIM_H

/* What C and C++ both read: no C++ type and no exception comes through here. */

#include <stddef.h>

typedef enum {
    TOML_BOOLEAN,
    TOML_INTEGER,
    TOML_STRING,
    TOML_INTEGERS,
    TOML_TABLE_HEAD,
    TOML_OTHER, /* the value says in words what it is */
} TomlKind;

typedef struct {
    const char *table, *key, *value;
    size_t table_length, key_length, value_length;
    TomlKind kind;
    int line;
} TomlValue;

#ifdef __cplusplus
extern "C" {
#endif

/* Calls `take` for everything in the text; its strings live only during the call. Returns 0 on a
 * mistake, with its line (0 for none) and a message. The text must not be nested deep: each level
 * takes stack. */
int toml_shim_parse(const char *text, size_t length, void (*take)(void *, const TomlValue *),
                    void *context, int *line, char *message, size_t message_size);

#ifdef __cplusplus
}
#endif

#endif
