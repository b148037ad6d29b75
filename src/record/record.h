/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_RECORD_RECORD_H
#define TENUKI_RECORD_RECORD_H

/* A game as it was played, whatever file it comes from.
 *
 * Tags carry the names that PGN gives them: Event, Site, Date, White, Black, ... In shogi Black is
 * the side that moves first (sente), so the first player's name is White in chess and Black in
 * shogi; StartTime, EndTime, TimeControl and Opening stand for what CSA and KIF call so in their
 * own words. The start position is never a tag. */

#include "base/report.h"
#include "base/text.h"

enum {
    RECORD_MOVES_MAX = 1000000,
    RECORD_TAGS_MAX = 1000,
    RECORD_FILE_MAX = 64 << 20, /* bytes */
};

typedef enum { RECORD_CHESS, RECORD_SHOGI } RecordGame;

typedef enum {
    RECORD_UNKNOWN, /* or still going on */
    RECORD_FIRST_WINS,
    RECORD_SECOND_WINS,
    RECORD_DRAW,
} RecordResult;

typedef enum {
    RECORD_END_NONE, /* nobody says why */
    RECORD_END_RESIGN,
    RECORD_END_MATE,
    RECORD_END_STALEMATE, /* no legal move, and not in check */
    RECORD_END_TIME,
    RECORD_END_ILLEGAL,
    RECORD_END_REPETITION, /* fourfold, shogi */
    RECORD_END_PERPETUAL,  /* check; whoever gave it has lost */
    RECORD_END_DECLARATION,
    RECORD_END_IMPASSE, /* jishogi: a draw by agreement or by points */
    RECORD_END_MAX_MOVES,
    RECORD_END_FIFTY,
    RECORD_END_THREEFOLD,
    RECORD_END_DEAD,
    RECORD_END_INTERRUPTED,
    RECORD_END_ABANDONED, /* or lost by not turning up */
    RECORD_END_NO_MATE,   /* of a mate problem */
    RECORD_ENDS,
} RecordEnd;

typedef struct {
    char *name;
    char *value;
} RecordTag;

typedef struct {
    char *comment;   /* UTF-8; NULL for none */
    int64_t time_ms; /* spent on the move; -1 if nobody knows */
    uint16_t move;   /* a ChessMove or a ShogiMove */
} RecordMove;

typedef struct {
    RecordGame game;
    char *start; /* FEN or SFEN; NULL for the usual start position */
    RecordTag *tags;
    size_t tag_count;
    char *comment; /* before the first move; UTF-8; NULL for none */
    RecordMove *moves;
    size_t move_count;
    size_t move_capacity;
    RecordResult result;
    RecordEnd end;
    /* Where the next game of the file begins, counted from 1. A reader goes on from here, so line
     * numbers in messages are right for a whole file when one Record reads all its games. */
    size_t next_line;
} Record;

void record_init(Record *record, RecordGame game);
void record_free(Record *record);
/* Moves a finished record into `to`, whose old contents are freed. `from` is empty afterwards. */
void record_replace(Record *to, Record *from);

/* Texts are cleaned on the way in: trimmed, all white space turned into plain spaces, control
 * characters into U+FFFD; bytes that are no UTF-8 are read as Latin-1. An empty comment is none. */

/* False, and nothing changed, when the record is full. */
bool record_add_move(Record *record, uint16_t move, int64_t time_ms, const char *comment);
/* For the last move, or before the first one; takes the place of what was there. Line ends stay. */
void record_set_comment(Record *record, Span comment);
/* A new tag goes to the end, a known one keeps its place. False when there are too many. */
bool record_set_tag(Record *record, const char *name, Span value);
/* NULL if there is none. */
const char *record_tag(const Record *record, const char *name);

/* The side that lost; false for a draw or an open result. */
bool record_loser(const Record *record, Side *loser);

/* Text of a file as UTF-8: it may be that already (a byte-order mark is dropped) or Shift-JIS, as
 * CP932 has it. Appends to `utf8`, which is not touched on error. */
bool record_decode(Span bytes, Text *utf8, Diag *diag);

/* What every reader of files asks first. */
bool record_size_is_ok(Span file, Diag *diag);

#endif
