/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_SAN_H
#define TENUKI_CHESS_SAN_H

/* Standard algebraic notation. */

#include "base/text.h"
#include "chess/position.h"

/* Reads what people and programs write: Nf3, exd5, e8=Q+, e8Q, O-O, 0-0-0, Nbd7!?, and the long
 * form Ng1f3. Check and mate signs and annotations are not verified. */
bool chess_move_from_san(const ChessPosition *pos, Span text, ChessMove *move, Diag *diag);

/* The move must be legal. `pos` is left as it was: it is moved on to see mate. */
void chess_move_to_san(ChessPosition *pos, ChessMove move, Text *text);

#endif
