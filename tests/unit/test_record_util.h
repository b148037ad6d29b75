/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TEST_RECORD_UTIL_H
#define TENUKI_TEST_RECORD_UTIL_H

/* Helpers that the tests of the record readers share. Tests run in the root of the repository. */

#include "base/rng.h"
#include "chess/attacks.h"
#include "record/record.h"
#include "shogi/attacks.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef bool (*RecordRead)(Span *rest, Record *record, Diag *diag);
typedef void (*RecordWrite)(const Record *record, Text *text);

#define RECORDS "tests/data/records/"

static inline void record_test_init(void)
{
    chess_init();
    shogi_init();
}

static inline Text load_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "cannot open %s", path);
    Text text = TEXT_EMPTY;
    char buffer[4096];
    for (size_t got; (got = fread(buffer, 1, sizeof buffer, file)) > 0;)
        text_add_span(&text, (Span){buffer, got});
    fclose(file);
    return text;
}

static inline Span span_of_text(const Text *text) { return (Span){text_cstr(text), text->length}; }

static inline bool same_text(const char *a, const char *b)
{
    return (!a && !b) || (a && b && strcmp(a, b) == 0);
}

/* Everything but the tags, which formats name in their own ways. */
static inline void assert_same_game(const Record *a, const Record *b, const char *text)
{
    cr_assert_eq(a->game, b->game);
    cr_assert(same_text(a->start, b->start), "start %s / %s\n%s", a->start, b->start, text);
    cr_assert(same_text(a->comment, b->comment), "comment '%s' / '%s'\n%s", a->comment, b->comment,
              text);
    cr_assert_eq(a->move_count, b->move_count, "%zu / %zu moves\n%s", a->move_count, b->move_count,
                 text);
    for (size_t i = 0; i < a->move_count; i++) {
        const RecordMove *left = &a->moves[i], *right = &b->moves[i];
        cr_assert_eq(left->move, right->move, "move %zu\n%s", i + 1, text);
        cr_assert_eq(left->time_ms, right->time_ms, "time of move %zu\n%s", i + 1, text);
        cr_assert(same_text(left->comment, right->comment), "comment of move %zu: '%s' / '%s'\n%s",
                  i + 1, left->comment, right->comment, text);
    }
    cr_assert_eq(a->result, b->result, "result %d / %d\n%s", a->result, b->result, text);
    cr_assert_eq(a->end, b->end, "end %d / %d\n%s", a->end, b->end, text);
}

/* Exactly one game is read; the caller frees it. */
static inline Record read_one(RecordRead read, const char *text)
{
    Record record;
    Diag diag;
    Span rest = span_of(text);
    record_init(&record, RECORD_CHESS);
    cr_assert(read(&rest, &record, &diag), "%s\n%s", diag.error, text);
    return record;
}

static inline void assert_round_trip(RecordRead read, RecordWrite write, const Record *record)
{
    Text text = TEXT_EMPTY;
    write(record, &text);
    Record again = read_one(read, text_cstr(&text));
    assert_same_game(record, &again, text_cstr(&text));
    record_free(&again);
    text_free(&text);
}

/* The whole text is one bad game, and the message contains both fragments. */
static inline void assert_error(RecordRead read, const char *text, const char *line,
                                const char *fragment)
{
    Record record;
    Diag diag;
    Span rest = span_of(text);
    record_init(&record, RECORD_CHESS);
    cr_assert(record_set_tag(&record, "Kept", span_of("yes")));
    cr_assert(!read(&rest, &record, &diag), "accepted:\n%s", text);
    cr_assert(strstr(diag.error, line) == diag.error, "no '%s' in '%s'\n%s", line, diag.error,
              text);
    cr_assert(strstr(diag.error, fragment), "no '%s' in '%s'\n%s", fragment, diag.error, text);
    cr_assert_str_eq(record_tag(&record, "Kept"), "yes");
    record_free(&record);
}

/* Reading what was written and writing it again gives the same text, even where the format could
 * not say everything that the record held. */
static inline void assert_stable(RecordRead read, RecordWrite write, const Record *record)
{
    Text once = TEXT_EMPTY, twice = TEXT_EMPTY;
    write(record, &once);
    Record again = read_one(read, text_cstr(&once));
    write(&again, &twice);
    cr_assert_str_eq(text_cstr(&once), text_cstr(&twice));
    cr_assert_eq(record->move_count, again.move_count);
    cr_assert_eq(record->result, again.result);
    record_free(&again);
    text_free(&once);
    text_free(&twice);
}

/* Reads all there is; whatever comes out must be writable and readable again. Returns the number of
 * games. Every call must take something off the front. */
static inline int read_all(RecordRead read, RecordWrite write, Span bytes)
{
    int games = 0;
    Record record;
    Diag diag;
    record_init(&record, RECORD_CHESS);
    for (;;) {
        size_t before = bytes.length;
        bool good = read(&bytes, &record, &diag);
        if (!good && !diag.error[0])
            break;
        cr_assert_lt(bytes.length, before, "no progress");
        if (!good)
            continue;
        games++;
        if (write)
            assert_stable(read, write, &record);
    }
    cr_assert_eq(bytes.length, 0);
    record_free(&record);
    return games;
}

/* The text cut off at every byte, and with bytes changed at random. */
static inline void attack(RecordRead read, RecordWrite write, const char *path)
{
    Text file = load_file(path);
    for (size_t length = 0; length <= file.length; length++) {
        /* A copy of exactly that size lets the sanitizer see any read past the end. */
        char *copy = malloc(length + (length == 0));
        memcpy(copy, file.data, length);
        read_all(read, write, (Span){copy, length});
        free(copy);
    }
    Rng rng = {0x5265636f7264};
    char *copy = malloc(file.length);
    for (int round = 0; round < 1500; round++) {
        memcpy(copy, file.data, file.length);
        for (int flips = 1 + (int)(rng_next(&rng) % 4); flips > 0; flips--) {
            size_t at = rng_next(&rng) % file.length, from = rng_next(&rng) % file.length;
            bool random = rng_next(&rng) % 2;
            copy[at] = random ? (char)rng_next(&rng) : copy[from];
        }
        read_all(read, write, (Span){copy, file.length});
    }
    free(copy);
    text_free(&file);
}

#endif
