/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/position.h"

#include "base/crc32.h"
#include "base/fingerprint.h"
#include "shogi/features.h"
#include "shogi/movegen.h"
#include "shogi/psq.h"
#include "shogi/sfen.h"
#include "shogi/zobrist.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 256 };

ShogiPosition *shogi_new(void)
{
    ShogiPosition *pos = xcalloc(1, sizeof *pos);
    shogi_reserve(pos, FIRST_CAPACITY - 1);
    Diag diag;
    diag_clear(&diag);
    if (!shogi_set_sfen(pos, span_of(SHOGI_START_SFEN), SHOGI_SETUP_GAME, &diag))
        BUG("start position: %s", diag.error);
    return pos;
}

void shogi_delete(ShogiPosition *pos)
{
    if (!pos)
        return;
    free(pos->states);
    free(pos);
}

static int depth_of(const ShogiPosition *pos) { return (int)(pos->state - pos->states); }

void shogi_reserve(ShogiPosition *pos, int plies)
{
    int used = pos->states ? depth_of(pos) + 1 : 0;
    int wanted = used + plies;
    if (wanted <= pos->capacity)
        return;
    int capacity = pos->capacity * 2 > wanted ? pos->capacity * 2 : wanted;
    pos->states = xrealloc(pos->states, (size_t)capacity * sizeof *pos->states);
    pos->state = pos->states + (used ? used - 1 : 0);
    pos->capacity = capacity;
}

void shogi_copy(ShogiPosition *to, const ShogiPosition *from)
{
    if (to == from)
        return;
    int used = depth_of(from) + 1;
    ShogiState *states = to->states;
    int capacity = to->capacity;
    if (capacity < from->capacity) {
        capacity = from->capacity;
        states = xrealloc(states, (size_t)capacity * sizeof *states);
    }
    memcpy(states, from->states, (size_t)used * sizeof *states);
    *to = *from;
    to->states = states;
    to->state = states + used - 1;
    to->capacity = capacity;
}

/* Finds what stands alone between a king and the sliders that aim at it, and which of them reach
 * it. */
static ALWAYS_INLINE ShogiBits find_blockers(const ShogiPosition *pos, ShogiState *state,
                                             const Side side, ShogiBits occupied)
{
    const Side them = other_side(side);
    int king = pos->king[side];
    ShogiBits diagonal = pos->by_type[SHOGI_BISHOP] | pos->by_type[SHOGI_HORSE];
    ShogiBits straight = pos->by_type[SHOGI_ROOK] | pos->by_type[SHOGI_DRAGON];
    ShogiBits snipers = ((shogi_bishop_rays[king] & diagonal) | (shogi_rook_rays[king] & straight)
                         | (shogi_lance_rays[side][king] & pos->by_type[SHOGI_LANCE]))
                      & pos->by_side[them];
    ShogiBits blockers = 0;
    ShogiBits reaching = 0;
    while (snipers) {
        int sniper = shogi_bits_take(&snipers);
        ShogiBits between = shogi_between(king, sniper) & occupied;
        if (!between)
            reaching |= shogi_bits(sniper);
        else if (!shogi_bits_several(between))
            blockers |= between;
    }
    state->pinned[side] = blockers & pos->by_side[side];
    state->discoverers[them] = blockers & pos->by_side[them];
    return reaching;
}

ShogiBits shogi_find_lines(const ShogiPosition *pos, ShogiState *state)
{
    ShogiBits occupied = shogi_occupied(pos);
    ShogiBits reaching[2];
    reaching[FIRST] = find_blockers(pos, state, FIRST, occupied);
    reaching[SECOND] = find_blockers(pos, state, SECOND, occupied);
    return reaching[pos->side_to_move];
}

/* The same after a move, from what was known before it: nothing changes for a king on whose lines
 * nothing was touched. */
static ALWAYS_INLINE ShogiBits update_blockers(const ShogiPosition *pos, const ShogiState *old,
                                               ShogiState *state, const Side side,
                                               ShogiBits touched, ShogiBits occupied)
{
    int king = pos->king[side];
    if (touched & shogi_stars[king])
        return find_blockers(pos, state, side, occupied);
    state->pinned[side] = old->pinned[side];
    state->discoverers[other_side(side)] = old->discoverers[other_side(side)];
    return 0;
}

static int signed_value(Side side, int value) { return side == FIRST ? value : -value; }

/* Takes the enemy piece on `to` into the hand. */
static ALWAYS_INLINE void capture(ShogiPosition *pos, ShogiState *state, ShogiPiece captured,
                                  int to, const Side us)
{
    const Side them = other_side(us);
    ShogiType type = shogi_type_of(captured);
    ShogiType kind = shogi_unpromoted(type);
    int held = shogi_hand_count(pos, us, kind);
    ShogiBits bit = shogi_bits(to);
    pos->by_type[type] ^= bit;
    pos->by_side[them] ^= bit;
    pos->hand[us] += (ShogiHand)1 << 8 * kind;
    uint64_t key = shogi_zobrist.board[captured][to];
    state->board_key ^= key;
    *(type == SHOGI_PAWN ? &state->pawn_key : &state->piece_key[them]) ^= key;
    state->hand_key ^= shogi_zobrist.hand[us][kind][held];
    state->material_key += shogi_zobrist.material_hand[us][kind] - shogi_zobrist.material[captured];
    state->psq += shogi_hand_psq[us][kind] - shogi_psq[captured][to];
    state->material =
        (int16_t)(state->material
                  + signed_value(us, shogi_hand_values[kind] + shogi_board_values[type]));
    state->on_board[them]--;
    state->promoted[them] -= type > SHOGI_KING;
    state->in_hand[us]++;
    state->change.removed[1] = shogi_code(captured, to);
    state->change.added[1] = shogi_hand_code(us, kind, held + 1);
    state->change.removals = state->change.additions = 1;
}

static ALWAYS_INLINE ShogiBits make_drop(ShogiPosition *pos, ShogiState *state, ShogiMove move,
                                         const Side us)
{
    int to = shogi_to(move);
    ShogiType type = shogi_drop_type(move);
    ShogiPiece piece = shogi_piece(us, type);
    ShogiBits bit = shogi_bits(to);
    pos->hand[us] -= (ShogiHand)1 << 8 * type;
    pos->by_type[type] ^= bit;
    pos->by_side[us] ^= bit;
    pos->board[to] = piece;
    uint64_t key = shogi_zobrist.board[piece][to];
    state->board_key ^= key;
    *(type == SHOGI_PAWN ? &state->pawn_key : &state->piece_key[us]) ^= key;
    state->hand_key ^= shogi_zobrist.hand[us][type][shogi_hand_count(pos, us, type)];
    state->material_key += shogi_zobrist.material[piece] - shogi_zobrist.material_hand[us][type];
    state->psq += shogi_psq[piece][to] - shogi_hand_psq[us][type];
    state->material =
        (int16_t)(state->material
                  + signed_value(us, shogi_board_values[type] - shogi_hand_values[type]));
    state->on_board[us]++;
    state->in_hand[us]--;
    state->change.removed[0] = shogi_hand_code(us, type, shogi_hand_count(pos, us, type) + 1);
    state->change.added[0] = shogi_code(piece, to);
    state->change.removals = state->change.additions = 1;
    state->captured = 0;
    return bit;
}

static ALWAYS_INLINE ShogiBits make_step(ShogiPosition *pos, ShogiState *state, ShogiMove move,
                                         const Side us)
{
    int from = shogi_from(move), to = shogi_to(move);
    ShogiPiece piece = pos->board[from], captured = pos->board[to];
    /* The promotion bit of the move lands on the promotion bit of the piece. */
    ShogiPiece after = (ShogiPiece)(piece | (move & SHOGI_MOVE_PROMOTES) >> 11);
    ShogiType before_type = shogi_type_of(piece), after_type = shogi_type_of(after);
    ShogiBits from_bit = shogi_bits(from), to_bit = shogi_bits(to);
    if (captured)
        capture(pos, state, captured, to, us);
    pos->by_type[before_type] ^= from_bit;
    pos->by_type[after_type] ^= to_bit;
    pos->by_side[us] ^= from_bit | to_bit;
    pos->board[from] = 0;
    pos->board[to] = after;
    uint64_t leaving = shogi_zobrist.board[piece][from], arriving = shogi_zobrist.board[after][to];
    state->board_key ^= leaving ^ arriving;
    *(before_type == SHOGI_PAWN ? &state->pawn_key : &state->piece_key[us]) ^= leaving;
    *(after_type == SHOGI_PAWN ? &state->pawn_key : &state->piece_key[us]) ^= arriving;
    if (before_type == SHOGI_KING) {
        pos->king[us] = (uint8_t)to;
        state->change.turned = (uint8_t)((shogi_mirrors(us, from) != shogi_mirrors(us, to)) << us);
    }
    state->change.removed[0] = shogi_code(piece, from);
    state->change.added[0] = shogi_code(after, to);
    state->change.removals++;
    state->change.additions++;
    if (after != piece) {
        state->material_key += shogi_zobrist.material[after] - shogi_zobrist.material[piece];
        state->material = (int16_t)(state->material
                                    + signed_value(us, shogi_board_values[after_type]
                                                           - shogi_board_values[before_type]));
        state->promoted[us]++;
    }
    state->psq += shogi_psq[after][to] - shogi_psq[piece][from];
    state->captured = captured;
    return from_bit | to_bit;
}

#ifdef TENUKI_DEBUG
static uint32_t fingerprint(const ShogiPosition *pos)
{
    uint32_t board = crc32_of(0, pos, offsetof(ShogiPosition, state));
    return crc32_of(board, pos->state, offsetof(ShogiState, change));
}
#endif

static ALWAYS_INLINE void make_as(ShogiPosition *pos, ShogiMove move, const Side us)
{
    const Side them = other_side(us);
    const ShogiState *old = pos->state;
    ShogiState *state = ++pos->state;
    ASSERT(state < pos->states + pos->capacity);
    memcpy(state, old, offsetof(ShogiState, move));
    net_change_clear(&state->change);
    ShogiBits touched =
        shogi_is_drop(move) ? make_drop(pos, state, move, us) : make_step(pos, state, move, us);
    ShogiBits occupied = shogi_occupied(pos);
    int to = shogi_to(move);
    update_blockers(pos, old, state, us, touched, occupied);
    state->checkers = update_blockers(pos, old, state, them, touched, occupied);
    if (shogi_bits_has(shogi_step_table[pos->board[to]][to], pos->king[them]))
        state->checkers |= shogi_bits(to);
    state->move = move;
    state->first_hand = pos->hand[FIRST];
    state->plies_from_null = old->plies_from_null + 1;
    state->checks[us] = state->checkers ? old->checks[us] + 1 : 0;
    state->checks[them] = old->checks[them];
    pos->side_to_move = them;
    pos->game_ply++;
}

uint64_t shogi_key_after(const ShogiPosition *pos, ShogiMove move)
{
    const Side us = pos->side_to_move;
    uint64_t key = shogi_key(pos) ^ shogi_side_key;
    int to = shogi_to(move);
    if (shogi_is_drop(move)) {
        ShogiType type = shogi_drop_type(move);
        return key ^ shogi_zobrist.board[shogi_piece(us, type)][to]
             ^ shogi_zobrist.hand[us][type][shogi_hand_count(pos, us, type) - 1];
    }
    ShogiPiece piece = pos->board[shogi_from(move)], captured = pos->board[to];
    if (captured) {
        ShogiType kind = shogi_unpromoted(shogi_type_of(captured));
        key ^= shogi_zobrist.board[captured][to]
             ^ shogi_zobrist.hand[us][kind][shogi_hand_count(pos, us, kind)];
    }
    return key ^ shogi_zobrist.board[piece][shogi_from(move)]
         ^ shogi_zobrist.board[piece | (move & SHOGI_MOVE_PROMOTES) >> 11][to];
}

void shogi_make(ShogiPosition *pos, ShogiMove move)
{
    ASSERT(shogi_is_legal(pos, move));
    REMEMBER_POSITION(pos);
    if (pos->side_to_move == FIRST)
        make_as(pos, move, FIRST);
    else
        make_as(pos, move, SECOND);
}

static ALWAYS_INLINE void take_back(ShogiPosition *pos, const ShogiState *state)
{
    ShogiMove move = state->move;
    ASSERT(state > pos->states && move != SHOGI_MOVE_NULL);
    Side us = other_side(pos->side_to_move);
    int to = shogi_to(move);
    ShogiBits to_bit = shogi_bits(to);
    ShogiPiece after = pos->board[to];
    pos->side_to_move = us;
    pos->game_ply--;
    pos->by_type[shogi_type_of(after)] ^= to_bit;
    pos->by_side[us] ^= to_bit;
    pos->board[to] = state->captured;
    if (shogi_is_drop(move)) {
        pos->hand[us] += (ShogiHand)1 << 8 * shogi_drop_type(move);
        return;
    }
    int from = shogi_from(move);
    ShogiPiece piece = (ShogiPiece)(after ^ (move & SHOGI_MOVE_PROMOTES) >> 11);
    ShogiBits from_bit = shogi_bits(from);
    pos->board[from] = piece;
    pos->by_type[shogi_type_of(piece)] ^= from_bit;
    pos->by_side[us] ^= from_bit;
    if (shogi_type_of(piece) == SHOGI_KING)
        pos->king[us] = (uint8_t)from;
    if (state->captured) {
        ShogiType type = shogi_type_of(state->captured);
        pos->by_type[type] ^= to_bit;
        pos->by_side[other_side(us)] ^= to_bit;
        pos->hand[us] -= (ShogiHand)1 << 8 * shogi_unpromoted(type);
    }
}

void shogi_unmake(ShogiPosition *pos)
{
    take_back(pos, pos->state--);
    COMPARE_POSITION(pos);
}

void shogi_make_null(ShogiPosition *pos)
{
    ASSERT(!shogi_in_check(pos));
    ShogiState *state = pos->state + 1;
    ASSERT(state < pos->states + pos->capacity);
    *state = state[-1];
    REMEMBER_POSITION(pos);
    pos->state = state;
    state->move = SHOGI_MOVE_NULL;
    state->captured = 0;
    net_change_clear(&state->change);
    state->plies_from_null = 0;
    state->checks[pos->side_to_move] = 0;
    pos->side_to_move = other_side(pos->side_to_move);
}

void shogi_unmake_null(ShogiPosition *pos)
{
    ASSERT(pos->state > pos->states && pos->state->move == SHOGI_MOVE_NULL);
    pos->state--;
    pos->side_to_move = other_side(pos->side_to_move);
    COMPARE_POSITION(pos);
}

ShogiBits shogi_attackers(const ShogiPosition *pos, Side side, int square, ShogiBits occupied)
{
    const ShogiSources *at = &shogi_sources[side][square];
    ShogiWide type[SHOGI_TYPES], ours = shogi_wide(&pos->by_side[side]);
    for (int i = SHOGI_PAWN; i < SHOGI_TYPES; i++)
        type[i] = shogi_wide(&pos->by_type[i]);
    ShogiWide golds = type[SHOGI_GOLD] | type[SHOGI_PRO_PAWN] | type[SHOGI_PRO_LANCE]
                    | type[SHOGI_PRO_KNIGHT] | type[SHOGI_PRO_SILVER];
    ShogiWide steppers =
        (shogi_wide(&at->king) & (type[SHOGI_KING] | type[SHOGI_HORSE] | type[SHOGI_DRAGON]))
        | (shogi_wide(&at->pawn) & type[SHOGI_PAWN])
        | (shogi_wide(&at->knight) & type[SHOGI_KNIGHT])
        | (shogi_wide(&at->silver) & type[SHOGI_SILVER]) | (shogi_wide(&at->gold) & golds);
    ShogiWide aiming = (shogi_wide(&at->bishop) & (type[SHOGI_BISHOP] | type[SHOGI_HORSE]))
                     | (shogi_wide(&at->rook) & (type[SHOGI_ROOK] | type[SHOGI_DRAGON]))
                     | (shogi_wide(&at->lance) & type[SHOGI_LANCE]);
    ShogiBits attackers = shogi_narrow(steppers & ours) & occupied;
    /* Few look this way at all, and each is asked whether something stands between. */
    for (ShogiBits sliders = shogi_narrow(aiming & ours) & occupied; sliders;) {
        int from = shogi_bits_take(&sliders);
        if (!(shogi_between(square, from) & occupied))
            attackers |= shogi_bits(from);
    }
    return attackers;
}

bool shogi_same(const ShogiPosition *a, const ShogiPosition *b)
{
    const ShogiState *s = a->state, *t = b->state;
    return memcmp(a->board, b->board, sizeof a->board) == 0
        && memcmp(a->by_type, b->by_type, sizeof a->by_type) == 0
        && memcmp(a->by_side, b->by_side, sizeof a->by_side) == 0
        && memcmp(a->hand, b->hand, sizeof a->hand) == 0
        && memcmp(a->king, b->king, sizeof a->king) == 0 && a->side_to_move == b->side_to_move
        && a->game_ply == b->game_ply && memcmp(s, t, offsetof(ShogiState, captured)) == 0
        && s->captured == t->captured && s->plies_from_null == t->plies_from_null
        && memcmp(s->checks, t->checks, sizeof s->checks) == 0 && s->checkers == t->checkers
        && memcmp(s->pinned, t->pinned, sizeof s->pinned) == 0
        && memcmp(s->discoverers, t->discoverers, sizeof s->discoverers) == 0;
}
