/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_LEVELS_H
#define TENUKI_ENGINE_LEVELS_H

/* Levels of play for people: few nodes, and at the lowest levels not always the best move. The same
 * seed and the same game give the same moves. */

#include "engine/engine.h"

enum { LEVELS = 10, LEVEL_LINES_MAX = 32 };

typedef struct {
    uint64_t nodes; /* 0 for as long as its time allows */
    int lines;      /* of which it chooses ... */
    int margin;     /* ... among those within so many centipawns of the best */
    int elo;        /* 0 for not measured */
} Level;

/* `number` is from 1 to LEVELS. */
const Level *level_of(const GameOps *game, int number);
/* "beginner" and so on, for people. */
const char *level_name(int number);

typedef struct {
    int count;
    GameMove moves[LEVEL_LINES_MAX];
    int scores[LEVEL_LINES_MAX];
} LevelSet;

/* The lines of a search as they are shown: for a listener's on_line. The last iteration may have
 * been cut short after its first line; then the one before it counts. */
typedef struct {
    LevelSet now, before;
} LevelLines;

void level_hear(LevelLines *lines, const EngineLine *line);
/* What is played instead of `best`, which the search has answered with. */
GameMove level_choose(const Level *level, const LevelLines *lines, GameMove best, uint64_t seed,
                      int ply);

#endif
