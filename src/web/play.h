/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_PLAY_H
#define TENUKI_WEB_PLAY_H

/* The game of a session: its moves, the ply that is looked at, who plays, the clocks, the end. */

#include "arena/limits.h"
#include "arena/played.h"

typedef enum { LEVEL_NUMBER, LEVEL_NODES, LEVEL_MS, LEVEL_FULL } PlayLevelKind;

typedef struct {
    PlayLevelKind kind;
    int64_t value;
} PlayLevel;

typedef struct {
    GameMove move;
    char *name, *people, *western; /* as written in the position before it */
    char *position;                /* after it */
    int64_t ms;                    /* -1 for nobody knows */
    bool scored;
    int score, depth; /* as FIRST sees it */
} PlayStep;

typedef struct {
    const GameOps *game;
    GameRules rules;
    bool chess960;
    uint64_t seed; /* of the choices of weak levels */
    GamePosition *start, *last, *shown;
    PlayStep *steps;
    int count, room;
    int ply; /* that is shown */
    bool over;
    RecordResult result;
    RecordEnd end;
    const char *reason;
    bool by_engine[2];
    PlayLevel level;
    bool has_clock;
    GameLimits limits[2];
    GameClock clocks[2];
    int64_t turn_ns; /* since when the side to move thinks */
} Play;

enum { PLAY_MOVES_MAX = 2000 };

/* A game from its start position, two people playing without clocks. */
void play_init(Play *play, const GameOps *game);
void play_free(Play *play);
/* The same from `start`; players and level stay. */
void play_begin(Play *play, const GamePosition *start);
/* NULL for no clock. */
void play_set_clock(Play *play, const GameLimits limits[2]);

static inline bool play_at_end(const Play *play) { return play->ply == play->count; }
static inline Side play_turn(const Play *play) { return play->game->side_to_move(play->last); }
static inline bool play_clock_runs(const Play *play) { return play->has_clock && !play->over; }
static inline MoveStyle play_style(const Play *play)
{
    return play->chess960 ? MOVE_960 : MOVE_PROTOCOL;
}

/* Plays a legal move in the shown position; what came after it is cut off. False when the flag of
 * who moves had fallen: then that is the end of the game. */
bool play_move(Play *play, GameMove move, const PlayStep *scored);
/* Puts a legal move behind the last one, as in a record: no clock, no look at the end. After the
 * last of them, play_ready. */
void play_add(Play *play, GameMove move, int64_t ms);
void play_ready(Play *play);
/* Takes back so many plies, at most all. */
void play_take_back(Play *play, int plies);
void play_goto(Play *play, int ply);
/* Ends the game; `reason` is a constant. */
void play_finish(Play *play, RecordResult result, RecordEnd end, const char *reason);
/* The side to move loses. */
void play_lose(Play *play, RecordEnd end, const char *reason);

/* When the flag of the side to move falls, as clock_now_ns counts; INT64_MAX for never. */
int64_t play_deadline_ns(const Play *play);
/* Ends the game if it has. */
bool play_check_flag(Play *play);

/* What a clock shows now. In byoyomi: what is left of it. */
int64_t play_clock_ms(const Play *play, Side side, bool *byoyomi);

/* "Checkmate, White wins". */
void play_write_end(const Play *play, Text *text);
/* For the writers of records. */
void play_to_record(const Play *play, Record *record);
/* A record's game, in place of this one; its moves are legal, and at most PLAY_MOVES_MAX. */
void play_from_record(Play *play, const Record *record);

#endif
