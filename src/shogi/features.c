/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/features.h"

#include "shogi/eval.h"
#include "shogi/psq.h"

NetFeatures shogi_features;

_Static_assert((int)SHOGI_CODES <= (int)NET_CODES_MAX, "a set of codes has room for all");

const uint8_t shogi_hand_start[SHOGI_HAND_TYPES] = {
    [SHOGI_PAWN] = 0,    [SHOGI_LANCE] = 18, [SHOGI_KNIGHT] = 22, [SHOGI_SILVER] = 26,
    [SHOGI_BISHOP] = 30, [SHOGI_ROOK] = 32,  [SHOGI_GOLD] = 34,
};

static uint16_t index_of(Side side, bool mirrored, ShogiPiece piece, int square)
{
    int seen = side == FIRST ? square : SHOGI_SQUARES - 1 - square;
    if (mirrored)
        seen = shogi_square(8 - shogi_file(seen), shogi_rank(seen));
    int own = shogi_side_of(piece) == side ? 0 : SHOGI_INPUTS / 2;
    return (uint16_t)(own + (shogi_type_of(piece) - SHOGI_PAWN) * SHOGI_SQUARES + seen);
}

static uint16_t hand_index_of(Side side, Side holder, int feature)
{
    int own = holder == side ? 0 : SHOGI_INPUTS / 2;
    return (uint16_t)(own + 14 * SHOGI_SQUARES + feature);
}

static uint16_t indices[2][2][SHOGI_CODES];
static int16_t linear[2 * SHOGI_INPUTS];

/* Both sides see every piece, so each counts half of its value. */
static void start_from(uint16_t input, Score value)
{
    linear[2 * input] = (int16_t)(score_mg(value) * NET_LINEAR_SCALE / 2);
    linear[2 * input + 1] = (int16_t)(score_eg(value) * NET_LINEAR_SCALE / 2);
}

static void init_board(ShogiPiece piece)
{
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        for (int i = 0; i < 4; i++)
            indices[i / 2][i % 2][shogi_code(piece, square)] =
                index_of((Side)(i / 2), i % 2, piece, square);
        start_from(index_of(FIRST, false, piece, square), shogi_psq[piece][square]);
    }
}

static void init_hand(Side holder, ShogiType kind, int count)
{
    for (int n = 1; n <= count; n++) {
        uint16_t code = shogi_hand_code(holder, kind, n);
        for (int i = 0; i < 4; i++)
            indices[i / 2][i % 2][code] =
                hand_index_of((Side)(i / 2), holder, shogi_hand_start[kind] + n - 1);
        start_from(indices[FIRST][0][code], shogi_hand_psq[holder][kind]);
    }
}

void shogi_features_init(void)
{
    static const uint8_t most[SHOGI_HAND_TYPES] = {
        [SHOGI_PAWN] = 18,  [SHOGI_LANCE] = 4, [SHOGI_KNIGHT] = 4, [SHOGI_SILVER] = 4,
        [SHOGI_BISHOP] = 2, [SHOGI_ROOK] = 2,  [SHOGI_GOLD] = 4,
    };
    for (int side = FIRST; side <= SECOND; side++) {
        for (int type = SHOGI_PAWN; type < SHOGI_TYPES; type++)
            init_board(shogi_piece((Side)side, (ShogiType)type));
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_TYPES; kind++)
            init_hand((Side)side, (ShogiType)kind, most[kind]);
    }
    shogi_features = (NetFeatures){
        .game = NET_SHOGI,
        .inputs = SHOGI_INPUTS,
        .codes = SHOGI_CODES,
        .phase_max = SHOGI_PHASE_MAX,
        .index = {{indices[0][0], indices[0][1]}, {indices[1][0], indices[1][1]}},
        .linear_start = linear,
        .tempo_start = SHOGI_TEMPO * NET_LINEAR_SCALE,
    };
}

void shogi_view(const ShogiPosition *pos, NetView *view)
{
    view->count = 0;
    for (ShogiBits rest = shogi_occupied(pos); rest;) {
        int square = shogi_bits_take(&rest);
        view->codes[view->count++] = shogi_code(pos->board[square], square);
    }
    for (int side = FIRST; side <= SECOND; side++) {
        for (int kind = SHOGI_PAWN; kind < SHOGI_HAND_TYPES; kind++) {
            int held = shogi_hand_count(pos, (Side)side, (ShogiType)kind);
            for (int n = 1; n <= held; n++)
                view->codes[view->count++] = shogi_hand_code((Side)side, (ShogiType)kind, n);
        }
        view->mirrored[side] = shogi_mirrors((Side)side, pos->king[side]);
    }
    view->side = pos->side_to_move;
    view->phase = shogi_phase(pos);
}
