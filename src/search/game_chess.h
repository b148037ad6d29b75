/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_GAME_CHESS_H
#define TENUKI_SEARCH_GAME_CHESS_H

/* Chess under the names that the search uses. */

#include "chess/diagram.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/rules.h"
#include "chess/san.h"

typedef ChessPosition Position;
typedef ChessMove Move;

enum { LIST_SIZE = CHESS_MAX_MOVES };

#define GAME_NAME "chess"
#define GAME_FIRST "White"
#define GAME_SECOND "Black"
#define GAME_SETUP_WORD "fen"
#define GAME_START CHESS_START_FEN

static inline void game_init(void) { chess_init(); }
static inline Position *game_new(void) { return chess_new(); }
static inline void game_delete(Position *pos) { chess_delete(pos); }
static inline void game_copy(Position *to, const Position *from) { chess_copy(to, from); }
static inline void game_reserve(Position *pos, int plies) { chess_reserve(pos, plies); }
static inline void game_make(Position *pos, Move move) { chess_make(pos, move); }
static inline void game_unmake(Position *pos) { chess_unmake(pos); }
static inline Move *game_generate_all(const Position *pos, Move *list)
{
    return chess_generate(pos, CHESS_GEN_ALL, list);
}
static inline Side game_side(const Position *pos) { return pos->side; }
static inline uint64_t game_key(const Position *pos) { return chess_key(pos); }
static inline Move game_last_move(const Position *pos) { return pos->state->move; }
static inline bool game_is_mate_only(const Position *pos) { return (void)pos, false; }
static inline bool game_set(Position *pos, Span text, Diag *diag)
{
    return chess_set_fen(pos, text, diag);
}
static inline void game_get(const Position *pos, Text *text) { chess_get_fen(pos, text); }
static inline void game_flip(Position *pos) { chess_flip(pos); }
static inline int game_occurrences(const Position *pos) { return chess_occurrences(pos); }
static inline void game_draw(const Position *pos, bool letters, Text *text)
{
    chess_draw(pos, letters, text);
}
static inline bool game_read_move(const Position *pos, Span text, Move *move, Diag *diag)
{
    return chess_move_from_uci(pos, text, move, diag);
}
static inline void game_write_move(const Position *pos, Move move, Text *text)
{
    chess_move_to_uci(pos, move, text);
}
static inline void game_write_move_for_people(Position *pos, Move move, bool western, Text *text)
{
    (void)western;
    chess_move_to_san(pos, move, text);
}

/* Squares of the pieces that give check, separated by spaces; at most a handful. */
static inline void game_write_checkers(const Position *pos, Text *text)
{
    for (ChessBits rest = pos->state->checkers; rest;) {
        int square = bits_take_lowest(&rest);
        text_printf(text, "%s%c%c", text->length ? " " : "", 'a' + chess_file(square),
                    '1' + chess_rank(square));
    }
}

/* Why the game is over, NULL when it goes on, and -1, 0, 1: the result for the side to move. */
static inline const char *game_end(const Position *pos, int *result)
{
    ChessEnd end = chess_end(pos);
    *result = end == CHESS_CHECKMATE ? -1 : 0;
    switch (end) {
    case CHESS_CHECKMATE: return "checkmate";
    case CHESS_STALEMATE: return "stalemate";
    case CHESS_DEAD_POSITION: return "dead position";
    case CHESS_THREEFOLD: return "threefold repetition";
    case CHESS_FIFTY_MOVES: return "fifty moves";
    case CHESS_GOES_ON: break;
    }
    return NULL;
}

#endif
