/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_MATCH_RECORDS_H
#define TENUKI_LAB_MATCH_RECORDS_H

/* Games of a match as PGN, CSA and KIF files, whole game by whole game and in the order of their
 * numbers, whatever order they end in. */

#include "arena/played.h"

typedef struct MatchRecords MatchRecords;

typedef struct {
    const char *pgn, *csa, *kif; /* NULL for none */
} RecordPaths;

/* Files that are there and not empty are refused, unless they are to be replaced. NULL on error. */
MatchRecords *match_records_open(const RecordPaths *paths, const GameOps *game, const char *event,
                                 bool replace, Diag *diag);
void match_records_add(MatchRecords *records, const PlayedGame *played);
/* Writes what was waiting for an earlier game. False, with the error, when not all could be
 * written. */
bool match_records_close(MatchRecords *records, Diag *diag);
/* What open would refuse. */
bool match_records_check(const RecordPaths *paths, Diag *diag);

#endif
