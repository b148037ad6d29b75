/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_GAME_CHESS_H
#define TENUKI_SEARCH_GAME_CHESS_H

/* Chess under the names that the search uses. */

#include "chess/diagram.h"
#include "chess/eval.h"
#include "chess/eval_model.h"
#include "chess/features.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/rules.h"
#include "chess/psq.h"
#include "chess/san.h"
#include "chess/see.h"

typedef ChessPosition Position;
typedef ChessMove Move;

enum {
    LIST_SIZE = CHESS_MAX_MOVES,
    /* Sizes of the history tables. */
    GAME_SQUARES = CHESS_SQUARES,
    GAME_ORIGINS = CHESS_SQUARES,
    GAME_PIECES = CHESS_PIECES,
    GAME_TYPES = CHESS_TYPES,
    /* What the classic guards call a rook and a bishop. */
    GAME_ROOK_AND_BISHOP = 800,
    GAME_BOARD_SIZE = 8,
};

#define GAME_FEATURES chess_features
#define GAME_IS_SHOGI false
#define GAME_NAME "chess"
#define GAME_FIRST "White"
#define GAME_SECOND "Black"
#define GAME_SETUP_WORD "fen"
#define GAME_START CHESS_START_FEN
#define game_eval_model chess_eval_model

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
/* The stages that partition the list: captures and promotions, then the rest. */
static inline Move *game_generate_noisy(const Position *pos, Move *list)
{
    return chess_generate(pos, CHESS_GEN_NOISY, list);
}
static inline Move *game_generate_quiet(const Position *pos, Move *list)
{
    return chess_generate(pos, CHESS_GEN_QUIET, list);
}
static inline Move *game_generate_quiet_checks(const Position *pos, Move *list)
{
    return chess_generate_quiet_checks(pos, list);
}
static inline void game_make_null(Position *pos) { chess_make_null(pos); }
static inline void game_unmake_null(Position *pos) { chess_unmake_null(pos); }
static inline bool game_in_check(const Position *pos) { return chess_in_check(pos); }
static inline bool game_is_legal(const Position *pos, Move move)
{
    return chess_is_legal(pos, move);
}
static inline bool game_gives_check(const Position *pos, Move move)
{
    return chess_gives_check(pos, move);
}
static inline bool game_see_ge(const Position *pos, Move move, int threshold)
{
    return chess_see_ge(pos, move, threshold);
}
static inline Side game_side(const Position *pos) { return pos->side; }
static inline uint64_t game_key(const Position *pos) { return chess_key(pos); }
static inline uint64_t game_key_after(const Position *pos, Move move)
{
    return chess_key_after(pos, move);
}
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
static inline void game_write_move_960(const Position *pos, Move move, Text *text)
{
    (void)pos;
    chess_move_to_uci960(move, text);
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

/* What a feature code is about. */
static inline GamePlace game_place(uint16_t code)
{
    static const char *const letters[8] = {"", "P", "N", "B", "R", "Q", "K", ""};
    ChessPiece piece = (ChessPiece)(code >> 6);
    int square = code & 63;
    return (GamePlace){
        .side = chess_side_of(piece),
        .letter = letters[chess_type_of(piece)],
        .row = 7 - chess_rank(square),
        .column = chess_file(square),
        .is_king = chess_type_of(piece) == CHESS_KING,
    };
}

/* ---- What the search asks about moves ---- */

static inline int game_origin(Move move) { return chess_from(move); }
/* What the opponent attacks, and whether a move leaves and enters it: 0 to 3. */
typedef ChessBits GameBits;
static inline GameBits game_threats(const Position *pos)
{
    return chess_attacked_by(pos, other_side(pos->side));
}
static inline int game_threat_index(GameBits threats, Move move)
{
    return (int)(2 * (threats >> chess_from(move) & 1) + (threats >> chess_to(move) & 1));
}
static inline int game_target(Move move) { return chess_to(move); }
static inline int game_moved_piece(const Position *pos, Move move)
{
    return pos->board[chess_from(move)];
}
/* The type that a move captures, 0 for none. */
static inline int game_captured_type(const Position *pos, Move move)
{
    if (chess_is_en_passant(move))
        return CHESS_PAWN;
    return chess_is_castling(move) ? 0 : chess_type_of(pos->board[chess_to(move)]);
}
static inline bool game_is_noisy(const Position *pos, Move move)
{
    return chess_is_promotion(move) || chess_is_capture(pos, move);
}
/* What a noisy move wins at once. */
static inline int game_gain(const Position *pos, Move move)
{
    int gain = chess_value[game_captured_type(pos, move)];
    if (chess_is_promotion(move))
        gain += chess_value[chess_promotion_type(move)] - chess_value[CHESS_PAWN];
    return gain;
}
static inline bool game_shuns_promotion(const Position *pos, Move move)
{
    return (void)pos, (void)move, false;
}
static inline bool game_drops_near_king(const Position *pos, Move move)
{
    return (void)pos, (void)move, false;
}

/* ---- What the search asks about positions ---- */

static inline int game_evaluate(const Position *pos) { return chess_evaluate(pos); }
static inline void game_use_net(Position *pos, NetStack *stack, const Net *net)
{
    chess_use_net(pos, stack, net);
}
static inline int game_evaluate_net(const Position *pos, NetStack *stack)
{
    return chess_evaluate_net(pos, stack);
}
static inline void game_view(const Position *pos, NetView *view) { chess_view(pos, view); }
static inline int game_material(const Position *pos)
{
    int sum = 0;
    for (ChessType type = CHESS_PAWN; type < CHESS_KING; type++)
        sum += chess_value[type]
             * (pos->count[chess_piece(pos->side, type)]
                - pos->count[chess_piece(other_side(pos->side), type)]);
    return sum;
}
static inline uint64_t game_structure_key(const Position *pos) { return pos->state->pawn_key; }
static inline uint64_t game_piece_key(const Position *pos, int side)
{
    return pos->state->piece_key[side];
}
static inline uint64_t game_material_key(const Position *pos) { return pos->state->material_key; }

/* 0 opening, 1 middle game, 2 endgame. */
static inline int game_phase(const Position *pos)
{
    return pos->state->phase >= 20 ? 0 : pos->state->phase > 8 ? 1 : 2;
}

/* The phase that margins go by: material alone. */
static inline int game_margin_phase(const Position *pos) { return game_phase(pos); }

/* For the guards of the null move; all in O(1). */
static inline int game_piece_count(const Position *pos) { return bits_count(chess_occupied(pos)); }
static inline int game_non_pawn(const Position *pos, Side side)
{
    return pos->state->non_pawn[side];
}
static inline int game_minors(const Position *pos, Side side)
{
    return pos->count[chess_piece(side, CHESS_KNIGHT)]
         + pos->count[chess_piece(side, CHESS_BISHOP)];
}
static inline int game_majors(const Position *pos)
{
    return bits_count(chess_straight_sliders(pos));
}
static inline bool game_king_is_active(const Position *pos, Side side)
{
    return chess_relative_rank(side, chess_king_square(pos, side)) >= 2;
}

/* Whether the rules end the game here, as far as a search cares: `ply` is the distance from its
 * root. A repetition within the search is as good as three. Mate goes before fifty moves. */
static inline bool game_is_over(const Position *pos, int ply, const GameRules *rules, int *value)
{
    (void)rules;
    const ChessState *state = pos->state;
    int reach = state->halfmove_clock < state->plies_from_null ? state->halfmove_clock
                                                               : state->plies_from_null;
    *value = VALUE_DRAW;
    for (int back = 4, seen = 0; back <= reach; back += 2)
        if (state[-back].key == state->key && (back < ply || ++seen == 2))
            return true;
    if (state->halfmove_clock >= 100) {
        ChessMove list[CHESS_MAX_MOVES];
        return !state->checkers || chess_generate(pos, CHESS_GEN_ALL, list) != list;
    }
    return state->phase <= 2 && !pos->by_type[CHESS_PAWN] && chess_is_dead(pos);
}

/* The value of having no legal move. */
static inline int game_no_move_value(const Position *pos, int ply)
{
    return chess_in_check(pos) ? value_mated_in(ply) : VALUE_DRAW;
}

static inline int game_ply(const Position *pos) { return pos->game_ply; }
static inline bool game_may_declare(const Position *pos, const GameRules *rules)
{
    return (void)pos, (void)rules, false;
}
static inline bool game_may_claim_draw(const Position *pos, const GameRules *rules)
{
    return (void)pos, (void)rules, false;
}

static inline Move game_mate_in_one(Position *pos) { return (void)pos, CHESS_MOVE_NONE; }

/* For the mate solver. A mating attack may hold quiet moves; hands do not exist. */
enum { MATE_BY_CHECKS = 0, GAME_REPETITIONS = 3, GAME_CLOCK_END = 100 };

static inline int game_clock(const Position *pos) { return pos->state->halfmove_clock; }
static inline uint64_t game_board_key(const Position *pos) { return chess_key(pos); }
static inline uint64_t game_hand(const Position *pos, Side side)
{
    return (void)pos, (void)side, 0;
}
static inline bool game_hand_covers(uint64_t a, uint64_t b) { return (void)a, (void)b, true; }
static inline int game_drop_square(Move move) { return (void)move, -1; }

#endif
