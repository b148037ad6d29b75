/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_CHESS_RULES_H
#define TENUKI_CHESS_RULES_H

/* How a game ends. */

#include "chess/position.h"

typedef enum {
    CHESS_GOES_ON,
    CHESS_CHECKMATE, /* the side to move has lost */
    CHESS_STALEMATE,
    CHESS_DEAD_POSITION,
    CHESS_THREEFOLD,
    CHESS_FIFTY_MOVES,
} ChessEnd;

/* How often the present position has been on the board, now included; not across a null move. */
int chess_occurrences(const ChessPosition *pos);

/* No series of legal moves can mate either king: too little material, or kings behind a wall of
 * blocked pawns. Sound, not complete: true is always right. */
bool chess_is_dead(const ChessPosition *pos);

ChessEnd chess_end(const ChessPosition *pos);

#endif
