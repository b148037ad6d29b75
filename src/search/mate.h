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

/* A small solver that the search keeps at hand for short questions: made once, and no memory is
 * asked for afterwards. Each question starts from an empty table, so the answer depends on nothing
 * but the position and the limit. The position must have room for MATE_LINE_MAX more moves. */
typedef struct MateSolver MateSolver;

MateSolver *mate_solver_new(void);
void mate_solver_delete(MateSolver *solver);
/* True when the side to move is proved to mate; gives up after `limit` nodes, at the next place
 * where it can. *nodes are those it took. */
bool mate_solver_proves(MateSolver *solver, Position *pos, uint64_t limit, uint64_t *nodes);

#endif
