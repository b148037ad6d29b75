/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_RESULTS_H
#define TENUKI_LAB_RESULTS_H

/* tenuki results: a stored match, shown, checked, written as records; stored reports. */

#include "lab/match_settings.h"
#include "measure/elo.h"
#include "search/gameops.h"

/* The score of a stored match of two engines, from the first one's side. */
bool results_score(const char *path, const GameOps *game, MatchScore *score, Diag *diag);

/* A stored match as JSON, without a line end. `on_game`, unless NULL, is called after each game
 * with what the results add up to until then. */
bool results_json(const char *path,
                  void (*on_game)(void *context, const Match *match, const Standings *standings),
                  void *context, Text *json, Diag *diag);

int results_command(int argc, char **argv);

#endif
