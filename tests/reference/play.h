/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TESTS_PLAY_H
#define TENUKI_TESTS_PLAY_H

/* One random game in which everything is checked at every ply. */

#include "base/rng.h"
#include "base/text.h"

/* What has happened, so that a run shows that it met every kind of move and of end. */
typedef enum {
    PLAY_CAPTURE,
    PLAY_PROMOTION,
    PLAY_CASTLING,
    PLAY_EN_PASSANT,
    PLAY_DROP,
    PLAY_CHECK,
    PLAY_MATE,
    PLAY_STALEMATE,
    PLAY_REPETITION,
    PLAY_PERPETUAL,
    PLAY_FIFTY,
    PLAY_DEAD,
    PLAY_PAWN_DROP_MATE,
    PLAY_EVENTS,
} PlayEvent;

typedef struct {
    Rng rng; /* of this game alone: games do not depend on each other or on threads */
    int game;
    int max_plies;
    uint32_t sample_rate; /* one position in so many goes into the sample; 0 for none */
    Rng sampler;          /* chooses them; so the games are the same with a sample and without */
    Text sample;
    Text failure; /* what differs, with the position; empty while all is well */
    uint64_t positions;
    uint64_t events[PLAY_EVENTS];
} PlayGame;

/* False at the first difference. */
bool play_chess(PlayGame *play);
bool play_shogi(PlayGame *play);
/* The same for networks alone: a walk of max_plies moves, some of them taken back. */
bool play_net_chess(PlayGame *play);
bool play_net_shogi(PlayGame *play);

static inline bool play_one_in(PlayGame *play, uint32_t n) { return rng_below(&play->rng, n) == 0; }

static inline bool play_sampled(PlayGame *play, uint32_t rate)
{
    return play->sample_rate && rng_below(&play->sampler, rate) == 0;
}

/* One game in so many has its whole record in the sample. */
enum { PLAY_RECORD_RATE = 8 };

#endif
