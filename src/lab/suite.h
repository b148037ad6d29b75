/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_SUITE_H
#define TENUKI_LAB_SUITE_H

/* `tenuki suite`: how many problems of a file the search solves, and how soon. */

#include "lab/problems.h"
#include "lab/search_options.h"

int suite_command(int argc, char **argv);

/* What became of one problem. */
typedef struct {
    bool solved;
    bool skipped; /* nothing for the mate solver: the side to move is the one that is mated */
    GameMove move;
    int score, depth; /* of a search */
    uint64_t nodes;
    int64_t time_ms;
    /* From here on the answer was right until the end. */
    uint64_t solved_nodes;
    int64_t solved_ms;
} SuiteAttempt;

typedef struct {
    ProblemFile problems;
    SuiteAttempt *attempts;
} SuiteFile;

/* One file by the search, with default parameters. Complains and returns false on error; suite_free
 * either way. */
bool suite_solve(const char *path, const SearchOptions *search, SuiteFile *file);
void suite_free(SuiteFile *file);

/* The table or the JSON object. */
void suite_write_table(const SuiteFile *files, int count, bool verbose, Text *text);
void suite_write_json(const SuiteFile *files, int count, bool verbose, Text *text);

#endif
