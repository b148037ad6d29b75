/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/show.h"

#include "engine/describe.h"
#include "lab/options.h"

#include <stdio.h>

int show_command(int argc, char **argv)
{
    const GameOps *game = &chess_ops;
    const char *position = NULL;
    bool letters = false, json = false;
    const Option options[] = {
        {"game", "GAME", OPTION_GAME, &game, 0, 0, "chess (default) or shogi"},
        {"position", "POSITION", OPTION_TEXT, &position, 0, 0,
         "startpos (default), or a FEN or SFEN; \"moves ...\" may follow"},
        {"letters", NULL, OPTION_FLAG, &letters, 0, 0, "Letters instead of figurines or kanji"},
        {"json", NULL, OPTION_FLAG, &json, 0, 0, "One JSON object for programs"},
    };
    options_parse("Shows a position: the board, its key, checkers, repetition and legal moves.",
                  options, COUNT_OF(options), argc, argv);
    GamePosition *pos = options_position("show", game, position);
    if (!pos)
        return EXIT_BAD_INPUT;
    Text text = TEXT_EMPTY;
    if (json) {
        describe_json(game, pos, &text);
    } else {
        describe_position(game, pos, letters, &text);
        describe_moves(game, pos, letters ? MOVE_WESTERN : MOVE_PEOPLE, &text);
    }
    fputs(text_cstr(&text), stdout);
    text_free(&text);
    game->destroy(pos);
    return EXIT_GOOD;
}
