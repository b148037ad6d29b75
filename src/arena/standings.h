/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ARENA_STANDINGS_H
#define TENUKI_ARENA_STANDINGS_H

/* Who plays whom, as a number for every game that is fixed before the first one starts, and what
 * the results so far add up to. A number that is missing is played; none is played twice. */

#include "arena/played.h"
#include "measure/elo.h"

typedef enum { SCHEDULE_ROUND_ROBIN, SCHEDULE_GAUNTLET } ScheduleKind;

typedef struct {
    int engines;
    ScheduleKind kind; /* gauntlet: the first engine against each of the others */
    int64_t games;     /* of each pairing */
} Schedule;

/* Every round plays one opening: each pairing twice, with colours swapped. */
typedef struct {
    int64_t round;
    int pairing;
    int engines[2]; /* of the pairing; engines[swapped] moves first */
    bool swapped;
} ScheduledGame;

int schedule_pairings(const Schedule *schedule);
void schedule_engines(const Schedule *schedule, int pairing, int engines[2]);
int64_t schedule_total(const Schedule *schedule);
/* `number` is from 1 to the total. */
ScheduledGame schedule_game(const Schedule *schedule, int64_t number);

typedef struct {
    Schedule schedule;
    int64_t done;
    MatchScore *pairings;       /* as the first engine of each sees it */
    int64_t (*faults)[FAULTS];  /* of each engine */
    uint8_t *results;           /* a RecordResult for each number; 0 for none */
    int64_t capacity, unplayed; /* no number below this one is missing */
} Standings;

void standings_init(Standings *standings, const Schedule *schedule);
void standings_free(Standings *standings);
bool standings_has(const Standings *standings, int64_t number);
/* False, and nothing counted, when the number is none of the schedule's or is there already. */
bool standings_add(Standings *standings, const PlayedGame *played);
/* All games of one engine, as it sees them. */
void standings_of_engine(const Standings *standings, int engine, MatchScore *score);

#endif
