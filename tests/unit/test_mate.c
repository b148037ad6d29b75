/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The mate solver, in both games: what it proves is played through here, and short mates are
 * compared with a plain search of all moves. Limits are nodes, never the clock. */

#include "reference/rows.h"
#include "reference/starts.h"

#include "engine/games.h"
#include "engine/setup.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static GamePosition *pos;
static const GameOps *game;
static MateResult result;

static void set_up(void) { games_init(); }

static void tear_down(void)
{
    if (pos)
        game->destroy(pos);
}

TestSuite(mate, .init = set_up, .fini = tear_down);

static void use(const GameOps *which)
{
    if (pos)
        game->destroy(pos);
    game = which;
    pos = game->create();
}

static void set(const char *position)
{
    Diag diag;
    diag_clear(&diag);
    cr_assert(setup_position(game, pos, span_of(position), SETUP_RELAXED, &diag), "%s: %s",
              position, diag.error);
}

static MateStatus solve_with(const MateLimits *limits)
{
    Text before = TEXT_EMPTY, after = TEXT_EMPTY;
    game->get(pos, &before);
    game->solve_mate(pos, limits, &result);
    game->get(pos, &after);
    cr_assert_str_eq(text_cstr(&before), text_cstr(&after));
    text_free(&before);
    text_free(&after);
    return result.status;
}

static MateStatus solve(int max_plies, uint64_t nodes)
{
    return solve_with(&(MateLimits){.nodes = nodes, .max_plies = max_plies, .table_mib = 2});
}

static bool is_legal(GameMove wanted)
{
    GameMove list[GAME_LIST_SIZE];
    int count = game->legal_moves(pos, list);
    for (int i = 0; i < count; i++)
        if (list[i] == wanted)
            return true;
    return false;
}

/* Legal moves, in shogi all checks, to the very mate. */
static void replay(const char *position)
{
    cr_assert_eq(result.length % 2, 1, "%s", position);
    for (int i = 0; i < result.length; i++) {
        cr_assert(is_legal(result.line[i]), "%s: move %d", position, i);
        game->make(pos, result.line[i]);
        if (game == &shogi_ops && i % 2 == 0)
            cr_assert(game->in_check(pos), "%s: move %d is no check", position, i);
    }
    GameFacts facts;
    game->describe(pos, &facts);
    cr_assert(facts.end && strcmp(facts.end, "checkmate") == 0, "%s", position);
    for (int i = 0; i < result.length; i++)
        game->unmake(pos);
}

static bool plain_defence_fails(int left);

/* Every move tried, nothing remembered. */
static bool plain_mate(int left)
{
    GameMove list[GAME_LIST_SIZE];
    int count = game->legal_moves(pos, list);
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        game->make(pos, list[i]);
        bool check = game->in_check(pos);
        if (check || (game == &chess_ops && left > 1))
            found = plain_defence_fails(left - 1);
        game->unmake(pos);
    }
    return found;
}

static bool plain_defence_fails(int left)
{
    GameMove list[GAME_LIST_SIZE];
    int count = game->legal_moves(pos, list);
    bool fails = count ? left > 0 : game->in_check(pos);
    for (int i = 0; i < count && fails; i++) {
        game->make(pos, list[i]);
        fails = plain_mate(left - 1);
        game->unmake(pos);
    }
    return fails;
}

/* Every reply to the first move of each proof loses too. */
static void check_whole_tree(const char *position)
{
    int left = result.length;
    GameMove first = result.line[0], list[GAME_LIST_SIZE];
    game->make(pos, first);
    int count = game->legal_moves(pos, list);
    cr_assert_eq(count == 0, left == 1, "%s", position);
    for (int i = 0; i < count; i++) {
        game->make(pos, list[i]);
        cr_assert_eq(solve(left - 2, 1000000), MATE_PROVED, "%s: reply %d", position, i);
        check_whole_tree(position);
        game->unmake(pos);
    }
    game->unmake(pos);
}

Test(mate, chess_problems)
{
    use(&chess_ops);
    Rows rows = rows_read("tests/data/mate/chess.epd", ';');
    for (size_t i = 0; i < rows.count; i++) {
        char *position = rows.row[i].field[0];
        *strstr(position, " bm ") = '\0';
        int plies = 2 * atoi(strstr(rows.row[i].field[1], "dm ") + 3) - 1;
        set(position);
        cr_assert_eq(solve(0, 1000000), MATE_PROVED, "%s", position);
        cr_assert_eq(result.length, plies, "%s: %d", position, result.length);
        replay(position);
        if (plies <= 5)
            check_whole_tree(position);
    }
    rows_free(&rows);
}

Test(mate, shogi_problems)
{
    use(&shogi_ops);
    Rows rows = rows_read("tests/data/mate/shogi.tsv", '\t');
    for (size_t i = 0; i < rows.count; i++) {
        const char *position = rows.row[i].field[0];
        int plies = atoi(rows.row[i].field[1]);
        set(position);
        cr_assert_eq(solve(0, 1000000), MATE_PROVED, "%s", position);
        cr_assert_eq(result.length, plies, "%s: %d", position, result.length);
        replay(position);
        if (plies <= 9)
            check_whole_tree(position);
        if (plies > 1) {
            set(position);
            cr_assert_eq(solve(plies - 2, 1000000), MATE_DISPROVED, "%s", position);
        }
    }
    rows_free(&rows);
}

/* Random positions with few pieces, where short mates are common. */
static void compare_with_plain_search(const GameOps *which, int games, int most_plies)
{
    use(which);
    Rng rng = {7};
    Text text = TEXT_EMPTY;
    Diag diag;
    int mates = 0;
    for (int i = 0; i < games; i++) {
        text_clear(&text);
        diag_clear(&diag);
        if (game == &chess_ops)
            start_chess_scattered(&rng, &text);
        else
            start_shogi_scattered(&rng, i % 2 == 0, &text);
        int clock = 0;
        sscanf(text_cstr(&text), "%*s %*s %*s %*s %d", &clock);
        if (!game->set(pos, (Span){text_cstr(&text), text.length}, &diag)
            || (game == &chess_ops && clock > 90))
            continue;
        for (int plies = 1; plies <= most_plies; plies += 2) {
            bool mate = plain_mate(plies);
            MateStatus status = solve(plies, 10000000);
            cr_assert_eq(status, mate ? MATE_PROVED : MATE_DISPROVED, "%s in %d plies: %d",
                         text_cstr(&text), plies, (int)status);
            if (!mate)
                continue;
            mates++;
            cr_assert_eq(result.length, plies, "%s", text_cstr(&text));
            replay(text_cstr(&text));
            break;
        }
    }
    cr_assert_gt(mates, 5);
    text_free(&text);
}

Test(mate, chess_agrees_with_plain_search) { compare_with_plain_search(&chess_ops, 200, 3); }
Test(mate, shogi_agrees_with_plain_search) { compare_with_plain_search(&shogi_ops, 800, 3); }

Test(mate, no_mate)
{
    use(&shogi_ops);
    set("startpos");
    cr_assert_eq(solve(0, 100000), MATE_DISPROVED);
    /* A rook gives check for ever, and that is no mate. */
    set("4k4/9/9/9/9/9/9/9/R8 b - 1");
    cr_assert_neq(solve(0, 100000), MATE_PROVED);
    /* Nor is a pawn dropped before a king that cannot move. */
    set("3lkl3/3p1p3/9/5N3/9/9/9/9/4K4 b P 1");
    cr_assert_eq(solve(1, 100000), MATE_DISPROVED);
    use(&chess_ops);
    set("startpos");
    cr_assert_eq(solve(3, 1000000), MATE_DISPROVED);
    cr_assert_eq(solve(0, 50000), MATE_UNKNOWN);
    /* Mated and stalemated already. */
    set("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    cr_assert_eq(solve(0, 100000), MATE_DISPROVED);
    set("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1");
    cr_assert_eq(solve(0, 100000), MATE_DISPROVED);
    /* Stalemate is no mate: the queen must leave a square. */
    set("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1");
    cr_assert_eq(solve(0, 100000), MATE_PROVED);
    cr_assert_eq(result.length, 1);
}

static const char TWO_MOVES[] = "7k/8/5K2/8/8/8/8/5R2 w - - 0 1";

Test(mate, chess_respects_fifty_moves)
{
    use(&chess_ops);
    set("7k/8/5K2/8/8/8/8/5R2 w - - 97 90");
    cr_assert_eq(solve(0, 100000), MATE_PROVED);
    cr_assert_eq(result.length, 3);
    replay(TWO_MOVES);
    set("7k/8/5K2/8/8/8/8/5R2 w - - 98 90");
    cr_assert_neq(solve(0, 100000), MATE_PROVED);
}

/* The key move leads to a position that has been there twice. */
Test(mate, chess_respects_repetition)
{
    use(&chess_ops);
    set(TWO_MOVES);
    cr_assert_eq(solve(3, 100000), MATE_PROVED);
    set("fen 7k/5K2/8/8/8/8/8/5R2 b - - 0 1 moves h8h7 f7f6 h7h8");
    cr_assert_eq(solve(3, 100000), MATE_PROVED);
    set("fen 7k/5K2/8/8/8/8/8/5R2 b - - 0 1 moves h8h7 f7f6 h7h8 f6f7 h8h7 f7f6 h7h8");
    cr_assert_neq(solve(3, 100000), MATE_PROVED);
}

Test(mate, obeys_its_limits)
{
    atomic_bool stop = true;
    const char *problem = "8/3p1p2/5Ppp/K2R2bk/4pPrr/6Pp/4B2P/3N4 w - - 0 1";
    use(&chess_ops);
    set(problem);
    cr_assert_eq(solve(0, 1000), MATE_UNKNOWN);
    cr_assert_lt(result.nodes, 3000);
    cr_assert_eq(result.length, 0);
    cr_assert_eq(solve(5, 10000000), MATE_DISPROVED);
    cr_assert_eq(solve(6, 10000000), MATE_DISPROVED);
    cr_assert_eq(solve(7, 10000000), MATE_PROVED);
    MateLimits limits = {.nodes = UINT64_MAX, .stop = &stop, .table_mib = 1};
    cr_assert_eq(solve_with(&limits), MATE_UNKNOWN);
    cr_assert_lt(result.nodes, 10000);
    limits = (MateLimits){.nodes = UINT64_MAX, .deadline_ns = 1, .table_mib = 1};
    cr_assert_eq(solve_with(&limits), MATE_UNKNOWN);
    cr_assert_lt(result.nodes, 10000);
}

Test(mate, works_in_a_small_table_and_repeats_itself)
{
    use(&shogi_ops);
    set("l6kl/3G2pg1/1r2+N+S1p1/p3ppN2/2P1s1S1p/P1p1lP3/1P1PP3P/2G1g2r+n/+n1K5L w BSPb3p 1");
    MateLimits limits = {.nodes = 10000000, .table_mib = 1};
    cr_assert_eq(solve_with(&limits), MATE_PROVED);
    uint64_t nodes = result.nodes;
    cr_assert_eq(solve_with(&limits), MATE_PROVED);
    cr_assert_eq(result.nodes, nodes);
    replay("small table");
}
