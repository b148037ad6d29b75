/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/record.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

void record_init(Record *record, RecordGame game)
{
    *record = (Record){.game = game, .next_line = 1};
}

void record_free(Record *record)
{
    for (size_t i = 0; i < record->move_count; i++)
        free(record->moves[i].comment);
    for (size_t i = 0; i < record->tag_count; i++) {
        free(record->tags[i].name);
        free(record->tags[i].value);
    }
    free(record->moves);
    free(record->tags);
    free(record->start);
    free(record->comment);
    record_init(record, record->game);
}

void record_replace(Record *to, Record *from)
{
    record_free(to);
    *to = *from;
    record_init(from, from->game);
}

/* ---- Texts ---- */

enum { NO_CHARACTER = 0xfffd };

/* A byte that is no UTF-8 is most likely Latin-1, the character set of the PGN standard. */
static uint32_t latin1(char byte)
{
    uint32_t value = (unsigned char)byte;
    return value >= 0xa0 ? value : NO_CHARACTER;
}

static char *clean_copy(Span raw, bool keep_lines)
{
    Text text = TEXT_EMPTY;
    while (raw.length > 0) {
        char byte = raw.at[0];
        int32_t point = span_next_codepoint(&raw);
        bool blank = point >= '\t' && point <= '\r';
        bool control = point < 0x20 || (point >= 0x7f && point < 0xa0);
        if (point == '\r' && keep_lines && raw.length > 0 && raw.at[0] == '\n')
            continue;
        if (blank)
            text_add_char(&text, keep_lines && point == '\n' ? '\n' : ' ');
        else if (point < 0)
            text_add_codepoint(&text, latin1(byte));
        else
            text_add_codepoint(&text, control ? NO_CHARACTER : (uint32_t)point);
    }
    Span trimmed = span_trim((Span){text_cstr(&text), text.length});
    char *copy = xmalloc(trimmed.length + 1);
    memcpy(copy, trimmed.at, trimmed.length);
    copy[trimmed.length] = '\0';
    text_free(&text);
    return copy;
}

/* ---- Contents ---- */

static char *comment_copy(Span comment)
{
    char *copy = clean_copy(comment, true);
    if (*copy)
        return copy;
    free(copy);
    return NULL;
}

bool record_add_move(Record *record, uint16_t move, int64_t time_ms, const char *comment)
{
    if (record->move_count >= RECORD_MOVES_MAX)
        return false;
    if (record->move_count == record->move_capacity) {
        record->move_capacity = record->move_capacity ? 2 * record->move_capacity : 64;
        record->moves = xrealloc(record->moves, record->move_capacity * sizeof *record->moves);
    }
    record->moves[record->move_count++] = (RecordMove){
        .move = move,
        .time_ms = time_ms < 0 ? -1 : time_ms,
        .comment = comment ? comment_copy(span_of(comment)) : NULL,
    };
    return true;
}

void record_set_comment(Record *record, Span comment)
{
    char **place =
        record->move_count > 0 ? &record->moves[record->move_count - 1].comment : &record->comment;
    char *copy = comment_copy(comment);
    free(*place);
    *place = copy;
}

static RecordTag *find_tag(const Record *record, const char *name)
{
    for (size_t i = 0; i < record->tag_count; i++)
        if (strcmp(record->tags[i].name, name) == 0)
            return &record->tags[i];
    return NULL;
}

bool record_set_tag(Record *record, const char *name, Span value)
{
    RecordTag *tag = find_tag(record, name);
    if (!tag) {
        if (record->tag_count >= RECORD_TAGS_MAX)
            return false;
        record->tags = xrealloc(record->tags, (record->tag_count + 1) * sizeof *record->tags);
        tag = &record->tags[record->tag_count++];
        *tag = (RecordTag){.name = clean_copy(span_of(name), false)};
    }
    char *copy = clean_copy(value, false);
    free(tag->value);
    tag->value = copy;
    return true;
}

const char *record_tag(const Record *record, const char *name)
{
    const RecordTag *tag = find_tag(record, name);
    return tag ? tag->value : NULL;
}

bool record_loser(const Record *record, Side *loser)
{
    if (record->result != RECORD_FIRST_WINS && record->result != RECORD_SECOND_WINS)
        return false;
    *loser = record->result == RECORD_FIRST_WINS ? SECOND : FIRST;
    return true;
}

/* ---- Files ---- */

bool record_size_is_ok(Span file, Diag *diag)
{
    if (file.length > RECORD_FILE_MAX)
        return diag_error(diag, "the file is too large: %zu bytes, at most %d", file.length,
                          RECORD_FILE_MAX);
    return true;
}

static bool is_utf8(Span bytes)
{
    while (bytes.length > 0)
        if (span_next_codepoint(&bytes) < 0)
            return false;
    return true;
}

/* Feeds the converter through a buffer of fixed size. */
static bool convert(iconv_t converter, Span bytes, Text *utf8, Diag *diag)
{
    char *in = (char *)bytes.at, out[4096];
    size_t left = bytes.length;
    while (left > 0) {
        char *end = out;
        size_t room = sizeof out;
        size_t done = iconv(converter, &in, &left, &end, &room);
        text_add_span(utf8, (Span){out, (size_t)(end - out)});
        if (done == (size_t)-1 && errno != E2BIG)
            return diag_error(diag, "neither UTF-8 nor Shift-JIS: bad byte 0x%02x at offset %zu",
                              (unsigned char)*in, bytes.length - left);
    }
    return true;
}

bool record_decode(Span bytes, Text *utf8, Diag *diag)
{
    if (!record_size_is_ok(bytes, diag))
        return false;
    if (bytes.length >= 3 && memcmp(bytes.at, "\xef\xbb\xbf", 3) == 0)
        bytes = (Span){bytes.at + 3, bytes.length - 3};
    if (is_utf8(bytes)) {
        text_add_span(utf8, bytes);
        return true;
    }
    iconv_t converter = iconv_open("UTF-8", "CP932");
    if (converter == (iconv_t)-1)
        return diag_error(diag, "not UTF-8, and this system cannot convert from Shift-JIS");
    Text converted = TEXT_EMPTY;
    bool good = convert(converter, bytes, &converted, diag);
    if (good)
        text_add_span(utf8, (Span){text_cstr(&converted), converted.length});
    text_free(&converted);
    iconv_close(converter);
    return good;
}
