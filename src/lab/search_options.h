/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_SEARCH_OPTIONS_H
#define TENUKI_LAB_SEARCH_OPTIONS_H

/* The options by which a command limits a search, the engine made from them, and how commands write
 * a score. */

#include "base/threads.h"
#include "engine/engine.h"
#include "lab/options.h"

typedef struct {
    int64_t time, depth, nodes; /* 0: not said */
    int64_t threads, hash;
} SearchOptions;

#define SEARCH_OPTIONS_DEFAULT ((SearchOptions){.threads = 1, .hash = 64})

/* The log of decisions: where it goes, and what goes there. */
#define LOG_OPTION_ROWS(path, filter)                                                              \
    {"log", "FILE", OPTION_TEXT, path, 0, 0, "One line for each decision of the pruning"},         \
    {                                                                                              \
        "log-filter", "TERMS", OPTION_TEXT, filter, 0, 0,                                          \
            "Which ones: techniques, depth and ply, as in nmp:depth>=6,rfp,ply<3"                  \
    }

#define SEARCH_OPTION_ROWS(asked, default_ms)                                                      \
    {"time",                                                                                       \
     "MS",                                                                                         \
     OPTION_NUMBER,                                                                                \
     &(asked)->time,                                                                               \
     1,                                                                                            \
     INT32_MAX,                                                                                    \
     "Milliseconds; " default_ms " when no limit is given"},                                       \
        {"depth", "N", OPTION_NUMBER, &(asked)->depth, 1, MAX_PLY - 1, "Deepest iteration"},       \
        {"nodes", "N", OPTION_NUMBER, &(asked)->nodes, 1, INT64_MAX, "Nodes of the main thread"},  \
        {"threads", "N", OPTION_NUMBER, &(asked)->threads, 1, THREADS_MAX, "Threads (default 1)"}, \
    {                                                                                              \
        "hash", "MIB", OPTION_NUMBER, &(asked)->hash, 1, TT_MIB_MAX, "Table size (default 64)"     \
    }

/* A search by these limits, or of `default_ms` when there is none, that ends by them alone. */
EngineGo search_options_go(const SearchOptions *asked, int64_t default_ms);
/* NULL, with the reason, when table or threads cannot be had. */
Engine *search_options_engine(const SearchOptions *asked, const GameOps *game,
                              const ParamSet *params, const EngineListener *listener, Diag *diag);

/* Mates as the protocols count: chess in moves of the side that mates, shogi in plies. */
void score_add(const GameOps *game, int score, Text *text);
/* "mate": 3 or "score_cp": 25. */
void score_add_json(const GameOps *game, int score, Text *text);

#endif
