/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/diagram.h"

#include "shogi/sfen.h"

/* One character a piece, as diagrams have them: 杏 圭 全 for the promoted lance, knight, silver. */
static const char *const kanji[SHOGI_TYPES] = {"・", "歩", "香", "桂", "銀", "角", "飛", "金",
                                               "玉", "と", "杏", "圭", "全", "馬", "龍"};
static const char *const digits[] = {"〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"};

/* The order in which hands are counted. */
static const ShogiType hand_order[] = {SHOGI_ROOK,   SHOGI_BISHOP, SHOGI_GOLD, SHOGI_SILVER,
                                       SHOGI_KNIGHT, SHOGI_LANCE,  SHOGI_PAWN};

static void add_kanji_number(Text *text, int number)
{
    if (number >= 10)
        text_add(text, "十");
    if (number % 10)
        text_add(text, digits[number % 10]);
}

static void add_hand(const ShogiPosition *pos, Side side, bool letters, Text *text)
{
    if (letters)
        text_printf(text, "%s in hand:", side == FIRST ? "Black" : "White");
    else
        text_printf(text, "%sの持駒：", side == FIRST ? "先手" : "後手");
    bool any = false;
    for (size_t i = 0; i < COUNT_OF(hand_order); i++) {
        int count = shogi_hand_count(pos, side, hand_order[i]);
        if (count == 0)
            continue;
        if (letters) {
            text_printf(text, " %c", shogi_type_letter(hand_order[i]));
            if (count > 1)
                text_printf(text, "%d", count);
        } else {
            text_add(text, any ? "　" : "");
            text_add(text, kanji[hand_order[i]]);
            if (count > 1)
                add_kanji_number(text, count);
        }
        any = true;
    }
    if (!any)
        text_add(text, letters ? " nothing" : "なし");
    text_add_char(text, '\n');
}

static void add_letter_square(ShogiPiece piece, Text *text)
{
    ShogiType type = shogi_type_of(piece);
    if (!piece) {
        text_add(text, "  .");
        return;
    }
    char letter = shogi_type_letter(type > SHOGI_KING ? shogi_unpromoted(type) : type);
    if (shogi_side_of(piece) == SECOND)
        letter = (char)(letter | 0x20);
    text_printf(text, " %c%c", type > SHOGI_KING ? '+' : ' ', letter);
}

static void add_kanji_square(ShogiPiece piece, Text *text)
{
    text_add(text, piece && shogi_side_of(piece) == SECOND ? "v" : " ");
    text_add(text, kanji[shogi_type_of(piece)]);
}

void shogi_draw(const ShogiPosition *pos, bool letters, Text *text)
{
    static const char rule[] = "+---------------------------+\n";
    add_hand(pos, SECOND, letters, text);
    text_add(text, letters ? "   9  8  7  6  5  4  3  2  1\n" : "  ９ ８ ７ ６ ５ ４ ３ ２ １\n");
    text_add(text, rule);
    for (int rank = 0; rank < 9; rank++) {
        text_add_char(text, '|');
        for (int file = 8; file >= 0; file--) {
            ShogiPiece piece = shogi_piece_at(pos, shogi_square(file, rank));
            if (letters)
                add_letter_square(piece, text);
            else
                add_kanji_square(piece, text);
        }
        if (letters)
            text_printf(text, "| %c\n", 'a' + rank);
        else
            text_printf(text, "|%s\n", digits[rank + 1]);
    }
    text_add(text, rule);
    add_hand(pos, FIRST, letters, text);
    text_printf(text, "%s to move\n", pos->side_to_move == FIRST ? "Black" : "White");
}
