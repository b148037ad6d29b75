/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_RECORD_KIFU_H
#define TENUKI_RECORD_KIFU_H

/* What the two kinds of shogi records, CSA and KIF, have in common: lines, a game played on a real
 * board as it is read, and words for the end of a game that speak of the side to move. */

#include "record/record.h"
#include "shogi/position.h"

/* Who has won, told from the side that would have to move. */
typedef enum {
    KIFU_OPEN,
    KIFU_DRAW,
    KIFU_MOVER_LOSES,
    KIFU_MOVER_WINS,
    KIFU_FIRST_LOSES,
    KIFU_SECOND_LOSES,
    KIFU_CHECKER_LOSES, /* whoever has been giving perpetual check */
} KifuOutcome;

typedef struct {
    const char *word;
    RecordEnd end;
    KifuOutcome outcome;
} KifuEnding;

/* What a file calls a tag. */
typedef struct {
    const char *key;
    const char *tag;
} KifuTag;

typedef struct {
    Span rest;
    size_t line;      /* of the line last taken */
    size_t next_line; /* of the first one in `rest` */
    Record record;    /* handed over only when the whole game is good */
    ShogiPosition *pos;
    Text comment; /* what has been said since the last move */
    Diag *diag;
    Diag illegal; /* about an illegal move; nothing but the end of the game may follow */
    bool ended;
} KifuReader;

/* The record gives the number of the first line. */
void kifu_open(KifuReader *reader, Span rest, const Record *record, Diag *diag);
/* Hands a good game over, tells the rest of the file, and frees everything. Returns `good`. */
bool kifu_close(KifuReader *reader, bool good, Span *rest, Record *record);

bool kifu_next_line(KifuReader *reader, Span *line);
/* An error with the line number in front. Returns false. */
bool kifu_error(KifuReader *reader, const char *format, ...) PRINTF_LIKE(2, 3);

void kifu_add_comment(KifuReader *reader, Span line);
bool kifu_set_tag(KifuReader *reader, const char *name, Span value);
bool kifu_set_start(KifuReader *reader, const ShogiSetupBoard *setup);

/* Plays a move; `text` is how the file wrote it, for messages. An illegal one is remembered: it is
 * an error unless the game ends there because of it. */
bool kifu_play(KifuReader *reader, Span text, ShogiMove move);
/* The same for what cannot even be made into a move. */
bool kifu_reject(KifuReader *reader, Span text, const char *why);
bool kifu_set_time(KifuReader *reader, int64_t milliseconds);
bool kifu_end(KifuReader *reader, const KifuEnding *ending);
/* After the last line: nothing may be left open. */
bool kifu_finish(KifuReader *reader);

void kifu_standard_board(ShogiSetupBoard *setup);
/* False when a hand cannot hold that many. */
bool kifu_add_to_hand(ShogiSetupBoard *setup, Side side, ShogiType type, int count);

/* For writers. */
ShogiPosition *kifu_start_position(const Record *record);
/* The word for the record's end with `mover` to move; NULL if the table has none that is right. */
const KifuEnding *kifu_find_ending(const KifuEnding *table, size_t count, const Record *record,
                                   Side mover);
RecordResult kifu_result(KifuOutcome outcome, Side mover);
/* The tag's key in a table, or NULL. */
const char *kifu_key_of(const KifuTag *table, size_t count, const char *tag);
/* Each line of a comment behind a prefix. */
void kifu_write_comment(Text *text, const char *prefix, const char *comment);

#endif
