/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/convert.h"

#include "base/file.h"
#include "base/terminal.h"
#include "engine/games.h"
#include "lab/options.h"
#include "lab/progress.h"
#include "record/formats.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

/* Without `to` as commands for the protocols. Every good game is converted; a bad one is named and
 * makes the command fail. */
static int convert_all(const RecordFormat *from, const RecordFormat *to, const char *path,
                       Span text)
{
    Record record;
    Diag diag;
    bool on_terminal = terminal_can_draw(STDOUT_FILENO);
    Text out = TEXT_EMPTY;
    int status = EXIT_GOOD, written = 0;
    int64_t whole = (int64_t)text.length;
    Progress progress;
    progress_begin(&progress, "convert");
    record_init(&record, from->game);
    for (;;) {
        bool good = from->read(&text, &record, &diag);
        if (!good && !diag.error[0])
            break;
        if (diag.warning[0] || !good)
            progress_end(&progress);
        if (diag.warning[0])
            options_complain("convert", "warning: %s: %s", path, diag.warning);
        if (!good) {
            status = options_complain("convert", "%s: %s", path, diag.error);
            continue;
        }
        if (written++ && to)
            text_add(&out, to->between);
        (to ? to->write : write_position)(&record, &out);
        fputs(text_cstr(&out), stdout);
        text_clear(&out);
        /* On a terminal the games themselves show how far it is. */
        if (!on_terminal)
            progress_show_part(&progress, whole - (int64_t)text.length, whole, written, "games");
    }
    progress_end(&progress);
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
        {"from", "pgn|csa|kif", OPTION_CHOICE, &from_name, 0, 0,
         "What they are; by the file's name when left out"},
        {"to", "pgn|csa|kif|position", OPTION_CHOICE, &to_name, 0, 0,
         "What they become; position (default) is a command for the protocols"},
    };
    options_parse("Converts game records.", options, COUNT_OF(options), argc, argv);
    if (!in)
        return options_complain("convert", "--in is needed; see tenuki convert --help");
    const RecordFormat *from =
        from_name ? record_format_find(from_name) : record_format_of_file(in);
    const RecordFormat *to = record_format_find(to_name);
    if (!from)
        return options_complain("convert", "%.200s: its name does not say what it is: give --from",
                                in);
    if (to && from->game != to->game)
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
