/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_NNUE_NET_H
#define TENUKI_NNUE_NET_H

/* The trained evaluation of one game, and the file it lives in.
 *
 * A position is seen twice, once by each side, as a set of features: "a piece of mine of this type
 * stands here", "the enemy has at least three pawns in hand". Two paths lead from there to a score.
 * The linear path gives every feature a middle-game and an endgame value and adds them up, as
 * piece-square tables do. The network (Yu Nasu's NNUE, 2018, with one hidden layer) adds up a row
 * of numbers for each feature, clips and squares the sums (SCReLU) and weighs them; it learns what
 * the linear path cannot say. */

#include "base/report.h"
#include "base/text.h"

#include <stdatomic.h>

typedef enum { NET_CHESS = 1, NET_SHOGI = 2 } NetGame;

enum {
    NET_INPUT_SCALE = 255, /* 1.0 in the first layer and in what comes out of it */
    NET_OUTPUT_SCALE = 64, /* 1.0 among the output weights; nets with small ones may have 128 ... */
    NET_OUTPUT_SCALE_MAX = 1024,
    NET_SCORE_SCALE = 400, /* 1.0 of output, in centipawns */
    NET_LINEAR_SCALE = 16, /* one centipawn of the linear path */
    NET_ACTIVE_MAX = 40,   /* features of one side that can be active at once */
    NET_NEURONS_MAX = 512,
    NET_BUCKETS_MAX = 8,
    NET_NOTE_SIZE = 176,
    NET_FILE_MAX = 16 << 20,
    /* Forty rows of this size and a bias of that one fit into 16 bits. */
    NET_WEIGHT_MAX = 800,
    NET_BIAS_MAX = 767,
    NET_OUTPUT_MAX = 127, /* times 255 fits into 16 bits */
};

typedef struct {
    NetGame game;
    int inputs;  /* features of one side */
    int neurons; /* 0: the linear path alone */
    int buckets; /* sets of output weights, one for each part of the game from its end on */
} NetShape;

typedef struct Net {
    NetShape shape;
    char note[NET_NOTE_SIZE];        /* how it was made, for people: one line of plain ASCII */
    uint64_t checksum;               /* of the file; 0 before it was written or read */
    const struct NetKernels *kernel; /* NULL without neurons */
    int16_t *linear;                 /* two for each input: middle game, endgame */
    int16_t linear_bias[2];          /* for the side to move */
    int16_t *bias;                   /* one for each neuron */
    int16_t *weights;                /* a row of neurons for each input */
    int16_t *output;                 /* for each bucket: of the side to move, then of the other */
    int32_t output_bias;
    int output_scale;
    atomic_int users;
    void *memory;
} Net;

/* Whether there is code for that many neurons. */
bool net_size_exists(int neurons);

/* Which set of output weights is for this phase of a game. */
static inline int net_bucket(const NetShape *shape, int phase, int phase_max)
{
    return phase * shape->buckets / (phase_max + 1);
}

/* All weights zero, one user. */
Net *net_new(NetShape shape);
/* One user more, one less; the last one frees it. NULL is no net. */
const Net *net_share(const Net *net);
void net_release(const Net *net);

/* Weights that could overflow the arithmetic are an error. */
bool net_is_sound(const Net *net, Diag *diag);

/* NULL, with the reason, for anything that is not exactly one whole, undamaged net. `wanted` names
 * the game and its inputs; any game when NULL. */
Net *net_read(Span bytes, const NetShape *wanted, Diag *diag);
Net *net_load(const char *path, const NetShape *wanted, Diag *diag);
/* Sets the checksum. */
void net_write(Net *net, Text *bytes);

const char *net_game_name(NetGame game);

/* The checksum of nets, which are read at every start, and of all that is trained from, so it goes
 * eight bytes at a time. Each step can be undone: no change within one word goes unnoticed. */
uint64_t net_checksum(const void *bytes, size_t size, uint64_t seed);

#endif
