/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/convert.h"

#include "base/file.h"
#include "engine/games.h"
#include "lab/options.h"
#include "record/csa.h"
#include "record/kif.h"
#include "record/pgn.h"

#include <stdio.h>
#include <string.h>

/* A `position` command, as the protocols want it. */
static void write_position(const Record *record, Text *text)
{
    const GameOps *game = record->game == RECORD_CHESS ? &chess_ops : &shogi_ops;
    GamePosition *pos = game->create();
    Diag diag;
    diag_clear(&diag);
    if (record->start && !game->set(pos, span_of(record->start), &diag))
        BUG("a record with a bad start: %s", diag.error);
    if (record->start)
        text_printf(text, "position %s %s", game->setup_word, record->start);
    else
        text_add(text, "position startpos");
    for (size_t i = 0; i < record->move_count; i++) {
        text_add(text, i ? " " : " moves ");
        game->write_move(pos, record->moves[i].move, MOVE_PROTOCOL, text);
        game->make(pos, record->moves[i].move);
    }
    text_add_char(text, '\n');
    game->destroy(pos);
}

typedef struct {
    const char *name;
    const char *ending; /* of file names */
    int games;          /* a bit for each RecordGame it can hold */
    bool (*read)(Span *rest, Record *record, Diag *diag);
    void (*write)(const Record *record, Text *text);
    const char *between; /* games of one file */
} Format;

enum { HOLDS_CHESS = 1 << RECORD_CHESS, HOLDS_SHOGI = 1 << RECORD_SHOGI };

static const Format formats[] = {
    {"pgn", ".pgn", HOLDS_CHESS, pgn_read, pgn_write, ""},
    {"csa", ".csa", HOLDS_SHOGI, csa_read, csa_write, "/\n"},
    {"kif", ".kif", HOLDS_SHOGI, kif_read, kif_write, "\n"},
    {"position", NULL, HOLDS_CHESS | HOLDS_SHOGI, NULL, write_position, ""},
};

static const Format *find_format(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(formats); i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}

static const Format *format_of_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < COUNT_OF(formats); i++)
        if (formats[i].ending && strcasecmp(formats[i].ending, dot) == 0)
            return &formats[i];
    return NULL;
}

/* Every good game is converted; a bad one is named and makes the command fail. */
static int convert_all(const Format *from, const Format *to, const char *path, Span text)
{
    Record record;
    Diag diag;
    Text out = TEXT_EMPTY;
    int status = EXIT_GOOD, written = 0;
    record_init(&record, from->games == HOLDS_CHESS ? RECORD_CHESS : RECORD_SHOGI);
    for (;;) {
        bool good = from->read(&text, &record, &diag);
        if (!good && !diag.error[0])
            break;
        if (diag.warning[0])
            options_complain("convert", "warning: %s: %s", path, diag.warning);
        if (!good) {
            status = options_complain("convert", "%s: %s", path, diag.error);
            continue;
        }
        if (written++)
            text_add(&out, to->between);
        to->write(&record, &out);
        fputs(text_cstr(&out), stdout);
        text_clear(&out);
    }
    if (written == 0 && status == EXIT_GOOD)
        status = options_complain("convert", "%s: no game in it", path);
    text_free(&out);
    record_free(&record);
    return status;
}

int convert_command(int argc, char **argv)
{
    const char *in = NULL, *from_name = NULL, *to_name = "position";
    const Option options[] = {
        {"in", "FILE", OPTION_TEXT, &in, 0, 0, "The records; UTF-8 or Shift-JIS"},
        {"from", "FORMAT", OPTION_TEXT, &from_name, 0, 0,
         "pgn, csa or kif; by the file's name when left out"},
        {"to", "FORMAT", OPTION_TEXT, &to_name, 0, 0,
         "pgn, csa, kif, or position (default): a command for the protocols"},
    };
    options_parse("Converts game records.", options, COUNT_OF(options), argc, argv);
    if (!in)
        return options_complain("convert", "--in is needed; see tenuki convert --help");
    const Format *from = from_name ? find_format(from_name) : format_of_file(in);
    const Format *to = find_format(to_name);
    if (!from || !from->read)
        return options_complain("convert", "--from must be pgn, csa or kif");
    if (!to)
        return options_complain("convert", "--to: unknown format '%s'", to_name);
    if (!(from->games & to->games))
        return options_complain("convert", "%s cannot hold a game of %s", to->name, from->name);
    Diag diag;
    diag_clear(&diag);
    Text bytes = TEXT_EMPTY, text = TEXT_EMPTY;
    int status = EXIT_BAD_INPUT;
    if (file_read(in, RECORD_FILE_MAX, &bytes, &diag)
        && record_decode((Span){text_cstr(&bytes), bytes.length}, &text, &diag))
        status = convert_all(from, to, in, (Span){text_cstr(&text), text.length});
    else
        options_complain("convert", "%s", diag.error);
    text_free(&bytes);
    text_free(&text);
    return status;
}
