/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_FEN_H
#define TENUKI_CHESS_FEN_H

/* FEN, X-FEN and Shredder-FEN; moves as UCI writes them. */

#include "base/text.h"
#include "chess/position.h"

extern const char CHESS_START_FEN[];

/* Four fields (as in EPD) or six. On error the position is as it was. Castling rights without their
 * rook and impossible en-passant squares are dropped with a warning. The history starts anew. */
bool chess_set_fen(ChessPosition *pos, Span fen, Diag *diag);

/* Rights are letters KQkq where they name the outermost rook (X-FEN), else the rook's file. */
void chess_get_fen(const ChessPosition *pos, Text *fen);

/* Legal moves only. Castling is understood as king-takes-rook and, where that is no ordinary king
 * move, as the king's two-square step. */
bool chess_move_from_uci(const ChessPosition *pos, Span text, ChessMove *move, Diag *diag);
void chess_move_to_uci(const ChessPosition *pos, ChessMove move, Text *text);
/* Castling always as king-takes-rook. */
void chess_move_to_uci960(ChessMove move, Text *text);

/* The same position with colours and ranks exchanged; the history is dropped. */
void chess_flip(ChessPosition *pos);

#endif
