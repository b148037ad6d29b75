/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Levels of play, and the numbered start positions of Chess960. */

#include "chess/chess960.h"
#include "engine/games.h"
#include "engine/levels.h"

#include <criterion/criterion.h>
#include <string.h>

TestSuite(levels, .init = games_init);

/* Three lines of one iteration, the way a search shows them. */
static void show(LevelLines *lines, int depth, const GameMove *moves, const int *scores, int count)
{
    for (int i = 0; i < count; i++)
        level_hear(lines, &(EngineLine){.line = {.depth = depth,
                                                 .line = i + 1,
                                                 .score = scores[i],
                                                 .bound = BOUND_EXACT,
                                                 .pv = &moves[i],
                                                 .pv_length = 1}});
}

Test(levels, each_game_has_ten_and_each_is_stronger)
{
    const GameOps *const games[] = {&chess_ops, &shogi_ops};
    for (size_t g = 0; g < COUNT_OF(games); g++) {
        for (int i = 2; i < LEVELS; i++) {
            const Level *lower = level_of(games[g], i - 1), *higher = level_of(games[g], i);
            /* Several lines take nodes that one line would use better. */
            if (lower->lines == 1)
                cr_assert_gt(higher->nodes, lower->nodes);
            if (higher->elo)
                cr_assert_gt(higher->elo, lower->elo, "%s %d", games[g]->name, i);
            cr_assert_leq(higher->margin, lower->margin);
            cr_assert_leq(higher->lines, lower->lines);
        }
        const Level *full = level_of(games[g], LEVELS);
        cr_assert(full->nodes == 0 && full->lines == 1 && full->margin == 0);
    }
}

Test(levels, choose_within_the_margin_the_same_for_the_same_seed)
{
    const Level level = {.nodes = 100, .lines = 4, .margin = 50};
    const GameMove moves[] = {11, 12, 13, 14};
    const int scores[] = {30, 0, -20, -21};
    LevelLines lines = {0};
    int seen[15] = {0};
    show(&lines, 3, moves, scores, COUNT_OF(moves));
    for (int ply = 0; ply < 300; ply++) {
        GameMove move = level_choose(&level, &lines, 11, 7, ply);
        cr_assert_eq(move, level_choose(&level, &lines, 11, 7, ply));
        seen[move]++;
    }
    cr_assert(seen[11] > 50 && seen[12] > 50 && seen[13] > 50);
    cr_assert_eq(seen[14], 0, "a move beyond the margin was played");
}

Test(levels, an_iteration_cut_short_leaves_the_lines_of_the_one_before)
{
    const Level level = {.nodes = 100, .lines = 3, .margin = 1000};
    const GameMove moves[] = {21, 22, 23};
    const int scores[] = {10, 5, 0};
    LevelLines lines = {0};
    bool others = false;
    show(&lines, 3, moves, scores, COUNT_OF(moves));
    show(&lines, 4, moves, scores, 1);
    show(&lines, 4, moves, scores, 1);
    for (int ply = 0; ply < 50; ply++)
        others = others || level_choose(&level, &lines, 21, 1, ply) != 21;
    cr_assert(others);
}

Test(levels, a_proved_win_is_played)
{
    const Level level = {.nodes = 100, .lines = 2, .margin = 2 * VALUE_MATE};
    const GameMove moves[] = {31, 32};
    const int scores[] = {VALUE_MATE - 3, 0};
    LevelLines lines = {0};
    show(&lines, 5, moves, scores, COUNT_OF(moves));
    for (int ply = 0; ply < 50; ply++)
        cr_assert_eq(level_choose(&level, &lines, 31, 1, ply), 31);
}

Test(levels, chess960_has_960_different_legal_starts)
{
    Text seen[CHESS960_POSITIONS] = {{0}}, back = TEXT_EMPTY;
    GamePosition *pos = chess_ops.create();
    for (int i = 0; i < CHESS960_POSITIONS; i++) {
        Diag diag;
        diag_clear(&diag);
        chess960_start(i, &seen[i]);
        cr_assert(chess_ops.set(pos, span_of(text_cstr(&seen[i])), &diag), "%d: %s", i, diag.error);
        cr_assert_str_empty(diag.warning);
        text_clear(&back);
        chess_ops.get(pos, &back);
        cr_assert_str_eq(text_cstr(&back), text_cstr(&seen[i]));
        for (int k = 0; k < i; k++)
            cr_assert_str_neq(text_cstr(&seen[k]), text_cstr(&seen[i]));
    }
    cr_assert_eq(strncmp(text_cstr(&seen[0]), "bbqnnrkr/", 9), 0);
    cr_assert_eq(strncmp(text_cstr(&seen[518]), "rnbqkbnr/", 9), 0);
    cr_assert_eq(strncmp(text_cstr(&seen[959]), "rkrnnqbb/", 9), 0);
    for (int i = 0; i < CHESS960_POSITIONS; i++)
        text_free(&seen[i]);
    text_free(&back);
    chess_ops.destroy(pos);
}
