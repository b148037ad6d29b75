/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ARENA_TOURNAMENT_H
#define TENUKI_ARENA_TOURNAMENT_H

/* Many games at once, in threads that take the next number that is missing. */

#include "arena/openings.h"
#include "arena/referee.h"
#include "arena/standings.h"
#include "arena/store.h"
#include "measure/sprt.h"

/* Called by one thread at a time. */
typedef struct {
    void *context;
    /* A game begins; may be NULL. */
    void (*on_game_start)(void *context, int64_t number);
    /* A game is over, on the disk if there is a store, and counted. */
    void (*on_game_end)(void *context, const PlayedGame *played, const Standings *standings);
} TournamentListener;

typedef struct {
    PlayerTerms terms; /* its cancel is set here */
    RefereeRules rules;
    const EngineSpec *engines;
    const Openings *openings;
    int concurrency;
    const SprtRules *sprt; /* NULL for none; for two engines */
    Store *store;          /* NULL for none */
    Standings *standings;  /* what has been played before counts */
    TournamentListener listener;
    atomic_bool *cancel; /* set it to give up the running games and return; set when a test is
                            decided, too */
} Tournament;

/* Returns when all games are played, a test is decided or `cancel` is set. False, with the error,
 * when a game could not be stored. */
bool tournament_run(const Tournament *tournament, Diag *diag);

#endif
