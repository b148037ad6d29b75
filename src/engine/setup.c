/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/setup.h"

#include <string.h>

/* Splits at the word "moves": `text` keeps what is before it. False when the word is not there. */
static bool split_at_moves(Span *text, Span *moves)
{
    Span rest = *text, word;
    while (span_next_word(&rest, &word)) {
        if (span_is(word, "moves")) {
            text->length = (size_t)(word.at - text->at);
            *moves = rest;
            return true;
        }
    }
    return false;
}

static bool set_start(const GameOps *game, GamePosition *pos, Span text, SetupForm form, Diag *diag)
{
    Span rest = text, word, extra;
    if (!span_next_word(&rest, &word))
        return diag_error(diag, "position missing: expected startpos or %s", game->setup_word);
    if (span_is(word, "startpos")) {
        if (span_next_word(&rest, &extra))
            return diag_error(diag, "unexpected '%.*s' after startpos: the word 'moves' is missing",
                              SPAN_ARG(extra));
        return game->set(pos, span_of(game->start), diag);
    }
    if (span_is(word, game->setup_word))
        return game->set(pos, rest, diag);
    if (form == SETUP_RELAXED)
        return game->set(pos, text, diag);
    return diag_error(diag, "unknown position '%.*s': expected startpos or %s in %s",
                      SPAN_ARG(word), game->setup_word, game->name);
}

static bool play_moves(const GameOps *game, GamePosition *pos, Span moves, Diag *diag)
{
    Span word;
    for (int number = 1; span_next_word(&moves, &word); number++) {
        GameMove move;
        Diag inner;
        diag_clear(&inner);
        if (!game->read_move(pos, word, &move, &inner))
            return diag_error(diag, "%s (move %d of the list)", inner.error, number);
        game->make(pos, move);
    }
    return true;
}

bool setup_position(const GameOps *game, GamePosition *pos, Span text, SetupForm form, Diag *diag)
{
    Span moves = {text.at, 0};
    split_at_moves(&text, &moves);
    if (memchr(text.at, '\0', text.length) || memchr(moves.at, '\0', moves.length))
        return diag_error(diag, "illegal NUL byte in the position");
    GamePosition *fresh = game->create();
    bool good = set_start(game, fresh, text, form, diag) && play_moves(game, fresh, moves, diag);
    if (good)
        game->copy(pos, fresh);
    game->destroy(fresh);
    return good;
}
