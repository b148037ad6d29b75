/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play.h"

#include "record_check.h"
#include "slow_chess.h"
#include "starts.h"

#include "base/report.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/rules.h"
#include "chess/san.h"
#include "record/pgn.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    PlayGame *play;
    ChessPosition *pos, *other;
    Text fen, text, start;
    Record record;
    SlowChess slow;
    SlowChess *past; /* every position of the game, the present one last */
    int plies;
    bool was_dead;
    bool is_960; /* the first position could castle as only Chess960 can */
    int count;
    ChessMove list[CHESS_MAX_MOVES]; /* sorted */
    SlowChessMove slow_list[SLOW_CHESS_MOVES];
    uint8_t listed[1 << 13]; /* a bit for each 16-bit value */
    ChessMove stale[3];      /* legal moves of earlier plies: what a hash table would offer */
} Game;

static bool differs(Game *g, const char *format, ...) PRINTF_LIKE(2, 3);

static bool differs(Game *g, const char *format, ...)
{
    Text *failure = &g->play->failure;
    char message[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    text_printf(failure, "start: %s\nply: %d\nposition: %s\nmoves:", text_cstr(&g->start), g->plies,
                text_cstr(&g->fen));
    for (int i = 0; i < g->count; i++) {
        text_add_char(failure, ' ');
        chess_move_to_uci(g->pos, g->list[i], failure);
    }
    char slow[SLOW_CHESS_MOVES * 6];
    slow_chess_list(&g->slow, g->pos->chess960, slow);
    text_printf(failure, "\nreference: %s\n%s\n", slow, message);
    return false;
}

static int compare_moves(const void *a, const void *b)
{
    return *(const ChessMove *)a - *(const ChessMove *)b;
}

static void sort_moves(ChessMove *list, int count)
{
    qsort(list, (size_t)count, sizeof *list, compare_moves);
}

static bool is_listed(const Game *g, ChessMove move)
{
    return g->listed[move >> 3] >> (move & 7) & 1;
}

/* ---- The checks of one position ---- */

static bool check_list(Game *g)
{
    ChessMove slow[SLOW_CHESS_MOVES], staged[CHESS_MAX_MOVES];
    g->count = (int)(chess_generate(g->pos, CHESS_GEN_ALL, g->list) - g->list);
    sort_moves(g->list, g->count);
    int count = slow_chess_moves(&g->slow, g->slow_list);
    for (int i = 0; i < count; i++)
        slow[i] = slow_chess_packed(&g->slow, g->slow_list[i]);
    sort_moves(slow, count);
    if (count != g->count || memcmp(slow, g->list, (size_t)count * sizeof *slow) != 0)
        return differs(g, "the move list is not the reference's");
    for (int i = 1; i < count; i++)
        if (slow[i] == slow[i - 1])
            return differs(g, "the same move twice");

    ChessMove *noisy_end = chess_generate(g->pos, CHESS_GEN_NOISY, staged);
    for (ChessMove *m = staged; m < noisy_end; m++)
        if (!chess_is_capture(g->pos, *m) && !chess_is_promotion(*m))
            return differs(g, "a quiet move %04x among the noisy ones", *m);
    ChessMove *end = chess_generate(g->pos, CHESS_GEN_QUIET, noisy_end);
    for (ChessMove *m = noisy_end; m < end; m++)
        if (chess_is_capture(g->pos, *m) || chess_is_promotion(*m))
            return differs(g, "a noisy move %04x among the quiet ones", *m);
    sort_moves(staged, (int)(end - staged));
    if (end - staged != g->count || memcmp(staged, g->list, (size_t)count * sizeof *staged) != 0)
        return differs(g, "the stages do not add up to the whole list");
    return true;
}

static bool check_legality_of(Game *g, ChessMove move)
{
    if (chess_is_legal(g->pos, move) == is_listed(g, move))
        return true;
    return differs(g, "is_legal(%04x) says %s", move, is_listed(g, move) ? "no" : "yes");
}

static bool check_legality(Game *g)
{
    bool good = true;
    for (int i = 0; i < g->count; i++)
        g->listed[g->list[i] >> 3] |= (uint8_t)(1 << (g->list[i] & 7));
    for (int i = 0; good && i < g->count; i++)
        good = check_legality_of(g, g->list[i])
            && check_legality_of(g, g->list[i] ^ (ChessMove)(1 << rng_below(&g->play->rng, 16)));
    for (int i = 0; good && i < 16; i++)
        good = check_legality_of(g, (ChessMove)rng_next(&g->play->rng));
    for (size_t i = 0; good && i < COUNT_OF(g->stale); i++)
        good = check_legality_of(g, g->stale[i]);
    if (good && play_one_in(g->play, 500))
        for (int value = 0; good && value < 65536; value++)
            good = check_legality_of(g, (ChessMove)value);
    for (int i = 0; i < g->count; i++)
        g->listed[g->list[i] >> 3] = 0;
    return good;
}

/* A position as bytes, for comparison after a move was taken back. */
typedef struct {
    ChessPosition pos;
    ChessState state;
} Bytes;

static void remember(const ChessPosition *pos, Bytes *bytes)
{
    memcpy(&bytes->pos, pos, sizeof *pos);
    memcpy(&bytes->state, pos->state, sizeof *pos->state);
}

static bool is_restored(const ChessPosition *pos, Bytes *bytes)
{
    bool equal = memcmp(&bytes->pos, pos, sizeof *pos) == 0
              && memcmp(&bytes->state, pos->state, sizeof *pos->state) == 0;
    ChessPosition view = bytes->pos;
    view.state = &bytes->state;
    return equal && chess_same(&view, pos);
}

static bool check_move(Game *g, ChessMove move, Bytes *before, bool thoroughly)
{
    Diag diag;
    bool expected = chess_gives_check(g->pos, move);
    chess_make(g->pos, move);
    bool found = chess_in_check(g->pos), moved = g->pos->state->move == move;
    diag_clear(&diag);
    bool consistent = !thoroughly || chess_is_consistent(g->pos, &diag);
    chess_unmake(g->pos);
    if (expected != found)
        return differs(g, "gives_check(%04x) says %s", move, expected ? "yes" : "no");
    if (!moved)
        return differs(g, "the state after %04x does not name the move", move);
    if (!consistent)
        return differs(g, "after %04x: %s is wrong", move, diag.error);
    if (!is_restored(g->pos, before))
        return differs(g, "unmaking %04x does not restore the position", move);
    return true;
}

/* The quiet moves that give check are told without asking for each of them. */
static bool check_quiet_checks(Game *g)
{
    ChessMove quiets[CHESS_MAX_MOVES], checks[CHESS_MAX_MOVES];
    ChessMove *end = chess_generate(g->pos, CHESS_GEN_QUIET, quiets), *check = checks;
    ChessMove *last = chess_generate_quiet_checks(g->pos, checks);
    for (ChessMove *quiet = quiets; quiet < end; quiet++) {
        bool listed = check < last && *check == *quiet;
        if (listed != chess_gives_check(g->pos, *quiet))
            return differs(g, "%04x is %s the quiet checks", *quiet, listed ? "in" : "not in");
        check += listed;
    }
    return check == last || differs(g, "%04x is a quiet check twice, or none", *check);
}

static bool check_moves(Game *g)
{
    Bytes before;
    bool thoroughly = play_one_in(g->play, 16);
    remember(g->pos, &before);
    for (int i = 0; i < g->count; i++)
        if (!check_move(g, g->list[i], &before, thoroughly))
            return false;
    return check_quiet_checks(g);
}

/* After a null move the position is the one in which the other side is to move, without en
 * passant. */
static bool check_null(Game *g)
{
    if (chess_in_check(g->pos))
        return true;
    Bytes before;
    Diag diag;
    remember(g->pos, &before);
    chess_make_null(g->pos);
    diag_clear(&diag);
    bool consistent = chess_is_consistent(g->pos, &diag);
    int occurrences = chess_occurrences(g->pos);
    chess_make_null(g->pos); /* the same board again, but nobody may count what was before */
    int twice = chess_occurrences(g->pos);
    chess_unmake_null(g->pos);
    uint64_t key = chess_key(g->pos);
    text_clear(&g->text);
    chess_get_fen(g->pos, &g->text);
    bool accepted = chess_set_fen(g->other, span_of(text_cstr(&g->text)), &diag);
    chess_unmake_null(g->pos);
    if (!consistent)
        return differs(g, "after a null move: %s is wrong", diag.error);
    if (!accepted || chess_key(g->other) != key || g->other->side == g->pos->side)
        return differs(g, "after a null move the position is '%s' %s", text_cstr(&g->text),
                       diag.error);
    if (occurrences != 1 || twice != 1)
        return differs(g, "repetition reaches across a null move");
    if (!is_restored(g->pos, &before))
        return differs(g, "unmaking a null move does not restore the position");
    return true;
}

static bool check_fen(Game *g)
{
    Diag diag;
    SlowChess read;
    slow_chess_parse(&read, text_cstr(&g->fen));
    if (!slow_chess_equal(&read, &g->slow) || read.halfmoves != g->slow.halfmoves
        || read.number != g->slow.number)
        return differs(g, "the FEN is not the reference's position");
    diag_clear(&diag);
    if (!chess_set_fen(g->other, span_of(text_cstr(&g->fen)), &diag))
        return differs(g, "own FEN refused: %s", diag.error);
    if (diag.warning[0])
        return differs(g, "own FEN mended: %s", diag.warning);
    text_clear(&g->text);
    chess_get_fen(g->other, &g->text);
    if (strcmp(text_cstr(&g->text), text_cstr(&g->fen)) != 0)
        return differs(g, "FEN read and written again: %s", text_cstr(&g->text));
    if (chess_key(g->other) != chess_key(g->pos)
        || g->other->state->pawn_key != g->pos->state->pawn_key
        || g->other->state->material_key != g->pos->state->material_key)
        return differs(g, "the FEN does not give the same keys");

    chess_flip(g->other);
    ChessMove list[CHESS_MAX_MOVES];
    int count = (int)(chess_generate(g->other, CHESS_GEN_ALL, list) - list);
    if (count != g->count || !chess_is_consistent(g->other, &diag))
        return differs(g, "flipped it has %d moves %s", count, diag.error);
    chess_flip(g->other);
    text_clear(&g->text);
    chess_get_fen(g->other, &g->text);
    if (strcmp(text_cstr(&g->text), text_cstr(&g->fen)) != 0)
        return differs(g, "flipped twice: %s", text_cstr(&g->text));
    return true;
}

static bool check_uci(Game *g)
{
    Diag diag;
    diag_clear(&diag);
    for (int i = 0; i < g->count; i++) {
        char slow[SLOW_CHESS_TEXT];
        ChessMove read, move = slow_chess_packed(&g->slow, g->slow_list[i]);
        slow_chess_uci(g->slow_list[i], g->pos->chess960, slow);
        text_clear(&g->text);
        chess_move_to_uci(g->pos, move, &g->text);
        if (strcmp(slow, text_cstr(&g->text)) != 0)
            return differs(g, "UCI move %s, the reference says %s", text_cstr(&g->text), slow);
        if (!chess_move_from_uci(g->pos, span_of(slow), &read, &diag) || read != move)
            return differs(g, "UCI move %s is not read back: %s", slow, diag.error);
    }
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool check_san(Game *g)
{
    Diag diag;
    Bytes before;
    char *names[CHESS_MAX_MOVES];
    bool good = true;
    diag_clear(&diag);
    remember(g->pos, &before);
    for (int i = 0; i < g->count; i++) {
        ChessMove read;
        text_clear(&g->text);
        chess_move_to_san(g->pos, g->list[i], &g->text);
        names[i] = xstrdup(text_cstr(&g->text));
        if (good
            && (!chess_move_from_san(g->pos, span_of(names[i]), &read, &diag)
                || read != g->list[i]))
            good = differs(g, "SAN %s is not read back: %s", names[i], diag.error);
    }
    qsort(names, (size_t)g->count, sizeof *names, compare_names);
    for (int i = 1; good && i < g->count; i++)
        if (strcmp(names[i], names[i - 1]) == 0)
            good = differs(g, "two moves are written %s", names[i]);
    for (int i = 0; i < g->count; i++)
        free(names[i]);
    if (good && !is_restored(g->pos, &before))
        good = differs(g, "writing SAN changes the position");
    return good;
}

/* How the game stands, counted again from the list of all positions so far. */
static bool check_end(Game *g)
{
    int occurrences = 1;
    for (int i = 0; i < g->plies; i++)
        occurrences += slow_chess_equal(&g->past[i], &g->slow);
    if (chess_occurrences(g->pos) != occurrences)
        return differs(g, "position number %d, the engine counts %d", occurrences,
                       chess_occurrences(g->pos));
    bool check = slow_chess_in_check(&g->slow), dead = chess_is_dead(g->pos);
    if (check != chess_in_check(g->pos))
        return differs(g, "in check: the engine says %s", check ? "no" : "yes");
    if (slow_chess_too_little_material(&g->slow) && !dead)
        return differs(g, "too little material, but not called dead");
    ChessEnd expected = CHESS_GOES_ON;
    if (g->count == 0)
        expected = check ? CHESS_CHECKMATE : CHESS_STALEMATE;
    else if (dead)
        expected = CHESS_DEAD_POSITION;
    else if (occurrences >= 3)
        expected = CHESS_THREEFOLD;
    else if (g->slow.halfmoves >= 100)
        expected = CHESS_FIFTY_MOVES;
    if (chess_end(g->pos) != expected)
        return differs(g, "end %d expected, not %d", expected, chess_end(g->pos));
    /* A dead position is one from which nobody can ever be mated: the game goes on and sees. */
    if (g->was_dead && expected == CHESS_CHECKMATE)
        return differs(g, "mate after a position that was called dead");
    g->was_dead |= dead;
    g->play->events[PLAY_MATE] += expected == CHESS_CHECKMATE;
    g->play->events[PLAY_STALEMATE] += expected == CHESS_STALEMATE;
    g->play->events[PLAY_DEAD] += expected == CHESS_DEAD_POSITION;
    g->play->events[PLAY_REPETITION] += expected == CHESS_THREEFOLD;
    g->play->events[PLAY_FIFTY] += expected == CHESS_FIFTY_MOVES;
    return true;
}

/* "position", FEN, 960 flag, check flag, end, moves, their SAN in the same order. */
static void add_sample(Game *g)
{
    static const char *const ends[] = {"-", "mate", "stalemate", "dead", "-", "-"};
    Text *row = &g->play->sample;
    text_printf(row, "position\t%s\t%d\t%d\t%s\t", text_cstr(&g->fen), g->pos->chess960,
                chess_in_check(g->pos), ends[chess_end(g->pos)]);
    for (int i = 0; i < g->count; i++) {
        if (i > 0)
            text_add_char(row, ' ');
        chess_move_to_uci(g->pos, g->list[i], row);
    }
    text_add_char(row, '\t');
    for (int i = 0; i < g->count; i++) {
        if (i > 0)
            text_add_char(row, ' ');
        chess_move_to_san(g->pos, g->list[i], row);
    }
    text_add_char(row, '\n');
}

static bool check_position(Game *g)
{
    Diag diag;
    diag_clear(&diag);
    text_clear(&g->fen);
    chess_get_fen(g->pos, &g->fen);
    g->play->positions++;
    if (!chess_is_consistent(g->pos, &diag))
        return differs(g, "%s is wrong", diag.error);
    bool good = check_list(g) && check_legality(g) && check_moves(g) && check_null(g)
             && check_fen(g) && check_end(g) && (!play_one_in(g->play, 4) || check_uci(g))
             && (!play_one_in(g->play, 16) || check_san(g));
    if (good && play_sampled(g->play, g->play->sample_rate))
        add_sample(g);
    return good;
}

/* ---- Playing ---- */

static ChessMove reverse_of(ChessMove move)
{
    return chess_move(chess_to(move), chess_from(move), CHESS_NORMAL);
}

/* Moves that random play would hardly meet weigh more; sometimes both sides shuffle to and fro, so
 * that positions repeat. */
static int choose(Game *g, bool shuffling)
{
    uint32_t weights[CHESS_MAX_MOVES], sum = 0;
    ChessMove back = g->plies >= 2 ? reverse_of(g->pos->state[-1].move) : CHESS_MOVE_NONE;
    for (int i = 0; i < g->count; i++) {
        ChessMove move = g->list[i];
        weights[i] = 2 + 4 * chess_is_capture(g->pos, move) + 3 * chess_is_promotion(move)
                   + 30 * chess_is_castling(move) + 60 * chess_is_en_passant(move)
                   + 6 * chess_gives_check(g->pos, move);
        if (shuffling && move == back)
            weights[i] += 400;
        sum += weights[i];
    }
    uint32_t point = rng_below(&g->play->rng, sum);
    int choice = 0;
    while (point >= weights[choice])
        point -= weights[choice++];
    return choice;
}

static void play_move(Game *g, ChessMove move)
{
    uint64_t *events = g->play->events;
    events[PLAY_CAPTURE] += chess_is_capture(g->pos, move);
    events[PLAY_PROMOTION] += chess_is_promotion(move);
    events[PLAY_CASTLING] += chess_is_castling(move);
    events[PLAY_EN_PASSANT] += chess_is_en_passant(move);
    g->stale[g->plies % (int)COUNT_OF(g->stale)] =
        g->list[rng_below(&g->play->rng, (uint32_t)g->count)];
    for (int i = 0; i < g->count; i++)
        if (slow_chess_packed(&g->slow, g->slow_list[i]) == move) {
            g->past[g->plies++] = g->slow;
            slow_chess_apply(&g->slow, g->slow_list[i]);
            break;
        }
    record_add_move(&g->record, move, -1, NULL);
    chess_make(g->pos, move);
    events[PLAY_CHECK] += chess_in_check(g->pos);
}

static void set_up(Game *g)
{
    uint32_t kind = rng_below(&g->play->rng, 10);
    Diag diag;
    do {
        diag_clear(&diag);
        text_clear(&g->start);
        if (kind < 4)
            text_add(&g->start, CHESS_START_FEN);
        else if (kind < 7)
            start_chess960(&g->play->rng, &g->start);
        else
            start_chess_scattered(&g->play->rng, &g->start);
    } while (!chess_set_fen(g->pos, span_of(text_cstr(&g->start)), &diag) || diag.warning[0]);
    chess_reserve(g->pos, g->play->max_plies + 2);
    chess_get_fen(g->pos, &g->fen);
    g->is_960 = g->pos->chess960;
    if (strcmp(text_cstr(&g->fen), CHESS_START_FEN) != 0)
        g->record.start = xstrdup(text_cstr(&g->fen));
    slow_chess_parse(&g->slow, text_cstr(&g->start));
}

/* "record", the first FEN, 960 flag, the last FEN, PGN as a JSON string. */
static void add_record_sample(Game *g)
{
    Text *row = &g->play->sample;
    text_printf(row, "record\t%s\t%d\t%s\t", g->record.start ? g->record.start : CHESS_START_FEN,
                g->is_960, text_cstr(&g->fen));
    text_clear(&g->text);
    pgn_write(&g->record, &g->text);
    text_add_json(row, text_cstr(&g->text));
    text_add_char(row, '\n');
}

/* The whole game through PGN and back. */
static bool check_record(Game *g)
{
    static const RecordEnd ends[] = {
        [CHESS_GOES_ON] = RECORD_END_NONE,        [CHESS_CHECKMATE] = RECORD_END_MATE,
        [CHESS_STALEMATE] = RECORD_END_STALEMATE, [CHESS_DEAD_POSITION] = RECORD_END_DEAD,
        [CHESS_THREEFOLD] = RECORD_END_THREEFOLD, [CHESS_FIFTY_MOVES] = RECORD_END_FIFTY,
    };
    ChessEnd end = chess_end(g->pos);
    g->record.end = ends[end];
    g->record.result = end == CHESS_GOES_ON   ? RECORD_UNKNOWN
                     : end != CHESS_CHECKMATE ? RECORD_DRAW
                     : g->pos->side == SECOND ? RECORD_FIRST_WINS
                                              : RECORD_SECOND_WINS;
    text_clear(&g->text);
    if (!record_survives(&g->record, pgn_write, pgn_read, &g->text))
        return differs(g, "PGN loses: %s", text_cstr(&g->text));
    if (play_sampled(g->play, PLAY_RECORD_RATE))
        add_record_sample(g);
    return true;
}

static bool play_game(Game *g)
{
    int shuffle_from = (int)rng_below(&g->play->rng, (uint32_t)g->play->max_plies + 1);
    int dead_plies = 0;
    set_up(g);
    while (check_position(g)) {
        dead_plies += g->was_dead;
        if (g->count == 0 || g->plies == g->play->max_plies || dead_plies > 8)
            return check_record(g);
        bool shuffling = g->plies >= shuffle_from && g->plies < shuffle_from + 16;
        play_move(g, g->list[choose(g, shuffling)]);
    }
    return false;
}

bool play_chess(PlayGame *play)
{
    Game *g = xcalloc(1, sizeof *g);
    g->play = play;
    g->pos = chess_new();
    g->other = chess_new();
    chess_reserve(g->other, 4);
    g->past = xcalloc((size_t)play->max_plies + 1, sizeof *g->past);
    record_init(&g->record, RECORD_CHESS);
    bool good = play_game(g);
    record_free(&g->record);
    chess_delete(g->pos);
    chess_delete(g->other);
    text_free(&g->fen);
    text_free(&g->text);
    text_free(&g->start);
    free(g->past);
    free(g);
    return good;
}
