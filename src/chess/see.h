/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_SEE_H
#define TENUKI_CHESS_SEE_H

#include "chess/position.h"

/* Whether the exchanges that a legal move starts on its target square win at least `threshold`, in
 * the units of chess_value, if both sides capture with their cheapest piece or stop. */
bool chess_see_ge(const ChessPosition *pos, ChessMove move, int threshold);

#endif
