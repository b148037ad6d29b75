/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/import.h"

#include "chess/fen.h"
#include "chess/position.h"
#include "chess/san.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Importer {
    ImportFormat format;
    int percent;
    ImportGame *on_game;
    void *context;
    bool over;
    ChessPosition *pos, *given; /* after the moves so far; of the line at hand */
    DataGame game;
};

static const char *const NAMES[] = {
    [IMPORT_TCEC] = "tcec",
    [IMPORT_BINPACK_TEXT] = "binpack-text",
};

bool import_format_find(Span name, ImportFormat *format)
{
    for (size_t i = 0; i < COUNT_OF(NAMES); i++)
        if (span_is(name, NAMES[i])) {
            *format = (ImportFormat)i;
            return true;
        }
    return false;
}

int import_usual_percent(ImportFormat format) { return format == IMPORT_TCEC ? 100 : 48; }

Importer *import_new(ImportFormat format, int percent, ImportGame *on_game, void *context)
{
    Importer *importer = xcalloc(1, sizeof *importer);
    importer->format = format;
    importer->percent = percent;
    importer->on_game = on_game;
    importer->context = context;
    importer->pos = chess_new();
    importer->given = chess_new();
    importer->game.plies = xcalloc(DATA_PLIES_MAX, sizeof *importer->game.plies);
    return importer;
}

void import_free(Importer *importer)
{
    if (!importer)
        return;
    chess_delete(importer->pos);
    chess_delete(importer->given);
    free(importer->game.plies);
    free(importer);
}

bool import_is_over(const Importer *importer) { return importer->over; }

/* ---- What both formats need ---- */

/* Takes what stands before the next `mark` off the front of `rest`. */
static bool next_field(Span *rest, char mark, Span *field)
{
    const char *end = rest->length ? memchr(rest->at, mark, rest->length) : NULL;
    if (!end)
        return false;
    size_t length = (size_t)(end - rest->at);
    *field = (Span){rest->at, length};
    *rest = (Span){end + 1, rest->length - length - 1};
    return true;
}

static void begin_game(Importer *importer, const ChessPosition *start, int result)
{
    Text text = TEXT_EMPTY;
    chess_get_fen(start, &text);
    snprintf(importer->game.start, sizeof importer->game.start, "%s", text_cstr(&text));
    text_free(&text);
    if (start != importer->pos)
        chess_copy(importer->pos, start);
    importer->game.count = 0;
    importer->game.result = result;
}

static bool add_ply(Importer *importer, ChessMove move, int score, Diag *diag)
{
    DataGame *game = &importer->game;
    if (game->count == DATA_PLIES_MAX)
        return diag_error(diag, "more than %d plies", DATA_PLIES_MAX);
    game->plies[game->count++] = (DataPly){.move = move, .score = (int16_t)score};
    chess_reserve(importer->pos, 1);
    chess_make(importer->pos, move);
    return true;
}

static void end_game(Importer *importer)
{
    if (importer->game.count > 0 && !importer->over)
        importer->over = !importer->on_game(importer->context, &importer->game);
    importer->game.count = 0;
}

/* An evaluation in our unit. What others call more than a hundred pawns is no evaluation but a won
 * game: a tablebase, or a limit of theirs. */
static int evaluation(const Importer *importer, int64_t score)
{
    enum { WON = 10000 };
    if (llabs(score) >= WON)
        return score > 0 ? VALUE_RULE_WIN : -VALUE_RULE_WIN;
    score = score * importer->percent / 100;
    return score > DATA_TRAIN_MAX  ? DATA_TRAIN_MAX
         : score < -DATA_TRAIN_MAX ? -DATA_TRAIN_MAX
                                   : (int)score;
}

/* ---- tcec ---- */

static bool read_result(Span text, int *result, Diag *diag)
{
    *result = span_is(text, "1-0") ? 1 : span_is(text, "0-1") ? -1 : 0;
    return *result != 0 || span_is(text, "1/2-1/2")
        || diag_error(diag, "'%.*s' is no result", SPAN_ARG(text));
}

/* From White in centipawns or 32000 - n for a mate in n moves; to ours from the side to move. */
static bool read_white_score(const Importer *importer, Span text, int *score, Diag *diag)
{
    enum { MATE = 32000, MATE_MOVES = MAX_PLY / 2 };
    int64_t value;
    if (!span_to_int(text, -MATE, MATE, &value))
        return diag_error(diag, "'%.*s' is no score", SPAN_ARG(text));
    if (importer->pos->side == SECOND)
        value = -value;
    int moves = MATE - (int)llabs(value);
    if (moves < MATE_MOVES)
        *score =
            value > 0 ? value_mate_in(moves > 0 ? 2 * moves - 1 : 1) : value_mated_in(2 * moves);
    else
        *score = evaluation(importer, value);
    return true;
}

static bool read_tcec_move(Importer *importer, Span word, Diag *diag)
{
    Span san;
    ChessMove move;
    int score = DATA_NO_SCORE;
    if (next_field(&word, ':', &san)) {
        if (!read_white_score(importer, word, &score, diag))
            return false;
    } else {
        san = word;
    }
    return chess_move_from_san(importer->pos, san, &move, diag)
        && add_ply(importer, move, score, diag);
}

static bool read_tcec(Importer *importer, Span line, Diag *diag)
{
    Span result_text, variant, start, word;
    int result;
    if (line.at[0] == '#')
        return true;
    if (!next_field(&line, ';', &result_text) || !next_field(&line, ';', &variant)
        || !next_field(&line, ';', &start))
        return diag_error(diag, "not result;variant;start;moves");
    if (!read_result(result_text, &result, diag))
        return false;
    if (!span_is(variant, "std") && !span_is(variant, "frc"))
        return diag_error(diag, "unknown variant '%.*s'", SPAN_ARG(variant));
    if (!chess_set_fen(importer->pos, span_is(start, "-") ? span_of(CHESS_START_FEN) : start, diag))
        return false;
    begin_game(importer, importer->pos, result);
    while (span_next_word(&line, &word))
        if (!read_tcec_move(importer, word, diag)) {
            int ply = importer->game.count + 1;
            importer->game.count = 0;
            Diag why = *diag;
            diag_clear(diag);
            return diag_error(diag, "ply %d: %s", ply, why.error);
        }
    end_game(importer);
    return true;
}

/* ---- binpack-text ---- */

static bool read_binpack(Importer *importer, Span line, Diag *diag)
{
    Span fen, move_text, score_text;
    ChessMove move;
    int64_t score, result;
    if (!next_field(&line, ';', &fen) || !next_field(&line, ';', &move_text)
        || !next_field(&line, ';', &score_text))
        return diag_error(diag, "not FEN;move;score;result");
    if (!chess_set_fen(importer->given, fen, diag)
        || !chess_move_from_uci(importer->given, move_text, &move, diag))
        return false;
    if (!span_to_int(score_text, -DATA_SCORE_MAX, DATA_SCORE_MAX, &score))
        return diag_error(diag, "'%.*s' is no score", SPAN_ARG(score_text));
    if (!span_to_int(line, -1, 1, &result))
        return diag_error(diag, "'%.*s' is no result", SPAN_ARG(line));
    if (importer->given->side == SECOND)
        result = -result;
    if (importer->game.count == 0 || importer->game.count == DATA_PLIES_MAX
        || importer->game.result != result
        || chess_key(importer->pos) != chess_key(importer->given)) {
        end_game(importer);
        begin_game(importer, importer->given, (int)result);
    }
    return add_ply(importer, move, evaluation(importer, score), diag);
}

bool import_line(Importer *importer, Span line, Diag *diag)
{
    line = span_trim(line);
    if (line.length == 0)
        return true;
    return importer->format == IMPORT_TCEC ? read_tcec(importer, line, diag)
                                           : read_binpack(importer, line, diag);
}

void import_end(Importer *importer) { end_game(importer); }
