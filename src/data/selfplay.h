/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_DATA_SELFPLAY_H
#define TENUKI_DATA_SELFPLAY_H

/* Games of the search against itself, for training. A game is determined by the settings, the seed
 * and its number alone: whatever was played before, by however many threads, is forgotten. */

#include "data/gamefile.h"

typedef struct {
    const GameOps *game;
    Params params;
    uint64_t seed;
    int64_t nodes;              /* after these the iteration is finished */
    int64_t hard_nodes;         /* after these it is broken off */
    int random_plies;           /* so many or one more, so that either side may be to move */
    int opening_score;          /* a start that the search finds further from even is thrown away */
    int win_score, win_plies;   /* adjudication: so much for so many plies in a row */
    int draw_score, draw_plies; /* the same for draws; 0 plies: none are given */
    int draw_from;              /* plies of the game before which none are given */
    int max_plies;              /* then it is a draw */
    size_t table_mib;
    char *const *openings; /* to choose from; none: the start position */
    int opening_count;
} SelfplaySettings;

/* What has proved itself for a game; the seed is 1, the parameters are the defaults. */
void selfplay_defaults(const GameOps *game, SelfplaySettings *settings);

/* All that decides what is played, as lines "key = value". The last one is a fingerprint of the
 * search: the nodes of a few fixed ones, which change with its code, its evaluation and its
 * parameters.
 */
void selfplay_describe(const SelfplaySettings *settings, Text *text);

/* One thread's player. */
typedef struct Selfplay Selfplay;

/* `settings` and `stop` stay valid. `deadline_ns` of clock_now_ns, 0 for none. NULL, with the
 * reason, when there is no memory for the table. */
Selfplay *selfplay_new(const SelfplaySettings *settings, const atomic_bool *stop,
                       int64_t deadline_ns, Diag *diag);
void selfplay_free(Selfplay *player);

typedef enum {
    SELFPLAY_PLAYED,
    SELFPLAY_STOPPED,  /* the game is not over and must be thrown away */
    SELFPLAY_NO_START, /* no start is even enough */
} SelfplayEnd;

/* The plies belong to the player and are good until the next game. */
SelfplayEnd selfplay_game(Selfplay *player, uint32_t number, DataGame *game);

/* Since the player is there. */
typedef struct {
    uint64_t nodes;
    int64_t searches;
    int64_t rejected; /* starts */
    uint64_t faults;  /* techniques that failed an internal check */
} SelfplayWork;

const SelfplayWork *selfplay_work(const Selfplay *player);

#endif
