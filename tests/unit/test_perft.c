/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The generators against published node counts, position by position. */

#include "reference/rows.h"

#include "chess/fen.h"
#include "chess/movegen.h"
#include "shogi/movegen.h"
#include "shogi/sfen.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One position with its deepest count: the shallower ones are part of it and are looked at only if
 * that is wrong. */
typedef struct {
    char position[160];
    uint64_t count[8]; /* by depth; 0 where nobody has published one */
} PerftCase;

static struct criterion_test_params read_cases(const char *path)
{
    Rows rows = rows_read(path, ';');
    PerftCase *cases = cr_calloc(rows.count, sizeof *cases);
    for (size_t i = 0; i < rows.count; i++) {
        const Row *row = &rows.row[i];
        snprintf(cases[i].position, sizeof cases[i].position, "%s", row->field[0]);
        for (int field = 1; field < row->count; field++) {
            unsigned depth;
            unsigned long long count;
            if (sscanf(row->field[field], "D%u %llu", &depth, &count) != 2 || depth > 7)
                die("%s line %d: bad count '%s'", path, row->line, row->field[field]);
            cases[i].count[depth] = count;
        }
    }
    size_t length = rows.count;
    rows_free(&rows);
    return cr_make_param_array(PerftCase, cases, length);
}

static uint64_t chess_perft(ChessPosition *pos, int depth)
{
    ChessMove list[CHESS_MAX_MOVES], *end = chess_generate(pos, CHESS_GEN_ALL, list);
    if (depth == 1)
        return (uint64_t)(end - list);
    uint64_t nodes = 0;
    for (ChessMove *move = list; move < end; move++) {
        chess_make(pos, *move);
        nodes += chess_perft(pos, depth - 1);
        chess_unmake(pos);
    }
    return nodes;
}

static uint64_t shogi_perft(ShogiPosition *pos, int depth)
{
    ShogiMove list[SHOGI_LIST_SIZE], *end = shogi_generate(pos, SHOGI_GEN_ALL, list);
    if (depth == 1)
        return (uint64_t)(end - list);
    uint64_t nodes = 0;
    for (ShogiMove *move = list; move < end; move++) {
        shogi_make(pos, *move);
        nodes += shogi_perft(pos, depth - 1);
        shogi_unmake(pos);
    }
    return nodes;
}

/* The first depth at which the count is wrong says most; so when the deepest one is wrong, the
 * others follow from the top. */
#define COMPARE_COUNTS(perft, pos, wanted)                                                         \
    do {                                                                                           \
        int deepest = 7;                                                                           \
        while (deepest > 1 && (wanted)->count[deepest] == 0)                                       \
            deepest--;                                                                             \
        if (perft(pos, deepest) == (wanted)->count[deepest])                                       \
            break;                                                                                 \
        for (int depth = 1; depth <= deepest; depth++)                                             \
            if ((wanted)->count[depth])                                                            \
                cr_assert_eq(perft(pos, depth), (wanted)->count[depth], "%s depth %d",             \
                             (wanted)->position, depth);                                           \
    } while (0)

static void run_chess(const PerftCase *wanted)
{
    Diag diag;
    diag_clear(&diag);
    chess_init();
    ChessPosition *pos = chess_new();
    cr_assert(chess_set_fen(pos, span_of(wanted->position), &diag), "%s", diag.error);
    chess_reserve(pos, 10);
    COMPARE_COUNTS(chess_perft, pos, wanted);
    chess_delete(pos);
}

ParameterizedTestParameters(perft, chess)
{
    return read_cases("tests/data/perft/chess_standard.epd");
}

ParameterizedTest(PerftCase *wanted, perft, chess) { run_chess(wanted); }

ParameterizedTestParameters(perft, chess960) { return read_cases("tests/data/perft/chess960.epd"); }

ParameterizedTest(PerftCase *wanted, perft, chess960) { run_chess(wanted); }

ParameterizedTestParameters(perft, shogi) { return read_cases("tests/data/perft/shogi.epd"); }

ParameterizedTest(PerftCase *wanted, perft, shogi)
{
    Diag diag;
    diag_clear(&diag);
    shogi_init();
    ShogiPosition *pos = shogi_new();
    cr_assert(shogi_set_sfen(pos, span_of(wanted->position), SHOGI_SETUP_GAME, &diag), "%s",
              diag.error);
    shogi_reserve(pos, 10);
    COMPARE_COUNTS(shogi_perft, pos, wanted);
    shogi_delete(pos);
}
