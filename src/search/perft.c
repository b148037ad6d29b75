/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/perft.h"

uint64_t search_perft(Position *pos, int depth)
{
    Move list[LIST_SIZE], *end = game_generate_all(pos, list);
    if (depth <= 1)
        return (uint64_t)(end - list);
    uint64_t leaves = 0;
    for (Move *move = list; move < end; move++) {
        game_make(pos, *move);
        leaves += search_perft(pos, depth - 1);
        game_unmake(pos);
    }
    return leaves;
}
