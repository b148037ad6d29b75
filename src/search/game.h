/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_GAME_H
#define TENUKI_SEARCH_GAME_H

/* The contract between this folder and a game. Every file here is compiled once per game, with
 * GAME_CHESS or GAME_SHOGI defined: the types differ, the source does not. */

#include "base/text.h"
#include "search/gameops.h"

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
#define mate_solve GAME_SUFFIXED(mate_solve)
#define mate_solver_new GAME_SUFFIXED(mate_solver_new)
#define mate_solver_delete GAME_SUFFIXED(mate_solver_delete)
#define mate_solver_proves GAME_SUFFIXED(mate_solver_proves)
#define movepick_start GAME_SUFFIXED(movepick_start)
#define movepick_start_noisy GAME_SUFFIXED(movepick_start_noisy)
#define movepick_next GAME_SUFFIXED(movepick_next)
#define movepick_quiet_history GAME_SUFFIXED(movepick_quiet_history)
#define movepick_noisy_history GAME_SUFFIXED(movepick_noisy_history)
#define learn_cutoff GAME_SUFFIXED(learn_cutoff)
#define learn_correction GAME_SUFFIXED(learn_correction)
#define cut_before_moves GAME_SUFFIXED(cut_before_moves)
#define quiesce GAME_SUFFIXED(quiesce)
#define search_node GAME_SUFFIXED(search_node)
#define worker_new GAME_SUFFIXED(worker_new)
#define worker_delete GAME_SUFFIXED(worker_delete)
#define worker_new_game GAME_SUFFIXED(worker_new_game)
#define worker_run GAME_SUFFIXED(worker_run)
#define worker_look_up GAME_SUFFIXED(worker_look_up)
#define worker_prepare GAME_SUFFIXED(worker_prepare)
#define judge_search GAME_SUFFIXED(judge_search)
#define plugged_at_node GAME_SUFFIXED(plugged_at_node)
#define plugged_reduces_node GAME_SUFFIXED(plugged_reduces_node)
#define plugged_skips GAME_SUFFIXED(plugged_skips)
#define plugged_write_fault GAME_SUFFIXED(plugged_write_fault)
#define watch_tell GAME_SUFFIXED(watch_tell)
#define watch_end GAME_SUFFIXED(watch_end)
#define watch_quiet_skip GAME_SUFFIXED(watch_quiet_skip)
#define watch_quiet_losers GAME_SUFFIXED(watch_quiet_losers)
#define watch_rest GAME_SUFFIXED(watch_rest)
#define watch_see_margin GAME_SUFFIXED(watch_see_margin)
#define watch_threshold GAME_SUFFIXED(watch_threshold)
#define watch_enter GAME_SUFFIXED(watch_enter)
#define watch_leave GAME_SUFFIXED(watch_leave)

#endif
