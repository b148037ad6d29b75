/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The neutral record and the decoding of files. */

#include "test_record_util.h"

Test(record_base, tags_keep_their_order_and_are_replaced_in_place)
{
    Record record;
    record_init(&record, RECORD_CHESS);
    cr_assert(record_set_tag(&record, "B", span_of("1")));
    cr_assert(record_set_tag(&record, "A", span_of("2")));
    cr_assert(record_set_tag(&record, "B", span_of("  3\n4 ")));
    cr_assert_eq(record.tag_count, 2);
    cr_assert_str_eq(record.tags[0].name, "B");
    cr_assert_str_eq(record_tag(&record, "B"), "3 4");
    cr_assert_str_eq(record_tag(&record, "A"), "2");
    cr_assert_null(record_tag(&record, "C"));
    record_free(&record);
}

Test(record_base, texts_become_clean_utf8)
{
    Record record;
    record_init(&record, RECORD_SHOGI);
    record_set_comment(&record, span_of(" a\r\nb\x01 Z\xfcrich\x85 \xe6\xad\xa9\n"));
    cr_assert_str_eq(record.comment, "a\nb\xef\xbf\xbd Z\xc3\xbcrich\xef\xbf\xbd \xe6\xad\xa9");
    cr_assert(record_add_move(&record, 1, -5, " \n "));
    cr_assert_null(record.moves[0].comment);
    cr_assert_eq(record.moves[0].time_ms, -1);
    record_set_comment(&record, span_of("x"));
    cr_assert_str_eq(record.moves[0].comment, "x");
    record_free(&record);
    cr_assert_eq(record.move_count, 0);
}

Test(record_base, is_bounded)
{
    Record record;
    char name[16];
    record_init(&record, RECORD_SHOGI);
    for (int i = 0; i < RECORD_MOVES_MAX; i++)
        cr_assert(record_add_move(&record, 1, -1, NULL));
    cr_assert_not(record_add_move(&record, 1, -1, NULL));
    cr_assert_eq(record.move_count, RECORD_MOVES_MAX);
    for (int i = 0; i < RECORD_TAGS_MAX; i++) {
        snprintf(name, sizeof name, "T%d", i);
        cr_assert(record_set_tag(&record, name, span_of("")));
    }
    cr_assert_not(record_set_tag(&record, "more", span_of("")));
    cr_assert(record_set_tag(&record, "T5", span_of("known ones still change")));
    record_free(&record);
}

Test(record_base, decodes_utf8_and_shift_jis)
{
    Diag diag;
    Text text = TEXT_EMPTY;
    diag_clear(&diag);
    cr_assert(record_decode(span_of("\xef\xbb\xbf\xe6\xad\xa9"), &text, &diag));
    cr_assert_str_eq(text_cstr(&text), "\xe6\xad\xa9");
    text_clear(&text);
    cr_assert(record_decode(span_of("\x95\xe0 7"), &text, &diag));
    cr_assert_str_eq(text_cstr(&text), "\xe6\xad\xa9 7");
    text_free(&text);
}

Test(record_base, decodes_more_than_a_buffer)
{
    Diag diag;
    Text sjis = TEXT_EMPTY, text = TEXT_EMPTY;
    diag_clear(&diag);
    for (int i = 0; i < 10000; i++)
        text_add(&sjis, "\x95\xe0");
    cr_assert(record_decode(span_of_text(&sjis), &text, &diag));
    cr_assert_eq(text.length, 30000);
    text_free(&sjis);
    text_free(&text);
}

Test(record_base, refuses_other_encodings_and_huge_files)
{
    Diag diag;
    Text text = TEXT_EMPTY;
    text_add(&text, "kept");
    diag_clear(&diag);
    cr_assert_not(record_decode((Span){"ab\xff\xfe\x00", 5}, &text, &diag));
    cr_assert(strstr(diag.error, "offset 2"), "%s", diag.error);
    diag_clear(&diag);
    cr_assert_not(record_decode(span_of("cut \x95"), &text, &diag));
    diag_clear(&diag);
    cr_assert_not(record_decode((Span){"", (size_t)RECORD_FILE_MAX + 1}, &text, &diag));
    cr_assert(strstr(diag.error, "too large"), "%s", diag.error);
    cr_assert_str_eq(text_cstr(&text), "kept");
    text_free(&text);
}
