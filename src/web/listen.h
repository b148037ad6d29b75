/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_LISTEN_H
#define TENUKI_WEB_LISTEN_H

/* What a search says, kept for the session and sent to who listens. Runs in the searching thread.
 */

#include "web/tab.h"

EngineListener listen_to(Tab *tab);

/* "cp" or "mate": moves in chess, plies in shogi, as players of each count them. */
void listen_write_score(const GameOps *game, int score, const char *key, Text *text);

#endif
