/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play.h"

#include "record_check.h"
#include "slow_shogi.h"
#include "starts.h"

#include "base/report.h"
#include "record/csa.h"
#include "record/kif.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/rules.h"
#include "shogi/sfen.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    PlayGame *play;
    ShogiPosition *pos, *other;
    Text sfen, text, start, before; /* `before` is the position one move ago */
    ShogiSetup kind;
    Record record;
    SlowShogi slow;
    SlowShogi *past;  /* every position of the game, the present one last */
    bool *gave_check; /* the move made in past[i] did */
    int plies;
    ShogiEnd end;
    int count;
    ShogiMove list[SHOGI_LIST_SIZE]; /* sorted */
    SlowShogiMove slow_list[SLOW_SHOGI_MOVES];
    uint8_t listed[1 << 13]; /* a bit for each 16-bit value */
    ShogiMove stale[3];      /* legal moves of earlier plies: what a hash table would offer */
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
                text_cstr(&g->sfen));
    for (int i = 0; i < g->count; i++) {
        text_add_char(failure, ' ');
        shogi_move_to_usi(g->list[i], failure);
    }
    char slow[SLOW_SHOGI_MOVES * 6];
    slow_shogi_list(&g->slow, slow);
    text_printf(failure, "\nreference: %s\n%s\n", slow, message);
    return false;
}

static int compare_moves(const void *a, const void *b)
{
    return *(const ShogiMove *)a - *(const ShogiMove *)b;
}

static void sort_moves(ShogiMove *list, int count)
{
    qsort(list, (size_t)count, sizeof *list, compare_moves);
}

static bool is_listed(const Game *g, ShogiMove move)
{
    return g->listed[move >> 3] >> (move & 7) & 1;
}

static bool is_capture(const ShogiPosition *pos, ShogiMove move)
{
    return !shogi_is_drop(move) && pos->board[shogi_to(move)] != 0;
}

/* A mate problem is a position only while the side without a king is to move. */
static bool is_readable(const Game *g)
{
    return g->kind == SHOGI_SETUP_GAME || !shogi_has_king(g->pos, g->pos->side_to_move);
}

/* ---- The checks of one position ---- */

static ShogiGen stage_of(const ShogiPosition *pos, ShogiMove move)
{
    if (shogi_is_drop(move))
        return SHOGI_GEN_DROPS;
    return is_capture(pos, move) || shogi_promotes(move) ? SHOGI_GEN_NOISY : SHOGI_GEN_QUIET;
}

static bool check_stages(Game *g)
{
    ShogiMove staged[3 * SHOGI_LIST_SIZE], *end = staged;
    for (int stage = SHOGI_GEN_NOISY; stage <= SHOGI_GEN_DROPS; stage++) {
        ShogiMove *start = end;
        end = shogi_generate(g->pos, (ShogiGen)stage, start);
        for (ShogiMove *m = start; m < end; m++)
            if (stage_of(g->pos, *m) != (ShogiGen)stage)
                return differs(g, "move %04x is in stage %d", *m, stage);
    }
    sort_moves(staged, (int)(end - staged));
    if (end - staged != g->count || memcmp(staged, g->list, (size_t)g->count * sizeof *staged) != 0)
        return differs(g, "the stages do not add up to the whole list");
    return true;
}

static bool check_list(Game *g)
{
    ShogiMove slow[SLOW_SHOGI_MOVES];
    g->count = (int)(shogi_generate(g->pos, SHOGI_GEN_ALL, g->list) - g->list);
    sort_moves(g->list, g->count);
    int count = slow_shogi_moves(&g->slow, g->slow_list);
    for (int i = 0; i < count; i++)
        slow[i] = slow_shogi_packed(g->slow_list[i]);
    sort_moves(slow, count);
    if (count != g->count || memcmp(slow, g->list, (size_t)count * sizeof *slow) != 0)
        return differs(g, "the move list is not the reference's");
    for (int i = 1; i < count; i++)
        if (slow[i] == slow[i - 1])
            return differs(g, "the same move twice");
    return check_stages(g);
}

static bool check_legality_of(Game *g, ShogiMove move)
{
    if (shogi_is_legal(g->pos, move) == is_listed(g, move))
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
            && check_legality_of(g, g->list[i] ^ (ShogiMove)(1 << rng_below(&g->play->rng, 16)));
    for (int i = 0; good && i < 16; i++)
        good = check_legality_of(g, (ShogiMove)rng_next(&g->play->rng));
    for (size_t i = 0; good && i < COUNT_OF(g->stale); i++)
        good = check_legality_of(g, g->stale[i]);
    for (int square = 0; good && square < SHOGI_SQUARES; square++)
        good = check_legality_of(g, shogi_move_drop(SHOGI_PAWN, square));
    if (good && play_one_in(g->play, 500))
        for (int value = 0; good && value < 65536; value++)
            good = check_legality_of(g, (ShogiMove)value);
    for (int i = 0; i < g->count; i++)
        g->listed[g->list[i] >> 3] = 0;
    return good;
}

/* A position as bytes, for comparison after a move was taken back. */
typedef struct {
    ShogiPosition pos;
    ShogiState state;
} Bytes;

static void remember(const ShogiPosition *pos, Bytes *bytes)
{
    memcpy(&bytes->pos, pos, sizeof *pos);
    memcpy(&bytes->state, pos->state, sizeof *pos->state);
}

static bool is_restored(const ShogiPosition *pos, Bytes *bytes)
{
    bool equal = memcmp(&bytes->pos, pos, sizeof *pos) == 0
              && memcmp(&bytes->state, pos->state, sizeof *pos->state) == 0;
    ShogiPosition view = bytes->pos;
    view.state = &bytes->state;
    return equal && shogi_same(&view, pos);
}

static bool check_move(Game *g, ShogiMove move, Bytes *before, bool thoroughly)
{
    Diag diag;
    bool expected = shogi_gives_check(g->pos, move);
    shogi_make(g->pos, move);
    bool found = shogi_in_check(g->pos), moved = g->pos->state->move == move;
    diag_clear(&diag);
    bool consistent = !thoroughly || shogi_is_consistent(g->pos, &diag);
    shogi_unmake(g->pos);
    if (expected != found)
        return differs(g, "gives_check(%04x) says %s", move, expected ? "yes" : "no");
    if (!moved)
        return differs(g, "the state after %04x does not name the move", move);
    if (!consistent)
        return differs(g, "after %04x: %s", move, diag.error);
    if (!is_restored(g->pos, before))
        return differs(g, "unmaking %04x does not restore the position", move);
    return true;
}

/* The quiet moves that give check are told without asking for each of them. */
static bool check_quiet_checks(Game *g)
{
    ShogiMove quiets[SHOGI_LIST_SIZE], checks[SHOGI_LIST_SIZE];
    ShogiMove *end = shogi_generate(g->pos, SHOGI_GEN_QUIET, quiets), *check = checks;
    end = shogi_generate(g->pos, SHOGI_GEN_DROPS, end);
    ShogiMove *last = shogi_generate_quiet_checks(g->pos, checks);
    for (ShogiMove *quiet = quiets; quiet < end; quiet++) {
        bool listed = check < last && *check == *quiet;
        if (listed != shogi_gives_check(g->pos, *quiet))
            return differs(g, "%04x is %s the quiet checks", *quiet, listed ? "in" : "not in");
        check += listed;
    }
    return check == last || differs(g, "%04x is a quiet check twice, or none", *check);
}

static bool check_moves(Game *g)
{
    Bytes before;
    bool thoroughly = play_one_in(g->play, 64);
    remember(g->pos, &before);
    for (int i = 0; i < g->count; i++)
        if (!check_move(g, g->list[i], &before, thoroughly))
            return false;
    return check_quiet_checks(g);
}

static bool check_null(Game *g)
{
    if (shogi_in_check(g->pos))
        return true;
    Bytes before;
    Diag diag;
    remember(g->pos, &before);
    shogi_make_null(g->pos);
    diag_clear(&diag);
    bool consistent = shogi_is_consistent(g->pos, &diag), accepted = true;
    int occurrences = shogi_occurrences(g->pos);
    shogi_make_null(g->pos); /* the same board again, but nobody may count what was before */
    int twice = shogi_occurrences(g->pos);
    shogi_unmake_null(g->pos);
    uint64_t key = shogi_key(g->pos);
    text_clear(&g->text);
    shogi_get_sfen(g->pos, &g->text);
    if (is_readable(g))
        accepted = shogi_set_sfen(g->other, span_of(text_cstr(&g->text)), g->kind, &diag)
                && shogi_key(g->other) == key && g->other->side_to_move != before.pos.side_to_move;
    shogi_unmake_null(g->pos);
    if (!consistent)
        return differs(g, "after a null move: %s", diag.error);
    if (!accepted)
        return differs(g, "after a null move the position is '%s' %s", text_cstr(&g->text),
                       diag.error);
    if (occurrences != 1 || twice != 1)
        return differs(g, "repetition reaches across a null move");
    if (!is_restored(g->pos, &before))
        return differs(g, "unmaking a null move does not restore the position");
    return true;
}

static bool check_flip(Game *g)
{
    Diag diag;
    ShogiMove list[SHOGI_LIST_SIZE];
    diag_clear(&diag);
    shogi_flip(g->other);
    int count = (int)(shogi_generate(g->other, SHOGI_GEN_ALL, list) - list);
    if (count != g->count || !shogi_is_consistent(g->other, &diag))
        return differs(g, "turned round it has %d moves %s", count, diag.error);
    if (g->other->state->psq != -g->pos->state->psq)
        return differs(g, "turned round it has another value");
    shogi_flip(g->other);
    text_clear(&g->text);
    shogi_get_sfen(g->other, &g->text);
    if (strcmp(text_cstr(&g->text), text_cstr(&g->sfen)) != 0)
        return differs(g, "turned round twice: %s", text_cstr(&g->text));
    return true;
}

static bool check_sfen(Game *g)
{
    Diag diag;
    SlowShogi read;
    slow_shogi_parse(&read, text_cstr(&g->sfen));
    if (!slow_shogi_equal(&read, &g->slow) || read.number != g->slow.number)
        return differs(g, "the SFEN is not the reference's position");
    if (!is_readable(g))
        return true;
    diag_clear(&diag);
    if (!shogi_set_sfen(g->other, span_of(text_cstr(&g->sfen)), g->kind, &diag))
        return differs(g, "own SFEN refused: %s", diag.error);
    text_clear(&g->text);
    shogi_get_sfen(g->other, &g->text);
    if (strcmp(text_cstr(&g->text), text_cstr(&g->sfen)) != 0)
        return differs(g, "SFEN read and written again: %s", text_cstr(&g->text));
    const ShogiState *kept = g->pos->state, *fresh = g->other->state;
    if (shogi_key(g->other) != shogi_key(g->pos) || kept->pawn_key != fresh->pawn_key
        || kept->material_key != fresh->material_key)
        return differs(g, "the SFEN does not give the same keys");
    return check_flip(g);
}

static bool check_usi(Game *g)
{
    Diag diag;
    diag_clear(&diag);
    for (int i = 0; i < g->count; i++) {
        char slow[SLOW_SHOGI_TEXT];
        ShogiMove read, move = slow_shogi_packed(g->slow_list[i]);
        slow_shogi_usi(g->slow_list[i], slow);
        text_clear(&g->text);
        shogi_move_to_usi(move, &g->text);
        if (strcmp(slow, text_cstr(&g->text)) != 0)
            return differs(g, "USI move %s, the reference says %s", text_cstr(&g->text), slow);
        if (!shogi_move_from_usi(g->pos, span_of(slow), &read, &diag) || read != move)
            return differs(g, "USI move %s is not read back: %s", slow, diag.error);
    }
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* No two moves may have the same name, in either language. */
static bool check_names(Game *g, void (*write)(const ShogiPosition *, ShogiMove, Text *))
{
    char *names[SHOGI_MAX_MOVES];
    bool good = true;
    for (int i = 0; i < g->count; i++) {
        text_clear(&g->text);
        write(g->pos, g->list[i], &g->text);
        names[i] = xstrdup(text_cstr(&g->text));
    }
    qsort(names, (size_t)g->count, sizeof *names, compare_names);
    for (int i = 1; good && i < g->count; i++)
        if (strcmp(names[i], names[i - 1]) == 0)
            good = differs(g, "two moves are written %s", names[i]);
    for (int i = 0; i < g->count; i++)
        free(names[i]);
    return good;
}

/* Fourfold repetition counted again from the list of all positions so far. */
static ShogiEnd recount_repetition(const Game *g, int *occurrences)
{
    int first = g->plies;
    *occurrences = 1;
    for (int i = g->plies - 1; i >= 0; i--)
        if (slow_shogi_equal(&g->past[i], &g->slow) && ++*occurrences <= 4)
            first = i;
    if (*occurrences < 4)
        return SHOGI_GOES_ON;
    bool always[2] = {true, true}; /* the side to move, the other one */
    for (int i = first; i < g->plies; i++)
        always[(g->plies - i) % 2] &= g->gave_check[i];
    if (always[0] == always[1])
        return SHOGI_REPETITION_DRAW;
    return always[0] ? SHOGI_PERPETUAL_LOSS : SHOGI_PERPETUAL_WIN;
}

static bool check_end(Game *g)
{
    int occurrences;
    ShogiEnd expected = recount_repetition(g, &occurrences);
    if (shogi_occurrences(g->pos) != occurrences || shogi_repetition(g->pos) != expected)
        return differs(g, "position number %d, repetition %d; the engine says %d, %d", occurrences,
                       expected, shogi_occurrences(g->pos), shogi_repetition(g->pos));
    if (slow_shogi_in_check(&g->slow) != shogi_in_check(g->pos))
        return differs(g, "in check: the engine says %s", shogi_in_check(g->pos) ? "yes" : "no");
    for (int side = FIRST; side <= SECOND; side++)
        if (shogi_declare_points(g->pos, (Side)side) != slow_shogi_points(&g->slow, side == SECOND))
            return differs(g, "points of side %d", side);
    if (g->count == 0)
        expected = SHOGI_MATED;
    g->end = shogi_end(g->pos, SHOGI_DECLARE_NONE, 0);
    if (g->end != expected)
        return differs(g, "end %d expected, not %d", expected, g->end);
    g->play->events[PLAY_MATE] += expected == SHOGI_MATED && shogi_in_check(g->pos);
    g->play->events[PLAY_STALEMATE] += expected == SHOGI_MATED && !shogi_in_check(g->pos);
    g->play->events[PLAY_REPETITION] += expected == SHOGI_REPETITION_DRAW;
    g->play->events[PLAY_PERPETUAL] +=
        expected == SHOGI_PERPETUAL_LOSS || expected == SHOGI_PERPETUAL_WIN;
    return true;
}

/* "position", SFEN, kind, check flag, moves, their Japanese names in the same order, the position
 * before and the move that led here. */
static void add_sample(Game *g)
{
    Text *row = &g->play->sample;
    text_printf(row, "position\t%s\t%s\t%d\t", text_cstr(&g->sfen),
                g->kind == SHOGI_SETUP_GAME ? "game" : "mate", shogi_in_check(g->pos));
    for (int i = 0; i < g->count; i++) {
        if (i > 0)
            text_add_char(row, ' ');
        shogi_move_to_usi(g->list[i], row);
    }
    text_add_char(row, '\t');
    for (int i = 0; i < g->count; i++) {
        if (i > 0)
            text_add_char(row, ' ');
        shogi_move_to_japanese(g->pos, g->list[i], row);
    }
    text_printf(row, "\t%s\t", g->plies ? text_cstr(&g->before) : "-");
    if (g->plies)
        shogi_move_to_usi(g->pos->state->move, row);
    else
        text_add_char(row, '-');
    text_add_char(row, '\n');
}

/* For the record only: how often the hardest rule of all had something to forbid. */
static void count_pawn_drop_mates(Game *g)
{
    Side us = g->pos->side_to_move;
    int king = shogi_king_square(g->pos, other_side(us));
    int square = us == FIRST ? king + 1 : king - 1;
    if (king < 0 || shogi_hand_count(g->pos, us, SHOGI_PAWN) == 0
        || shogi_file(square) != shogi_file(king) || square < 0 || g->pos->board[square])
        return;
    for (int rank = 0; rank < 9; rank++)
        if (g->pos->board[shogi_square(shogi_file(king), rank)] == shogi_piece(us, SHOGI_PAWN))
            return;
    g->play->events[PLAY_PAWN_DROP_MATE] += shogi_is_pawn_drop_mate(g->pos, square);
}

static bool check_position(Game *g)
{
    Diag diag;
    diag_clear(&diag);
    text_clear(&g->sfen);
    shogi_get_sfen(g->pos, &g->sfen);
    g->play->positions++;
    if (!shogi_is_consistent(g->pos, &diag))
        return differs(g, "%s", diag.error);
    bool good =
        check_list(g) && check_legality(g) && check_moves(g) && check_null(g) && check_sfen(g)
        && check_end(g) && (!play_one_in(g->play, 8) || check_usi(g))
        && (!play_one_in(g->play, 32)
            || (check_names(g, shogi_move_to_japanese) && check_names(g, shogi_move_to_western)));
    count_pawn_drop_mates(g);
    if (good && play_sampled(g->play, g->play->sample_rate))
        add_sample(g);
    return good;
}

/* ---- Playing ---- */

/* Moves that random play would hardly meet weigh more. While shuffling, positions that were on the
 * board before are sought, by checks if there are any, so that games repeat and checks go on
 * perpetually. */
static int choose(Game *g, bool shuffling)
{
    uint32_t weights[SHOGI_MAX_MOVES], sum = 0;
    for (int i = 0; i < g->count; i++) {
        ShogiMove move = g->list[i];
        bool check = shogi_gives_check(g->pos, move);
        weights[i] = 2 + 4 * is_capture(g->pos, move) + 3 * shogi_promotes(move) + 6 * check;
        if (shuffling) {
            shogi_make(g->pos, move);
            if (shogi_occurrences(g->pos) > 1)
                weights[i] += check ? 3000 : 500;
            shogi_unmake(g->pos);
        }
        sum += weights[i];
    }
    uint32_t point = rng_below(&g->play->rng, sum);
    int choice = 0;
    while (point >= weights[choice])
        point -= weights[choice++];
    return choice;
}

static void play_move(Game *g, ShogiMove move)
{
    uint64_t *events = g->play->events;
    events[PLAY_CAPTURE] += is_capture(g->pos, move);
    events[PLAY_PROMOTION] += !shogi_is_drop(move) && shogi_promotes(move);
    events[PLAY_DROP] += shogi_is_drop(move);
    g->stale[g->plies % (int)COUNT_OF(g->stale)] =
        g->list[rng_below(&g->play->rng, (uint32_t)g->count)];
    text_clear(&g->before);
    text_add(&g->before, text_cstr(&g->sfen));
    for (int i = 0; i < g->count; i++)
        if (slow_shogi_packed(g->slow_list[i]) == move) {
            g->past[g->plies] = g->slow;
            slow_shogi_apply(&g->slow, g->slow_list[i]);
            g->gave_check[g->plies++] = slow_shogi_in_check(&g->slow);
            break;
        }
    record_add_move(&g->record, move, -1, NULL);
    shogi_make(g->pos, move);
    events[PLAY_CHECK] += shogi_in_check(g->pos);
}

static void set_up(Game *g)
{
    uint32_t kind = rng_below(&g->play->rng, 10);
    Diag diag;
    g->kind = kind < 2 ? SHOGI_SETUP_MATE : SHOGI_SETUP_GAME;
    do {
        diag_clear(&diag);
        text_clear(&g->start);
        if (kind < 5)
            start_shogi_scattered(&g->play->rng, kind < 2, &g->start);
        else
            start_shogi_handicap(&g->play->rng, &g->start);
    } while (!shogi_set_sfen(g->pos, span_of(text_cstr(&g->start)), g->kind, &diag));
    shogi_reserve(g->pos, g->play->max_plies + 2);
    shogi_get_sfen(g->pos, &g->sfen);
    if (strcmp(text_cstr(&g->sfen), SHOGI_START_SFEN) != 0)
        g->record.start = xstrdup(text_cstr(&g->sfen));
    slow_shogi_parse(&g->slow, text_cstr(&g->start));
}

/* "record", the first SFEN, the moves, the last SFEN, CSA and KIF as JSON strings. */
static void add_record_sample(Game *g)
{
    Text *row = &g->play->sample;
    text_printf(row, "record\t%s\t", g->record.start ? g->record.start : SHOGI_START_SFEN);
    for (size_t i = 0; i < g->record.move_count; i++) {
        if (i > 0)
            text_add_char(row, ' ');
        shogi_move_to_usi(g->record.moves[i].move, row);
    }
    text_printf(row, "\t%s", text_cstr(&g->sfen));
    RecordWriter *const writers[] = {csa_write, kif_write};
    for (size_t i = 0; i < COUNT_OF(writers); i++) {
        text_clear(&g->text);
        writers[i](&g->record, &g->text);
        text_add_char(row, '\t');
        text_add_json(row, text_cstr(&g->text));
    }
    text_add_char(row, '\n');
}

/* The whole game through CSA and KIF and back. Records are of games, which have two kings. */
static bool check_records(Game *g)
{
    static const RecordEnd ends[] = {
        [SHOGI_GOES_ON] = RECORD_END_NONE,
        [SHOGI_MATED] = RECORD_END_MATE,
        [SHOGI_REPETITION_DRAW] = RECORD_END_REPETITION,
        [SHOGI_PERPETUAL_LOSS] = RECORD_END_PERPETUAL,
        [SHOGI_PERPETUAL_WIN] = RECORD_END_PERPETUAL,
    };
    if (g->kind == SHOGI_SETUP_MATE)
        return true;
    bool first_to_move = g->pos->side_to_move == FIRST;
    g->record.end = ends[g->end];
    if (g->end == SHOGI_MATED && !shogi_in_check(g->pos))
        g->record.end = RECORD_END_STALEMATE; /* which is a loss as well */
    if (g->end == SHOGI_REPETITION_DRAW)
        g->record.result = RECORD_DRAW;
    else if (g->end != SHOGI_GOES_ON)
        g->record.result = (g->end == SHOGI_PERPETUAL_WIN) == first_to_move ? RECORD_FIRST_WINS
                                                                            : RECORD_SECOND_WINS;
    text_clear(&g->text);
    if (!record_survives(&g->record, csa_write, csa_read, &g->text))
        return differs(g, "CSA loses: %s", text_cstr(&g->text));
    if (!record_survives(&g->record, kif_write, kif_read, &g->text))
        return differs(g, "KIF loses: %s", text_cstr(&g->text));
    if (play_sampled(g->play, PLAY_RECORD_RATE))
        add_record_sample(g);
    return true;
}

static bool play_game(Game *g)
{
    int shuffle_from = (int)rng_below(&g->play->rng, (uint32_t)g->play->max_plies + 1);
    set_up(g);
    while (check_position(g)) {
        if (g->end != SHOGI_GOES_ON || g->plies == g->play->max_plies)
            return check_records(g);
        play_move(g, g->list[choose(g, g->plies >= shuffle_from)]);
    }
    return false;
}

bool play_shogi(PlayGame *play)
{
    Game *g = xcalloc(1, sizeof *g);
    g->play = play;
    g->pos = shogi_new();
    g->other = shogi_new();
    shogi_reserve(g->other, 4);
    g->past = xcalloc((size_t)play->max_plies + 1, sizeof *g->past);
    g->gave_check = xcalloc((size_t)play->max_plies + 1, sizeof *g->gave_check);
    record_init(&g->record, RECORD_SHOGI);
    bool good = play_game(g);
    record_free(&g->record);
    shogi_delete(g->pos);
    shogi_delete(g->other);
    text_free(&g->sfen);
    text_free(&g->text);
    text_free(&g->start);
    text_free(&g->before);
    free(g->past);
    free(g->gave_check);
    free(g);
    return good;
}
