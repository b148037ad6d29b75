/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_TREE_RECORD_H
#define TENUKI_LAB_TREE_RECORD_H

/* What `tenuki tree` and `tenuki tree diff` share: the options of a record, and making one. */

#include "engine/tree_write.h"
#include "lab/options.h"

typedef struct {
    const GameOps *game;
    const char *position, *share;
    int64_t depth, nodes, hash;
    int64_t max_nodes, max_ply, min_depth, sample_ply, seed;
    bool all_iterations;
} RecordOptions;

#define RECORD_OPTIONS_DEFAULT                                                                     \
    ((RecordOptions){.game = &chess_ops,                                                           \
                     .hash = 16,                                                                   \
                     .max_nodes = 100000,                                                          \
                     .max_ply = MAX_PLY,                                                           \
                     .sample_ply = 3,                                                              \
                     .seed = 1})

enum { RECORD_NODES_MOST = 50000000 };

#define RECORD_OPTION_ROWS(asked)                                                                  \
    {"game", "GAME", OPTION_GAME, &(asked)->game, 0, 0, "chess (default) or shogi"},               \
        {"position",                                                                               \
         "POSITION",                                                                               \
         OPTION_TEXT,                                                                              \
         &(asked)->position,                                                                       \
         0,                                                                                        \
         0,                                                                                        \
         "startpos (default), or a FEN or SFEN; \"moves ...\" may follow"},                        \
        {"depth",                                                                                  \
         "N",                                                                                      \
         OPTION_NUMBER,                                                                            \
         &(asked)->depth,                                                                          \
         1,                                                                                        \
         MAX_PLY - 1,                                                                              \
         "Deepest iteration (default 8)"},                                                         \
        {"nodes", "N", OPTION_NUMBER, &(asked)->nodes, 1, INT64_MAX, "Nodes of the search"},       \
        {"hash", "MIB", OPTION_NUMBER, &(asked)->hash, 1, TT_MIB_MAX, "Table size (default 16)"},  \
        {"max-nodes",                                                                              \
         "N",                                                                                      \
         OPTION_NUMBER,                                                                            \
         &(asked)->max_nodes,                                                                      \
         1,                                                                                        \
         RECORD_NODES_MOST,                                                                        \
         "Nodes recorded at most (default 100000); the deepest plies are given up first"},         \
        {"max-ply", "N", OPTION_NUMBER, &(asked)->max_ply, 0, MAX_PLY, "None beyond this ply"},    \
        {"min-depth",                                                                              \
         "N",                                                                                      \
         OPTION_NUMBER,                                                                            \
         &(asked)->min_depth,                                                                      \
         0,                                                                                        \
         MAX_PLY,                                                                                  \
         "None below this depth; 1 leaves quiescence out"},                                        \
        {"sample",                                                                                 \
         "SHARE",                                                                                  \
         OPTION_TEXT,                                                                              \
         &(asked)->share,                                                                          \
         0,                                                                                        \
         0,                                                                                        \
         "Only this share of the subtrees, as 0.1, that begin at --sample-ply"},                   \
        {"sample-ply",                                                                             \
         "N",                                                                                      \
         OPTION_NUMBER,                                                                            \
         &(asked)->sample_ply,                                                                     \
         1,                                                                                        \
         MAX_PLY,                                                                                  \
         "Where the sampled subtrees begin (default 3)"},                                          \
    {                                                                                              \
        "seed", "N", OPTION_NUMBER, &(asked)->seed, 0, INT64_MAX,                                  \
            "Which subtrees are drawn (default 1)"                                                 \
    }

typedef struct {
    TreeStory story;
    GamePosition *root;
    Tree *tree;
} TreeRecord;

/* Searches and records. False, with a complaint in the name of the command, when it cannot. */
bool tree_record_make(const char *command, const RecordOptions *asked, const ParamSet *params,
                      TreeRecord *record);
void tree_record_free(TreeRecord *record);

#endif
