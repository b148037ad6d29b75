/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/attacks.h"

#include "base/report.h"
#include "chess/position.h"

#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

ChessAttackTables chess_tables;

enum { BISHOP_ENTRIES = 5248, ROOK_ENTRIES = 102400 };

static ChessBits bishop_entries[BISHOP_ENTRIES];
static ChessBits rook_entries[ROOK_ENTRIES];

/* Found by trial: for each square a factor that sends every set of blockers to an index of its own
 * or to one with the same attacks. */
/* clang-format off */
static const uint64_t bishop_factors[CHESS_SQUARES] = {
    0x0060810102019200, 0x2018084818424080, 0x00c1020a00c05800, 0x0412208602800000,
    0x016404200e00a201, 0x8001100210608800, 0x0800680208200221, 0x0401002510121008,
    0x814028a001042500, 0x3424140408022a22, 0xb111142124010001, 0x20200454008100c0,
    0x0001040c20080508, 0x0010060842080241, 0x0610040404031812, 0x0080008201100600,
    0x804008202a022200, 0xd0a1401002198110, 0x400b001004408100, 0x0018018086004082,
    0xc00080c400a00800, 0x0002000900860302, 0x0000898209842068, 0x4000680044140400,
    0x0082400088084820, 0x000450002002008c, 0x0068010008120820, 0x0001280014004010,
    0x0241004401014000, 0x0008220010410e84, 0xa042018002480801, 0x00140b8101009180,
    0x0010080400381080, 0xc208180228140400, 0x2204040201010204, 0x1a80080800060a00,
    0x0045210400020020, 0x4041090a00010040, 0x7010026040028400, 0x0002044104021180,
    0x4002082004000900, 0x2013009010000412, 0x4006002164040800, 0x0100008401204401,
    0x2107021040400401, 0x04a0549000400080, 0x4018086800440280, 0x20a20220420c9103,
    0x20010108211c1480, 0x0000e40402280000, 0x0002008400880081, 0x0080809142020040,
    0x2005406003440004, 0x9400082014042002, 0x0291100228044000, 0x030404880e002688,
    0x0000410808014404, 0x2004111108120200, 0x1000010280982100, 0x0001002402840400,
    0x082000801910a408, 0x026100eaa0080088, 0x0180885004148400, 0x4218685014420020,
};
static const uint64_t rook_factors[CHESS_SQUARES] = {
    0x0080002080c00014, 0x444000c810002000, 0x2d00081020010040, 0x0480080010008480,
    0x0180128800040080, 0x1900021500080c00, 0x0080090002000080, 0x0200004400820169,
    0x0112002041820108, 0x0621002081014000, 0x0002802002100280, 0x424a000930402200,
    0x0201000801020430, 0x80108022000c0180, 0x0003002200040100, 0x8a40800043000280,
    0x4248208000884010, 0x8000808040002000, 0x0192ca0010a08200, 0x000c090021009003,
    0x8022808014000800, 0x8201010004000228, 0x1040040082080310, 0x0810120004409401,
    0x08c0002280004190, 0x0000200180400086, 0x0008100080200880, 0x9000524200082200,
    0x00001800805c0080, 0x4092000200141008, 0x0401000900040200, 0x0022800080004100,
    0x1580004005802080, 0x5820410602002080, 0x842180900a802000, 0x0010801000800800,
    0x0000104801001500, 0x0608802600802400, 0x0280100224000188, 0x14048004c0800100,
    0x20c1208440008000, 0x0000844001010020, 0x2400820030220042, 0x0100102242020008,
    0x0001001008010024, 0x0002008024008002, 0x4400080601040010, 0x4808110051820004,
    0x0480011080c02900, 0x0404400020810100, 0x0402042017804200, 0x8108031000828880,
    0x0000080080040080, 0x8021000804000300, 0x4843000200240900, 0x1001204408810200,
    0x4080420180210012, 0x5001851440002101, 0x0000090440200031, 0x000a004410094022,
    0x4002001024200802, 0x0145000400820803, 0x8201000200008401, 0x0000002403058046,
};
/* clang-format on */

typedef struct {
    int file;
    int rank;
} Step;

static const Step bishop_steps[4] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
static const Step rook_steps[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const Step king_steps[8] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1},
                                   {1, 0}, {-1, 0}, {0, 1},  {0, -1}};
static const Step knight_steps[8] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                     {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

static bool step_from(int square, Step step, int *target)
{
    int file = chess_file(square) + step.file, rank = chess_rank(square) + step.rank;
    if (file < 0 || file > 7 || rank < 0 || rank > 7)
        return false;
    *target = chess_square(file, rank);
    return true;
}

static ChessBits leap(int square, const Step *steps, int count)
{
    ChessBits reached = 0;
    for (int i = 0, target; i < count; i++)
        if (step_from(square, steps[i], &target))
            reached |= chess_bit(target);
    return reached;
}

static ChessBits ray(int square, Step step, ChessBits occupied)
{
    ChessBits reached = 0;
    for (int target; step_from(square, step, &target); square = target) {
        reached |= chess_bit(target);
        if (occupied & chess_bit(target))
            break;
    }
    return reached;
}

static ChessBits rays(int square, const Step steps[4], ChessBits occupied)
{
    ChessBits reached = 0;
    for (int i = 0; i < 4; i++)
        reached |= ray(square, steps[i], occupied);
    return reached;
}

/* The squares whose occupancy matters: the rays without their last square. */
static ChessBits blocker_mask(int square, const Step steps[4])
{
    ChessBits mask = 0;
    for (int i = 0; i < 4; i++)
        for (int at = square, target, beyond;
             step_from(at, steps[i], &target) && step_from(target, steps[i], &beyond); at = target)
            mask |= chess_bit(target);
    return mask;
}

/* The attack set of every subset of a mask, in the order in which next_subset runs through them. */
typedef struct {
    int count;
    ChessBits subset[4096];
    ChessBits attacks[4096];
} SubsetAttacks;

static void list_subsets(ChessBits mask, int square, const Step steps[4], SubsetAttacks *list)
{
    ChessBits subset = 0;
    list->count = 0;
    do {
        list->subset[list->count] = subset;
        list->attacks[list->count++] = rays(square, steps, subset);
        subset = (subset - mask) & mask;
    } while (subset);
}

/* Writes the table of one square; false when two different attack sets fall on one index, which
 * cannot happen with PEXT. No attack set is empty, so 0 marks a free entry. */
static bool fill_slider(const ChessSlider *slider, ChessBits *entries, const SubsetAttacks *list,
                        bool use_pext)
{
    memset(entries, 0, (size_t)list->count * sizeof *entries);
    for (int i = 0; i < list->count; i++) {
        ChessBits *entry = &entries[use_pext ? chess_pext(list->subset[i], slider->mask)
                                             : (list->subset[i] * slider->factor) >> slider->shift];
        if (*entry && *entry != list->attacks[i])
            return false;
        *entry = list->attacks[i];
    }
    return true;
}

static void init_sliders(ChessSlider sliders[CHESS_SQUARES], ChessBits *entries,
                         const Step steps[4], const uint64_t factors[CHESS_SQUARES], bool use_pext)
{
    SubsetAttacks list;
    for (int square = 0; square < CHESS_SQUARES; square++) {
        ChessBits mask = blocker_mask(square, steps);
        sliders[square] = (ChessSlider){
            .mask = mask,
            .attacks = entries,
            .factor = factors[square],
            .shift = 64 - (unsigned)bits_count(mask),
        };
        list_subsets(mask, square, steps, &list);
        if (!fill_slider(&sliders[square], entries, &list, use_pext))
            BUG("factor of square %d", square);
        entries += list.count;
    }
}

void chess_init_sliders(bool use_pext)
{
    chess_tables.use_pext = use_pext;
    init_sliders(chess_tables.bishop, bishop_entries, bishop_steps, bishop_factors, use_pext);
    init_sliders(chess_tables.rook, rook_entries, rook_steps, rook_factors, use_pext);
}

bool chess_pext_is_fast(void)
{
#if defined(__x86_64__)
    unsigned a, b, c, d;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_BMI2))
        return false;
    /* AMD ran PEXT in microcode, slower than a multiplication, before family 19h (Zen 3). */
    if (!__get_cpuid(0, &a, &b, &c, &d) || b != signature_AMD_ebx)
        return true;
    __get_cpuid(1, &a, &b, &c, &d);
    unsigned family = (a >> 8 & 15) + (a >> 20 & 255);
    return family >= 0x19;
#else
    return false;
#endif
}

static void init_lines(void)
{
    for (int a = 0; a < CHESS_SQUARES; a++) {
        for (int i = 0; i < 8; i++) {
            Step there = king_steps[i], back = {-there.file, -there.rank};
            ChessBits whole = ray(a, there, 0) | ray(a, back, 0) | chess_bit(a), passed = 0;
            if (there.file == there.rank)
                chess_tables.diagonal[a] = whole;
            else if (there.file == -there.rank)
                chess_tables.antidiagonal[a] = whole;
            for (int at = a, b; step_from(at, there, &b); at = b) {
                chess_tables.line[a][b] = whole;
                chess_tables.between[a][b] = passed;
                passed |= chess_bit(b);
            }
        }
    }
}

void chess_init(void)
{
    static bool done;
    if (done)
        return;
    done = true;
    for (int square = 0; square < CHESS_SQUARES; square++) {
        chess_tables.pawn[FIRST][square] = chess_pawns_attack(FIRST, chess_bit(square));
        chess_tables.pawn[SECOND][square] = chess_pawns_attack(SECOND, chess_bit(square));
        chess_tables.knight[square] = leap(square, knight_steps, 8);
        chess_tables.king[square] = leap(square, king_steps, 8);
    }
    chess_init_sliders(chess_pext_is_fast());
    init_lines();
    chess_init_position_tables();
}
