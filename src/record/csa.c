/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/csa.h"

#include "record/kifu.h"
#include "shogi/movegen.h"

#include <string.h>

static const char piece_names[SHOGI_TYPES][3] = {
    [SHOGI_PAWN] = "FU",      [SHOGI_LANCE] = "KY",      [SHOGI_KNIGHT] = "KE",
    [SHOGI_SILVER] = "GI",    [SHOGI_BISHOP] = "KA",     [SHOGI_ROOK] = "HI",
    [SHOGI_GOLD] = "KI",      [SHOGI_KING] = "OU",       [SHOGI_PRO_PAWN] = "TO",
    [SHOGI_PRO_LANCE] = "NY", [SHOGI_PRO_KNIGHT] = "NK", [SHOGI_PRO_SILVER] = "NG",
    [SHOGI_HORSE] = "UM",     [SHOGI_DRAGON] = "RY",
};

/* Where several words mean the same, the writer takes the first. */
static const KifuEnding endings[] = {
    {"%TORYO", RECORD_END_RESIGN, KIFU_MOVER_LOSES},
    {"%KACHI", RECORD_END_DECLARATION, KIFU_MOVER_WINS},
    {"%TSUMI", RECORD_END_MATE, KIFU_MOVER_LOSES},
    {"%TSUMI", RECORD_END_STALEMATE, KIFU_MOVER_LOSES},
    {"%HIKIWAKE", RECORD_END_NONE, KIFU_DRAW},
    {"%SENNICHITE", RECORD_END_REPETITION, KIFU_DRAW},
    {"%OUTE_SENNICHITE", RECORD_END_PERPETUAL, KIFU_CHECKER_LOSES},
    {"%JISHOGI", RECORD_END_IMPASSE, KIFU_DRAW},
    {"%MAX_MOVES", RECORD_END_MAX_MOVES, KIFU_DRAW},
    {"%TIME_UP", RECORD_END_TIME, KIFU_MOVER_LOSES},
    {"%ILLEGAL_MOVE", RECORD_END_ILLEGAL, KIFU_MOVER_LOSES},
    {"%+ILLEGAL_ACTION", RECORD_END_ILLEGAL, KIFU_FIRST_LOSES},
    {"%-ILLEGAL_ACTION", RECORD_END_ILLEGAL, KIFU_SECOND_LOSES},
    {"%CHUDAN", RECORD_END_INTERRUPTED, KIFU_OPEN},
    {"%MATTA", RECORD_END_INTERRUPTED, KIFU_OPEN},
    {"%ERROR", RECORD_END_ABANDONED, KIFU_OPEN},
    {"%FUZUMI", RECORD_END_NO_MATE, KIFU_OPEN},
};

static const KifuTag tags[] = {
    {"N+", "Black"},
    {"N-", "White"},
    {"$EVENT:", "Event"},
    {"$SITE:", "Site"},
    {"$START_TIME:", "StartTime"},
    {"$END_TIME:", "EndTime"},
    {"$TIME_LIMIT:", "TimeControl"},
    {"$OPENING:", "Opening"},
};

static bool starts_with(Span span, const char *prefix)
{
    size_t length = strlen(prefix);
    return span.length >= length && memcmp(span.at, prefix, length) == 0;
}

static Span skip(Span span, size_t count) { return (Span){span.at + count, span.length - count}; }

/* ---- The start position ---- */

typedef struct {
    KifuReader reader;
    ShogiSetupBoard setup;
    bool begun;     /* anything but comments has been seen */
    bool has_board; /* PI or a rank */
    bool playing;   /* the side to move is known */
} CsaReader;

static ShogiType type_from_name(Span name)
{
    for (int type = SHOGI_PAWN; type < SHOGI_TYPES; type++)
        if (span_is(name, piece_names[type]))
            return (ShogiType)type;
    return SHOGI_NO_TYPE;
}

/* Two digits; 00 is the hand and gives SHOGI_NO_SQUARE. */
static bool read_square(Span text, size_t at, int *square)
{
    if (at + 2 > text.length)
        return false;
    char file = text.at[at], rank = text.at[at + 1];
    if (file == '0' && rank == '0') {
        *square = SHOGI_NO_SQUARE;
        return true;
    }
    if (file < '1' || file > '9' || rank < '1' || rank > '9')
        return false;
    *square = shogi_square(file - '1', rank - '1');
    return true;
}

/* PI, with the pieces that a handicap takes off. */
static bool read_standard(CsaReader *csa, Span list)
{
    if (csa->has_board)
        return kifu_error(&csa->reader, "a second start position");
    kifu_standard_board(&csa->setup);
    csa->has_board = true;
    for (; list.length > 0; list = skip(list, 4)) {
        int square;
        if (list.length < 4 || !read_square(list, 0, &square) || square == SHOGI_NO_SQUARE
            || shogi_type_of(csa->setup.board[square]) == SHOGI_NO_TYPE
            || shogi_type_of(csa->setup.board[square]) != type_from_name((Span){list.at + 2, 2}))
            return kifu_error(&csa->reader, "PI: '%.*s' does not name a piece to take off",
                              SPAN_ARG(list));
        csa->setup.board[square] = 0;
    }
    return true;
}

/* P1 to P9: nine cells of three characters, the last of which may have lost its blank. */
static bool read_rank(CsaReader *csa, int rank, Span cells)
{
    csa->has_board = true;
    for (int file = 8; file >= 0; file--) {
        size_t at = 3 * (size_t)(8 - file);
        Span cell = {cells.at + (at < cells.length ? at : cells.length), 0};
        cell.length = at + 3 <= cells.length ? 3 : at < cells.length ? cells.length - at : 0;
        ShogiPiece *piece = &csa->setup.board[shogi_square(file, rank)];
        if (span_is(span_trim(cell), "*"))
            continue;
        ShogiType type = cell.length == 3 ? type_from_name(skip(cell, 1)) : SHOGI_NO_TYPE;
        if (!type || (cell.at[0] != '+' && cell.at[0] != '-'))
            return kifu_error(&csa->reader, "P%d: '%.*s' is no piece for file %d", rank + 1,
                              SPAN_ARG(cell), file + 1);
        if (*piece)
            return kifu_error(&csa->reader, "P%d: two pieces on file %d", rank + 1, file + 1);
        *piece = shogi_piece(cell.at[0] == '+' ? FIRST : SECOND, type);
    }
    if (cells.length > 27 && span_trim(skip(cells, 27)).length > 0)
        return kifu_error(&csa->reader, "P%d: more than 9 squares", rank + 1);
    return true;
}

/* All pieces of the set that are not yet anywhere. */
static void hand_over_rest(ShogiSetupBoard *setup, Side side)
{
    static const uint8_t total[SHOGI_HAND_TYPES] = {
        [SHOGI_PAWN] = 18,  [SHOGI_LANCE] = 4, [SHOGI_KNIGHT] = 4, [SHOGI_SILVER] = 4,
        [SHOGI_BISHOP] = 2, [SHOGI_ROOK] = 2,  [SHOGI_GOLD] = 4,
    };
    for (int type = SHOGI_PAWN; type < SHOGI_HAND_TYPES; type++) {
        int used = setup->hand[FIRST][type] + setup->hand[SECOND][type];
        for (int square = 0; square < SHOGI_SQUARES; square++)
            used += setup->board[square]
                 && shogi_unpromoted(shogi_type_of(setup->board[square])) == (ShogiType)type;
        if (used < total[type])
            setup->hand[side][type] = (uint8_t)(setup->hand[side][type] + total[type] - used);
    }
}

/* P+ and P-: pieces one by one, each behind its square. */
static bool read_pieces(CsaReader *csa, Side side, Span list)
{
    for (; list.length > 0; list = skip(list, 4)) {
        int square;
        if (list.length < 4 || !read_square(list, 0, &square))
            return kifu_error(&csa->reader, "'%.*s' is no square and piece", SPAN_ARG(list));
        Span name = {list.at + 2, 2};
        ShogiType type = type_from_name(name);
        bool in_hand = square == SHOGI_NO_SQUARE;
        if (in_hand && span_is(name, "AL")) {
            hand_over_rest(&csa->setup, side);
        } else if (!type || (in_hand && type >= SHOGI_HAND_TYPES)) {
            return kifu_error(&csa->reader, "'%.4s' is no piece that can be there", list.at);
        } else if (in_hand) {
            if (!kifu_add_to_hand(&csa->setup, side, type, 1))
                return kifu_error(&csa->reader, "too many pieces in hand");
        } else if (csa->setup.board[square]) {
            return kifu_error(&csa->reader, "two pieces on %.2s", list.at);
        } else {
            csa->setup.board[square] = shogi_piece(side, type);
        }
    }
    csa->has_board = true;
    return true;
}

static bool read_position(CsaReader *csa, Span text)
{
    if (csa->playing)
        return kifu_error(&csa->reader, "a position after the side to move");
    char kind = text.length > 1 ? text.at[1] : '\0';
    if (kind == 'I')
        return read_standard(csa, span_trim(skip(text, 2)));
    if (kind >= '1' && kind <= '9')
        return read_rank(csa, kind - '1', skip(text, 2));
    if (kind == '+' || kind == '-')
        return read_pieces(csa, kind == '+' ? FIRST : SECOND, span_trim(skip(text, 2)));
    return kifu_error(&csa->reader, "unknown position line '%.*s'", SPAN_ARG(text));
}

static bool start_playing(CsaReader *csa, Side side)
{
    if (csa->playing)
        return kifu_error(&csa->reader, "the side to move is given twice");
    if (!csa->has_board)
        kifu_standard_board(&csa->setup);
    csa->setup.side = side;
    csa->setup.game_ply = 1;
    csa->playing = true;
    return kifu_set_start(&csa->reader, &csa->setup);
}

/* ---- Statements ---- */

/* The piece is named as it is after the move: a promotion shows in its name alone. */
static bool read_move(CsaReader *csa, Span text)
{
    KifuReader *reader = &csa->reader;
    int from, to;
    ShogiType type = text.length == 7 ? type_from_name(skip(text, 5)) : SHOGI_NO_TYPE;
    if (!type || !read_square(text, 1, &from) || !read_square(text, 3, &to)
        || to == SHOGI_NO_SQUARE)
        return kifu_error(reader, "move %zu: '%.*s' does not have the form +7776FU",
                          reader->record.move_count + 1, SPAN_ARG(text));
    Side side = text.at[0] == '+' ? FIRST : SECOND;
    if (!csa->playing && !start_playing(csa, side))
        return false;
    const ShogiPosition *pos = reader->pos;
    if (side != pos->side_to_move)
        return kifu_reject(reader, text, "it is the other side's turn");
    if (from == SHOGI_NO_SQUARE)
        return type < SHOGI_HAND_TYPES ? kifu_play(reader, text, shogi_move_drop(type, to))
                                       : kifu_reject(reader, text, "no such piece in hand");
    ShogiPiece piece = shogi_piece_at(pos, from);
    ShogiType before = shogi_type_of(piece);
    if (!piece || shogi_side_of(piece) != side)
        return kifu_reject(reader, text, "no own piece stands there");
    if (before == type)
        return kifu_play(reader, text, shogi_move(from, to));
    if (shogi_can_promote(before) && type == (before | SHOGI_PROMOTED))
        return kifu_play(reader, text, shogi_move_promoting(from, to));
    return kifu_reject(reader, text, "another piece stands there");
}

/* Seconds, since version 3.0 with up to three decimals. */
static bool read_time(CsaReader *csa, Span text)
{
    enum { LARGEST = 1000000000 };
    Span whole = skip(text, 1), fraction = {text.at + text.length, 0};
    const char *point = memchr(whole.at, '.', whole.length);
    if (point) {
        fraction = (Span){point + 1, (size_t)(whole.at + whole.length - point) - 1};
        whole.length = (size_t)(point - whole.at);
    }
    int64_t seconds = 0, thousandths = 0;
    bool good = whole.length > 0 && whole.at[0] >= '0' && whole.at[0] <= '9'
             && span_to_int(whole, 0, LARGEST, &seconds);
    int64_t unit = 100;
    for (size_t i = 0; i < fraction.length; i++, unit /= 10) {
        good = good && fraction.at[i] >= '0' && fraction.at[i] <= '9';
        thousandths += unit * (fraction.at[i] - '0');
    }
    if (!good)
        return kifu_error(&csa->reader, "'%.*s' is no time", SPAN_ARG(text));
    return kifu_set_time(&csa->reader, 1000 * seconds + thousandths);
}

static bool read_end(CsaReader *csa, Span text)
{
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        if (!span_is(text, endings[i].word))
            continue;
        if (!csa->playing && !start_playing(csa, FIRST))
            return false;
        if (span_is(text, "%MATTA"))
            diag_warn(csa->reader.diag, "line %zu: a take-back ends the game here",
                      csa->reader.line);
        return kifu_end(&csa->reader, &endings[i]);
    }
    return kifu_error(&csa->reader, "unknown end of game '%.*s'", SPAN_ARG(text));
}

static bool read_tag(CsaReader *csa, Span line)
{
    for (size_t i = 0; i < COUNT_OF(tags); i++)
        if (starts_with(line, tags[i].key))
            return kifu_set_tag(&csa->reader, tags[i].tag, skip(line, strlen(tags[i].key)));
    const char *colon = memchr(line.at, ':', line.length);
    if (line.at[0] != '$' || !colon || colon == line.at + 1)
        return kifu_error(&csa->reader, "'%.*s' has no keyword and colon", SPAN_ARG(line));
    size_t length = (size_t)(colon - line.at);
    Text name = TEXT_EMPTY;
    text_add_span(&name, (Span){line.at + 1, length - 1});
    bool good = kifu_set_tag(&csa->reader, text_cstr(&name), skip(line, length + 1));
    text_free(&name);
    return good;
}

static bool read_statement(CsaReader *csa, Span text)
{
    csa->begun = true;
    switch (text.at[0]) {
    case 'V':
        if (text.length > 1 && text.at[1] >= '1' && text.at[1] <= '3')
            return true;
        return kifu_error(&csa->reader, "version '%.*s' is not known", SPAN_ARG(text));
    case 'P': return read_position(csa, text);
    case '+':
    case '-':
        return text.length == 1 ? start_playing(csa, text.at[0] == '+' ? FIRST : SECOND)
                                : read_move(csa, text);
    case 'T': return read_time(csa, text);
    case '%': return read_end(csa, text);
    default: return kifu_error(&csa->reader, "unknown line '%.*s'", SPAN_ARG(text));
    }
}

static void read_comment(CsaReader *csa, Span text)
{
    if (!csa->begun && starts_with(text, "'CSA encoding="))
        return;
    text = skip(text, starts_with(text, "'*") ? 2 : 1);
    kifu_add_comment(&csa->reader, text);
}

/* Names and values are whole lines, everything else may share one, separated by commas. */
static bool read_line(CsaReader *csa, Span line)
{
    if (line.length > 0 && (line.at[0] == 'N' || line.at[0] == '$')) {
        csa->begun = true;
        return read_tag(csa, line);
    }
    while (line.length > 0) {
        if (line.at[0] == '\'') {
            read_comment(csa, line);
            return true;
        }
        const char *comma = memchr(line.at, ',', line.length);
        size_t length = comma ? (size_t)(comma - line.at) : line.length;
        Span statement = {line.at, length};
        line = skip(line, comma ? length + 1 : length);
        if (statement.length > 0 && statement.at[0] != 'P')
            statement = span_trim(statement);
        if (statement.length > 0 && !read_statement(csa, statement))
            return false;
    }
    return true;
}

static bool is_separator(Span line) { return span_is(span_trim(line), "/"); }

/* False with no error when there is nothing left to read. */
static bool read_game(CsaReader *csa)
{
    Span line;
    bool good = true;
    while (kifu_next_line(&csa->reader, &line)) {
        if (is_separator(line)) {
            if (csa->begun)
                break;
            text_clear(&csa->reader.comment);
        } else if (good) {
            good = read_line(csa, line);
        }
    }
    if (!good || !csa->begun)
        return false;
    if (csa->has_board && !csa->playing)
        return kifu_error(&csa->reader, "the side to move is missing");
    return kifu_finish(&csa->reader);
}

bool csa_read(Span *rest, Record *record, Diag *diag)
{
    diag_clear(diag);
    if (!record_size_is_ok(*rest, diag)) {
        *rest = skip(*rest, rest->length);
        return false;
    }
    CsaReader csa = {.begun = false};
    kifu_open(&csa.reader, *rest, record, diag);
    bool good = read_game(&csa);
    return kifu_close(&csa.reader, good, rest, record);
}

/* ---- Writing ---- */

static void write_tags(const Record *record, Text *text)
{
    for (size_t i = 0; i < COUNT_OF(tags); i++) {
        const char *value = record_tag(record, tags[i].tag);
        if (value)
            text_printf(text, "%s%s\n", tags[i].key, value);
    }
    for (size_t i = 0; i < record->tag_count; i++) {
        const RecordTag *tag = &record->tags[i];
        bool ascii = *tag->name && !strchr(tag->name, ':');
        for (const char *c = tag->name; *c; c++)
            ascii = ascii && !(*c & 0x80);
        if (ascii && !kifu_key_of(tags, COUNT_OF(tags), tag->name))
            text_printf(text, "$%s:%s\n", tag->name, tag->value);
    }
}

static void write_position(const ShogiPosition *pos, Text *text)
{
    for (int rank = 0; rank < 9; rank++) {
        text_printf(text, "P%d", rank + 1);
        for (int file = 8; file >= 0; file--) {
            ShogiPiece piece = shogi_piece_at(pos, shogi_square(file, rank));
            if (piece)
                text_printf(text, "%c%s", shogi_side_of(piece) == FIRST ? '+' : '-',
                            piece_names[shogi_type_of(piece)]);
            else
                text_add(text, " * ");
        }
        text_add_char(text, '\n');
    }
    for (Side side = FIRST; side <= SECOND; side++) {
        if (!pos->hand[side])
            continue;
        text_add(text, side == FIRST ? "P+" : "P-");
        for (int type = SHOGI_ROOK; type >= SHOGI_PAWN; type--)
            for (int n = shogi_hand_count(pos, side, (ShogiType)type); n > 0; n--)
                text_printf(text, "00%s", piece_names[type]);
        for (int n = shogi_hand_count(pos, side, SHOGI_GOLD); n > 0; n--)
            text_printf(text, "00%s", piece_names[SHOGI_GOLD]);
        text_add_char(text, '\n');
    }
}

static void write_move(const ShogiPosition *pos, const RecordMove *move, Text *text)
{
    int from = shogi_from(move->move), to = shogi_to(move->move);
    text_add_char(text, pos->side_to_move == FIRST ? '+' : '-');
    ShogiType type;
    if (shogi_is_drop(move->move)) {
        text_add(text, "00");
        type = shogi_drop_type(move->move);
    } else {
        text_printf(text, "%d%d", shogi_file(from) + 1, shogi_rank(from) + 1);
        type = shogi_type_of(shogi_piece_at(pos, from));
        if (shogi_promotes(move->move))
            type = (ShogiType)(type | SHOGI_PROMOTED);
    }
    text_printf(text, "%d%d%s\n", shogi_file(to) + 1, shogi_rank(to) + 1, piece_names[type]);
    if (move->time_ms >= 0) {
        text_printf(text, "T%lld", (long long)(move->time_ms / 1000));
        if (move->time_ms % 1000)
            text_printf(text, ".%03d", (int)(move->time_ms % 1000));
        text_add_char(text, '\n');
    }
    if (move->comment)
        kifu_write_comment(text, "'*", move->comment);
}

/* A result is never lost, even if its reason cannot be put exactly. */
static const char *end_word(const Record *record, Side mover)
{
    const KifuEnding *exact = kifu_find_ending(endings, COUNT_OF(endings), record, mover);
    if (exact)
        return exact->word;
    if (record->result == RECORD_UNKNOWN)
        return record->end == RECORD_END_NONE ? NULL : "%CHUDAN";
    if (record->result == RECORD_DRAW)
        return "%HIKIWAKE";
    return record->result == kifu_result(KIFU_MOVER_LOSES, mover) ? "%TORYO" : "%KACHI";
}

static bool needs_version_3(const Record *record)
{
    for (size_t i = 0; i < record->move_count; i++)
        if (record->moves[i].time_ms > 0 && record->moves[i].time_ms % 1000)
            return true;
    return record->end == RECORD_END_PERPETUAL || record->end == RECORD_END_MAX_MOVES;
}

static void write_game(const Record *record, Text *text)
{
    ShogiPosition *pos = kifu_start_position(record);
    text_add(text, needs_version_3(record) ? "V3.0\n" : "V2.2\n");
    write_tags(record, text);
    if (record->start)
        write_position(pos, text);
    else
        text_add(text, "PI\n");
    text_add(text, pos->side_to_move == FIRST ? "+\n" : "-\n");
    if (record->comment)
        kifu_write_comment(text, "'*", record->comment);
    for (size_t i = 0; i < record->move_count; i++) {
        const RecordMove *move = &record->moves[i];
        if (!shogi_is_legal(pos, move->move))
            BUG("move %zu of a record is illegal", i + 1);
        write_move(pos, move, text);
        shogi_reserve(pos, 1);
        shogi_make(pos, move->move);
    }
    const char *end = end_word(record, pos->side_to_move);
    if (end)
        text_printf(text, "%s\n", end);
    shogi_delete(pos);
}

/* The encoding line is a comment to older versions; a file of ASCII alone can do without. */
void csa_write(const Record *record, Text *text)
{
    Text game = TEXT_EMPTY;
    write_game(record, &game);
    bool ascii = true;
    for (size_t i = 0; i < game.length; i++)
        ascii = ascii && !(game.data[i] & 0x80);
    if (!ascii || needs_version_3(record))
        text_add(text, "'CSA encoding=UTF-8\n");
    text_add_span(text, (Span){game.data, game.length});
    text_free(&game);
}
