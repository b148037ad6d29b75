/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/games.h"

static const GameOps *const games[] = {&chess_ops, &shogi_ops};

void games_init(void)
{
    for (size_t i = 0; i < COUNT_OF(games); i++)
        games[i]->init();
}

const GameOps *games_find(Span name)
{
    for (size_t i = 0; i < COUNT_OF(games); i++)
        if (span_is_nocase(name, games[i]->name))
            return games[i];
    return NULL;
}
