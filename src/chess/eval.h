/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_EVAL_H
#define TENUKI_CHESS_EVAL_H

#include "chess/position.h"

/* The terms of values.def, by number. */
typedef enum {
#define TERM(id, mg, eg, text) CHESS_TERM_##id,
#include "chess/values.def"
    CHESS_TERMS
} ChessTerm;

/* And the numbers that count the same at every stage. */
enum {
#define PLAIN(id, value, text) CHESS_##id = value,
#include "chess/values.def"
};

/* Static evaluation in centipawns, from the side to move: material and piece-square values, pawns,
 * mobility, rook files and king safety, tapered by phase. */
int chess_evaluate(const ChessPosition *pos);

/* Terms and danger to the kings with other values than those of the table, without pieces and
 * squares, as White sees it. For tuning. */
Score chess_evaluate_terms(const ChessPosition *pos, const Score value[CHESS_TERMS]);

/* How much of the middle game is left, from CHESS_PHASE_MAX to 0. */
int chess_taper(const ChessPosition *pos);

/* Evaluation by a network. A stack belongs to one position, from chess_use_net until that is set up
 * anew or copied over; room for the moves to come is reserved before. NULL is no net. */
void chess_use_net(ChessPosition *pos, NetStack *stack, const Net *net);
int chess_evaluate_net(const ChessPosition *pos, NetStack *stack);

#endif
