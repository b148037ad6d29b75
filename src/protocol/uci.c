/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The Universal Chess Interface (Meyer-Kahlen and Huber). */

#include "protocol/session.h"

/* In moves of the side that mates; a side that is mated already is mated in 0. */
static void write_mate(int plies, Text *text)
{
    text_printf(text, "%d", plies > 0 ? (plies + 1) / 2 : plies / 2);
}

const Dialect uci_dialect = {
    .hello = "uci",
    .ok = "uciok",
    .no_move = "0000",
    .overhead = 10,
    .spaces = true,
    .write_mate = write_mate,
};
