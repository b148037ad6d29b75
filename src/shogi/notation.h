/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_NOTATION_H
#define TENUKI_SHOGI_NOTATION_H

/* Moves as people read them. The position is the one before the move, with its history: whether a
 * move goes to the square of the last one decides how it is written. */

#include "base/text.h"
#include "shogi/position.h"

/* As the Japanese association writes: ▲７六歩, △同　銀成, ▲５八金右, ▲５五角打. UTF-8. */
void shogi_move_to_japanese(const ShogiPosition *before, ShogiMove move, Text *text);

/* As Hodges writes: P-7f, S*5e, Bx3c+, N-7c=, G6i-5h where two golds could go. */
void shogi_move_to_western(const ShogiPosition *before, ShogiMove move, Text *text);

/* 歩, 香, ... with 成香 and the like in two characters. UTF-8. */
const char *shogi_type_kanji(ShogiType type);

#endif
