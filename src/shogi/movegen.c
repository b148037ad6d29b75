/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/movegen.h"

#include "shogi/danger.h"

#include <string.h>

/* Every function that takes a constant side or stage is expanded for each value: the generator is
 * written once and compiled eight times. */

/* Only these squares matter to a stage: captures, empty squares, or both. */
static ALWAYS_INLINE ShogiBits stage_filter(ShogiBits set, const ShogiGen stage, ShogiBits occupied)
{
    return stage == SHOGI_GEN_NOISY ? set & occupied
         : stage == SHOGI_GEN_QUIET ? set & ~occupied
                                    : set;
}

static ALWAYS_INLINE ShogiMove *emit_word(ShogiMove *list, uint64_t targets, int base)
{
    while (targets)
        *list++ = (ShogiMove)(base + bits_take_lowest(&targets));
    return list;
}

/* All moves from one square, which is already in `base`. */
static ALWAYS_INLINE ShogiMove *emit(ShogiMove *list, ShogiBits targets, int base)
{
    list = emit_word(list, shogi_bits_low(targets), base);
    return emit_word(list, shogi_bits_high(targets), base + SHOGI_LOW_SQUARES);
}

/* Eight moves at a time. What is written past the end of the list is overwritten or ignored. */
typedef uint16_t MoveVector __attribute__((vector_size(16)));

static ALWAYS_INLINE void store_moves(ShogiMove *list, MoveVector moves)
{
    memcpy(list, &moves, sizeof moves);
}

/* For each set of the nine squares of a block, the distances of its members from the middle. */
static MoveVector near_steps[512];

void shogi_movegen_init(void)
{
    for (int pattern = 0; pattern < 512; pattern++) {
        int count = 0;
        for (int i = 0; i < 9; i++)
            if (pattern >> i & 1 && count < 8)
                near_steps[pattern][count++] = (uint16_t)(9 * (i / 3 - 1) + (i % 3 - 1));
    }
}

/* One word that holds all squares up to one file away from a square: the low word as far as file 6,
 * else the last four files together. `first` is the square of its lowest bit. */
typedef struct {
    uint64_t word;
    int first;
} Window;

static ALWAYS_INLINE Window window_at(ShogiBits set, int square)
{
    enum { FILE_6 = 5 * 9, FILE_7 = 6 * 9 };
    uint64_t low = shogi_bits_low(set), high = shogi_bits_high(set);
    uint64_t last_files = low >> FILE_6 | high << 2 * 9;
    bool is_low = square < FILE_7;
    return (Window){is_low ? low : last_files, is_low ? 0 : FILE_6};
}

/* Moves to neighbouring squares, without a loop whose length the processor cannot foresee: the
 * targets are gathered into a pattern of nine bits, which looks the moves up. */
static ALWAYS_INLINE ShogiMove *emit_near(ShogiMove *list, ShogiBits targets, int from, int flags)
{
    Window window = window_at(targets, from);
    uint64_t word = window.word;
    int shift = from - window.first - 10;
    word = word >> (shift & 63) | word << (-shift & 63);
    unsigned pattern = (unsigned)(word | word >> 6 | word >> 12) & 511;
    store_moves(list, near_steps[pattern] + (uint16_t)(flags + (from << 7) + from));
    return list + __builtin_popcount(pattern);
}

/* A knight has two moves at most: write two, count those that are there. */
static ALWAYS_INLINE ShogiMove *emit_two(ShogiMove *list, ShogiBits targets, int from, int flags)
{
    Window window = window_at(targets, from);
    const uint64_t end = (uint64_t)1 << 63;
    int base = flags + (from << 7) + window.first;
    list[0] = (ShogiMove)(base + bits_lowest(window.word | end));
    list[1] = (ShogiMove)(base + bits_lowest((window.word & (window.word - 1)) | end));
    return list + bits_count(window.word);
}

/* A lance stays within its file, so within one word. */
static ALWAYS_INLINE ShogiMove *emit_file(ShogiMove *list, ShogiBits targets, int from, int flags)
{
    int first = from < SHOGI_LOW_SQUARES ? 0 : SHOGI_LOW_SQUARES;
    return emit_word(list, shogi_word_of(from, targets), flags + (from << 7) + first);
}

static ALWAYS_INLINE ShogiMove *emit_from(ShogiMove *list, ShogiType type, int from,
                                          ShogiBits targets, int flags)
{
    switch (type) {
    case SHOGI_LANCE: return emit_file(list, targets, from, flags);
    case SHOGI_KNIGHT: return emit_two(list, targets, from, flags);
    case SHOGI_SILVER:
    case SHOGI_GOLD: return emit_near(list, targets, from, flags);
    default: return emit(list, targets, flags + (from << 7));
    }
}

static ALWAYS_INLINE ShogiMove *emit_pawn_word(ShogiMove *list, uint64_t targets, int base)
{
    while (targets)
        *list++ = (ShogiMove)(base + bits_take_lowest(&targets) * (1 + (1 << 7)));
    return list;
}

/* Pawn moves to each of the targets: `from` follows from `to`. */
static ALWAYS_INLINE ShogiMove *emit_pawns(ShogiMove *list, ShogiBits targets, int flags,
                                           const Side us)
{
    int base = flags + (us == FIRST ? 1 << 7 : -(1 << 7));
    list = emit_pawn_word(list, shogi_bits_low(targets), base);
    return emit_pawn_word(list, shogi_bits_high(targets),
                          base + SHOGI_LOW_SQUARES * (1 + (1 << 7)));
}

/* The far `ranks` ranks of a side. */
static ALWAYS_INLINE ShogiBits far_ranks(const Side us, const int ranks)
{
    ShogiBits set = 0;
    for (int i = 0; i < ranks; i++)
        set |= shogi_bits_rank(us == FIRST ? i : 8 - i);
    return set;
}

/* Where a piece of that type could never move again. */
static ALWAYS_INLINE ShogiBits dead_squares(const Side us, ShogiType type)
{
    return type == SHOGI_PAWN || type == SHOGI_LANCE ? far_ranks(us, 1)
         : type == SHOGI_KNIGHT                      ? far_ranks(us, 2)
                                                     : 0;
}

/* One piece's moves, with and without promotion where there is a choice. */
static ALWAYS_INLINE ShogiMove *emit_piece(ShogiMove *list, ShogiType type, int from,
                                           ShogiBits targets, ShogiBits occupied, const Side us,
                                           const ShogiGen stage)
{
    if (shogi_can_promote(type) && stage != SHOGI_GEN_QUIET) {
        ShogiBits promoting = targets & shogi_promotion_targets[us][from];
        if (promoting)
            list = emit_from(list, type, from, promoting, SHOGI_MOVE_PROMOTES);
    }
    targets = stage_filter(targets & ~dead_squares(us, type), stage, occupied);
    return emit_from(list, type, from, targets, 0);
}

static ALWAYS_INLINE ShogiBits piece_attacks(ShogiType type, int from, ShogiBits occupied,
                                             const Side us)
{
    switch (type) {
    case SHOGI_LANCE: return shogi_lance_attacks(us, from, occupied);
    case SHOGI_BISHOP: return shogi_bishop_attacks(from, occupied);
    case SHOGI_ROOK: return shogi_rook_attacks(from, occupied);
    case SHOGI_HORSE: return shogi_bishop_attacks(from, occupied) | shogi_king_steps(from);
    case SHOGI_DRAGON: return shogi_rook_attacks(from, occupied) | shogi_king_steps(from);
    default: return shogi_steps(us, type, from);
    }
}

static ALWAYS_INLINE ShogiMove *emit_type(ShogiMove *list, ShogiBits movers, const ShogiType type,
                                          ShogiBits reach, ShogiBits occupied, const Side us,
                                          const ShogiGen stage)
{
    while (movers) {
        int from = shogi_bits_take(&movers);
        ShogiBits targets = piece_attacks(type, from, occupied, us) & reach;
        list = emit_piece(list, type, from, targets, occupied, us, stage);
    }
    return list;
}

static ALWAYS_INLINE ShogiMove *generate_pawns(ShogiMove *list, ShogiBits pawns, ShogiBits reach,
                                               ShogiBits occupied, const Side us,
                                               const ShogiGen stage)
{
    /* No pawn stands on its last rank, so none can step over the end of a file. */
    ShogiBits targets = (us == FIRST ? pawns >> 1 : pawns << 1) & reach;
    if (stage != SHOGI_GEN_QUIET)
        list = emit_pawns(list, targets & far_ranks(us, 3), SHOGI_MOVE_PROMOTES, us);
    targets &= ~dead_squares(us, SHOGI_PAWN);
    return emit_pawns(list, stage_filter(targets, stage, occupied), 0, us);
}

/* Pinned pieces move along the line to their king. */
static ALWAYS_INLINE ShogiMove *generate_pinned(const ShogiPosition *pos, ShogiMove *list,
                                                ShogiBits reach, ShogiBits occupied, const Side us,
                                                const ShogiGen stage)
{
    ShogiBits pinned = pos->state->pinned[us];
    while (pinned) {
        int from = shogi_bits_take(&pinned);
        ShogiPiece piece = pos->board[from];
        ShogiBits targets =
            shogi_attacks(piece, from, occupied) & reach & shogi_line(pos->king[us], from);
        list = emit_piece(list, shogi_type_of(piece), from, targets, occupied, us, stage);
    }
    return list;
}

static ALWAYS_INLINE ShogiMove *generate_king(const ShogiPosition *pos, ShogiMove *list,
                                              ShogiBits reach, ShogiBits occupied, const Side us,
                                              const ShogiGen stage)
{
    int king = pos->king[us];
    ShogiBits targets = stage_filter(shogi_king_steps(king) & reach, stage, occupied);
    if (!targets)
        return list;
    targets &= ~shogi_danger(pos, king, other_side(us), occupied ^ shogi_bits(king));
    return emit_near(list, targets, king, 0);
}

static ALWAYS_INLINE ShogiMove *generate_board(const ShogiPosition *pos, ShogiMove *list,
                                               ShogiBits reach, ShogiBits occupied, const Side us,
                                               const ShogiGen stage)
{
    ShogiBits movers = pos->by_side[us] & ~pos->state->pinned[us];
    const ShogiBits *by_type = pos->by_type;
    list = generate_pawns(list, movers & by_type[SHOGI_PAWN], reach, occupied, us, stage);
#define TYPE(set, type) list = emit_type(list, movers & (set), type, reach, occupied, us, stage)
    TYPE(by_type[SHOGI_LANCE], SHOGI_LANCE);
    TYPE(by_type[SHOGI_KNIGHT], SHOGI_KNIGHT);
    TYPE(by_type[SHOGI_SILVER], SHOGI_SILVER);
    TYPE(shogi_golds(pos), SHOGI_GOLD);
    TYPE(by_type[SHOGI_BISHOP], SHOGI_BISHOP);
    TYPE(by_type[SHOGI_ROOK], SHOGI_ROOK);
    TYPE(by_type[SHOGI_HORSE], SHOGI_HORSE);
    TYPE(by_type[SHOGI_DRAGON], SHOGI_DRAGON);
#undef TYPE
    return list;
}

/* The squares of files without a pawn, all files at once: taking a pawn's bit from the bottom
 * square of its file borrows that square's bit away. */
static ALWAYS_INLINE ShogiBits pawnless_files(ShogiBits pawns)
{
    ShogiBits bottoms = shogi_bits_rank(8);
    ShogiBits free = (bottoms - (pawns & ~bottoms)) & bottoms & ~pawns;
    /* Spread what is left over its file: bit 8 less bit 0 is bits 0 to 7. */
    return free | (free - (free >> 8));
}

/* Drops of several kinds go to a square by one vector store. The kinds that may not stand on the
 * far ranks come last, so that the same vector serves every square and only the count differs. A
 * second vector has the pawn in front. */
typedef struct {
    MoveVector kinds[2];
    int count[2][3]; /* by pawn or not, by rank: the last, the one before, the others */
} Drops;

static ALWAYS_INLINE void collect_drops(Drops *drops, ShogiHand hand)
{
    static const ShogiType ORDER[6] = {SHOGI_GOLD, SHOGI_SILVER, SHOGI_BISHOP,
                                       SHOGI_ROOK, SHOGI_LANCE,  SHOGI_KNIGHT};
    uint16_t kinds[16] = {0};
    int count = 0;
    for (int i = 0; i < 6; i++) {
        kinds[count] = shogi_move_drop(ORDER[i], 0);
        count += shogi_hand_of(hand, ORDER[i]) != 0;
    }
    int knight = shogi_hand_of(hand, SHOGI_KNIGHT) != 0;
    int lance = shogi_hand_of(hand, SHOGI_LANCE) != 0;
    uint16_t with_pawn[8] = {shogi_move_drop(SHOGI_PAWN, 0)};
    memcpy(with_pawn + 1, kinds, 7 * sizeof kinds[0]);
    memcpy(&drops->kinds[0], kinds, sizeof drops->kinds[0]);
    memcpy(&drops->kinds[1], with_pawn, sizeof drops->kinds[1]);
    drops->count[0][0] = count - knight - lance;
    drops->count[0][1] = count - knight;
    drops->count[0][2] = count;
    for (int i = 0; i < 3; i++)
        drops->count[1][i] = drops->count[0][i] + 1;
}

static ALWAYS_INLINE ShogiMove *emit_drops_word(ShogiMove *list, const Drops *drops,
                                                uint64_t squares, const int base, const int pawn,
                                                const int rank)
{
    MoveVector kinds = drops->kinds[pawn];
    int count = drops->count[pawn][rank];
    while (squares) {
        uint16_t to = (uint16_t)(base + bits_take_lowest(&squares));
        store_moves(list, kinds + to);
        list += count;
    }
    return list;
}

static ALWAYS_INLINE ShogiMove *emit_drops(ShogiMove *list, const Drops *drops, ShogiBits squares,
                                           const int pawn, const int rank)
{
    list = emit_drops_word(list, drops, shogi_bits_low(squares), 0, pawn, rank);
    return emit_drops_word(list, drops, shogi_bits_high(squares), SHOGI_LOW_SQUARES, pawn, rank);
}

static ALWAYS_INLINE ShogiBits pawn_drops(const ShogiPosition *pos, ShogiBits squares,
                                          const Side us)
{
    ShogiBits targets =
        squares & ~dead_squares(us, SHOGI_PAWN) & pawnless_files(shogi_pieces(pos, us, SHOGI_PAWN));
    ShogiBits checking = shogi_steps(other_side(us), SHOGI_PAWN, pos->king[other_side(us)]);
    if ((targets & checking) && shogi_is_pawn_drop_mate(pos, shogi_bits_first(checking)))
        targets ^= checking;
    return targets;
}

static ALWAYS_INLINE ShogiMove *generate_drops(const ShogiPosition *pos, ShogiMove *list,
                                               ShogiBits squares, const Side us)
{
    ShogiHand hand = pos->hand[us];
    if (!hand)
        return list;
    ShogiBits with_pawn = 0;
    if (shogi_hand_of(hand, SHOGI_PAWN)) {
        with_pawn = pawn_drops(pos, squares, us);
        if (hand >> 16 == 0)
            return emit(list, with_pawn, shogi_move_drop(SHOGI_PAWN, 0));
    }
    Drops drops;
    collect_drops(&drops, hand);
    ShogiBits last = far_ranks(us, 1), second = far_ranks(us, 2) & ~last;
    ShogiBits others = squares & ~far_ranks(us, 2);
    list = emit_drops(list, &drops, others & with_pawn, 1, 2);
    list = emit_drops(list, &drops, others & ~with_pawn, 0, 2);
    list = emit_drops(list, &drops, squares & second & with_pawn, 1, 1);
    list = emit_drops(list, &drops, squares & second & ~with_pawn, 0, 1);
    return emit_drops(list, &drops, squares & last, 0, 0);
}

/* Only moves to squares of `within`. */
static ALWAYS_INLINE ShogiMove *generate(const ShogiPosition *pos, ShogiMove *list,
                                         ShogiBits within, const Side us, const ShogiGen stage)
{
    ShogiBits occupied = shogi_occupied(pos);
    ShogiBits checkers = pos->state->checkers;
    ShogiBits reach = ~pos->by_side[us] & within;
    ShogiBits empty = ~occupied & within;
    if (stage != SHOGI_GEN_DROPS)
        list = generate_king(pos, list, reach, occupied, us, stage);
    if (UNLIKELY(checkers != 0)) {
        if (shogi_bits_several(checkers))
            return list;
        ShogiBits between = shogi_between(pos->king[us], shogi_bits_first(checkers));
        empty = between & within;
        reach = (between | checkers) & within;
    } else if (stage != SHOGI_GEN_DROPS) {
        list = generate_pinned(pos, list, reach, occupied, us, stage);
    }
    if (stage != SHOGI_GEN_DROPS)
        list = generate_board(pos, list, reach, occupied, us, stage);
    if (stage == SHOGI_GEN_DROPS || stage == SHOGI_GEN_ALL)
        list = generate_drops(pos, list, empty, us);
    return list;
}

#define GENERATOR(name, side, stage)                                                               \
    static ShogiMove *name(const ShogiPosition *pos, ShogiMove *list, ShogiBits within)            \
    {                                                                                              \
        return generate(pos, list, within, side, stage);                                           \
    }

GENERATOR(first_noisy, FIRST, SHOGI_GEN_NOISY)
GENERATOR(first_quiet, FIRST, SHOGI_GEN_QUIET)
GENERATOR(first_drops, FIRST, SHOGI_GEN_DROPS)
GENERATOR(first_all, FIRST, SHOGI_GEN_ALL)
GENERATOR(second_noisy, SECOND, SHOGI_GEN_NOISY)
GENERATOR(second_quiet, SECOND, SHOGI_GEN_QUIET)
GENERATOR(second_drops, SECOND, SHOGI_GEN_DROPS)
GENERATOR(second_all, SECOND, SHOGI_GEN_ALL)

static ShogiMove *generate_within(const ShogiPosition *pos, ShogiGen stage, ShogiBits within,
                                  ShogiMove *list)
{
    static ShogiMove *(*const GENERATORS[2][4])(const ShogiPosition *, ShogiMove *, ShogiBits) = {
        {first_noisy, first_quiet, first_drops, first_all},
        {second_noisy, second_quiet, second_drops, second_all},
    };
    ShogiMove *end = GENERATORS[pos->side_to_move][stage](pos, list, within);
    ASSERT(end - list <= SHOGI_MAX_MOVES);
    return end;
}

ShogiMove *shogi_generate(const ShogiPosition *pos, ShogiGen stage, ShogiMove *list)
{
    return generate_within(pos, stage, shogi_bits_all(), list);
}

/* A line opens only to who stands behind the piece that leaves it, and a slider that leaves a
 * square on its own line to the king would have been giving check there: so it is enough to know
 * from where each type checks now. */
ShogiMove *shogi_generate_quiet_checks(const ShogiPosition *pos, ShogiMove *list)
{
    Side us = pos->side_to_move;
    int king = pos->king[other_side(us)];
    ShogiBits discoverers = pos->state->discoverers[us], from[SHOGI_TYPES], checking = 0;
    shogi_origins(us, king, shogi_occupied(pos), from);
    for (ShogiType type = SHOGI_PAWN; type < SHOGI_TYPES; type++)
        checking |= from[type];
    ShogiMove *end =
        generate_within(pos, SHOGI_GEN_QUIET, discoverers ? shogi_bits_all() : checking, list);
    end = generate_within(pos, SHOGI_GEN_DROPS, checking, end);
    ShogiMove *kept = list;
    for (ShogiMove *m = list; m < end; m++) {
        int to = shogi_to(*m);
        ShogiType type =
            shogi_is_drop(*m) ? shogi_drop_type(*m) : shogi_type_of(pos->board[shogi_from(*m)]);
        if (shogi_bits_has(from[type], to)
            || (!shogi_is_drop(*m) && shogi_bits_has(discoverers, shogi_from(*m))
                && !shogi_bits_has(shogi_line(king, shogi_from(*m)), to)))
            *kept++ = *m;
    }
    return kept;
}
