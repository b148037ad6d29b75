/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_GAMES_H
#define TENUKI_ENGINE_GAMES_H

/* The games there are. */

#include "search/gameops.h"

/* Fills the tables of all games. Once, before any thread. */
void games_init(void);
/* NULL when there is no game of that name. */
const GameOps *games_find(Span name);

#endif
