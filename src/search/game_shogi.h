/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_GAME_SHOGI_H
#define TENUKI_SEARCH_GAME_SHOGI_H

/* Shogi under the names that the search uses. */

#include "shogi/danger.h"
#include "shogi/diagram.h"
#include "shogi/eval.h"
#include "shogi/eval_model.h"
#include "shogi/features.h"
#include "shogi/mate1.h"
#include "shogi/movegen.h"
#include "shogi/notation.h"
#include "shogi/psq.h"
#include "shogi/rules.h"
#include "shogi/see.h"
#include "shogi/sfen.h"

typedef ShogiPosition Position;
typedef ShogiMove Move;

enum {
    LIST_SIZE = SHOGI_LIST_SIZE,
    /* Sizes of the history tables; drops come from squares of their own. */
    GAME_SQUARES = SHOGI_SQUARES,
    GAME_ORIGINS = SHOGI_SQUARES + SHOGI_HAND_TYPES,
    GAME_PIECES = SHOGI_PIECES,
    GAME_TYPES = SHOGI_TYPES,
    /* What the classic guards call a rook and a bishop. */
    GAME_ROOK_AND_BISHOP = 1770,
    GAME_BOARD_SIZE = 9,
};

#define GAME_FEATURES shogi_features
#define GAME_IS_SHOGI true
#define GAME_NAME "shogi"
#define GAME_FIRST "Black"
#define GAME_SECOND "White"
#define GAME_SETUP_WORD "sfen"
#define GAME_START SHOGI_START_SFEN
#define game_eval_model shogi_eval_model

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
/* The stages that partition the list: captures and promotions, then the rest, drops last. */
static inline Move *game_generate_noisy(const Position *pos, Move *list)
{
    return shogi_generate(pos, SHOGI_GEN_NOISY, list);
}
static inline Move *game_generate_quiet(const Position *pos, Move *list)
{
    return shogi_generate(pos, SHOGI_GEN_DROPS, shogi_generate(pos, SHOGI_GEN_QUIET, list));
}
static inline Move *game_generate_quiet_checks(const Position *pos, Move *list)
{
    return shogi_generate_quiet_checks(pos, list);
}
static inline void game_make_null(Position *pos) { shogi_make_null(pos); }
static inline void game_unmake_null(Position *pos) { shogi_unmake_null(pos); }
static inline bool game_in_check(const Position *pos) { return shogi_in_check(pos); }
static inline bool game_is_legal(const Position *pos, Move move)
{
    return shogi_is_legal(pos, move);
}
static inline bool game_gives_check(const Position *pos, Move move)
{
    return shogi_gives_check(pos, move);
}
static inline bool game_see_ge(const Position *pos, Move move, int threshold)
{
    return shogi_see_ge(pos, move, threshold);
}
static inline Side game_side(const Position *pos) { return pos->side_to_move; }
static inline uint64_t game_key(const Position *pos) { return shogi_key(pos); }
static inline uint64_t game_key_after(const Position *pos, Move move)
{
    return shogi_key_after(pos, move);
}
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
static inline void game_write_move_960(const Position *pos, Move move, Text *text)
{
    game_write_move(pos, move, text);
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

/* What a feature code is about. */
static inline GamePlace game_place(uint16_t code)
{
    static const char *const letters[16] = {"",  "P",  "L",  "N",  "S",  "B",  "R",  "G",
                                            "K", "+P", "+L", "+N", "+S", "+B", "+R", ""};
    if (code < SHOGI_HAND_CODES) {
        ShogiPiece piece = (ShogiPiece)(code / SHOGI_SQUARES);
        int square = code % SHOGI_SQUARES;
        return (GamePlace){
            .side = shogi_side_of(piece),
            .letter = letters[shogi_type_of(piece)],
            .row = shogi_rank(square),
            .column = 8 - shogi_file(square),
            .is_king = shogi_type_of(piece) == SHOGI_KING,
        };
    }
    int feature = (code - SHOGI_HAND_CODES) % SHOGI_HAND_FEATURES;
    int kind = SHOGI_GOLD;
    while (shogi_hand_start[kind] > feature)
        kind--;
    return (GamePlace){
        .side = code - SHOGI_HAND_CODES < SHOGI_HAND_FEATURES ? FIRST : SECOND,
        .letter = letters[kind],
        .row = -1,
        .number = feature - shogi_hand_start[kind] + 1,
    };
}

/* ---- What the search asks about moves ---- */

static inline int game_origin(Move move)
{
    return shogi_is_drop(move) ? SHOGI_SQUARES + (int)shogi_drop_type(move) : shogi_from(move);
}
/* What the opponent attacks, and whether a move leaves and enters it: 0 to 3. */
typedef ShogiBits GameBits;
static inline GameBits game_threats(const Position *pos)
{
    return shogi_attacked_by(pos, other_side(pos->side_to_move));
}
static inline int game_threat_index(GameBits threats, Move move)
{
    bool flees = !shogi_is_drop(move) && shogi_bits_has(threats, shogi_from(move));
    return 2 * flees + shogi_bits_has(threats, shogi_to(move));
}
static inline int game_target(Move move) { return shogi_to(move); }
static inline int game_moved_piece(const Position *pos, Move move)
{
    return shogi_is_drop(move) ? shogi_piece(pos->side_to_move, shogi_drop_type(move))
                               : pos->board[shogi_from(move)];
}
/* The type that a move captures, 0 for none. */
static inline int game_captured_type(const Position *pos, Move move)
{
    return shogi_type_of(pos->board[shogi_to(move)]);
}
static inline bool game_is_noisy(const Position *pos, Move move)
{
    return shogi_promotes(move) || pos->board[shogi_to(move)];
}
/* What a noisy move wins at once. */
static inline int game_gain(const Position *pos, Move move)
{
    int gain = 2 * shogi_exchange_values[game_captured_type(pos, move)];
    if (shogi_promotes(move)) {
        ShogiType type = shogi_type_of(pos->board[shogi_from(move)]);
        gain += shogi_board_values[type | SHOGI_PROMOTED] - shogi_board_values[type];
    }
    return gain;
}
/* A piece that only gains by promoting stays as it is; its promoting twin is legal too. */
static inline bool game_shuns_promotion(const Position *pos, Move move)
{
    if (shogi_is_drop(move) || shogi_promotes(move))
        return false;
    ShogiType type = shogi_type_of(pos->board[shogi_from(move)]);
    if (type != SHOGI_PAWN && type != SHOGI_BISHOP && type != SHOGI_ROOK
        && (type != SHOGI_LANCE || shogi_relative_rank(pos->side_to_move, shogi_to(move)) != 1))
        return false;
    return shogi_bits_has(shogi_promotion_targets[pos->side_to_move][shogi_from(move)],
                          shogi_to(move));
}
static inline bool game_drops_near_king(const Position *pos, Move move)
{
    return shogi_is_drop(move)
        && shogi_bits_has(shogi_king_steps(pos->king[other_side(pos->side_to_move)]),
                          shogi_to(move));
}

/* ---- What the search asks about positions ---- */

static inline int game_evaluate(const Position *pos) { return shogi_evaluate(pos); }
static inline void game_use_net(Position *pos, NetStack *stack, const Net *net)
{
    shogi_use_net(pos, stack, net);
}
static inline int game_evaluate_net(const Position *pos, NetStack *stack)
{
    return shogi_evaluate_net(pos, stack);
}
static inline void game_view(const Position *pos, NetView *view) { shogi_view(pos, view); }
static inline int game_material(const Position *pos)
{
    return pos->side_to_move == FIRST ? pos->state->material : -pos->state->material;
}
static inline uint64_t game_structure_key(const Position *pos) { return pos->state->hand_key; }
static inline uint64_t game_piece_key(const Position *pos, int side)
{
    return pos->state->piece_key[side];
}
static inline uint64_t game_material_key(const Position *pos) { return pos->state->pawn_key; }

/* 0 opening, 1 middle game, 2 endgame. */
static inline int game_phase(const Position *pos)
{
    int phase = shogi_phase(pos);
    return phase >= 26 ? 0 : phase > 12 ? 1 : 2;
}

/* The phase that margins go by: pieces in hand and promoted ones, and a king that enemy pieces have
 * come close to is in its endgame whatever else is on the board. */
static inline int game_margin_phase(const Position *pos)
{
    enum { DANGER = 2 };
    for (int side = FIRST; side <= SECOND; side++) {
        int guards, intruders;
        shogi_count_around_king(pos, (Side)side, &guards, &intruders);
        if (intruders >= DANGER)
            return 2;
    }
    return game_phase(pos);
}

/* For the guards of the null move; all in O(1). */
static inline int game_piece_count(const Position *pos)
{
    return pos->state->on_board[FIRST] + pos->state->on_board[SECOND];
}
static inline int game_non_pawn(const Position *pos, Side side)
{
    static const ShogiType types[] = {SHOGI_LANCE, SHOGI_KNIGHT, SHOGI_SILVER,
                                      SHOGI_GOLD,  SHOGI_BISHOP, SHOGI_ROOK};
    int sum = 0;
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        int count = shogi_bits_count(shogi_pieces(pos, side, types[i]))
                  + shogi_hand_count(pos, side, types[i]);
        if (types[i] != SHOGI_GOLD)
            count +=
                shogi_bits_count(shogi_pieces(pos, side, (ShogiType)(types[i] | SHOGI_PROMOTED)));
        sum += count * shogi_board_values[types[i]];
    }
    return sum;
}
static inline int game_minors(const Position *pos, Side side)
{
    ShogiBits set = shogi_golds(pos) | pos->by_type[SHOGI_SILVER] | pos->by_type[SHOGI_KNIGHT]
                  | pos->by_type[SHOGI_LANCE];
    return shogi_bits_count(set & pos->by_side[side]) + pos->state->in_hand[side];
}
static inline int game_majors(const Position *pos)
{
    return shogi_bits_count(pos->by_type[SHOGI_BISHOP] | pos->by_type[SHOGI_ROOK]
                            | pos->by_type[SHOGI_HORSE] | pos->by_type[SHOGI_DRAGON]);
}
static inline bool game_king_is_active(const Position *pos, Side side)
{
    return shogi_has_king(pos, side) && shogi_relative_rank(side, pos->king[side]) < 7;
}

/* Whether the rules end the game here, as far as a search cares: `ply` is the distance from its
 * root. Only the last plies are looked at; a repetition within the search is as good as four. The
 * same board with more in hand is won in the long run, with less it is lost (superior and inferior
 * positions). */
static inline bool game_is_over(const Position *pos, int ply, const GameRules *rules, int *value)
{
    enum { REACH = 32, SUPERIOR = 8000 };
    const ShogiState *state = pos->state;
    int reach = state->plies_from_null < REACH ? state->plies_from_null : REACH;
    Side us = pos->side_to_move;
    for (int back = 4, seen = 0; back <= reach; back += 2) {
        const ShogiState *old = &state[-back];
        if (old->board_key != state->board_key)
            continue;
        if (old->hand_key == state->hand_key) {
            if (back >= ply && ++seen < 3)
                continue;
            bool we_check = state->checks[us] * 2 >= back;
            bool they_check = state->checks[other_side(us)] * 2 >= back;
            *value = we_check == they_check ? VALUE_DRAW
                   : we_check               ? ply - VALUE_RULE_WIN
                                            : VALUE_RULE_WIN - ply;
            return true;
        }
        if (back >= ply)
            continue;
        bool first_more = shogi_hand_covers(state->first_hand, old->first_hand);
        bool first_less = shogi_hand_covers(old->first_hand, state->first_hand);
        if (first_more || first_less) {
            *value = (us == FIRST) == first_more ? SUPERIOR : -SUPERIOR;
            return true;
        }
    }
    if (rules->max_moves && pos->game_ply > rules->max_moves) {
        ShogiMove list[SHOGI_LIST_SIZE];
        *value = VALUE_DRAW;
        return !state->checkers || shogi_generate(pos, SHOGI_GEN_ALL, list) != list;
    }
    if (rules->declare_rule
        && shogi_can_declare(pos, (ShogiDeclareRule)rules->declare_rule) == SHOGI_DECLARED_WIN) {
        *value = VALUE_RULE_WIN - ply;
        return true;
    }
    return false;
}

/* The value of having no legal move. */
static inline int game_no_move_value(const Position *pos, int ply)
{
    return (void)pos, value_mated_in(ply);
}

static inline int game_ply(const Position *pos) { return pos->game_ply - 1; }
static inline bool game_may_declare(const Position *pos, const GameRules *rules)
{
    return rules->declare_rule
        && shogi_can_declare(pos, (ShogiDeclareRule)rules->declare_rule) == SHOGI_DECLARED_WIN;
}
static inline bool game_may_claim_draw(const Position *pos, const GameRules *rules)
{
    return rules->declare_rule
        && shogi_can_declare(pos, (ShogiDeclareRule)rules->declare_rule) == SHOGI_DECLARED_DRAW;
}

static inline Move game_mate_in_one(Position *pos) { return shogi_mate_in_one(pos); }

/* For the mate solver. A mating attack is a series of checks, as in tsume problems. No clock runs.
 */
enum { MATE_BY_CHECKS = 1, GAME_REPETITIONS = 4, GAME_CLOCK_END = INT16_MAX };

static inline int game_clock(const Position *pos) { return (void)pos, 0; }
static inline uint64_t game_board_key(const Position *pos)
{
    return pos->state->board_key ^ (pos->side_to_move == SECOND ? shogi_side_key : 0);
}
static inline uint64_t game_hand(const Position *pos, Side side) { return pos->hand[side]; }
static inline bool game_hand_covers(uint64_t a, uint64_t b) { return shogi_hand_covers(a, b); }
/* -1 for a move on the board. */
static inline int game_drop_square(Move move) { return shogi_is_drop(move) ? shogi_to(move) : -1; }

#endif
