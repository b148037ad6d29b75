/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file.h"
#include "lab/learn.h"

#include <stdlib.h>
#include <string.h>

/* What is read; other columns may stand between. */
typedef enum {
    COLUMN_GAME,
    COLUMN_ROOT,
    COLUMN_TECHNIQUE,
    COLUMN_DEPTH,
    COLUMN_IMPROVING,
    COLUMN_PHASE,
    COLUMN_IN_HAND,
    COLUMN_THREATS,
    COLUMN_HISTORY,
    COLUMN_NOISY,
    COLUMN_REDUCTION,
    COLUMN_REACH,
    COLUMN_THRESHOLD,
    COLUMN_OUTCOME,
    COLUMN_WEIGHT,
    COLUMNS
} Column;

static const char *const column_names[COLUMNS] = {
    "game",    "root",  "technique", "depth", "improving", "phase",   "in_hand", "threats",
    "history", "noisy", "reduction", "reach", "threshold", "outcome", "weight",
};

enum { FIELDS_MOST = 64 };

typedef struct {
    const char *path;
    int line;
    int place[COLUMNS]; /* of each column in a row */
    int fields;         /* in every row */
    Span values[FIELDS_MOST];
    Diag *diag;
} Reader;

#define complain(reader, format, ...)                                                              \
    diag_error((reader)->diag, "%s, line %d: " format, (reader)->path, (reader)->line, __VA_ARGS__)

/* ---- Fields ---- */

static bool split(Reader *reader, Span line, int *count)
{
    *count = 0;
    for (;;) {
        const char *comma = line.length ? memchr(line.at, ',', line.length) : NULL;
        size_t length = comma ? (size_t)(comma - line.at) : line.length;
        if (*count == FIELDS_MOST)
            return complain(reader, "more than %d fields", FIELDS_MOST);
        reader->values[(*count)++] = span_trim((Span){line.at, length});
        if (!comma)
            return true;
        line = (Span){comma + 1, line.length - length - 1};
    }
}

static bool read_header(Reader *reader, Span line)
{
    if (line.length && line.at[0] == '{')
        return complain(reader, "%s", "JSON, but CSV is wanted: tenuki audit --samples FILE");
    if (!split(reader, line, &reader->fields))
        return false;
    for (int c = 0; c < COLUMNS; c++) {
        reader->place[c] = -1;
        for (int i = 0; i < reader->fields; i++) {
            if (!span_is(reader->values[i], column_names[c]))
                continue;
            if (reader->place[c] >= 0)
                return complain(reader, "two columns are called %s", column_names[c]);
            reader->place[c] = i;
        }
        if (reader->place[c] < 0)
            return complain(reader, "no column is called %s", column_names[c]);
    }
    return true;
}

static Span field(const Reader *reader, Column column)
{
    return reader->values[reader->place[column]];
}

static bool number(Reader *reader, Column column, int low, int high, int *value)
{
    int64_t read = 0;
    Span text = field(reader, column);
    if (!span_to_int(text, low, high, &read))
        return complain(reader, "%s: '%.*s' is no number from %d to %d", column_names[column],
                        SPAN_ARG(text), low, high);
    *value = (int)read;
    return true;
}

static bool flag(Reader *reader, Column column, bool *value)
{
    int read = 0;
    if (!number(reader, column, 0, 1, &read))
        return false;
    *value = read == 1;
    return true;
}

static bool checksum(Reader *reader, uint64_t *value)
{
    enum { DIGITS = 16 };
    static const char digits[] = "0123456789abcdef";
    Span text = field(reader, COLUMN_ROOT);
    bool good = text.length == DIGITS;
    *value = 0;
    for (size_t i = 0; good && i < DIGITS; i++) {
        const char *digit = memchr(digits, text.at[i], DIGITS);
        good = digit != NULL;
        *value = *value << 4 | (good ? (uint64_t)(digit - digits) : 0);
    }
    return good || complain(reader, "root: '%.*s' is not 16 hexadecimal digits", SPAN_ARG(text));
}

static bool find_technique(Reader *reader, Technique *technique)
{
    Span name = field(reader, COLUMN_TECHNIQUE);
    for (int t = 0; t < TECH_COUNT; t++)
        if (span_is(name, param_technique_name((Technique)t))) {
            *technique = (Technique)t;
            return true;
        }
    return complain(reader, "unknown technique '%.*s'", SPAN_ARG(name));
}

static bool find_game(Reader *reader, LearnRows *rows)
{
    Span name = field(reader, COLUMN_GAME);
    const GameOps *game = span_is(name, chess_ops.name) ? &chess_ops
                        : span_is(name, shogi_ops.name) ? &shogi_ops
                                                        : NULL;
    if (!game)
        return complain(reader, "unknown game '%.*s'", SPAN_ARG(name));
    if (rows->game && rows->game != game)
        return complain(reader, "%s, but the rows before are %s: each game has its own margins",
                        game->name, rows->game->name);
    rows->game = game;
    return true;
}

/* ---- Rows ---- */

static bool read_outcome(Reader *reader, bool *judged, bool *wrong)
{
    Span word = field(reader, COLUMN_OUTCOME);
    *wrong = span_is(word, "false");
    *judged = *wrong || span_is(word, "right");
    return *judged || span_is(word, "undecided")
        || complain(reader, "outcome: '%.*s' is none of right, false, undecided", SPAN_ARG(word));
}

static bool read_weight(Reader *reader, double *weight)
{
    Span text = field(reader, COLUMN_WEIGHT);
    return (span_to_double(text, 0, 1e12, weight) && *weight > 0)
        || complain(reader, "weight: '%.*s' is no number above 0", SPAN_ARG(text));
}

/* `rows` has room for one more. */
static bool read_row(Reader *reader, LearnRows *rows)
{
    LearnRow row = {0};
    DecisionReport *said = &row.said;
    bool judged;
    if (!find_game(reader, rows) || !checksum(reader, &row.root)
        || !find_technique(reader, &said->by)
        || !number(reader, COLUMN_DEPTH, 0, MAX_PLY, &said->depth)
        || !flag(reader, COLUMN_IMPROVING, &said->improving)
        || !number(reader, COLUMN_PHASE, 0, 2, &said->phase)
        || !number(reader, COLUMN_IN_HAND, 0, 100, &row.in_hand)
        || !number(reader, COLUMN_THREATS, 0, GAME_LIST_SIZE, &row.threats)
        || !number(reader, COLUMN_HISTORY, -10000000, 10000000, &said->history)
        || !flag(reader, COLUMN_NOISY, &said->noisy)
        || !number(reader, COLUMN_REDUCTION, -MAX_PLY, MAX_PLY, &said->reduction)
        || !read_outcome(reader, &judged, &row.wrong) || !read_weight(reader, &row.weight))
        return false;
    if (!learn_margins(said->by)) {
        rows->without++;
        return true;
    }
    if (!number(reader, COLUMN_REACH, -10000000, 10000000, &row.reach)
        || !number(reader, COLUMN_THRESHOLD, -10000000, 10000000, &row.threshold))
        return false;
    if (judged)
        rows->rows[rows->count++] = row;
    else
        rows->undecided++;
    return true;
}

static bool read_lines(Reader *reader, Span rest, LearnRows *rows)
{
    Span line;
    int count;
    reader->line = 1;
    if (!span_next_line(&rest, &line) || line.length == 0)
        return complain(reader, "%s", "no header; tenuki audit --samples FILE writes such files");
    if (!read_header(reader, line))
        return false;
    for (size_t room = (size_t)rows->count; span_next_line(&rest, &line);) {
        reader->line++;
        if (span_trim(line).length == 0)
            continue;
        if (!split(reader, line, &count))
            return false;
        if (count != reader->fields)
            return complain(reader, "%d fields, but the header has %d", count, reader->fields);
        if ((size_t)rows->count == room) {
            room = 2 * room + 256;
            rows->rows = xrealloc(rows->rows, room * sizeof *rows->rows);
        }
        if (!read_row(reader, rows))
            return false;
    }
    return true;
}

bool learn_rows_read(const char *path, LearnRows *rows, Diag *diag)
{
    enum { BYTES_MOST = 1 << 28 };
    Text text = TEXT_EMPTY;
    if (!file_read(path, BYTES_MOST, &text, diag))
        return false;
    Reader reader = {.path = path, .diag = diag};
    const LearnRows before = *rows;
    bool good = read_lines(&reader, (Span){text_cstr(&text), text.length}, rows);
    if (!good) {
        LearnRow *grown = rows->rows; /* the old block is gone */
        *rows = before;
        rows->rows = grown;
    }
    text_free(&text);
    return good;
}

void learn_rows_free(LearnRows *rows)
{
    free(rows->rows);
    *rows = (LearnRows){0};
}
