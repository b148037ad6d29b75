/* SPDX-License-Identifier: GPL-3.0-or-later */
#define GAME_CHESS
#define START_EVEN(rng, text) start_chess960(rng, text)
#define START_SCATTERED(rng, text) start_chess_scattered(rng, text)
#include <stdlib.h>
#include "play_net.h"

bool play_net_chess(PlayGame *play) { return play_walk(play); }
