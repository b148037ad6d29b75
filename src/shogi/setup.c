/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Positions from scratch: the validator, and the slow truth that the incremental state is held
 * against. */

#include "shogi/position.h"
#include "shogi/psq.h"
#include "shogi/zobrist.h"

#include <string.h>

/* How many of each kind a set has. */
static const uint8_t KIND_TOTAL[SHOGI_HAND_TYPES] = {
    [SHOGI_PAWN] = 18,  [SHOGI_LANCE] = 4, [SHOGI_KNIGHT] = 4, [SHOGI_SILVER] = 4,
    [SHOGI_BISHOP] = 2, [SHOGI_ROOK] = 2,  [SHOGI_GOLD] = 4,
};
static const char *const KIND_NAME[SHOGI_HAND_TYPES] = {
    [SHOGI_PAWN] = "pawns",     [SHOGI_LANCE] = "lances",   [SHOGI_KNIGHT] = "knights",
    [SHOGI_SILVER] = "silvers", [SHOGI_BISHOP] = "bishops", [SHOGI_ROOK] = "rooks",
    [SHOGI_GOLD] = "golds",
};
static const char *const SIDE_NAME[2] = {"Black", "White"};

/* "%d%c" for a square as USI writes it. */
#define SQUARE_ARG(square) shogi_file(square) + 1, 'a' + shogi_rank(square)

static bool check_counts(const ShogiSetupBoard *setup, Diag *diag)
{
    int total[SHOGI_HAND_TYPES] = {0};
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        ShogiPiece piece = setup->board[square];
        if (piece == 0)
            continue;
        if (shogi_type_of(piece) == SHOGI_NO_TYPE || shogi_type_of(piece) >= SHOGI_TYPES
            || piece >= SHOGI_PIECES)
            return diag_error(diag, "no such piece on %d%c", SQUARE_ARG(square));
        if (shogi_type_of(piece) != SHOGI_KING)
            total[shogi_unpromoted(shogi_type_of(piece))]++;
    }
    for (int type = SHOGI_PAWN; type < SHOGI_HAND_TYPES; type++) {
        total[type] += setup->hand[FIRST][type] + setup->hand[SECOND][type];
        if (total[type] > KIND_TOTAL[type])
            return diag_error(diag, "%d %s on the board and in hand, there are only %d",
                              total[type], KIND_NAME[type], KIND_TOTAL[type]);
    }
    return true;
}

static bool check_squares(const ShogiSetupBoard *setup, Diag *diag)
{
    int pawn_on[2][9];
    memset(pawn_on, -1, sizeof pawn_on);
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        ShogiPiece piece = setup->board[square];
        Side side = shogi_side_of(piece);
        ShogiType type = shogi_type_of(piece);
        int rank = shogi_relative_rank(side, square);
        if ((rank == 0 && (type == SHOGI_PAWN || type == SHOGI_LANCE))
            || (rank <= 1 && type == SHOGI_KNIGHT))
            return diag_error(diag, "%s's %s on %d%c could never move", SIDE_NAME[side],
                              type == SHOGI_PAWN    ? "pawn"
                              : type == SHOGI_LANCE ? "lance"
                                                    : "knight",
                              SQUARE_ARG(square));
        if (type != SHOGI_PAWN)
            continue;
        int *other = &pawn_on[side][shogi_file(square)];
        if (*other >= 0)
            return diag_error(diag, "two unpromoted pawns of %s on file %d, on %d%c and %d%c",
                              SIDE_NAME[side], shogi_file(square) + 1, SQUARE_ARG(*other),
                              SQUARE_ARG(square));
        *other = square;
    }
    return true;
}

static bool check_kings(const ShogiSetupBoard *setup, ShogiSetup kind, Diag *diag)
{
    int kings[2] = {0, 0};
    for (int square = 0; square < SHOGI_SQUARES; square++)
        if (shogi_type_of(setup->board[square]) == SHOGI_KING)
            kings[shogi_side_of(setup->board[square])]++;
    for (int side = FIRST; side <= SECOND; side++) {
        bool optional = kind == SHOGI_SETUP_MATE && (Side)side == setup->side;
        if (kings[side] > 1)
            return diag_error(diag, "%s has %d kings", SIDE_NAME[side], kings[side]);
        if (kings[side] == 0 && !optional)
            return diag_error(diag, "%s has no king", SIDE_NAME[side]);
    }
    return true;
}

static void place_all(ShogiPosition *pos, const ShogiSetupBoard *setup)
{
    memset(pos, 0, sizeof *pos);
    pos->king[FIRST] = pos->king[SECOND] = SHOGI_NO_SQUARE;
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        ShogiPiece piece = setup->board[square];
        pos->board[square] = piece;
        if (piece == 0)
            continue;
        pos->by_type[shogi_type_of(piece)] |= shogi_bits(square);
        pos->by_side[shogi_side_of(piece)] |= shogi_bits(square);
        if (shogi_type_of(piece) == SHOGI_KING)
            pos->king[shogi_side_of(piece)] = (uint8_t)square;
    }
    for (int side = FIRST; side <= SECOND; side++)
        for (int type = SHOGI_PAWN; type < SHOGI_HAND_TYPES; type++)
            pos->hand[side] += (ShogiHand)setup->hand[side][type] << 8 * type;
    pos->side_to_move = setup->side;
    pos->game_ply = setup->game_ply;
}

static void add_board(const ShogiPosition *pos, ShogiState *state)
{
    int material = 0;
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        ShogiPiece piece = pos->board[square];
        if (piece == 0)
            continue;
        Side side = shogi_side_of(piece);
        ShogiType type = shogi_type_of(piece);
        state->board_key ^= shogi_zobrist.board[piece][square];
        *(type == SHOGI_PAWN ? &state->pawn_key : &state->piece_key[side]) ^=
            shogi_zobrist.board[piece][square];
        state->material_key += shogi_zobrist.material[piece];
        state->psq += shogi_psq[piece][square];
        material += side == FIRST ? shogi_board_values[type] : -shogi_board_values[type];
        state->on_board[side]++;
        state->promoted[side] += type > SHOGI_KING;
    }
    state->material = (int16_t)(state->material + material);
}

static void add_hands(const ShogiPosition *pos, ShogiState *state)
{
    int material = 0;
    for (int side = FIRST; side <= SECOND; side++) {
        for (int type = SHOGI_PAWN; type < SHOGI_HAND_TYPES; type++) {
            int count = shogi_hand_count(pos, (Side)side, (ShogiType)type);
            for (int n = 0; n < count; n++) {
                state->hand_key ^= shogi_zobrist.hand[side][type][n];
                state->material_key += shogi_zobrist.material_hand[side][type];
                state->psq += shogi_hand_psq[side][type];
                material += side == FIRST ? shogi_hand_values[type] : -shogi_hand_values[type];
            }
            state->in_hand[side] = (uint8_t)(state->in_hand[side] + count);
        }
    }
    state->material = (int16_t)(state->material + material);
    state->first_hand = pos->hand[FIRST];
}

/* All of the state that follows from board, hands and side. */
static void compute_state(const ShogiPosition *pos, ShogiState *state)
{
    memset(state, 0, sizeof *state);
    add_board(pos, state);
    add_hands(pos, state);
    shogi_find_lines(pos, state);
    int king = pos->king[pos->side_to_move];
    if (king != SHOGI_NO_SQUARE)
        state->checkers =
            shogi_attackers(pos, other_side(pos->side_to_move), king, shogi_occupied(pos));
}

/* Takes over a position without history; only the stack of states stays the old one. */
static void start_from(ShogiPosition *pos, const ShogiPosition *built)
{
    ShogiState *states = pos->states;
    int capacity = pos->capacity;
    *pos = *built;
    pos->states = pos->state = states;
    pos->capacity = capacity;
    compute_state(pos, pos->state);
}

bool shogi_set_board(ShogiPosition *pos, const ShogiSetupBoard *setup, ShogiSetup kind, Diag *diag)
{
    if (!check_counts(setup, diag) || !check_kings(setup, kind, diag)
        || !check_squares(setup, diag))
        return false;
    if (setup->game_ply < 1 || setup->game_ply > SHOGI_GAME_PLY_MAX)
        return diag_error(diag, "move number %d is not within 1 and %d", setup->game_ply,
                          SHOGI_GAME_PLY_MAX);
    ShogiPosition built;
    place_all(&built, setup);
    Side us = setup->side, them = other_side(us);
    if (shogi_bits_has(shogi_king_steps(built.king[us]), built.king[them]))
        return diag_error(diag, "the kings stand on adjacent squares");
    if (shogi_attackers(&built, us, built.king[them], shogi_occupied(&built)))
        return diag_error(diag, "%s is to move, but %s's king is in check already", SIDE_NAME[us],
                          SIDE_NAME[them]);
    start_from(pos, &built);
    return true;
}

void shogi_flip(ShogiPosition *pos)
{
    ShogiSetupBoard turned = {.side = other_side(pos->side_to_move), .game_ply = pos->game_ply};
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        ShogiPiece piece = pos->board[SHOGI_SQUARES - 1 - square];
        turned.board[square] = piece ? piece ^ SECOND << 4 : 0;
    }
    for (int side = FIRST; side <= SECOND; side++)
        for (int type = SHOGI_PAWN; type < SHOGI_HAND_TYPES; type++)
            turned.hand[side][type] =
                (uint8_t)shogi_hand_count(pos, other_side((Side)side), (ShogiType)type);
    ShogiPosition built;
    place_all(&built, &turned);
    start_from(pos, &built);
}

/* A piece is a blocker if taking it off lets a slider through to the king. */
static bool lines_are_right(const ShogiPosition *pos, Side side)
{
    const ShogiState *state = pos->state;
    Side them = other_side(side);
    ShogiBits occupied = shogi_occupied(pos);
    ShogiBits found = 0;
    if (shogi_has_king(pos, side)) {
        ShogiBits now = shogi_attackers(pos, them, pos->king[side], occupied);
        for (ShogiBits rest = occupied; rest;) {
            ShogiBits bit = shogi_bits(shogi_bits_take(&rest));
            ShogiBits then = shogi_attackers(pos, them, pos->king[side], occupied ^ bit);
            if (then & ~now)
                found |= bit;
        }
    }
    return (found & pos->by_side[side]) == state->pinned[side]
        && (found & pos->by_side[them]) == state->discoverers[them];
}

static bool check_state(const ShogiPosition *pos, Diag *diag)
{
    const ShogiState *kept = pos->state;
    ShogiState state;
    compute_state(pos, &state);
    const char *wrong =
        kept->board_key != state.board_key                                 ? "board_key"
        : kept->hand_key != state.hand_key                                 ? "hand_key"
        : kept->pawn_key != state.pawn_key                                 ? "pawn_key"
        : kept->material_key != state.material_key                         ? "material_key"
        : kept->first_hand != state.first_hand                             ? "first_hand"
        : kept->psq != state.psq                                           ? "psq"
        : kept->material != state.material                                 ? "material"
        : memcmp(kept->piece_key, state.piece_key, sizeof state.piece_key) ? "piece_key"
        : memcmp(kept->on_board, state.on_board, sizeof state.on_board)    ? "on_board"
        : memcmp(kept->in_hand, state.in_hand, sizeof state.in_hand)       ? "in_hand"
        : memcmp(kept->promoted, state.promoted, sizeof state.promoted)    ? "promoted"
        : kept->checkers != state.checkers                                 ? "checkers"
        : !lines_are_right(pos, FIRST) || !lines_are_right(pos, SECOND)    ? "pinned, discoverers"
                                                                           : NULL;
    return wrong ? diag_error(diag, "%s is not what the board says", wrong) : true;
}

bool shogi_is_consistent(const ShogiPosition *pos, Diag *diag)
{
    ShogiSetupBoard setup = {.side = pos->side_to_move, .game_ply = pos->game_ply};
    memcpy(setup.board, pos->board, sizeof setup.board);
    for (int side = FIRST; side <= SECOND; side++)
        for (int type = SHOGI_PAWN; type < SHOGI_HAND_TYPES; type++)
            setup.hand[side][type] = (uint8_t)shogi_hand_count(pos, (Side)side, (ShogiType)type);
    if (!check_counts(&setup, diag))
        return false;
    ShogiPosition built;
    place_all(&built, &setup);
    if (memcmp(built.by_type, pos->by_type, sizeof built.by_type) != 0)
        return diag_error(diag, "by_type is not what the board says");
    if (memcmp(built.by_side, pos->by_side, sizeof built.by_side) != 0)
        return diag_error(diag, "by_side is not what the board says");
    if (memcmp(built.king, pos->king, sizeof built.king) != 0)
        return diag_error(diag, "the king squares are not what the board says");
    if (memcmp(built.hand, pos->hand, sizeof built.hand) != 0)
        return diag_error(diag, "a hand has a count of nothing");
    if (!check_squares(&setup, diag) || !check_state(pos, diag))
        return false;
    const ShogiState *state = pos->state;
    if (state > pos->states && state->move != SHOGI_MOVE_NULL) {
        int before = state[-1].checks[other_side(pos->side_to_move)];
        if (state->checks[other_side(pos->side_to_move)] != (state->checkers ? before + 1 : 0))
            return diag_error(diag, "the count of consecutive checks is wrong");
        if (state->plies_from_null != state[-1].plies_from_null + 1)
            return diag_error(diag, "plies_from_null is wrong");
    }
    return true;
}
