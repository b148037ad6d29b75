/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_DATA_GAMEFILE_H
#define TENUKI_DATA_GAMEFILE_H

/* Files of scored games, which networks are trained from. Games are stored, not positions: where
 * it began, then a move and a score for each ply, and how it ended. docs/data.md describes the
 * bytes.
 *
 * Nothing in a file is trusted. Every size is checked before it is used, every byte is under a
 * checksum, and every move is played on a board and must be legal. */

#include "search/gameops.h"

enum {
    DATA_START_MAX = 256,           /* with the terminator */
    DATA_PLIES_MAX = 8192,          /* of a game */
    DATA_SETTINGS_MAX = 1 << 16,    /* bytes of text, without a terminator */
    DATA_NO_SCORE = INT16_MIN,      /* a random or a book move */
    DATA_SCORE_MAX = VALUE_MATE,    /* the largest score a file may hold */
    DATA_TRAIN_MAX = VALUE_EVAL_MAX /* beyond it a score is a mate or a rule, no evaluation */
};

/* What is known of the position before a move. */
enum {
    DATA_SCORED = 1 << 0,   /* there is a score */
    DATA_IN_CHECK = 1 << 1, /* the side to move is in check */
    DATA_NOISY = 1 << 2,    /* the move captures or promotes */
    DATA_DECIDED = 1 << 3,  /* the score is a mate or a win by rule */
    DATA_QUIET = 1 << 4,    /* scored and none of the others: it may be trained on */
};

typedef struct {
    GameMove move;
    int16_t score; /* centipawns from the side to move, before the move; or DATA_NO_SCORE */
    uint8_t flags;
} DataPly;

typedef struct {
    char start[DATA_START_MAX]; /* FEN or SFEN, good for GameOps.set */
    int result;                 /* of the side that moves first in the game: 1, 0, -1 */
    int count;
    DataPly *plies;
} DataGame;

/* The flags of a ply that is about to be played; the move is legal. */
uint8_t data_flags(const GameOps *ops, const GamePosition *pos, GameMove move, int score);

/* ---- Reading ---- */

typedef struct DataReader DataReader;

/* NULL, with the reason, when it is no such file. */
DataReader *data_open(const char *path, Diag *diag);
void data_close(DataReader *reader);

const GameOps *data_game(const DataReader *reader);
/* What made the file, as lines "key = value". */
const char *data_settings(const DataReader *reader);

/* The next game; its plies belong to the reader and are good until the next call. False at the end,
 * with an empty diag->error, and on damage, with the reason. After damage nothing more comes. */
bool data_next(DataReader *reader, DataGame *game, Diag *diag);
/* The number of the game that came last; numbers go up by one. */
uint32_t data_number(const DataReader *reader);
/* Where that game ended, on the board; good until the next call. */
const GamePosition *data_final(const DataReader *reader);
/* Where the last whole game ends, in bytes; and whether what follows is a game whose writing was
 * broken off, which may be cut off, rather than damage. */
int64_t data_offset(const DataReader *reader);
bool data_is_torn(const DataReader *reader);

/* ---- Writing ---- */

typedef struct DataWriter DataWriter;

/* A new file; one that is there already is an error. */
DataWriter *data_create(const char *path, const GameOps *game, const char *settings, Diag *diag);

/* Goes on with a file: it must be of this game with these settings. A torn game at its end is cut
 * off; other damage is an error. `visit`, unless NULL, sees every game that is there. */
typedef void DataVisit(void *context, uint32_t number, const DataGame *game);
DataWriter *data_continue(const char *path, const GameOps *game, const char *settings,
                          DataVisit *visit, void *context, Diag *diag);

/* One game by one write: whoever reads the file sees all of it or recognises that it is torn.
 * Flags are not written: readers find them out. */
bool data_write(DataWriter *writer, uint32_t number, const DataGame *game, Diag *diag);
/* Waits until the file is on the disk, and closes it; NULL is fine. */
bool data_finish(DataWriter *writer, Diag *diag);

/* ---- Files and directories ---- */

typedef struct {
    char **paths;
    int count;
} DataFiles;

#define DATA_FILES_EMPTY ((DataFiles){0})
#define DATA_ENDING ".games"

/* Adds a file, or all *.games of a directory in the order of their names. An error names a path
 * that cannot be read or a directory without such files; `files` is as it was then. */
bool data_files_add(DataFiles *files, const char *path, Diag *diag);
void data_files_free(DataFiles *files);

#endif
