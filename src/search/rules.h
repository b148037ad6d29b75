/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_RULES_H
#define TENUKI_SEARCH_RULES_H

/* What the players have agreed on beyond the rules. */
typedef struct {
    int declare_rule; /* shogi: a ShogiDeclareRule, 0 for none */
    int max_moves;    /* shogi: a draw after so many, 0 for no limit */
} GameRules;

#endif
