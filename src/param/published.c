/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "param/published.h"

#define ROW(table, key, row)                                                                       \
    {                                                                                              \
        table, key, PUBLISHED_ROW, ROW_##row, STRENGTH_FULL, 0, 0, 0, 0                            \
    }
#define IMPLY(table, key, row, other, word)                                                        \
    {                                                                                              \
        table, key, PUBLISHED_ROW, ROW_##row, STRENGTH_FULL, 0, 0, ROW_##other, word               \
    }

static const Published keys[] = {
    {"pruning", "futility_margin", PUBLISHED_MARGINS, ROW_futility_table_1, STRENGTH_FULL, 0, 0,
     ROW_futility_form, "table"},
    /* Extended futility goes on where futility ends: one limit, and the farther one counts. */
    {"pruning", "futility_depth_limit", PUBLISHED_ROW, ROW_futility_depth, STRENGTH_WEAK, 0, 0, 0,
     0},
    ROW("pruning", "extended_futility_depth_limit", futility_depth),
    IMPLY("pruning", "lmr_base_reduction", lmr_classic_base, lmr_form, "classic"),
    IMPLY("pruning", "lmr_max_reduction", lmr_classic_most, lmr_form, "classic"),
    ROW("pruning", "lmr_move_threshold", lmr_min_move),
    ROW("pruning", "lmr_depth_threshold", lmr_min_depth),
    ROW("pruning", "delta_margin", delta_margin),
    ROW("pruning", "delta_depth_limit", delta_depth),
    ROW("pruning", "razoring_depth_limit", razor_depth),
    /* The published margin is the same at every depth. */
    IMPLY("pruning", "razoring_margin", razor_margin, razor_slope, "0"),
    {"pruning", "razoring_margin_endgame", PUBLISHED_RAZOR_ENDGAME, ROW_razor_endgame,
     STRENGTH_FULL, 0, 0, 0, 0},
    IMPLY("pruning", "multi_cut_threshold", multicut_cuts, multicut_form, "classic"),
    IMPLY("pruning", "multi_cut_depth_limit", multicut_depth, multicut_form, "classic"),
    ROW("pruning", "adaptive_enabled", ADAPT),
    ROW("pruning", "position_dependent_margins", PHASE),

    ROW("null_move", "enabled", NMP),
    ROW("null_move", "min_depth", nmp_min_depth),
    ROW("null_move", "reduction_factor", nmp_reduction),
    ROW("null_move", "max_pieces_threshold", nmp_guard_pieces),
    {"null_move", "enable_dynamic_reduction", PUBLISHED_FLAG, ROW_nmp_strategy, STRENGTH_WEAK,
     "linear", "static", 0, 0},
    ROW("null_move", "reduction_strategy", nmp_strategy),
    {"null_move", "enable_endgame_detection", PUBLISHED_ENDGAMES, ROW_nmp_guard_pieces,
     STRENGTH_VETO, 0, 0, 0, 0},
    ROW("null_move", "mate_threat_margin", threat_margin),
    ROW("null_move", "verify_depth", nmp_verify_depth),
    {"null_move", "verification_margin", PUBLISHED_NEAR_MISS, ROW_nmp_verify_margin, STRENGTH_FULL,
     0, 0, 0, 0},
};

const Published *published_find(Span table, Span key)
{
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (name_same(table, keys[i].table) && name_same(key, keys[i].key))
            return &keys[i];
    return NULL;
}

bool published_has_table(Span table)
{
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (name_same(table, keys[i].table))
            return true;
    return false;
}

void published_offer(Span table, Nearest *nearest)
{
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (name_same(table, keys[i].table))
            nearest_offer(nearest, keys[i].key);
}
