/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/epd.h"

#include "chess/fen.h"
#include "chess/san.h"

#include <stdlib.h>
#include <string.h>

void epd_free(Epd *epd)
{
    for (size_t i = 0; i < epd->count; i++) {
        free(epd->operations[i].code);
        free(epd->operations[i].operand);
    }
    free(epd->operations);
    free(epd->position);
    *epd = EPD_EMPTY;
}

const char *epd_get(const Epd *epd, const char *code)
{
    for (size_t i = 0; i < epd->count; i++)
        if (strcmp(epd->operations[i].code, code) == 0)
            return epd->operations[i].operand;
    return NULL;
}

/* ---- Reading ---- */

/* Operands are C strings from here on, so a zero byte must not cut them short. */
static char *copy_span(Span span)
{
    char *copy = xmalloc(span.length + 1);
    for (size_t i = 0; i < span.length; i++)
        copy[i] = span.at[i] ? span.at[i] : ' ';
    copy[span.length] = '\0';
    return copy;
}

static bool is_code(Span word)
{
    if (word.length == 0 || word.length > EPD_CODE_LENGTH)
        return false;
    for (size_t i = 0; i < word.length; i++) {
        char c = word.at[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '_')))
            return false;
    }
    return true;
}

static bool add_operation(Epd *epd, Span code, Span operand, Diag *diag)
{
    if (!is_code(code))
        return diag_error(diag, "EPD: '%.*s' is no operation name", SPAN_ARG(code));
    char *name = copy_span(code);
    bool repeated = epd_get(epd, name) != NULL;
    free(name);
    if (repeated)
        return diag_error(diag, "EPD: operation '%.*s' is given twice", SPAN_ARG(code));
    if (epd->count >= EPD_OPERATIONS_MAX)
        return diag_error(diag, "EPD: more than %d operations", EPD_OPERATIONS_MAX);
    bool quoted =
        operand.length >= 2 && operand.at[0] == '"'
        && memchr(operand.at + 1, '"', operand.length - 1) == operand.at + operand.length - 1;
    if (quoted)
        operand = (Span){operand.at + 1, operand.length - 2};
    epd->operations = xrealloc(epd->operations, (epd->count + 1) * sizeof *epd->operations);
    epd->operations[epd->count++] = (EpdOperation){
        .code = copy_span(code),
        .operand = copy_span(operand),
        .quoted = quoted,
    };
    return true;
}

/* Up to the semicolon, which is taken too; one inside a string does not count. */
static bool next_operation(Span *rest, Span *operation, Diag *diag)
{
    bool in_string = false;
    size_t i = 0;
    while (i < rest->length && (in_string || rest->at[i] != ';'))
        in_string ^= rest->at[i++] == '"';
    *operation = span_trim((Span){rest->at, i});
    if (in_string)
        return diag_error(diag, "EPD: string is not closed in '%.*s'", SPAN_ARG(*operation));
    size_t taken = i < rest->length ? i + 1 : i;
    *rest = (Span){rest->at + taken, rest->length - taken};
    return true;
}

static bool read_operations(Epd *epd, Span rest, Diag *diag)
{
    while (rest.length > 0) {
        Span operation, code;
        if (!next_operation(&rest, &operation, diag))
            return false;
        if (!span_next_word(&operation, &code))
            continue;
        if (!add_operation(epd, code, span_trim(operation), diag))
            return false;
    }
    return true;
}

/* The counters of a FEN, if the line has them in their place. */
static bool read_counters(Epd *epd, Span *rest, Diag *diag)
{
    Span after = *rest, halfmove, fullmove;
    int64_t value;
    if (!span_next_word(&after, &halfmove) || !span_to_int(halfmove, 0, INT32_MAX, &value))
        return true;
    if (!span_next_word(&after, &fullmove) || !span_to_int(fullmove, 0, INT32_MAX, &value))
        return diag_error(diag, "EPD: move number missing after '%.*s'", SPAN_ARG(halfmove));
    *rest = after;
    return add_operation(epd, span_of("hmvc"), halfmove, diag)
        && add_operation(epd, span_of("fmvn"), fullmove, diag);
}

static bool position_is_good(const Epd *epd, Diag *diag)
{
    ChessPosition *pos = chess_new();
    Text fen = TEXT_EMPTY;
    epd_fen(epd, &fen);
    bool good = chess_set_fen(pos, (Span){fen.data, fen.length}, diag);
    text_free(&fen);
    chess_delete(pos);
    return good;
}

static bool read_line(Epd *epd, Span line, Diag *diag)
{
    Text fields = TEXT_EMPTY;
    int count = 0;
    Span word;
    while (count < 4 && span_next_word(&line, &word)) {
        if (count++ > 0)
            text_add_char(&fields, ' ');
        text_add_span(&fields, word);
    }
    epd->position = copy_span((Span){text_cstr(&fields), fields.length});
    text_free(&fields);
    if (count < 4)
        return diag_error(diag, "EPD: %d of 4 position fields", count);
    return read_counters(epd, &line, diag) && read_operations(epd, line, diag)
        && position_is_good(epd, diag);
}

bool epd_read(Span line, Epd *epd, Diag *diag)
{
    Epd fresh = EPD_EMPTY;
    if (!read_line(&fresh, line, diag)) {
        epd_free(&fresh);
        return false;
    }
    epd_free(epd);
    *epd = fresh;
    return true;
}

bool epd_read_operations(Span text, Epd *epd, Diag *diag)
{
    Epd fresh = EPD_EMPTY;
    if (!read_operations(&fresh, text, diag)) {
        epd_free(&fresh);
        return false;
    }
    epd_free(epd);
    *epd = fresh;
    return true;
}

/* ---- Moves ---- */

static bool read_move(const ChessPosition *pos, Span word, ChessMove *move, Diag *diag)
{
    Diag as_protocol;
    diag_clear(&as_protocol);
    return chess_move_from_uci(pos, word, move, &as_protocol)
        || chess_move_from_san(pos, word, move, diag);
}

bool epd_moves(const Epd *epd, const char *code, uint16_t **moves, int *count, Diag *diag)
{
    const char *operand = epd_get(epd, code);
    *moves = NULL;
    *count = 0;
    if (!operand)
        return true;
    ChessPosition *pos = chess_new();
    Text fen = TEXT_EMPTY;
    epd_fen(epd, &fen);
    bool good = chess_set_fen(pos, (Span){fen.data, fen.length}, diag);
    Span rest = span_of(operand), word;
    while (good && span_next_word(&rest, &word)) {
        ChessMove move;
        while (word.length > 1 && word.at[word.length - 1] == ',')
            word.length--;
        good = read_move(pos, word, &move, diag);
        if (good) {
            *moves = xrealloc(*moves, (size_t)(*count + 1) * sizeof **moves);
            (*moves)[(*count)++] = move;
        }
    }
    if (!good) {
        free(*moves);
        *moves = NULL;
        *count = 0;
    }
    text_free(&fen);
    chess_delete(pos);
    return good;
}

/* ---- Writing ---- */

void epd_fen(const Epd *epd, Text *fen)
{
    const char *halfmove = epd_get(epd, "hmvc"), *fullmove = epd_get(epd, "fmvn");
    text_add(fen, epd->position);
    if (halfmove || fullmove)
        text_printf(fen, " %s %s", halfmove ? halfmove : "0", fullmove ? fullmove : "1");
}

void epd_write(const Epd *epd, Text *text)
{
    text_add(text, epd->position);
    for (size_t i = 0; i < epd->count; i++) {
        const EpdOperation *operation = &epd->operations[i];
        const char *quote = operation->quoted ? "\"" : "";
        text_printf(text, " %s", operation->code);
        if (operation->quoted || *operation->operand)
            text_printf(text, " %s%s%s", quote, operation->operand, quote);
        text_add_char(text, ';');
    }
}
