/* SPDX-License-Identifier: GPL-3.0-or-later */
#define GAME_CHESS
#include "plain_search.h"

Test(plain, chess)
{
    game_init();
    compare_with_plain("tests/data/positions/chess.txt", PARAM_CHESS);
}
