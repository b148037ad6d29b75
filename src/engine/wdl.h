/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_WDL_H
#define TENUKI_ENGINE_WDL_H

/* A score as chances of winning, drawing and losing, in thousandths, for whoever asks for them. */

#include "search/gameops.h"

typedef struct {
    int win, draw, loss; /* their sum is 1000 */
} Wdl;

/* Points of material that have left the board since the start of a game; 0 in shogi. */
int wdl_material_gone(const GameOps *game, const GamePosition *pos);

Wdl wdl_of(const GameOps *game, const GamePosition *pos, int score);

#endif
