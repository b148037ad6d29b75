/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_GAME_H
#define TENUKI_SEARCH_GAME_H

/* The contract between this folder and a game. Every file here is compiled once per game, with
 * GAME_CHESS or GAME_SHOGI defined: the types differ, the source does not. */

#include "base/text.h"

#if defined(GAME_CHESS)
#include "search/game_chess.h"
#define GAME_SUFFIXED(name) chess_##name
#elif defined(GAME_SHOGI)
#include "search/game_shogi.h"
#define GAME_SUFFIXED(name) shogi_##name
#else
#error "define GAME_CHESS or GAME_SHOGI"
#endif

/* The rename list: what this folder exports, so that both compilations link. */
#define search_perft GAME_SUFFIXED(search_perft)
#define game_ops GAME_SUFFIXED(ops)

#endif
