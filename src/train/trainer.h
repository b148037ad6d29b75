/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TRAIN_TRAINER_H
#define TENUKI_TRAIN_TRAINER_H

/* Learning from a set of games, epoch by epoch. With one thread, or with the same number of them,
 * the same data and seed give the same net, also when it was broken off and resumed. */

#include "train/dataset.h"
#include "train/model.h"
#include "train/optimise.h"

/* What decides about the outcome; all of it is kept in a checkpoint. */
typedef struct {
    uint64_t seed;
    uint64_t start_checksum; /* of the net that it began with; 0: with chance */
    int32_t neurons, buckets, epochs, batch;
    int32_t patience; /* epochs without a better validation loss */
    double rate, last_rate, decay;
    Targets targets;
} TrainSettings;

#define TRAIN_DEFAULTS                                                                             \
    ((TrainSettings){                                                                              \
        .seed = 1,                                                                                 \
        .neurons = 64,                                                                             \
        .buckets = 1,                                                                              \
        .epochs = 20,                                                                              \
        .batch = 2048,                                                                             \
        .patience = 5,                                                                             \
        .rate = 0.001,                                                                             \
        .last_rate = 0.00001,                                                                      \
        .decay = 0.2,                                                                              \
        .targets = {.ahead = 0.5},                                                                 \
    })

typedef struct {
    TrainSettings settings;
    Model model;
    Optimiser optimiser;
    int32_t epoch; /* how many are done */
    int32_t stale; /* epochs since the best one */
    double best;   /* the lowest validation loss so far */
    uint64_t data_checksum;
} Trainer;

/* What an epoch has done, or, while it runs, the part up to now. */
typedef struct {
    int epoch; /* from 1 */
    uint64_t positions, all_positions;
    double training_loss, validation_loss; /* the latter only at the end */
    double rate;
    bool best; /* the lowest validation loss so far */
} TrainReport;

typedef struct {
    void *context;
    /* After every few batches: false to break off; the epoch then counts for nothing. */
    bool (*on_progress)(void *context, const TrainReport *report);
} TrainListener;

Trainer trainer_new(const NetFeatures *features, const TrainSettings *settings);
void trainer_free(Trainer *trainer);

bool trainer_is_done(const Trainer *trainer);
/* One epoch; false when the listener broke it off. */
bool trainer_epoch(Trainer *trainer, const Dataset *set, int threads, const TrainListener *listener,
                   TrainReport *report);
/* The mean loss on the validation games. */
double trainer_validate(const Trainer *trainer, const Dataset *set, int threads, bool linear_only);

/* ---- Checkpoints ---- */

bool trainer_save(const Trainer *trainer, const char *path, Diag *diag);
/* On error nothing is made. The features say which game is wanted. */
bool trainer_load(Trainer *trainer, const NetFeatures *features, const char *path, Diag *diag);

#endif
