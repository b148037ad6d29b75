/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/kif.h"

#include "record/kif_words.h"

#include <string.h>

typedef struct {
    KifuReader reader;
    ShogiSetupBoard setup;
    int ranks;          /* of a drawn board, read so far */
    bool begun;         /* anything but comments has been seen */
    bool playing;       /* the start position is settled */
    bool in_variations; /* what follows is no part of the game */
    int last_to;        /* of the last move in the file, even an illegal one; -1 before */
} KifReader;

/* Messages are ASCII, so a move is quoted as far as it can be understood. */
static const Span NO_TEXT = {"", 0};

/* ---- Headers and the start position ---- */

/* The part before a colon of either width; `rest` is left behind the colon. */
static bool take_key(Span *rest, Span *key)
{
    for (size_t i = 0; i < rest->length; i++) {
        Span behind = {rest->at + i, rest->length - i};
        if (kif_take(&behind, "：") || kif_take(&behind, ":")) {
            *key = kif_trim((Span){rest->at, i});
            *rest = behind;
            return key->length > 0;
        }
    }
    return false;
}

static const char *tag_of_key(Span key)
{
    if (span_is(key, "下手") || span_is(key, "上手"))
        return span_is(key, "下手") ? "Black" : "White";
    for (size_t i = 0; i < KIF_TAGS; i++)
        if (span_is(key, kif_tags[i].key))
            return kif_tags[i].tag;
    return NULL;
}

/* Whose hand a header tells; false if it is about something else. */
static bool hand_of_key(Span key, Side *side)
{
    *side = span_is(key, "先手の持駒") || span_is(key, "下手の持駒") ? FIRST : SECOND;
    return *side == FIRST || span_is(key, "後手の持駒") || span_is(key, "上手の持駒");
}

/* A line that only the top of a file can have. */
static bool is_header(Span line)
{
    Span key;
    Side side;
    return take_key(&line, &key)
        && (span_is(key, "手合割") || tag_of_key(key) || hand_of_key(key, &side));
}

static bool read_hand(KifReader *kif, Side side, Span value)
{
    kif_skip_blanks(&value);
    if (span_is(kif_trim(value), "なし"))
        return true;
    while (value.length > 0) {
        ShogiType type;
        int count = 1;
        if (!kif_take_type(&value, &type) || type >= SHOGI_HAND_TYPES)
            return kifu_error(&kif->reader, "unknown piece in a hand");
        kif_take_count(&value, &count);
        if (!kifu_add_to_hand(&kif->setup, side, type, count))
            return kifu_error(&kif->reader, "too many pieces in a hand");
        kif_skip_blanks(&value);
    }
    return true;
}

/* The hands may be told before or after the handicap, so they are kept. */
static bool read_handicap(KifReader *kif, Span name)
{
    ShogiSetupBoard setup;
    if (span_is(name, "その他"))
        return true;
    if (!kif_handicap_setup(name, &setup))
        return kifu_error(&kif->reader, "unknown handicap");
    if (kif->ranks == 0)
        memcpy(kif->setup.board, setup.board, sizeof setup.board);
    kif->setup.side = setup.side;
    return true;
}

static bool read_header(KifReader *kif, Span line)
{
    Span key, value = line;
    Side side;
    if (!take_key(&value, &key))
        return kifu_error(&kif->reader, "neither a header nor a move");
    value = kif_trim(value);
    if (hand_of_key(key, &side))
        return read_hand(kif, side, value);
    if (span_is(key, "手合割"))
        return read_handicap(kif, value);
    if (tag_of_key(key))
        return kifu_set_tag(&kif->reader, tag_of_key(key), value);
    Text name = TEXT_EMPTY;
    text_add_span(&name, key);
    bool good = kifu_set_tag(&kif->reader, text_cstr(&name), value);
    text_free(&name);
    return good;
}

/* |v香v桂 ・ ... |一 */
static bool read_rank(KifReader *kif, Span line)
{
    if (kif->playing)
        return kifu_error(&kif->reader, "a board after the first move");
    if (kif->ranks == 9)
        return kifu_error(&kif->reader, "the board has more than 9 ranks");
    if (kif->ranks == 0)
        memset(kif->setup.board, 0, sizeof kif->setup.board);
    kif_take(&line, "|");
    for (int file = 8; file >= 0; file--) {
        ShogiType type;
        Side side = kif_take(&line, "v") || kif_take(&line, "V") ? SECOND : FIRST;
        if (side == FIRST && !kif_take(&line, " "))
            kif_take(&line, "^");
        if (kif_take(&line, "・") || kif_take(&line, "."))
            continue;
        if (!kif_take_type(&line, &type))
            return kifu_error(&kif->reader, "rank %d: no piece and no empty square on file %d",
                              kif->ranks + 1, file + 1);
        kif->setup.board[shogi_square(file, kif->ranks)] = shogi_piece(side, type);
    }
    if (!kif_take(&line, "|"))
        return kifu_error(&kif->reader, "rank %d: the line is not closed", kif->ranks + 1);
    kif->ranks++;
    return true;
}

/* 手数＝12 ... まで: so many moves were made before the drawn position. */
static bool read_move_count(KifReader *kif, Span line)
{
    size_t digits = 0;
    int64_t count;
    kif_skip_blanks(&line);
    while (digits < line.length && line.at[digits] >= '0' && line.at[digits] <= '9')
        digits++;
    if (!span_to_int((Span){line.at, digits}, 0, SHOGI_GAME_PLY_MAX - 1, &count))
        return kifu_error(&kif->reader, "the number of moves must be from 0 to %d",
                          SHOGI_GAME_PLY_MAX - 1);
    kif->setup.game_ply = (int)count + 1;
    return true;
}

static bool start_playing(KifReader *kif)
{
    if (kif->playing)
        return true;
    kif->playing = true;
    if (kif->ranks > 0 && kif->ranks < 9)
        return kifu_error(&kif->reader, "the board has only %d ranks", kif->ranks);
    return kifu_set_start(&kif->reader, &kif->setup);
}

/* ---- Moves ---- */

/* ( 0:16/00:00:16): this move, then all of the player's. */
static bool read_time(KifReader *kif, Span text)
{
    enum { PARTS = 3, LARGEST = 1000000 };
    int64_t seconds = 0, milliseconds = 0;
    if (!kif_take(&text, "("))
        return kifu_error(&kif->reader, "unexpected text after the move");
    for (int part = 0; part < PARTS; part++) {
        size_t digits = 0;
        int64_t number;
        kif_skip_blanks(&text);
        while (digits < text.length && text.at[digits] >= '0' && text.at[digits] <= '9')
            digits++;
        if (!span_to_int((Span){text.at, digits}, 0, LARGEST, &number))
            return kifu_error(&kif->reader, "malformed time");
        text = (Span){text.at + digits, text.length - digits};
        seconds = 60 * seconds + number;
        if (!kif_take(&text, ":"))
            break;
    }
    if (kif_take(&text, ".")) {
        int digit;
        for (int64_t unit = 100; text.length > 0; unit /= 10) {
            if (kif_take_digit(&text, &digit))
                milliseconds += unit * digit;
            else if (!kif_take(&text, "0"))
                break;
        }
    }
    kif_skip_blanks(&text);
    if (!kif_take(&text, "/") && !kif_take(&text, ")"))
        return kifu_error(&kif->reader, "malformed time");
    return kifu_set_time(&kif->reader, 1000 * seconds + milliseconds);
}

/* What may stand behind a move: the time, and a plus where variations branch off. */
static bool read_tail(KifReader *kif, Span text)
{
    text = kif_trim(text);
    if (text.length > 0 && text.at[text.length - 1] == '+')
        text = kif_trim((Span){text.at, text.length - 1});
    return text.length == 0 || read_time(kif, text);
}

typedef struct {
    int to, from; /* from is SHOGI_NO_SQUARE for a drop */
    ShogiType type;
    bool promotes;
} Parts;

static bool take_target(KifReader *kif, Span *text, int *to)
{
    int file, rank;
    if (kif_take(text, "同")) {
        kif_skip_blanks(text);
        *to = kif->last_to;
        return *to >= 0 || kifu_error(&kif->reader, "the first move cannot go to the same square");
    }
    if (!kif_take_digit(text, &file) || !kif_take_digit(text, &rank))
        return kifu_error(&kif->reader, "move %zu: no target square",
                          kif->reader.record.move_count + 1);
    *to = shogi_square(file - 1, rank - 1);
    return true;
}

static bool take_move(KifReader *kif, Span *text, Parts *parts)
{
    size_t number = kif->reader.record.move_count + 1;
    static const char *const signs[] = {"▲", "△", "▽", "▼", "☗", "☖"};
    for (size_t i = 0; i < COUNT_OF(signs); i++)
        kif_take(text, signs[i]);
    if (!take_target(kif, text, &parts->to))
        return false;
    if (!kif_take_type(text, &parts->type))
        return kifu_error(&kif->reader, "move %zu: unknown piece", number);
    parts->promotes = !kif_take(text, "不成") && kif_take(text, "成");
    if (kif_take(text, "打")) {
        parts->from = SHOGI_NO_SQUARE;
        return true;
    }
    int file, rank;
    if (!kif_take(text, "(") || !kif_take_digit(text, &file) || !kif_take_digit(text, &rank)
        || !kif_take(text, ")"))
        return kifu_error(&kif->reader, "move %zu: neither an origin in parentheses nor a drop",
                          number);
    parts->from = shogi_square(file - 1, rank - 1);
    return true;
}

static bool play(KifReader *kif, const Parts *parts)
{
    KifuReader *reader = &kif->reader;
    const ShogiPosition *pos = reader->pos;
    kif->last_to = parts->to;
    if (parts->from == SHOGI_NO_SQUARE)
        return parts->type < SHOGI_HAND_TYPES && !parts->promotes
                 ? kifu_play(reader, NO_TEXT, shogi_move_drop(parts->type, parts->to))
                 : kifu_reject(reader, NO_TEXT, "no such piece can be dropped");
    ShogiPiece piece = shogi_piece_at(pos, parts->from);
    char origin[3] = {(char)('1' + shogi_file(parts->from)), (char)('1' + shogi_rank(parts->from)),
                      '\0'};
    if (!piece || shogi_side_of(piece) != pos->side_to_move)
        return kifu_reject(reader, span_of(origin), "no own piece stands there");
    if (shogi_type_of(piece) != parts->type)
        return kifu_reject(reader, span_of(origin), "another piece stands there");
    return kifu_play(reader, NO_TEXT,
                     parts->promotes ? shogi_move_promoting(parts->from, parts->to)
                                     : shogi_move(parts->from, parts->to));
}

/* An end word, alone or before a time. */
static const KifuEnding *ending_of(Span text)
{
    for (size_t i = 0; i < KIF_ENDINGS; i++) {
        Span rest = text;
        if (!kif_take(&rest, kif_endings[i].word))
            continue;
        kif_skip_blanks(&rest);
        if (rest.length == 0 || rest.at[0] == '(' || rest.at[0] == '+')
            return &kif_endings[i];
    }
    return NULL;
}

static bool read_move(KifReader *kif, Span line)
{
    if (!start_playing(kif))
        return false;
    while (line.length > 0 && line.at[0] >= '0' && line.at[0] <= '9')
        line = (Span){line.at + 1, line.length - 1};
    kif_skip_blanks(&line);
    line = kif_trim(line);
    const KifuEnding *ending = ending_of(line);
    if (ending)
        return kifu_end(&kif->reader, ending);
    Parts parts;
    return take_move(kif, &line, &parts) && play(kif, &parts) && read_tail(kif, line);
}

/* まで87手で先手の勝ち repeats what the end word said. Only where that is missing is it believed.
 */
static bool read_summary(KifReader *kif, Span line)
{
    if (!start_playing(kif))
        return false;
    if (kif->reader.ended)
        return true;
    bool first = kif_contains(line, "先手の") || kif_contains(line, "下手の");
    bool second = kif_contains(line, "後手の") || kif_contains(line, "上手の");
    bool loses = kif_contains(line, "負け");
    KifuEnding ending = {.end = RECORD_END_NONE, .outcome = KIFU_OPEN};
    if (first != second) {
        ending.outcome = first == loses ? KIFU_FIRST_LOSES : KIFU_SECOND_LOSES;
        if (kif_contains(line, "反則"))
            ending.end = RECORD_END_ILLEGAL;
        else if (kif_contains(line, "時間切れ") || kif_contains(line, "切れ負け"))
            ending.end = RECORD_END_TIME;
        else if (kif_contains(line, "入玉勝ち"))
            ending.end = RECORD_END_DECLARATION;
        return kifu_end(&kif->reader, &ending);
    }
    for (size_t i = 0; i < KIF_ENDINGS; i++)
        if (kif_contains(line, kif_endings[i].word)
            && (kif_endings[i].outcome == KIFU_DRAW || kif_endings[i].outcome == KIFU_OPEN))
            ending = kif_endings[i];
    return kifu_end(&kif->reader, &ending);
}

/* ---- Lines ---- */

/* Lines that say whose turn it is in a drawn position. */
static bool side_of_line(Span line, Side *side)
{
    *side = span_is(line, "先手番") || span_is(line, "下手番") ? FIRST : SECOND;
    return *side == FIRST || span_is(line, "後手番") || span_is(line, "上手番");
}

static bool read_line(KifReader *kif, Span line)
{
    Side side;
    if (line.at[0] == '*') {
        kifu_add_comment(&kif->reader, (Span){line.at + 1, line.length - 1});
        return true;
    }
    Span text = kif_trim(line), rest = text;
    if (text.length == 0 || text.at[0] == '#' || text.at[0] == '&')
        return true;
    kif->begun = true;
    if (text.at[0] == '|')
        return read_rank(kif, text);
    if (text.at[0] >= '0' && text.at[0] <= '9')
        return read_move(kif, text);
    if (text.at[0] == '+' || kif_take(&rest, "９"))
        return true;
    if (kif_take(&rest, "手数＝") || kif_take(&rest, "手数="))
        return read_move_count(kif, rest);
    if (kif_take(&rest, "手数-"))
        return true;
    if (kif_take(&rest, "まで"))
        return read_summary(kif, rest);
    if (kif_take(&rest, "変化")) {
        kif->in_variations = true;
        return true;
    }
    if (side_of_line(text, &side)) {
        kif->setup.side = side;
        return true;
    }
    return read_header(kif, text);
}

/* False with no error when there is nothing left to read. A bad game is read to its end too, but no
 * more of it is believed. */
static bool read_game(KifReader *kif)
{
    KifuReader *reader = &kif->reader;
    bool good = true, moved = false;
    for (;;) {
        Span before = reader->rest, line;
        if (!kifu_next_line(reader, &line))
            break;
        if (moved && is_header(line)) {
            reader->rest = before;
            reader->next_line = reader->line;
            break;
        }
        Span text = kif_trim(line);
        moved = moved || (text.length > 0 && text.at[0] >= '0' && text.at[0] <= '9');
        if (good && line.length > 0 && !kif->in_variations)
            good = read_line(kif, line);
    }
    return good && kif->begun && start_playing(kif) && kifu_finish(reader);
}

bool kif_read(Span *rest, Record *record, Diag *diag)
{
    diag_clear(diag);
    if (!record_size_is_ok(*rest, diag)) {
        *rest = (Span){rest->at + rest->length, 0};
        return false;
    }
    KifReader kif = {.last_to = -1};
    kifu_open(&kif.reader, *rest, record, diag);
    kifu_standard_board(&kif.setup);
    bool good = read_game(&kif);
    return kifu_close(&kif.reader, good, rest, record);
}
