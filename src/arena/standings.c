/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arena/standings.h"

#include <stdlib.h>
#include <string.h>

/* ---- The schedule ---- */

int schedule_pairings(const Schedule *schedule)
{
    int n = schedule->engines;
    return schedule->kind == SCHEDULE_GAUNTLET ? n - 1 : n * (n - 1) / 2;
}

void schedule_engines(const Schedule *schedule, int pairing, int engines[2])
{
    int first = 0, rest = schedule->engines - 1;
    while (schedule->kind == SCHEDULE_ROUND_ROBIN && pairing >= rest) {
        pairing -= rest;
        first++;
        rest--;
    }
    engines[0] = first;
    engines[1] = first + 1 + pairing;
}

int64_t schedule_total(const Schedule *schedule)
{
    return schedule->games * schedule_pairings(schedule);
}

ScheduledGame schedule_game(const Schedule *schedule, int64_t number)
{
    int pairings = schedule_pairings(schedule);
    int64_t index = number - 1, paired = schedule->games / 2 * 2 * pairings;
    ScheduledGame game;
    if (index < paired) {
        game.round = index / 2 / pairings;
        game.pairing = (int)(index / 2 % pairings);
        game.swapped = index % 2 != 0;
    } else {
        game.round = schedule->games / 2;
        game.pairing = (int)(index - paired);
        game.swapped = false;
    }
    schedule_engines(schedule, game.pairing, game.engines);
    return game;
}

/* ---- Results ---- */

void standings_init(Standings *standings, const Schedule *schedule)
{
    *standings = (Standings){.schedule = *schedule, .unplayed = 1};
    standings->pairings = xcalloc((size_t)schedule_pairings(schedule), sizeof *standings->pairings);
    standings->faults = xcalloc((size_t)schedule->engines, sizeof *standings->faults);
}

void standings_free(Standings *standings)
{
    free(standings->pairings);
    free(standings->faults);
    free(standings->results);
    *standings = (Standings){0};
}

static RecordResult result_of(const Standings *standings, int64_t number)
{
    return number < standings->capacity ? (RecordResult)standings->results[number] : RECORD_UNKNOWN;
}

bool standings_has(const Standings *standings, int64_t number)
{
    return result_of(standings, number) != RECORD_UNKNOWN;
}

static void reserve(Standings *standings, int64_t number)
{
    if (number < standings->capacity)
        return;
    int64_t capacity = standings->capacity ? standings->capacity : 256;
    while (capacity <= number)
        capacity *= 2;
    standings->results = xrealloc(standings->results, (size_t)capacity);
    memset(standings->results + standings->capacity, 0, (size_t)(capacity - standings->capacity));
    standings->capacity = capacity;
}

/* Points of the pairing's first engine. */
static int points_of(const Standings *standings, int64_t number, bool swapped)
{
    int points = played_points(result_of(standings, number));
    return swapped ? 2 - points : points;
}

bool standings_add(Standings *standings, const PlayedGame *played)
{
    int64_t number = played->number;
    if (number < 1 || number > schedule_total(&standings->schedule)
        || played->result == RECORD_UNKNOWN || standings_has(standings, number))
        return false;
    reserve(standings, number);
    standings->results[number] = (uint8_t)played->result;
    standings->done++;
    while (standings_has(standings, standings->unplayed))
        standings->unplayed++;
    ScheduledGame game = schedule_game(&standings->schedule, number);
    MatchScore *score = &standings->pairings[game.pairing];
    int points = points_of(standings, number, game.swapped);
    score->wins += points == 2;
    score->draws += points == 1;
    score->losses += points == 0;
    /* Both games of an opening stand side by side. */
    int64_t partner = number + (game.swapped ? -1 : 1);
    int64_t paired = standings->schedule.games / 2 * 2 * schedule_pairings(&standings->schedule);
    if (partner <= paired && number <= paired && standings_has(standings, partner))
        score->pairs[points + points_of(standings, partner, !game.swapped)]++;
    if (played->fault != FAULT_NONE) {
        bool first_mover = played->at_fault == FIRST;
        standings->faults[game.engines[first_mover == game.swapped]][played->fault]++;
    }
    return true;
}

static void add_score(MatchScore *sum, const MatchScore *score, bool turned)
{
    sum->wins += turned ? score->losses : score->wins;
    sum->draws += score->draws;
    sum->losses += turned ? score->wins : score->losses;
    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        sum->pairs[i] += score->pairs[turned ? MATCH_PAIR_KINDS - 1 - i : i];
}

void standings_of_engine(const Standings *standings, int engine, MatchScore *score)
{
    *score = (MatchScore){0};
    for (int i = 0; i < schedule_pairings(&standings->schedule); i++) {
        int engines[2];
        schedule_engines(&standings->schedule, i, engines);
        if (engines[0] == engine || engines[1] == engine)
            add_score(score, &standings->pairings[i], engines[1] == engine);
    }
}
