/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/explain.h"

#include <ctype.h>

/* Pawns that the score of the piece's own side loses without it, everything else as it is. */
static double worth_of(const GameOps *game, const Net *net, const NetView *view, int which)
{
    NetView without = *view;
    without.codes[which] = without.codes[--without.count];
    int gain =
        net_parts(net, game->features, view).total - net_parts(net, game->features, &without).total;
    return (game->place(view->codes[which]).side == view->side ? gain : -gain) / 100.0;
}

/* The second side's pieces in small letters. */
static void add_letter(const GamePlace *place, int width, Text *text)
{
    char letter[4] = "";
    for (int i = 0; place->letter[i] && i < 3; i++) {
        char c = place->letter[i];
        letter[i] = place->side == FIRST ? c : (char)tolower((unsigned char)c);
    }
    text_printf(text, "%*s", width, letter);
}

static int find_at(const GameOps *game, const NetView *view, int row, int column)
{
    for (int i = 0; i < view->count; i++) {
        GamePlace place = game->place(view->codes[i]);
        if (place.row == row && place.column == column)
            return i;
    }
    return -1;
}

static void add_board(const GameOps *game, const Net *net, const NetView *view, Text *text)
{
    for (int row = 0; row < game->board_size; row++) {
        text_add_char(text, ' ');
        for (int column = 0; column < game->board_size; column++) {
            int which = find_at(game, view, row, column);
            if (which < 0) {
                text_add(text, "  .     ");
                continue;
            }
            GamePlace place = game->place(view->codes[which]);
            add_letter(&place, 3, text);
            if (place.is_king)
                text_add(text, "     ");
            else
                text_printf(text, "%5.1f", worth_of(game, net, view, which));
        }
        while (text->length > 0 && text->data[text->length - 1] == ' ')
            text->data[--text->length] = '\0';
        text_add_char(text, '\n');
    }
}

/* Of several pieces of a kind in hand only the last can be missed by itself. */
static bool is_last_in_hand(const GameOps *game, const NetView *view, int which)
{
    GamePlace place = game->place(view->codes[which]);
    if (which + 1 == view->count)
        return true;
    GamePlace next = game->place(view->codes[which + 1]);
    return next.row >= 0 || next.side != place.side || next.number != place.number + 1;
}

static void add_hands(const GameOps *game, const Net *net, const NetView *view, Text *text)
{
    for (int side = FIRST; side <= SECOND; side++) {
        bool any = false;
        for (int i = 0; i < view->count; i++) {
            GamePlace place = game->place(view->codes[i]);
            if (place.row >= 0 || place.side != (Side)side || !is_last_in_hand(game, view, i))
                continue;
            if (!any)
                text_printf(text, "%s in hand:", side == FIRST ? game->first : game->second);
            any = true;
            text_add_char(text, ' ');
            add_letter(&place, 1, text);
            if (place.number > 1)
                text_printf(text, " x%d", place.number);
            text_printf(text, "%s%.1f;", place.number > 1 ? ", the last " : " ",
                        worth_of(game, net, view, i));
        }
        if (any)
            text->data[text->length - 1] = '\n';
    }
}

void explain_evaluation(const GameOps *game, const GamePosition *pos, const Net *net, Text *text)
{
    const char *mover = game->side_to_move(pos) == FIRST ? game->first : game->second;
    text_printf(text, "material     %+7.2f  plain values of the pieces\n",
                game->material(pos) / 100.0);
    if (net) {
        NetView view;
        game->view(pos, &view);
        NetParts parts = net_parts(net, game->features, &view);
        text_printf(text, "linear part  %+7.2f  pieces where they stand, and the move\n",
                    parts.linear / 100.0);
        text_printf(text, "network part %+7.2f  how they stand together\n", parts.network / 100.0);
        text_add(text, "\nWhat each piece is worth here to its side, in pawns:\n");
        add_board(game, net, &view, text);
        add_hands(game, net, &view, text);
        text_add_char(text, '\n');
    } else {
        text_printf(text, "positional   %+7.2f  squares, structure, kings, and the move\n",
                    (game->evaluate(pos, NULL) - game->material(pos)) / 100.0);
    }
    text_printf(text, "evaluation: %d centipawns for %s, who is to move%s%s\n",
                game->evaluate(pos, net), mover, net ? "" : " (hand-written)",
                game->in_check(pos) ? " (in check: the search does not ask)" : "");
}
