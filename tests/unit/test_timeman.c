/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long to think: sums, no clocks. */

#include "engine/timeman.h"

#include <criterion/criterion.h>

static const TimeSaid NOTHING = {-1, -1, -1, -1, -1};
static const TimeOptions PLAIN = {.overhead = 10};

static const Params *defaults(void)
{
    static ParamSet set;
    param_set_init(&set, PARAM_CHESS);
    return &set.values;
}

static TimeBudget plan(TimeSaid said) { return timeman_plan(&said, &PLAIN, defaults(), 0); }

static TimeSaid with_clock(int64_t time, int64_t increment, int64_t byoyomi, int moves)
{
    TimeSaid said = NOTHING;
    said.time = time;
    said.increment = increment;
    said.byoyomi = byoyomi;
    said.moves_to_go = moves;
    return said;
}

Test(timeman, no_clock_no_limit) { cr_assert(!plan(NOTHING).limited); }

Test(timeman, move_time_is_used_up_but_for_the_reserve)
{
    TimeSaid said = NOTHING;
    said.move_time = 100;
    TimeBudget budget = plan(said);
    cr_assert(budget.limited && budget.fixed);
    cr_assert_eq(budget.hard, 90);
    said.move_time = 0;
    cr_assert_eq(plan(said).hard, 1);
}

Test(timeman, of_two_limits_the_shorter_one)
{
    TimeSaid said = {
        .time = 60000, .increment = 0, .byoyomi = -1, .move_time = 50, .moves_to_go = -1};
    cr_assert_eq(plan(said).hard, 40);
    said.move_time = 100000;
    cr_assert_leq(plan(said).hard, 12000);
}

Test(timeman, clocks_that_are_out_mean_at_once)
{
    cr_assert_leq(plan(with_clock(0, -1, -1, -1)).hard, 1);
    cr_assert_leq(plan(with_clock(0, 0, 0, -1)).hard, 1);
    cr_assert_leq(plan(with_clock(1, 0, -1, -1)).hard, 1);
    cr_assert_leq(plan(with_clock(0, -1, 1, -1)).hard, 1);
}

Test(timeman, byoyomi_alone_is_used_up)
{
    TimeBudget budget = plan(with_clock(0, -1, 1000, -1));
    cr_assert(budget.fixed);
    cr_assert_eq(budget.hard, 990);
    /* And so is a last bit of clock before it. */
    cr_assert_eq(plan(with_clock(100, -1, 1000, -1)).hard, 1090);
}

Test(timeman, never_more_than_there_is)
{
    static const int64_t times[] = {1, 5, 10, 11, 20, 50, 100, 1000, 60000, 3600000, INT64_MAX / 4};
    static const int64_t extras[] = {-1, 0, 1, 10, 100, 5000};
    static const int moves[] = {-1, 1, 2, 5, 40, 1000};
    for (size_t t = 0; t < COUNT_OF(times); t++)
        for (size_t i = 0; i < COUNT_OF(extras); i++)
            for (size_t b = 0; b < COUNT_OF(extras); b++)
                for (size_t m = 0; m < COUNT_OF(moves); m++)
                    for (int whole = 0; whole < 2; whole++) {
                        TimeOptions options = {.overhead = 10, .whole_seconds = whole};
                        TimeSaid said = with_clock(times[t], extras[i], extras[b], moves[m]);
                        TimeBudget budget = timeman_plan(&said, &options, defaults(), 30);
                        int64_t there = times[t] + (extras[b] > 0 ? extras[b] : 0);
                        cr_assert(budget.limited && budget.soft >= 1);
                        cr_assert_leq(budget.soft, budget.hard);
                        cr_assert(budget.hard <= there - 10 || budget.hard == 1);
                    }
}

/* A game with every move at its hard limit, and every answer late by what the reserve is for. */
Test(timeman, the_worst_game_is_not_lost_on_time)
{
    static const int64_t increments[] = {0, 5, 10, 100};
    for (size_t i = 0; i < COUNT_OF(increments); i++) {
        int64_t clock = 1000;
        for (int move = 0; move < 300; move++) {
            int64_t late = increments[i] > 0 ? 3 : 0;
            TimeBudget budget = timeman_plan(&(TimeSaid){clock, increments[i], -1, -1, -1}, &PLAIN,
                                             defaults(), 2 * move);
            clock -= budget.hard + late;
            cr_assert(clock > 0 || increments[i] == 0, "increment %d, move %d", (int)increments[i],
                      move);
            if (clock <= 1)
                break;
            clock += increments[i];
        }
    }
}

Test(timeman, whole_seconds_are_filled)
{
    TimeOptions options = {.overhead = 100, .whole_seconds = true};
    TimeSaid said = with_clock(60000, 0, -1, -1);
    TimeBudget budget = timeman_plan(&said, &options, defaults(), 0);
    cr_assert_eq((budget.hard + 100) % 1000, 0);
    /* Whatever the search says about the move, it ends with a second. */
    for (int stable = 0; stable < 9; stable++) {
        TimeJudge judge = {.best = 1, .depth = 9, .stable = stable, .best_percent = 60};
        int64_t elapsed = 0;
        while (!timeman_enough(&budget, &judge, defaults(), elapsed))
            elapsed++;
        cr_assert_eq((elapsed + 100) % 1000, 0, "%d: %d", stable, (int)elapsed);
    }
}

Test(timeman, more_moves_to_go_less_time)
{
    int64_t few = plan(with_clock(60000, 0, -1, 2)).soft;
    int64_t some = plan(with_clock(60000, 0, -1, 10)).soft;
    int64_t many = plan(with_clock(60000, 0, -1, 40)).soft;
    cr_assert(few > some && some > many);
    cr_assert_eq(plan(with_clock(300, 0, -1, 1)).hard, 290);
}

/* Iterations with the same or changing moves and scores. */
static bool enough_after(int64_t elapsed, bool settled, int fall, uint64_t best_share)
{
    TimeBudget budget = {.limited = true, .soft = 1000, .hard = 4000};
    TimeJudge judge = {0};
    for (int depth = 1; depth <= 12; depth++)
        timeman_note(&judge, &(SearchIteration){
                                 .depth = depth,
                                 .score = depth == 12 ? -fall : 0,
                                 .best = (GameMove)(settled ? 1 : depth),
                                 .nodes = 100,
                                 .best_nodes = best_share,
                             });
    return timeman_enough(&budget, &judge, defaults(), elapsed);
}

Test(timeman, trouble_takes_longer)
{
    cr_assert(enough_after(600, true, 0, 90));
    cr_assert(!enough_after(600, false, 0, 90));
    cr_assert(!enough_after(600, true, 60, 90));
    cr_assert(!enough_after(600, true, 0, 20));
    cr_assert(enough_after(2500, false, 60, 10));
}

Test(timeman, a_proved_mate_is_enough)
{
    TimeBudget budget = {.limited = true, .soft = 1000, .hard = 4000};
    TimeJudge judge = {0};
    timeman_note(&judge, &(SearchIteration){.depth = 6, .score = VALUE_MATE - 5, .best = 1});
    cr_assert(timeman_enough(&budget, &judge, defaults(), 1));
    budget.fixed = true;
    cr_assert(!timeman_enough(&budget, &judge, defaults(), 1));
}
