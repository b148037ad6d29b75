/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_RULES_H
#define TENUKI_SHOGI_RULES_H

/* How a game ends. */

#include "shogi/position.h"

typedef enum {
    SHOGI_DECLARE_NONE,
    SHOGI_DECLARE_27,  /* 28 points for FIRST, 27 for SECOND */
    SHOGI_DECLARE_24,  /* 31 points win, 24 to 30 draw */
    SHOGI_DECLARE_TRY, /* the king stands where the other one started */
} ShogiDeclareRule;

/* All as the side to move sees it. */
typedef enum {
    SHOGI_GOES_ON,
    SHOGI_MATED, /* no legal move: the side to move loses */
    SHOGI_REPETITION_DRAW,
    SHOGI_PERPETUAL_LOSS, /* the side to move has been giving perpetual check */
    SHOGI_PERPETUAL_WIN,
    SHOGI_DECLARED_WIN,
    SHOGI_DECLARED_DRAW,
    SHOGI_MAX_MOVES_DRAW,
} ShogiEnd;

/* How often the present position (board, hands, side to move) has occurred, this time included; not
 * across a null move. */
int shogi_occurrences(const ShogiPosition *pos);

/* Fourfold repetition, and who pays for it: whoever gave check with every move since the first of
 * the four occurrences loses. Else SHOGI_GOES_ON. */
ShogiEnd shogi_repetition(const ShogiPosition *pos);

/* What the side to move may claim: SHOGI_DECLARED_WIN, SHOGI_DECLARED_DRAW or SHOGI_GOES_ON. */
ShogiEnd shogi_can_declare(const ShogiPosition *pos, ShogiDeclareRule rule);

/* Points of a side for declaration: 5 for each rook and bishop, 1 for each other piece but the
 * king, in the far three ranks and in hand. */
int shogi_declare_points(const ShogiPosition *pos, Side side);

/* Mate, then repetition, then declaration, then the limit: a draw once `max_moves` moves have been
 * made; 0 is no limit. */
ShogiEnd shogi_end(const ShogiPosition *pos, ShogiDeclareRule rule, int max_moves);

#endif
