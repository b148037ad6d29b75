/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/notation.h"

#include "shogi/sfen.h"

static const char *const KANJI[SHOGI_TYPES] = {
    [SHOGI_NO_TYPE] = "",        [SHOGI_PAWN] = "歩",        [SHOGI_LANCE] = "香",
    [SHOGI_KNIGHT] = "桂",       [SHOGI_SILVER] = "銀",      [SHOGI_BISHOP] = "角",
    [SHOGI_ROOK] = "飛",         [SHOGI_GOLD] = "金",        [SHOGI_KING] = "玉",
    [SHOGI_PRO_PAWN] = "と",     [SHOGI_PRO_LANCE] = "成香", [SHOGI_PRO_KNIGHT] = "成桂",
    [SHOGI_PRO_SILVER] = "成銀", [SHOGI_HORSE] = "馬",       [SHOGI_DRAGON] = "龍",
};
static const char *const FILES[9] = {"１", "２", "３", "４", "５", "６", "７", "８", "９"};
static const char *const RANKS[9] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};

const char *shogi_type_kanji(ShogiType type) { return KANJI[type]; }

static ShogiType moving_type(const ShogiPosition *before, ShogiMove move)
{
    return shogi_is_drop(move) ? shogi_drop_type(move)
                               : shogi_type_of(before->board[shogi_from(move)]);
}

/* The other pieces of the same name that could go to the same square, pinned or not: a reader looks
 * at how pieces move, not at what would follow. */
static ShogiBits rivals(const ShogiPosition *before, ShogiMove move)
{
    ShogiBits found =
        shogi_attackers(before, before->side_to_move, shogi_to(move), shogi_occupied(before))
        & before->by_type[moving_type(before, move)];
    return shogi_is_drop(move) ? found : found & ~shogi_bits(shogi_from(move));
}

static bool may_promote(const ShogiPosition *before, ShogiMove move)
{
    Side us = before->side_to_move;
    return !shogi_is_drop(move) && shogi_can_promote(moving_type(before, move))
        && (shogi_relative_rank(us, shogi_from(move)) <= 2
            || shogi_relative_rank(us, shogi_to(move)) <= 2);
}

/* -1, 0, 1: a piece that goes forward, sideways, back. */
static int action(Side us, int from, int to)
{
    int ranks = shogi_relative_rank(us, to) - shogi_relative_rank(us, from);
    return (ranks > 0) - (ranks < 0);
}

/* -1, 0, 1: a piece that comes from the right, from straight behind or ahead, from the left. */
static int origin(Side us, int from, int to)
{
    int files = shogi_file(from) - shogi_file(to);
    if (us == SECOND)
        files = -files;
    return (files > 0) - (files < 0);
}

static const char *action_name(int how) { return how < 0 ? "上" : how > 0 ? "引" : "寄"; }

/* Two horses or dragons are told apart by who stands further left, since either of them may be the
 * one straight behind. */
static const char *side_of_pair(Side us, int from, int rival)
{
    return origin(us, from, rival) > 0 ? "左" : "右";
}

/* The action alone if it tells the piece from its rivals, else where it comes from, else both. */
static void add_distinction(const ShogiPosition *before, ShogiMove move, Text *text)
{
    ShogiBits others = rivals(before, move);
    if (!others)
        return;
    if (shogi_is_drop(move)) {
        text_add(text, "打");
        return;
    }
    Side us = before->side_to_move;
    ShogiType type = moving_type(before, move);
    int from = shogi_from(move), to = shogi_to(move);
    int how = action(us, from, to), where = origin(us, from, to);
    int rival = shogi_bits_first(others);
    bool same_action = false, same_origin = false;
    while (others) {
        int other = shogi_bits_take(&others);
        same_action |= action(us, other, to) == how;
        same_origin |= origin(us, other, to) == where;
    }
    if (!same_action) {
        text_add(text, action_name(how));
    } else if (type == SHOGI_HORSE || type == SHOGI_DRAGON) {
        text_add(text, side_of_pair(us, from, rival));
    } else if (where == 0) {
        text_add(text, "直");
    } else {
        text_add(text, where > 0 ? "左" : "右");
        if (same_origin)
            text_add(text, action_name(how));
    }
}

void shogi_move_to_japanese(const ShogiPosition *before, ShogiMove move, Text *text)
{
    int to = shogi_to(move);
    ShogiMove last = before->state->move;
    text_add(text, before->side_to_move == FIRST ? "▲" : "△");
    if (last != SHOGI_MOVE_NONE && last != SHOGI_MOVE_NULL && shogi_to(last) == to) {
        text_add(text, "同　");
    } else {
        text_add(text, FILES[shogi_file(to)]);
        text_add(text, RANKS[shogi_rank(to)]);
    }
    text_add(text, KANJI[moving_type(before, move)]);
    add_distinction(before, move, text);
    if (shogi_promotes(move))
        text_add(text, "成");
    else if (may_promote(before, move))
        text_add(text, "不成");
}

void shogi_move_to_western(const ShogiPosition *before, ShogiMove move, Text *text)
{
    int from = shogi_from(move), to = shogi_to(move);
    ShogiType type = moving_type(before, move);
    if (type > SHOGI_KING)
        text_add_char(text, '+');
    text_add_char(text, shogi_type_letter(shogi_unpromoted(type)));
    if (shogi_is_drop(move)) {
        text_add_char(text, '*');
    } else {
        if (rivals(before, move))
            text_printf(text, "%d%c", shogi_file(from) + 1, 'a' + shogi_rank(from));
        text_add_char(text, before->board[to] ? 'x' : '-');
    }
    text_printf(text, "%d%c", shogi_file(to) + 1, 'a' + shogi_rank(to));
    if (shogi_promotes(move))
        text_add_char(text, '+');
    else if (may_promote(before, move))
        text_add_char(text, '=');
}
