/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_SCORE_H
#define TENUKI_BASE_SCORE_H

/* A middle-game and an endgame value in one integer, so that both are added by one addition. */

#include "base/types.h"

typedef int32_t Score;

#define SCORE(mg, eg) ((Score)((uint32_t)(eg) << 16) + (mg))

static inline int score_mg(Score score) { return (int16_t)(uint16_t)(uint32_t)score; }

/* The middle-game half borrows from the endgame half when it is negative; the rounding gives it
 * back. */
static inline int score_eg(Score score)
{
    return (int16_t)(uint16_t)(((uint32_t)score + 0x8000u) >> 16);
}

#endif
