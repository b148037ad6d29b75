/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_WDL_H
#define TENUKI_ENGINE_WDL_H

/* A score as chances of winning, drawing and losing, in thousandths, for whoever asks for them. */

#include "search/gameops.h"

typedef struct {
    int win, draw, loss; /* their sum is 1000 */
} Wdl;

/* How empty the board is: 0 at the start of a game, 78 without pieces, in chess the square of the
 * material that has gone over 78, because the last pieces to go change chances most; 0 in shogi. */
double wdl_emptiness(const GameOps *game, const GamePosition *pos);

/* The log-odds of winning: a constant, and what a pawn of the score, the emptiness of the board and
 * their product add. Losing has the mirror image, and what is between them are draws. */
typedef struct {
    double constant, by_pawn, by_emptiness, by_both;
} WdlCurve;

Wdl wdl_of(const GameOps *game, const GamePosition *pos, int score);

#endif
