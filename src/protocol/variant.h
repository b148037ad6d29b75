/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PROTOCOL_VARIANT_H
#define TENUKI_PROTOCOL_VARIANT_H

/* Shogi as chess programs speak it over UCI (cutechess, Fairy-Stockfish): files a to i from the
 * left, ranks 1 to 9 from the first mover's side, drops as P@e5, positions as a FEN with the hands
 * in brackets and w for the side that moves first. */

#include "search/gameops.h"

void variant_write_move(const GameOps *game, GamePosition *pos, GameMove move, Text *text);
bool variant_read_move(const GameOps *game, const GamePosition *pos, Span text, GameMove *move,
                       Diag *diag);
/* The arguments of `position` as USI would have them. */
bool variant_position(Span arguments, Text *usi, Diag *diag);

#endif
