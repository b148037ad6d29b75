/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_DIAGRAM_H
#define TENUKI_SHOGI_DIAGRAM_H

#include "base/text.h"
#include "shogi/position.h"

/* The board for people, Black below: kanji as on printed diagrams (v before White's pieces), or the
 * letters of SFEN. */
void shogi_draw(const ShogiPosition *pos, bool letters, Text *text);

#endif
