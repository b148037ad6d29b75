/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/pgn.h"

#include "chess/fen.h"
#include "chess/rules.h"
#include "chess/san.h"

#include <string.h>

/* ---- Tokens ---- */

typedef struct {
    Span rest;
    const char *begin; /* of the whole text: there a line begins */
    size_t line;
} Lexer;

typedef enum {
    TOKEN_END,
    TOKEN_TAG, /* only its opening bracket is seen, not taken */
    TOKEN_COMMENT,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_RESULT,
    TOKEN_MOVE,
    TOKEN_STRAY,    /* a character that has no business there */
    TOKEN_UNCLOSED, /* a comment without an end */
} TokenKind;

typedef struct {
    TokenKind kind;
    Span text;
    size_t line;
    RecordResult result;
} Token;

static const struct {
    const char *text;
    RecordResult result;
} results[] = {
    {"*", RECORD_UNKNOWN},     {"1-0", RECORD_FIRST_WINS}, {"0-1", RECORD_SECOND_WINS},
    {"1/2-1/2", RECORD_DRAW},  {"1/2", RECORD_DRAW},       {"\xc2\xbd-\xc2\xbd", RECORD_DRAW},
    {"\xc2\xbd", RECORD_DRAW},
};

static bool result_from_text(Span text, RecordResult *result)
{
    for (size_t i = 0; i < COUNT_OF(results); i++) {
        if (span_is(text, results[i].text)) {
            *result = results[i].result;
            return true;
        }
    }
    return false;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Characters that end a word wherever they stand. */
static bool is_delimiter(char c)
{
    return is_blank(c) || (c != '\0' && strchr("{}()[];$<>*\"", c) != NULL);
}

static Span take(Lexer *lexer, size_t length)
{
    Span taken = {lexer->rest.at, length};
    for (size_t i = 0; i < length; i++)
        lexer->line += taken.at[i] == '\n';
    lexer->rest.at += length;
    lexer->rest.length -= length;
    return taken;
}

static size_t line_length(Span rest)
{
    const char *newline = memchr(rest.at, '\n', rest.length);
    return newline ? (size_t)(newline - rest.at) : rest.length;
}

/* Most games begin with this: where one begins, a comment of the game before cannot go on. */
static const char event_line[] = "\n[Event ";

/* With both braces; 0 if the comment is not closed. */
static size_t comment_length(Span rest)
{
    enum { EVENT_LENGTH = sizeof event_line - 1 };
    for (size_t i = 1; i < rest.length; i++) {
        if (rest.at[i] == '}')
            return i + 1;
        if (rest.at[i] == '\n' && rest.length - i >= EVENT_LENGTH
            && memcmp(rest.at + i, event_line, EVENT_LENGTH) == 0)
            return 0;
    }
    return 0;
}

static bool at_line_start(const Lexer *lexer)
{
    return lexer->rest.at == lexer->begin || lexer->rest.at[-1] == '\n';
}

/* White space, escaped lines, move numbers, dots, glyphs: whatever carries no information here. */
static void skip_noise(Lexer *lexer)
{
    while (lexer->rest.length > 0) {
        Span rest = lexer->rest;
        size_t length = 0;
        if (rest.at[0] == '%' && at_line_start(lexer)) {
            length = line_length(rest);
        } else if (is_blank(rest.at[0]) || strchr(".!?", rest.at[0] ? rest.at[0] : 'x')) {
            length = 1;
        } else if (rest.at[0] == '$') {
            for (length = 1; length < rest.length && is_digit(rest.at[length]);)
                length++;
        } else if (is_digit(rest.at[0])) {
            while (length < rest.length && is_digit(rest.at[length]))
                length++;
            /* A result, or castling with zeros. */
            if (length < rest.length && (rest.at[length] == '-' || rest.at[length] == '/'))
                return;
        } else {
            return;
        }
        take(lexer, length);
    }
}

/* A word. Signs alone, as in "+-", and "e.p." are annotations; "--" is a null move and no sign. */
static Span take_word(Lexer *lexer, bool *annotation)
{
    Span rest = lexer->rest;
    size_t length = 1;
    while (length < rest.length && !is_delimiter(rest.at[length]))
        length++;
    Span word = take(lexer, length);
    bool signs = true;
    for (size_t i = 0; i < word.length; i++)
        signs = signs && !is_digit(word.at[i]) && !is_letter(word.at[i]) && !(word.at[i] & 0x80);
    *annotation = (signs && !span_is(word, "--")) || span_is(word, "e.p.");
    while (word.length > 1 && word.at[word.length - 1] == '.')
        word.length--;
    return word;
}

static Token next_token(Lexer *lexer)
{
    for (;;) {
        skip_noise(lexer);
        Span rest = lexer->rest;
        Token token = {.kind = TOKEN_END, .line = lexer->line};
        if (rest.length == 0)
            return token;
        char c = rest.at[0];
        if (c == '[') {
            token.kind = TOKEN_TAG;
        } else if (c == '{') {
            size_t length = comment_length(rest);
            token.kind = length ? TOKEN_COMMENT : TOKEN_UNCLOSED;
            token.text = take(lexer, length ? length : 1);
            if (length)
                token.text = (Span){token.text.at + 1, length - 2};
        } else if (c == ';') {
            token.kind = TOKEN_COMMENT;
            token.text = take(lexer, line_length(rest));
            token.text = (Span){token.text.at + 1, token.text.length - 1};
        } else if (c == '*' || c == '(' || c == ')') {
            token.kind = c == '*' ? TOKEN_RESULT : c == '(' ? TOKEN_OPEN : TOKEN_CLOSE;
            token.text = take(lexer, 1);
        } else if (is_delimiter(c)) {
            token.kind = TOKEN_STRAY;
            token.text = take(lexer, 1);
        } else {
            bool annotation;
            token.text = take_word(lexer, &annotation);
            if (annotation)
                continue;
            token.kind = result_from_text(token.text, &token.result) ? TOKEN_RESULT : TOKEN_MOVE;
        }
        return token;
    }
}

/* ---- Tags ---- */

typedef struct {
    Lexer lexer;
    Record record;
    ChessPosition *pos;
    Text comment; /* that of the last move, as far as it has been read */
    Diag *diag;
    Diag illegal; /* why a move was illegal that only the end of the game may follow */
    RecordResult tag_result;
    bool has_event, has_tags;
} Game;

/* The value ends at a quote with the closing bracket behind it: people forget to escape quotes. */
static bool read_tag_value(Span line, size_t *at, Text *value)
{
    for (size_t i = *at; i < line.length; i++) {
        char c = line.at[i];
        if (c == '\\' && i + 1 < line.length && (line.at[i + 1] == '"' || line.at[i + 1] == '\\')) {
            text_add_char(value, line.at[++i]);
            continue;
        }
        if (c == '"') {
            size_t end = i + 1;
            while (end < line.length && is_blank(line.at[end]))
                end++;
            if (end < line.length && line.at[end] == ']') {
                *at = end + 1;
                return true;
            }
        }
        text_add_char(value, c);
    }
    return false;
}

static bool store_tag(Game *game, const char *name, Span value, size_t line)
{
    if (strcmp(name, "Result") == 0) {
        if (!result_from_text(value, &game->tag_result))
            diag_warn(game->diag, "line %zu: result '%.*s' ignored", line, SPAN_ARG(value));
        return true;
    }
    if (strcmp(name, "SetUp") == 0)
        return true;
    if (strcmp(name, "FEN") == 0) {
        Diag why;
        diag_clear(&why);
        if (!chess_set_fen(game->pos, value, &why))
            return diag_error(game->diag, "line %zu: %s", line, why.error);
        if (why.warning[0])
            diag_warn(game->diag, "line %zu: %s", line, why.warning);
        return true;
    }
    if (!record_set_tag(&game->record, name, value))
        return diag_error(game->diag, "line %zu: more than %d tags", line, RECORD_TAGS_MAX);
    return true;
}

static bool is_known_variant(Span value)
{
    static const char *const known[] = {
        "standard",  "chess",        "normal",        "from position",  "chess960",
        "chess 960", "fischerandom", "fischerrandom", "fischer random", "frc",
    };
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (span_is_nocase(value, known[i]))
            return true;
    return value.length == 0;
}

/* The lexer stands at the bracket. A second Event begins another game: `other` is set, and nothing
 * is taken. */
static bool read_tag(Game *game, bool *other)
{
    Lexer *lexer = &game->lexer;
    Span line = {lexer->rest.at, line_length(lexer->rest)};
    size_t at = 1, number = lexer->line;
    while (at < line.length && is_blank(line.at[at]))
        at++;
    size_t name_at = at;
    while (at < line.length
           && (is_letter(line.at[at]) || is_digit(line.at[at]) || line.at[at] == '_'))
        at++;
    Text name = TEXT_EMPTY, value = TEXT_EMPTY;
    text_add_span(&name, (Span){line.at + name_at, at - name_at});
    while (at < line.length && is_blank(line.at[at]))
        at++;
    bool well_formed = name.length > 0 && at < line.length && line.at[at++] == '"'
                    && read_tag_value(line, &at, &value);
    Span content = {text_cstr(&value), value.length};
    bool is_event = strcmp(text_cstr(&name), "Event") == 0, good = true;
    *other = well_formed && is_event && game->has_event;
    if (!*other)
        take(lexer, well_formed ? at : line.length);
    if (!well_formed)
        good = diag_error(game->diag, "line %zu: malformed tag '%.*s'", number, SPAN_ARG(line));
    else if (strcmp(text_cstr(&name), "Variant") == 0 && !is_known_variant(content))
        good = diag_error(game->diag, "line %zu: variant '%.*s' is not played here", number,
                          SPAN_ARG(content));
    else if (!*other)
        good = store_tag(game, text_cstr(&name), content, number);
    game->has_event = game->has_event || is_event;
    game->has_tags = true;
    text_free(&name);
    text_free(&value);
    return good;
}

/* ---- Moves ---- */

/* Line ends and runs of spaces say nothing in PGN: writers wrap comments as they like. */
static void add_comment(Game *game, Span comment)
{
    Span word;
    while (span_next_word(&comment, &word)) {
        if (game->comment.length > 0)
            text_add_char(&game->comment, ' ');
        text_add_span(&game->comment, word);
    }
}

static void store_comment(Game *game)
{
    if (game->comment.length > 0)
        record_set_comment(&game->record, (Span){game->comment.data, game->comment.length});
    text_clear(&game->comment);
}

static RecordEnd end_from_termination(const char *termination)
{
    static const struct {
        const char *text;
        RecordEnd end;
    } known[] = {
        {"time forfeit", RECORD_END_TIME},
        {"rules infraction", RECORD_END_ILLEGAL},
        {"illegal move", RECORD_END_ILLEGAL},
        {"abandoned", RECORD_END_ABANDONED},
        {"unterminated", RECORD_END_INTERRUPTED},
        {"stalled connection", RECORD_END_ABANDONED},
        {"normal", RECORD_END_RESIGN},
    };
    for (size_t i = 0; termination && i < COUNT_OF(known); i++)
        if (span_is_nocase(span_of(termination), known[i].text))
            return known[i].end;
    return RECORD_END_NONE;
}

static bool play(Game *game, Token token)
{
    ChessPosition *pos = game->pos;
    ChessMove move;
    Diag why;
    diag_clear(&why);
    if (!chess_move_from_san(pos, token.text, &move, &why)) {
        diag_error(&game->illegal, "line %zu: move %d%s %.*s: %s", token.line,
                   pos->game_ply / 2 + 1, pos->side == FIRST ? "." : "...", SPAN_ARG(token.text),
                   why.error);
        const char *termination = record_tag(&game->record, "Termination");
        return end_from_termination(termination) == RECORD_END_ILLEGAL
            || diag_error(game->diag, "%s", game->illegal.error);
    }
    store_comment(game);
    if (!record_add_move(&game->record, move, -1, NULL))
        return diag_error(game->diag, "line %zu: more than %d moves", token.line, RECORD_MOVES_MAX);
    chess_reserve(pos, 1);
    chess_make(pos, move);
    return true;
}

static RecordEnd end_of_game(const Game *game)
{
    RecordResult result = game->record.result;
    RecordEnd said = end_from_termination(record_tag(&game->record, "Termination"));
    if (said != RECORD_END_NONE && said != RECORD_END_RESIGN)
        return said;
    Side loser;
    switch (chess_end(game->pos)) {
    case CHESS_CHECKMATE:
        if (record_loser(&game->record, &loser) && loser == game->pos->side)
            return RECORD_END_MATE;
        break;
    case CHESS_STALEMATE: return result == RECORD_DRAW ? RECORD_END_STALEMATE : RECORD_END_NONE;
    case CHESS_DEAD_POSITION: return result == RECORD_DRAW ? RECORD_END_DEAD : RECORD_END_NONE;
    case CHESS_THREEFOLD:
        if (result == RECORD_DRAW)
            return RECORD_END_THREEFOLD;
        break;
    case CHESS_FIFTY_MOVES:
        if (result == RECORD_DRAW)
            return RECORD_END_FIFTY;
        break;
    case CHESS_GOES_ON: break;
    }
    return record_loser(&game->record, &loser) ? said : RECORD_END_NONE;
}

static void finish(Game *game, const Token *result)
{
    Record *record = &game->record;
    record->result = result ? result->result : game->tag_result;
    if (result && game->tag_result != RECORD_UNKNOWN && game->tag_result != result->result)
        diag_warn(game->diag, "line %zu: the game ends otherwise than its Result tag says",
                  result->line);
    store_comment(game);
    record->end = end_of_game(game);
}

/* The way out of a comment that never ends. */
static void skip_to_event(Lexer *lexer)
{
    const char *found =
        memmem(lexer->rest.at, lexer->rest.length, event_line, sizeof event_line - 1);
    take(lexer, found ? (size_t)(found - lexer->rest.at) + 1 : lexer->rest.length);
}

static bool read_moves(Game *game)
{
    size_t depth = 0, opened = 0;
    for (;;) {
        Token token = next_token(&game->lexer);
        switch (token.kind) {
        case TOKEN_END:
        case TOKEN_TAG:
            if (depth > 0)
                return diag_error(game->diag, "line %zu: variation is not closed", opened);
            finish(game, NULL);
            return true;
        case TOKEN_RESULT:
            if (depth > 0)
                continue;
            finish(game, &token);
            return true;
        case TOKEN_COMMENT:
            if (depth == 0)
                add_comment(game, token.text);
            continue;
        case TOKEN_OPEN: opened = depth++ ? opened : token.line; continue;
        case TOKEN_CLOSE:
            if (depth-- == 0)
                return diag_error(game->diag, "line %zu: ')' without '('", token.line);
            continue;
        case TOKEN_MOVE:
            if (depth > 0)
                continue;
            if (game->illegal.error[0])
                return diag_error(game->diag, "%s", game->illegal.error);
            if (!play(game, token))
                return false;
            continue;
        case TOKEN_STRAY:
            return diag_error(game->diag, "line %zu: unexpected '%.*s'", token.line,
                              SPAN_ARG(token.text));
        case TOKEN_UNCLOSED:
            skip_to_event(&game->lexer);
            return diag_error(game->diag, "line %zu: comment is not closed", token.line);
        }
    }
}

/* ---- A game ---- */

/* The rest of a game that could not be read. */
static void skip_game(Lexer *lexer, bool in_tags)
{
    for (size_t depth = 0;;) {
        Token token = next_token(lexer);
        switch (token.kind) {
        case TOKEN_END: return;
        case TOKEN_RESULT:
            if (depth == 0)
                return;
            break;
        case TOKEN_TAG:
            if (!in_tags)
                return;
            take(lexer, line_length(lexer->rest));
            break;
        case TOKEN_OPEN: depth++; break;
        case TOKEN_CLOSE: depth -= depth > 0; break;
        case TOKEN_UNCLOSED: skip_to_event(lexer); return;
        case TOKEN_MOVE: in_tags = false; break;
        default: break;
        }
    }
}

static void keep_start(Game *game)
{
    Text fen = TEXT_EMPTY;
    chess_get_fen(game->pos, &fen);
    if (strcmp(fen.data, CHESS_START_FEN) != 0)
        game->record.start = xstrdup(fen.data);
    text_free(&fen);
}

/* False with no error when there is nothing left to read. */
static bool read_game(Game *game)
{
    bool other = false;
    while (!other) {
        Lexer before = game->lexer;
        Token token = next_token(&game->lexer);
        if (token.kind == TOKEN_COMMENT) {
            add_comment(game, token.text);
        } else if (token.kind == TOKEN_TAG) {
            if (!read_tag(game, &other)) {
                skip_game(&game->lexer, true);
                return false;
            }
        } else if (token.kind == TOKEN_END && !game->has_tags) {
            return false;
        } else {
            game->lexer = before;
            break;
        }
    }
    keep_start(game);
    if (read_moves(game))
        return true;
    skip_game(&game->lexer, false);
    return false;
}

bool pgn_read(Span *rest, Record *record, Diag *diag)
{
    diag_clear(diag);
    if (!record_size_is_ok(*rest, diag)) {
        *rest = (Span){rest->at + rest->length, 0};
        return false;
    }
    Game game = {
        .lexer = {.rest = *rest, .begin = rest->at, .line = record->next_line},
        .pos = chess_new(),
        .diag = diag,
    };
    record_init(&game.record, RECORD_CHESS);
    bool good = read_game(&game);
    if (good)
        record_replace(record, &game.record);
    *rest = game.lexer.rest;
    record->next_line = game.lexer.line;
    record_free(&game.record);
    text_free(&game.comment);
    chess_delete(game.pos);
    return good;
}
