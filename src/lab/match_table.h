/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_MATCH_TABLE_H
#define TENUKI_LAB_MATCH_TABLE_H

/* A match in words and numbers, for people and for programs. */

#include "lab/match_settings.h"

typedef struct {
    const Match *match;
    const Standings *standings;
    double seconds; /* this run has taken */
    int64_t now;    /* games of this run */
} MatchView;

/* The table: of each pairing when there are two engines or `whole`, of each engine when there are
 * more, and of what went wrong; with a bar while it is not the whole. */
void match_table_write(const MatchView *view, bool whole, Text *text);
/* The same in one line, for logs. */
void match_table_line(const MatchView *view, Text *text);
/* A finished game in one line. */
void match_table_game(const PlayedGame *played, Text *text);
/* All of it as one JSON object without a line end; `stopped` is why the match is over. */
void match_table_json(const MatchView *view, const char *stopped, Text *text);

#endif
