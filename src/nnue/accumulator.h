/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_NNUE_ACCUMULATOR_H
#define TENUKI_NNUE_ACCUMULATOR_H

/* Evaluating positions one move apart. A move changes two to four features, so the sums of the
 * first layer ("accumulators") are kept for every ply and brought up to date only when somebody
 * wants to know, from the last ply where they are known.
 *
 * A game numbers its features without a point of view: a piece on a square, a piece in hand. Such a
 * number is a code. What each side makes of a code stands in a table: the sides see the board from
 * their own end, and a side whose king stands in one half of the board sees it mirrored, so that
 * its king is always in the other half and half as much is to be learned. */

#include "nnue/net.h"

typedef struct {
    NetGame game;
    int inputs;
    int codes;
    int phase_max; /* all middle game */
    /* [side][whether it sees the board mirrored][code] */
    const uint16_t *index[2][2];
    /* What the hand-written evaluation says: a linear path to start learning from. */
    const int16_t *linear_start;
    int16_t tempo_start;
} NetFeatures;

/* What a net must be to be of use to the game. */
static inline NetShape net_wanted(const NetFeatures *features)
{
    return (NetShape){features->game, features->inputs, 0, 0};
}

/* What a move did to the features, kept in the state of each ply. */
typedef struct {
    uint16_t removed[2], added[2]; /* codes */
    uint8_t removals, additions;   /* none at all: a null move, or the first ply */
    uint8_t turned;                /* bit of each side that sees another half now: all is new */
    uint8_t known;                 /* bit of each side whose accumulator is up to date */
} NetChange;

/* A position as a set of features. */
typedef struct {
    uint16_t codes[NET_ACTIVE_MAX];
    int count;
    bool mirrored[2];
    Side side; /* to move */
    int phase;
} NetView;

enum { NET_CODES_MAX = 2688, NET_CODE_WORDS = NET_CODES_MAX / 64 };

/* A set of codes. */
typedef uint64_t NetCodes[NET_CODE_WORDS];

/* One accumulator a ply, beside the stack of states. Without a net there is nothing in it. */
typedef struct {
    const Net *net;
    const NetFeatures *features;
    char *slots; /* aligned; behind the last ply one more for each way of seeing the board */
    void *memory;
    int capacity;
    /* What the accumulators behind the last ply were made of: [seen mirrored][side]. When a side
     * sees another half, most of what it saw there before is still true. */
    NetCodes seen[2][2];
} NetStack;

/* Where in the stacks of a position we are: its change and how far apart two changes lie. */
typedef struct {
    NetChange *change;
    size_t stride;
    int ply;
} NetPly;

typedef struct {
    int linear, network, total; /* centipawns for the side to move; total is the score */
} NetParts;

enum { NET_SCORE_LIMIT = 20000 };

/* Takes a net, or none, and room for so many plies. What was known is lost: whoever calls this
 * clears `known` in all changes. */
void net_stack_set(NetStack *stack, const Net *net, const NetFeatures *features, int capacity);
void net_stack_free(NetStack *stack);

/* Brings the accumulators of a ply up to date as far as moves tell; returns the sides, as bits, for
 * which they do not, and which net_stack_refresh must be called for. */
unsigned net_stack_advance(NetStack *stack, NetPly now, const bool mirrored[2]);
void net_stack_refresh(NetStack *stack, NetPly now, const NetView *view, unsigned sides);
/* The score for the side to move once both sides are up to date. */
int net_stack_score(const NetStack *stack, NetPly now, Side side, int phase);

/* The same from scratch. */
NetParts net_parts(const Net *net, const NetFeatures *features, const NetView *view);

/* Starts a change: call before adding what was moved. */
static inline void net_change_clear(NetChange *change) { *change = (NetChange){0}; }

#endif
