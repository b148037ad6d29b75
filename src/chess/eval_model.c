/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/eval_model.h"

#include "chess/eval.h"
#include "chess/psq.h"

#include <string.h>

/* The numbers in the order of values.def, so that a row is found by its name. */
typedef struct {
#define PLAIN(id, value, text) int16_t id[1];
#define TERM(id, mg, eg, text) int16_t id[2];
#define PIECE(type, mg, eg) int16_t piece_##type[2];
#define SQUARES_MG(type, ...) int16_t mg_##type[CHESS_SQUARES];
#define SQUARES_EG(type, ...) int16_t eg_##type[CHESS_SQUARES];
#include "chess/values.def"
} Numbers;

enum { NUMBERS = sizeof(Numbers) / sizeof(int16_t) };

static const int16_t numbers[NUMBERS] = {
#define PLAIN(id, value, text) value,
#define TERM(id, mg, eg, text) mg, eg,
#define PIECE(type, mg, eg) mg, eg,
#define SQUARES_MG(type, ...) __VA_ARGS__,
#define SQUARES_EG(type, ...) __VA_ARGS__,
#include "chess/values.def"
};

static const EvalRow rows[] = {
#define PLAIN(id, value, text) {"PLAIN", #id, text, EVAL_PLAIN, 1, 8},
#define TERM(id, mg, eg, text) {"TERM", #id, text, EVAL_PAIR, 2, 8},
#define PIECE(type, mg, eg) {"PIECE", #type, NULL, EVAL_PAIR, 2, 8},
#define SQUARES_MG(type, ...) {"SQUARES_MG", #type, NULL, EVAL_MG, CHESS_SQUARES, 8},
#define SQUARES_EG(type, ...) {"SQUARES_EG", #type, NULL, EVAL_EG, CHESS_SQUARES, 8},
#include "chess/values.def"
};

static void count_piece(Numbers *counts, ChessPiece piece, int square)
{
    Side side = chess_side_of(piece);
    int seen = side == FIRST ? square ^ 56 : square, sign = side == FIRST ? 1 : -1;
    switch (chess_type_of(piece)) {
#define SQUARES_MG(type, ...)                                                                      \
    case CHESS_##type:                                                                             \
        counts->mg_##type[seen] += (int16_t)sign;                                                  \
        counts->eg_##type[seen] += (int16_t)sign;                                                  \
        break;
#include "chess/values.def"
    default: break;
    }
}

/* With all terms at zero only the danger to the kings is left; with a one in one place that term's
 * count is added to it. */
static int count_term(const ChessPosition *pos, int term, Score danger)
{
    Score unit[CHESS_TERMS] = {0};
    unit[term] = SCORE(1, 0);
    return score_mg(chess_evaluate_terms(pos, unit)) - score_mg(danger);
}

static void count(const void *position, int16_t *counts, double *phase, double *rest)
{
    const ChessPosition *pos = position;
    const Score nothing[CHESS_TERMS] = {0};
    Numbers found;
    memset(&found, 0, sizeof found);
    for (int square = 0; square < CHESS_SQUARES; square++)
        count_piece(&found, pos->board[square], square);
    Score danger = chess_evaluate_terms(pos, nothing);
#define TERM(id, mg, eg, text)                                                                     \
    found.id[0] = found.id[1] = (int16_t)count_term(pos, CHESS_TERM_##id, danger);
#define PIECE(type, mg, eg)                                                                        \
    found.piece_##type[0] = found.piece_##type[1] =                                                \
        (int16_t)(pos->count[chess_piece(FIRST, CHESS_##type)]                                     \
                  - pos->count[chess_piece(SECOND, CHESS_##type)]);
#include "chess/values.def"
    found.TEMPO[0] = pos->side == FIRST ? 1 : -1;
    *phase = (double)chess_taper(pos) / CHESS_PHASE_MAX;
    *rest = score_mg(danger) * *phase;
    memcpy(counts, &found, sizeof found);
}

const EvalModel chess_eval_model = {rows, (int)COUNT_OF(rows), numbers, NUMBERS, count};
