/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TESTS_STARTS_H
#define TENUKI_TESTS_STARTS_H

/* Positions to start a random game from: well-formed text, but a scattered position may be illegal,
 * so that the caller tries again until one is accepted. */

#include "base/rng.h"
#include "base/text.h"

/* Any of the 960 arrangements, by chance with different ones for the two sides. */
void start_chess960(Rng *rng, Text *fen);
/* Few pieces anywhere, often with castling rights or pawns about to promote. */
void start_chess_scattered(Rng *rng, Text *fen);

/* Even or with a handicap. */
void start_shogi_handicap(Rng *rng, Text *sfen);
/* Some of the forty pieces on the board and in hand; without the king of the side to move when
 * `lone_king`. */
void start_shogi_scattered(Rng *rng, bool lone_king, Text *sfen);

#endif
