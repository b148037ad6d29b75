/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_CHESS960_H
#define TENUKI_CHESS_CHESS960_H

#include "base/text.h"

enum { CHESS960_POSITIONS = 960 };

/* The start position of that number, 0 to 959, as FEN; 518 is the usual one. The numbers are
 * Scharnagl's (2004). */
void chess960_start(int number, Text *fen);

#endif
