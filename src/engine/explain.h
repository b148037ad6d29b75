/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_EXPLAIN_H
#define TENUKI_ENGINE_EXPLAIN_H

#include "search/gameops.h"

/* Where a static evaluation comes from, for people: material, the parts of the net, and what each
 * piece is worth where it stands. Both kings must be there. */
void explain_evaluation(const GameOps *game, const GamePosition *pos, const Net *net, Text *text);

#endif
