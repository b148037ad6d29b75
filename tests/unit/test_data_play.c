/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Self-play, the counting of keys, and games of others. */

#include "base/rng.h"
#include "data/import.h"
#include "data/keys.h"
#include "data/selfplay.h"
#include "engine/games.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static void set_up(void) { games_init(); }

TestSuite(data_play, .init = set_up);

static const GameOps *const both[] = {&chess_ops, &shogi_ops};

/* ---- Keys ---- */

Test(data_play, few_keys_are_counted_exactly)
{
    KeySet set;
    keys_init(&set, KEYS_LOG2_LIMIT);
    Rng rng = {.state = 3};
    for (int i = 0; i < 50000; i++) {
        uint64_t key = rng_next(&rng);
        cr_assert(keys_add(&set, key));
        if (i % 5 == 0)
            cr_assert(!keys_add(&set, key));
    }
    cr_assert(keys_are_exact(&set));
    cr_assert_eq(keys_distinct(&set), 50000);
    cr_assert_eq(keys_duplicates(&set), 10000);
    cr_assert(keys_add(&set, 0) && !keys_add(&set, 0));
    keys_free(&set);
}

Test(data_play, many_keys_are_estimated_in_bounded_memory)
{
    enum { LOG2_LIMIT = 14, KEYS = 400000 };
    KeySet set;
    keys_init(&set, LOG2_LIMIT);
    Rng rng = {.state = 4};
    for (int i = 0; i < KEYS; i++)
        keys_add(&set, (uint64_t)rng_below(&rng, KEYS / 2)); /* 1 - e^-2 of them occur */
    cr_assert(!keys_are_exact(&set));
    cr_assert_eq(set.log2_size, LOG2_LIMIT);
    double expected = KEYS / 2 * 0.864665;
    cr_assert_float_eq((double)keys_distinct(&set), expected, 0.05 * expected);
    keys_free(&set);
}

/* ---- Self-play ---- */

static void quick_settings(const GameOps *game, SelfplaySettings *settings)
{
    selfplay_defaults(game, settings);
    settings->nodes = 30;
    settings->hard_nodes = 100;
    settings->table_mib = 1;
    settings->max_plies = 40;
}

static Selfplay *new_player(const SelfplaySettings *settings)
{
    static const atomic_bool never = false;
    Diag diag;
    diag_clear(&diag);
    Selfplay *player = selfplay_new(settings, &never, 0, &diag);
    cr_assert(player, "%s", diag.error);
    return player;
}

/* Plays it through: every move must be legal, and the first ones have no score. */
static void check_game(const SelfplaySettings *settings, const DataGame *game)
{
    const GameOps *ops = settings->game;
    GamePosition *pos = ops->create();
    Diag diag;
    diag_clear(&diag);
    cr_assert(ops->set(pos, span_of(game->start), &diag), "%s", diag.error);
    int unscored = 0;
    for (int i = 0; i < game->count; i++) {
        cr_assert(ops->is_legal(pos, game->plies[i].move), "ply %d", i + 1);
        ops->make(pos, game->plies[i].move);
        if (game->plies[i].score == DATA_NO_SCORE)
            cr_assert_eq(unscored++, i, "a move without a score behind one with a score");
    }
    int first = settings->random_plies;
    cr_assert(first ? unscored == first || unscored == first + 1 : unscored == 0);
    cr_assert(game->count > unscored);
    cr_assert_leq(abs(game->plies[unscored].score), settings->opening_score);
    ops->destroy(pos);
}

Test(data_play, a_game_depends_on_its_number_alone)
{
    for (size_t g = 0; g < COUNT_OF(both); g++) {
        SelfplaySettings settings;
        quick_settings(both[g], &settings);
        Selfplay *one = new_player(&settings), *other = new_player(&settings);
        DataGame first, again;
        for (uint32_t number = 1; number <= 6; number++) {
            cr_assert_eq(selfplay_game(one, number, &first), SELFPLAY_PLAYED);
            check_game(&settings, &first);
        }
        cr_assert_eq(selfplay_game(other, 6, &again), SELFPLAY_PLAYED);
        cr_assert_eq(first.count, again.count);
        cr_assert_eq(first.result, again.result);
        for (int i = 0; i < first.count; i++)
            cr_assert(first.plies[i].move == again.plies[i].move
                      && first.plies[i].score == again.plies[i].score);
        selfplay_free(one);
        selfplay_free(other);
    }
}

Test(data_play, games_end_as_they_should)
{
    SelfplaySettings settings;
    DataGame game;
    char start[] = "8/8/8/4k3/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1";
    char *const openings[] = {start};
    quick_settings(&chess_ops, &settings);
    settings.openings = openings;
    settings.opening_count = 1;
    settings.random_plies = 0;
    Selfplay *player = new_player(&settings);
    cr_assert_eq(selfplay_game(player, 1, &game), SELFPLAY_NO_START);
    settings.opening_score = VALUE_MATE;
    cr_assert_eq(selfplay_game(player, 1, &game), SELFPLAY_PLAYED);
    cr_assert_str_eq(game.start, start);
    cr_assert_eq(game.result, 1);
    cr_assert_leq(game.count, settings.win_plies);
    /* Every score is a draw now, from the first ply on. */
    settings.draw_score = settings.win_score = VALUE_INFINITE;
    settings.draw_from = 0;
    settings.draw_plies = 3;
    cr_assert_eq(selfplay_game(player, 1, &game), SELFPLAY_PLAYED);
    cr_assert(game.result == 0 && game.count == 3);
    settings.draw_plies = 0;
    settings.max_plies = 5;
    cr_assert_eq(selfplay_game(player, 1, &game), SELFPLAY_PLAYED);
    cr_assert(game.result == 0 && game.count == 5);
    selfplay_free(player);
}

Test(data_play, settings_name_all_that_decides)
{
    SelfplaySettings settings;
    Text one = TEXT_EMPTY, other = TEXT_EMPTY;
    quick_settings(&chess_ops, &settings);
    selfplay_describe(&settings, &one);
    settings.params.techniques ^= (uint64_t)1 << TECH_NMP;
    selfplay_describe(&settings, &other);
    cr_assert(strstr(text_cstr(&other), "set.nmp = off\n"), "%s", text_cstr(&other));
    const char *before = strstr(text_cstr(&one), "search = ");
    const char *after = strstr(text_cstr(&other), "search = ");
    cr_assert(before && after && strcmp(before, after) != 0);
    text_free(&one);
    text_free(&other);
}

/* ---- Games of others ---- */

enum { KEPT = 8, KEPT_PLIES = 16 };

typedef struct {
    int count;
    DataGame games[KEPT];
    DataPly plies[KEPT][KEPT_PLIES];
} Kept;

static bool keep(void *context, const DataGame *game)
{
    Kept *kept = context;
    cr_assert(kept->count < KEPT && game->count <= KEPT_PLIES);
    DataGame *to = &kept->games[kept->count];
    *to = *game;
    to->plies = kept->plies[kept->count++];
    memcpy(to->plies, game->plies, (size_t)game->count * sizeof *game->plies);
    return true;
}

static void import_lines(ImportFormat format, const char *const *lines, int count, int refused,
                         Kept *kept)
{
    *kept = (Kept){0};
    Importer *importer = import_new(format, import_usual_percent(format), keep, kept);
    int bad = 0;
    for (int i = 0; i < count; i++) {
        Diag diag;
        diag_clear(&diag);
        if (!import_line(importer, span_of(lines[i]), &diag)) {
            cr_assert(diag.error[0], "no reason: %s", lines[i]);
            bad++;
        }
    }
    import_end(importer);
    import_free(importer);
    cr_assert_eq(bad, refused);
}

Test(data_play, tcec_games)
{
    static const char *const LINES[] = {
        "# a comment",
        "1-0;std;-;e4 e5:-20 Nf3:31 Nc6:-15\r",
        "0-1;std;4k3/8/8/8/8/8/4q3/4K3 w - - 0 1;Kxe2:-31997",
        "1/2-1/2;std;7k/8/8/8/8/8/R7/R6K b - - 0 1;Kg7:31998 Rg1+:31999 Kf6:31000 Ra6+:9999",
        "1-0;frc;4k3/8/8/8/8/8/8/4K1R1 w G - 0 1;O-O:5",
        "",
        "1-0;std;-;e4 e4",      /* illegal */
        "1-0;std;-;e4:1e9",     /* no number */
        "*;std;-;e4:1",         /* no result */
        "1-0;giveaway;-;e4:1",  /* no such game */
        "1-0;std;8/8/8 w;e4:1", /* no position */
        "1-0;std",              /* too short */
        "1-0;std;-;",           /* no moves: nothing to keep */
    };
    static Kept kept;
    import_lines(IMPORT_TCEC, LINES, COUNT_OF(LINES), 6, &kept);
    cr_assert_eq(kept.count, 4);
    const DataGame *game = kept.games;
    cr_assert_str_eq(game->start, chess_ops.start);
    cr_assert(game->result == 1 && game->count == 4);
    cr_assert_eq(game->plies[0].score, DATA_NO_SCORE);
    cr_assert_eq(game->plies[1].score, 20); /* Black's own view */
    cr_assert_eq(game->plies[2].score, 31);
    cr_assert_eq(game->plies[3].score, 15);
    cr_assert_eq(game[1].result, -1);
    cr_assert_eq(game[1].plies[0].score, value_mated_in(6));
    cr_assert_eq(game[2].result, 0);
    cr_assert_eq(game[2].plies[0].score, value_mated_in(4));
    cr_assert_eq(game[2].plies[1].score, value_mate_in(1));
    cr_assert_eq(game[2].plies[2].score, -VALUE_RULE_WIN);
    cr_assert_eq(game[2].plies[3].score, 9999);
    cr_assert_eq(game[3].count, 1);
}

Test(data_play, positions_that_follow_from_each_other_are_a_game)
{
    static const char *const LINES[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0;e2e4;100;1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1;e7e5;-50;-1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1;g1f3;25000;1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2;b8c6;0;0", /* result */
        "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1;e8e7;-208;1",
        "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1;e8e1;-208;1", /* illegal */
        "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1;e8e7;-208;2", /* no result */
        "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1;e8e7;x;1",    /* no score */
        "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",             /* too short */
    };
    static Kept kept;
    import_lines(IMPORT_BINPACK_TEXT, LINES, COUNT_OF(LINES), 4, &kept);
    cr_assert_eq(kept.count, 3);
    const DataGame *game = kept.games;
    cr_assert(game[0].count == 3 && game[0].result == 1);
    cr_assert_eq(game[0].plies[0].score, 48);
    cr_assert_eq(game[0].plies[1].score, -24);
    cr_assert_eq(game[0].plies[2].score, VALUE_RULE_WIN);
    cr_assert(game[1].count == 1 && game[1].result == 0);
    cr_assert(game[2].count == 1 && game[2].result == -1);
}
