/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_MATE1_H
#define TENUKI_SHOGI_MATE1_H

#include "shogi/position.h"

/* A legal move that mates at once, or SHOGI_MOVE_NONE if there is none; in check too. The position
 * has room for one more move and is left as it was. */
ShogiMove shogi_mate_in_one(ShogiPosition *pos);

#endif
