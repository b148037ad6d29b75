/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/position.h"

#include "base/fingerprint.h"
#include "base/rng.h"
#include "chess/features.h"
#include "chess/fen.h"
#include "chess/psq.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Random words of the hash keys. */
static struct {
    uint64_t piece[CHESS_PIECES][CHESS_SQUARES];
    uint64_t count[CHESS_PIECES][CHESS_SQUARES]; /* for the n-th piece of a kind */
    uint64_t castling[16];
    uint64_t en_passant[8];
    uint64_t side;
} keys;

static void fill_random(uint64_t *words, size_t count, Rng *rng)
{
    for (size_t i = 0; i < count; i++)
        words[i] = rng_next(rng);
}

void chess_init_position_tables(void)
{
    Rng rng = {0x436865737321};
    fill_random(&keys.piece[0][0], sizeof keys.piece / sizeof(uint64_t), &rng);
    fill_random(&keys.count[0][0], sizeof keys.count / sizeof(uint64_t), &rng);
    fill_random(keys.castling, COUNT_OF(keys.castling), &rng);
    fill_random(keys.en_passant, COUNT_OF(keys.en_passant), &rng);
    fill_random(&keys.side, 1, &rng);
    chess_init_psq();
    chess_init_features();
}

/* ---- Life of a position ---- */

enum { FIRST_CAPACITY = 64 };

ChessPosition *chess_new(void)
{
    ChessPosition *pos = xcalloc(1, sizeof *pos);
    pos->stack = xcalloc(FIRST_CAPACITY, sizeof *pos->stack);
    pos->state = pos->stack;
    pos->capacity = FIRST_CAPACITY;
    Diag diag;
    diag_clear(&diag);
    if (!chess_set_fen(pos, span_of(CHESS_START_FEN), &diag))
        BUG("start position: %s", diag.error);
    return pos;
}

void chess_delete(ChessPosition *pos)
{
    if (!pos)
        return;
    free(pos->stack);
    free(pos);
}

void chess_reserve(ChessPosition *pos, int plies)
{
    int used = chess_plies_played(pos) + 1;
    int wanted = used + plies;
    if (wanted <= pos->capacity)
        return;
    int capacity = wanted > 2 * pos->capacity ? wanted : 2 * pos->capacity;
    pos->stack = xrealloc(pos->stack, (size_t)capacity * sizeof *pos->stack);
    pos->state = pos->stack + used - 1;
    pos->capacity = capacity;
}

void chess_copy(ChessPosition *to, const ChessPosition *from)
{
    ChessState *stack = to->stack;
    int capacity = to->capacity, plies = chess_plies_played(from);
    if (capacity <= plies) {
        capacity = plies + FIRST_CAPACITY;
        stack = xrealloc(stack, (size_t)capacity * sizeof *stack);
    }
    *to = *from;
    to->stack = stack;
    to->capacity = capacity;
    to->state = stack + plies;
    memcpy(stack, from->stack, (size_t)(plies + 1) * sizeof *stack);
}

/* ---- Setting up ---- */

void chess_clear(ChessPosition *pos)
{
    ChessState *stack = pos->stack;
    int capacity = pos->capacity;
    memset(pos, 0, sizeof *pos);
    memset(stack, 0, sizeof *stack);
    pos->stack = pos->state = stack;
    pos->capacity = capacity;
    pos->state->en_passant = CHESS_NO_SQUARE;
    memset(pos->castle_keeps, 0xff, sizeof pos->castle_keeps);
    for (int i = 0; i < 4; i++)
        pos->castle[i / 2][i % 2].rook = CHESS_NO_SQUARE;
}

static inline void put(ChessPosition *pos, ChessPiece piece, int square)
{
    ChessBits bit = chess_bit(square);
    pos->board[square] = piece;
    pos->by_type[CHESS_NO_TYPE] |= bit;
    pos->by_type[chess_type_of(piece)] |= bit;
    pos->by_side[chess_side_of(piece)] |= bit;
}

static inline void lift(ChessPosition *pos, ChessPiece piece, int square)
{
    ChessBits bit = chess_bit(square);
    pos->board[square] = 0;
    pos->by_type[CHESS_NO_TYPE] ^= bit;
    pos->by_type[chess_type_of(piece)] ^= bit;
    pos->by_side[chess_side_of(piece)] ^= bit;
}

static inline void shift(ChessPosition *pos, ChessPiece piece, int from, int to)
{
    ChessBits both = chess_bit(from) | chess_bit(to);
    pos->board[from] = 0;
    pos->board[to] = piece;
    pos->by_type[CHESS_NO_TYPE] ^= both;
    pos->by_type[chess_type_of(piece)] ^= both;
    pos->by_side[chess_side_of(piece)] ^= both;
}

void chess_put(ChessPosition *pos, ChessPiece piece, int square)
{
    put(pos, piece, square);
    pos->count[piece]++;
}

static ChessBits path(int from, int to) { return chess_between(from, to) | chess_bit(to); }

void chess_allow_castling(ChessPosition *pos, Side side, int rook_square)
{
    int king = chess_king_square(pos, side);
    ChessWing wing = rook_square > king ? CHESS_KING_SIDE : CHESS_QUEEN_SIDE;
    int back = side == FIRST ? 0 : 56;
    int king_to = back + (wing == CHESS_KING_SIDE ? 6 : 2);
    int rook_to = back + (wing == CHESS_KING_SIDE ? 5 : 3);
    unsigned right = chess_right(side, wing);
    ChessBits pair = chess_bit(king) | chess_bit(rook_square);
    pos->castle[side][wing] = (ChessCastle){
        .rook = (uint8_t)rook_square,
        .king_to = (uint8_t)king_to,
        .rook_to = (uint8_t)rook_to,
        .empty = (path(king, king_to) | path(rook_square, rook_to)) & ~pair,
        .safe = path(king, king_to) & ~chess_bit(king),
    };
    pos->state->castling |= (uint8_t)right;
    pos->castle_keeps[king] &= (uint8_t)~right;
    pos->castle_keeps[rook_square] &= (uint8_t)~right;
}

/* ---- Checks and shields ---- */

/* Pieces that alone stand between the king and an enemy slider on a line with it. Sliders with
 * nothing between are added to `checkers`. */
static ALWAYS_INLINE ChessBits find_blockers(const ChessPosition *pos, Side side,
                                             ChessBits *checkers)
{
    int king = chess_king_square(pos, side);
    ChessBits occupied = chess_occupied(pos), found = 0;
    ChessBits diagonals = chess_tables.diagonal[king] | chess_tables.antidiagonal[king];
    ChessBits straights = CHESS_FILE_A << chess_file(king) | chess_rank_bits(chess_rank(king));
    ChessBits snipers =
        pos->by_side[other_side(side)]
        & ((diagonals & chess_diagonal_sliders(pos)) | (straights & chess_straight_sliders(pos)));
    while (snipers) {
        int sniper = bits_take_lowest(&snipers);
        ChessBits shield = chess_between(king, sniper) & occupied;
        if (!shield)
            *checkers |= chess_bit(sniper);
        else if (!bits_several(shield))
            found |= shield;
    }
    return found;
}

static void find_checks(ChessPosition *pos)
{
    ChessState *state = pos->state;
    const Side us = pos->side, them = other_side(us);
    const int king = chess_king_square(pos, us);
    ChessBits checkers = (chess_pawn_attacks(us, king) & pos->by_type[CHESS_PAWN])
                       | (chess_knight_attacks(king) & pos->by_type[CHESS_KNIGHT]);
    ChessBits none = 0; /* the side that has just moved is not in check */
    checkers &= pos->by_side[them];
    state->blockers[us] = find_blockers(pos, us, &checkers);
    state->blockers[them] = find_blockers(pos, them, &none);
    state->checkers = checkers;
}

bool chess_en_passant_is_legal(const ChessPosition *pos, int square)
{
    Side us = pos->side, them = other_side(us);
    int victim = square ^ 8, king = chess_king_square(pos, us);
    ChessBits enemy = pos->by_side[them] & ~chess_bit(victim);
    ChessBits takers = chess_pawn_attacks(them, square) & chess_pieces(pos, us, CHESS_PAWN);
    while (takers) {
        int from = bits_take_lowest(&takers);
        ChessBits occupied =
            (chess_occupied(pos) ^ chess_bit(from) ^ chess_bit(victim)) | chess_bit(square);
        if (!(chess_attackers(pos, king, occupied) & enemy))
            return true;
    }
    return false;
}

/* ---- Incremental state from scratch ---- */

static void sum_up(const ChessPosition *pos, ChessState *sum)
{
    sum->key = sum->pawn_key = sum->material_key = 0;
    sum->piece_key[FIRST] = sum->piece_key[SECOND] = 0;
    sum->psq = 0;
    sum->non_pawn[FIRST] = sum->non_pawn[SECOND] = 0;
    sum->phase = 0;
    uint8_t count[CHESS_PIECES] = {0};
    for (int square = 0; square < CHESS_SQUARES; square++) {
        ChessPiece piece = pos->board[square];
        if (!piece)
            continue;
        ChessType type = chess_type_of(piece);
        sum->key ^= keys.piece[piece][square];
        sum->material_key ^= keys.count[piece][count[piece]++];
        sum->psq += chess_psq[piece][square];
        sum->phase = (uint8_t)(sum->phase + chess_phase_weight[type]);
        if (type == CHESS_PAWN) {
            sum->pawn_key ^= keys.piece[piece][square];
        } else {
            sum->piece_key[chess_side_of(piece)] ^= keys.piece[piece][square];
            sum->non_pawn[chess_side_of(piece)] += chess_value[type];
        }
    }
    sum->key ^= keys.castling[sum->castling];
    if (sum->en_passant != CHESS_NO_SQUARE)
        sum->key ^= keys.en_passant[chess_file(sum->en_passant)];
    if (pos->side == SECOND)
        sum->key ^= keys.side;
}

void chess_complete(ChessPosition *pos)
{
    sum_up(pos, pos->state);
    find_checks(pos);
}

/* ---- Make and unmake ---- */

#ifdef TENUKI_DEBUG
static uint64_t fingerprint(const ChessPosition *pos)
{
    const uint8_t *bytes = (const uint8_t *)pos;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < offsetof(ChessPosition, castle_keeps); i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    const ChessState *state = pos->state;
    hash ^= state->key * 3 ^ state->pawn_key * 5 ^ state->material_key * 7 ^ state->checkers * 11;
    return hash ^ (uint64_t)(uint32_t)state->psq * 13 ^ (uint64_t)state->halfmove_clock << 32;
}
#endif

static inline ChessState *push_state(ChessPosition *pos)
{
    ASSERT(chess_plies_played(pos) + 1 < pos->capacity);
    REMEMBER_POSITION(pos);
    ChessState *before = pos->state, *after = before + 1;
    memcpy(after, before, offsetof(ChessState, captured));
    after->halfmove_clock++;
    after->plies_from_null++;
    after->key ^= keys.side;
    net_change_clear(&after->change);
    if (before->en_passant != CHESS_NO_SQUARE) {
        after->key ^= keys.en_passant[chess_file(before->en_passant)];
        after->en_passant = CHESS_NO_SQUARE;
    }
    pos->game_ply++;
    return pos->state = after;
}

static inline void pop_state(ChessPosition *pos)
{
    pos->state--;
    pos->game_ply--;
    pos->side = other_side(pos->side);
}

static inline void remove_captured(ChessPosition *pos, ChessState *state, ChessPiece captured,
                                   int square)
{
    ChessType type = chess_type_of(captured);
    lift(pos, captured, square);
    state->key ^= keys.piece[captured][square];
    state->material_key ^= keys.count[captured][--pos->count[captured]];
    state->psq -= chess_psq[captured][square];
    state->phase = (uint8_t)(state->phase - chess_phase_weight[type]);
    if (type == CHESS_PAWN) {
        state->pawn_key ^= keys.piece[captured][square];
    } else {
        state->piece_key[chess_side_of(captured)] ^= keys.piece[captured][square];
        state->non_pawn[chess_side_of(captured)] -= chess_value[type];
    }
    state->halfmove_clock = 0;
    state->change.removed[1] = chess_code(captured, square);
    state->change.removals = 1;
}

static inline void promote(ChessPosition *pos, ChessState *state, ChessPiece pawn, ChessType type,
                           int square)
{
    Side us = chess_side_of(pawn);
    ChessPiece piece = chess_piece(us, type);
    lift(pos, pawn, square);
    put(pos, piece, square);
    state->key ^= keys.piece[pawn][square] ^ keys.piece[piece][square];
    state->pawn_key ^= keys.piece[pawn][square];
    state->piece_key[us] ^= keys.piece[piece][square];
    state->material_key ^=
        keys.count[pawn][--pos->count[pawn]] ^ keys.count[piece][pos->count[piece]++];
    state->psq += chess_psq[piece][square] - chess_psq[pawn][square];
    state->phase = (uint8_t)(state->phase + chess_phase_weight[type]);
    state->non_pawn[us] += chess_value[type];
}

/* King and rook may stand on each other's targets in Chess960: both are lifted first. */
static void move_castling_pair(ChessPosition *pos, Side us, int king_from, int king_to,
                               int rook_from, int rook_to)
{
    ChessPiece king = chess_piece(us, CHESS_KING), rook = chess_piece(us, CHESS_ROOK);
    lift(pos, king, king_from);
    lift(pos, rook, rook_from);
    put(pos, king, king_to);
    put(pos, rook, rook_to);
}

static const ChessCastle *castle_of(const ChessPosition *pos, Side us, ChessMove move)
{
    return &pos->castle[us][chess_to(move) > chess_from(move) ? CHESS_KING_SIDE : CHESS_QUEEN_SIDE];
}

static void make_castling(ChessPosition *pos, ChessState *state, Side us, ChessMove move)
{
    const ChessCastle *castle = castle_of(pos, us, move);
    ChessPiece king = chess_piece(us, CHESS_KING), rook = chess_piece(us, CHESS_ROOK);
    int from = chess_from(move);
    move_castling_pair(pos, us, from, castle->king_to, castle->rook, castle->rook_to);
    uint64_t change = keys.piece[king][from] ^ keys.piece[king][castle->king_to]
                    ^ keys.piece[rook][castle->rook] ^ keys.piece[rook][castle->rook_to];
    state->key ^= change;
    state->piece_key[us] ^= change;
    state->psq += chess_psq[king][castle->king_to] - chess_psq[king][from]
                + chess_psq[rook][castle->rook_to] - chess_psq[rook][castle->rook];
    state->change = (NetChange){
        .removed = {chess_code(king, from), chess_code(rook, castle->rook)},
        .added = {chess_code(king, castle->king_to), chess_code(rook, castle->rook_to)},
        .removals = 2,
        .additions = 2,
        .turned = (uint8_t)((chess_mirrors(from) != chess_mirrors(castle->king_to)) << us),
    };
}

/* A move that is not castling, once the pieces stand where they go. */
static inline void note_change(const ChessPosition *pos, ChessState *state, ChessPiece piece,
                               int from, int to)
{
    NetChange *change = &state->change;
    change->removed[0] = chess_code(piece, from);
    change->added[0] = chess_code(pos->board[to], to);
    change->removals++;
    change->additions = 1;
    if (chess_type_of(piece) == CHESS_KING)
        change->turned =
            (uint8_t)((chess_mirrors(from) != chess_mirrors(to)) << chess_side_of(piece));
}

static inline void make_pawn_special(ChessPosition *pos, ChessState *state, ChessPiece pawn,
                                     ChessMove move)
{
    int from = chess_from(move), to = chess_to(move);
    state->halfmove_clock = 0;
    state->pawn_key ^= keys.piece[pawn][from] ^ keys.piece[pawn][to];
    if (chess_is_promotion(move)) {
        promote(pos, state, pawn, chess_promotion_type(move), to);
    } else if ((from ^ to) == 16) {
        /* The side is switched by now: whose turn it is may take. */
        int passed = (from + to) / 2;
        Side us = chess_side_of(pawn);
        if ((chess_pawn_attacks(us, passed) & chess_pieces(pos, pos->side, CHESS_PAWN))
            && chess_en_passant_is_legal(pos, passed)) {
            state->en_passant = (uint8_t)passed;
            state->key ^= keys.en_passant[chess_file(passed)];
        }
    }
}

uint64_t chess_key_after(const ChessPosition *pos, ChessMove move)
{
    const ChessState *state = pos->state;
    int from = chess_from(move), to = chess_to(move);
    ChessPiece piece = pos->board[from], captured = pos->board[to];
    unsigned rights = state->castling & pos->castle_keeps[from] & pos->castle_keeps[to];
    uint64_t key = state->key ^ keys.side ^ keys.piece[piece][from] ^ keys.piece[piece][to]
                 ^ keys.castling[state->castling] ^ keys.castling[rights];
    if (captured)
        key ^= keys.piece[captured][to];
    if (state->en_passant != CHESS_NO_SQUARE)
        key ^= keys.en_passant[chess_file(state->en_passant)];
    return key;
}

void chess_make(ChessPosition *pos, ChessMove move)
{
    ChessState *state = push_state(pos);
    Side us = pos->side;
    int from = chess_from(move), to = chess_to(move);
    ChessPiece piece = pos->board[from], captured = 0;
    pos->side = other_side(us);

    unsigned rights = state->castling & pos->castle_keeps[from] & pos->castle_keeps[to];
    state->key ^= keys.castling[state->castling] ^ keys.castling[rights];
    state->castling = (uint8_t)rights;

    if (chess_is_castling(move)) {
        make_castling(pos, state, us, move);
    } else {
        int victim = chess_is_en_passant(move) ? to ^ 8 : to;
        captured = pos->board[victim];
        if (captured)
            remove_captured(pos, state, captured, victim);
        shift(pos, piece, from, to);
        uint64_t change = keys.piece[piece][from] ^ keys.piece[piece][to];
        state->key ^= change;
        state->psq += chess_psq[piece][to] - chess_psq[piece][from];
        if (chess_type_of(piece) == CHESS_PAWN)
            make_pawn_special(pos, state, piece, move);
        else
            state->piece_key[us] ^= change;
        note_change(pos, state, piece, from, to);
    }
    state->captured = captured;
    state->move = move;
    find_checks(pos);
}

void chess_unmake(ChessPosition *pos)
{
    ChessMove move = pos->state->move;
    ChessPiece captured = pos->state->captured;
    int from = chess_from(move), to = chess_to(move);
    pop_state(pos);
    Side us = pos->side;
    if (chess_is_castling(move)) {
        const ChessCastle *castle = castle_of(pos, us, move);
        move_castling_pair(pos, us, castle->king_to, from, castle->rook_to, castle->rook);
    } else {
        ChessPiece piece = pos->board[to];
        if (chess_is_promotion(move)) {
            ChessPiece pawn = chess_piece(us, CHESS_PAWN);
            lift(pos, piece, to);
            put(pos, pawn, from);
            pos->count[piece]--;
            pos->count[pawn]++;
        } else {
            shift(pos, piece, to, from);
        }
        if (captured) {
            put(pos, captured, chess_is_en_passant(move) ? to ^ 8 : to);
            pos->count[captured]++;
        }
    }
    COMPARE_POSITION(pos);
}

void chess_make_null(ChessPosition *pos)
{
    ASSERT(!chess_in_check(pos));
    ChessState *state = push_state(pos);
    state->plies_from_null = 0;
    state->captured = 0;
    state->move = CHESS_MOVE_NULL;
    /* Nobody moved, so nobody checks and the shields stand where they stood. */
    state->checkers = 0;
    state->blockers[FIRST] = state[-1].blockers[FIRST];
    state->blockers[SECOND] = state[-1].blockers[SECOND];
    pos->side = other_side(pos->side);
}

void chess_unmake_null(ChessPosition *pos)
{
    pop_state(pos);
    COMPARE_POSITION(pos);
}

/* ---- Proof ---- */

static bool board_is_consistent(const ChessPosition *pos, Diag *diag)
{
    ChessPosition scratch = {.stack = NULL};
    for (int square = 0; square < CHESS_SQUARES; square++)
        if (pos->board[square])
            chess_put(&scratch, pos->board[square], square);
    if (memcmp(scratch.by_type, pos->by_type, sizeof pos->by_type) != 0)
        return diag_error(diag, "by_type");
    if (memcmp(scratch.by_side, pos->by_side, sizeof pos->by_side) != 0)
        return diag_error(diag, "by_side");
    if (memcmp(scratch.count, pos->count, sizeof pos->count) != 0)
        return diag_error(diag, "count");
    return true;
}

bool chess_is_consistent(const ChessPosition *pos, Diag *diag)
{
    if (!board_is_consistent(pos, diag))
        return false;
    const ChessState *state = pos->state;
    ChessState fresh = *state;
    ChessPosition view = *pos;
    view.state = &fresh;
    sum_up(&view, &fresh);
    find_checks(&view);
    if (state->en_passant != CHESS_NO_SQUARE && !chess_en_passant_is_legal(pos, state->en_passant))
        return diag_error(diag, "en_passant");
    static const struct {
        const char *name;
        size_t at, size;
    } fields[] = {
#define FIELD(name) {#name, offsetof(ChessState, name), sizeof(((ChessState *)0)->name)}
        FIELD(key),      FIELD(pawn_key), FIELD(material_key), FIELD(piece_key), FIELD(psq),
        FIELD(non_pawn), FIELD(phase),    FIELD(checkers),     FIELD(blockers),
#undef FIELD
    };
    for (size_t i = 0; i < COUNT_OF(fields); i++)
        if (memcmp((const char *)state + fields[i].at, (const char *)&fresh + fields[i].at,
                   fields[i].size)
            != 0)
            return diag_error(diag, "%s", fields[i].name);
    return true;
}

bool chess_same(const ChessPosition *a, const ChessPosition *b)
{
    const ChessState *s = a->state, *t = b->state;
    return memcmp(a->board, b->board, sizeof a->board) == 0
        && memcmp(a->by_type, b->by_type, sizeof a->by_type) == 0
        && memcmp(a->by_side, b->by_side, sizeof a->by_side) == 0
        && memcmp(a->count, b->count, sizeof a->count) == 0
        && memcmp(a->castle_keeps, b->castle_keeps, sizeof a->castle_keeps) == 0
        && a->side == b->side && a->game_ply == b->game_ply && a->chess960 == b->chess960
        && s->key == t->key && s->pawn_key == t->pawn_key && s->material_key == t->material_key
        && s->psq == t->psq && s->non_pawn[0] == t->non_pawn[0] && s->non_pawn[1] == t->non_pawn[1]
        && s->phase == t->phase && s->castling == t->castling && s->en_passant == t->en_passant
        && s->halfmove_clock == t->halfmove_clock && s->plies_from_null == t->plies_from_null
        && s->captured == t->captured && s->move == t->move && s->checkers == t->checkers
        && s->blockers[0] == t->blockers[0] && s->blockers[1] == t->blockers[1];
}
