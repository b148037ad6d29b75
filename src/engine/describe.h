/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_DESCRIBE_H
#define TENUKI_ENGINE_DESCRIBE_H

/* A position in words, for people and for programs. */

#include "search/gameops.h"

/* Board, position text, key, checkers, repetition state and, if the game is over, why. */
void describe_position(const GameOps *game, const GamePosition *pos, bool letters, Text *text);

/* "20 legal moves: e2e4 (e4) ...", wrapped. */
void describe_moves(const GameOps *game, GamePosition *pos, MoveStyle style, Text *text);

/* One JSON object on one line, with everything above. */
void describe_json(const GameOps *game, GamePosition *pos, Text *text);

#endif
