/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/chess960.h"

#include <ctype.h>

/* Puts a piece on the free square of that number, from the left. */
static void put(char row[8], int number, char piece)
{
    int square = 0;
    while (row[square] || number-- > 0)
        square++;
    row[square] = piece;
}

void chess960_start(int number, Text *fen)
{
    /* Where the two knights stand among the five squares that are left. */
    static const int knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                       {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    char row[8] = {0};
    row[number % 4 * 2 + 1] = 'B';
    number /= 4;
    row[number % 4 * 2] = 'B';
    number /= 4;
    put(row, number % 6, 'Q');
    number /= 6;
    /* The second one first, so that the first one's number still holds. */
    put(row, knights[number][1], 'N');
    put(row, knights[number][0], 'N');
    put(row, 0, 'R');
    put(row, 0, 'K');
    put(row, 0, 'R');
    for (int i = 0; i < 8; i++)
        text_add_char(fen, (char)tolower((unsigned char)row[i]));
    text_add(fen, "/pppppppp/8/8/8/8/PPPPPPPP/");
    text_add_span(fen, (Span){row, sizeof row});
    text_add(fen, " w KQkq - 0 1");
}
