/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/train.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/threads.h"
#include "lab/options.h"
#include "lab/print.h"
#include "lab/progress.h"
#include "train/trainer.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
    const GameOps *game;
    OptionList data;
    const char *out, *resume, *start;
    const char *rate, *lambda, *ahead, *scale, *decay;
    int64_t neurons, buckets, epochs, batch, patience, threads, seed;
    bool json;
} Asked;

typedef struct {
    Asked asked;
    Dataset set;
    Trainer trainer;
    double linear_loss; /* of the path that learning starts from */
    Progress progress;  /* of the epoch */
    /* While the data are read. */
    _Atomic int64_t bytes_read;
    int64_t bytes;
} Run;

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal) { (void)signal, interrupted = 1; }

/* ---- What is seen ---- */

static double seconds_since(int64_t start_ns) { return (double)(clock_now_ns() - start_ns) / 1e9; }

/* Within an epoch. */
static bool show_progress(void *context, const TrainReport *report)
{
    Run *run = context;
    char note[96];
    if (interrupted)
        return false;
    if (!progress_is_due(&run->progress))
        return true;
    double spent = seconds_since(run->progress.started_ns);
    snprintf(note, sizeof note, "epoch %d, loss %.6f, %.2f M positions/s", report->epoch,
             report->training_loss, (double)report->positions / spent / 1e6);
    progress_show(&run->progress, (int64_t)report->positions, (int64_t)report->all_positions, note);
    return true;
}

static void print_start(const Run *run)
{
    const Dataset *set = &run->set;
    const TrainSettings *s = &run->trainer.settings;
    char buckets[32] = "";
    if (s->buckets > 1)
        snprintf(buckets, sizeof buckets, " in %d buckets", s->buckets);
    printf("%s, %d neurons%s: %" PRIu64 " games, %" PRIu64 " positions to learn from, %" PRIu64
           " to check with\n",
           run->asked.game->name, s->neurons, buckets, set->games, set->training.positions,
           set->validation.positions);
    printf("validation loss of the hand-written evaluation  %.6f\n", set->hand_loss);
    printf("validation loss of the linear path at the start %.6f\n", run->linear_loss);
    Text head = TEXT_EMPTY;
    text_printf(&head, "\n" MARK_HEADING "%5s %10s %12s %10s %9s %12s" MARK_END "\n", "epoch",
                "training", "validation", "of linear", "rate", "M pos/s");
    print_report(&head);
    text_free(&head);
}

static void print_epoch(const Run *run, const TrainReport *report, double seconds)
{
    Text text = TEXT_EMPTY;
    text_printf(&text, "%5d %10.6f %12.6f %8.2f %% %9.6f %12.2f%s\n", report->epoch,
                report->training_loss, report->validation_loss,
                100 * report->validation_loss / run->linear_loss, report->rate,
                (double)report->all_positions / seconds / 1e6,
                report->best ? "  " MARK_GOOD "best" MARK_END : "");
    print_report(&text);
    text_free(&text);
}

static void print_json(const Run *run)
{
    const Trainer *trainer = &run->trainer;
    const TrainSettings *s = &trainer->settings;
    Text text = TEXT_EMPTY;
    text_printf(&text,
                "{\"game\": \"%s\", \"neurons\": %d, \"epochs\": %d, \"games\": %" PRIu64
                ", \"positions\": %" PRIu64 ", \"validation_positions\": %" PRIu64,
                run->asked.game->name, s->neurons, trainer->epoch, run->set.games,
                run->set.training.positions, run->set.validation.positions);
    text_add(&text, ", \"hand_loss\": ");
    text_add_json_number(&text, run->set.hand_loss, 8);
    text_add(&text, ", \"linear_loss\": ");
    text_add_json_number(&text, run->linear_loss, 8);
    text_add(&text, ", \"loss\": ");
    text_add_json_number(&text, trainer->best, 8);
    text_add(&text, ", \"net\": ");
    text_add_json(&text, run->asked.out);
    printf("%s}\n", text_cstr(&text));
    text_free(&text);
}

/* ---- Files ---- */

static bool write_net(const Run *run, const TrainReport *report, Diag *diag)
{
    const TrainSettings *s = &run->trainer.settings;
    Net *net = model_quantise(&run->trainer.model);
    Text note = TEXT_EMPTY;
    if (report)
        text_printf(&note,
                    "%" PRIu64 " games, %" PRIu64 " positions, epoch %d of %d, validation loss "
                    "%.6f (linear start %.6f), ahead %.2f, results %.2f, scale %g, seed %" PRIu64,
                    run->set.games, run->set.training.positions, report->epoch, s->epochs,
                    report->validation_loss, run->linear_loss, s->targets.ahead,
                    s->targets.result_share, targets_scale(&s->targets), s->seed);
    else
        text_printf(&note, "not trained, seed %" PRIu64, s->seed);
    if (s->start_checksum)
        text_printf(&note, ", from %016" PRIx64, s->start_checksum);
    snprintf(net->note, sizeof net->note, "%s", text_cstr(&note));
    text_free(&note);
    Text bytes = TEXT_EMPTY;
    bool good = net_is_sound(net, diag);
    if (good) {
        net_write(net, &bytes);
        good = file_write(run->asked.out, (Span){bytes.data, bytes.length}, diag);
    }
    text_free(&bytes);
    net_release(net);
    return good;
}

static bool write_checkpoint(const Run *run, Diag *diag)
{
    Text path = TEXT_EMPTY;
    text_printf(&path, "%s.checkpoint", run->asked.out);
    bool good = trainer_save(&run->trainer, text_cstr(&path), diag);
    text_free(&path);
    return good;
}

/* ---- Learning ---- */

/* In a directory the files of the other game are passed over; a file that was named must fit. */
static bool add_data(DataFiles *files, const char *path, const GameOps *game, Diag *diag)
{
    int before = files->count, kept = before;
    if (!data_files_add(files, path, diag))
        return false;
    if (files->count == before + 1 && strcmp(files->paths[before], path) == 0)
        return true;
    for (int i = before; i < files->count; i++) {
        Diag ignored;
        diag_clear(&ignored);
        DataReader *reader = data_open(files->paths[i], &ignored);
        if (reader && data_game(reader) != game)
            free(files->paths[i]);
        else
            files->paths[kept++] = files->paths[i];
        data_close(reader);
    }
    files->count = kept;
    return kept > before || diag_error(diag, "%s: no games of %s in there", path, game->name);
}

static void look_at_reading(void *context, int64_t *done, int64_t *total)
{
    Run *run = context;
    *done = atomic_load(&run->bytes_read) / 1000;
    *total = run->bytes / 1000;
}

static bool read_data(Run *run, Diag *diag)
{
    DataFiles files = DATA_FILES_EMPTY;
    const OptionList *said = &run->asked.data;
    bool good = said->count > 0 || diag_error(diag, "--data is missing");
    for (int i = 0; good && i < said->count; i++)
        good = add_data(&files, said->items[i], run->asked.game, diag);
    for (int i = 0; i < files.count; i++) {
        struct stat facts;
        if (stat(files.paths[i], &facts) == 0)
            run->bytes += facts.st_size;
    }
    if (good) {
        ProgressWatch *watch = progress_watch("train: reading, kB", look_at_reading, run);
        good = dataset_read(&run->set, run->asked.game, &files, run->trainer.settings.targets,
                            (int)run->asked.threads, &run->bytes_read, diag);
        progress_watch_end(watch);
    }
    data_files_free(&files);
    return good;
}

static bool learn(Run *run, Diag *diag)
{
    Trainer *trainer = &run->trainer;
    int threads = (int)run->asked.threads;
    const TrainListener listener = {run, show_progress};
    while (!trainer_is_done(trainer)) {
        TrainReport report;
        progress_begin(&run->progress, "train");
        bool whole = trainer_epoch(trainer, &run->set, threads, &listener, &report);
        progress_end(&run->progress);
        if (!whole) {
            options_complain("train",
                             "note: interrupted in epoch %d; --resume goes on after the one before",
                             report.epoch);
            return true;
        }
        print_epoch(run, &report, seconds_since(run->progress.started_ns));
        if ((report.best && !write_net(run, &report, diag)) || !write_checkpoint(run, diag))
            return false;
    }
    if (trainer->epoch < trainer->settings.epochs)
        printf("no better loss in %d epochs: that is enough\n", trainer->stale);
    return true;
}

/* A hundred steps an epoch while data are few. Many small steps learn more than few large ones,
 * also when data are many. */
static int32_t usual_batch(uint64_t positions)
{
    enum { LEAST = 1024, MOST = 2048 };
    uint64_t batch = positions / 100;
    return batch < LEAST ? LEAST : batch > MOST ? MOST : (int32_t)batch;
}

static bool train(Run *run, Diag *diag)
{
    Trainer *trainer = &run->trainer;
    int threads = (int)run->asked.threads;
    if (trainer->settings.epochs == 0)
        return write_net(run, NULL, diag);
    if (!read_data(run, diag))
        return false;
    if (run->asked.resume && trainer->data_checksum != run->set.checksum)
        return diag_error(diag, "%s: it has learned from other data", run->asked.resume);
    if (trainer->settings.batch == 0)
        trainer->settings.batch = usual_batch(run->set.training.positions);
    Trainer start = trainer_new(run->asked.game->features, &trainer->settings);
    run->linear_loss = trainer_validate(&start, &run->set, threads, true);
    trainer_free(&start);
    signal(SIGINT, note_interrupt);
    print_start(run);
    if (!learn(run, diag))
        return false;
    if (run->asked.json)
        print_json(run);
    return true;
}

/* ---- The command ---- */

static bool number(const char *option, const char *text, double low, double high, double *value,
                   Diag *diag)
{
    return !text || span_to_double(span_of(text), low, high, value)
        || diag_error(diag, "--%s: '%.60s' must be a number from %g to %g", option, text, low,
                      high);
}

static bool buckets_have_neurons(const TrainSettings *s, Diag *diag)
{
    return s->neurons > 0 || s->buckets == 1
        || diag_error(diag, "--buckets: without neurons there is nothing to put into them");
}

/* The net that learning goes on from; the settings take its size. */
static Net *load_start(const Asked *asked, TrainSettings *settings, Diag *diag)
{
    const NetShape wanted = net_wanted(asked->game->features);
    Net *net = net_load(asked->start, &wanted, diag);
    if (!net)
        return NULL;
    const NetShape *shape = &net->shape;
    if (asked->neurons >= 0 && asked->neurons < shape->neurons) {
        diag_error(diag, "%s has %d neurons, more than %d", asked->start, shape->neurons,
                   (int)asked->neurons);
    } else if (asked->buckets > 0 && shape->buckets > 1 && asked->buckets != shape->buckets) {
        diag_error(diag, "%s has %d buckets, not %d", asked->start, shape->buckets,
                   (int)asked->buckets);
    } else {
        if (asked->neurons < 0)
            settings->neurons = shape->neurons;
        if (asked->buckets == 0)
            settings->buckets = shape->buckets;
        settings->start_checksum = net->checksum;
        return net;
    }
    net_release(net);
    return NULL;
}

static bool prepare(Run *run, Diag *diag)
{
    const Asked *asked = &run->asked;
    TrainSettings s = TRAIN_DEFAULTS;
    s.seed = (uint64_t)asked->seed;
    if (asked->neurons >= 0)
        s.neurons = (int32_t)asked->neurons;
    s.epochs = (int32_t)asked->epochs;
    s.batch = (int32_t)asked->batch;
    s.patience = (int32_t)asked->patience;
    if (!asked->out)
        return diag_error(diag, "--out is missing");
    if (asked->buckets > 0)
        s.buckets = (int32_t)asked->buckets;
    if (!net_size_exists(s.neurons))
        return diag_error(diag, "--neurons: 0, 64, 128, 256 or 512, not %d", s.neurons);
    if (!number("lr", asked->rate, 0.0000001, 1, &s.rate, diag)
        || !number("lambda", asked->lambda, 0, 1, &s.targets.result_share, diag)
        || !number("ahead", asked->ahead, 0, 0.99, &s.targets.ahead, diag)
        || !number("scale", asked->scale, 20, 2000, &s.targets.scale, diag)
        || !number("decay", asked->decay, 0, 1, &s.decay, diag))
        return false;
    s.last_rate = s.rate / 100;
    if (asked->resume)
        return asked->start
                 ? diag_error(diag, "--start and --resume: a checkpoint has its own net")
                 : trainer_load(&run->trainer, asked->game->features, asked->resume, diag);
    Net *start = NULL;
    if (asked->start && !(start = load_start(asked, &s, diag)))
        return false;
    bool good = buckets_have_neurons(&s, diag);
    if (good) {
        run->trainer = trainer_new(asked->game->features, &s);
        if (start)
            model_take(&run->trainer.model, start);
    }
    net_release(start);
    return good;
}

int train_command(int argc, char **argv)
{
    const TrainSettings s = TRAIN_DEFAULTS;
    Run *run = xcalloc(1, sizeof *run);
    Asked *asked = &run->asked;
    *asked = (Asked){
        .game = &chess_ops,
        .neurons = -1, /* not said */
        .epochs = s.epochs,
        .patience = s.patience,
        .seed = (int64_t)s.seed,
        .threads = threads_available(),
    };
    const Option options[] = {
        {"game", "GAME", OPTION_GAME, &asked->game, 0, 0, "chess (default) or shogi"},
        {"data", "PATH", OPTION_LIST, &asked->data, 0, 0,
         "Game files, or directories of them; may be repeated"},
        {"neurons", "N", OPTION_NUMBER, &asked->neurons, 0, NET_NEURONS_MAX,
         "0 (the linear path alone), 64 (default), 128, 256 or 512"},
        {"buckets", "N", OPTION_NUMBER, &asked->buckets, 1, NET_BUCKETS_MAX,
         "Sets of output weights, one for each part of the game (default 1)"},
        {"epochs", "N", OPTION_NUMBER, &asked->epochs, 0, 10000,
         "How often all data are gone through (default 20); 0 writes the net as it starts"},
        {"out", "FILE", OPTION_TEXT, &asked->out, 0, 0,
         "The net with the lowest validation loss; FILE.checkpoint is what --resume takes"},
        {"lr", "X", OPTION_TEXT, &asked->rate, 0, 0,
         "Learning rate at the start (default 0.001); it ends at a hundredth"},
        {"batch", "N", OPTION_NUMBER, &asked->batch, 1, 1 << 24,
         "Positions for each step (default 2048; 1024 when there are few)"},
        {"lambda", "X", OPTION_TEXT, &asked->lambda, 0, 0,
         "Share of the game's result in the target (default 0)"},
        {"ahead", "X", OPTION_TEXT, &asked->ahead, 0, 0,
         "Share of what the searches of the next positions said, fading by this from ply to ply "
         "(default 0.5; 0: a position's own score alone)"},
        {"scale", "CP", OPTION_TEXT, &asked->scale, 0, 0,
         "Centipawns that make the odds e to 1 (default 400). With fewer, great advantages matter "
         "less, and the results of --lambda fit the scores if they were won so often"},
        {"decay", "X", OPTION_TEXT, &asked->decay, 0, 0, "Weight decay (default 0.2)"},
        {"patience", "N", OPTION_NUMBER, &asked->patience, 0, 10000,
         "Stop after so many epochs without a better loss (default 5; 0: never)"},
        {"seed", "N", OPTION_NUMBER, &asked->seed, 0, INT64_MAX, "For everything left to chance"},
        {"threads", "N", OPTION_NUMBER, &asked->threads, 1, THREADS_MAX,
         "Threads (default: all processors); another number may round differently"},
        {"resume", "FILE", OPTION_TEXT, &asked->resume, 0, 0,
         "Go on from a checkpoint, with the settings it was made with and the same --out"},
        {"start", "NET", OPTION_TEXT, &asked->start, 0, 0,
         "Begin with this net instead of chance, with as many neurons as it has, or with more of "
         "--neurons, which begin by chance"},
        {"json", NULL, OPTION_FLAG, &asked->json, 0, 0, "One object at the end"},
    };
    options_parse("Trains a net from the files of datagen. It learns what the search found out "
                  "about positions; one game in twenty is kept for checking.",
                  options, COUNT_OF(options), argc, argv);
    Diag diag;
    diag_clear(&diag);
    bool good = prepare(run, &diag) && train(run, &diag);
    if (!good)
        options_complain("train", "error: %s", diag.error);
    trainer_free(&run->trainer);
    dataset_free(&run->set);
    free(run);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}
