/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Mate in one, decided by geometry: no move is made. Most candidates fall at the first question,
 * whether the king has a square left, and what is needed for that is worked out once. */

#include "shogi/mate1.h"

#include "shogi/danger.h"
#include "shogi/movegen.h"

typedef struct {
    ShogiPosition *pos;
    Side us, them;
    int king; /* theirs */
    ShogiBits occupied;
    ShogiBits around;        /* where their king could step, but for our guards */
    ShogiBits guarded;       /* by us now, seen through the king; right around it only */
    ShogiBits reach;         /* where a move of ours may end */
    const ShogiBits *checks; /* from where each type of ours gives check */
    bool blocks_by_drop;     /* they hold a piece that can be dropped anywhere */
} Hunt;

static inline ShogiBits attacks_of(ShogiPiece piece, int square, ShogiBits occupied)
{
    enum {
        SLIDERS = 1 << SHOGI_LANCE | 1 << SHOGI_BISHOP | 1 << SHOGI_ROOK | 1 << SHOGI_HORSE
                | 1 << SHOGI_DRAGON,
    };
    return SLIDERS >> shogi_type_of(piece) & 1 ? shogi_attacks(piece, square, occupied)
                                               : shogi_step_table[piece][square];
}

/* A candidate, and the board after it. */
typedef struct {
    ShogiMove move;
    ShogiPiece piece; /* as it arrives */
    int to;
    ShogiBits from; /* empty for a drop */
    ShogiBits left; /* what the piece guarded where it came from */
    ShogiBits occupied;
} Strike;

/* A move changes the guard of few squares: those that the piece left or reaches now, those that it
 * shut off from a slider behind it, and those that it opened to one. Only these are asked again. */
static bool king_escapes(const Hunt *hunt, const Strike *strike)
{
    const ShogiPosition *pos = hunt->pos;
    ShogiBits king_bit = shogi_bits(hunt->king), to_bit = shogi_bits(strike->to);
    ShogiBits occupied = strike->occupied ^ king_bit;
    ShogiBits steps = hunt->around | (shogi_king_steps(hunt->king) & to_bit);
    ShogiBits open = steps & ~attacks_of(strike->piece, strike->to, occupied);
    ShogiBits unguarded = open & ~hunt->guarded;
    ShogiBits opened =
        strike->from ? shogi_stars[shogi_bits_first(strike->from)] & ~to_bit : (ShogiBits)0;
    /* Whether the piece itself is guarded does not depend on what stands on its square. */
    if (unguarded & ~(opened | (strike->from ? to_bit : 0)))
        return true;
    ShogiBits ask = unguarded | (open & (strike->left | shogi_stars[strike->to]));
    if (!strike->from)
        ask &= ~to_bit;
    while (ask) {
        int square = shogi_bits_take(&ask);
        if (!shogi_attackers(pos, hunt->us, square, occupied))
            return true;
    }
    return false;
}

/* Our sliders after the move. */
typedef struct {
    ShogiBits diagonal, straight, lances;
} Sliders;

static Sliders sliders_after(const Hunt *hunt, const Strike *strike)
{
    const ShogiBits *by_type = hunt->pos->by_type;
    ShogiBits ours = hunt->pos->by_side[hunt->us] & ~strike->from;
    ShogiBits to_bit = shogi_bits(strike->to);
    ShogiType type = shogi_type_of(strike->piece);
    bool diagonal = type == SHOGI_BISHOP || type == SHOGI_HORSE;
    bool straight = type == SHOGI_ROOK || type == SHOGI_DRAGON;
    return (Sliders){
        .diagonal =
            ((by_type[SHOGI_BISHOP] | by_type[SHOGI_HORSE]) & ours) | (diagonal ? to_bit : 0),
        .straight =
            ((by_type[SHOGI_ROOK] | by_type[SHOGI_DRAGON]) & ours) | (straight ? to_bit : 0),
        .lances = (by_type[SHOGI_LANCE] & ours) | (type == SHOGI_LANCE ? to_bit : 0),
    };
}

static ShogiBits sliders_reaching(const Hunt *hunt, const Sliders *sliders, ShogiBits occupied)
{
    return (shogi_bishop_attacks(hunt->king, occupied) & sliders->diagonal)
         | (shogi_rook_attacks(hunt->king, occupied) & sliders->straight)
         | (shogi_lance_attacks(hunt->them, hunt->king, occupied) & sliders->lances);
}

/* May a piece of theirs, not the king, go to the square to take there or to stand between? */
static bool has_defender(const Hunt *hunt, const Strike *strike, const Sliders *sliders, int square)
{
    const ShogiPosition *pos = hunt->pos;
    ShogiBits square_bit = shogi_bits(square);
    ShogiBits defenders = shogi_attackers(pos, hunt->them, square, strike->occupied)
                        & ~(shogi_bits(hunt->king) | shogi_bits(strike->to));
    if (defenders & ~shogi_stars[hunt->king])
        return true;
    while (defenders) {
        ShogiBits leaver = shogi_bits(shogi_bits_take(&defenders));
        ShogiBits occupied = (strike->occupied ^ leaver) | square_bit;
        if (!(sliders_reaching(hunt, sliders, occupied) & ~square_bit))
            return true;
    }
    return false;
}

/* They may not block with a pawn that mates us. Nobody has seen that happen; so the move is made to
 * find out. */
static bool pawn_may_block(const Hunt *hunt, const Strike *strike, int square)
{
    ShogiPosition *pos = hunt->pos;
    ShogiBits pawns = shogi_pieces(pos, hunt->them, SHOGI_PAWN) & ~shogi_bits(strike->to);
    const ShogiLines *at = &shogi_lines[square];
    if (shogi_word_of(square, pawns) & (at->up | at->down))
        return false;
    if (!shogi_bits_has(shogi_steps(hunt->them, SHOGI_PAWN, square), pos->king[hunt->us]))
        return true;
    shogi_make(pos, strike->move);
    bool legal = shogi_is_legal(pos, shogi_move_drop(SHOGI_PAWN, square));
    shogi_unmake(pos);
    return legal;
}

static bool can_drop(const Hunt *hunt, const Strike *strike, int square)
{
    ShogiHand hand = hunt->pos->hand[hunt->them];
    int rank = shogi_relative_rank(hunt->them, square);
    return hunt->blocks_by_drop || (shogi_hand_of(hand, SHOGI_KNIGHT) && rank > 1)
        || (shogi_hand_of(hand, SHOGI_LANCE) && rank > 0)
        || (shogi_hand_of(hand, SHOGI_PAWN) && rank > 0 && pawn_may_block(hunt, strike, square));
}

static bool is_mate(const Hunt *hunt, const Strike *strike)
{
    if (king_escapes(hunt, strike))
        return false;
    Sliders sliders = sliders_after(hunt, strike);
    ShogiBits checkers = sliders_reaching(hunt, &sliders, strike->occupied);
    if (shogi_bits_has(shogi_step_table[strike->piece][strike->to], hunt->king))
        checkers |= shogi_bits(strike->to);
    ASSERT(checkers);
    if (shogi_bits_several(checkers))
        return true;
    int checker = shogi_bits_first(checkers);
    if (has_defender(hunt, strike, &sliders, checker))
        return false;
    ShogiBits between = shogi_between(hunt->king, checker);
    while (between) {
        int square = shogi_bits_take(&between);
        if (can_drop(hunt, strike, square) || has_defender(hunt, strike, &sliders, square))
            return false;
    }
    return true;
}

/* ---- Drops ---- */

static ShogiMove try_drops(const Hunt *hunt, ShogiType type, ShogiBits targets)
{
    while (targets) {
        int to = shogi_bits_take(&targets);
        Strike strike = {
            .move = shogi_move_drop(type, to),
            .piece = shogi_piece(hunt->us, type),
            .to = to,
            .occupied = hunt->occupied | shogi_bits(to),
        };
        if (is_mate(hunt, &strike))
            return strike.move;
    }
    return SHOGI_MOVE_NONE;
}

/* A dropped pawn may not mate. The others must stand where the king cannot take them, or away from
 * it where nothing can be put between. */
static ShogiMove mate_by_drop(const Hunt *hunt)
{
    static const ShogiType ORDER[] = {SHOGI_GOLD,   SHOGI_SILVER, SHOGI_ROOK,
                                      SHOGI_BISHOP, SHOGI_KNIGHT, SHOGI_LANCE};
    ShogiHand hand = hunt->pos->hand[hunt->us];
    if (hand >> 16 == 0)
        return SHOGI_MOVE_NONE;
    ShogiBits near = shogi_king_steps(hunt->king);
    ShogiBits empty = hunt->reach & ~hunt->occupied & (hunt->guarded | ~near);
    for (size_t i = 0; i < COUNT_OF(ORDER); i++) {
        ShogiType type = ORDER[i];
        if (!shogi_hand_of(hand, type))
            continue;
        /* No type checks from where it may not be dropped: it would have to move there. */
        ShogiBits targets = hunt->checks[type] & empty;
        if (hunt->blocks_by_drop && type != SHOGI_KNIGHT)
            targets &= near;
        ShogiMove move = try_drops(hunt, type, targets);
        if (move)
            return move;
    }
    return SHOGI_MOVE_NONE;
}

/* ---- Moves on the board ---- */

static ShogiMove try_moves(const Hunt *hunt, int from, ShogiBits targets, int flag)
{
    ShogiPosition *pos = hunt->pos;
    ShogiPiece piece = pos->board[from];
    ShogiBits from_bit = shogi_bits(from);
    ShogiBits left =
        targets ? attacks_of(piece, from, hunt->occupied ^ shogi_bits(hunt->king)) : (ShogiBits)0;
    while (targets) {
        int to = shogi_bits_take(&targets);
        Strike strike = {
            .move = (ShogiMove)(shogi_move(from, to) | flag),
            .piece = (ShogiPiece)(piece | flag >> 11),
            .to = to,
            .from = from_bit,
            .left = left,
            .occupied = (hunt->occupied ^ from_bit) | shogi_bits(to),
        };
        if (is_mate(hunt, &strike) && shogi_is_legal(pos, strike.move))
            return strike.move;
    }
    return SHOGI_MOVE_NONE;
}

static ShogiBits dead_squares(Side us, ShogiType type)
{
    ShogiBits last = shogi_bits_rank(us == FIRST ? 0 : 8);
    return type == SHOGI_PAWN || type == SHOGI_LANCE ? last
         : type == SHOGI_KNIGHT                      ? last | shogi_bits_rank(us == FIRST ? 1 : 7)
                                                     : 0;
}

/* The squares that a piece could go to are given, and those from where it would check before and
 * after promotion. Promotion comes first; without it only where the piece loses a move by it. */
static ShogiMove try_piece(const Hunt *hunt, int from, ShogiBits targets, ShogiBits plain,
                           ShogiBits promoted)
{
    ShogiType type = shogi_type_of(hunt->pos->board[from]);
    ShogiBits promoting = 0;
    if (shogi_can_promote(type)) {
        promoting = targets & shogi_promotion_targets[hunt->us][from];
        ShogiMove move = try_moves(hunt, from, promoting & promoted, SHOGI_MOVE_PROMOTES);
        if (move)
            return move;
    }
    targets &= plain & ~dead_squares(hunt->us, type);
    if (type == SHOGI_PAWN || type == SHOGI_BISHOP || type == SHOGI_ROOK)
        targets &= ~promoting;
    return try_moves(hunt, from, targets, 0);
}

/* A piece that steps aside lays a slider's line open: any square off the line will do. */
static ShogiMove mate_by_discovery(const Hunt *hunt)
{
    const ShogiPosition *pos = hunt->pos;
    for (ShogiBits rest = pos->state->discoverers[hunt->us]; rest;) {
        int from = shogi_bits_take(&rest);
        ShogiBits targets = attacks_of(pos->board[from], from, hunt->occupied) & hunt->reach
                          & ~shogi_line(hunt->king, from);
        if (from == pos->king[hunt->us])
            targets = attacks_of(pos->board[from], from, hunt->occupied) & ~pos->by_side[hunt->us]
                    & ~shogi_line(hunt->king, from);
        ShogiMove move = try_piece(hunt, from, targets, targets, targets);
        if (move)
            return move;
    }
    return SHOGI_MOVE_NONE;
}

/* Golds, silvers and pawns check from the squares around the king, and so does what promotes to a
 * gold; a knight also from where it jumps. */
static ShogiMove mate_by_step(const Hunt *hunt)
{
    const ShogiPosition *pos = hunt->pos;
    const ShogiBits *by_type = pos->by_type;
    Side us = hunt->us;
    ShogiBits golds = hunt->checks[SHOGI_GOLD];
    ShogiBits movers = shogi_golds(pos) | by_type[SHOGI_SILVER] | by_type[SHOGI_PAWN];
    movers = (movers & shogi_zones[us][hunt->king].step) | by_type[SHOGI_KNIGHT];
    for (ShogiBits rest = movers & pos->by_side[us]; rest;) {
        int from = shogi_bits_take(&rest);
        ShogiPiece piece = pos->board[from];
        ShogiBits targets = shogi_step_table[piece][from] & hunt->reach;
        ShogiBits plain = hunt->checks[shogi_type_of(piece)];
        if (!(targets & (plain | golds)))
            continue;
        ShogiMove move = try_piece(hunt, from, targets, plain, golds);
        if (move)
            return move;
    }
    return SHOGI_MOVE_NONE;
}

static ShogiMove mate_by_slider(const Hunt *hunt)
{
    const ShogiPosition *pos = hunt->pos;
    const ShogiBits *by_type = pos->by_type;
    ShogiBits movers = pos->by_side[hunt->us]
                     & (by_type[SHOGI_LANCE] | by_type[SHOGI_BISHOP] | by_type[SHOGI_ROOK]
                        | by_type[SHOGI_HORSE] | by_type[SHOGI_DRAGON]);
    /* From a distance only where nothing can be dropped between, or with a second check. */
    ShogiBits near = shogi_king_steps(hunt->king);
    const ShogiZones *zones = &shogi_zones[hunt->us][hunt->king];
    ShogiBits discoverers = pos->state->discoverers[hunt->us];
    if (hunt->blocks_by_drop)
        movers &= zones->step | zones->lance | zones->bishop | zones->rook | discoverers;
    while (movers) {
        int from = shogi_bits_take(&movers);
        ShogiPiece piece = pos->board[from];
        ShogiType type = shogi_type_of(piece);
        ShogiBits targets = attacks_of(piece, from, hunt->occupied) & hunt->reach;
        if (hunt->blocks_by_drop && !shogi_bits_has(discoverers, from))
            targets &= near;
        ShogiBits plain = hunt->checks[type], promoted = hunt->checks[type | SHOGI_PROMOTED];
        if (!(targets & (plain | promoted)))
            continue;
        ShogiMove move = try_piece(hunt, from, targets, plain, promoted);
        if (move)
            return move;
    }
    return SHOGI_MOVE_NONE;
}

/* In check a move must take the checker or stand between; with two checkers only the king moves. */
static ShogiBits squares_in_reach(const ShogiPosition *pos, Side us)
{
    ShogiBits checkers = pos->state->checkers;
    if (!checkers)
        return ~pos->by_side[us] & shogi_bits_all();
    if (shogi_bits_several(checkers))
        return 0;
    return checkers | shogi_between(pos->king[us], shogi_bits_first(checkers));
}

ShogiMove shogi_mate_in_one(ShogiPosition *pos)
{
    Side us = pos->side_to_move, them = other_side(us);
    int king = pos->king[them];
    if (king == SHOGI_NO_SQUARE)
        return SHOGI_MOVE_NONE;
    ShogiBits occupied = shogi_occupied(pos);
    ShogiHand hand = pos->hand[them];
    ShogiBits checks[SHOGI_TYPES];
    shogi_origins(us, king, occupied, checks);
    Hunt hunt = {
        .pos = pos,
        .us = us,
        .them = them,
        .king = king,
        .occupied = occupied,
        .around = shogi_king_steps(king) & ~pos->by_side[them],
        .guarded = shogi_danger(pos, king, us, occupied ^ shogi_bits(king)),
        .reach = squares_in_reach(pos, us),
        .checks = checks,
        .blocks_by_drop = hand >> 8 * SHOGI_SILVER != 0,
    };
    ShogiMove move = mate_by_drop(&hunt);
    if (!move)
        move = mate_by_step(&hunt);
    if (!move)
        move = mate_by_slider(&hunt);
    if (!move && pos->state->discoverers[us])
        move = mate_by_discovery(&hunt);
    return move;
}
