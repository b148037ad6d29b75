/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slow_chess.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

static bool is_white(char piece) { return piece >= 'A' && piece <= 'Z'; }

static bool is_of(char piece, bool white) { return piece != '.' && is_white(piece) == white; }

/* What stands on a square; a blank outside the board, which is neither empty nor anybody's. */
static char at(const SlowChess *s, int file, int rank)
{
    return on_board(file, rank) ? s->board[file][rank] : ' ';
}

/* Whether a queen, rook, bishop or king ("Q", "R", "B", "K") goes that way, that far. */
static bool goes_along(char piece, int file_step, int rank_step, int distance)
{
    bool diagonal = file_step != 0 && rank_step != 0;
    switch (toupper(piece)) {
    case 'K': return distance == 1;
    case 'Q': return true;
    case 'R': return !diagonal;
    case 'B': return diagonal;
    default: return false;
    }
}

static const int knight_jumps[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                       {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

static bool is_attacked(const SlowChess *s, int file, int rank, bool by_white)
{
    int behind = by_white ? rank - 1 : rank + 1;
    char pawn = by_white ? 'P' : 'p', knight = by_white ? 'N' : 'n';
    if (at(s, file - 1, behind) == pawn || at(s, file + 1, behind) == pawn)
        return true;
    for (int i = 0; i < 8; i++)
        if (at(s, file + knight_jumps[i][0], rank + knight_jumps[i][1]) == knight)
            return true;
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++) {
            if (df == 0 && dr == 0)
                continue;
            int distance = 1;
            while (at(s, file + distance * df, rank + distance * dr) == '.')
                distance++;
            char piece = at(s, file + distance * df, rank + distance * dr);
            if (piece != ' ' && is_white(piece) == by_white && goes_along(piece, df, dr, distance))
                return true;
        }
    return false;
}

static bool king_is_attacked(const SlowChess *s, bool white)
{
    for (int file = 0; file < 8; file++)
        for (int rank = 0; rank < 8; rank++)
            if (s->board[file][rank] == (white ? 'K' : 'k'))
                return is_attacked(s, file, rank, !white);
    return false;
}

bool slow_chess_in_check(const SlowChess *s) { return king_is_attacked(s, s->white); }

/* ---- Making a move ---- */

static void castle(SlowChess *s, SlowChessMove move)
{
    int rank = move.from_rank;
    bool king_side = move.to_file > move.from_file;
    s->board[move.from_file][rank] = '.';
    s->board[move.to_file][rank] = '.';
    s->board[king_side ? 6 : 2][rank] = s->white ? 'K' : 'k';
    s->board[king_side ? 5 : 3][rank] = s->white ? 'R' : 'r';
}

/* A right is gone for good once something leaves or reaches the rook's or the king's square. */
static void lose_rights(SlowChess *s, char piece, int file, int rank)
{
    for (int i = 0; i < 4; i++) {
        bool white = i < 2;
        bool rook_touched = rank == (white ? 0 : 7) && file == s->rook_file[i];
        if (rook_touched || piece == (white ? 'K' : 'k'))
            s->rook_file[i] = -1;
    }
}

static bool is_en_passant(const SlowChess *s, SlowChessMove move)
{
    return toupper(s->board[move.from_file][move.from_rank]) == 'P'
        && move.from_file != move.to_file && s->board[move.to_file][move.to_rank] == '.';
}

static void apply(SlowChess *s, SlowChessMove move)
{
    char piece = s->board[move.from_file][move.from_rank];
    bool pawn = toupper(piece) == 'P';
    bool capture = s->board[move.to_file][move.to_rank] != '.' && !move.castling;
    bool double_step = pawn && abs(move.to_rank - move.from_rank) == 2;

    lose_rights(s, piece, move.from_file, move.from_rank);
    lose_rights(s, piece, move.to_file, move.to_rank);
    if (move.castling) {
        castle(s, move);
    } else {
        if (is_en_passant(s, move))
            s->board[move.to_file][move.from_rank] = '.';
        if (move.promotion)
            piece = (char)(s->white ? toupper(move.promotion) : move.promotion);
        s->board[move.from_file][move.from_rank] = '.';
        s->board[move.to_file][move.to_rank] = piece;
    }
    s->ep_file = double_step ? move.from_file : -1;
    s->halfmoves = pawn || capture ? 0 : s->halfmoves + 1;
    s->number += !s->white;
    s->white = !s->white;
}

/* ---- Listing the moves ---- */

typedef struct {
    const SlowChess *s;
    SlowChessMove *list;
    int count;
} Collector;

/* Keeps a move if it does not leave the own king attacked: tried on a copy. */
static void consider(Collector *c, SlowChessMove move)
{
    SlowChess copy = *c->s;
    apply(&copy, move);
    if (!king_is_attacked(&copy, c->s->white))
        c->list[c->count++] = move;
}

static void consider_step(Collector *c, int file, int rank, int to_file, int to_rank)
{
    SlowChessMove move = {(int8_t)file, (int8_t)rank, (int8_t)to_file, (int8_t)to_rank, 0, false};
    char piece = c->s->board[file][rank];
    if (toupper(piece) != 'P' || to_rank != (is_white(piece) ? 7 : 0)) {
        consider(c, move);
        return;
    }
    for (const char *p = "qrbn"; *p; p++) {
        move.promotion = *p;
        consider(c, move);
    }
}

static void pawn_moves(Collector *c, int file, int rank)
{
    const SlowChess *s = c->s;
    int up = s->white ? 1 : -1, start = s->white ? 1 : 6, ep_from = s->white ? 4 : 3;
    if (at(s, file, rank + up) == '.') {
        consider_step(c, file, rank, file, rank + up);
        if (rank == start && at(s, file, rank + 2 * up) == '.')
            consider_step(c, file, rank, file, rank + 2 * up);
    }
    for (int side = -1; side <= 1; side += 2) {
        char target = at(s, file + side, rank + up);
        bool en_passant = s->ep_file >= 0 && file + side == s->ep_file && rank == ep_from;
        if (target != ' ' && (is_of(target, !s->white) || en_passant))
            consider_step(c, file, rank, file + side, rank + up);
    }
}

static void castling_moves(Collector *c, int king_file, int rank)
{
    const SlowChess *s = c->s;
    for (int wing = 0; wing < 2; wing++) {
        int rook_file = s->rook_file[(s->white ? 0 : 2) + wing];
        int king_to = wing == 0 ? 6 : 2, rook_to = wing == 0 ? 5 : 3;
        if (rook_file < 0)
            continue;
        bool possible = true;
        for (int file = 0; file < 8; file++) {
            bool king_passes =
                (file >= king_file && file <= king_to) || (file <= king_file && file >= king_to);
            bool rook_passes =
                (file >= rook_file && file <= rook_to) || (file <= rook_file && file >= rook_to);
            bool free = s->board[file][rank] == '.' || file == king_file || file == rook_file;
            if ((king_passes || rook_passes) && !free)
                possible = false;
            if (king_passes && is_attacked(s, file, rank, !s->white))
                possible = false;
        }
        if (possible)
            consider(c, (SlowChessMove){(int8_t)king_file, (int8_t)rank, (int8_t)rook_file,
                                        (int8_t)rank, 0, true});
    }
}

static void line_moves(Collector *c, int file, int rank)
{
    char piece = c->s->board[file][rank];
    for (int df = -1; df <= 1; df++)
        for (int dr = -1; dr <= 1; dr++)
            for (int n = 1; (df || dr) && goes_along(piece, df, dr, n); n++) {
                char target = at(c->s, file + n * df, rank + n * dr);
                if (target == ' ' || is_of(target, c->s->white))
                    break;
                consider_step(c, file, rank, file + n * df, rank + n * dr);
                if (target != '.')
                    break;
            }
}

static void knight_moves(Collector *c, int file, int rank)
{
    for (int i = 0; i < 8; i++) {
        int to_file = file + knight_jumps[i][0], to_rank = rank + knight_jumps[i][1];
        char target = at(c->s, to_file, to_rank);
        if (target != ' ' && !is_of(target, c->s->white))
            consider_step(c, file, rank, to_file, to_rank);
    }
}

int slow_chess_moves(const SlowChess *s, SlowChessMove list[SLOW_CHESS_MOVES])
{
    Collector c = {s, list, 0};
    for (int file = 0; file < 8; file++)
        for (int rank = 0; rank < 8; rank++) {
            char piece = s->board[file][rank];
            if (!is_of(piece, s->white))
                continue;
            switch (toupper(piece)) {
            case 'P': pawn_moves(&c, file, rank); break;
            case 'N': knight_moves(&c, file, rank); break;
            case 'K': castling_moves(&c, file, rank); /* fall through */
            default: line_moves(&c, file, rank); break;
            }
        }
    return c.count;
}

/* ---- Whole positions ---- */

/* An en-passant square counts only while somebody may capture there: two positions that differ in
 * nothing else are the same. */
static void forget_useless_en_passant(SlowChess *s)
{
    SlowChessMove list[SLOW_CHESS_MOVES];
    if (s->ep_file < 0)
        return;
    int count = slow_chess_moves(s, list);
    for (int i = 0; i < count; i++)
        if (is_en_passant(s, list[i]))
            return;
    s->ep_file = -1;
}

void slow_chess_apply(SlowChess *s, SlowChessMove move)
{
    apply(s, move);
    forget_useless_en_passant(s);
}

static void parse_castling(SlowChess *s, char letter)
{
    bool white = is_white(letter);
    int rank = white ? 0 : 7, king = 0;
    while (s->board[king][rank] != (white ? 'K' : 'k'))
        king++;
    int rook = tolower(letter) - 'a';
    if (toupper(letter) == 'K')
        for (rook = 7; s->board[rook][rank] != (white ? 'R' : 'r');)
            rook--;
    if (toupper(letter) == 'Q')
        for (rook = 0; s->board[rook][rank] != (white ? 'R' : 'r');)
            rook++;
    s->rook_file[(white ? 0 : 2) + (rook < king)] = (int8_t)rook;
}

void slow_chess_parse(SlowChess *s, const char *fen)
{
    int file = 0, rank = 7;
    memset(s, 0, sizeof *s);
    memset(s->board, '.', sizeof s->board);
    memset(s->rook_file, -1, sizeof s->rook_file);
    for (; *fen != ' '; fen++) {
        if (*fen == '/')
            file = 0, rank--;
        else if (isdigit((unsigned char)*fen))
            file += *fen - '0';
        else
            s->board[file++][rank] = *fen;
    }
    s->white = *++fen == 'w';
    for (fen += 2; *fen != ' '; fen++)
        if (*fen != '-')
            parse_castling(s, *fen);
    fen++;
    s->ep_file = (int8_t)(*fen == '-' ? -1 : *fen - 'a');
    s->number = 1;
    fen += strcspn(fen, " ");
    sscanf(fen, "%d %d", &s->halfmoves, &s->number);
    forget_useless_en_passant(s);
}

bool slow_chess_equal(const SlowChess *a, const SlowChess *b)
{
    return memcmp(a->board, b->board, sizeof a->board) == 0 && a->white == b->white
        && memcmp(a->rook_file, b->rook_file, sizeof a->rook_file) == 0 && a->ep_file == b->ep_file;
}

bool slow_chess_too_little_material(const SlowChess *s)
{
    int minors = 0, others = 0, bishops_on[2] = {0, 0};
    for (int file = 0; file < 8; file++)
        for (int rank = 0; rank < 8; rank++)
            switch (toupper(s->board[file][rank])) {
            case '.':
            case 'K': break;
            case 'B': bishops_on[(file + rank) % 2]++; /* fall through */
            case 'N': minors++; break;
            default: others++; break;
            }
    bool bishops_on_one_colour = bishops_on[0] == minors || bishops_on[1] == minors;
    return others == 0 && (minors <= 1 || bishops_on_one_colour);
}

/* ---- Moves for others to read ---- */

ChessMove slow_chess_packed(const SlowChess *s, SlowChessMove move)
{
    int from = chess_square(move.from_file, move.from_rank);
    int to = chess_square(move.to_file, move.to_rank);
    switch (move.promotion) {
    case 'q': return chess_move_promoting(from, to, CHESS_QUEEN);
    case 'r': return chess_move_promoting(from, to, CHESS_ROOK);
    case 'b': return chess_move_promoting(from, to, CHESS_BISHOP);
    case 'n': return chess_move_promoting(from, to, CHESS_KNIGHT);
    default: break;
    }
    if (move.castling)
        return chess_move(from, to, CHESS_CASTLING);
    return chess_move(from, to, is_en_passant(s, move) ? CHESS_EN_PASSANT : CHESS_NORMAL);
}

void slow_chess_uci(SlowChessMove move, bool chess960, char text[SLOW_CHESS_TEXT])
{
    int to_file = move.to_file;
    if (move.castling && !chess960)
        to_file = move.to_file > move.from_file ? 6 : 2;
    text[0] = (char)('a' + move.from_file);
    text[1] = (char)('1' + move.from_rank);
    text[2] = (char)('a' + to_file);
    text[3] = (char)('1' + move.to_rank);
    text[4] = move.promotion;
    text[5] = '\0';
}

static int compare_text(const void *a, const void *b) { return strcmp(a, b); }

void slow_chess_list(const SlowChess *s, bool chess960, char text[SLOW_CHESS_MOVES * 6])
{
    SlowChessMove list[SLOW_CHESS_MOVES];
    char words[SLOW_CHESS_MOVES][SLOW_CHESS_TEXT];
    int count = slow_chess_moves(s, list);
    for (int i = 0; i < count; i++)
        slow_chess_uci(list[i], chess960, words[i]);
    qsort(words, (size_t)count, sizeof words[0], compare_text);
    text[0] = '\0';
    for (int i = 0; i < count; i++)
        text += sprintf(text, "%s%s", i ? " " : "", words[i]);
}
