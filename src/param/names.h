/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PARAM_NAMES_H
#define TENUKI_PARAM_NAMES_H

/* Names as people type them: in any case, with '_', '-' and space alike. */

#include "base/text.h"

bool name_same(Span name, const char *known);

/* "Did you mean": the known name that is fewest changes away from the one that was given. */
typedef struct {
    Span wanted;
    const char *best; /* NULL when nothing offered so far is near enough */
    int distance;
} Nearest;

Nearest nearest_start(Span wanted);
void nearest_offer(Nearest *nearest, const char *candidate);
/* For a message "unknown x 'y'%s%s%s": three strings, all empty when nothing is near. */
#define NEAREST_ARG(nearest)                                                                       \
    (nearest).best ? ", did you mean '" : "", (nearest).best ? (nearest).best : "",                \
        (nearest).best ? "'?" : ""

#endif
