/* SPDX-License-Identifier: GPL-3.0-or-later */

/* tenuki data sample: positions out of games, one a line, for whatever begins from positions. */

#include "base/rng.h"
#include "lab/data_command.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int64_t each, seed;
    GamePosition *pos;
    const GameOps *game;
    Rng rng;
} Sample;

/* Plies that carry a score are worth beginning from; random ones may be nothing but an accident. */
static int first_scored(const DataGame *record)
{
    int ply = 0;
    while (ply < record->count && !(record->plies[ply].flags & DATA_SCORED))
        ply++;
    return ply;
}

static bool print_position(Sample *sample, const DataGame *record, int ply, Diag *diag)
{
    Text text = TEXT_EMPTY;
    if (!sample->game->set(sample->pos, span_of(record->start), diag))
        return false;
    diag_clear(diag);
    for (int i = 0; i < ply; i++)
        sample->game->make(sample->pos, record->plies[i].move);
    sample->game->get(sample->pos, &text);
    puts(text_cstr(&text));
    text_free(&text);
    return true;
}

static bool sample_file(Sample *sample, const char *path, Diag *diag)
{
    DataGame record;
    DataReader *reader = data_open(path, diag);
    if (reader && !sample->game) {
        sample->game = data_game(reader);
        sample->pos = sample->game->create();
    }
    if (reader && data_game(reader) != sample->game)
        diag_error(diag, "%s: positions of two kinds do not belong into one list", path);
    while (reader && !diag->error[0] && data_next(reader, &record, diag)) {
        int first = first_scored(&record);
        for (int64_t i = 0; i < sample->each && first < record.count; i++) {
            int ply = first + (int)rng_below(&sample->rng, (uint32_t)(record.count - first));
            if (!print_position(sample, &record, ply, diag))
                break;
        }
    }
    data_close(reader);
    return !diag->error[0];
}

int data_sample_command(int argc, char **argv)
{
    Sample sample = {.each = 1, .seed = 1};
    OptionList paths = {0};
    const Option options[] = {
        {"each", "N", OPTION_NUMBER, &sample.each, 1, 1000, "Positions of each game (default 1)"},
        {"seed", "N", OPTION_NUMBER, &sample.seed, 0, INT64_MAX, "Decides which (default 1)"},
    };
    data_parse("tenuki data sample PATH...: random positions of games, one a line, to begin others "
               "from.",
               options, COUNT_OF(options), argc, argv, 1, &paths);
    DataFiles files = DATA_FILES_EMPTY;
    if (!data_expand("data sample", &paths, 0, &files))
        return EXIT_BAD_INPUT;
    Diag diag;
    diag_clear(&diag);
    sample.rng.state = (uint64_t)sample.seed;
    bool good = true;
    for (int i = 0; good && i < files.count; i++)
        good = sample_file(&sample, files.paths[i], &diag);
    if (!good)
        options_complain("data sample", "error: %s", diag.error);
    if (sample.game)
        sample.game->destroy(sample.pos);
    data_files_free(&files);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}
