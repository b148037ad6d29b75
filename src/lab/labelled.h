/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_LABELLED_H
#define TENUKI_LAB_LABELLED_H

/* Positions with the results of their games, one a line: the position first, then fields divided by
 * any of `;`, `|`, `[`, `]`, `"` and tabs, the last of which that reads as a result is it:
 *
 *   1-0  0-1  1/2-1/2      the first side is White in chess, Black in shogi
 *   1.0  0.0  0.5          the same, in points
 *   w  b  d                who has won
 *   1  0  -1               as the side to move sees it
 *
 * So `FEN c9 "1-0";`, `FEN [0.5]`, `FEN | 35 | 1.0`, `FEN;move;score;-1` and columns are read. */

#include "search/gameops.h"

typedef struct {
    Span position;
    double result;   /* 1, 1/2 or 0 */
    bool is_to_move; /* for the side to move, not for the first one */
} LabelledLine;

bool labelled_read_line(const GameOps *game, Span line, LabelledLine *labelled, Diag *diag);

#endif
