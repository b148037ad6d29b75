/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The Universal Shogi Interface (Romstad), with what shogi programs have added to it. */

#include "protocol/session.h"

static void write_mate(int plies, Text *text) { text_printf(text, "%d", plies); }

const Dialect usi_dialect = {
    .hello = "usi",
    .ok = "usiok",
    .no_move = "resign",
    .overhead = 30,
    .declares = true,
    .tsume = true,
    .write_mate = write_mate,
};
