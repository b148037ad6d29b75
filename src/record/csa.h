/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_RECORD_CSA_H
#define TENUKI_RECORD_CSA_H

/* The record format of the Computer Shogi Association, versions 1 to 3.0.
 *
 * N+, N- and the standard $ keywords become the tags Black, White, Event, Site, StartTime, EndTime,
 * TimeControl and Opening; other keywords keep their names. Every comment line is kept, whether the
 * file wants programs to read it (an asterisk after the apostrophe) or not.
 *
 * What CSA cannot say: the move number of the start position; tags whose names are not ASCII; a win
 * without a reason, which is written as a resignation or, if the side to move has won, as a
 * declaration; a forfeit, likewise; a win by a resignation or the clock of the side that is not to
 * move. */

#include "record/record.h"

/* Takes the next game off the front of `rest`: games are separated by a line with a slash. False
 * with an empty diag->error at the end of the file. On a bad game false with an error that names
 * the line, the record is as it was but for next_line, and `rest` stands at the next game. `diag`
 * is cleared first. */
bool csa_read(Span *rest, Record *record, Diag *diag);

/* Appends one game, as version 2.2 unless times with fractions or a word of version 3.0 are needed.
 * The record must be one of legal shogi moves. Between games the caller puts a line "/". */
void csa_write(const Record *record, Text *text);

#endif
