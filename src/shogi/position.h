/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SHOGI_POSITION_H
#define TENUKI_SHOGI_POSITION_H

/* A position with the history of its game. What a move cannot take back by itself lives in a
 * ShogiState; making a move pushes one and unmaking pops it, so everything in it is restored bit
 * for bit. */

#include "base/report.h"
#include "base/score.h"
#include "nnue/accumulator.h"
#include "shogi/attacks.h"

typedef struct {
    uint64_t board_key;    /* pieces on the board */
    uint64_t hand_key;     /* both hands */
    uint64_t pawn_key;     /* unpromoted pawns on the board */
    uint64_t material_key; /* how many of each piece each side has, on the board and in hand */
    uint64_t piece_key[2]; /* each side's pieces on the board other than unpromoted pawns */
    uint64_t first_hand;   /* FIRST's hand, for comparing positions with equal boards */
    Score psq;             /* piece and square values, hands included, as FIRST sees them */
    int16_t material;      /* the same without squares */
    uint8_t on_board[2];   /* pieces per side, with the king */
    uint8_t in_hand[2];
    uint8_t promoted[2];
    ShogiMove move;      /* that led here; SHOGI_MOVE_NONE at the start, SHOGI_MOVE_NULL */
    ShogiPiece captured; /* by it, as it stood on the board; 0 for none */
    int32_t plies_from_null;
    int32_t checks[2];        /* consecutive moves of that side, up to its last, that gave check */
    ShogiBits checkers;       /* pieces that attack the king of the side to move */
    ShogiBits pinned[2];      /* own pieces of the side that alone shield its king from a slider */
    ShogiBits discoverers[2]; /* own pieces that alone stand between an own slider and their king */
    NetChange change;         /* what the move did to the features of a network */
#ifdef TENUKI_DEBUG
    uint32_t fingerprint; /* of the position before the move */
#endif
} ShogiState;

/* A hand is one byte per type, so that two hands are compared by one subtraction. */
typedef uint64_t ShogiHand;

typedef struct ShogiPosition {
    ShogiBits by_type[SHOGI_TYPES];
    ShogiBits by_side[2];
    ShogiHand hand[2];
    Side side_to_move;
    int game_ply;    /* the SFEN move number: 1 before the first move; null moves do not count */
    uint8_t king[2]; /* SHOGI_NO_SQUARE if there is none */
    ShogiPiece board[SHOGI_SQUARES];
    ShogiState *state;  /* the present one, within states */
    ShogiState *states; /* from the start of the history */
    int capacity;
} ShogiPosition;

ShogiPosition *shogi_new(void); /* the start position */
void shogi_delete(ShogiPosition *pos);
/* With the history. Keeps the larger reserve of the two. */
void shogi_copy(ShogiPosition *to, const ShogiPosition *from);
/* Room for that many more makes; make itself neither allocates nor checks. */
void shogi_reserve(ShogiPosition *pos, int plies);

/* Legal moves only. */
void shogi_make(ShogiPosition *pos, ShogiMove move);
/* The key that a legal move leads to, without making it. */
uint64_t shogi_key_after(const ShogiPosition *pos, ShogiMove move);
void shogi_unmake(ShogiPosition *pos);
/* Not when in check. */
void shogi_make_null(ShogiPosition *pos);
void shogi_unmake_null(ShogiPosition *pos);

/* The same position turned round: the board by half a turn, colours, hands and the side to move
 * exchanged. Drops the history. */
void shogi_flip(ShogiPosition *pos);

/* Recomputes everything that is kept incrementally and names the first difference. */
bool shogi_is_consistent(const ShogiPosition *pos, Diag *diag);
/* Equal in everything: board, hands, side, move number, the whole top state. */
bool shogi_same(const ShogiPosition *a, const ShogiPosition *b);

/* Board contents, as any reader of positions collects them. */
typedef struct {
    ShogiPiece board[SHOGI_SQUARES];
    uint8_t hand[2][SHOGI_HAND_TYPES];
    Side side;
    int game_ply;
} ShogiSetupBoard;

typedef enum {
    SHOGI_SETUP_GAME,
    SHOGI_SETUP_MATE, /* the attacker, who is to move, may lack a king */
} ShogiSetup;

enum { SHOGI_GAME_PLY_MAX = 1000000 };

/* The validator of all positions: pieces, kings, counts over board and hands, pieces that could
 * never move, two pawns on a file, adjacent kings, the side not to move in check. Starts a new
 * history. On error the position is left as it was. */
bool shogi_set_board(ShogiPosition *pos, const ShogiSetupBoard *setup, ShogiSetup kind, Diag *diag);

extern uint64_t shogi_side_key; /* constant once shogi_init has run */

static inline uint64_t shogi_key(const ShogiPosition *pos)
{
    return pos->state->board_key ^ pos->state->hand_key
         ^ (pos->side_to_move == SECOND ? shogi_side_key : 0);
}

static inline ShogiBits shogi_occupied(const ShogiPosition *pos)
{
    return pos->by_side[FIRST] | pos->by_side[SECOND];
}
static inline ShogiBits shogi_pieces(const ShogiPosition *pos, Side side, ShogiType type)
{
    return pos->by_type[type] & pos->by_side[side];
}
/* All that move like a gold. */
static inline ShogiBits shogi_golds(const ShogiPosition *pos)
{
    return pos->by_type[SHOGI_GOLD] | pos->by_type[SHOGI_PRO_PAWN] | pos->by_type[SHOGI_PRO_LANCE]
         | pos->by_type[SHOGI_PRO_KNIGHT] | pos->by_type[SHOGI_PRO_SILVER];
}

static inline ShogiBits shogi_checkers(const ShogiPosition *pos) { return pos->state->checkers; }
static inline bool shogi_in_check(const ShogiPosition *pos) { return pos->state->checkers != 0; }

static inline ShogiPiece shogi_piece_at(const ShogiPosition *pos, int square)
{
    return pos->board[square];
}
static inline bool shogi_has_king(const ShogiPosition *pos, Side side)
{
    return pos->king[side] != SHOGI_NO_SQUARE;
}
/* -1 if there is none. */
static inline int shogi_king_square(const ShogiPosition *pos, Side side)
{
    return shogi_has_king(pos, side) ? pos->king[side] : -1;
}

static inline int shogi_hand_of(ShogiHand hand, ShogiType type) { return hand >> 8 * type & 255; }
static inline int shogi_hand_count(const ShogiPosition *pos, Side side, ShogiType type)
{
    return shogi_hand_of(pos->hand[side], type);
}
/* Does hand `a` hold at least what `b` holds, of every type? */
static inline bool shogi_hand_covers(ShogiHand a, ShogiHand b)
{
    const uint64_t guards = 0x8080808080808080;
    return (((a | guards) - b) & guards) == guards;
}

/* From SHOGI_PHASE_MAX, nothing in hand and nothing promoted, down to 0, the wild endgame. */
enum { SHOGI_PHASE_MAX = 32 };

static inline int shogi_phase(const ShogiPosition *pos)
{
    const ShogiState *state = pos->state;
    int spent = state->in_hand[FIRST] + state->in_hand[SECOND] + 2 * state->promoted[FIRST]
              + 2 * state->promoted[SECOND];
    return spent < SHOGI_PHASE_MAX ? SHOGI_PHASE_MAX - spent : 0;
}

/* Fills pinned and discoverers of both sides from scratch; returns the sliders that reach the king
 * of the side to move. */
ShogiBits shogi_find_lines(const ShogiPosition *pos, ShogiState *state);

/* The pieces of a side that attack a square, given the occupied squares. */
ShogiBits shogi_attackers(const ShogiPosition *pos, Side side, int square, ShogiBits occupied);

#endif
