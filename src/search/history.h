/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_HISTORY_H
#define TENUKI_SEARCH_HISTORY_H

/* What moves have done before. Every table moves towards the bound by a share of what is left
 * ("gravity"), so that old news fades and nothing overflows. */

#include "param/params.h"
#include "search/game.h"

enum {
    HISTORY_MAX = 16384,
    THREATS = 4,       /* whether the opponent attacks origin and target */
    STRUCTURES = 1024, /* pawn structures or hands, by key */
    CORRECTIONS = 16384,
    CORRECTION_MAX = 1024,
    CORRECTION_GRAIN = 12, /* the sum of five corrections is divided by this: centipawns */
};

/* Scores of a move by its piece and target, given something else. */
typedef int16_t PieceTo[GAME_PIECES][GAME_SQUARES];

typedef struct {
    int16_t butterfly[2][THREATS][GAME_ORIGINS][GAME_SQUARES];
    int16_t capture[GAME_PIECES][GAME_SQUARES][GAME_TYPES];
    PieceTo continuation[GAME_PIECES][GAME_SQUARES]; /* after the move of that piece to there */
    PieceTo structure[STRUCTURES];
    Move counter[GAME_PIECES][GAME_SQUARES];
    int16_t correct_structure[2][CORRECTIONS];
    int16_t correct_material[2][CORRECTIONS];
    int16_t correct_pieces[2][2][CORRECTIONS]; /* [to move][whose pieces] */
    int16_t correct_continuation[GAME_PIECES][GAME_SQUARES];
} History;

static inline int16_t *history_butterfly(History *history, const Position *pos, GameBits threats,
                                         Move move)
{
    int threat = game_threat_index(threats, move);
    return &history->butterfly[game_side(pos)][threat][game_origin(move)][game_target(move)];
}

static inline void history_update(int16_t *value, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *value = (int16_t)(*value + bonus - *value * size / HISTORY_MAX);
}

static inline void correction_update(int16_t *value, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *value = (int16_t)(*value + bonus - *value * size / CORRECTION_MAX);
}

static inline int history_bonus(const Params *p, int depth)
{
    int bonus = p->butterfly_bonus * depth - p->butterfly_start;
    return bonus < 0 ? 0 : bonus < p->butterfly_most ? bonus : p->butterfly_most;
}

#endif
