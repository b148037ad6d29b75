/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_LOAD_H
#define TENUKI_ENGINE_LOAD_H

/* Games out of files, ready to go on with. */

#include "search/gameops.h"

/* Plays the game of that number, from 1, of a PGN, CSA or KIF file. On error the position is as it
 * was. */
bool load_game(const char *path, int number, const GameOps *game, GamePosition *pos, Diag *diag);

#endif
