/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shogi/attacks.h"

ShogiBits shogi_square_bits[SHOGI_TABLE_SQUARES];
ShogiBits shogi_step_table[SHOGI_PIECES][SHOGI_TABLE_SQUARES];
ShogiLines shogi_lines[SHOGI_TABLE_SQUARES];
ShogiBits shogi_lance_rays[2][SHOGI_TABLE_SQUARES];
ShogiBits shogi_bishop_rays[SHOGI_TABLE_SQUARES];
ShogiBits shogi_rook_rays[SHOGI_TABLE_SQUARES];
ShogiSources shogi_sources[2][SHOGI_TABLE_SQUARES];
ShogiBits shogi_stars[SHOGI_TABLE_SQUARES];
ShogiBits shogi_between_table[SHOGI_TABLE_SQUARES][SHOGI_TABLE_SQUARES];
ShogiBits shogi_line_table[SHOGI_TABLE_SQUARES][SHOGI_TABLE_SQUARES];
ShogiZones shogi_zones[2][SHOGI_TABLE_SQUARES];
ShogiBits shogi_promotion_targets[2][SHOGI_TABLE_SQUARES];

/* A step in files (to the left) and ranks (down the board). */
typedef struct {
    int8_t file, rank;
} Step;

static const Step ALL_AROUND[8] = {{0, -1}, {1, -1}, {-1, -1}, {1, 0},
                                   {-1, 0}, {0, 1},  {1, 1},   {-1, 1}};

/* FIRST's steps of the pieces that have any; the list ends at {0, 0}. */
static const Step STEPS[SHOGI_TYPES][9] = {
    [SHOGI_PAWN] = {{0, -1}},
    [SHOGI_KNIGHT] = {{1, -2}, {-1, -2}},
    [SHOGI_SILVER] = {{0, -1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}},
    [SHOGI_GOLD] = {{0, -1}, {1, -1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}},
    [SHOGI_KING] = {{0, -1}, {1, -1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {1, 1}, {-1, 1}},
};

static ShogiType steps_like(ShogiType type)
{
    switch (type) {
    case SHOGI_PRO_PAWN:
    case SHOGI_PRO_LANCE:
    case SHOGI_PRO_KNIGHT:
    case SHOGI_PRO_SILVER: return SHOGI_GOLD;
    case SHOGI_HORSE:
    case SHOGI_DRAGON: return SHOGI_KING;
    default: return type;
    }
}

/* The square `times` steps away, or SHOGI_NO_SQUARE beyond the edge. */
static int walk(int square, Step step, int times)
{
    int file = shogi_file(square) + times * step.file;
    int rank = shogi_rank(square) + times * step.rank;
    return file < 0 || file > 8 || rank < 0 || rank > 8 ? SHOGI_NO_SQUARE
                                                        : shogi_square(file, rank);
}

static ShogiBits ray(int square, Step step)
{
    ShogiBits set = 0;
    for (int i = 1, to; (to = walk(square, step, i)) != SHOGI_NO_SQUARE; i++)
        set |= shogi_bits(to);
    return set;
}

static void fill_steps(void)
{
    for (int type = SHOGI_PAWN; type < SHOGI_TYPES; type++) {
        const Step *steps = STEPS[steps_like((ShogiType)type)];
        for (int square = 0; square < SHOGI_SQUARES; square++) {
            for (int i = 0; i < 8 && (steps[i].file || steps[i].rank); i++) {
                Step turned = {steps[i].file, (int8_t)-steps[i].rank};
                shogi_step_table[type][square] |= shogi_bits(walk(square, steps[i], 1));
                shogi_step_table[type | SECOND << 4][square] |= shogi_bits(walk(square, turned, 1));
            }
        }
    }
}

static void fill_lines(int square)
{
    ShogiLines *at = &shogi_lines[square];
    ShogiBits up = ray(square, (Step){0, -1});
    ShogiBits down = ray(square, (Step){0, 1});
    at->bit = shogi_bits(square);
    at->reversed = shogi_swap_bytes(at->bit);
    at->rank = ray(square, (Step){1, 0}) | ray(square, (Step){-1, 0});
    at->rising = ray(square, (Step){-1, -1}) | ray(square, (Step){1, 1});
    at->falling = ray(square, (Step){1, -1}) | ray(square, (Step){-1, 1});
    at->up = shogi_word_of(square, up);
    at->down = shogi_word_of(square, down);
    shogi_lance_rays[FIRST][square] = up;
    shogi_lance_rays[SECOND][square] = down;
    shogi_bishop_rays[square] = at->rising | at->falling;
    shogi_rook_rays[square] = at->rank | up | down;
    shogi_stars[square] = at->bit | shogi_bishop_rays[square] | shogi_rook_rays[square];
}

/* A piece attacks a square from where the enemy's piece on it would attack. */
static void fill_sources(int square)
{
    for (int side = FIRST; side <= SECOND; side++) {
        Side back = other_side((Side)side);
        shogi_sources[side][square] = (ShogiSources){
            .pawn = shogi_steps(back, SHOGI_PAWN, square),
            .knight = shogi_steps(back, SHOGI_KNIGHT, square),
            .silver = shogi_steps(back, SHOGI_SILVER, square),
            .gold = shogi_steps(back, SHOGI_GOLD, square),
            .king = shogi_king_steps(square),
            .lance = shogi_lance_rays[back][square],
            .bishop = shogi_bishop_rays[square],
            .rook = shogi_rook_rays[square],
        };
    }
}

static void fill_pairs(int square)
{
    for (int i = 0; i < 8; i++) {
        Step back = {(int8_t)-ALL_AROUND[i].file, (int8_t)-ALL_AROUND[i].rank};
        ShogiBits line = shogi_bits(square) | ray(square, ALL_AROUND[i]) | ray(square, back);
        ShogiBits passed = 0;
        for (int n = 1, to; (to = walk(square, ALL_AROUND[i], n)) != SHOGI_NO_SQUARE; n++) {
            shogi_between_table[square][to] = passed;
            shogi_line_table[square][to] = line;
            passed |= shogi_bits(to);
        }
    }
}

/* For each king square, where an attack on its neighbours can come from. */
static void fill_zones(int king)
{
    ShogiBits near = shogi_king_steps(king);
    for (int from = 0; from < SHOGI_SQUARES; from++) {
        ShogiBits bit = shogi_bits(from);
        for (int side = FIRST; side <= SECOND; side++) {
            ShogiZones *zones = &shogi_zones[side][king];
            ShogiBits steps = shogi_king_steps(from) | shogi_steps((Side)side, SHOGI_KNIGHT, from);
            if (steps & near)
                zones->step |= bit;
            if (shogi_lance_rays[side][from] & near)
                zones->lance |= bit;
            if (shogi_bishop_rays[from] & near)
                zones->bishop |= bit;
            if (shogi_rook_rays[from] & near)
                zones->rook |= bit;
        }
    }
}

static void fill_promotions(void)
{
    ShogiBits top = shogi_bits_rank(0) | shogi_bits_rank(1) | shogi_bits_rank(2);
    for (int side = FIRST; side <= SECOND; side++) {
        ShogiBits zone = side == FIRST ? top : top << 6;
        for (int from = 0; from < SHOGI_SQUARES; from++)
            shogi_promotion_targets[side][from] = zone & shogi_bits(from) ? shogi_bits_all() : zone;
    }
}

void shogi_attacks_init(void)
{
    for (int square = 0; square < SHOGI_SQUARES; square++)
        shogi_square_bits[square] = (ShogiBits)1 << (square + (square >= SHOGI_LOW_SQUARES));
    fill_steps();
    for (int square = 0; square < SHOGI_SQUARES; square++) {
        fill_lines(square);
        fill_sources(square);
        fill_pairs(square);
    }
    for (int square = 0; square < SHOGI_SQUARES; square++)
        fill_zones(square);
    fill_promotions();
}

ShogiBits shogi_attacks(ShogiPiece piece, int square, ShogiBits occupied)
{
    ShogiBits steps = shogi_step_table[piece][square];
    switch (shogi_type_of(piece)) {
    case SHOGI_LANCE: return shogi_lance_attacks(shogi_side_of(piece), square, occupied);
    case SHOGI_BISHOP:
    case SHOGI_HORSE: return steps | shogi_bishop_attacks(square, occupied);
    case SHOGI_ROOK:
    case SHOGI_DRAGON: return steps | shogi_rook_attacks(square, occupied);
    default: return steps;
    }
}

void shogi_origins(Side side, int square, ShogiBits occupied, ShogiBits from[SHOGI_TYPES])
{
    const ShogiSources *at = &shogi_sources[side][square];
    ShogiBits diagonal = shogi_bishop_attacks(square, occupied);
    ShogiBits straight = shogi_rook_attacks(square, occupied);
    from[SHOGI_NO_TYPE] = 0;
    from[SHOGI_PAWN] = at->pawn;
    from[SHOGI_LANCE] = straight & at->lance;
    from[SHOGI_KNIGHT] = at->knight;
    from[SHOGI_SILVER] = at->silver;
    from[SHOGI_BISHOP] = diagonal;
    from[SHOGI_ROOK] = straight;
    from[SHOGI_KING] = at->king;
    from[SHOGI_HORSE] = diagonal | at->king;
    from[SHOGI_DRAGON] = straight | at->king;
    from[SHOGI_GOLD] = from[SHOGI_PRO_PAWN] = from[SHOGI_PRO_LANCE] = from[SHOGI_PRO_KNIGHT] =
        from[SHOGI_PRO_SILVER] = at->gold;
}
