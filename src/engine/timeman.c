/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/timeman.h"

enum {
    LEAST = 1,       /* nobody answers faster than this */
    MOVES_MOST = 36, /* with more moves to go than this the clock is shared out again later */
    WHOLE_SECOND = 1000,
};

static const int64_t FOREVER = INT64_MAX / 1000;

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* Where begun seconds count whole, think up to the end of one. */
static int64_t round_to_second(int64_t value, int64_t overhead)
{
    int64_t end = (value + overhead + WHOLE_SECOND - 1) / WHOLE_SECOND * WHOLE_SECOND - overhead;
    return end > LEAST ? end : LEAST;
}

/* How many moves a clock without a number of moves must last, in hundredths. */
static int64_t moves_ahead(const Params *p, int game_ply)
{
    int64_t most = 100 * p->time_moves, least = 100 * p->time_moves_least;
    return clamp(most - (int64_t)p->time_moves_fall * game_ply, least < most ? least : most, most);
}

/* What a clock gives for one move, on average. */
static int64_t share_of(int64_t time, int64_t increment, const TimeSaid *said, const Params *p,
                        int game_ply)
{
    int64_t moves = said->moves_to_go > 0 ? 100 * clamp(said->moves_to_go, 1, MOVES_MOST)
                                          : moves_ahead(p, game_ply);
    return time * 100 / moves + increment * p->time_increment / 100;
}

static TimeBudget plan_clock(int64_t time, int64_t increment, int64_t byoyomi, const TimeSaid *said,
                             const TimeOptions *options, const Params *p, int game_ply)
{
    int64_t left = clamp(time + byoyomi - options->overhead, LEAST, FOREVER);
    /* A late answer or two must not be the end: some of the clock is never planned for. */
    int64_t ours = byoyomi > 0 ? time : clamp(time - 4 * options->overhead, time / 3, time);
    int64_t share = share_of(ours, increment, said, p, game_ply) + byoyomi;
    /* One move must never cost so much that all later ones suffer. */
    int64_t most =
        said->moves_to_go == 1 ? left : ours * p->time_most / 100 + increment / 2 + byoyomi;
    TimeBudget budget = {.limited = true};
    most = clamp(most, LEAST, left);
    budget.soft = clamp(options->ponder ? share * 5 / 4 : share, LEAST, most);
    budget.hard = clamp(share * p->time_longest / 100, LEAST, most);
    if (options->whole_seconds) {
        budget.whole_seconds = true;
        budget.overhead = options->overhead;
        budget.hard = clamp(round_to_second(budget.hard, options->overhead), LEAST, left);
    }
    return budget;
}

/* Time that cannot be saved is used up. */
static TimeBudget plan_fixed(int64_t time, const TimeOptions *options)
{
    int64_t all = clamp(time - options->overhead, LEAST, FOREVER);
    return (TimeBudget){.limited = true, .fixed = true, .soft = all, .hard = all};
}

TimeBudget timeman_plan(const TimeSaid *said, const TimeOptions *options, const Params *p,
                        int game_ply)
{
    if (said->time < 0 && said->byoyomi < 0 && said->increment < 0) {
        if (said->move_time >= 0)
            return plan_fixed(said->move_time, options);
        return (TimeBudget){.limited = false};
    }
    int64_t increment = clamp(said->increment, 0, FOREVER);
    int64_t byoyomi = clamp(said->byoyomi, 0, FOREVER);
    int64_t time = clamp(said->time, 0, FOREVER);
    /* A clock that is nearly gone is worth less than the byoyomi after it. */
    TimeBudget budget = time <= byoyomi / 5
                          ? plan_fixed(time + byoyomi, options)
                          : plan_clock(time, increment, byoyomi, said, options, p, game_ply);
    if (said->move_time >= 0) {
        int64_t most = plan_fixed(said->move_time, options).hard;
        budget.soft = clamp(budget.soft, LEAST, most);
        budget.hard = clamp(budget.hard, LEAST, most);
    }
    return budget;
}

void timeman_note(TimeJudge *judge, const SearchIteration *done)
{
    judge->stable = done->best == judge->best ? judge->stable + 1 : 0;
    judge->previous = judge->depth > 0 ? judge->score : done->score;
    judge->best = done->best;
    judge->score = done->score;
    judge->depth = done->depth;
    judge->best_percent = done->nodes > 0 ? (int)(100 * done->best_nodes / done->nodes) : 100;
}

/* In hundredths of the share: a settled move needs less, a falling score and work spent elsewhere
 * more. */
static int64_t share_wanted(const TimeJudge *judge, const Params *p)
{
    if (!params_on(p, TECH_TIMING))
        return 100;
    int64_t settled = p->time_settled - p->time_settled_fall * clamp(judge->stable, 0, 8);
    int64_t falling = p->time_falling + clamp(judge->previous - judge->score, 0, 65);
    int64_t elsewhere = p->time_elsewhere - p->time_elsewhere_fall * judge->best_percent / 100;
    return clamp(settled * falling * elsewhere / 10000, 30, 250);
}

bool timeman_enough(const TimeBudget *budget, const TimeJudge *judge, const Params *p,
                    int64_t elapsed)
{
    if (!budget->limited || budget->fixed || judge->depth == 0)
        return false;
    /* A mate that was searched to its end does not get better. */
    if (value_is_win(judge->score) && VALUE_MATE - judge->score <= judge->depth)
        return true;
    int64_t enough = budget->soft * share_wanted(judge, p) / 100;
    if (budget->whole_seconds)
        enough = round_to_second(enough, budget->overhead);
    return elapsed >= enough;
}
