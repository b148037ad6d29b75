/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of scored games: what was written is read, whatever was damaged is noticed, and a broken
 * end costs one game. */

#include "scratch.h"

#include "base/crc32.h"
#include "base/file.h"
#include "base/rng.h"
#include "data/gamefile.h"
#include "engine/games.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES = 3, PLIES = 16 };

static char path[SCRATCH_PATH];
static const char SETTINGS[] = "command = test\nseed = 7\n";

static void set_up(void)
{
    games_init();
    scratch_path(path, "data");
}
static void tear_down(void) { unlink(path); }

TestSuite(data_file, .init = set_up, .fini = tear_down);

/* A game of random legal moves; every game of the two has another start, length and result. */
static void make_game(const GameOps *ops, int number, DataGame *game)
{
    Rng rng = {.state = (uint64_t)number * 1000};
    GamePosition *pos = ops->create();
    Text start = TEXT_EMPTY;
    if (number % 2) {
        GameMove list[GAME_LIST_SIZE];
        cr_assert(ops->legal_moves(pos, list) > 0);
        ops->make(pos, list[number]);
    }
    ops->get(pos, &start);
    snprintf(game->start, sizeof game->start, "%s", text_cstr(&start));
    text_free(&start);
    game->result = number % 3 - 1;
    game->count = 0;
    game->plies = xcalloc(PLIES, sizeof *game->plies);
    while (game->count < PLIES - number) {
        GameMove list[GAME_LIST_SIZE];
        int count = ops->legal_moves(pos, list);
        if (count == 0)
            break;
        DataPly *ply = &game->plies[game->count++];
        ply->move = list[rng_below(&rng, (uint32_t)count)];
        ply->score = game->count < 5 ? DATA_NO_SCORE : (int16_t)((int)rng_below(&rng, 65) - 32);
        if (game->count == 7)
            ply->score = -31990;
        ops->make(pos, ply->move);
    }
    ops->destroy(pos);
}

static void write_file(const GameOps *ops, int games)
{
    Diag diag;
    diag_clear(&diag);
    unlink(path);
    DataWriter *writer = data_create(path, ops, SETTINGS, &diag);
    cr_assert(writer, "%s", diag.error);
    for (int i = 0; i < games; i++) {
        DataGame game;
        make_game(ops, i, &game);
        cr_assert(data_write(writer, (uint32_t)i + 1, &game, &diag), "%s", diag.error);
        free(game.plies);
    }
    cr_assert(data_finish(writer, &diag), "%s", diag.error);
}

/* Games that are read from the file until it ends; each must be as it was written. */
static int read_file(const GameOps *ops, Diag *diag)
{
    int count = 0;
    DataGame game;
    diag_clear(diag);
    DataReader *reader = data_open(path, diag);
    if (!reader)
        return -1;
    cr_assert_eq(data_game(reader), ops);
    for (; data_next(reader, &game, diag); count++) {
        DataGame made;
        make_game(ops, count, &made);
        cr_assert_eq(data_number(reader), count + 1);
        cr_assert_str_eq(game.start, made.start);
        cr_assert_eq(game.result, made.result);
        cr_assert_eq(game.count, made.count);
        for (int i = 0; i < game.count; i++) {
            cr_assert_eq(game.plies[i].move, made.plies[i].move);
            cr_assert_eq(game.plies[i].score, made.plies[i].score);
        }
        free(made.plies);
    }
    data_close(reader);
    return count;
}

static void load(Text *bytes)
{
    Diag diag;
    diag_clear(&diag);
    cr_assert(file_read(path, 1 << 20, bytes, &diag), "%s", diag.error);
}

static void save(const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    cr_assert(file);
    cr_assert_eq(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

Test(data_file, checksum_is_the_published_one)
{
    cr_assert_eq(crc32_of(0, "123456789", 9), 0xe3069283);
    cr_assert_eq(crc32_of(crc32_of(0, "1234", 4), "56789", 5), 0xe3069283);
}

Test(data_file, what_is_written_is_read)
{
    static const GameOps *const both[] = {&chess_ops, &shogi_ops};
    Diag diag;
    for (size_t i = 0; i < COUNT_OF(both); i++) {
        write_file(both[i], GAMES);
        cr_assert_eq(read_file(both[i], &diag), GAMES);
        cr_assert_str_empty(diag.error);
        DataReader *reader = data_open(path, &diag);
        cr_assert_str_eq(data_settings(reader), SETTINGS);
        data_close(reader);
    }
}

Test(data_file, flags_say_what_may_be_trained_on)
{
    static const struct {
        const char *start, *move;
        int score;
        unsigned flags;
    } cases[] = {
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", 50, DATA_SCORED | DATA_QUIET},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", DATA_NO_SCORE, 0},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", 20001, DATA_SCORED | DATA_DECIDED},
        {"4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2d3", 50, DATA_SCORED | DATA_NOISY},
        {"8/4P3/8/8/8/8/8/k3K3 w - - 0 1", "e7e8q", 50, DATA_SCORED | DATA_NOISY},
        {"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1d1", 50, DATA_SCORED | DATA_IN_CHECK},
    };
    Diag diag;
    diag_clear(&diag);
    GamePosition *pos = chess_ops.create();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        DataPly ply = {.score = (int16_t)cases[i].score};
        DataGame game = {.count = 1, .plies = &ply}, read;
        snprintf(game.start, sizeof game.start, "%s", cases[i].start);
        cr_assert(chess_ops.set(pos, span_of(cases[i].start), &diag));
        cr_assert(chess_ops.read_move(pos, span_of(cases[i].move), &ply.move, &diag));
        unlink(path);
        DataWriter *writer = data_create(path, &chess_ops, SETTINGS, &diag);
        cr_assert(writer && data_write(writer, 1, &game, &diag) && data_finish(writer, &diag));
        DataReader *reader = data_open(path, &diag);
        cr_assert(reader && data_next(reader, &read, &diag), "%s", diag.error);
        cr_assert_eq(read.plies[0].flags, cases[i].flags, "%s", cases[i].start);
        data_close(reader);
    }
    chess_ops.destroy(pos);
}

Test(data_file, every_flipped_bit_is_noticed)
{
    Text good = TEXT_EMPTY;
    Diag diag;
    write_file(&chess_ops, 2);
    load(&good);
    for (size_t bit = 0; bit < good.length * 8; bit++) {
        good.data[bit / 8] ^= (char)(1 << bit % 8);
        save(good.data, good.length);
        int count = read_file(&chess_ops, &diag);
        cr_assert(count < 2 && diag.error[0], "bit %zu", bit);
        good.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    text_free(&good);
}

static void count_games(void *context, uint32_t number, const DataGame *game)
{
    (void)game;
    cr_assert_eq(++*(uint32_t *)context, number);
}

/* Goes on with the file and brings it to all its games again. */
static void resume(const GameOps *ops, uint32_t expected)
{
    Diag diag;
    diag_clear(&diag);
    uint32_t there = 0;
    DataWriter *writer = data_continue(path, ops, SETTINGS, count_games, &there, &diag);
    cr_assert(writer, "%s", diag.error);
    cr_assert_eq(there, expected);
    for (; there < GAMES; there++) {
        DataGame game;
        make_game(ops, (int)there, &game);
        cr_assert(data_write(writer, there + 1, &game, &diag));
        free(game.plies);
    }
    cr_assert(data_finish(writer, &diag));
}

Test(data_file, a_file_cut_anywhere_loses_the_torn_game_only)
{
    Text good = TEXT_EMPTY, again = TEXT_EMPTY;
    size_t ends[GAMES + 1]; /* of the head and of each game */
    Diag diag;
    for (int i = 0; i <= GAMES; i++) {
        struct stat info;
        write_file(&shogi_ops, i);
        cr_assert(stat(path, &info) == 0);
        ends[i] = (size_t)info.st_size;
    }
    load(&good);
    for (size_t size = 0; size < good.length; size++) {
        int whole = 0;
        while (whole < GAMES && ends[whole + 1] <= size)
            whole++;
        save(good.data, size);
        int count = read_file(&shogi_ops, &diag);
        cr_assert_eq(count, size < ends[0] ? -1 : whole, "%zu bytes", size);
        cr_assert_eq(diag.error[0] == '\0', size == ends[whole], "%zu: %s", size, diag.error);
        resume(&shogi_ops, (uint32_t)whole);
        load(&again);
        cr_assert(again.length == good.length && memcmp(again.data, good.data, good.length) == 0);
        text_clear(&again);
    }
    text_free(&good);
    text_free(&again);
}

Test(data_file, zeros_of_a_power_cut_are_cut_off_too)
{
    Text good = TEXT_EMPTY;
    write_file(&chess_ops, 2);
    load(&good);
    size_t size = good.length;
    for (int i = 0; i < 100; i++)
        text_add_char(&good, '\0');
    save(good.data, good.length);
    resume(&chess_ops, 2);
    /* The last game was not all written. */
    memset(good.data + size - 20, 0, 20);
    save(good.data, size);
    resume(&chess_ops, 1);
    /* But damage in the middle is damage. */
    good.data[size / 2 - 40] ^= 1;
    save(good.data, good.length);
    Diag diag;
    diag_clear(&diag);
    cr_assert_null(data_continue(path, &chess_ops, SETTINGS, NULL, NULL, &diag));
    cr_assert(diag.error[0]);
    text_free(&good);
}

Test(data_file, other_settings_and_games_are_not_continued)
{
    Diag diag;
    diag_clear(&diag);
    write_file(&chess_ops, 1);
    cr_assert_null(
        data_continue(path, &chess_ops, "command = test\nseed = 8\n", NULL, NULL, &diag));
    cr_assert(strstr(diag.error, "there 'seed = 7', here 'seed = 8'"), "%s", diag.error);
    diag_clear(&diag);
    cr_assert_null(data_continue(path, &shogi_ops, SETTINGS, NULL, NULL, &diag));
    cr_assert(strstr(diag.error, "another game"), "%s", diag.error);
    diag_clear(&diag);
    cr_assert_null(data_create(path, &chess_ops, SETTINGS, &diag));
    cr_assert(diag.error[0]);
}

/* Right checksums around wrong contents: whoever writes such a file is no damage but an attack. */
Test(data_file, nothing_in_a_good_checksum_is_trusted)
{
    Diag diag;
    DataGame game;
    for (int what = 0; what < 5; what++) {
        diag_clear(&diag);
        make_game(&chess_ops, 2, &game);
        uint32_t second = 2;
        switch (what) {
        case 0: game.plies[3].move = 0; break;
        case 1: game.plies[3].score = 32001; break;
        case 2: game.result = 2; break;
        case 3: snprintf(game.start, sizeof game.start, "8/8/8/8/8/8/8/8 w - - 0 1"); break;
        case 4: second = 3; break;
        }
        unlink(path);
        DataWriter *writer = data_create(path, &chess_ops, SETTINGS, &diag);
        DataGame fine;
        make_game(&chess_ops, 0, &fine);
        cr_assert(writer && data_write(writer, 1, &fine, &diag)
                  && data_write(writer, second, &game, &diag) && data_finish(writer, &diag));
        cr_assert_eq(read_file(&chess_ops, &diag), 1);
        cr_assert(diag.error[0], "case %d", what);
        free(game.plies);
        free(fine.plies);
    }
}

Test(data_file, no_file_at_all)
{
    Diag diag;
    diag_clear(&diag);
    cr_assert_null(data_open("/tmp", &diag));
    cr_assert(strstr(diag.error, "not a regular file"));
    diag_clear(&diag);
    cr_assert_null(data_open(path, &diag));
    DataFiles files = DATA_FILES_EMPTY;
    diag_clear(&diag);
    cr_assert(!data_files_add(&files, path, &diag) && diag.error[0]);
}
