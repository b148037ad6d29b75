/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_record_util.h"

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/rules.h"
#include "record/pgn.h"

TestSuite(record_pgn, .init = record_test_init);

static void next(Span *rest, Record *record, Diag *diag)
{
    cr_assert(pgn_read(rest, record, diag), "%s", diag->error);
}

Test(record_pgn, reads_every_construct)
{
    Text file = load_file(RECORDS "games.pgn");
    Span rest = span_of_text(&file);
    Record record;
    Diag diag;
    record_init(&record, RECORD_CHESS);

    next(&rest, &record, &diag);
    cr_assert_str_eq(record_tag(&record, "Event"), "Casual \"offhand\" game");
    cr_assert_str_eq(record_tag(&record, "Site"), "Back\\slash");
    cr_assert_str_eq(record_tag(&record, "WhiteElo"), "2785");
    cr_assert_null(record_tag(&record, "Result"));
    cr_assert_str_eq(record.comment, "Before the first move.");
    cr_assert_eq(record.move_count, 16);
    cr_assert_str_eq(record.moves[2].comment, "[%clk 0:09:58] main line");
    cr_assert_str_eq(record.moves[5].comment, "to the end of the line");
    cr_assert_null(record.moves[6].comment);
    cr_assert(chess_is_castling(record.moves[8].move));
    cr_assert_str_eq(record.moves[15].comment, "+0.31/12 0.15s");
    cr_assert_eq(record.result, RECORD_DRAW);
    cr_assert_eq(record.end, RECORD_END_NONE);

    next(&rest, &record, &diag);
    cr_assert_eq(record.move_count, 7);
    cr_assert_eq(record.result, RECORD_FIRST_WINS);
    cr_assert_eq(record.end, RECORD_END_MATE);

    next(&rest, &record, &diag);
    cr_assert_str_eq(record.start, "8/P6k/8/8/8/8/p6K/8 b - - 3 40");
    cr_assert_null(record_tag(&record, "FEN"));
    cr_assert_eq(record.move_count, 4);
    cr_assert_eq(chess_promotion_type(record.moves[0].move), CHESS_KNIGHT);
    cr_assert_eq(record.end, RECORD_END_INTERRUPTED);

    next(&rest, &record, &diag);
    cr_assert_eq(record.move_count, 4);
    cr_assert_eq(record.result, RECORD_SECOND_WINS);
    cr_assert_eq(record.end, RECORD_END_TIME);

    next(&rest, &record, &diag);
    cr_assert_eq(record.move_count, 0);
    cr_assert_str_eq(record_tag(&record, "Event"), "Tags alone");

    next(&rest, &record, &diag);
    cr_assert_eq(record.end, RECORD_END_STALEMATE);
    cr_assert_not(pgn_read(&rest, &record, &diag));
    cr_assert_str_empty(diag.error);
    cr_assert_eq(record.end, RECORD_END_STALEMATE, "the record must stay at the end of the file");
    record_free(&record);
    text_free(&file);
}

Test(record_pgn, reads_chess960)
{
    Text file = load_file(RECORDS "chess960.pgn");
    Record record = read_one(pgn_read, text_cstr(&file));
    cr_assert(chess_is_castling(record.moves[0].move));
    cr_assert(chess_is_castling(record.moves[3].move));
    cr_assert_eq(record.end, RECORD_END_RESIGN);
    assert_round_trip(pgn_read, pgn_write, &record);
    record_free(&record);
    text_free(&file);
}

Test(record_pgn, reads_crlf_and_missing_tags)
{
    Record record = read_one(pgn_read, "1. e4 {a\r\nb}\r\n e5\r\n2. Nf3 \r\n\r\n*\r\n");
    cr_assert_eq(record.move_count, 3);
    cr_assert_str_eq(record.moves[0].comment, "a b");
    cr_assert_eq(record.result, RECORD_UNKNOWN);
    record_free(&record);
}

Test(record_pgn, a_known_breach_of_the_rules_is_no_error)
{
    Record record = read_one(pgn_read, "[Termination \"rules infraction\"]\n[Result \"0-1\"]\n"
                                       "1. e4 e5 2. Ke3 {oops} 0-1\n");
    cr_assert_eq(record.move_count, 2);
    cr_assert_eq(record.end, RECORD_END_ILLEGAL);
    cr_assert_eq(record.result, RECORD_SECOND_WINS);
    record_free(&record);
    assert_error(pgn_read, "[Termination \"rules infraction\"]\n1. e4 e5 2. Ke3 Nc6 0-1\n",
                 "line 2:", "move 2. Ke3");
}

Test(record_pgn, errors_name_line_and_move)
{
    assert_error(pgn_read, "[Event \"x\"]\n\n1. e4 e5\n2. Nf3 Nf3 *\n", "line 4:", "move 2... Nf3");
    assert_error(pgn_read, "\n1. hello *\n", "line 2:", "move 1. hello");
    assert_error(pgn_read, "1. -- *\n", "line 1:", "--");
    assert_error(pgn_read, "[Event x]\n*\n", "line 1:", "malformed tag");
    assert_error(pgn_read, "[Event \"x]\n*\n", "line 1:", "malformed tag");
    assert_error(pgn_read, "\n[]\n*\n", "line 2:", "malformed tag");
    assert_error(pgn_read, "[Event \"x\"]\n[FEN \"8/8 w - - 0 1\"]\n*\n", "line 2:", "FEN");
    assert_error(pgn_read, "[Variant \"Atomic\"]\n1. e4 *\n", "line 1:", "Atomic");
    assert_error(pgn_read, "1. e4\n{never closed", "line 2:", "comment is not closed");
    assert_error(pgn_read, "1. e4\n\n(1. d4 (1. c4)", "line 3:", "variation is not closed");
    assert_error(pgn_read, "1. e4 ) *", "line 1:", "without '('");
    assert_error(pgn_read, "1. e4 } *", "line 1:", "unexpected '}'");
    assert_error(pgn_read, "1. e4 <x> *", "line 1:", "unexpected '<'");
}

Test(record_pgn, goes_on_after_a_bad_game)
{
    Span rest = span_of("[Event \"1\"]\n1. e4 e4 (1... c5 1-0) 2. d4 1-0\n"
                        "[Event \"2\"]\n[FEN \"bad\"]\n\n1. e4 *\n\n"
                        "[Event \"3\"]\n1. e4 {open\n\n"
                        "[Event \"4\"]\n\n1. d4\n1... d5 2. xx *\n");
    static const char *const messages[] = {"line 2: move 1... e4",
                                           "line 4:", "line 9:", "line 14: move 2. xx"};
    Record record;
    Diag diag;
    record_init(&record, RECORD_CHESS);
    for (size_t i = 0; i < COUNT_OF(messages); i++) {
        cr_assert_not(pgn_read(&rest, &record, &diag));
        cr_assert(strstr(diag.error, messages[i]) == diag.error, "%s", diag.error);
    }
    cr_assert_not(pgn_read(&rest, &record, &diag));
    cr_assert_str_empty(diag.error);
    record_free(&record);
}

Test(record_pgn, writes_the_export_format)
{
    Record record = read_one(pgn_read, "[Round \"3\"][Black \"B \\\"x\\\"\"]\n[ECO \"C20\"]\n"
                                       "{start} 1. e4 {a } e5 {b} 2. Nf3 Nc6 1-0");
    record_set_comment(&record, span_of("brace } here"));
    Text text = TEXT_EMPTY;
    pgn_write(&record, &text);
    cr_assert_str_eq(text_cstr(&text),
                     "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"3\"]\n"
                     "[White \"?\"]\n[Black \"B \\\"x\\\"\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n\n"
                     "{start} 1. e4 {a} 1... e5 {b} 2. Nf3 Nc6 {brace ) here} 1-0\n\n");
    record_free(&record);
    text_free(&text);
}

Test(record_pgn, wraps_lines)
{
    Record record = read_one(pgn_read, "1. e4 *");
    Text comment = TEXT_EMPTY, text = TEXT_EMPTY;
    for (int i = 0; i < 200; i++)
        text_printf(&comment, "word%d ", i);
    record_set_comment(&record, span_of_text(&comment));
    pgn_write(&record, &text);
    Span rest = span_of_text(&text), line;
    while (span_next_line(&rest, &line))
        cr_assert_lt(line.length, 80);
    assert_round_trip(pgn_read, pgn_write, &record);
    record_free(&record);
    text_free(&comment);
    text_free(&text);
}

/* A random game with whatever end the board gives it. */
static void play_random(Record *record, Rng *rng)
{
    static const RecordEnd decided[] = {RECORD_END_NONE, RECORD_END_RESIGN, RECORD_END_TIME,
                                        RECORD_END_ILLEGAL, RECORD_END_ABANDONED};
    ChessPosition *pos = chess_new();
    ChessMove list[CHESS_MAX_MOVES];
    ChessEnd end;
    record_init(record, RECORD_CHESS);
    if (rng_next(rng) % 3 == 0)
        record_set_comment(record, span_of("before (it) {all"));
    size_t limit = rng_next(rng) % 400;
    while ((end = chess_end(pos)) == CHESS_GOES_ON && record->move_count < limit) {
        size_t count = (size_t)(chess_generate(pos, CHESS_GEN_ALL, list) - list);
        ChessMove move = list[rng_next(rng) % count];
        cr_assert(record_add_move(record, move, -1,
                                  rng_next(rng) % 4 ? NULL : "+0.31/12 0.15s, 100% [x] \"y\" ;z"));
        chess_reserve(pos, 1);
        chess_make(pos, move);
    }
    Side loser = rng_next(rng) % 2 ? FIRST : SECOND;
    record->result = loser == FIRST ? RECORD_SECOND_WINS : RECORD_FIRST_WINS;
    record->end = decided[rng_next(rng) % COUNT_OF(decided)];
    if (end == CHESS_CHECKMATE) {
        record->result = pos->side == FIRST ? RECORD_SECOND_WINS : RECORD_FIRST_WINS;
        record->end = RECORD_END_MATE;
    } else if (end != CHESS_GOES_ON) {
        record->result = RECORD_DRAW;
        record->end = end == CHESS_STALEMATE     ? RECORD_END_STALEMATE
                    : end == CHESS_DEAD_POSITION ? RECORD_END_DEAD
                    : end == CHESS_THREEFOLD     ? RECORD_END_THREEFOLD
                                                 : RECORD_END_FIFTY;
    }
    chess_delete(pos);
}

Test(record_pgn, random_games_come_back)
{
    Rng rng = {42};
    for (int i = 0; i < 300; i++) {
        Record record;
        play_random(&record, &rng);
        assert_round_trip(pgn_read, pgn_write, &record);
        record_free(&record);
    }
}

Test(record_pgn, survives_hostile_input)
{
    attack(pgn_read, pgn_write, RECORDS "games.pgn");
    attack(pgn_read, pgn_write, RECORDS "chess960.pgn");
    /* Nothing here may take more than linear time. */
    Text text = TEXT_EMPTY;
    text_add(&text, "1. e4 ");
    for (int i = 0; i < 300000; i++)
        text_add(&text, "{} {a} (");
    read_all(pgn_read, NULL, span_of_text(&text));
    text_clear(&text);
    for (int i = 0; i < 20000; i++)
        text_add(&text, "[a \"");
    read_all(pgn_read, NULL, span_of_text(&text));
    text_clear(&text);
    for (int i = 0; i < 20000; i++)
        text_add(&text, "[Event \"\"]\n{\n");
    cr_assert_eq(read_all(pgn_read, NULL, span_of_text(&text)), 0);
    text_free(&text);
}
