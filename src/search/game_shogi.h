/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_GAME_SHOGI_H
#define TENUKI_SEARCH_GAME_SHOGI_H

/* Shogi under the names that the search uses. */

#include "shogi/diagram.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/rules.h"
#include "shogi/sfen.h"

typedef ShogiPosition Position;
typedef ShogiMove Move;

enum { LIST_SIZE = SHOGI_LIST_SIZE };

#define GAME_NAME "shogi"
#define GAME_FIRST "Black"
#define GAME_SECOND "White"
#define GAME_SETUP_WORD "sfen"
#define GAME_START SHOGI_START_SFEN

static inline void game_init(void) { shogi_init(); }
static inline Position *game_new(void) { return shogi_new(); }
static inline void game_delete(Position *pos) { shogi_delete(pos); }
static inline void game_copy(Position *to, const Position *from) { shogi_copy(to, from); }
static inline void game_reserve(Position *pos, int plies) { shogi_reserve(pos, plies); }
static inline void game_make(Position *pos, Move move) { shogi_make(pos, move); }
static inline void game_unmake(Position *pos) { shogi_unmake(pos); }
static inline Move *game_generate_all(const Position *pos, Move *list)
{
    return shogi_generate(pos, SHOGI_GEN_ALL, list);
}
static inline Side game_side(const Position *pos) { return pos->side_to_move; }
static inline uint64_t game_key(const Position *pos) { return shogi_key(pos); }
static inline Move game_last_move(const Position *pos) { return pos->state->move; }
static inline bool game_is_mate_only(const Position *pos)
{
    return !shogi_has_king(pos, FIRST) || !shogi_has_king(pos, SECOND);
}

/* A tsume problem shows one king only. */
static inline bool game_set(Position *pos, Span text, Diag *diag)
{
    if (shogi_set_sfen(pos, text, SHOGI_SETUP_GAME, diag))
        return true;
    Diag second;
    diag_clear(&second);
    if (!shogi_set_sfen(pos, text, SHOGI_SETUP_MATE, &second))
        return false;
    diag_clear(diag);
    diag_warn(diag, "the side to move has no king: good for mate solving only");
    return true;
}
static inline void game_get(const Position *pos, Text *text) { shogi_get_sfen(pos, text); }
static inline void game_flip(Position *pos) { shogi_flip(pos); }
static inline int game_occurrences(const Position *pos) { return shogi_occurrences(pos); }
static inline void game_draw(const Position *pos, bool letters, Text *text)
{
    shogi_draw(pos, letters, text);
}
static inline bool game_read_move(const Position *pos, Span text, Move *move, Diag *diag)
{
    return shogi_move_from_usi(pos, text, move, diag);
}
static inline void game_write_move(const Position *pos, Move move, Text *text)
{
    (void)pos;
    shogi_move_to_usi(move, text);
}
static inline void game_write_move_for_people(Position *pos, Move move, bool western, Text *text)
{
    if (western)
        shogi_move_to_western(pos, move, text);
    else
        shogi_move_to_japanese(pos, move, text);
}

/* Squares of the pieces that give check, separated by spaces; at most a handful. */
static inline void game_write_checkers(const Position *pos, Text *text)
{
    for (ShogiBits rest = shogi_checkers(pos); rest;) {
        int square = shogi_bits_take(&rest);
        text_printf(text, "%s%c%c", text->length ? " " : "", '1' + shogi_file(square),
                    'a' + shogi_rank(square));
    }
}

/* Why the game is over, NULL when it goes on, and -1, 0, 1: the result for the side to move. A
 * declaration is the player's choice and ends nothing by itself. */
static inline const char *game_end(const Position *pos, int *result)
{
    ShogiEnd end = shogi_end(pos, SHOGI_DECLARE_NONE, 0);
    *result = end == SHOGI_MATED || end == SHOGI_PERPETUAL_LOSS ? -1
            : end == SHOGI_PERPETUAL_WIN                        ? 1
                                                                : 0;
    switch (end) {
    case SHOGI_MATED: return shogi_in_check(pos) ? "checkmate" : "no legal move";
    case SHOGI_REPETITION_DRAW: return "fourfold repetition";
    case SHOGI_PERPETUAL_LOSS:
    case SHOGI_PERPETUAL_WIN: return "perpetual check";
    default: return NULL;
    }
}

#endif
