/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ARENA_REFEREE_H
#define TENUKI_ARENA_REFEREE_H

/* One game between two players. Our rules judge every move and our clock every second; an engine is
 * believed nothing but its score, and that only for adjudication. */

#include "arena/played.h"
#include "arena/player.h"

/* A side has lost when its own score has been at most -score for `moves` moves in a row; with
 * `both`, the opponent's at least +score for as many. moves 0 switches it off. */
typedef struct {
    int moves, score;
    bool both;
} ResignRule;

/* From move `from` on: a draw when both scores have been within +-score for `moves` moves of each.
 * moves 0 switches it off. */
typedef struct {
    int from, moves, score;
} DrawRule;

typedef struct {
    ResignRule resign;
    DrawRule draw;
    int max_moves; /* a draw after so many: of both sides in chess, of one in shogi; 0 for none */
    int64_t margin_ms; /* forgiven on every move */
    int64_t hang_ms;   /* how long an engine may think when it has no clock */
} RefereeRules;

enum { REFEREE_HANG_MS = 120000 };

/* players[FIRST] moves first in the game of the opening. False when the game was given up because
 * the match is. `played` is empty before, and the caller's to free. */
bool referee_play(const PlayerTerms *terms, const RefereeRules *rules, const char *opening,
                  Player *const players[2], PlayedGame *played);

#endif
