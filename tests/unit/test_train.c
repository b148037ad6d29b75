/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The trainer: its shortcuts against brute force, and what a training must keep. */

#include "scratch.h"

#include "base/rng.h"
#include "engine/games.h"
#include "train/gradient.h"
#include "train/trainer.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 60, PLIES = 70, CHECKED = 7 }; /* game 7 of every 20 is for checking */

static char path[SCRATCH_PATH];

static void set_up(void)
{
    games_init();
    scratch_path(path, "train");
}
static void tear_down(void) { unlink(path); }

TestSuite(train, .init = set_up, .fini = tear_down);

/* Random games; the score is what the hand-written evaluation says and some more for the side whose
 * king has gone forward, which a linear path can learn in part. */
static void write_games(const GameOps *game)
{
    Diag diag;
    diag_clear(&diag);
    DataWriter *writer = data_create(path, game, "command = test\n", &diag);
    cr_assert(writer, "%s", diag.error);
    DataPly *plies = xcalloc(PLIES, sizeof *plies);
    for (int number = 0; number < GAMES; number++) {
        Rng rng = {(uint64_t)number};
        GamePosition *pos = game->create();
        DataGame record = {.result = number % 3 - 1, .plies = plies};
        snprintf(record.start, sizeof record.start, "%s", game->start);
        while (record.count < PLIES) {
            GameMove list[GAME_LIST_SIZE];
            int moves = game->legal_moves(pos, list);
            if (moves == 0)
                break;
            int more = game->phase(pos) * 40 + (int)rng_below(&rng, 20);
            plies[record.count++] = (DataPly){
                .move = list[rng_below(&rng, (uint32_t)moves)],
                .score = (int16_t)(game->evaluate(pos, NULL) + more),
            };
            game->make(pos, plies[record.count - 1].move);
        }
        cr_assert(data_write(writer, (uint32_t)number + 1, &record, &diag), "%s", diag.error);
        game->destroy(pos);
    }
    free(plies);
    cr_assert(data_finish(writer, &diag), "%s", diag.error);
}

static Dataset read_games(const GameOps *game, Targets targets)
{
    Diag diag;
    DataFiles files = DATA_FILES_EMPTY;
    Dataset set;
    diag_clear(&diag);
    write_games(game);
    cr_assert(data_files_add(&files, path, &diag), "%s", diag.error);
    cr_assert(dataset_read(&set, game, &files, targets, 1, NULL, &diag), "%s", diag.error);
    data_files_free(&files);
    return set;
}

/* ---- Brute force ---- */

/* The loss of a segment in double precision, every position from scratch. */
static double slow_loss(const Model *model, const double *values, const Segment *segment,
                        const Targets *targets)
{
    const ModelForm *form = &model->form;
    size_t n = (size_t)form->shape.neurons;
    uint16_t codes[NET_ACTIVE_MAX];
    int count = segment->code_count;
    double loss = 0;
    memcpy(codes, segment->codes, (size_t)count * sizeof *codes);
    for (int p = 0; p < segment->count; p++) {
        const TrainPly *ply = &segment->plies[p];
        for (int i = 0; p > 0 && i < ply->removals; i++)
            for (int k = 0; k < count; k++)
                if (codes[k] == ply->removed[i]) {
                    codes[k] = codes[--count];
                    break;
                }
        for (int i = 0; p > 0 && i < ply->additions; i++)
            codes[count++] = ply->added[i];
        if (!ply->trained)
            continue;
        double mg = (double)ply->phase / model->features->phase_max;
        double sum = values[form->linear_bias] * mg + values[form->linear_bias + 1] * (1 - mg)
                   + (n > 0 ? values[form->output_bias] : 0);
        for (int side = 0; side < 2; side++) {
            const uint16_t *index = model->features->index[side][ply->mirrored >> side & 1];
            double sign = side == ply->side ? 1 : -1;
            for (int i = 0; i < count; i++) {
                size_t row = form->linear + 2 * (size_t)index[codes[i]];
                sum += sign * (values[row] * mg + values[row + 1] * (1 - mg));
            }
            for (size_t neuron = 0; neuron < n; neuron++) {
                double a = values[form->bias + neuron];
                for (int i = 0; i < count; i++)
                    a += values[form->weights + index[codes[i]] * n + neuron];
                a = a < 0 ? 0 : a > 1 ? 1 : a;
                size_t bucket = (size_t)(ply->phase * form->shape.buckets)
                              / ((size_t)model->features->phase_max + 1);
                size_t row = form->output + (2 * bucket + (side != ply->side)) * n;
                sum += a * a * values[row + neuron];
            }
        }
        double expected = 1 / (1 + exp(-sum * NET_SCORE_SCALE / targets_scale(targets)));
        double miss = expected - dataset_target(ply->score, ply->result, targets);
        loss += miss * miss;
    }
    return loss;
}

/* Weights that use the whole range, so that neurons are off, on and clipped. */
static Model lively_model(const NetFeatures *features, int neurons, int buckets)
{
    Model model = model_new(features, neurons, buckets, 3);
    Rng rng = {17};
    for (size_t i = model.form.output; i < model.form.linear; i++)
        model.values[i] = (float)((int)rng_below(&rng, 2001) - 1000) / 1000;
    return model;
}

static const Segment *segment_with_turn(const Dataset *set)
{
    for (size_t i = 0; i < set->training.count; i++) {
        const Segment *segment = &set->training.segments[i];
        for (int p = 1; p < segment->count; p++)
            if (segment->plies[p].mirrored != segment->plies[0].mirrored)
                return segment;
    }
    return NULL;
}

static void check_gradient(const Model *model, const Segment *segment, const Targets *targets)
{
    const ModelForm *form = &model->form;
    float *gradient = model_array(form);
    double *values = xmalloc(form->count * sizeof *values), largest = 0;
    for (size_t i = 0; i < form->count; i++)
        values[i] = (double)model->values[i];
    double loss = gradient_segment(model, segment, targets, false, gradient);
    cr_assert_float_eq(loss, slow_loss(model, values, segment, targets), 1e-5);
    for (size_t i = 0; i < form->count; i++)
        largest = fmax(largest, fabs((double)gradient[i]));
    Rng rng = {23};
    for (int i = 0; i < 400; i++) {
        const double STEP = 1e-5;
        size_t at;
        do { /* of those that matter, and some that do not */
            at = rng_below(&rng, (uint32_t)form->count);
        } while (gradient[at] == 0 && rng_below(&rng, 10));
        if (i < 8)
            at = form->count - 1 - (size_t)i;
        double kept = values[at];
        values[at] = kept + STEP;
        double up = slow_loss(model, values, segment, targets);
        values[at] = kept - STEP;
        double down = slow_loss(model, values, segment, targets);
        values[at] = kept;
        double slope = (up - down) / (2 * STEP);
        cr_assert(fabs(slope - (double)gradient[at]) <= 1e-4 * largest + 1e-6,
                  "number %zu: %.8f, by brute force %.8f", at, (double)gradient[at], slope);
    }
    free(values);
    free(gradient);
}

static void check_gradients(const GameOps *game, int neurons, int buckets, double scale)
{
    const Targets targets = {.result_share = 0.3, .scale = scale};
    Dataset set = read_games(game, targets);
    Model model = lively_model(game->features, neurons, buckets);
    const Segment *turned = segment_with_turn(&set);
    cr_assert(turned, "no king crosses the middle");
    check_gradient(&model, turned, &targets);
    check_gradient(&model, &set.training.segments[3], &targets);
    model_free(&model);
    dataset_free(&set);
}

Test(train, gradients_in_chess) { check_gradients(&chess_ops, 64, 1, 0); }
Test(train, gradients_in_shogi) { check_gradients(&shogi_ops, 64, 1, 0); }
Test(train, gradients_by_bucket) { check_gradients(&chess_ops, 64, 8, 0); }
Test(train, gradients_without_neurons) { check_gradients(&chess_ops, 0, 1, 0); }
Test(train, gradients_at_another_scale) { check_gradients(&chess_ops, 64, 1, 150); }

/* ---- Data ---- */

/* Features followed along a segment are those of the position that is reached. */
Test(train, segments_are_the_games)
{
    Diag diag;
    diag_clear(&diag);
    Dataset set = read_games(&shogi_ops, (Targets){0});
    size_t next[2] = {0, 0};
    uint64_t positions = 0;
    DataReader *reader = data_open(path, &diag);
    DataGame record;
    GamePosition *pos = shogi_ops.create();
    while (data_next(reader, &record, &diag)) {
        int list = data_number(reader) % 20 == CHECKED;
        const SegmentList *segments = list ? &set.validation : &set.training;
        int at = 0;
        cr_assert(shogi_ops.set(pos, span_of(record.start), &diag));
        for (int i = 0; i < record.count; i++) {
            bool quiet = record.plies[i].flags & DATA_QUIET;
            const Segment *segment = &segments->segments[next[list]];
            if (quiet || at > 0) {
                const TrainPly *ply = &segment->plies[at];
                cr_assert_eq(ply->trained, quiet);
                cr_assert_eq(ply->score, record.plies[i].score);
                cr_assert_eq(ply->side, (int)shogi_ops.side_to_move(pos));
                cr_assert_eq(ply->result, ply->side == FIRST ? record.result : -record.result);
                positions += quiet;
                if (++at == segment->count) {
                    at = 0;
                    next[list]++;
                }
            }
            shogi_ops.make(pos, record.plies[i].move);
        }
        cr_assert_eq(at, 0);
    }
    cr_assert_eq(next[0], set.training.count);
    cr_assert_eq(next[1], set.validation.count);
    cr_assert_eq(positions, set.training.positions + set.validation.positions);
    shogi_ops.destroy(pos);
    data_close(reader);
    dataset_free(&set);
}

/* ---- Learning ---- */

static bool go_on(void *context, const TrainReport *report)
{
    return (void)context, (void)report, true;
}
static const TrainListener listener = {NULL, go_on};

static TrainSettings settings(int neurons)
{
    TrainSettings s = TRAIN_DEFAULTS;
    s.neurons = neurons;
    s.epochs = 6;
    s.batch = 128;
    return s;
}

static void train(Trainer *trainer, const Dataset *set, int epochs, int threads)
{
    TrainReport report;
    for (int i = 0; i < epochs; i++)
        cr_assert(trainer_epoch(trainer, set, threads, &listener, &report));
}

static bool same_values(const Trainer *a, const Trainer *b)
{
    size_t size = a->model.form.count * sizeof(float);
    return memcmp(a->model.values, b->model.values, size) == 0;
}

Test(train, the_loss_goes_down)
{
    for (int neurons = 0; neurons <= 64; neurons += 64) {
        Dataset set = read_games(&chess_ops, (Targets){0});
        TrainSettings s = settings(neurons);
        Trainer trainer = trainer_new(set.features, &s);
        double before = trainer_validate(&trainer, &set, 1, true);
        train(&trainer, &set, 6, 1);
        cr_assert_lt(trainer.best, 0.8 * before, "%d neurons: %f, before %f", neurons, trainer.best,
                     before);
        trainer_free(&trainer);
        dataset_free(&set);
        unlink(path);
    }
}

Test(train, the_same_seed_gives_the_same_net_and_another_does_not)
{
    Dataset set = read_games(&shogi_ops, (Targets){.result_share = 0.1});
    TrainSettings s = settings(64), other = s;
    other.seed++;
    Trainer a = trainer_new(set.features, &s), b = trainer_new(set.features, &s),
            c = trainer_new(set.features, &other);
    train(&a, &set, 2, 1);
    train(&b, &set, 2, 1);
    train(&c, &set, 2, 1);
    cr_assert(same_values(&a, &b));
    cr_assert_not(same_values(&a, &c));
    trainer_free(&a);
    trainer_free(&b);
    trainer_free(&c);
    dataset_free(&set);
}

Test(train, threads_change_the_rounding_only)
{
    Dataset set = read_games(&chess_ops, (Targets){0});
    TrainSettings s = settings(64);
    Trainer one = trainer_new(set.features, &s), three = trainer_new(set.features, &s);
    train(&one, &set, 2, 1);
    train(&three, &set, 2, 3);
    cr_assert_float_eq(one.best, three.best, 1e-4);
    trainer_free(&one);
    trainer_free(&three);
    dataset_free(&set);
}

Test(train, a_resumed_training_ends_where_the_other_does)
{
    Diag diag;
    diag_clear(&diag);
    Dataset set = read_games(&chess_ops, (Targets){0});
    TrainSettings s = settings(64);
    Trainer whole = trainer_new(set.features, &s), part = trainer_new(set.features, &s), rest;
    train(&whole, &set, 3, 1);
    train(&part, &set, 1, 1);
    cr_assert(trainer_save(&part, path, &diag), "%s", diag.error);
    cr_assert(trainer_load(&rest, set.features, path, &diag), "%s", diag.error);
    cr_assert_eq(rest.data_checksum, set.checksum);
    train(&rest, &set, 2, 1);
    cr_assert(same_values(&whole, &rest));
    cr_assert_eq(whole.best, rest.best);
    cr_assert_not(trainer_load(&part, shogi_ops.features, path, &diag));
    trainer_free(&whole);
    trainer_free(&part);
    trainer_free(&rest);
    dataset_free(&set);
}

Test(train, a_damaged_checkpoint_is_refused)
{
    Diag diag;
    diag_clear(&diag);
    TrainSettings s = settings(0);
    Trainer trainer = trainer_new(chess_ops.features, &s), other;
    cr_assert(trainer_save(&trainer, path, &diag));
    FILE *file = fopen(path, "r+b");
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    for (long at = 0; at < size; at += at < 300 ? 1 : 97) {
        fseek(file, at, SEEK_SET);
        int byte = fgetc(file);
        fseek(file, at, SEEK_SET);
        fputc(byte ^ 4, file);
        fflush(file);
        diag_clear(&diag);
        cr_assert_not(trainer_load(&other, chess_ops.features, path, &diag), "byte %ld", at);
        cr_assert_neq(diag.error[0], '\0');
        fseek(file, at, SEEK_SET);
        fputc(byte, file);
    }
    fclose(file);
    diag_clear(&diag);
    cr_assert(trainer_load(&other, chess_ops.features, path, &diag), "%s", diag.error);
    cr_assert_eq(truncate(path, size - 1), 0);
    trainer_free(&other);
    cr_assert_not(trainer_load(&other, chess_ops.features, path, &diag));
    trainer_free(&trainer);
}

/* The net in integers says what the net in floating point says, to a few centipawns. */
Test(train, the_quantised_net_is_close)
{
    const GameOps *const games[] = {&chess_ops, &shogi_ops};
    for (int g = 0; g < 2; g++) {
        Dataset set = read_games(games[g], (Targets){0});
        TrainSettings s = settings(64);
        Trainer trainer = trainer_new(set.features, &s);
        train(&trainer, &set, 4, 1);
        Net *net = model_quantise(&trainer.model);
        double *values = xmalloc(trainer.model.form.count * sizeof *values), far = 0;
        for (size_t i = 0; i < trainer.model.form.count; i++)
            values[i] = (double)trainer.model.values[i];
        for (size_t i = 0; i < 200; i++) {
            /* The first position of a segment alone: its loss gives the score away. */
            Segment one = set.training.segments[i];
            TrainPly ply = one.plies[0];
            ply.score = -20000;
            one.plies = &ply;
            one.count = 1;
            double expected = sqrt(slow_loss(&trainer.model, values, &one, &s.targets));
            double score = -400 * log(1 / expected - 1);
            NetView view = {.count = one.code_count, .side = (Side)ply.side, .phase = ply.phase};
            memcpy(view.codes, one.codes, (size_t)one.code_count * sizeof *view.codes);
            view.mirrored[0] = ply.mirrored & 1;
            view.mirrored[1] = ply.mirrored >> 1;
            far = fmax(far, fabs(net_parts(net, set.features, &view).total - score));
        }
        cr_assert_leq(far, 6, "%s: %.1f centipawns apart", games[g]->name, far);
        free(values);
        net_release(net);
        trainer_free(&trainer);
        dataset_free(&set);
        unlink(path);
    }
}

/* Learning that begins with a net begins with exactly that net. */
Test(train, a_net_that_is_taken_comes_back_the_same)
{
    const struct {
        int neurons, buckets;
    } sizes[] = {{0, 1}, {64, 1}, {64, 8}};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        Dataset set = read_games(&chess_ops, (Targets){0});
        TrainSettings s = settings(sizes[i].neurons);
        s.buckets = sizes[i].buckets;
        Trainer trainer = trainer_new(set.features, &s);
        train(&trainer, &set, 2, 1);
        Net *net = model_quantise(&trainer.model);
        s.seed++;
        Trainer other = trainer_new(set.features, &s);
        model_take(&other.model, net);
        Net *again = model_quantise(&other.model);
        Text bytes = TEXT_EMPTY, bytes_again = TEXT_EMPTY;
        net_write(net, &bytes);
        net_write(again, &bytes_again);
        cr_assert_eq(bytes.length, bytes_again.length);
        cr_assert_eq(memcmp(bytes.data, bytes_again.data, bytes.length), 0, "%d neurons",
                     sizes[i].neurons);
        text_free(&bytes);
        text_free(&bytes_again);
        net_release(net);
        net_release(again);
        trainer_free(&trainer);
        trainer_free(&other);
        dataset_free(&set);
        unlink(path);
    }
}

/* A net of one bucket that goes on with more of them begins with what it said. */
Test(train, buckets_begin_alike)
{
    const NetFeatures *features = chess_ops.features;
    Model one = lively_model(features, 64, 1), many = model_new(features, 64, 8, 3);
    Net *net = model_quantise(&one);
    model_take(&many, net);
    Net *more = model_quantise(&many);
    GamePosition *pos = chess_ops.create();
    NetView view;
    chess_ops.view(pos, &view);
    for (view.phase = 0; view.phase <= features->phase_max; view.phase++)
        cr_assert_eq(net_parts(more, features, &view).total, net_parts(net, features, &view).total);
    chess_ops.destroy(pos);
    net_release(net);
    net_release(more);
    model_free(&one);
    model_free(&many);
}

/* Every target is half its own score and half what follows from the next one. */
Test(train, targets_look_ahead)
{
    const GameOps *const games[] = {&chess_ops, &shogi_ops};
    for (int g = 0; g < 2; g++) {
        Dataset own = read_games(games[g], (Targets){0});
        unlink(path);
        Dataset ahead = read_games(games[g], (Targets){.ahead = 0.5});
        unlink(path);
        int compared = 0;
        for (size_t i = 0; i < own.training.count; i++) {
            const TrainPly *plain = own.training.segments[i].plies;
            const TrainPly *mixed = ahead.training.segments[i].plies;
            for (int p = 0; p + 1 < own.training.segments[i].count; p++) {
                if (plain[p].score == DATA_NO_SCORE || plain[p + 1].score == DATA_NO_SCORE)
                    continue;
                const Targets targets = {.ahead = 0.5};
                double wanted = 0.5 * dataset_expected(plain[p].score, &targets)
                              + 0.5 * (1 - dataset_expected(mixed[p + 1].score, &targets));
                cr_assert_float_eq(dataset_expected(mixed[p].score, &targets), wanted, 0.001);
                compared++;
            }
        }
        cr_assert_gt(compared, 1000);
        dataset_free(&own);
        dataset_free(&ahead);
    }
}
