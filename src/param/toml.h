/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PARAM_TOML_H
#define TENUKI_PARAM_TOML_H

/* The way to the TOML parser, which is C++ (toml++) and may be missing from a build. */

#include "param/assign.h"

typedef struct {
    Assignment *items; /* in the order of their lines; their texts are their own */
    int count, capacity;
} AssignmentList;

void assignments_add(AssignmentList *list, Span table, Span key, ValueKind kind, Span value,
                     int line);
void assignments_free(AssignmentList *list);

/* All values and heads of tables. False with the place of the first mistake; *line is 0 when the
 * mistake has none. */
bool toml_parse(Span text, AssignmentList *list, int *line, Diag *diag);

#endif
