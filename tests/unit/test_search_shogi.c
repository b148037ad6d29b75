/* SPDX-License-Identifier: GPL-3.0-or-later */
#define GAME_SHOGI
#include "plain_search.h"

Test(plain, shogi)
{
    game_init();
    compare_with_plain("tests/data/positions/shogi.txt", PARAM_SHOGI);
}
