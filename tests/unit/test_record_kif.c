/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_record_util.h"

#include "record/csa.h"
#include "record/kif.h"
#include "shogi/movegen.h"
#include "shogi/rules.h"
#include "shogi/sfen.h"

TestSuite(record_kif, .init = record_test_init);

static void assert_move(const Record *record, size_t index, const char *usi)
{
    Text text = TEXT_EMPTY;
    shogi_move_to_usi(record->moves[index].move, &text);
    cr_assert_str_eq(text_cstr(&text), usi);
    text_free(&text);
}

static Record read_file(const char *path)
{
    Diag diag;
    Text file = load_file(path), text = TEXT_EMPTY;
    diag_clear(&diag);
    cr_assert(record_decode(span_of_text(&file), &text, &diag), "%s", diag.error);
    Record record = read_one(kif_read, text_cstr(&text));
    text_free(&file);
    text_free(&text);
    return record;
}

Test(record_kif, reads_a_game)
{
    Record record = read_file(RECORDS "game.kif");
    cr_assert_eq(record.game, RECORD_SHOGI);
    cr_assert_null(record.start);
    cr_assert_str_eq(record_tag(&record, "StartTime"), "2024/01/02 10:00:00");
    cr_assert_str_eq(record_tag(&record, "Event"), "練習将棋");
    cr_assert_str_eq(record_tag(&record, "Black"), "山田 太郎");
    cr_assert_str_eq(record_tag(&record, "White"), "鈴木 花子");
    cr_assert_str_eq(record_tag(&record, "備考"), "test: colon");
    cr_assert_str_eq(record.comment, "対局開始\n二行目");
    cr_assert_eq(record.move_count, 9);
    assert_move(&record, 2, "8h2b+");
    assert_move(&record, 3, "3a2b");
    assert_move(&record, 4, "B*4e");
    assert_move(&record, 5, "6a5b");
    assert_move(&record, 6, "4e3d");
    assert_move(&record, 8, "3d4c+");
    cr_assert_eq(record.moves[0].time_ms, 16000);
    cr_assert_eq(record.moves[2].time_ms, 65000);
    cr_assert_eq(record.moves[5].time_ms, 3600000);
    cr_assert_eq(record.moves[6].time_ms, -1);
    cr_assert_str_eq(record.moves[1].comment, "良い手");
    cr_assert_eq(record.result, RECORD_FIRST_WINS);
    cr_assert_eq(record.end, RECORD_END_RESIGN);
    assert_round_trip(kif_read, kif_write, &record);
    assert_round_trip(csa_read, csa_write, &record);
    record_free(&record);
}

Test(record_kif, reads_shift_jis)
{
    Record utf8 = read_file(RECORDS "game.kif"), sjis = read_file(RECORDS "sjis.kif");
    assert_same_game(&utf8, &sjis, "");
    cr_assert_eq(utf8.tag_count, sjis.tag_count);
    for (size_t i = 0; i < utf8.tag_count; i++) {
        cr_assert_str_eq(utf8.tags[i].name, sjis.tags[i].name);
        cr_assert_str_eq(utf8.tags[i].value, sjis.tags[i].value);
    }
    record_free(&utf8);
    record_free(&sjis);
}

Test(record_kif, in_a_handicap_game_the_giver_begins)
{
    Record record = read_file(RECORDS "handicap.kif");
    cr_assert_str_eq(record.start, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    cr_assert_str_eq(record_tag(&record, "Black"), "弟子");
    cr_assert_str_eq(record_tag(&record, "White"), "師匠");
    assert_move(&record, 0, "7a6b");
    cr_assert_eq(record.end, RECORD_END_INTERRUPTED);
    assert_round_trip(kif_read, kif_write, &record);
    Text text = TEXT_EMPTY;
    kif_write(&record, &text);
    cr_assert(strstr(text_cstr(&text), "手合割：二枚落ち\n"));
    cr_assert(strstr(text_cstr(&text), "下手：弟子\n上手：師匠\n"), "%s", text_cstr(&text));
    text_free(&text);
    record_free(&record);
}

Test(record_kif, knows_every_handicap)
{
    static const struct {
        const char *name, *top;
    } handicaps[] = {
        {"香落ち", "lnsgkgsn1/1r5b1"}, {"右香落ち", "1nsgkgsnl/1r5b1"}, {"角落ち", "lnsgkgsnl/1r7"},
        {"飛車落ち", "lnsgkgsnl/7b1"}, {"飛香落ち", "lnsgkgsn1/7b1"},   {"二枚落ち", "lnsgkgsnl/9"},
        {"三枚落ち", "lnsgkgsn1/9"},   {"四枚落ち", "1nsgkgsn1/9"},     {"五枚落ち", "2sgkgsn1/9"},
        {"左五枚落ち", "1nsgkgs2/9"},  {"六枚落ち", "2sgkgs2/9"},       {"左七枚落ち", "2sgkg3/9"},
        {"右七枚落ち", "3gkgs2/9"},    {"八枚落ち", "3gkg3/9"},         {"十枚落ち", "4k4/9"},
    };
    for (size_t i = 0; i < COUNT_OF(handicaps); i++) {
        Text text = TEXT_EMPTY, sfen = TEXT_EMPTY;
        text_printf(&text, "手合割：%s\n   1 ５二玉(51)\n   2 ７六歩(77)\n", handicaps[i].name);
        text_printf(&sfen, "%s/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", handicaps[i].top);
        Record record = read_one(kif_read, text_cstr(&text));
        cr_assert_str_eq(record.start, text_cstr(&sfen));
        assert_round_trip(kif_read, kif_write, &record);
        text_clear(&text);
        kif_write(&record, &text);
        cr_assert(strstr(text_cstr(&text), handicaps[i].name));
        record_free(&record);
        text_free(&text);
        text_free(&sfen);
    }
}

Test(record_kif, reads_a_drawn_board)
{
    Record record = read_file(RECORDS "board.kif");
    cr_assert_str_eq(record.start, "7lk/9/7+S+P/9/9/9/9/4+B4/4K4 b Rrb4g3s4n3l17p 13");
    assert_move(&record, 0, "1c1b");
    cr_assert_eq(record.end, RECORD_END_MATE);
    cr_assert_eq(record.result, RECORD_FIRST_WINS);
    assert_round_trip(kif_read, kif_write, &record);
    record_free(&record);
}

static void assert_end(const char *lines, RecordEnd end, RecordResult result)
{
    Text text = TEXT_EMPTY;
    text_printf(&text, "手合割：平手\n1 ７六歩(77)\n%s\n", lines);
    Record record = read_one(kif_read, text_cstr(&text));
    cr_assert_eq(record.end, end, "%s: end %d", lines, record.end);
    cr_assert_eq(record.result, result, "%s: result %d", lines, record.result);
    assert_round_trip(kif_read, kif_write, &record);
    record_free(&record);
    text_free(&text);
}

Test(record_kif, knows_every_end)
{
    assert_end("", RECORD_END_NONE, RECORD_UNKNOWN);
    assert_end("2 投了", RECORD_END_RESIGN, RECORD_FIRST_WINS);
    assert_end("2 中断 ( 0:03/ 0:00:19)", RECORD_END_INTERRUPTED, RECORD_UNKNOWN);
    assert_end("2 封じ手", RECORD_END_INTERRUPTED, RECORD_UNKNOWN);
    assert_end("2 千日手", RECORD_END_REPETITION, RECORD_DRAW);
    assert_end("2 持将棋", RECORD_END_IMPASSE, RECORD_DRAW);
    assert_end("2 引き分け", RECORD_END_NONE, RECORD_DRAW);
    assert_end("2 最大手数", RECORD_END_MAX_MOVES, RECORD_DRAW);
    assert_end("2 詰み", RECORD_END_MATE, RECORD_FIRST_WINS);
    assert_end("2 切れ負け", RECORD_END_TIME, RECORD_FIRST_WINS);
    assert_end("2 反則勝ち", RECORD_END_ILLEGAL, RECORD_SECOND_WINS);
    assert_end("2 反則負け", RECORD_END_ILLEGAL, RECORD_FIRST_WINS);
    assert_end("2 ３五歩(33)\n3 反則勝ち", RECORD_END_ILLEGAL, RECORD_FIRST_WINS);
    assert_end("2 入玉勝ち", RECORD_END_DECLARATION, RECORD_SECOND_WINS);
    assert_end("2 不詰", RECORD_END_NO_MATE, RECORD_UNKNOWN);
    assert_end("2 不詰み", RECORD_END_NO_MATE, RECORD_UNKNOWN);
    assert_end("2 不戦敗", RECORD_END_ABANDONED, RECORD_FIRST_WINS);
    assert_end("2 不戦勝", RECORD_END_ABANDONED, RECORD_SECOND_WINS);
    assert_end("まで1手で先手の勝ち", RECORD_END_NONE, RECORD_FIRST_WINS);
    assert_end("まで1手で後手の勝ち", RECORD_END_NONE, RECORD_SECOND_WINS);
    assert_end("まで1手で千日手", RECORD_END_REPETITION, RECORD_DRAW);
    assert_end("まで1手で先手の反則負け", RECORD_END_ILLEGAL, RECORD_SECOND_WINS);
    assert_end("まで1手で時間切れにより先手の勝ち", RECORD_END_TIME, RECORD_FIRST_WINS);
}

Test(record_kif, perpetual_check_is_seen_on_the_board)
{
    /* The dragon checks along the rank, the king steps up and down. */
    Record record;
    Diag diag;
    record_init(&record, RECORD_SHOGI);
    record.start = xstrdup("4k4/9/9/9/9/9/9/8r/4K4 w - 1");
    static const char *const moves[] = {"1h1i", "5i5h", "1i1h", "5h5i"};
    ShogiPosition *pos = shogi_new();
    diag_clear(&diag);
    cr_assert(shogi_set_sfen(pos, span_of(record.start), SHOGI_SETUP_GAME, &diag), "%s",
              diag.error);
    shogi_reserve(pos, 20);
    for (int i = 0; i < 14 && shogi_repetition(pos) == SHOGI_GOES_ON; i++) {
        ShogiMove move;
        cr_assert(shogi_move_from_usi(pos, span_of(moves[i % 4]), &move, &diag), "%s", diag.error);
        cr_assert(record_add_move(&record, move, 1000 * i, NULL));
        shogi_make(pos, move);
    }
    cr_assert_eq(record.move_count, 12);
    record.result = RECORD_FIRST_WINS;
    record.end = RECORD_END_PERPETUAL;
    assert_round_trip(kif_read, kif_write, &record);
    assert_round_trip(csa_read, csa_write, &record);
    shogi_delete(pos);
    record_free(&record);
}

Test(record_kif, writes_what_people_expect)
{
    Record record =
        read_one(kif_read, "先手：a\n1 ７六歩(77) (0:16)\n2 ３四歩(33) ( 1:02/00:01:02)\n"
                           "3 ２二角成(88) ( 0:01/00:00:17)\n*c\n4 同　銀(31)\n"
                           "5 ４五角打 ( 0:00/00:00:17)\n6 投了");
    Text text = TEXT_EMPTY;
    kif_write(&record, &text);
    cr_assert_str_eq(text_cstr(&text), "#KIF version=2.0 encoding=UTF-8\n"
                                       "手合割：平手\n先手：a\n手数----指手---------消費時間--\n"
                                       "   1 ７六歩(77)   ( 0:16/00:00:16)\n"
                                       "   2 ３四歩(33)   ( 1:02/00:01:02)\n"
                                       "   3 ２二角成(88) ( 0:01/00:00:17)\n"
                                       "*c\n"
                                       "   4 同　銀(31)\n"
                                       "   5 ４五角打     ( 0:00/00:00:17)\n"
                                       "   6 投了\n"
                                       "まで5手で先手の勝ち\n");
    text_free(&text);
    record_free(&record);
}

Test(record_kif, errors_name_the_line)
{
    assert_error(kif_read, "手合割：百枚落ち\n1 ７六歩(77)\n", "line 1:", "handicap");
    assert_error(kif_read, "\n1 ７六歩(77)\n2 ３五歩(33)\n",
                 "line 3:", "move 2: illegal move 3c3e");
    assert_error(kif_read, "1 ７六歩(77)\n2 ３五歩(33)\n3 投了\n", "line 2:", "3c3e");
    assert_error(kif_read, "1 ７六銀(77)\n", "line 1:", "move 1 77: another piece");
    assert_error(kif_read, "1 ７六歩(78)\n", "line 1:", "no own piece");
    assert_error(kif_read, "1 同　歩(77)\n", "line 1:", "same square");
    assert_error(kif_read, "1 ７六歩\n", "line 1:", "origin");
    assert_error(kif_read, "1 ７六(77)\n", "line 1:", "unknown piece");
    assert_error(kif_read, "1 歩(77)\n", "line 1:", "target");
    assert_error(kif_read, "1 ７六と打\n", "line 1:", "dropped");
    assert_error(kif_read, "1 ７六歩(77) x\n", "line 1:", "unexpected text");
    assert_error(kif_read, "1 ７六歩(77) (x)\n", "line 1:", "malformed time");
    assert_error(kif_read, "1 投了\n2 ３四歩(33)\n", "line 2:", "after the end");
    assert_error(kif_read, "hello\n", "line 1:", "neither a header nor a move");
    assert_error(kif_read, "先手の持駒：飛　玉\n", "line 1:", "hand");
    assert_error(kif_read, "先手の持駒：歩九十九\n", "line 1:", "too many");
    assert_error(kif_read, "| ・ ・ ・|一\n", "line 1:", "rank 1");
    assert_error(kif_read, "\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n1 ７六歩(77)\n",
                 "line 3:", "only 1 ranks");
    assert_error(kif_read, "手数＝x\n", "line 1:", "number of moves");
    assert_error(kif_read, "後手の持駒：歩\n1 ７六歩(77)\n", "line 2:", "19 pawns");
}

Test(record_kif, goes_on_with_the_next_header)
{
    Span rest =
        span_of("手合割：平手\n1 ７六歩(77)\n2 ７六歩(77)\n3 投了\n手合割：平手\n先手：x\n"
                "1 ２六歩(27)\n変化：1手\n1 ７六歩(77)\n先手：y\n1 ９六歩(97)\n2 同　歩(93)\n");
    Record record;
    Diag diag;
    record_init(&record, RECORD_SHOGI);
    cr_assert_not(kif_read(&rest, &record, &diag));
    cr_assert(strstr(diag.error, "line 3:") == diag.error, "%s", diag.error);
    cr_assert(kif_read(&rest, &record, &diag), "%s", diag.error);
    cr_assert_str_eq(record_tag(&record, "Black"), "x");
    assert_move(&record, 0, "2g2f");
    cr_assert_eq(record.move_count, 1);
    cr_assert_not(kif_read(&rest, &record, &diag));
    cr_assert(strstr(diag.error, "line 12:") == diag.error, "%s", diag.error);
    cr_assert_not(kif_read(&rest, &record, &diag));
    cr_assert_str_empty(diag.error);
    record_free(&record);
}

static bool play_any(ShogiPosition *pos, Rng *rng, ShogiMove *move)
{
    ShogiMove list[SHOGI_LIST_SIZE];
    size_t count = (size_t)(shogi_generate(pos, SHOGI_GEN_ALL, list) - list);
    if (count == 0)
        return false;
    *move = list[rng_next(rng) % count];
    shogi_reserve(pos, 1);
    shogi_make(pos, *move);
    return true;
}

/* A random game from a random stage of another one, with an end that both formats can say. */
static void play_random(Record *record, Rng *rng)
{
    static const RecordEnd lost[] = {RECORD_END_RESIGN, RECORD_END_TIME, RECORD_END_ILLEGAL};
    static const RecordEnd drawn[] = {RECORD_END_NONE, RECORD_END_IMPASSE, RECORD_END_MAX_MOVES};
    static const char comment[] = "*評価値 120\n\n'読み筋 ▲７六歩";
    ShogiPosition *pos = shogi_new();
    ShogiMove list[SHOGI_LIST_SIZE], move;
    record_init(record, RECORD_SHOGI);
    size_t warm_up = rng_next(rng) % 2 ? 1 + rng_next(rng) % 150 : 0, limit = rng_next(rng) % 250;
    for (size_t ply = 0; ply < warm_up && play_any(pos, rng, &move);)
        ply++;
    if (warm_up > 0) {
        Text sfen = TEXT_EMPTY;
        Diag diag;
        diag_clear(&diag);
        pos->game_ply = 1; /* which CSA cannot tell */
        shogi_get_sfen(pos, &sfen);
        record->start = xstrdup(text_cstr(&sfen));
        cr_assert(shogi_set_sfen(pos, span_of(record->start), SHOGI_SETUP_GAME, &diag));
        text_free(&sfen);
    }
    while (record->move_count < limit && play_any(pos, rng, &move)) {
        int64_t seconds = (int64_t)(rng_next(rng) % 8000) - 4000;
        cr_assert(
            record_add_move(record, move, 1000 * seconds, rng_next(rng) % 5 ? NULL : comment));
    }
    bool mated = shogi_generate(pos, SHOGI_GEN_ALL, list) == list;
    bool draw = rng_next(rng) % 3 == 0 && !mated;
    record->result = draw                       ? RECORD_DRAW
                   : pos->side_to_move == FIRST ? RECORD_SECOND_WINS
                                                : RECORD_FIRST_WINS;
    record->end = draw                ? drawn[rng_next(rng) % COUNT_OF(drawn)]
                : !mated              ? lost[rng_next(rng) % COUNT_OF(lost)]
                : shogi_in_check(pos) ? RECORD_END_MATE
                                      : RECORD_END_STALEMATE;
    shogi_delete(pos);
}

Test(record_kif, random_games_come_back)
{
    Rng rng = {43};
    for (int i = 0; i < 300; i++) {
        Record record;
        play_random(&record, &rng);
        assert_round_trip(kif_read, kif_write, &record);
        assert_round_trip(csa_read, csa_write, &record);
        record_free(&record);
    }
}

Test(record_kif, survives_hostile_input)
{
    attack(kif_read, kif_write, RECORDS "game.kif");
    attack(kif_read, kif_write, RECORDS "handicap.kif");
    attack(kif_read, kif_write, RECORDS "board.kif");
    attack(kif_read, kif_write, RECORDS "sjis.kif");
}
