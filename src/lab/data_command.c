/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/data_command.h"

#include "data/keys.h"
#include "lab/problems.h"
#include "lab/search_options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Command lines ---- */

void data_parse(const char *about, const Option *options, int count, int argc, char **argv,
                int least, OptionList *paths)
{
    const char *command = argv[0];
    options_parse_words(about, options, count, argc, argv, paths);
    if (paths->count < least) {
        options_complain(command, "error: a path is missing; see tenuki %s --help", command);
        exit(EXIT_BAD_INPUT);
    }
}

bool data_expand(const char *command, const OptionList *paths, int from, DataFiles *files)
{
    for (int i = from; i < paths->count; i++) {
        Diag diag;
        diag_clear(&diag);
        if (!data_files_add(files, paths->items[i], &diag)) {
            options_complain(command, "error: %s", diag.error);
            return false;
        }
    }
    return true;
}

void data_progress_begin(DataProgress *progress, const char *command, const DataFiles *files)
{
    *progress = (DataProgress){0};
    for (int i = 0; i < files->count; i++) {
        struct stat facts;
        if (stat(files->paths[i], &facts) == 0)
            progress->whole += facts.st_size;
    }
    progress_begin(&progress->progress, command);
}

void data_progress_show(DataProgress *progress, const DataReader *reader)
{
    progress->games++;
    progress_show_part(&progress->progress, progress->before + data_offset(reader), progress->whole,
                       progress->games, "games");
}

void data_progress_next(DataProgress *progress, const DataReader *reader)
{
    if (reader)
        progress->before += data_offset(reader);
}

/* ---- merge ---- */

typedef struct {
    DataWriter *writer;
    const GameOps *game;
    KeySet seen; /* games */
    int64_t written, duplicates;
    DataProgress progress;
} Merge;

/* The same start and the same moves; scores and result may come from another search. */
static uint64_t game_hash(const DataGame *game)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (const char *at = game->start; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 0x100000001B3u;
    for (int i = 0; i < game->count; i++) {
        hash = (hash ^ game->plies[i].move) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static bool merge_file(Merge *merge, DataReader *reader, Diag *diag)
{
    DataGame game;
    while (data_next(reader, &game, diag)) {
        data_progress_show(&merge->progress, reader);
        if (!keys_add(&merge->seen, game_hash(&game))) {
            merge->duplicates++;
            continue;
        }
        if (!data_write(merge->writer, (uint32_t)++merge->written, &game, diag))
            return false;
    }
    return diag->error[0] == '\0';
}

/* Who made the games: the settings of each file that differ from those of the file before. */
static bool describe_sources(const DataFiles *files, const GameOps **game, Text *text, Diag *diag)
{
    Text before = TEXT_EMPTY;
    bool good = true;
    text_printf(text, "command = merge\nfiles = %d\n", files->count);
    for (int i = 0; good && i < files->count; i++) {
        DataReader *reader = data_open(files->paths[i], diag);
        good = reader != NULL;
        if (good && *game && *game != data_game(reader))
            good = diag_error(diag, "%s: a game of %s among games of %s", files->paths[i],
                              data_game(reader)->name, (*game)->name);
        if (good && strcmp(text_cstr(&before), data_settings(reader)) != 0) {
            const char *name = problems_base_name(files->paths[i]);
            size_t more = strlen(name) + strlen(data_settings(reader)) + 16;
            if (text->length + more < DATA_SETTINGS_MAX)
                text_printf(text, "from %s:\n%s", name, data_settings(reader));
            text_clear(&before);
            text_add(&before, data_settings(reader));
        }
        if (good)
            *game = data_game(reader);
        data_close(reader);
    }
    text_free(&before);
    return good;
}

/* Under another name until all is there. */
static bool merge_all(const DataFiles *files, const char *out, Merge *merge, Diag *diag)
{
    Text settings = TEXT_EMPTY, part = TEXT_EMPTY;
    text_printf(&part, "%s.part", out);
    bool good = access(out, F_OK) != 0 || diag_error(diag, "%s: it is there already", out);
    good = good && describe_sources(files, &merge->game, &settings, diag);
    if (good) {
        unlink(text_cstr(&part));
        merge->writer = data_create(text_cstr(&part), merge->game, text_cstr(&settings), diag);
        good = merge->writer != NULL;
    }
    data_progress_begin(&merge->progress, "data merge", files);
    for (int i = 0; good && i < files->count; i++) {
        DataReader *reader = data_open(files->paths[i], diag);
        good = reader && merge_file(merge, reader, diag);
        data_progress_next(&merge->progress, reader);
        data_close(reader);
    }
    progress_end(&merge->progress.progress);
    bool made = merge->writer != NULL;
    good = data_finish(merge->writer, diag) && good;
    if (good && rename(text_cstr(&part), out) != 0)
        good = diag_error(diag, "%s: %s", out, strerror(errno));
    if (made && !good)
        unlink(text_cstr(&part));
    text_free(&settings);
    text_free(&part);
    return good;
}

int data_merge_command(int argc, char **argv)
{
    bool json = false;
    OptionList paths = {0};
    const Option options[] = {
        {"json", NULL, OPTION_FLAG, &json, 0, 0, "One JSON object for programs"},
    };
    data_parse("tenuki data merge OUT PATH...: writes the games of all files into the new file "
               "OUT, each only once.",
               options, COUNT_OF(options), argc, argv, 2, &paths);
    DataFiles files = DATA_FILES_EMPTY;
    Merge merge = {0};
    Diag diag;
    diag_clear(&diag);
    if (!data_expand("data merge", &paths, 1, &files))
        return EXIT_BAD_INPUT;
    keys_init(&merge.seen, KEYS_NO_LIMIT);
    bool good = merge_all(&files, paths.items[0], &merge, &diag);
    if (!good)
        options_complain("data merge", "error: %s", diag.error);
    else if (json)
        printf("{\"files\": %d, \"games\": %" PRId64 ", \"duplicates\": %" PRId64 "}\n",
               files.count, merge.written, merge.duplicates);
    else
        printf("%" PRId64 " games of %d files, %" PRId64 " left out because they were there\n",
               merge.written, files.count, merge.duplicates);
    keys_free(&merge.seen);
    data_files_free(&files);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}

/* ---- show ---- */

static const char *result_words(const GameOps *ops, const DataGame *game, Text *text)
{
    text_clear(text);
    if (game->result == 0)
        text_add(text, "draw");
    else
        text_printf(text, "%s wins", game->result > 0 ? ops->first : ops->second);
    return text_cstr(text);
}

static const char *ply_words(const DataPly *ply)
{
    if (!(ply->flags & DATA_SCORED))
        return "no score";
    return ply->flags & DATA_QUIET    ? "trainable"
         : ply->flags & DATA_IN_CHECK ? "in check"
         : ply->flags & DATA_NOISY    ? "captures or promotes"
                                      : "decided";
}

static void show_table(const GameOps *ops, GamePosition *pos, const DataGame *game, bool letters,
                       Text *text)
{
    text_printf(text, "%4s  %6s  %-20s  %s\n", "ply", "score", "position", "move");
    for (int i = 0; i < game->count; i++) {
        const DataPly *ply = &game->plies[i];
        Text score = TEXT_EMPTY;
        if (ply->flags & DATA_SCORED)
            score_add(ops, ply->score, &score);
        text_printf(text, "%4d  %6s  %-20s  ", i + 1, text_cstr(&score), ply_words(ply));
        ops->write_move(pos, ply->move, letters ? MOVE_WESTERN : MOVE_PEOPLE, text);
        text_add_char(text, '\n');
        ops->make(pos, ply->move);
        text_free(&score);
    }
}

static void show_json(const GameOps *ops, GamePosition *pos, const DataGame *game, uint32_t number,
                      Text *text)
{
    text_printf(text, "{\"game\": \"%s\", \"number\": %" PRIu32 ", \"start\": ", ops->name, number);
    text_add_json(text, game->start);
    text_printf(text, ", \"result\": %d, \"plies\": [", game->result);
    for (int i = 0; i < game->count; i++) {
        const DataPly *ply = &game->plies[i];
        text_printf(text, "%s{\"move\": \"", i ? ", " : "");
        ops->write_move(pos, ply->move, MOVE_960, text);
        text_add_char(text, '"');
        if (ply->flags & DATA_SCORED) {
            text_add(text, ", ");
            score_add_json(ops, ply->score, text);
        }
        text_printf(text, ", \"trainable\": %s}", ply->flags & DATA_QUIET ? "true" : "false");
        ops->make(pos, ply->move);
    }
    text_add(text, "]}\n");
}

typedef struct {
    const char *path;
    int64_t number; /* 0: the first */
    bool json, letters;
} Show;

static void show_game(const Show *show, const DataReader *reader, const DataGame *game)
{
    const GameOps *ops = data_game(reader);
    GamePosition *pos = ops->create();
    Text text = TEXT_EMPTY, words = TEXT_EMPTY;
    Diag diag;
    diag_clear(&diag);
    if (!ops->set(pos, span_of(game->start), &diag))
        BUG("%s was good when it was read: %s", game->start, diag.error);
    if (show->json) {
        show_json(ops, pos, game, data_number(reader), &text);
    } else {
        text_printf(&text, "%s\ngame %" PRIu32 " of %s: %s after %d plies\nfrom %s\n",
                    data_settings(reader), data_number(reader), problems_base_name(show->path),
                    result_words(ops, game, &words), game->count, game->start);
        show_table(ops, pos, game, show->letters, &text);
    }
    fputs(text_cstr(&text), stdout);
    text_free(&text);
    text_free(&words);
    ops->destroy(pos);
}

int data_show_command(int argc, char **argv)
{
    Show show = {0};
    OptionList paths = {0};
    const Option options[] = {
        {"game-number", "N", OPTION_NUMBER, &show.number, 1, UINT32_MAX,
         "Which game (default: the first of the file)"},
        {"letters", NULL, OPTION_FLAG, &show.letters, 0, 0, "Letters instead of kanji"},
        {"json", NULL, OPTION_FLAG, &show.json, 0, 0, "One JSON object for programs"},
    };
    data_parse("tenuki data show FILE: what made a file, and one of its games, move by move. "
               "Scores are those of the side to move.",
               options, COUNT_OF(options), argc, argv, 1, &paths);
    if (paths.count > 1)
        return options_complain("data show", "error: one file at a time");
    show.path = paths.items[0];
    Diag diag;
    diag_clear(&diag);
    DataGame game;
    DataReader *reader = data_open(show.path, &diag);
    bool found = false;
    while (reader && !found && data_next(reader, &game, &diag))
        found = !show.number || data_number(reader) == show.number;
    if (found)
        show_game(&show, reader, &game);
    else if (diag.error[0])
        options_complain("data show", "error: %s", diag.error);
    else
        options_complain("data show", "error: %s: no such game in it", show.path);
    data_close(reader);
    return found ? EXIT_GOOD : EXIT_BAD_INPUT;
}

/* ---- The table ---- */

typedef struct {
    const char *name, *full;
    const char *help;
    int (*run)(int argc, char **argv);
} Part;

static const Part parts[] = {
    {"stat", "data stat", "PATH...: games, positions, results, scores, lengths, duplicates",
     data_stat_command},
    {"check", "data check", "PATH...: every checksum, every move, every result",
     data_check_command},
    {"merge", "data merge", "OUT PATH...: one file of many, each game once", data_merge_command},
    {"show", "data show", "FILE: what made it, and a game of it", data_show_command},
    {"chances", "data chances", "PATH...: which results followed which scores",
     data_chances_command},
    {"sample", "data sample", "PATH...: random positions of games", data_sample_command},
    {"import", "data import", "scored games of others, from text", data_import_command},
};

int data_command(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < COUNT_OF(parts); i++)
        if (strcmp(argv[1], parts[i].name) == 0) {
            char *full = xstrdup(parts[i].full);
            argv[1] = full;
            int status = parts[i].run(argc - 1, argv + 1);
            free(full);
            return status;
        }
    if (argc > 1 && argv[1][0] != '-')
        return options_complain("data", "error: unknown command '%.60s'; see tenuki data --help",
                                argv[1]);
    Text about = TEXT_EMPTY;
    text_add(&about, "Files of scored games, from `tenuki datagen` or of others. A path is a file "
                     "or a directory of *" DATA_ENDING " files.\v");
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        text_printf(&about, "  tenuki data %-8s %s\n", parts[i].name, parts[i].help);
    options_parse(text_cstr(&about), NULL, 0, argc, argv);
    text_free(&about);
    return options_complain("data", "error: say `tenuki data stat`, check, merge, show, chances, "
                                    "sample or import; see tenuki data --help");
}
