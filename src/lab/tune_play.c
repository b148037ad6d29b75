/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/tune.h"

#include "arena/pair.h"
#include "base/threads.h"

#include <stdlib.h>

/* Games that are decided end early: nothing is learned from their last moves. */
static const RefereeRules rules = {
    .resign = {.moves = 4, .score = 800, .both = true},
    .draw = {.from = 40, .moves = 8, .score = 8},
    .max_moves = 200,
    .hang_ms = REFEREE_HANG_MS,
};

struct TunePlayers {
    const Tune *tune;
    ArenaPair **pairs; /* one for each thread */
    int concurrency;
    /* Of the present iteration. */
    ParamSet plus, minus;
    int64_t first; /* number of its first pair in the whole tuning */
    atomic_int next;
    int *won; /* by pair: of each, wins and losses of the plus side */
    int *lost;
};

TunePlayers *tune_players_new(const Tune *tune, int concurrency)
{
    const GameRules game_rules = {0};
    TunePlayers *players = xcalloc(1, sizeof *players);
    players->tune = tune;
    players->concurrency = concurrency < tune->pairs ? concurrency : (int)tune->pairs;
    players->pairs = xcalloc((size_t)players->concurrency, sizeof *players->pairs);
    for (int i = 0; i < players->concurrency; i++)
        players->pairs[i] = pair_new(tune->game, (size_t)tune->hash, &rules, &game_rules, NULL);
    players->won = xcalloc((size_t)tune->pairs, sizeof *players->won);
    players->lost = xcalloc((size_t)tune->pairs, sizeof *players->lost);
    return players;
}

void tune_players_free(TunePlayers *players)
{
    for (int i = 0; i < players->concurrency; i++)
        pair_free(players->pairs[i]);
    free(players->pairs);
    free(players->won);
    free(players->lost);
    free(players);
}

/* A push may set rows against each other; the nearest values that go together are played. */
static void fill_set(const Tune *tune, const int *values, ParamSet *set)
{
    Diag diag;
    diag_clear(&diag);
    *set = tune->base;
    set->mode = PARAM_LENIENT;
    for (int i = 0; i < tune->spsa.count; i++)
        params_put(&set->values, tune->spsa.rows[i].row, values[i]);
    if (!param_set_settle(set, &diag))
        BUG("parameters that cannot be mended: %s", diag.error);
}

static void play_some(void *context, int index)
{
    TunePlayers *players = context;
    const Tune *tune = players->tune;
    for (int i; (i = atomic_fetch_add(&players->next, 1)) < tune->pairs;) {
        PairResult result;
        const char *opening = openings_get(&tune->openings, players->first + i);
        if (!pair_play(players->pairs[index], &players->plus, &players->minus, &tune->limits,
                       opening, &result))
            BUG("a pair was cancelled by nobody");
        players->won[i] = (result.points[0] == 2) + (result.points[1] == 2);
        players->lost[i] = (result.points[0] == 0) + (result.points[1] == 0);
        pair_result_free(&result);
    }
}

void tune_play(TunePlayers *players, const SpsaTrial *trial, SpsaScore *score)
{
    int pairs = (int)players->tune->pairs;
    fill_set(players->tune, trial->plus, &players->plus);
    fill_set(players->tune, trial->minus, &players->minus);
    players->first = (trial->iteration - 1) * pairs;
    atomic_store(&players->next, 0);
    threads_run(players->concurrency, play_some, players);
    *score = (SpsaScore){0};
    for (int i = 0; i < pairs; i++) {
        score->wins += players->won[i];
        score->losses += players->lost[i];
    }
    score->draws = 2 * pairs - score->wins - score->losses;
}
