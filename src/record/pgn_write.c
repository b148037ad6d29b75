/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/pgn.h"

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"

#include <string.h>

/* ---- Tags ---- */

static const char *const result_text[] = {
    [RECORD_UNKNOWN] = "*",
    [RECORD_FIRST_WINS] = "1-0",
    [RECORD_SECOND_WINS] = "0-1",
    [RECORD_DRAW] = "1/2-1/2",
};

/* Ends that the final position does not show. */
static const char *const termination_text[RECORD_ENDS] = {
    [RECORD_END_RESIGN] = "normal",
    [RECORD_END_TIME] = "time forfeit",
    [RECORD_END_ILLEGAL] = "rules infraction",
    [RECORD_END_MAX_MOVES] = "adjudication",
    [RECORD_END_ABANDONED] = "abandoned",
    [RECORD_END_INTERRUPTED] = "unterminated",
};

static void add_tag(Text *text, const char *name, const char *value)
{
    text_printf(text, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            text_add_char(text, '\\');
        text_add_char(text, *value);
    }
    text_add(text, "\"]\n");
}

static void add_roster_tag(const Record *record, Text *text, const char *name, const char *unknown)
{
    const char *value = record_tag(record, name);
    add_tag(text, name, value ? value : unknown);
}

static bool is_tag_name(const char *name)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return *name && strspn(name, allowed) == strlen(name);
}

static bool is_written_apart(const Record *record, const char *name)
{
    static const char *const apart[] = {
        "Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp",
    };
    for (size_t i = 0; i < COUNT_OF(apart); i++)
        if (strcmp(name, apart[i]) == 0)
            return true;
    return strcmp(name, "Termination") == 0 && termination_text[record->end];
}

static void add_tags(const Record *record, const ChessPosition *start, Text *text)
{
    add_roster_tag(record, text, "Event", "?");
    add_roster_tag(record, text, "Site", "?");
    add_roster_tag(record, text, "Date", "????.??.??");
    add_roster_tag(record, text, "Round", "?");
    add_roster_tag(record, text, "White", "?");
    add_roster_tag(record, text, "Black", "?");
    add_tag(text, "Result", result_text[record->result]);
    for (size_t i = 0; i < record->tag_count; i++) {
        const RecordTag *tag = &record->tags[i];
        if (is_tag_name(tag->name) && !is_written_apart(record, tag->name))
            add_tag(text, tag->name, tag->value);
    }
    if (start->chess960 && !record_tag(record, "Variant"))
        add_tag(text, "Variant", "Chess960");
    if (termination_text[record->end])
        add_tag(text, "Termination", termination_text[record->end]);
    if (record->start) {
        add_tag(text, "SetUp", "1");
        add_tag(text, "FEN", record->start);
    }
}

/* ---- Movetext ---- */

enum { LINE_WIDTH = 79 };

typedef struct {
    Text *text;
    size_t column;
} Paragraph;

static size_t width_of(Span word)
{
    size_t width = 0;
    for (size_t i = 0; i < word.length; i++)
        width += (word.at[i] & 0xc0) != 0x80;
    return width;
}

static void add_word(Paragraph *out, Span word)
{
    size_t width = width_of(word);
    /* A percent sign that begins a line would hide the line from other readers. */
    bool breaks = out->column + 1 + width > LINE_WIDTH && word.at[0] != '%';
    if (out->column > 0) {
        text_add_char(out->text, breaks ? '\n' : ' ');
        out->column = breaks ? 0 : out->column + 1;
    }
    text_add_span(out->text, word);
    out->column += width;
}

static void add_comment(Paragraph *out, const char *comment)
{
    Text braced = TEXT_EMPTY;
    text_add_char(&braced, '{');
    for (const char *c = comment; *c; c++)
        text_add_char(&braced, *c == '}' ? ')' : *c);
    text_add_char(&braced, '}');
    Span rest = {braced.data, braced.length}, word;
    while (span_next_word(&rest, &word))
        add_word(out, word);
    text_free(&braced);
}

static void add_moves(const Record *record, ChessPosition *pos, Paragraph *out)
{
    Text word = TEXT_EMPTY;
    bool interrupted = true;
    for (size_t i = 0; i < record->move_count; i++) {
        const RecordMove *move = &record->moves[i];
        if (!chess_is_legal(pos, move->move))
            BUG("move %zu of a record is illegal", i + 1);
        if (pos->side == FIRST || interrupted) {
            text_clear(&word);
            text_printf(&word, "%d%s", pos->game_ply / 2 + 1, pos->side == FIRST ? "." : "...");
            add_word(out, (Span){word.data, word.length});
        }
        text_clear(&word);
        chess_move_to_san(pos, move->move, &word);
        add_word(out, (Span){word.data, word.length});
        interrupted = move->comment != NULL;
        if (interrupted)
            add_comment(out, move->comment);
        chess_reserve(pos, 1);
        chess_make(pos, move->move);
    }
    text_free(&word);
}

void pgn_write(const Record *record, Text *text)
{
    if (record->game != RECORD_CHESS)
        BUG("PGN is for chess");
    ChessPosition *pos = chess_new();
    Diag diag;
    diag_clear(&diag);
    if (record->start && !chess_set_fen(pos, span_of(record->start), &diag))
        BUG("start of a record: %s", diag.error);
    add_tags(record, pos, text);
    text_add_char(text, '\n');
    Paragraph out = {.text = text};
    if (record->comment)
        add_comment(&out, record->comment);
    add_moves(record, pos, &out);
    add_word(&out, span_of(result_text[record->result]));
    text_add(text, "\n\n");
    chess_delete(pos);
}
