/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_MOVEGEN_H
#define TENUKI_CHESS_MOVEGEN_H

#include "chess/position.h"

/* In check the stages hold the evasions: captures of the checker and promotions, then the rest. */
typedef enum {
    CHESS_GEN_NOISY, /* captures and all promotions */
    CHESS_GEN_QUIET, /* all other moves */
    CHESS_GEN_ALL,
} ChessGen;

/* Writes fully legal moves and returns the end. The list has room for CHESS_MAX_MOVES. */
ChessMove *chess_generate(const ChessPosition *pos, ChessGen stage, ChessMove *list);

/* For any 16 bits: whether they are a legal move here. */
bool chess_is_legal(const ChessPosition *pos, ChessMove move);

/* Whether a legal move will give check. */
bool chess_gives_check(const ChessPosition *pos, ChessMove move);

/* Those of the quiet moves that give check, in the same order. */
ChessMove *chess_generate_quiet_checks(const ChessPosition *pos, ChessMove *list);

static inline bool chess_is_capture(const ChessPosition *pos, ChessMove move)
{
    return (pos->board[chess_to(move)] && !chess_is_castling(move)) || chess_is_en_passant(move);
}

#endif
