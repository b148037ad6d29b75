/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_DATA_SUMMARY_H
#define TENUKI_DATA_SUMMARY_H

/* What games hold, counted. */

#include "data/gamefile.h"
#include "data/keys.h"

enum {
    SUMMARY_SCORES = 13,  /* bands of scores */
    SUMMARY_LENGTHS = 10, /* bands of lengths */
    SUMMARY_LENGTH_BAND = 40,
};

typedef struct {
    const GameOps *game;
    GamePosition *pos;
    KeySet keys; /* of the trainable positions */
    int64_t games, positions, scored, quiet;
    int64_t in_check, noisy,
        decided;                    /* scored, and left out for this reason, the first that fits */
    int64_t results[3];             /* the first side lost, drew, won */
    int64_t phases[STATS_PHASES];   /* of the trainable positions */
    int64_t scores[SUMMARY_SCORES]; /* of the trainable positions, from the side to move */
    int64_t lengths[SUMMARY_LENGTHS];
    int shortest, longest; /* games, in plies */
    double score_sum, score_squares;
} DataSummary;

void summary_init(DataSummary *summary, const GameOps *game);
void summary_free(DataSummary *summary);
/* The game must be one that was read or played: its moves are legal. Flags are found out anew. */
void summary_add(DataSummary *summary, const DataGame *game);

/* The band goes from here (included) to the next; the first begins at minus infinity. */
int summary_band_from(int band);

#endif
