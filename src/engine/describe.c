/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/describe.h"

#include <inttypes.h>

static const char *side_name(const GameOps *game, const GamePosition *pos)
{
    return game->side_to_move(pos) == FIRST ? game->first : game->second;
}

void describe_position(const GameOps *game, const GamePosition *pos, bool letters, Text *text)
{
    GameFacts facts;
    game->describe(pos, &facts);
    game->draw(pos, letters, text);
    text_printf(text, "\n%s: ", game->setup_word);
    game->get(pos, text);
    text_printf(text, "\nkey: %016" PRIx64 "\n", facts.key);
    text_printf(text, "checkers: %s\n", facts.in_check ? facts.checkers : "none");
    text_printf(text, "occurrences: %d\n", facts.occurrences);
    if (facts.end)
        text_printf(text, "game over: %s, %s\n", facts.end, facts.result);
    else
        text_add(text, "game: goes on\n");
}

void describe_moves(const GameOps *game, GamePosition *pos, MoveStyle style, Text *text)
{
    enum { LINE_LENGTH = 90 };
    GameMove list[GAME_LIST_SIZE];
    int count = game->legal_moves(pos, list);
    text_printf(text, "%d legal move%s", count, count == 1 ? "" : "s");
    size_t line_start = text->length;
    for (int i = 0; i < count; i++) {
        bool wraps = i == 0 || text->length - line_start > LINE_LENGTH;
        text_add(text, i == 0 ? ":\n  " : wraps ? "\n  " : "  ");
        if (wraps)
            line_start = text->length;
        game->write_move(pos, list[i], MOVE_PROTOCOL, text);
        if (style != MOVE_PROTOCOL) {
            text_add_char(text, ' ');
            game->write_move(pos, list[i], style, text);
        }
    }
    text_add_char(text, '\n');
}

static void add_json_words(Text *text, Span words)
{
    Span word;
    text_add_char(text, '[');
    for (bool first = true; span_next_word(&words, &word); first = false)
        text_printf(text, "%s\"%.*s\"", first ? "" : ", ", SPAN_ARG(word));
    text_add_char(text, ']');
}

static void add_json_move(const GameOps *game, GamePosition *pos, GameMove move, MoveStyle style,
                          Text *text)
{
    Text name = TEXT_EMPTY;
    game->write_move(pos, move, style, &name);
    text_add_json(text, text_cstr(&name));
    text_free(&name);
}

void describe_json(const GameOps *game, GamePosition *pos, Text *text)
{
    GameFacts facts;
    GameMove list[GAME_LIST_SIZE];
    Text position = TEXT_EMPTY;
    game->describe(pos, &facts);
    game->get(pos, &position);
    text_printf(text, "{\"game\": \"%s\", \"position\": ", game->name);
    text_add_json(text, text_cstr(&position));
    text_free(&position);
    text_printf(text, ", \"side\": \"%s\", \"key\": \"%016" PRIx64 "\", \"in_check\": %s",
                side_name(game, pos), facts.key, facts.in_check ? "true" : "false");
    text_add(text, ", \"checkers\": ");
    add_json_words(text, span_of(facts.checkers));
    text_printf(text, ", \"occurrences\": %d, \"mate_only\": %s", facts.occurrences,
                game->is_mate_only(pos) ? "true" : "false");
    text_add(text, ", \"end\": ");
    if (facts.end)
        text_add_json(text, facts.end);
    else
        text_add(text, "null");
    text_printf(text, ", \"result\": \"%s\", \"legal_moves\": [", facts.result);
    int count = game->legal_moves(pos, list);
    for (int i = 0; i < count; i++) {
        text_add(text, i ? ", {\"move\": " : "{\"move\": ");
        add_json_move(game, pos, list[i], MOVE_PROTOCOL, text);
        text_add(text, ", \"name\": ");
        add_json_move(game, pos, list[i], MOVE_PEOPLE, text);
        text_add_char(text, '}');
    }
    text_add(text, "]}\n");
}
