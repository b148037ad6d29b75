/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/load.h"

#include "base/file.h"
#include "record/formats.h"

static bool find_game(const RecordFormat *format, const char *path, Span text, int number,
                      Record *record, Diag *diag)
{
    for (int i = 1; i <= number; i++) {
        Diag trouble;
        bool good = format->read(&text, record, &trouble);
        if (!good && !trouble.error[0])
            return diag_error(diag, "%.200s: no game %d in it", path, number);
        if (i == number)
            return good || diag_error(diag, "%.200s: %s", path, trouble.error);
    }
    return false;
}

static bool play(const GameOps *game, const Record *record, GamePosition *pos, Diag *diag)
{
    GamePosition *fresh = game->create();
    bool good = !record->start || game->set(fresh, span_of(record->start), diag);
    for (size_t i = 0; good && i < record->move_count; i++)
        game->make(fresh, record->moves[i].move);
    if (good)
        game->copy(pos, fresh);
    game->destroy(fresh);
    return good;
}

bool load_game(const char *path, int number, const GameOps *game, GamePosition *pos, Diag *diag)
{
    const RecordFormat *format = record_format_of_file(path);
    if (!format)
        return diag_error(diag, "%.200s: neither .pgn nor .csa nor .kif", path);
    const GameOps *played = format->game == RECORD_CHESS ? &chess_ops : &shogi_ops;
    if (played != game)
        return diag_error(diag, "%.200s is a game of %s, and %s is played here", path, played->name,
                          game->name);
    Text bytes = TEXT_EMPTY, text = TEXT_EMPTY;
    Record record;
    record_init(&record, format->game);
    bool good =
        file_read(path, RECORD_FILE_MAX, &bytes, diag)
        && record_decode((Span){text_cstr(&bytes), bytes.length}, &text, diag)
        && find_game(format, path, (Span){text_cstr(&text), text.length}, number, &record, diag)
        && play(game, &record, pos, diag);
    record_free(&record);
    text_free(&bytes);
    text_free(&text);
    return good;
}
