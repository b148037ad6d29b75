/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/levels.h"

#include "base/rng.h"

enum { LEVEL_CHESS, LEVEL_SHOGI, LEVEL_GAMES };

static const Level table[LEVEL_GAMES][LEVELS] = {
#define LEVEL(game, level, nodes, lines, margin, elo)                                              \
    [LEVEL_##game][(level)-1] = {nodes, lines, margin, elo},
#include "engine/levels.def"
#undef LEVEL
};

#define LEVEL(game, level, nodes, lines, margin, elo)                                              \
    _Static_assert((lines) >= 1 && (lines) <= LEVEL_LINES_MAX, "lines of a level");
#include "engine/levels.def"
#undef LEVEL

const Level *level_of(const GameOps *game, int number)
{
    if (number < 1 || number > LEVELS)
        BUG("no such level: %d", number);
    return &table[game == &chess_ops ? LEVEL_CHESS : LEVEL_SHOGI][number - 1];
}

const char *level_name(int number)
{
    static const char *const names[LEVELS] = {
        "beginner", "novice", "learner", "casual", "amateur",
        "club",     "strong", "expert",  "master", "full strength",
    };
    return names[number - 1];
}

void level_hear(LevelLines *lines, const EngineLine *line)
{
    int number = line->line.line;
    if (line->line.bound != BOUND_EXACT || number > LEVEL_LINES_MAX || line->line.pv_length == 0)
        return;
    LevelSet *now = &lines->now;
    if (number == 1) {
        if (now->count >= lines->before.count)
            lines->before = *now;
        now->count = 0;
    }
    if (number != now->count + 1)
        return;
    now->moves[now->count] = line->line.pv[0];
    now->scores[now->count++] = line->line.score;
}

GameMove level_choose(const Level *level, const LevelLines *lines, GameMove best, uint64_t seed,
                      int ply)
{
    const LevelSet *set = lines->now.count >= lines->before.count ? &lines->now : &lines->before;
    GameMove fit[LEVEL_LINES_MAX];
    int count = 0;
    for (int i = 0; i < set->count && i < level->lines; i++)
        if (set->scores[i] >= set->scores[0] - level->margin)
            fit[count++] = set->moves[i];
    /* A proved win is never passed over. */
    if (count <= 1 || value_is_win(set->scores[0]))
        return best;
    Rng rng = {seed ^ ((uint64_t)ply + 1) * 0x9E3779B97F4A7C15u};
    rng_next(&rng);
    return fit[rng_below(&rng, (uint32_t)count)];
}
