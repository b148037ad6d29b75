/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/eval_model.h"

#include "shogi/eval.h"
#include "shogi/psq.h"

#include <string.h>

/* The numbers in the order of values.def, so that a row is found by its name. */
typedef struct {
#define PLAIN(id, value, text) int16_t id[1];
#define PIECE(type, value) int16_t piece_##type[1];
#define HAND(type, value) int16_t hand_##type[1];
#define RANKS(type, ...) int16_t rank_##type[9];
#define FILES(type, ...) int16_t file_##type[5];
#include "shogi/values.def"
} Numbers;

enum { NUMBERS = sizeof(Numbers) / sizeof(int16_t) };

static const int16_t numbers[NUMBERS] = {
#define PLAIN(id, value, text) value,
#define PIECE(type, value) value,
#define HAND(type, value) value,
#define RANKS(type, ...) __VA_ARGS__,
#define FILES(type, ...) __VA_ARGS__,
#include "shogi/values.def"
};

static const EvalRow rows[] = {
#define PLAIN(id, value, text) {"PLAIN", #id, text, EVAL_PLAIN, 1, 9},
#define PIECE(type, value) {"PIECE", #type, NULL, EVAL_PLAIN, 1, 9},
#define HAND(type, value) {"HAND", #type, NULL, EVAL_PLAIN, 1, 9},
#define RANKS(type, ...) {"RANKS", #type, NULL, EVAL_MG, 9, 9},
#define FILES(type, ...) {"FILES", #type, NULL, EVAL_MG, 5, 9},
#include "shogi/values.def"
};

static void count_square(Numbers *counts, ShogiType type, int square, int16_t sign)
{
    int rank = shogi_rank(square), file = shogi_file(square);
    int from_centre = file < 4 ? 4 - file : file - 4;
    switch (type) {
#define RANKS(type, ...)                                                                           \
    case SHOGI_##type:                                                                             \
        counts->rank_##type[rank] += sign;                                                         \
        counts->file_##type[from_centre] += sign;                                                  \
        break;
#include "shogi/values.def"
    default: break;
    }
}

/* Returns what the endgame adds by formula. */
static int count_board(const ShogiPosition *pos, Numbers *counts)
{
    int formula = 0;
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        ShogiPiece piece = pos->board[square];
        if (!piece)
            continue;
        ShogiType type = shogi_type_of(piece);
        bool first = shogi_side_of(piece) == FIRST;
        int sign = first ? 1 : -1;
        count_square(counts, type, first ? square : SHOGI_SQUARES - 1 - square, (int16_t)sign);
        formula += score_eg(shogi_psq[piece][square]) - sign * shogi_board_values[type];
    }
    return formula;
}

static void count_king(const ShogiPosition *pos, Side side, Numbers *counts)
{
    int guards, intruders, sign = side == FIRST ? 1 : -1;
    shogi_count_around_king(pos, side, &guards, &intruders);
    counts->GUARD[0] += (int16_t)(sign * guards);
    counts->INTRUDER[0] -= (int16_t)(sign * intruders);
    counts->ARMED[0] -= (int16_t)(sign * intruders * pos->state->in_hand[other_side(side)]);
}

static void count(const void *position, int16_t *counts, double *phase, double *rest)
{
    const ShogiPosition *pos = position;
    Numbers found;
    memset(&found, 0, sizeof found);
    int formula = count_board(pos, &found);
#define PIECE(type, value)                                                                         \
    found.piece_##type[0] =                                                                        \
        (int16_t)(shogi_bits_count(shogi_pieces(pos, FIRST, SHOGI_##type))                         \
                  - shogi_bits_count(shogi_pieces(pos, SECOND, SHOGI_##type)));
#define HAND(type, value)                                                                          \
    found.hand_##type[0] = (int16_t)(shogi_hand_count(pos, FIRST, SHOGI_##type)                    \
                                     - shogi_hand_count(pos, SECOND, SHOGI_##type));
#include "shogi/values.def"
    count_king(pos, FIRST, &found);
    count_king(pos, SECOND, &found);
    found.TEMPO[0] = pos->side_to_move == FIRST ? 1 : -1;
    *phase = (double)shogi_phase(pos) / SHOGI_PHASE_MAX;
    *rest = formula * (1 - *phase);
    memcpy(counts, &found, sizeof found);
}

const EvalModel shogi_eval_model = {rows, (int)COUNT_OF(rows), numbers, NUMBERS, count};
