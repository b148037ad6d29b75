/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/kif_words.h"

#include "shogi/sfen.h"

#include <string.h>

const KifuEnding kif_endings[KIF_ENDINGS] = {
    {"投了", RECORD_END_RESIGN, KIFU_MOVER_LOSES},
    {"詰み", RECORD_END_MATE, KIFU_MOVER_LOSES},
    {"詰み", RECORD_END_STALEMATE, KIFU_MOVER_LOSES},
    {"切れ負け", RECORD_END_TIME, KIFU_MOVER_LOSES},
    {"反則負け", RECORD_END_ILLEGAL, KIFU_MOVER_LOSES},
    {"反則勝ち", RECORD_END_ILLEGAL, KIFU_MOVER_WINS},
    {"反則負け", RECORD_END_PERPETUAL, KIFU_MOVER_LOSES},
    {"反則勝ち", RECORD_END_PERPETUAL, KIFU_MOVER_WINS},
    {"入玉勝ち", RECORD_END_DECLARATION, KIFU_MOVER_WINS},
    {"千日手", RECORD_END_REPETITION, KIFU_DRAW},
    {"持将棋", RECORD_END_IMPASSE, KIFU_DRAW},
    {"引き分け", RECORD_END_NONE, KIFU_DRAW},
    {"最大手数", RECORD_END_MAX_MOVES, KIFU_DRAW},
    {"中断", RECORD_END_INTERRUPTED, KIFU_OPEN},
    {"封じ手", RECORD_END_INTERRUPTED, KIFU_OPEN},
    {"不戦敗", RECORD_END_ABANDONED, KIFU_MOVER_LOSES},
    {"不戦勝", RECORD_END_ABANDONED, KIFU_MOVER_WINS},
    {"不詰", RECORD_END_NO_MATE, KIFU_OPEN},
    {"不詰み", RECORD_END_NO_MATE, KIFU_OPEN},
};

const KifuTag kif_tags[KIF_TAGS] = {
    {"開始日時", "StartTime"}, {"終了日時", "EndTime"},     {"棋戦", "Event"}, {"戦型", "Opening"},
    {"場所", "Site"},          {"持ち時間", "TimeControl"}, {"先手", "Black"}, {"後手", "White"},
};

/* Longer names stand before those they begin with. */
static const struct {
    const char *name;
    ShogiType type;
} piece_names[] = {
    {"成香", SHOGI_PRO_LANCE}, {"成桂", SHOGI_PRO_KNIGHT}, {"成銀", SHOGI_PRO_SILVER},
    {"歩", SHOGI_PAWN},        {"香", SHOGI_LANCE},        {"桂", SHOGI_KNIGHT},
    {"銀", SHOGI_SILVER},      {"金", SHOGI_GOLD},         {"角", SHOGI_BISHOP},
    {"飛", SHOGI_ROOK},        {"玉", SHOGI_KING},         {"王", SHOGI_KING},
    {"と", SHOGI_PRO_PAWN},    {"杏", SHOGI_PRO_LANCE},    {"圭", SHOGI_PRO_KNIGHT},
    {"全", SHOGI_PRO_SILVER},  {"馬", SHOGI_HORSE},        {"龍", SHOGI_DRAGON},
    {"竜", SHOGI_DRAGON},
};

/* The squares that a handicap empties. Left and right are those of the giver, who sits at the
 * top: his left is file 1. */
static const struct {
    const char *name;
    const char *squares;
} handicaps[] = {
    {"平手", ""},
    {"香落ち", "11"},
    {"右香落ち", "91"},
    {"角落ち", "22"},
    {"飛車落ち", "82"},
    {"飛香落ち", "8211"},
    {"二枚落ち", "8222"},
    {"三枚落ち", "822211"},
    {"四枚落ち", "82221191"},
    {"五枚落ち", "8222119181"},
    {"左五枚落ち", "8222119121"},
    {"六枚落ち", "822211912181"},
    {"左七枚落ち", "82221191218131"},
    {"右七枚落ち", "82221191218171"},
    {"八枚落ち", "8222119121813171"},
    {"十枚落ち", "82221191218131714161"},
};

/* ---- Taking words off a line ---- */

bool kif_take(Span *rest, const char *word)
{
    size_t length = strlen(word);
    if (rest->length < length || memcmp(rest->at, word, length) != 0)
        return false;
    *rest = (Span){rest->at + length, rest->length - length};
    return true;
}

void kif_skip_blanks(Span *rest)
{
    while (kif_take(rest, " ") || kif_take(rest, "\t") || kif_take(rest, "　"))
        continue;
}

Span kif_trim(Span text)
{
    static const char wide[] = "　";
    size_t width = sizeof wide - 1;
    kif_skip_blanks(&text);
    for (;;) {
        text = span_trim(text);
        if (text.length < width || memcmp(text.at + text.length - width, wide, width) != 0)
            return text;
        text.length -= width;
    }
}

bool kif_contains(Span text, const char *word)
{
    return memmem(text.at, text.length, word, strlen(word)) != NULL;
}

bool kif_take_digit(Span *rest, int *digit)
{
    static const char *const digits[][3] = {
        {"1", "１", "一"}, {"2", "２", "二"}, {"3", "３", "三"},
        {"4", "４", "四"}, {"5", "５", "五"}, {"6", "６", "六"},
        {"7", "７", "七"}, {"8", "８", "八"}, {"9", "９", "九"},
    };
    for (int i = 0; i < 9; i++) {
        if (kif_take(rest, digits[i][0]) || kif_take(rest, digits[i][1])
            || kif_take(rest, digits[i][2])) {
            *digit = i + 1;
            return true;
        }
    }
    return false;
}

bool kif_take_count(Span *rest, int *count)
{
    int digit, value = 0;
    if (kif_take_digit(rest, &digit))
        value = digit;
    if (kif_take(rest, "十"))
        value = 10 * (value ? value : 1);
    else if (value > 0 && (kif_take(rest, "0") || kif_take(rest, "０")))
        value *= 10;
    else if (value > 0 && kif_take_digit(rest, &digit))
        value = 10 * value + digit;
    if (value > 0 && value % 10 == 0 && kif_take_digit(rest, &digit))
        value += digit;
    if (value == 0)
        return false;
    *count = value;
    return true;
}

bool kif_take_type(Span *rest, ShogiType *type)
{
    for (size_t i = 0; i < COUNT_OF(piece_names); i++) {
        if (kif_take(rest, piece_names[i].name)) {
            *type = piece_names[i].type;
            return true;
        }
    }
    return false;
}

const char *kif_board_kanji(ShogiType type)
{
    /* The two-character names come first in the table, the others are of one. */
    enum { LONG_NAMES = 3 };
    for (size_t i = LONG_NAMES; i < COUNT_OF(piece_names); i++)
        if (piece_names[i].type == type)
            return piece_names[i].name;
    BUG("no name for piece type %d", (int)type);
}

/* ---- Handicaps ---- */

static void set_handicap(size_t index, ShogiSetupBoard *setup)
{
    kifu_standard_board(setup);
    for (const char *at = handicaps[index].squares; *at; at += 2)
        setup->board[shogi_square(at[0] - '1', at[1] - '1')] = 0;
    setup->side = index == 0 ? FIRST : SECOND;
}

bool kif_handicap_setup(Span name, ShogiSetupBoard *setup)
{
    for (size_t i = 0; i < COUNT_OF(handicaps); i++) {
        if (span_is(name, handicaps[i].name)) {
            set_handicap(i, setup);
            return true;
        }
    }
    return false;
}

const char *kif_handicap_name(const char *sfen)
{
    const char *found = NULL;
    ShogiPosition *pos = shogi_new();
    Text text = TEXT_EMPTY;
    for (size_t i = 0; i < COUNT_OF(handicaps) && !found; i++) {
        ShogiSetupBoard setup;
        Diag diag;
        diag_clear(&diag);
        set_handicap(i, &setup);
        if (!shogi_set_board(pos, &setup, SHOGI_SETUP_GAME, &diag))
            BUG("handicap %zu: %s", i, diag.error);
        text_clear(&text);
        shogi_get_sfen(pos, &text);
        if (strcmp(text.data, sfen) == 0)
            found = handicaps[i].name;
    }
    text_free(&text);
    shogi_delete(pos);
    return found;
}
