/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/generate.h"

#include "base/threads.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A finished game that waits for those before it. */
typedef struct {
    DataGame game;
    bool is_there;
} Waiting;

typedef struct {
    const GenerateRun *run;
    GenerateState *state;
    Text settings;
    Selfplay **players;
    DataWriter *writer;
    pthread_mutex_t mutex; /* over all that follows */
    pthread_cond_t written;
    int64_t next_play, next_write; /* numbers of games */
    Waiting *waiting;              /* by number, modulo `window` */
    int64_t window;
    Diag *diag;
} Generator;

/* ---- Files ---- */

static int64_t file_of(const Generator *gen, int64_t number)
{
    return (number - 1) / gen->run->games_per_file + 1;
}

static void write_path(const Generator *gen, int64_t file, Text *path)
{
    const SelfplaySettings *settings = gen->run->settings;
    text_clear(path);
    text_printf(path, "%s/%s-%" PRIu64 "-%06" PRId64 DATA_ENDING, gen->run->directory,
                settings->game->name, settings->seed, file);
}

static void visit_old(void *context, uint32_t number, const DataGame *game)
{
    Generator *gen = context;
    (void)number;
    summary_add(&gen->state->summary, game);
}

/* Files of this run, whatever their numbers. */
static int64_t count_files(const Generator *gen)
{
    DataFiles files = DATA_FILES_EMPTY;
    Diag none;
    diag_clear(&none);
    Text path = TEXT_EMPTY;
    int64_t count = 0;
    write_path(gen, 1, &path);
    size_t stem = path.length - strlen("000001" DATA_ENDING);
    data_files_add(&files, gen->run->directory, &none);
    for (int i = 0; i < files.count; i++)
        count += strncmp(files.paths[i], text_cstr(&path), stem) == 0;
    data_files_free(&files);
    text_free(&path);
    return count;
}

/* Reads what the run has, file by file, and stands at its end. */
static bool take_up(Generator *gen)
{
    const GameOps *game = gen->run->settings->game;
    const DataSummary *summary = &gen->state->summary;
    Text path = TEXT_EMPTY;
    bool good = true;
    int64_t count = count_files(gen);
    for (int64_t file = 1; good && file <= count; file++) {
        write_path(gen, file, &path);
        if (summary->games != (file - 1) * gen->run->games_per_file) {
            good = diag_error(gen->diag, "%s: the file before it holds too few games",
                              text_cstr(&path));
            break;
        }
        good = data_finish(gen->writer, gen->diag);
        gen->writer = data_continue(text_cstr(&path), game, text_cstr(&gen->settings), visit_old,
                                    gen, gen->diag);
        good = good && gen->writer;
    }
    text_free(&path);
    gen->next_write = gen->next_play = summary->games + 1;
    gen->state->old_games = summary->games;
    gen->state->old_positions = summary->positions;
    return good;
}

/* The file that a game belongs into, if it is not the one that is open. */
static bool change_file(Generator *gen, int64_t number)
{
    if (gen->writer && (number - 1) % gen->run->games_per_file != 0)
        return true;
    Text path = TEXT_EMPTY;
    write_path(gen, file_of(gen, number), &path);
    bool good = data_finish(gen->writer, gen->diag);
    gen->writer = good ? data_create(text_cstr(&path), gen->run->settings->game,
                                     text_cstr(&gen->settings), gen->diag)
                       : NULL;
    text_free(&path);
    return gen->writer != NULL;
}

/* ---- Threads; all with the mutex held but for the playing ---- */

static bool is_stopped(const Generator *gen) { return atomic_load(gen->run->stop); }

static void stop_all(Generator *gen)
{
    atomic_store(gen->run->stop, true);
    pthread_cond_broadcast(&gen->written);
}

static void add_work(GenerateState *state, SelfplayWork *before, const SelfplayWork *now)
{
    state->work.nodes += now->nodes - before->nodes;
    state->work.searches += now->searches - before->searches;
    state->work.rejected += now->rejected - before->rejected;
    state->work.faults |= now->faults;
    *before = *now;
}

static void write_waiting(Generator *gen)
{
    for (;;) {
        Waiting *slot = &gen->waiting[gen->next_write % gen->window];
        if (!slot->is_there)
            return;
        bool good = change_file(gen, gen->next_write)
                 && data_write(gen->writer, (uint32_t)gen->next_write, &slot->game, gen->diag);
        if (good)
            summary_add(&gen->state->summary, &slot->game);
        free(slot->game.plies);
        *slot = (Waiting){0};
        if (!good) {
            stop_all(gen);
            return;
        }
        gen->next_write++;
        gen->run->on_game(gen->run->context, gen->state);
        pthread_cond_broadcast(&gen->written);
    }
}

static void hand_in(Generator *gen, int64_t number, const DataGame *game)
{
    size_t size = (size_t)game->count * sizeof *game->plies;
    Waiting *slot = &gen->waiting[number % gen->window];
    slot->game = *game;
    slot->game.plies = memcpy(xmalloc(size), game->plies, size);
    slot->is_there = true;
    write_waiting(gen);
}

/* 0 when there is nothing more to play. Nobody runs far ahead of a long game: what waits for it
 * would be lost by a kill. */
static int64_t take_number(Generator *gen)
{
    int64_t games = gen->run->games ? gen->run->games : UINT32_MAX;
    while (!is_stopped(gen) && gen->next_play <= games
           && gen->next_play - gen->next_write >= gen->window)
        pthread_cond_wait(&gen->written, &gen->mutex);
    return is_stopped(gen) || gen->next_play > games ? 0 : gen->next_play++;
}

static void play_games(void *context, int index)
{
    Generator *gen = context;
    Selfplay *player = gen->players[index];
    SelfplayWork before = {0};
    DataGame game;
    int64_t number;
    pthread_mutex_lock(&gen->mutex);
    while ((number = take_number(gen)) > 0) {
        pthread_mutex_unlock(&gen->mutex);
        SelfplayEnd end = selfplay_game(player, (uint32_t)number, &game);
        pthread_mutex_lock(&gen->mutex);
        add_work(gen->state, &before, selfplay_work(player));
        if (end == SELFPLAY_NO_START)
            diag_error(gen->diag,
                       "game %" PRId64 ": no start is even enough; allow more by "
                       "--opening-score",
                       number);
        if (end == SELFPLAY_PLAYED)
            hand_in(gen, number, &game);
        else
            stop_all(gen);
    }
    pthread_mutex_unlock(&gen->mutex);
}

/* ---- The run ---- */

/* Two runs in one directory would write over each other. The lock ends with the process. */
static int lock_directory(const char *path, Diag *diag)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        diag_error(diag, "%s: %s", path, strerror(errno));
        return -1;
    }
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        diag_error(diag, "%s: %s", path, strerror(errno));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    diag_error(diag, "%s: another run is writing there", path);
    close(fd);
    return -1;
}

static bool make_players(Generator *gen)
{
    const GenerateRun *run = gen->run;
    if (!memory_has((size_t)run->threads * run->settings->table_mib, gen->diag))
        return false;
    gen->players = xcalloc((size_t)run->threads, sizeof *gen->players);
    for (int i = 0; i < run->threads; i++) {
        gen->players[i] = selfplay_new(run->settings, run->stop, run->deadline_ns, gen->diag);
        if (!gen->players[i])
            return false;
    }
    return true;
}

static void free_all(Generator *gen)
{
    for (int i = 0; gen->players && i < gen->run->threads; i++)
        selfplay_free(gen->players[i]);
    for (int64_t i = 0; i < gen->window; i++)
        free(gen->waiting[i].game.plies);
    free(gen->players);
    free(gen->waiting);
    text_free(&gen->settings);
    pthread_mutex_destroy(&gen->mutex);
    pthread_cond_destroy(&gen->written);
}

bool generate_run(const GenerateRun *run, GenerateState *state, Diag *diag)
{
    enum { AHEAD = 16 };
    Generator gen = {.run = run, .state = state, .diag = diag, .window = AHEAD * run->threads};
    *state = (GenerateState){0};
    summary_init(&state->summary, run->settings->game);
    int lock = lock_directory(run->directory, diag);
    if (lock < 0)
        return false;
    gen.waiting = xcalloc((size_t)gen.window, sizeof *gen.waiting);
    pthread_mutex_init(&gen.mutex, NULL);
    pthread_cond_init(&gen.written, NULL);
    text_printf(&gen.settings, "command = datagen\ngames_per_file = %" PRId64 "\n",
                run->games_per_file);
    selfplay_describe(run->settings, &gen.settings);
    if (take_up(&gen) && make_players(&gen)) {
        run->on_game(run->context, state);
        threads_run(run->threads, play_games, &gen);
    }
    data_finish(gen.writer, diag);
    free_all(&gen);
    close(lock);
    return diag->error[0] == '\0';
}
