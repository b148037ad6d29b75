/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_record_util.h"

#include "record/epd.h"

TestSuite(record_epd, .init = record_test_init);

static void read_line(Epd *epd, Span line)
{
    Diag diag;
    diag_clear(&diag);
    cr_assert(epd_read(line, epd, &diag), "%s", diag.error);
}

static void assert_epd_error(const char *line, const char *fragment)
{
    Epd epd = EPD_EMPTY;
    Diag diag;
    diag_clear(&diag);
    cr_assert_not(epd_read(span_of(line), &epd, &diag), "accepted: %s", line);
    cr_assert(strstr(diag.error, fragment), "no '%s' in '%s'", fragment, diag.error);
    cr_assert_null(epd.position);
}

Test(record_epd, reads_suites)
{
    Text file = load_file(RECORDS "suite.epd"), fen = TEXT_EMPTY;
    Span rest = span_of_text(&file), line;
    Epd epd = EPD_EMPTY;

    span_next_line(&rest, &line);
    read_line(&epd, line);
    cr_assert_str_eq(epd_get(&epd, "bm"), "Qg6");
    cr_assert_str_eq(epd_get(&epd, "id"), "WAC.001");
    cr_assert_null(epd_get(&epd, "am"));

    span_next_line(&rest, &line);
    read_line(&epd, line);
    cr_assert_str_eq(epd_get(&epd, "am"), "Qh3 Qh4");
    cr_assert_str_eq(epd_get(&epd, "id"), "a; b");
    cr_assert_str_eq(epd_get(&epd, "c0"), "Qxh7+=10, Rh3=2");
    epd_fen(&epd, &fen);
    cr_assert_str_eq(text_cstr(&fen),
                     "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 4 21");
    Text written = TEXT_EMPTY;
    epd_write(&epd, &written);
    cr_assert_eq(written.length, line.length);
    cr_assert_arr_eq(written.data, line.at, line.length);

    span_next_line(&rest, &line);
    read_line(&epd, line);
    cr_assert_str_eq(epd_get(&epd, "D1"), "20");
    cr_assert_str_eq(epd_get(&epd, "D3"), "8902");
    cr_assert_str_eq(epd_get(&epd, "fmvn"), "1");

    span_next_line(&rest, &line);
    read_line(&epd, line);
    cr_assert_eq(epd.count, 0);
    epd_free(&epd);
    text_free(&written);
    text_free(&fen);
    text_free(&file);
}

Test(record_epd, errors_name_the_place)
{
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    char line[200];
    assert_epd_error("", "0 of 4");
    assert_epd_error("8/8 w -", "3 of 4");
    assert_epd_error("8/8 w - -", "FEN");
    snprintf(line, sizeof line, "%s id \"open; bm e4;", start);
    assert_epd_error(line, "string is not closed");
    snprintf(line, sizeof line, "%s 7b e4;", start);
    assert_epd_error(line, "'7b'");
    snprintf(line, sizeof line, "%s bm e4; bm d4;", start);
    assert_epd_error(line, "given twice");
    snprintf(line, sizeof line, "%s hmvc x;", start);
    assert_epd_error(line, "halfmove clock");
    snprintf(line, sizeof line, "%s 0 ;D1 20", start);
    assert_epd_error(line, "move number missing");
}

Test(record_epd, survives_hostile_input)
{
    Text file = load_file(RECORDS "suite.epd");
    Rng rng = {7};
    for (int round = 0; round < 20000; round++) {
        size_t from = rng_next(&rng) % file.length, length = rng_next(&rng) % (file.length - from);
        if (round % 2)
            from = 0;
        char *copy = malloc(length + 1);
        memcpy(copy, file.data + from, length);
        if (length > 0)
            copy[rng_next(&rng) % length] = (char)rng_next(&rng);
        Span rest = {copy, length}, line;
        Epd epd = EPD_EMPTY;
        while (span_next_line(&rest, &line)) {
            Diag diag;
            diag_clear(&diag);
            Text text = TEXT_EMPTY;
            if (epd_read(line, &epd, &diag)) {
                epd_write(&epd, &text);
                cr_assert(epd_read(span_of_text(&text), &epd, &diag), "%s", diag.error);
            } else {
                cr_assert_str_not_empty(diag.error);
            }
            text_free(&text);
        }
        epd_free(&epd);
        free(copy);
    }
    text_free(&file);
}
