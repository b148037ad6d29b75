/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_TUNE_H
#define TENUKI_LAB_TUNE_H

/* A tuning by self-play: what it is, how it is played, where it is kept, how it is shown. */

#include "arena/openings.h"
#include "base/db.h"
#include "lab/limits_options.h"
#include "lab/params_options.h"
#include "lab/spsa.h"

/* ---- What it is: tune_settings.c ---- */

/* Options that are kept as they are said. */
typedef struct {
    const GameOps *game;
    int64_t iterations, pairs, seed, hash;
    LimitsAsked limits;
    const char *openings, *a, *alpha, *gamma;
} TuneAsked;

enum { TUNE_SETTINGS = 9 + LIMITS_OPTIONS };

void tune_asked_init(TuneAsked *asked);
void tune_asked_rows(TuneAsked *asked, Option rows[TUNE_SETTINGS]);

/* Options that name other files or a part of the table: what came of them is kept, as text. */
typedef struct {
    OptionList patterns;
    const char *file;
    ParamsOptions params;
} TuneSources;

typedef struct {
    Text rows; /* lines of the tuner */
    Text base; /* all parameters, NAME=VALUE */
} TuneTexts;

/* False after a complaint. */
bool tune_texts_make(const TuneSources *sources, const GameOps *game, TuneTexts *texts);
void tune_texts_free(TuneTexts *texts);

typedef struct {
    const GameOps *game;
    Spsa spsa;
    ParamSet base;
    GameLimits limits;
    Openings openings;
    int64_t pairs, hash;
} Tune;

/* On error nothing is left to free. Without `openings` that file is not read, as it need not be for
 * looking at a stored tuning. */
bool tune_resolve(const TuneAsked *asked, const TuneTexts *texts, bool openings, Tune *tune,
                  Diag *diag);
void tune_free(Tune *tune);

/* ---- How it is played: tune_play.c ---- */

typedef struct TunePlayers TunePlayers;

/* So many pairs of games at the same time. */
TunePlayers *tune_players_new(const Tune *tune, int concurrency);
void tune_players_free(TunePlayers *players);
/* All pairs of an iteration. The same trial gives the same score, unless a clock decides. */
void tune_play(TunePlayers *players, const SpsaTrial *trial, SpsaScore *score);

/* ---- Where it is kept: tune_store.c ---- */

extern const DbKind tune_db;

/* Settings as tune_store_begin was given them; all empty when nothing has begun. */
bool tune_store_read(Db *db, Text *options, TuneTexts *texts, Text *openings, Diag *diag);
/* All settings at once; there must be none. */
bool tune_store_begin(Db *db, const char *options, const TuneTexts *texts, uint64_t checksum,
                      Diag *diag);
/* One iteration, on the disk when it returns. */
bool tune_store_add(Db *db, const Spsa *spsa, int64_t iteration, const SpsaScore *score,
                    const double *values, Diag *diag);

/* The way so far, from the start values on. */
typedef struct {
    int count;        /* values of each step */
    int64_t done;     /* iterations */
    double *values;   /* (done + 1) * count */
    int64_t capacity; /* in steps */
    SpsaScore score;  /* all together */
} TuneHistory;

void tune_history_init(TuneHistory *history, const Spsa *spsa);
void tune_history_add(TuneHistory *history, const SpsaScore *score, const double *values);
void tune_history_free(TuneHistory *history);
static inline const double *tune_history_at(const TuneHistory *history, int64_t iteration)
{
    return history->values + iteration * history->count;
}

/* Reads all iterations and follows them from the start: every one must be what its score makes of
 * the one before. False, with the reason, when one is not. */
bool tune_store_load(Db *db, const Spsa *spsa, TuneHistory *history, Diag *diag);

/* ---- How it is shown: tune_report.c ---- */

typedef struct {
    const Tune *tune;
    const TuneHistory *history;
    double seconds; /* of this run */
    int64_t now;    /* iterations of this run */
} TuneView;

/* For a terminal, at most so many rows of such a width. */
void tune_write_live(const TuneView *view, int rows, int columns, Text *text);
/* One line for a log. */
void tune_write_line(const TuneView *view, Text *text);
/* The table, then the values as --set, TOML and tuner lines. */
void tune_write_result(const TuneView *view, Text *text);
void tune_write_json(const TuneView *view, Text *text);
void tune_write_html(const TuneView *view, Text *text);

#endif
