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

/* Static evaluation in centipawns, from the side to move: material and piece-square values, pawns,
 * mobility, rook files and king safety, tapered by phase. */
int chess_evaluate(const ChessPosition *pos);

/* Terms and danger to the kings with other values than those of the table, without pieces and
 * squares, as White sees it. For tuning. */
Score chess_evaluate_terms(const ChessPosition *pos, const Score value[CHESS_TERMS]);

#endif
