/* SPDX-License-Identifier: GPL-3.0-or-later */
#define GAME_SHOGI
#define START_EVEN(rng, text) start_shogi_handicap(rng, text)
#define START_SCATTERED(rng, text) start_shogi_scattered(rng, false, text)
#include <stdlib.h>
#include "play_net.h"

bool play_net_shogi(PlayGame *play) { return play_walk(play); }
