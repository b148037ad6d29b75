/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_PERFT_H
#define TENUKI_SEARCH_PERFT_H

#include "search/game.h"

/* Leaves of the legal move tree, those of the last ply counted without being made. The depth is at
 * least 1 and the position has room for it. */
uint64_t search_perft(Position *pos, int depth);

#endif
