/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tt/tt.h"

#include <criterion/criterion.h>

enum { KEY = 12345 };

static Tt *table_with(TtEntry first, TtEntry second)
{
    Diag diag = {0};
    Tt *tt = tt_new(1, &diag);
    cr_assert_not_null(tt);
    tt_new_search(tt);
    tt_store(tt, KEY, &first);
    tt_store(tt, KEY, &second);
    return tt;
}

Test(tt, a_new_result_keeps_the_move_and_the_evaluation_that_it_lacks)
{
    Tt *tt = table_with(
        (TtEntry){.move = 77, .score = 10, .eval = -35, .depth = 3, .bound = BOUND_UPPER},
        (TtEntry){.score = 90, .eval = TT_NO_EVAL, .depth = 5, .bound = BOUND_LOWER});
    TtEntry found;
    cr_assert(tt_probe(tt, KEY, &found));
    cr_assert_eq(found.move, 77);
    cr_assert_eq(found.eval, -35);
    cr_assert_eq(found.score, 90);
    cr_assert_eq(found.depth, 5);
    cr_assert_eq(found.bound, BOUND_LOWER);
    tt_free(tt);
}

Test(tt, an_evaluation_alone_does_not_replace_a_deep_result)
{
    Tt *tt = table_with(
        (TtEntry){.move = 77, .score = 10, .eval = -35, .depth = 9, .bound = BOUND_UPPER},
        (TtEntry){.eval = -35, .bound = BOUND_NONE});
    TtEntry found;
    cr_assert(tt_probe(tt, KEY, &found));
    cr_assert_eq(found.depth, 9);
    cr_assert_eq(found.bound, BOUND_UPPER);
    tt_free(tt);
}
