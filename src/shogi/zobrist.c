/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/zobrist.h"

#include "base/rng.h"
#include "shogi/position.h"

ShogiZobrist shogi_zobrist;
uint64_t shogi_side_key;

static void fill(Rng *rng, uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = rng_next(rng);
}

void shogi_zobrist_init(void)
{
    ShogiZobrist *z = &shogi_zobrist;
    Rng rng = {0x73686F6769u};
    shogi_side_key = rng_next(&rng);
    for (int piece = 0; piece < SHOGI_PIECES; piece++)
        fill(&rng, z->board[piece], SHOGI_SQUARES);
    for (int side = FIRST; side <= SECOND; side++) {
        for (int type = 0; type < SHOGI_HAND_TYPES; type++)
            fill(&rng, z->hand[side][type], SHOGI_HAND_MAX);
        fill(&rng, z->material_hand[side], SHOGI_HAND_TYPES);
    }
    fill(&rng, z->material, SHOGI_PIECES);
}
