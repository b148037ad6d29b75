/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_VALUE_H
#define TENUKI_SEARCH_VALUE_H

/* Scores in centipawns from the side to move. Mates are counted from the root: a mate in fewer
 * plies is worth more. */

#include "base/types.h"

enum {
    MAX_PLY = 240,
    VALUE_DRAW = 0,
    VALUE_MATE = 32000,
    VALUE_INFINITE = 32001,
    VALUE_NONE = 32002,
    VALUE_MATE_BOUND = VALUE_MATE - MAX_PLY, /* from here on a score is a proved mate */
    VALUE_RULE_WIN = 28000, /* won by rule, not by mate: perpetual check, declaration */
    VALUE_EVAL_MAX = 20000, /* no evaluation is larger */
};

static inline int value_mate_in(int ply) { return VALUE_MATE - ply; }
static inline int value_mated_in(int ply) { return ply - VALUE_MATE; }
static inline bool value_is_win(int value) { return value >= VALUE_MATE_BOUND; }
static inline bool value_is_loss(int value) { return value <= -VALUE_MATE_BOUND; }
static inline bool value_is_mate(int value) { return value_is_win(value) || value_is_loss(value); }

/* The table counts mates from the node, not from the root. */
static inline int value_to_table(int value, int ply)
{
    return value_is_win(value) ? value + ply : value_is_loss(value) ? value - ply : value;
}
static inline int value_from_table(int value, int ply)
{
    return value_is_win(value) ? value - ply : value_is_loss(value) ? value + ply : value;
}

#endif
