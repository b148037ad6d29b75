/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/learn.h"

/* Those that hardly ever err are sampled with no margin at all; the null move's may be below zero.
 */
static const LearnMargins table[] = {
    {TECH_NMP, {&param_rows[ROW_nmp_static_margin]}, 1, 100, 100},
    {TECH_RFP, {&param_rows[ROW_rfp_margin], &param_rows[ROW_rfp_improving]}, 2, 50, 0},
    {TECH_RAZOR, {&param_rows[ROW_razor_margin], &param_rows[ROW_razor_slope]}, 2, 50, 0},
    {TECH_PROBCUT, {&param_rows[ROW_probcut_margin]}, 1, 0, 0},
    {TECH_LMP, {&param_rows[ROW_lmp_base], &param_rows[ROW_lmp_scale]}, 2, 50, 0},
    {TECH_FUTILITY, {&param_rows[ROW_futility_margin], &param_rows[ROW_futility_slope]}, 2, 50, 0},
    {TECH_SEE, {&param_rows[ROW_see_quiet], &param_rows[ROW_see_capture]}, 2, 30, 0},
    {TECH_HISTPRUNE, {&param_rows[ROW_histprune_margin]}, 1, 50, 0},
    {TECH_DELTA, {&param_rows[ROW_delta_margin]}, 1, 0, 0},
};

const LearnMargins *learn_margins(Technique technique)
{
    for (size_t i = 0; i < COUNT_OF(table); i++)
        if (table[i].technique == technique)
            return &table[i];
    return NULL;
}

void learn_widen(const LearnMargins *margins, ParamSet *set)
{
    for (int i = 0; i < margins->count; i++) {
        const ParamRow *row = margins->rows[i];
        int value = params_get(&set->values, row) * margins->wide_percent / 100;
        value -= margins->wide_less;
        params_put(&set->values, row, value < row->min ? row->min : value);
    }
}
