/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/trainer.h"

#include "base/rng.h"
#include "base/threads.h"
#include "train/gradient.h"

#include <math.h>
#include <stdlib.h>

Trainer trainer_new(const NetFeatures *features, const TrainSettings *settings)
{
    Trainer trainer = {.settings = *settings, .best = INFINITY};
    trainer.model = model_new(features, settings->neurons, settings->buckets, settings->seed);
    trainer.optimiser = optimiser_new(&trainer.model.form);
    return trainer;
}

void trainer_free(Trainer *trainer)
{
    model_free(&trainer->model);
    optimiser_free(&trainer->optimiser);
}

bool trainer_is_done(const Trainer *trainer)
{
    const TrainSettings *settings = &trainer->settings;
    return trainer->epoch >= settings->epochs
        || (settings->patience > 0 && trainer->stale >= settings->patience);
}

/* ---- Work for threads ---- */

typedef struct {
    Trainer *trainer;
    const Segment *segments;
    const uint32_t *order; /* NULL: as they stand */
    size_t from, to;
    int threads;
    bool linear_only;
    float **gradients; /* NULL: only the loss is wanted */
    double *losses;    /* by thread */
    double scale, rate;
} Job;

static void run_segments(void *context, int thread)
{
    Job *job = context;
    const Targets *targets = &job->trainer->settings.targets;
    double loss = 0;
    for (size_t i = job->from + (size_t)thread; i < job->to; i += (size_t)job->threads)
        loss += gradient_segment(&job->trainer->model,
                                 &job->segments[job->order ? job->order[i] : i], targets,
                                 job->linear_only, job->gradients ? job->gradients[thread] : NULL);
    job->losses[thread] = loss;
}

static void run_step(void *context, int thread)
{
    Job *job = context;
    Trainer *trainer = job->trainer;
    size_t count = trainer->model.form.count, threads = (size_t)job->threads;
    optimiser_step(&trainer->optimiser, &trainer->model, job->gradients, job->threads, job->scale,
                   job->rate, trainer->settings.decay, count * (size_t)thread / threads,
                   count * ((size_t)thread + 1) / threads);
}

static double sum_of(const double *losses, int threads)
{
    double sum = 0;
    for (int i = 0; i < threads; i++)
        sum += losses[i];
    return sum;
}

double trainer_validate(const Trainer *trainer, const Dataset *set, int threads, bool linear_only)
{
    double *losses = xcalloc((size_t)threads, sizeof *losses);
    Job job = {
        .trainer = (Trainer *)trainer, /* without gradients nothing is changed */
        .segments = set->validation.segments,
        .to = set->validation.count,
        .threads = threads,
        .linear_only = linear_only,
        .losses = losses,
    };
    threads_run(threads, run_segments, &job);
    double loss = sum_of(losses, threads) / (double)set->validation.positions;
    free(losses);
    return loss;
}

/* ---- An epoch ---- */

/* Every epoch has its own order, which does not depend on what came before. */
static uint32_t *shuffled(size_t count, uint64_t seed, int epoch)
{
    Rng rng = {seed};
    rng.state = rng_next(&rng) + (uint64_t)epoch;
    uint32_t *order = xmalloc(count * sizeof *order);
    for (size_t i = 0; i < count; i++) {
        size_t k = rng_below(&rng, (uint32_t)(i + 1));
        order[i] = order[k];
        order[k] = (uint32_t)i;
    }
    return order;
}

/* The rate goes down along half a wave of the cosine (Loshchilov and Hutter 2016). */
static double rate_at(const TrainSettings *settings, double done)
{
    const double PI = 3.14159265358979323846;
    double part = done / settings->epochs;
    return settings->last_rate
         + (settings->rate - settings->last_rate) * (1 + cos(PI * (part < 1 ? part : 1))) / 2;
}

static float **gradients_new(const ModelForm *form, int threads)
{
    float **gradients = xcalloc((size_t)threads, sizeof *gradients);
    for (int i = 0; i < threads; i++)
        gradients[i] = model_array(form);
    return gradients;
}

static void gradients_free(float **gradients, int threads)
{
    for (int i = 0; i < threads; i++)
        free(gradients[i]);
    free(gradients);
}

/* Takes segments up to a batch; returns how many positions that are. */
static uint64_t next_batch(Job *job, const SegmentList *list, int batch)
{
    uint64_t positions = 0;
    job->from = job->to;
    while (job->to < list->count && positions < (uint64_t)batch)
        positions += list->segments[job->order[job->to++]].trained;
    return positions;
}

static bool learn(Trainer *trainer, const Dataset *set, Job *job, const TrainListener *listener,
                  TrainReport *report)
{
    const SegmentList *list = &set->training;
    double loss = 0;
    while (job->to < list->count) {
        uint64_t positions = next_batch(job, list, trainer->settings.batch);
        double done = (double)report->positions / (double)list->positions;
        job->scale = 1.0 / (double)positions;
        job->rate = report->rate = rate_at(&trainer->settings, trainer->epoch + done);
        threads_run(job->threads, run_segments, job);
        loss += sum_of(job->losses, job->threads);
        trainer->optimiser.steps++;
        threads_run(job->threads, run_step, job);
        report->positions += positions;
        report->training_loss = loss / (double)report->positions;
        if (!listener->on_progress(listener->context, report))
            return false;
    }
    return true;
}

bool trainer_epoch(Trainer *trainer, const Dataset *set, int threads, const TrainListener *listener,
                   TrainReport *report)
{
    uint32_t *order = shuffled(set->training.count, trainer->settings.seed, trainer->epoch);
    double *losses = xcalloc((size_t)threads, sizeof *losses);
    Job job = {
        .trainer = trainer,
        .segments = set->training.segments,
        .order = order,
        .threads = threads,
        .gradients = gradients_new(&trainer->model.form, threads),
        .losses = losses,
    };
    *report = (TrainReport){.epoch = trainer->epoch + 1, .all_positions = set->training.positions};
    bool good = learn(trainer, set, &job, listener, report);
    gradients_free(job.gradients, threads);
    free(losses);
    free(order);
    if (!good)
        return false;
    trainer->epoch++;
    trainer->data_checksum = set->checksum;
    report->validation_loss = trainer_validate(trainer, set, threads, false);
    report->best = report->validation_loss < trainer->best;
    trainer->stale = report->best ? 0 : trainer->stale + 1;
    if (report->best)
        trainer->best = report->validation_loss;
    return true;
}
