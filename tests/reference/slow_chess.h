/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TESTS_SLOW_CHESS_H
#define TENUKI_TESTS_SLOW_CHESS_H

/* Chess by the text of the rules, for comparison with the fast generator: a plain board of letters,
 * every move tried on a copy. It shares nothing with src/ but the type that moves are handed over
 * in. Squares are (file, rank), both from 0. */

#include "chess/types.h"

typedef struct {
    char board[8][8];    /* [file][rank]: letters as in FEN, '.' for an empty square */
    bool white;          /* to move */
    int8_t rook_file[4]; /* of the rook that may still castle: K, Q, k, q; -1 for none */
    int8_t ep_file;      /* where a pawn has just made a double step and can be taken; else -1 */
    int halfmoves;
    int number;
} SlowChess;

typedef struct {
    int8_t from_file, from_rank, to_file, to_rank; /* castling: the king's square to the rook's */
    char promotion;                                /* 'q', 'r', 'b', 'n' or 0 */
    bool castling;
} SlowChessMove;

enum { SLOW_CHESS_MOVES = 512 };

/* Reads a FEN that is known to be good (K, Q or file letters for castling). */
void slow_chess_parse(SlowChess *s, const char *fen);
int slow_chess_moves(const SlowChess *s, SlowChessMove list[SLOW_CHESS_MOVES]);
void slow_chess_apply(SlowChess *s, SlowChessMove move);
bool slow_chess_in_check(const SlowChess *s);
/* The same position by the rules of repetition; clocks do not count. */
bool slow_chess_equal(const SlowChess *a, const SlowChess *b);

/* Kings alone, kings and one minor piece, or kings and bishops that all stand on one colour. */
bool slow_chess_too_little_material(const SlowChess *s);

ChessMove slow_chess_packed(const SlowChess *s, SlowChessMove move);

enum { SLOW_CHESS_TEXT = 6 };
void slow_chess_uci(SlowChessMove move, bool chess960, char text[SLOW_CHESS_TEXT]);
/* All legal moves in UCI form, sorted, with a space between two. */
void slow_chess_list(const SlowChess *s, bool chess960, char text[SLOW_CHESS_MOVES * 6]);

#endif
