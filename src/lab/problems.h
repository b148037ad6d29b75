/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_PROBLEMS_H
#define TENUKI_LAB_PROBLEMS_H

/* Files of positions, one a line, with or without a question. Empty lines and lines that begin with
 * '#' are passed over.
 *
 *   chess   FEN, or EPD with bm (moves or "#3"), am, dm, id
 *   shogi   a position as --position takes it, with the same operations behind it, moves as in USI
 *           and lengths in plies; or columns: SFEN <tab> move or length; a length "-" is not
 *           proved, and the next column holds what is claimed */

#include "lab/options.h"

typedef struct {
    char *position; /* for setup_position */
    char *id;       /* "" for none */
    int line;
    GameMove *best, *avoid;
    int best_count, avoid_count;
    int mate_plies;   /* 0: the file does not say; below 0: the side to move is mated */
    bool mate_proved; /* the length is known to be right, not only claimed */
    bool mate_only;   /* a king is missing: nothing for the search */
} Problem;

typedef struct {
    const char *path;
    const GameOps *game;
    Problem *items;
    int count;
} ProblemFile;

/* All of a file or nothing: an error names the file, the line and the reason. Without a game it is
 * guessed from the first position. On error `file` is as it was. */
bool problems_read(const char *path, const GameOps *game, ProblemFile *file, Diag *diag);
void problems_free(ProblemFile *file);

/* Keeps the first `limit` (0 for all), after shuffling unless the seed is 0. */
void problems_choose(ProblemFile *file, int64_t limit, int64_t seed);

/* Moves the positions of `from` behind those of `file`; both are of one game. */
void problems_append(ProblemFile *file, ProblemFile *from);

static inline bool problem_asks(const Problem *problem)
{
    return problem->best_count > 0 || problem->avoid_count > 0 || problem->mate_plies != 0;
}

/* Lengths of mates as people count them: moves in chess, plies in shogi. */
int problem_mate_to_plies(const GameOps *game, int mate);
int problem_mate_from_plies(const GameOps *game, int plies);

/* A path without its directories, for reports. */
const char *problems_base_name(const char *path);

#endif
