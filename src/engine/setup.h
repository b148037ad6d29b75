/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_SETUP_H
#define TENUKI_ENGINE_SETUP_H

/* Positions as the protocols and the command line name them. */

#include "search/gameops.h"

typedef enum {
    SETUP_PROTOCOL, /* startpos | fen F | sfen S, then moves */
    SETUP_RELAXED,  /* the same, or the position without a word before it */
} SetupForm;

/* Sets the position and plays "moves ..." on it. On error the position is as it was. */
bool setup_position(const GameOps *game, GamePosition *pos, Span text, SetupForm form, Diag *diag);

#endif
