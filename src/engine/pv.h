/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_PV_H
#define TENUKI_ENGINE_PV_H

/* A search's line made fit to be shown. The position is left as it was. */

#include "search/gameops.h"

/* Up to where the line is legal and the game goes on: it may have run on through a repetition or
 * the last of the fifty moves, where the table did not see the way it was reached. */
int pv_legal_length(const GameOps *game, GamePosition *pos, const GameRules *rules,
                    const GameMove *pv, int length);

/* A line that was cut off by the table just before its mate gets the last move back: `pv` has room
 * for it. Returns the new length. */
int pv_complete_mate(const GameOps *game, GamePosition *pos, GameMove *pv, int length, int score);

#endif
