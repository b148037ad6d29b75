/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The parts of a match that need no engine, and a pair of games in this process. */

#include "scratch.h"

#include "arena/limits.h"
#include "arena/openings.h"
#include "arena/pair.h"
#include "arena/spec.h"
#include "arena/standings.h"
#include "engine/games.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int64_t MS = 1000000;

/* ---- Limits and clocks ---- */

Test(arena, time_controls)
{
    static const struct {
        const char *text;
        int64_t base, increment;
        int moves;
    } good[] = {
        {"8+0.08", 8000, 80, 0}, {"60", 60000, 0, 0},     {"40/60+0.6", 60000, 600, 40},
        {"0+0.5", 0, 500, 0},    {".25+.1", 250, 100, 0}, {"1.2345+0", 1234, 0, 0},
    };
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        GameLimits limits = LIMITS_NONE;
        Diag diag;
        diag_clear(&diag);
        cr_assert(limits_read_tc(span_of(good[i].text), &limits, &diag), "%s: %s", good[i].text,
                  diag.error);
        cr_assert_eq(limits.base_ms, good[i].base, "%s", good[i].text);
        cr_assert_eq(limits.increment_ms, good[i].increment, "%s", good[i].text);
        cr_assert_eq(limits.moves, good[i].moves, "%s", good[i].text);
    }
    static const char *const bad[] = {
        "", "+", "8+", "+1", "-8+1", "8+-1", "8++1", "0/8", "a/8", "8+0.0x", ".", "1e3", "99999999",
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        GameLimits limits = LIMITS_NONE;
        Diag diag;
        diag_clear(&diag);
        cr_assert_not(limits_read_tc(span_of(bad[i]), &limits, &diag), "'%s'", bad[i]);
        cr_assert(diag.error[0]);
        cr_assert(limits_is_none(&limits));
    }
}

Test(arena, clock_with_increment_and_period)
{
    const GameLimits limits = {.base_ms = 1000, .increment_ms = 100, .moves = 2};
    GameClock clock;
    game_clock_init(&clock, &limits);
    cr_assert_eq(game_clock_allowed_ns(&clock), 1000 * MS);
    cr_assert(game_clock_spend(&clock, 300 * MS, 0));
    cr_assert_eq(game_clock_left_ms(&clock), 800);
    cr_assert(game_clock_spend(&clock, 800 * MS, 0), "to the last moment");
    cr_assert_eq(game_clock_left_ms(&clock), 1100, "the base again");
    cr_assert_not(game_clock_spend(&clock, 1100 * MS + 1, 0));
    cr_assert(game_clock_spend(&clock, 1150 * MS, 50 * MS), "within the margin");
    cr_assert_eq(game_clock_left_ms(&clock), 100);
}

Test(arena, clock_with_byoyomi)
{
    const GameLimits limits = {.base_ms = 500, .byoyomi_ms = 200};
    GameClock clock;
    game_clock_init(&clock, &limits);
    cr_assert_eq(game_clock_allowed_ns(&clock), 700 * MS);
    cr_assert(game_clock_spend(&clock, 600 * MS, 0));
    cr_assert_eq(game_clock_left_ms(&clock), 0);
    for (int i = 0; i < 3; i++)
        cr_assert(game_clock_spend(&clock, 200 * MS, 0));
    cr_assert_not(game_clock_spend(&clock, 201 * MS, 0));
}

/* ---- Engines ---- */

static bool read_spec(const char *text, const GameOps *game, EngineSpec *spec, Diag *diag)
{
    const GameLimits common = {.base_ms = -1, .nodes = 100};
    diag_clear(diag);
    return spec_read(span_of(text), game, &common, spec, diag);
}

Test(arena, engine_by_pipe, .init = games_init)
{
    EngineSpec spec;
    Diag diag;
    cr_assert(read_spec("cmd=python3 'my engine.py' --hash=4 proto=uci name=a b option.Move "
                        "Overhead=10 arg=\"x y\" dir=. depth=3",
                        &chess_ops, &spec, &diag),
              "%s", diag.error);
    cr_assert_not(spec.inside);
    cr_assert_eq(spec.argc, 4);
    cr_assert_str_eq(spec.argv[1], "my engine.py");
    cr_assert_str_eq(spec.argv[2], "--hash=4");
    cr_assert_str_eq(spec.argv[3], "x y");
    cr_assert_null(spec.argv[4]);
    cr_assert_str_eq(spec.name, "a b");
    cr_assert_str_eq(spec.options[0].name, "Move Overhead");
    cr_assert_str_eq(spec.options[0].value, "10");
    cr_assert_eq(spec.limits.depth, 3);
    cr_assert_eq(spec.limits.nodes, 0, "limits of its own replace the common ones");
    spec_free(&spec);
}

Test(arena, engine_in_process, .init = games_init)
{
    EngineSpec spec;
    Diag diag;
    cr_assert(read_spec("preset=conservative set=nmp:off name=x\x7f\xff hash=4", &shogi_ops, &spec,
                        &diag),
              "%s", diag.error);
    cr_assert(spec.inside);
    cr_assert_not(params_on(&spec.params.values, TECH_NMP));
    cr_assert_eq(spec.params.game, PARAM_SHOGI);
    cr_assert_eq(spec.hash_mib, 4);
    cr_assert_eq(spec.limits.nodes, 100);
    cr_assert_str_eq(spec.name, "x??");
    cr_assert_null(spec.net_file);
    spec_free(&spec);
    /* Looking at a match needs no net; playing it does. */
    cr_assert(read_spec("net=no/such/fine.net", &chess_ops, &spec, &diag), "%s", diag.error);
    cr_assert_str_eq(spec.name, "fine.net");
    cr_assert_not(spec_load_files(&spec, &chess_ops, &diag));
    cr_assert(strstr(diag.error, "no/such/fine.net"), "%s", diag.error);
    spec_free(&spec);
}

Test(arena, bad_engines_are_named, .init = games_init)
{
    static const struct {
        const char *text, *error;
    } bad[] = {
        {"", "nothing is said"},
        {"foo", "not KEY=VALUE"},
        {"nmae=x", "did you mean 'name'"},
        {"cmd=x nmae=y", "did you mean 'name'"},
        {"cmd=", "empty"},
        {"cmd='x name=y", "not closed"},
        {"cmd=x option.Hash", "not KEY=VALUE"},
        {"cmd=x preset=off", "without cmd="},
        {"option.Hash=1", "needs cmd="},
        {"cmd=x proto=usi", "played over uci"},
        {"preset=nosuch", "nosuch"},
        {"set=nmp", "KEY:VALUE"},
        {"set=nosuch:1", "nosuch"},
        {"net=", "net= is empty"},
        {"cmd=x net=y", "without cmd="},
        {"hash=0", "at least 1"},
        {"hash=x", "hash"},
        {"tc=x name=y", "time control"},
        {"nodes=0", "nodes"},
        {"name=a\nb", "control characters"},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        EngineSpec spec;
        Diag diag;
        cr_assert_not(read_spec(bad[i].text, &chess_ops, &spec, &diag), "%s", bad[i].text);
        cr_assert(strstr(diag.error, bad[i].error), "%s: %s", bad[i].text, diag.error);
    }
}

/* ---- Openings ---- */

static bool load(const char *name, const char *text, const GameOps *game, Openings *openings,
                 Diag *diag)
{
    char path[SCRATCH_PATH];
    scratch_path(path, name);
    FILE *file = fopen(path, "w");
    cr_assert(file);
    fputs(text, file);
    fclose(file);
    diag_clear(diag);
    bool good = openings_load(path, game, 2, openings, diag);
    unlink(path);
    return good;
}

Test(arena, openings_of_all_kinds, .init = games_init)
{
    Openings openings;
    Diag diag;
    cr_assert(load("a.epd",
                   "# comment\n\n4k3/8/8/8/8/8/8/4K2R w K - id \"x\";\r\n"
                   "startpos moves e2e4 e7e5\n4k3/8/8/8/8/8/8/4K2R w - - 3 9\n",
                   &chess_ops, &openings, &diag),
              "%s", diag.error);
    cr_assert_eq(openings.count, 3);
    cr_assert_str_eq(openings.lines[0], "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    cr_assert_str_eq(openings.lines[1], "startpos moves e2e4 e7e5");
    cr_assert_str_eq(openings.lines[2], "fen 4k3/8/8/8/8/8/8/4K2R w - - 3 9");
    cr_assert_str_eq(openings_get(&openings, 4), openings.lines[1]);
    openings_free(&openings);
    cr_assert(load("a.pgn", "[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n\n1. d4 *\n", &chess_ops,
                   &openings, &diag),
              "%s", diag.error);
    cr_assert_str_eq(openings.lines[0], "startpos moves e2e4 e7e5");
    cr_assert_str_eq(openings.lines[1], "startpos moves d2d4");
    openings_free(&openings);
    cr_assert(load("a.sfen", "startpos moves 7g7f\n4k4/9/9/9/9/9/9/9/4K4 b R 1\n", &shogi_ops,
                   &openings, &diag),
              "%s", diag.error);
    cr_assert_str_eq(openings.lines[1], "sfen 4k4/9/9/9/9/9/9/9/4K4 b R 1");
    openings_free(&openings);
    cr_assert_str_eq(openings_get(&openings, 3), "startpos");
}

Test(arena, bad_openings_are_named, .init = games_init)
{
    static const struct {
        const char *name, *text, *error;
    } bad[] = {
        {"b.epd", "startpos\nrubbish\n", "line 2"},
        {"b.epd", "startpos moves e2e5\n", "line 1"},
        {"b.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n", "over already"},
        {"b.epd", "\n#\n", "no opening"},
        {"b.pgn", "1. e4 e5 2. Ke3 *\n", "Ke3"},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Openings openings;
        Diag diag;
        cr_assert_not(load(bad[i].name, bad[i].text, &chess_ops, &openings, &diag), "%zu", i);
        cr_assert(strstr(diag.error, bad[i].error), "%zu: %s", i, diag.error);
        cr_assert_eq(openings.count, 0);
    }
}

Test(arena, order_depends_on_the_seed_alone)
{
    char *lines[] = {"a", "b", "c", "d", "e", "f", "g", "h"}, *again[8];
    Openings openings = {lines, 8, 0};
    openings_shuffle(&openings, 5);
    memcpy(again, lines, sizeof again);
    char *fresh[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    Openings other = {fresh, 8, 0};
    openings_shuffle(&other, 5);
    cr_assert_arr_eq(fresh, again, sizeof again);
    openings_shuffle(&other, 6);
    cr_assert_neq(memcmp(fresh, again, sizeof again), 0);
}

/* ---- The schedule ---- */

Test(arena, every_pairing_plays_every_round)
{
    const Schedule schedules[] = {
        {2, SCHEDULE_ROUND_ROBIN, 5}, {4, SCHEDULE_ROUND_ROBIN, 4}, {4, SCHEDULE_GAUNTLET, 3}};
    for (size_t s = 0; s < COUNT_OF(schedules); s++) {
        const Schedule *schedule = &schedules[s];
        int first[4][4] = {{0}};
        for (int64_t n = 1; n <= schedule_total(schedule); n++) {
            ScheduledGame game = schedule_game(schedule, n);
            int white = game.engines[game.swapped], black = game.engines[!game.swapped];
            cr_assert(white != black && white < schedule->engines && black < schedule->engines);
            cr_assert(game.round <= schedule->games / 2);
            first[white][black]++;
        }
        for (int i = 0; i < schedule->engines; i++)
            for (int j = i + 1; j < schedule->engines; j++) {
                bool plays = schedule->kind == SCHEDULE_ROUND_ROBIN || i == 0;
                cr_assert_eq(first[i][j], plays ? (schedule->games + 1) / 2 : 0);
                cr_assert_eq(first[j][i], plays ? schedule->games / 2 : 0);
            }
    }
}

static bool add(Standings *standings, int64_t number, RecordResult result)
{
    return standings_add(standings, &(PlayedGame){.number = number, .result = result});
}

Test(arena, pairs_count_when_both_games_are_there)
{
    Standings standings;
    const Schedule schedule = {2, SCHEDULE_ROUND_ROBIN, 5};
    standings_init(&standings, &schedule);
    cr_assert(add(&standings, 2, RECORD_SECOND_WINS));
    cr_assert_eq(standings.pairings[0].wins, 1, "the first engine was the second mover");
    cr_assert_eq(standings.pairings[0].pairs[4], 0);
    cr_assert(add(&standings, 1, RECORD_FIRST_WINS));
    cr_assert_eq(standings.pairings[0].pairs[4], 1);
    cr_assert(add(&standings, 3, RECORD_DRAW) && add(&standings, 4, RECORD_FIRST_WINS));
    cr_assert_eq(standings.pairings[0].pairs[1], 1);
    cr_assert(add(&standings, 5, RECORD_FIRST_WINS), "a last game without a partner");
    cr_assert_eq(standings.done, 5);
    cr_assert_eq(standings.unplayed, 6);
    cr_assert_not(add(&standings, 5, RECORD_FIRST_WINS), "twice");
    cr_assert_not(add(&standings, 6, RECORD_FIRST_WINS), "none of the schedule's");
    cr_assert_not(add(&standings, 0, RECORD_FIRST_WINS));
    MatchScore other;
    standings_of_engine(&standings, 1, &other);
    cr_assert_eq(other.wins, 1);
    cr_assert_eq(other.losses, 3);
    cr_assert_eq(other.pairs[3], 1);
    standings_free(&standings);
}

Test(arena, faults_are_the_right_engines)
{
    Standings standings;
    const Schedule schedule = {2, SCHEDULE_ROUND_ROBIN, 2};
    standings_init(&standings, &schedule);
    standings_add(&standings, &(PlayedGame){.number = 1,
                                            .result = RECORD_SECOND_WINS,
                                            .fault = FAULT_TIME,
                                            .at_fault = FIRST});
    standings_add(&standings, &(PlayedGame){.number = 2,
                                            .result = RECORD_SECOND_WINS,
                                            .fault = FAULT_ILLEGAL,
                                            .at_fault = FIRST});
    cr_assert_eq(standings.faults[0][FAULT_TIME], 1);
    cr_assert_eq(standings.faults[1][FAULT_ILLEGAL], 1);
    cr_assert_eq(standings.faults[1][FAULT_TIME] + standings.faults[0][FAULT_ILLEGAL], 0);
    standings_free(&standings);
}

/* ---- A pair of games ---- */

static void play_pair(const GameOps *game, ParamGame which, const char *opening)
{
    ParamSet params, off;
    Diag diag;
    PairResult first, again;
    const GameLimits limits = {.base_ms = -1, .nodes = 150};
    const RefereeRules rules = {.hang_ms = REFEREE_HANG_MS, .max_moves = 40};
    param_set_init(&params, which);
    off = params;
    diag_clear(&diag);
    cr_assert(param_set_value(&off, span_of("nmp"), span_of("off"), SOURCE_OPTION, "", &diag));
    ArenaPair *pair = pair_new(game, 1, &rules, &(GameRules){0}, NULL);
    cr_assert(pair_play(pair, &params, &off, &limits, opening, &first));
    cr_assert(pair_play(pair, &params, &off, &limits, opening, &again));
    for (int i = 0; i < 2; i++) {
        Text a = TEXT_EMPTY, b = TEXT_EMPTY;
        played_write_moves(&first.played[i], game, &a);
        played_write_moves(&again.played[i], game, &b);
        cr_assert(a.length > 20);
        cr_assert_str_eq(a.data, b.data, "the same games again");
        cr_assert(played_check(&first.played[i], game, &(GameRules){0}, &diag), "%s", diag.error);
        cr_assert_eq(first.points[i], i == 0 ? played_points(first.played[i].result)
                                             : 2 - played_points(first.played[i].result));
        cr_assert_eq(first.played[i].fault, FAULT_NONE);
        text_free(&a);
        text_free(&b);
    }
    pair_result_free(&first);
    pair_result_free(&again);
    pair_free(pair);
}

Test(arena, pair_in_one_process, .init = games_init)
{
    play_pair(&chess_ops, PARAM_CHESS, "startpos moves e2e4");
    play_pair(&shogi_ops, PARAM_SHOGI, NULL);
}

Test(arena, a_cancelled_pair_has_no_result, .init = games_init)
{
    atomic_bool cancel = true;
    ParamSet params;
    PairResult result;
    const GameLimits limits = {.base_ms = 100000};
    const RefereeRules rules = {.hang_ms = REFEREE_HANG_MS};
    param_set_init(&params, PARAM_CHESS);
    ArenaPair *pair = pair_new(&chess_ops, 1, &rules, &(GameRules){0}, &cancel);
    cr_assert_not(pair_play(pair, &params, &params, &limits, NULL, &result));
    cr_assert_null(result.played[0].moves);
    pair_free(pair);
}

/* ---- Checking what is stored ---- */

Test(arena, a_wrong_result_is_found, .init = games_init)
{
    static const struct {
        const char *moves;
        RecordResult result;
        RecordEnd end;
        bool good;
    } games[] = {
        {"f2f3 e7e5 g2g4 d8h4", RECORD_SECOND_WINS, RECORD_END_MATE, true},
        {"f2f3 e7e5 g2g4 d8h4", RECORD_FIRST_WINS, RECORD_END_MATE, false},
        {"f2f3 e7e5 g2g4 d8h4", RECORD_SECOND_WINS, RECORD_END_RESIGN, false},
        {"f2f3 e7e5 g2g4", RECORD_SECOND_WINS, RECORD_END_MATE, false},
        {"f2f3 e7e5", RECORD_DRAW, RECORD_END_MAX_MOVES, true},
        {"f2f3 e7e5", RECORD_UNKNOWN, RECORD_END_NONE, false},
    };
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        PlayedGame played = {
            .opening = xstrdup("startpos"), .result = games[i].result, .end = games[i].end};
        Diag diag;
        diag_clear(&diag);
        cr_assert(played_read_moves(&played, &chess_ops, span_of(games[i].moves),
                                    span_of("- 12:3:400:5 :0:0:0 -32000:1:2:3"), &diag),
                  "%s", diag.error);
        cr_assert_eq(played_check(&played, &chess_ops, &(GameRules){0}, &diag), games[i].good,
                     "%zu: %s", i, diag.error);
        played_free(&played);
    }
}
