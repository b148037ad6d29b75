/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_RESULTS_H
#define TENUKI_LAB_RESULTS_H

/* tenuki results: a stored match, shown, checked, written as records. */

#include "measure/elo.h"
#include "search/gameops.h"

/* The score of a stored match of two engines, from the first one's side. */
bool results_score(const char *path, const GameOps *game, MatchScore *score, Diag *diag);

int results_command(int argc, char **argv);

#endif
