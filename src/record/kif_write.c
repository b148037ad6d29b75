/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/kif.h"

#include "record/kif_words.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"

#include <string.h>

static const char *const files[9] = {"１", "２", "３", "４", "５", "６", "７", "８", "９"};
static const char *const ranks[9] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};

/* In handicap games the players are called lower and upper hand. */
static const char *side_name(Side side, bool handicap)
{
    static const char *const names[2][2] = {{"先手", "後手"}, {"下手", "上手"}};
    return names[handicap][side];
}

/* ---- Headers ---- */

/* Whether a header of that name would be read back as one. */
static bool is_free_key(const char *key)
{
    static const char *const taken[] = {"変化", "まで", "手数", "手合割", "９"};
    bool letter = (*key >= 'a' && *key <= 'z') || (*key >= 'A' && *key <= 'Z') || (*key & 0x80);
    Span rest = span_of(key);
    for (size_t i = 0; i < COUNT_OF(taken); i++)
        if (kif_take(&rest, taken[i]))
            return false;
    return letter && !strchr(key, ':') && !strstr(key, "：") && !strstr(key, "の持駒");
}

static void write_tags(const Record *record, bool handicap, Text *text)
{
    for (size_t i = 0; i < KIF_TAGS; i++) {
        const char *key = kif_tags[i].key, *value = record_tag(record, kif_tags[i].tag);
        if (strcmp(key, "先手") == 0 || strcmp(key, "後手") == 0)
            key = side_name(strcmp(key, "先手") == 0 ? FIRST : SECOND, handicap);
        if (value)
            text_printf(text, "%s：%s\n", key, value);
    }
    for (size_t i = 0; i < record->tag_count; i++) {
        const RecordTag *tag = &record->tags[i];
        if (!kifu_key_of(kif_tags, KIF_TAGS, tag->name) && is_free_key(tag->name))
            text_printf(text, "%s：%s\n", tag->name, tag->value);
    }
}

static void write_hand(const ShogiPosition *pos, Side side, Text *text)
{
    static const ShogiType order[] = {
        SHOGI_ROOK, SHOGI_BISHOP, SHOGI_GOLD, SHOGI_SILVER, SHOGI_KNIGHT, SHOGI_LANCE, SHOGI_PAWN,
    };
    text_printf(text, "%sの持駒：", side_name(side, false));
    if (!pos->hand[side])
        text_add(text, "なし");
    for (size_t i = 0; i < COUNT_OF(order); i++) {
        int count = shogi_hand_count(pos, side, order[i]);
        if (count == 0)
            continue;
        text_add(text, shogi_type_kanji(order[i]));
        if (count >= 10)
            text_add(text, "十");
        if (count > 1 && count != 10)
            text_add(text, ranks[count % 10 - 1]);
        text_add(text, "　");
    }
    text_add_char(text, '\n');
}

static void write_board(const ShogiPosition *pos, Text *text)
{
    static const char border[] = "+---------------------------+\n";
    write_hand(pos, SECOND, text);
    text_add(text, "  ９ ８ ７ ６ ５ ４ ３ ２ １\n");
    text_add(text, border);
    for (int rank = 0; rank < 9; rank++) {
        text_add_char(text, '|');
        for (int file = 8; file >= 0; file--) {
            ShogiPiece piece = shogi_piece_at(pos, shogi_square(file, rank));
            text_add_char(text, piece && shogi_side_of(piece) == SECOND ? 'v' : ' ');
            text_add(text, piece ? kif_board_kanji(shogi_type_of(piece)) : "・");
        }
        text_printf(text, "|%s\n", ranks[rank]);
    }
    text_add(text, border);
    write_hand(pos, FIRST, text);
    if (pos->game_ply > 1)
        text_printf(text, "手数＝%d　まで\n", pos->game_ply - 1);
    text_printf(text, "%s番\n", side_name(pos->side_to_move, false));
}

/* ---- Moves ---- */

/* As wide as a terminal shows it: everything in a move that is not ASCII takes two columns. */
static int width_of(const Text *text)
{
    int width = 0;
    Span rest = {text->data, text->length};
    while (rest.length > 0)
        width += span_next_codepoint(&rest) < 0x80 ? 1 : 2;
    return width;
}

static void write_move(const ShogiPosition *pos, ShogiMove move, Text *text)
{
    int to = shogi_to(move), from = shogi_from(move);
    ShogiMove last = pos->state->move;
    if (last != SHOGI_MOVE_NONE && shogi_to(last) == to)
        text_add(text, "同　");
    else
        text_printf(text, "%s%s", files[shogi_file(to)], ranks[shogi_rank(to)]);
    if (shogi_is_drop(move)) {
        text_printf(text, "%s打", shogi_type_kanji(shogi_drop_type(move)));
        return;
    }
    text_printf(text, "%s%s(%d%d)", shogi_type_kanji(shogi_type_of(shogi_piece_at(pos, from))),
                shogi_promotes(move) ? "成" : "", shogi_file(from) + 1, shogi_rank(from) + 1);
}

static void write_moves(const Record *record, ShogiPosition *pos, Text *text)
{
    enum { MOVE_WIDTH = 13 };
    int64_t total[2] = {0, 0};
    Text name = TEXT_EMPTY;
    for (size_t i = 0; i < record->move_count; i++) {
        const RecordMove *move = &record->moves[i];
        if (!shogi_is_legal(pos, move->move))
            BUG("move %zu of a record is illegal", i + 1);
        text_clear(&name);
        write_move(pos, move->move, &name);
        text_printf(text, "%4zu %s", i + 1, name.data);
        if (move->time_ms >= 0) {
            int64_t spent = move->time_ms / 1000, sum = total[pos->side_to_move] += spent;
            text_printf(text, "%*s(%2lld:%02lld/%02lld:%02lld:%02lld)",
                        MOVE_WIDTH - width_of(&name), "", (long long)(spent / 60),
                        (long long)(spent % 60), (long long)(sum / 3600),
                        (long long)(sum / 60 % 60), (long long)(sum % 60));
        }
        text_add_char(text, '\n');
        if (move->comment)
            kifu_write_comment(text, "*", move->comment);
        shogi_reserve(pos, 1);
        shogi_make(pos, move->move);
    }
    text_free(&name);
}

/* ---- The end ---- */

/* A win that no word fits is left to the closing line. */
static const char *end_word(const Record *record, Side mover)
{
    const KifuEnding *exact = kifu_find_ending(kif_endings, KIF_ENDINGS, record, mover);
    if (exact)
        return exact->word;
    if (record->result == RECORD_UNKNOWN)
        return record->end == RECORD_END_NONE ? NULL : "中断";
    return record->result == RECORD_DRAW ? "引き分け" : NULL;
}

static void write_end(const Record *record, Side mover, bool handicap, Text *text)
{
    const char *word = end_word(record, mover);
    Side loser;
    bool decided = record_loser(record, &loser);
    if (word)
        text_printf(text, "%4zu %s\n", record->move_count + 1, word);
    if (!word && !decided)
        return;
    text_printf(text, "まで%zu手で", record->move_count);
    if (!decided)
        text_printf(text, "%s\n", word);
    else if (word
             && (record->end == RECORD_END_ILLEGAL || record->end == RECORD_END_PERPETUAL
                 || record->end == RECORD_END_DECLARATION))
        text_printf(text, "%sの%s\n", side_name(mover, handicap), word);
    else
        text_printf(text, "%s%sの勝ち\n",
                    word && record->end == RECORD_END_TIME ? "時間切れにより" : "",
                    side_name(other_side(loser), handicap));
}

void kif_write(const Record *record, Text *text)
{
    ShogiPosition *pos = kifu_start_position(record);
    const char *name = record->start ? kif_handicap_name(record->start) : "平手";
    bool handicap = record->start && name;
    text_add(text, "#KIF version=2.0 encoding=UTF-8\n");
    text_printf(text, "手合割：%s\n", name ? name : "その他");
    if (!name)
        write_board(pos, text);
    write_tags(record, handicap, text);
    text_add(text, "手数----指手---------消費時間--\n");
    if (record->comment)
        kifu_write_comment(text, "*", record->comment);
    write_moves(record, pos, text);
    write_end(record, pos->side_to_move, handicap, text);
    shogi_delete(pos);
}
