/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ARENA_PLAYED_H
#define TENUKI_ARENA_PLAYED_H

/* A game that was played: what is stored, counted and written to records. */

#include "record/record.h"
#include "search/gameops.h"

/* What a loser did wrong, other than playing badly. */
typedef enum {
    FAULT_NONE,
    FAULT_TIME,
    FAULT_ILLEGAL,
    FAULT_GONE, /* crashed, or closed its pipes */
    FAULT_HANG, /* did not answer, not even after its time was up */
    FAULT_START,
    FAULTS,
} GameFault;

typedef struct {
    GameMove move;
    bool book;   /* given by the opening */
    bool scored; /* the engine said something about it */
    int score, depth;
    uint64_t nodes;
    int64_t time_ms;
} PlayedMove;

typedef struct {
    int64_t number;  /* of the game in its match, from 1 */
    char *names[2];  /* of FIRST and SECOND */
    char *opening;   /* as openings.h has it */
    char *limits[2]; /* as limits_write writes them */
    RecordResult result;
    RecordEnd end;
    GameFault fault;
    Side at_fault;
    char *reason;     /* in words */
    int64_t finished; /* seconds since 1970 */
    PlayedMove *moves;
    int move_count, move_capacity;
} PlayedGame;

#define PLAYED_EMPTY ((PlayedGame){0})

void played_free(PlayedGame *played);
void played_add_move(PlayedGame *played, const PlayedMove *move);

/* The words for faults and ends by which they are stored: "illegal move", "threefold". */
const char *played_fault_name(GameFault fault);
bool played_find_fault(const char *name, GameFault *fault);
const char *played_end_name(RecordEnd end);
bool played_find_end(const char *name, RecordEnd *end);
/* Points of the side that moved first: 2, 1 or 0. */
int played_points(RecordResult result);
const char *played_result_text(RecordResult result);

RecordResult played_result_of(const char *text);
/* What GameFacts calls the end of a game, as a record has it. */
RecordEnd played_end_of(const char *words);

/* Moves as the protocols write them, and what was said about each: "score:depth:nodes:ms", "-" for
 * a move of the opening. Both separated by spaces, for storing. */
void played_write_moves(const PlayedGame *played, const GameOps *game, Text *text);
void played_write_notes(const PlayedGame *played, Text *text);
/* The other way: replays the opening and the moves. */
bool played_read_moves(PlayedGame *played, const GameOps *game, Span moves, Span notes, Diag *diag);

/* For the writers of records, with scores, depths and times as comments. */
void played_to_record(const PlayedGame *played, const GameOps *game, const char *event,
                      Record *record);
/* Are result and end what our rules make of the moves? */
bool played_check(const PlayedGame *played, const GameOps *game, const GameRules *rules,
                  Diag *diag);

#endif
