/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_MATE_H
#define TENUKI_SEARCH_MATE_H

#include "search/game.h"
#include "search/gameops.h"

/* Can the side to move mate by force? In shogi by checks alone, and it may lack a king; in chess
 * with quiet moves too. A proved mate comes with a line in which the defender holds out as long as
 * the proof allows, played through before it is reported. It is the shortest as far as a reasonable
 * effort can tell. Disproved means: not within max_plies, or in shogi not at all. The position is
 * left as it was. */
void mate_solve(Position *pos, const MateLimits *limits, MateResult *result);

#endif
