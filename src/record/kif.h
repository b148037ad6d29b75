/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_RECORD_KIF_H
#define TENUKI_RECORD_KIF_H

/* KIF, the record format of Kakinoki's programs and of most shogi sites.
 *
 * The players' names, whatever the file calls them, become the tags Black and White, the standard
 * headers StartTime, EndTime, Event, Opening, Site and TimeControl; other headers keep their names.
 * In a handicap game the giver is White and moves first. Variations are skipped; of comments those
 * are kept that begin with an asterisk.
 *
 * What KIF cannot say: parts of a second; an abandoned game without a loser, which is written as an
 * interrupted one; who resigned or lost on time if it was not the side to move (the winner is kept,
 * the reason is lost). Perpetual check is written as a breach of the rules and recognised on the
 * board. */

#include "record/record.h"

/* Takes the next game off the front of `rest`, which is UTF-8 (see record_decode). A file usually
 * has one; a header after moves begins another. False with an empty diag->error at the end of the
 * file. On a bad game false with an error that names the line, the record is as it was but for
 * next_line, and `rest` stands at the next game. `diag` is cleared first. */
bool kif_read(Span *rest, Record *record, Diag *diag);

/* Appends one game as UTF-8. The record must be one of legal shogi moves. */
void kif_write(const Record *record, Text *text);

#endif
