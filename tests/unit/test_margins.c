/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/margins.h"
#include "test_params_util.h"

static Margins margins;

static Params adaptive(void)
{
    ParamSet set = fresh_set(PARAM_CHESS);
    must_set(&set, "adapt", "on");
    must_set(&set, "adapt_batch", "10");
    must_set(&set, "adapt_target_rfp", "100");
    margins_forget(&margins);
    margins_prepare(&margins, &set.values);
    return set.values;
}

static void note(const Params *p, int right, int wrong)
{
    for (int i = 0; i < right + wrong; i++)
        margins_note(&margins, p, MARGIN_RFP, 4, 1, i < wrong);
}

Test(margins, nothing_moves_before_a_batch_is_full_nor_at_the_target)
{
    Params p = adaptive();
    MarginCell *cell = &margins.cells[MARGIN_RFP][1][1];
    note(&p, 9, 0);
    cr_assert_eq(cell->rate, -1);
    cr_assert_eq(cell->learned, 1000);
    note(&p, 0, 1);
    cr_assert_eq(cell->rate, 100000);
    cr_assert_eq(cell->learned, 1000);
    cr_assert_eq(cell->seen, 10);
    cr_assert_eq(cell->wrong, 1);
    /* The neighbours know nothing of it. */
    cr_assert_eq(margins.cells[MARGIN_RFP][1][0].seen, 0);
    cr_assert_eq(margins.cells[MARGIN_RFP][2][1].seen, 0);
}

Test(margins, steps_are_as_large_as_the_learning_rate)
{
    Params p = adaptive();
    MarginCell *cell = &margins.cells[MARGIN_RFP][1][1];
    note(&p, 0, 10);
    cr_assert_eq(cell->rate, 1000000);
    cr_assert_eq(cell->learned, 1100);
    cr_assert_eq(margins.scale[MARGIN_RFP][1][1], 1100);
    /* The estimate goes a tenth of the way: still far above the target. */
    note(&p, 10, 0);
    cr_assert_eq(cell->rate, 900000);
    cr_assert_eq(cell->learned, 1210);
    for (int i = 0; i < 200; i++)
        note(&p, 10, 0);
    cr_assert_eq(cell->learned, 500);
    for (int i = 0; i < 200; i++)
        note(&p, 0, 10);
    cr_assert_eq(cell->learned, 2000);
}

Test(margins, phase_and_adaptation_multiply)
{
    Params p = adaptive();
    p.techniques |= (uint64_t)1 << TECH_PHASE;
    note(&p, 0, 10);
    cr_assert_eq(margins.scale[MARGIN_RFP][1][1], 1100);
    margins_prepare(&margins, &p);
    cr_assert_eq(margins.scale[MARGIN_RFP][1][0], 1500);
    cr_assert_eq(margins.scale[MARGIN_RFP][1][1], 1100);
    cr_assert_eq(margins.scale[MARGIN_RFP][1][2], 500);
    cr_assert_eq(margins.scale[MARGIN_NMP][1][2], 1000);
    /* What was learned rests while it is switched off. */
    p.techniques &= ~((uint64_t)1 << TECH_ADAPT);
    margins_prepare(&margins, &p);
    cr_assert_eq(margins.scale[MARGIN_RFP][1][1], 1000);
}

Test(margins, snapshots_are_bounded_and_cover_the_game)
{
    Params p = adaptive();
    for (int i = 1; i <= 1000; i++)
        margins_keep(&margins, (uint64_t)i, 1);
    cr_assert_leq(margins.snapshot_count, MARGIN_SNAPSHOTS);
    cr_assert_gt(margins.snapshot_count, MARGIN_SNAPSHOTS / 2 - 1);
    cr_assert_lt(margins.snapshots[0].nodes, 200);
    cr_assert_eq(margins.snapshots[margins.snapshot_count - 1].nodes, 1000);
    note(&p, 0, 10);
    margins_restore(&margins, &margins.snapshots[0]);
    cr_assert_eq(margins.cells[MARGIN_RFP][1][1].learned, 1000);
    cr_assert_eq(margins.cells[MARGIN_RFP][1][1].rate, -1);
}

Test(margins, one_decision_in_so_many_is_doubted)
{
    Params p = adaptive();
    int doubted = 0;
    p.adapt_sample = 8;
    for (int i = 0; i < 80000; i++)
        doubted += margins_doubt(&margins, &p);
    cr_assert(doubted > 9500 && doubted < 10500, "%d", doubted);
}
