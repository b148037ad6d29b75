/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TEST_PARAMS_UTIL_H
#define TENUKI_TEST_PARAMS_UTIL_H

/* Helpers that the tests of the parameters share. Tests run in the root of the repository. */

#include "param/config.h"
#include "param/presets.h"
#include "param/write.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline ParamSet fresh_set(ParamGame game)
{
    ParamSet set;
    param_set_init(&set, game);
    return set;
}

static inline bool set_one(ParamSet *set, const char *name, const char *value, Diag *diag)
{
    diag_clear(diag);
    return param_set_value(set, span_of(name), span_of(value), SOURCE_OPTION, "", diag);
}

static inline void must_set(ParamSet *set, const char *name, const char *value)
{
    Diag diag;
    cr_assert(set_one(set, name, value, &diag), "%s = %s: %s", name, value, diag.error);
}

static inline int get(const ParamSet *set, const char *name)
{
    const ParamRow *row = param_find(span_of(name));
    cr_assert_not_null(row, "no row %s", name);
    return params_get(&set->values, row);
}

static inline void assert_has(const char *text, const char *fragment)
{
    cr_assert(strstr(text, fragment), "no '%s' in '%s'", fragment, text);
}

static inline void assert_equal_values(const ParamSet *a, const ParamSet *b, const char *what)
{
    for (int i = 0; i < PARAM_ROWS; i++)
        cr_assert_eq(params_get(&a->values, &param_rows[i]), params_get(&b->values, &param_rows[i]),
                     "%s: %s differs", what, param_rows[i].name);
}

#endif
