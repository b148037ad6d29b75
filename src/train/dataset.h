/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TRAIN_DATASET_H
#define TENUKI_TRAIN_DATASET_H

/* Games as a trainer wants them: segments of consecutive plies, each with the features of its first
 * position and then only what every move changes. */

#include "data/gamefile.h"

enum { SEGMENT_PLIES = 16 };

typedef struct {
    uint16_t removed[2], added[2]; /* by the move that led here; not used for the first ply */
    int16_t score;                 /* for the side to move */
    uint8_t removals : 4, additions : 4;
    uint8_t side;     /* to move */
    uint8_t mirrored; /* a bit for each side */
    uint8_t phase;
    int8_t result;   /* for the side to move: 1, 0, -1 */
    uint8_t trained; /* 0: only passed through */
} TrainPly;

_Static_assert(sizeof(TrainPly) == 16, "there are many of them");

typedef struct {
    const TrainPly *plies;
    const uint16_t *codes;
    uint8_t count, code_count;
    uint8_t trained; /* how many of the plies */
} Segment;

typedef struct {
    Segment *segments;
    size_t count;
    uint64_t positions; /* that are trained on */
} SegmentList;

typedef struct {
    const NetFeatures *features;
    SegmentList training, validation; /* whole games go into one or the other */
    uint64_t games;
    double hand_loss; /* of the hand-written evaluation on the validation positions */
    uint64_t checksum;
    struct DatasetPart *parts; /* one for each file */
    int part_count;
} Dataset;

/* What a position should be worth: its score, mixed with what came of it. */
typedef struct {
    double result_share; /* of the game's result */
    double ahead; /* of what the next position should be worth, which in turn listens to the one
                     after it: later searches have seen more, and chance evens out */
    double scale; /* centipawns that are worth e to 1; 0: the 400 of the net. The smaller, the less
                     it matters how large a great advantage is */
} Targets;

static inline double targets_scale(const Targets *targets)
{
    return targets->scale > 0 ? targets->scale : NET_SCORE_SCALE;
}

/* What a score stands for, as an expected result from 0 to 1. */
double dataset_expected(int score, const Targets *targets);
/* The same, mixed with the result. */
double dataset_target(int score, int result, const Targets *targets);

/* Reads the files, several at once with threads; the order of the data does not depend on that. A
 * game written only in part at the end of a file is left out. Meanwhile `bytes` counts what of the
 * files is read; NULL for nobody. */
bool dataset_read(Dataset *set, const GameOps *game, const DataFiles *files, Targets targets,
                  int threads, _Atomic int64_t *bytes, Diag *diag);
void dataset_free(Dataset *set);

#endif
