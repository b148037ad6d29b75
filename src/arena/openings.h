/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ARENA_OPENINGS_H
#define TENUKI_ARENA_OPENINGS_H

/* Where games begin. Every opening is a line as `position` takes it: "startpos moves e2e4 ..." or
 * "fen F moves ...". All of a file is checked before anything is played. */

#include "search/gameops.h"

typedef struct {
    char **lines;
    size_t count;
    uint64_t checksum; /* of the file */
} Openings;

#define OPENINGS_EMPTY ((Openings){0})

/* Chess: PGN when the file is called so, else lines of EPD, FEN or "startpos moves ...". Shogi:
 * lines of SFEN or "startpos moves ...". Empty lines and those that begin with '#' are skipped. Of
 * a PGN game the first `plies` moves are taken, 0 for all. An error names file and line. */
bool openings_load(const char *path, const GameOps *game, int plies, Openings *openings,
                   Diag *diag);
void openings_free(Openings *openings);
/* The same order for the same seed, always. */
void openings_shuffle(Openings *openings, uint64_t seed);
/* Round after round, from the beginning again after the last; the start position if there are
 * none. */
const char *openings_get(const Openings *openings, int64_t round);

/* The position an opening starts from and the moves that follow it. `start` is set to NULL for the
 * usual start position, else to text for game->set within `opening`. */
void openings_split(const GameOps *game, const char *opening, Span *start, Span *moves);

#endif
