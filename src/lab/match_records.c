/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/match_records.h"

#include "record/csa.h"
#include "record/kif.h"
#include "record/pgn.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FORMATS = 3 };

typedef struct {
    void (*write)(const Record *record, Text *text);
    const char *between; /* games */
} Format;

static const Format formats[FORMATS] = {{pgn_write, ""}, {csa_write, "/\n"}, {kif_write, "\n"}};

/* A game that ended before an earlier one. */
typedef struct {
    int64_t number;
    Text texts[FORMATS];
} Waiting;

struct MatchRecords {
    const GameOps *game;
    char *event;
    FILE *files[FORMATS];
    bool begun[FORMATS], failed;
    int64_t next; /* the number that is to be written next */
    Waiting *waiting;
    int count;
};

static const char *path_of(const RecordPaths *paths, int format)
{
    return format == 0 ? paths->pgn : format == 1 ? paths->csa : paths->kif;
}

bool match_records_check(const RecordPaths *paths, Diag *diag)
{
    for (int i = 0; i < FORMATS; i++) {
        struct stat info;
        const char *path = path_of(paths, i);
        if (path && stat(path, &info) == 0 && info.st_size > 0)
            return diag_error(diag, "%s exists already and is not empty", path);
    }
    return true;
}

MatchRecords *match_records_open(const RecordPaths *paths, const GameOps *game, const char *event,
                                 bool replace, Diag *diag)
{
    if (!replace && !match_records_check(paths, diag))
        return NULL;
    MatchRecords *records = xcalloc(1, sizeof *records);
    records->game = game;
    records->event = xstrdup(event);
    records->next = 1;
    bool good = true;
    for (int i = 0; good && i < FORMATS; i++) {
        const char *path = path_of(paths, i);
        if (!path)
            continue;
        records->files[i] = fopen(path, "w");
        if (!records->files[i])
            good = diag_error(diag, "%s: %s", path, strerror(errno));
    }
    if (good)
        return records;
    match_records_close(records, diag);
    return NULL;
}

static void write_out(MatchRecords *records, const Text texts[FORMATS])
{
    for (int i = 0; i < FORMATS; i++) {
        FILE *file = records->files[i];
        if (!file)
            continue;
        if (records->begun[i])
            fputs(formats[i].between, file);
        fwrite(text_cstr(&texts[i]), 1, texts[i].length, file);
        records->begun[i] = true;
        records->failed = fflush(file) != 0 || ferror(file) || records->failed;
    }
}

/* Takes out the one with the lowest number. */
static void write_first(MatchRecords *records)
{
    int lowest = 0;
    for (int i = 1; i < records->count; i++)
        if (records->waiting[i].number < records->waiting[lowest].number)
            lowest = i;
    Waiting *waiting = &records->waiting[lowest];
    write_out(records, waiting->texts);
    records->next = waiting->number + 1;
    for (int i = 0; i < FORMATS; i++)
        text_free(&waiting->texts[i]);
    *waiting = records->waiting[--records->count];
}

static bool next_is_there(const MatchRecords *records)
{
    for (int i = 0; i < records->count; i++)
        if (records->waiting[i].number == records->next)
            return true;
    return false;
}

void match_records_add(MatchRecords *records, const PlayedGame *played)
{
    Record record;
    record_init(&record, records->game == &chess_ops ? RECORD_CHESS : RECORD_SHOGI);
    played_to_record(played, records->game, records->event, &record);
    records->waiting =
        xrealloc(records->waiting, (size_t)(records->count + 1) * sizeof *records->waiting);
    Waiting *waiting = &records->waiting[records->count++];
    *waiting = (Waiting){.number = played->number};
    for (int i = 0; i < FORMATS; i++)
        if (records->files[i])
            formats[i].write(&record, &waiting->texts[i]);
    record_free(&record);
    while (next_is_there(records))
        write_first(records);
}

bool match_records_close(MatchRecords *records, Diag *diag)
{
    if (!records)
        return true;
    while (records->count > 0)
        write_first(records);
    bool good = !records->failed;
    for (int i = 0; i < FORMATS; i++) {
        if (records->files[i] && fclose(records->files[i]) != 0)
            good = false;
        if (!good)
            diag_error(diag, "the records could not be written: %s", strerror(errno));
    }
    free(records->waiting);
    free(records->event);
    free(records);
    return good;
}
