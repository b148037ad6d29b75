/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_MOVEGEN_H
#define TENUKI_SHOGI_MOVEGEN_H

/* Legal moves, exactly: no king left in check, no second pawn on a file, no mate by a dropped pawn.
 */

#include "shogi/position.h"

typedef enum {
    SHOGI_GEN_NOISY, /* captures and promotions */
    SHOGI_GEN_QUIET, /* other board moves */
    SHOGI_GEN_DROPS,
    SHOGI_GEN_ALL,
} ShogiGen;

/* Vector stores may write this far past the moves that count. */
enum { SHOGI_LIST_SIZE = SHOGI_MAX_MOVES + 8 };

/* Writes the moves of a stage and returns the end of the list, which has room for SHOGI_LIST_SIZE.
 * The first three stages together give the fourth. In check they are the evasions. */
ShogiMove *shogi_generate(const ShogiPosition *pos, ShogiGen stage, ShogiMove *list);

/* For any 16-bit value. */
bool shogi_is_legal(const ShogiPosition *pos, ShogiMove move);

/* Does a legal move give check? Finds out without making it. */
bool shogi_gives_check(const ShogiPosition *pos, ShogiMove move);

/* Those of the quiet moves and drops that give check, in the same order. */
ShogiMove *shogi_generate_quiet_checks(const ShogiPosition *pos, ShogiMove *list);

/* Called by shogi_init. */
void shogi_movegen_init(void);

/* Would this pawn drop, which gives check, be mate? The square is empty, before the king. */
bool shogi_is_pawn_drop_mate(const ShogiPosition *pos, int square);

#endif
