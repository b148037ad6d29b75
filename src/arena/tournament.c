/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arena/tournament.h"

#include "base/threads.h"

#include <stdlib.h>

typedef struct {
    const Tournament *tournament;
    PlayerTerms terms;
    int64_t next; /* numbers below have been given out, or were there before */
    Diag *diag;
    bool failed;
    pthread_mutex_t mutex;
} Run;

/* Gives out the next missing number; 0 when there is nothing left to do. */
static int64_t take_number(Run *run)
{
    const Tournament *tournament = run->tournament;
    const Standings *standings = tournament->standings;
    int64_t total = schedule_total(&standings->schedule), number = 0;
    pthread_mutex_lock(&run->mutex);
    while (run->next <= total && standings_has(standings, run->next))
        run->next++;
    if (run->next <= total && !atomic_load(tournament->cancel)) {
        number = run->next++;
        if (tournament->listener.on_game_start)
            tournament->listener.on_game_start(tournament->listener.context, number);
    }
    pthread_mutex_unlock(&run->mutex);
    return number;
}

static bool is_decided(const Tournament *tournament)
{
    SprtState state;
    if (!tournament->sprt)
        return false;
    sprt_evaluate(tournament->sprt, &tournament->standings->pairings[0], &state);
    return state.verdict != SPRT_GOES_ON;
}

/* First on the disk, then counted, then told. What ends after the match has been decided or given
 * up is not part of it. */
static void take_game(Run *run, const PlayedGame *played)
{
    const Tournament *tournament = run->tournament;
    const TournamentListener *listener = &tournament->listener;
    pthread_mutex_lock(&run->mutex);
    if (!atomic_load(tournament->cancel)) {
        if (tournament->store
            && !store_add(tournament->store, played, tournament->terms.game, run->diag)) {
            run->failed = true;
            atomic_store(tournament->cancel, true);
        } else {
            standings_add(tournament->standings, played);
            listener->on_game_end(listener->context, played, tournament->standings);
            if (is_decided(tournament))
                atomic_store(tournament->cancel, true);
        }
    }
    pthread_mutex_unlock(&run->mutex);
}

static void play_games(void *context, int index)
{
    (void)index;
    Run *run = context;
    const Tournament *tournament = run->tournament;
    const Schedule *schedule = &tournament->standings->schedule;
    Player **players = xcalloc((size_t)schedule->engines, sizeof *players);
    int64_t number;
    while ((number = take_number(run)) > 0) {
        ScheduledGame game = schedule_game(schedule, number);
        Player *sides[2];
        for (int i = 0; i < 2; i++) {
            int engine = game.engines[i ^ game.swapped];
            if (!players[engine])
                players[engine] = player_new(&tournament->engines[engine], &run->terms);
            sides[i] = players[engine];
        }
        PlayedGame played = PLAYED_EMPTY;
        if (referee_play(&run->terms, &tournament->rules,
                         openings_get(tournament->openings, game.round), sides, &played)) {
            played.number = number;
            take_game(run, &played);
        }
        played_free(&played);
    }
    for (int i = 0; i < schedule->engines; i++)
        player_free(players[i]);
    free(players);
}

bool tournament_run(const Tournament *tournament, Diag *diag)
{
    int64_t left = schedule_total(&tournament->standings->schedule) - tournament->standings->done;
    int threads = left < tournament->concurrency ? (int)left : tournament->concurrency;
    Run run = {
        .tournament = tournament,
        .terms = tournament->terms,
        .next = tournament->standings->unplayed,
        .diag = diag,
    };
    run.terms.cancel = tournament->cancel;
    if (threads < 1 || is_decided(tournament))
        return true;
    pthread_mutex_init(&run.mutex, NULL);
    threads_run(threads, play_games, &run);
    pthread_mutex_destroy(&run.mutex);
    return !run.failed;
}
