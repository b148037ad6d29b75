/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/timeman.h"

enum {
    LEAST = 1,        /* nobody answers faster than this */
    MOVES_AHEAD = 40, /* how many moves a clock without a number of moves must last */
    WHOLE_SECOND = 1000,
};

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* Where begun seconds count whole, think up to the end of one. */
static int64_t round_to_second(int64_t value, const TimeOptions *options)
{
    if (!options->whole_seconds)
        return value;
    int64_t end = (value + options->overhead + WHOLE_SECOND - 1) / WHOLE_SECOND * WHOLE_SECOND
                - options->overhead;
    return end > LEAST ? end : LEAST;
}

TimeBudget timeman_plan(const TimeSaid *said, const TimeOptions *options, int game_ply)
{
    TimeBudget budget = {.limited = true};
    if (said->move_time >= 0) {
        budget.fixed = true;
        budget.soft = budget.hard =
            clamp(said->move_time - options->overhead, LEAST, INT64_MAX / 4);
        return budget;
    }
    if (said->time < 0 && said->byoyomi < 0 && said->increment < 0) {
        budget.limited = false;
        return budget;
    }
    int64_t increment = said->increment > 0 ? said->increment : 0;
    int64_t byoyomi = said->byoyomi > 0 ? said->byoyomi : 0;
    int64_t time = said->time > 0 ? clamp(said->time, 0, INT64_MAX / 4) : 0;
    /* What may be spent on this move at the very most. */
    int64_t left = clamp(time + byoyomi - options->overhead, LEAST, INT64_MAX / 4);
    if (time == 0) {
        /* Byoyomi only: it cannot be saved. */
        budget.fixed = byoyomi > 0;
        budget.soft = budget.hard = left;
        return budget;
    }
    int64_t moves = said->moves_to_go > 0 ? clamp(said->moves_to_go, 1, MOVES_AHEAD + 10)
                                          : MOVES_AHEAD - clamp(game_ply / 8, 0, 15);
    int64_t share = time / moves + increment * 3 / 4 + byoyomi;
    int64_t most =
        said->moves_to_go == 1 ? left : clamp(time / 5 + increment / 2 + byoyomi, LEAST, left);
    budget.soft = clamp(share * 7 / 10, LEAST, most);
    budget.hard = clamp(share * 5 / 2, LEAST, most);
    if (options->whole_seconds) {
        budget.soft = clamp(round_to_second(budget.soft, options), LEAST, left);
        budget.hard = clamp(round_to_second(budget.hard, options), LEAST, left);
    }
    return budget;
}

bool timeman_enough(const TimeBudget *budget, TimeJudge *judge, const SearchIteration *done,
                    int64_t elapsed)
{
    if (done->best == judge->best)
        judge->stable++;
    else
        judge->stable = 0;
    int fall = done->depth > 1 ? judge->score - done->score : 0;
    judge->best = done->best;
    judge->score = done->score;
    if (!budget->limited || budget->fixed)
        return false;
    /* In hundredths: a settled move needs less, a falling score and work spent elsewhere more. */
    int64_t factor = 140 - 10 * clamp(judge->stable, 0, 7);
    factor += clamp(fall, 0, 60);
    if (done->nodes > 0) {
        int64_t share = (int64_t)(100 * done->best_nodes / done->nodes);
        factor = factor * (160 - share) / 100;
    }
    return elapsed >= budget->soft * clamp(factor, 30, 250) / 100;
}
