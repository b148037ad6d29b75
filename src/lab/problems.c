/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/problems.h"

#include "base/file.h"
#include "base/rng.h"
#include "engine/setup.h"
#include "record/epd.h"

#include <stdlib.h>
#include <string.h>

int problem_mate_to_plies(const GameOps *game, int mate)
{
    if (game != &chess_ops)
        return mate;
    return mate > 0 ? 2 * mate - 1 : 2 * mate;
}

int problem_mate_from_plies(const GameOps *game, int plies)
{
    if (game != &chess_ops)
        return plies;
    return plies > 0 ? (plies + 1) / 2 : plies / 2;
}

static void free_problem(Problem *problem)
{
    free(problem->position);
    free(problem->id);
    free(problem->best);
    free(problem->avoid);
}

void problems_free(ProblemFile *file)
{
    for (int i = 0; i < file->count; i++)
        free_problem(&file->items[i]);
    free(file->items);
    *file = (ProblemFile){0};
}

void problems_choose(ProblemFile *file, int64_t limit, int64_t seed)
{
    Rng rng = {(uint64_t)seed};
    for (int i = file->count - 1; seed != 0 && i > 0; i--) {
        int other = (int)rng_below(&rng, (uint32_t)i + 1);
        Problem kept = file->items[i];
        file->items[i] = file->items[other];
        file->items[other] = kept;
    }
    while (limit > 0 && file->count > limit)
        free_problem(&file->items[--file->count]);
}

void problems_append(ProblemFile *file, ProblemFile *from)
{
    size_t count = (size_t)file->count, more = (size_t)from->count;
    file->items = xrealloc(file->items, (count + more) * sizeof *file->items);
    memcpy(file->items + count, from->items, more * sizeof *file->items);
    file->count += from->count;
    from->count = 0;
    problems_free(from);
}

const char *problems_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* ---- What is asked ---- */

static bool read_length(const GameOps *game, Span text, Problem *problem, Diag *diag)
{
    enum { LONGEST = MATE_LINE_MAX / 2 - 1 };
    int64_t mate;
    if (!span_to_int(text, -LONGEST, LONGEST, &mate))
        return diag_error(diag, "'%.*s' is no mate distance", SPAN_ARG(text));
    problem->mate_plies = problem_mate_to_plies(game, (int)mate);
    return true;
}

static bool read_shogi_moves(const GamePosition *pos, Span text, GameMove **moves, int *count,
                             Diag *diag)
{
    Span word;
    while (span_next_word(&text, &word)) {
        GameMove move;
        if (!shogi_ops.read_move(pos, word, &move, diag))
            return false;
        *moves = xrealloc(*moves, (size_t)(*count + 1) * sizeof **moves);
        (*moves)[(*count)++] = move;
    }
    return true;
}

/* dm N, or bm #N, or the moves of bm and am. */
static bool take_operations(const GameOps *game, const GamePosition *pos, const Epd *epd,
                            Problem *problem, Diag *diag)
{
    const char *id = epd_get(epd, "id"), *dm = epd_get(epd, "dm"), *bm = epd_get(epd, "bm");
    const char *am = epd_get(epd, "am");
    bool length_in_bm = bm && bm[0] == '#';
    problem->id = xstrdup(id ? id : "");
    if (dm && !read_length(game, span_of(dm), problem, diag))
        return false;
    if (!dm && length_in_bm && !read_length(game, span_of(bm + 1), problem, diag))
        return false;
    if (game == &chess_ops)
        return (length_in_bm || epd_moves(epd, "bm", &problem->best, &problem->best_count, diag))
            && epd_moves(epd, "am", &problem->avoid, &problem->avoid_count, diag);
    return (length_in_bm
            || read_shogi_moves(pos, span_of(bm ? bm : ""), &problem->best, &problem->best_count,
                                diag))
        && read_shogi_moves(pos, span_of(am ? am : ""), &problem->avoid, &problem->avoid_count,
                            diag);
}

/* ---- Lines ---- */

static bool set_position(const GameOps *game, GamePosition *pos, Span text, Problem *problem,
                         Diag *diag)
{
    Diag quiet;
    diag_clear(&quiet);
    if (!setup_position(game, pos, text, SETUP_RELAXED, &quiet))
        return diag_error(diag, "%s", quiet.error);
    Text copy = TEXT_EMPTY;
    text_add_span(&copy, text);
    problem->position = xstrdup(text_cstr(&copy));
    problem->mate_only = game->is_mate_only(pos);
    text_free(&copy);
    return true;
}

static bool read_chess(Span line, GamePosition *pos, Problem *problem, Diag *diag)
{
    Epd epd = EPD_EMPTY;
    Text fen = TEXT_EMPTY;
    Span rest = line, word;
    if (span_next_word(&rest, &word) && span_is(word, chess_ops.setup_word))
        line = rest;
    bool good = epd_read(line, &epd, diag);
    if (good)
        epd_fen(&epd, &fen);
    good = good && set_position(&chess_ops, pos, (Span){text_cstr(&fen), fen.length}, problem, diag)
        && take_operations(&chess_ops, pos, &epd, problem, diag);
    text_free(&fen);
    epd_free(&epd);
    return good;
}

static Span next_column(Span *rest)
{
    const char *tab = memchr(rest->at, '\t', rest->length);
    Span column = {rest->at, tab ? (size_t)(tab - rest->at) : rest->length};
    size_t taken = tab ? column.length + 1 : column.length;
    rest->at += taken;
    rest->length -= taken;
    return span_trim(column);
}

/* The second column is a length, "-" before a claimed length, or moves. */
static bool read_columns(Span line, GamePosition *pos, Problem *problem, Diag *diag)
{
    Span sfen = next_column(&line), answer = next_column(&line);
    int64_t plies = 0;
    if (!set_position(&shogi_ops, pos, sfen, problem, diag))
        return false;
    problem->id = xstrdup("");
    if (answer.length == 0)
        return true;
    problem->mate_proved = !span_is(answer, "-");
    if (!problem->mate_proved)
        answer = next_column(&line);
    if (span_to_int(answer, 0, MATE_LINE_MAX - 1, &plies)) {
        problem->mate_plies = (int)plies;
        return true;
    }
    Diag as_move;
    diag_clear(&as_move);
    if (problem->mate_proved
        && read_shogi_moves(pos, answer, &problem->best, &problem->best_count, &as_move)) {
        problem->mate_proved = false;
        return true;
    }
    return diag_error(diag, "'%.*s' is no mate length and no move here: %s", SPAN_ARG(answer),
                      as_move.error);
}

/* Nothing in a position looks like one of these words. */
static bool is_operation(Span word)
{
    static const char *const CODES[] = {"bm", "am", "dm", "id"};
    for (size_t i = 0; i < COUNT_OF(CODES); i++)
        if (span_is(word, CODES[i]))
            return true;
    return false;
}

static bool read_shogi(Span line, GamePosition *pos, Problem *problem, Diag *diag)
{
    if (memchr(line.at, '\t', line.length))
        return read_columns(line, pos, problem, diag);
    Span rest = line, word, position = line, operations = {line.at, 0};
    while (span_next_word(&rest, &word))
        if (is_operation(word)) {
            position.length = (size_t)(word.at - line.at);
            operations = (Span){word.at, line.length - position.length};
            break;
        }
    Epd epd = EPD_EMPTY;
    bool good = set_position(&shogi_ops, pos, span_trim(position), problem, diag)
             && epd_read_operations(operations, &epd, diag)
             && take_operations(&shogi_ops, pos, &epd, problem, diag);
    epd_free(&epd);
    return good;
}

/* ---- Files ---- */

/* A board has as many ranks as its game: eight or nine. */
static const GameOps *guess_game(Span line)
{
    Span word;
    int ranks = 1;
    if (!span_next_word(&line, &word))
        return NULL;
    if (span_is(word, chess_ops.setup_word))
        return &chess_ops;
    if (span_is(word, shogi_ops.setup_word))
        return &shogi_ops;
    for (size_t i = 0; i < word.length; i++)
        ranks += word.at[i] == '/';
    return ranks == 8 ? &chess_ops : ranks == 9 ? &shogi_ops : NULL;
}

/* The contents of a line; false for one that is passed over. */
static bool has_content(Span *line)
{
    *line = span_trim(*line);
    return line->length > 0 && line->at[0] != '#';
}

static bool read_lines(Span rest, ProblemFile *file, Diag *diag)
{
    GamePosition *pos = NULL;
    Span line;
    bool good = true;
    int capacity = 0;
    for (int number = 1; good && span_next_line(&rest, &line); number++) {
        if (!has_content(&line))
            continue;
        if (!file->game && !(file->game = guess_game(line))) {
            good = diag_error(diag, "%s, line %d: neither chess nor shogi by its looks; say --game",
                              file->path, number);
            break;
        }
        if (!pos)
            pos = file->game->create();
        Problem problem = {.line = number};
        Diag why;
        diag_clear(&why);
        good = file->game == &chess_ops ? read_chess(line, pos, &problem, &why)
                                        : read_shogi(line, pos, &problem, &why);
        if (!good) {
            diag_error(diag, "%s, line %d: %s", file->path, number, why.error);
            free_problem(&problem);
            break;
        }
        if (file->count == capacity) {
            capacity = capacity ? 2 * capacity : 64;
            file->items = xrealloc(file->items, (size_t)capacity * sizeof *file->items);
        }
        file->items[file->count++] = problem;
    }
    if (pos)
        file->game->destroy(pos);
    if (good && file->count == 0)
        good = diag_error(diag, "%s: no positions", file->path);
    return good;
}

bool problems_read(const char *path, const GameOps *game, ProblemFile *file, Diag *diag)
{
    enum { LARGEST_FILE = 256 << 20 };
    Text text = TEXT_EMPTY;
    if (!file_read(path, LARGEST_FILE, &text, diag))
        return false;
    ProblemFile fresh = {.path = path, .game = game};
    Span rest = {text_cstr(&text), text.length};
    /* A byte-order mark is no part of the first position. */
    if (rest.length >= 3 && memcmp(rest.at, "\xef\xbb\xbf", 3) == 0)
        rest.at += 3, rest.length -= 3;
    bool good = read_lines(rest, &fresh, diag);
    text_free(&text);
    if (good)
        *file = fresh;
    else
        problems_free(&fresh);
    return good;
}
