/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arena/openings.h"

#include "base/file.h"
#include "base/rng.h"
#include "engine/setup.h"
#include "record/epd.h"
#include "record/pgn.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FILE_MAX = 256 << 20 };

typedef struct {
    const GameOps *game;
    const char *path;
    Openings *openings;
    size_t capacity;
    GamePosition *pos;
    Diag *diag;
} Loader;

static bool bad_line(Loader *loader, size_t line, const char *why)
{
    return diag_error(loader->diag, "%s, line %zu: %s", loader->path, line, why);
}

static void add(Loader *loader, const Text *text)
{
    Openings *openings = loader->openings;
    if (openings->count == loader->capacity) {
        loader->capacity = loader->capacity ? loader->capacity * 2 : 64;
        openings->lines = xrealloc(openings->lines, loader->capacity * sizeof *openings->lines);
    }
    openings->lines[openings->count++] = xstrdup(text_cstr(text));
}

/* Nothing can be played from a position without a king or after the end of the game. */
static bool add_playable(Loader *loader, const Text *text, size_t line)
{
    const GameOps *game = loader->game;
    Diag inner;
    GameFacts facts;
    diag_clear(&inner);
    Span span = {text_cstr(text), text->length};
    if (!setup_position(game, loader->pos, span, SETUP_PROTOCOL, &inner))
        return bad_line(loader, line, inner.error);
    if (game->is_mate_only(loader->pos))
        return bad_line(loader, line, "a king is missing");
    game->describe(loader->pos, &facts);
    if (facts.end)
        return bad_line(loader, line, "the game is over already");
    add(loader, text);
    return true;
}

/* The same opening with its position written in full: engines expect counters that files leave
 * out. Bad positions stay as they are and are refused later. */
static void complete(const Loader *loader, Text *text)
{
    Span start, moves;
    Diag unused;
    diag_clear(&unused);
    openings_split(loader->game, text_cstr(text), &start, &moves);
    if (!start.at || !loader->game->set(loader->pos, start, &unused))
        return;
    Text full = TEXT_EMPTY;
    text_printf(&full, "%s ", loader->game->setup_word);
    loader->game->get(loader->pos, &full);
    if (moves.at) {
        text_add(&full, " moves ");
        text_add_span(&full, span_trim(moves));
    }
    text_free(text);
    *text = full;
}

/* ---- Lines ---- */

static bool is_setup(const GameOps *game, Span line)
{
    Span word;
    return span_next_word(&line, &word)
        && (span_is(word, "startpos") || span_is(word, game->setup_word));
}

static bool take_line(Loader *loader, Span line, size_t number)
{
    Text text = TEXT_EMPTY;
    Epd epd = EPD_EMPTY;
    Diag inner;
    bool good = true;
    diag_clear(&inner);
    if (memchr(line.at, '\0', line.length)) {
        good = bad_line(loader, number, "illegal NUL byte");
    } else if (is_setup(loader->game, line)) {
        text_add_span(&text, span_trim(line));
    } else {
        text_printf(&text, "%s ", loader->game->setup_word);
        if (loader->game != &chess_ops)
            text_add_span(&text, span_trim(line));
        else if (epd_read(line, &epd, &inner))
            epd_fen(&epd, &text);
        else
            good = bad_line(loader, number, inner.error);
    }
    complete(loader, &text);
    good = good && add_playable(loader, &text, number);
    epd_free(&epd);
    text_free(&text);
    return good;
}

static bool load_lines(Loader *loader, Span rest)
{
    Span line;
    for (size_t number = 1; span_next_line(&rest, &line); number++) {
        if (number == 1 && line.length >= 3 && memcmp(line.at, "\xef\xbb\xbf", 3) == 0)
            line.at += 3, line.length -= 3;
        if (span_trim(line).length == 0 || line.at[0] == '#')
            continue;
        if (!take_line(loader, line, number))
            return false;
    }
    return true;
}

/* ---- PGN ---- */

static bool take_record(Loader *loader, const Record *record, size_t line, int plies)
{
    const GameOps *game = loader->game;
    Text text = TEXT_EMPTY;
    Diag inner;
    diag_clear(&inner);
    if (record->start)
        text_printf(&text, "%s %s", game->setup_word, record->start);
    else
        text_add(&text, "startpos");
    if (!game->set(loader->pos, span_of(record->start ? record->start : game->start), &inner))
        BUG("a record with a bad start: %s", inner.error);
    for (size_t i = 0; i < record->move_count && (plies == 0 || i < (size_t)plies); i++) {
        text_add(&text, i ? " " : " moves ");
        game->write_move(loader->pos, record->moves[i].move, MOVE_PROTOCOL, &text);
        game->make(loader->pos, record->moves[i].move);
    }
    bool good = add_playable(loader, &text, line);
    text_free(&text);
    return good;
}

static bool load_pgn(Loader *loader, Span rest, int plies)
{
    Record record;
    Diag inner;
    bool good = true;
    record_init(&record, RECORD_CHESS);
    for (;;) {
        size_t line = record.next_line;
        if (!pgn_read(&rest, &record, &inner))
            break;
        good = take_record(loader, &record, line, plies);
        if (!good)
            break;
    }
    if (good && inner.error[0])
        good = diag_error(loader->diag, "%s: %s", loader->path, inner.error);
    record_free(&record);
    return good;
}

/* ---- The face ---- */

static bool is_pgn(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcasecmp(dot, ".pgn") == 0;
}

bool openings_load(const char *path, const GameOps *game, int plies, Openings *openings, Diag *diag)
{
    Text text = TEXT_EMPTY;
    bool pgn = game == &chess_ops && is_pgn(path);
    *openings = OPENINGS_EMPTY;
    if (!file_read(path, pgn ? RECORD_FILE_MAX : FILE_MAX, &text, diag))
        return false;
    Span bytes = {text_cstr(&text), text.length};
    Loader loader = {
        .game = game, .path = path, .openings = openings, .pos = game->create(), .diag = diag};
    bool good = pgn ? load_pgn(&loader, bytes, plies) : load_lines(&loader, bytes);
    if (good && openings->count == 0)
        good = diag_error(diag, "%s: no opening in it", path);
    openings->checksum = span_checksum(bytes);
    game->destroy(loader.pos);
    text_free(&text);
    if (!good)
        openings_free(openings);
    return good;
}

void openings_free(Openings *openings)
{
    for (size_t i = 0; i < openings->count; i++)
        free(openings->lines[i]);
    free(openings->lines);
    *openings = OPENINGS_EMPTY;
}

/* Fisher and Yates. */
void openings_shuffle(Openings *openings, uint64_t seed)
{
    Rng rng = {seed};
    for (size_t i = openings->count; i > 1; i--) {
        size_t j = rng_below(&rng, (uint32_t)i);
        char *line = openings->lines[i - 1];
        openings->lines[i - 1] = openings->lines[j];
        openings->lines[j] = line;
    }
}

const char *openings_get(const Openings *openings, int64_t round)
{
    return openings->count ? openings->lines[(size_t)round % openings->count] : "startpos";
}

void openings_split(const GameOps *game, const char *opening, Span *start, Span *moves)
{
    Span rest = span_of(opening), word, ahead;
    *start = *moves = (Span){NULL, 0};
    if (!span_next_word(&rest, &word))
        return;
    if (span_is(word, game->setup_word)) {
        rest = span_trim(rest);
        *start = rest;
    }
    ahead = rest;
    while (span_next_word(&ahead, &word)) {
        if (!span_is(word, "moves"))
            continue;
        *moves = ahead;
        if (start->at)
            *start = span_trim((Span){start->at, (size_t)(word.at - start->at)});
        return;
    }
}
