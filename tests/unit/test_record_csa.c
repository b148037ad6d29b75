/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_record_util.h"

#include "record/csa.h"
#include "shogi/sfen.h"

TestSuite(record_csa, .init = record_test_init);

static void assert_move(const Record *record, size_t index, const char *usi)
{
    Text text = TEXT_EMPTY;
    shogi_move_to_usi(record->moves[index].move, &text);
    cr_assert_str_eq(text_cstr(&text), usi);
    text_free(&text);
}

static Record read_file(const char *path)
{
    Text file = load_file(path);
    Record record = read_one(csa_read, text_cstr(&file));
    text_free(&file);
    return record;
}

Test(record_csa, reads_version_2)
{
    Record record = read_file(RECORDS "v22.csa");
    cr_assert_eq(record.game, RECORD_SHOGI);
    cr_assert_null(record.start);
    cr_assert_str_eq(record_tag(&record, "Black"), "NAKAHARA");
    cr_assert_str_eq(record_tag(&record, "White"), "YONENAGA, Kunio");
    cr_assert_str_eq(record_tag(&record, "StartTime"), "2003/05/03 10:30:00");
    cr_assert_str_eq(record_tag(&record, "ROUND"), "7");
    cr_assert_str_eq(record.comment, "----------An example----------\ncomment before everything\n"
                                     "moves and times");
    cr_assert_eq(record.move_count, 9);
    assert_move(&record, 2, "8h2b+");
    assert_move(&record, 4, "B*5e");
    assert_move(&record, 6, "5e2b+");
    cr_assert_eq(record.moves[0].time_ms, 12000);
    cr_assert_eq(record.moves[4].time_ms, -1);
    cr_assert_eq(record.moves[8].time_ms, -1);
    cr_assert_str_eq(record.moves[1].comment, "a comment for programs\nsecond line");
    cr_assert_str_eq(record.moves[2].comment, "captures and promotes");
    cr_assert_eq(record.result, RECORD_FIRST_WINS);
    cr_assert_eq(record.end, RECORD_END_RESIGN);
    assert_round_trip(csa_read, csa_write, &record);
    record_free(&record);
}

Test(record_csa, reads_version_3)
{
    Record record = read_file(RECORDS "v3.csa");
    cr_assert_str_eq(record_tag(&record, "Black"), "先手の名前");
    cr_assert_str_eq(record_tag(&record, "TIME"), "600+0+10");
    cr_assert_eq(record.moves[0].time_ms, 123);
    cr_assert_str_eq(record.moves[0].comment, "* 30 -8384FU +2625FU");
    cr_assert_eq(record.moves[1].time_ms, 1500);
    cr_assert_str_eq(record.moves[1].comment, "読み筋");
    cr_assert_null(record.comment, "the encoding line is no comment");
    cr_assert_eq(record.result, RECORD_UNKNOWN);
    cr_assert_eq(record.end, RECORD_END_INTERRUPTED);
    assert_round_trip(csa_read, csa_write, &record);
    record_free(&record);
}

Test(record_csa, reads_several_games)
{
    Text file = load_file(RECORDS "several.csa");
    Span rest = span_of_text(&file);
    Record record;
    Diag diag;
    record_init(&record, RECORD_SHOGI);

    cr_assert(csa_read(&rest, &record, &diag), "%s", diag.error);
    cr_assert_str_eq(record.start, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    cr_assert_eq(record.move_count, 2);
    cr_assert_eq(record.result, RECORD_FIRST_WINS);
    cr_assert_eq(record.end, RECORD_END_TIME);

    cr_assert(csa_read(&rest, &record, &diag), "%s", diag.error);
    cr_assert_str_eq(record_tag(&record, "Black"), "second game");
    cr_assert_str_eq(record.start, "7nk/9/8+P/9/9/9/9/9/9 b 2R 1");

    cr_assert(csa_read(&rest, &record, &diag), "%s", diag.error);
    cr_assert_null(record.start);
    cr_assert_eq(record.move_count, 2, "the illegal move is no part of the record");
    cr_assert_eq(record.end, RECORD_END_ILLEGAL);
    cr_assert_eq(record.result, RECORD_SECOND_WINS);

    cr_assert(csa_read(&rest, &record, &diag), "%s", diag.error);
    cr_assert_str_eq(record.start, "4k4/9/4G4/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1");
    cr_assert_eq(record.end, RECORD_END_MATE);
    cr_assert_eq(record.result, RECORD_FIRST_WINS);

    cr_assert_not(csa_read(&rest, &record, &diag));
    cr_assert_str_empty(diag.error);
    record_free(&record);
    text_free(&file);
}

static void assert_end(const char *lines, RecordEnd end, RecordResult result)
{
    Text text = TEXT_EMPTY;
    text_printf(&text, "V2.2\nPI\n+\n+7776FU\n%s\n", lines);
    Record record = read_one(csa_read, text_cstr(&text));
    cr_assert_eq(record.end, end, "%s: end %d", lines, record.end);
    cr_assert_eq(record.result, result, "%s: result %d", lines, record.result);
    assert_round_trip(csa_read, csa_write, &record);
    record_free(&record);
    text_free(&text);
}

Test(record_csa, knows_every_end)
{
    assert_end("", RECORD_END_NONE, RECORD_UNKNOWN);
    assert_end("%TORYO", RECORD_END_RESIGN, RECORD_FIRST_WINS);
    assert_end("%KACHI", RECORD_END_DECLARATION, RECORD_SECOND_WINS);
    assert_end("%TSUMI", RECORD_END_MATE, RECORD_FIRST_WINS);
    assert_end("%SENNICHITE", RECORD_END_REPETITION, RECORD_DRAW);
    assert_end("%OUTE_SENNICHITE", RECORD_END_PERPETUAL, RECORD_FIRST_WINS);
    assert_end("%JISHOGI", RECORD_END_IMPASSE, RECORD_DRAW);
    assert_end("%HIKIWAKE", RECORD_END_NONE, RECORD_DRAW);
    assert_end("%TIME_UP", RECORD_END_TIME, RECORD_FIRST_WINS);
    assert_end("%ILLEGAL_MOVE", RECORD_END_ILLEGAL, RECORD_FIRST_WINS);
    assert_end("%+ILLEGAL_ACTION", RECORD_END_ILLEGAL, RECORD_SECOND_WINS);
    assert_end("%-ILLEGAL_ACTION", RECORD_END_ILLEGAL, RECORD_FIRST_WINS);
    assert_end("-3335FU\nT1\n'why\n%ILLEGAL_MOVE", RECORD_END_ILLEGAL, RECORD_FIRST_WINS);
    assert_end("%CHUDAN", RECORD_END_INTERRUPTED, RECORD_UNKNOWN);
    assert_end("%MATTA", RECORD_END_INTERRUPTED, RECORD_UNKNOWN);
    assert_end("%ERROR", RECORD_END_ABANDONED, RECORD_UNKNOWN);
    assert_end("%FUZUMI", RECORD_END_NO_MATE, RECORD_UNKNOWN);
    assert_end("%MAX_MOVES", RECORD_END_MAX_MOVES, RECORD_DRAW);
}

Test(record_csa, writes_version_2)
{
    Record record = read_one(csa_read, "N+a\n$EVENT:e\nPI\n+\n'hi\n+7776FU,T3\n-3334FU\n%TORYO");
    Text text = TEXT_EMPTY;
    csa_write(&record, &text);
    cr_assert_str_eq(text_cstr(&text),
                     "V2.2\nN+a\n$EVENT:e\nPI\n+\n'*hi\n+7776FU\nT3\n-3334FU\n%TORYO\n");
    text_free(&text);
    record_free(&record);
}

Test(record_csa, errors_name_line_and_move)
{
    assert_error(csa_read, "V2.2\nPI\n+\n+7776FU\n-3333FU\n", "line 5:", "move 2 -3333FU");
    assert_error(csa_read, "PI\n+\n+7776FU\n+7675FU\n", "line 4:", "the other side");
    assert_error(csa_read, "PI\n+\n+7776KI\n", "line 3:", "another piece");
    assert_error(csa_read, "PI\n+\n+5556FU\n", "line 3:", "no own piece");
    assert_error(csa_read, "PI\n+\n+0055FU\n", "line 3:", "move 1 +0055FU");
    assert_error(csa_read, "PI\n+\n+0055TO\n", "line 3:", "no such piece in hand");
    assert_error(csa_read, "PI\n+\n+77FU\n", "line 3:", "form +7776FU");
    assert_error(csa_read, "PI\n+\n+7777FU\n%TORYO\n", "line 3:", "move 1 +7777FU");
    assert_error(csa_read, "PI\n+\n%TORYO\n+7776FU\n", "line 4:", "after the end");
    assert_error(csa_read, "PI\n+\n%TORYO\n%TORYO\n", "line 4:", "ends twice");
    assert_error(csa_read, "PI\n+\n%WHAT\n", "line 3:", "'%WHAT'");
    assert_error(csa_read, "PI\n+\nT5\n", "line 3:", "time before");
    assert_error(csa_read, "PI\n+\n+7776FU,Tx\n", "line 3:", "'Tx' is no time");
    assert_error(csa_read, "PI\n+\n+\n", "line 3:", "given twice");
    assert_error(csa_read, "PI\n", "line 1:", "side to move is missing");
    assert_error(csa_read, "PI55FU\n+\n", "line 1:", "'55FU'");
    assert_error(csa_read, "P1 * \n+\n", "line 1:", "file 8");
    assert_error(csa_read, "P1-XX\n+\n", "line 1:", "'-XX'");
    assert_error(csa_read, "P+51OU51KI\n+\n", "line 1:", "two pieces on 51");
    assert_error(csa_read, "P+5\n+\n", "line 1:", "'5'");
    assert_error(csa_read, "P+00OU\n+\n", "line 1:", "00OU");
    assert_error(csa_read, "P+51OU\n+\n", "line 2:", "White has no king");
    assert_error(csa_read, "V9\n", "line 1:", "version");
    assert_error(csa_read, "$NOCOLON\n", "line 1:", "$NOCOLON");
    assert_error(csa_read, "V2\nhello\n", "line 2:", "'hello'");
}

Test(record_csa, goes_on_after_a_bad_game)
{
    Span rest = span_of("PI\n+\n+7777FU\n-3334FU\n/\n/\nPI\n+\n+7776FU\n/\nPI\n+\n-3334FU\n");
    Record record;
    Diag diag;
    record_init(&record, RECORD_SHOGI);
    cr_assert_not(csa_read(&rest, &record, &diag));
    cr_assert(strstr(diag.error, "line 3:") == diag.error, "%s", diag.error);
    cr_assert(csa_read(&rest, &record, &diag), "%s", diag.error);
    cr_assert_eq(record.move_count, 1);
    cr_assert_not(csa_read(&rest, &record, &diag));
    cr_assert(strstr(diag.error, "line 13:") == diag.error, "%s", diag.error);
    cr_assert_not(csa_read(&rest, &record, &diag));
    cr_assert_str_empty(diag.error);
    record_free(&record);
}

Test(record_csa, survives_hostile_input)
{
    attack(csa_read, csa_write, RECORDS "v22.csa");
    attack(csa_read, csa_write, RECORDS "v3.csa");
    attack(csa_read, csa_write, RECORDS "several.csa");
    Text text = TEXT_EMPTY;
    text_add(&text, "PI\n+\n");
    for (int i = 0; i < 300000; i++)
        text_add(&text, "'x\n");
    cr_assert_eq(read_all(csa_read, NULL, span_of_text(&text)), 1);
    text_clear(&text);
    text_add(&text, "P-51OU\nP+");
    for (int i = 0; i < 300; i++)
        text_add(&text, "00FU");
    assert_error(csa_read, text_cstr(&text), "line 2:", "too many");
    text_free(&text);
}
