/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/attacks.h"
#include "shogi/features.h"
#include "shogi/movegen.h"
#include "shogi/psq.h"
#include "shogi/zobrist.h"

void shogi_init(void)
{
    static bool filled;
    if (filled)
        return;
    filled = true;
    shogi_attacks_init();
    shogi_movegen_init();
    shogi_psq_init();
    shogi_features_init();
    shogi_zobrist_init();
}
