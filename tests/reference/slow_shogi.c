/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slow_shogi.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool on_board(int file, int rank) { return file >= 0 && file < 9 && rank >= 0 && rank < 9; }

static bool is_white(char piece) { return piece >= 'a' && piece <= 'z'; }

static bool is_of(char piece, bool white) { return piece != '.' && is_white(piece) == white; }

/* What stands on a square; a blank outside the board, which is neither empty nor anybody's. */
static char at(const SlowShogi *s, int file, int rank)
{
    return on_board(file, rank) ? s->board[file][rank] : ' ';
}

/* One step towards the opponent: ranks are counted from White's edge. */
static int forward(bool white) { return white ? 1 : -1; }

/* Whether a piece (its letter in upper case) goes that way, that far. `ahead` is 1 towards the
 * opponent, -1 back, 0 sideways; `aside` is not 0 when it also leaves the file. Knights jump, which
 * is not asked here. */
static bool goes_along(char piece, bool promoted, int aside, int ahead, int distance)
{
    bool diagonal = aside != 0 && ahead != 0, one = distance == 1;
    if (promoted && strchr("PLNS", piece))
        piece = 'G';
    switch (piece) {
    case 'P': return one && ahead == 1 && aside == 0;
    case 'L': return ahead == 1 && aside == 0;
    case 'S': return one && (ahead == 1 || diagonal);
    case 'G': return one && (ahead == 1 || !diagonal);
    case 'K': return one;
    case 'B': return diagonal || (promoted && one);
    case 'R': return !diagonal || (promoted && one);
    default: return false;
    }
}

static bool is_attacked(const SlowShogi *s, int file, int rank, bool by_white)
{
    int up = forward(by_white);
    for (int side = -1; side <= 1; side += 2)
        if (at(s, file + side, rank - 2 * up) == (by_white ? 'n' : 'N')
            && !s->promoted[file + side][rank - 2 * up])
            return true;
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++) {
            if (df == 0 && dr == 0)
                continue;
            int distance = 1;
            while (at(s, file + distance * df, rank + distance * dr) == '.')
                distance++;
            int from_file = file + distance * df, from_rank = rank + distance * dr;
            char piece = at(s, from_file, from_rank);
            if (piece != ' ' && is_white(piece) == by_white
                && goes_along((char)toupper(piece), s->promoted[from_file][from_rank], -df,
                              -dr * up, distance))
                return true;
        }
    return false;
}

/* False when there is no such king: the attacker of a mate problem may have none. */
static bool king_is_attacked(const SlowShogi *s, bool white)
{
    const char *king = memchr(s->board, white ? 'k' : 'K', sizeof s->board);
    if (!king)
        return false;
    int index = (int)(king - &s->board[0][0]);
    return is_attacked(s, index / 9, index % 9, !white);
}

bool slow_shogi_in_check(const SlowShogi *s) { return king_is_attacked(s, s->white); }

/* ---- Making a move ---- */

static int hand_index(char piece)
{
    const char *order = SLOW_SHOGI_HAND;
    return (int)(strchr(order, toupper(piece)) - order);
}

void slow_shogi_apply(SlowShogi *s, SlowShogiMove move)
{
    char *target = &s->board[move.to_file][move.to_rank];
    if (move.drop) {
        s->hand[s->white][hand_index(move.drop)]--;
        *target = (char)(s->white ? tolower(move.drop) : move.drop);
    } else {
        if (*target != '.')
            s->hand[s->white][hand_index(*target)]++;
        *target = s->board[move.from_file][move.from_rank];
        s->promoted[move.to_file][move.to_rank] =
            move.promotes || s->promoted[move.from_file][move.from_rank];
        s->board[move.from_file][move.from_rank] = '.';
        s->promoted[move.from_file][move.from_rank] = false;
    }
    s->white = !s->white;
    s->number++;
}

/* ---- Listing the moves ---- */

typedef struct {
    const SlowShogi *s;
    SlowShogiMove *list;
    int count;
} Collector;

/* Ranks still ahead of a piece: 0 on the last one. */
static int ranks_ahead(bool white, int rank) { return white ? 8 - rank : rank; }

/* An unpromoted pawn, lance or knight must be able to move on. */
static bool is_stuck(char piece, bool white, int rank)
{
    int ahead = ranks_ahead(white, rank);
    return (strchr("PL", piece) && ahead < 1) || (piece == 'N' && ahead < 2);
}

static bool has_pawn_on_file(const SlowShogi *s, int file)
{
    for (int rank = 0; rank < 9; rank++)
        if (s->board[file][rank] == (s->white ? 'p' : 'P') && !s->promoted[file][rank])
            return true;
    return false;
}

/* Keeps a move if it does not leave the own king attacked and, for a pawn drop, if the opponent
 * does not find himself in check without any legal reply. */
static void consider(Collector *c, SlowShogiMove move)
{
    SlowShogi copy = *c->s;
    SlowShogiMove replies[SLOW_SHOGI_MOVES];
    slow_shogi_apply(&copy, move);
    if (king_is_attacked(&copy, c->s->white))
        return;
    if (move.drop == 'P' && slow_shogi_in_check(&copy) && slow_shogi_moves(&copy, replies) == 0)
        return;
    c->list[c->count++] = move;
}

static void consider_step(Collector *c, int file, int rank, int to_file, int to_rank)
{
    bool white = c->s->white;
    char piece = (char)toupper(c->s->board[file][rank]);
    SlowShogiMove move = {(int8_t)file, (int8_t)rank, (int8_t)to_file, (int8_t)to_rank, false, 0};
    bool zone = ranks_ahead(white, rank) < 3 || ranks_ahead(white, to_rank) < 3;
    bool promoted = c->s->promoted[file][rank];
    if (promoted || !is_stuck(piece, white, to_rank))
        consider(c, move);
    if (zone && !promoted && strchr("PLNSBR", piece)) {
        move.promotes = true;
        consider(c, move);
    }
}

static void piece_moves(Collector *c, int file, int rank)
{
    const SlowShogi *s = c->s;
    int up = forward(s->white);
    char piece = (char)toupper(s->board[file][rank]);
    bool promoted = s->promoted[file][rank];
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++)
            for (int n = 1; (df || dr) && goes_along(piece, promoted, df, dr * up, n); n++) {
                char target = at(s, file + n * df, rank + n * dr);
                if (target == ' ' || is_of(target, s->white))
                    break;
                consider_step(c, file, rank, file + n * df, rank + n * dr);
                if (target != '.')
                    break;
            }
    if (piece == 'N' && !promoted)
        for (int side = -1; side <= 1; side += 2) {
            char target = at(s, file + side, rank + 2 * up);
            if (target != ' ' && !is_of(target, s->white))
                consider_step(c, file, rank, file + side, rank + 2 * up);
        }
}

static void drops(Collector *c, int file, int rank)
{
    for (const char *piece = SLOW_SHOGI_HAND; *piece; piece++) {
        if (c->s->hand[c->s->white][hand_index(*piece)] == 0 || is_stuck(*piece, c->s->white, rank)
            || (*piece == 'P' && has_pawn_on_file(c->s, file)))
            continue;
        consider(c, (SlowShogiMove){-1, -1, (int8_t)file, (int8_t)rank, false, *piece});
    }
}

int slow_shogi_moves(const SlowShogi *s, SlowShogiMove list[SLOW_SHOGI_MOVES])
{
    Collector c = {s, list, 0};
    for (int file = 0; file < 9; file++)
        for (int rank = 0; rank < 9; rank++) {
            if (s->board[file][rank] == '.')
                drops(&c, file, rank);
            else if (is_of(s->board[file][rank], s->white))
                piece_moves(&c, file, rank);
        }
    return c.count;
}

/* ---- Whole positions ---- */

void slow_shogi_parse(SlowShogi *s, const char *sfen)
{
    int column = 0, rank = 0; /* columns go from file 9 to file 1 */
    memset(s, 0, sizeof *s);
    memset(s->board, '.', sizeof s->board);
    for (; *sfen != ' '; sfen++) {
        if (*sfen == '/')
            column = 0, rank++;
        else if (*sfen == '+')
            s->promoted[8 - column][rank] = true;
        else if (isdigit((unsigned char)*sfen))
            column += *sfen - '0';
        else
            s->board[8 - column++][rank] = *sfen;
    }
    s->white = *++sfen == 'w';
    int amount = 0;
    for (sfen += 2; *sfen && *sfen != ' '; sfen++) {
        if (isdigit((unsigned char)*sfen)) {
            amount = 10 * amount + *sfen - '0';
        } else if (*sfen != '-') {
            s->hand[is_white(*sfen)][hand_index(*sfen)] = (uint8_t)(amount ? amount : 1);
            amount = 0;
        }
    }
    s->number = 1;
    sscanf(sfen, "%d", &s->number);
}

bool slow_shogi_equal(const SlowShogi *a, const SlowShogi *b)
{
    return memcmp(a->board, b->board, sizeof a->board) == 0
        && memcmp(a->promoted, b->promoted, sizeof a->promoted) == 0
        && memcmp(a->hand, b->hand, sizeof a->hand) == 0 && a->white == b->white;
}

int slow_shogi_points(const SlowShogi *s, bool white)
{
    int points = 0;
    for (int file = 0; file < 9; file++)
        for (int rank = 0; rank < 9; rank++) {
            char piece = s->board[file][rank];
            if (is_of(piece, white) && ranks_ahead(white, rank) < 3 && toupper(piece) != 'K')
                points += strchr("RB", toupper(piece)) ? 5 : 1;
        }
    for (const char *piece = SLOW_SHOGI_HAND; *piece; piece++)
        points += s->hand[white][hand_index(*piece)] * (strchr("RB", *piece) ? 5 : 1);
    return points;
}

/* ---- Moves for others to read ---- */

ShogiMove slow_shogi_packed(SlowShogiMove move)
{
    int to = shogi_square(move.to_file, move.to_rank);
    switch (move.drop) {
    case 'P': return shogi_move_drop(SHOGI_PAWN, to);
    case 'L': return shogi_move_drop(SHOGI_LANCE, to);
    case 'N': return shogi_move_drop(SHOGI_KNIGHT, to);
    case 'S': return shogi_move_drop(SHOGI_SILVER, to);
    case 'G': return shogi_move_drop(SHOGI_GOLD, to);
    case 'B': return shogi_move_drop(SHOGI_BISHOP, to);
    case 'R': return shogi_move_drop(SHOGI_ROOK, to);
    default: break;
    }
    int from = shogi_square(move.from_file, move.from_rank);
    return move.promotes ? shogi_move_promoting(from, to) : shogi_move(from, to);
}

void slow_shogi_usi(SlowShogiMove move, char text[SLOW_SHOGI_TEXT])
{
    text[0] = move.drop ? move.drop : (char)('1' + move.from_file);
    text[1] = move.drop ? '*' : (char)('a' + move.from_rank);
    text[2] = (char)('1' + move.to_file);
    text[3] = (char)('a' + move.to_rank);
    text[4] = move.promotes ? '+' : '\0';
    text[5] = '\0';
}

static int compare_text(const void *a, const void *b) { return strcmp(a, b); }

void slow_shogi_list(const SlowShogi *s, char text[SLOW_SHOGI_MOVES * 6])
{
    SlowShogiMove list[SLOW_SHOGI_MOVES];
    char words[SLOW_SHOGI_MOVES][SLOW_SHOGI_TEXT];
    int count = slow_shogi_moves(s, list);
    for (int i = 0; i < count; i++)
        slow_shogi_usi(list[i], words[i]);
    qsort(words, (size_t)count, sizeof words[0], compare_text);
    text[0] = '\0';
    for (int i = 0; i < count; i++)
        text += sprintf(text, "%s%s", i ? " " : "", words[i]);
}
