/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/diagram.h"

/* Outlined figures are White's on paper, dark on light. */
static const char *const figurines[CHESS_PIECES] = {" ", "♙", "♘", "♗", "♖", "♕", "♔", " ",
                                                    " ", "♟", "♞", "♝", "♜", "♛", "♚", " "};
static const char letters_of[] = " PNBRQK  pnbrqk ";

void chess_draw(const ChessPosition *pos, bool letters, Text *text)
{
    static const char rule[] = "  +---+---+---+---+---+---+---+---+\n";
    for (int rank = 7; rank >= 0; rank--) {
        text_add(text, rule);
        text_printf(text, "%d ", rank + 1);
        for (int file = 0; file < 8; file++) {
            ChessPiece piece = pos->board[chess_square(file, rank)];
            if (letters)
                text_printf(text, "| %c ", letters_of[piece]);
            else
                text_printf(text, "| %s ", figurines[piece]);
        }
        text_add(text, "|\n");
    }
    text_add(text, rule);
    text_add(text, "    a   b   c   d   e   f   g   h\n");
    text_printf(text, "%s to move\n", pos->side == FIRST ? "White" : "Black");
}
