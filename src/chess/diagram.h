/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_DIAGRAM_H
#define TENUKI_CHESS_DIAGRAM_H

#include "base/text.h"
#include "chess/position.h"

/* The board for people, White below: figurines, or the letters of FEN. */
void chess_draw(const ChessPosition *pos, bool letters, Text *text);

#endif
