/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TESTS_SLOW_SHOGI_H
#define TENUKI_TESTS_SLOW_SHOGI_H

/* Shogi by the text of the rules, for comparison with the fast generator: a plain board of letters,
 * every move tried on a copy. It shares nothing with src/ but the type that moves are handed over
 * in. Squares are (file, rank) from 0: (0, 0) is 1a, (8, 8) is 9i. */

#include "shogi/types.h"

/* The order of pieces in hand. */
#define SLOW_SHOGI_HAND "RBGSNLP"

typedef struct {
    char board[9][9];    /* [file][rank]: letters as in SFEN, upper case Black's, '.' for empty */
    bool promoted[9][9]; /* the piece there is */
    uint8_t hand[2][7];  /* [white], in the order of SLOW_SHOGI_HAND */
    bool white;          /* to move */
    int number;
} SlowShogi;

typedef struct {
    int8_t from_file, from_rank, to_file, to_rank; /* a drop has no from */
    bool promotes;
    char drop; /* the piece in upper case, or 0 */
} SlowShogiMove;

enum { SLOW_SHOGI_MOVES = 640 };

/* Reads an SFEN that is known to be good; kings may be missing. */
void slow_shogi_parse(SlowShogi *s, const char *sfen);
int slow_shogi_moves(const SlowShogi *s, SlowShogiMove list[SLOW_SHOGI_MOVES]);
void slow_shogi_apply(SlowShogi *s, SlowShogiMove move);
bool slow_shogi_in_check(const SlowShogi *s);
/* Board, hands and side to move. */
bool slow_shogi_equal(const SlowShogi *a, const SlowShogi *b);

/* Points for declaration: pieces in the far three ranks and in hand, rooks and bishops count 5. */
int slow_shogi_points(const SlowShogi *s, bool white);

ShogiMove slow_shogi_packed(SlowShogiMove move);

enum { SLOW_SHOGI_TEXT = 6 };
void slow_shogi_usi(SlowShogiMove move, char text[SLOW_SHOGI_TEXT]);
/* All legal moves in USI form, sorted, with a space between two. */
void slow_shogi_list(const SlowShogi *s, char text[SLOW_SHOGI_MOVES * 6]);

#endif
