/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_DATA_GENERATE_H
#define TENUKI_DATA_GENERATE_H

/* A run of self-play into a directory. Games are written in the order of their numbers, from 1, so
 * that at any moment the files hold the first so many games of the run: the same bytes whatever
 * the number of threads and however often it was stopped. Stopping loses the games under way. */

#include "data/selfplay.h"
#include "data/summary.h"

typedef struct {
    DataSummary summary; /* of all games of the run, old and new */
    int64_t old_games;   /* that were there before */
    int64_t old_positions;
    SelfplayWork work;
} GenerateState;

typedef struct {
    const SelfplaySettings *settings;
    const char *directory; /* made if it is not there */
    int threads;
    int64_t games; /* of the whole run; 0 for no limit */
    int64_t deadline_ns;
    int64_t games_per_file;
    atomic_bool *stop; /* set by whoever wants an end, also by the run itself on an error */
    void *context;
    /* After each game that was written, and once before the first: never by two threads at once. */
    void (*on_game)(void *context, const GenerateState *state);
} GenerateRun;

/* Begins a run or goes on with it. False, with the reason, when the directory holds something else
 * or cannot be written; games that were written stay. Free the state's summary in any case. */
bool generate_run(const GenerateRun *run, GenerateState *state, Diag *diag);

#endif
