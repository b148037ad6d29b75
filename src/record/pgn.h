/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_RECORD_PGN_H
#define TENUKI_RECORD_PGN_H

/* Portable Game Notation (Edwards, 1994): the import format is read, the export format written.
 *
 * What PGN cannot say, and a record therefore loses on the way through it:
 *   - the time spent on a move. Programs put it into comments, each in its own way; such comments
 *     are kept as they are and not interpreted;
 *   - line ends and runs of spaces inside a comment, which is flowing text; a closing brace in it
 *     becomes a parenthesis;
 *   - tags whose names are not made of Latin letters, digits and underscores;
 *   - some reasons for the end. The final position tells mate, stalemate, dead position,
 *     threefold and fifty moves; the tag Termination tells time, illegal move, abandoned,
 *     interrupted ("unterminated") and, as "normal" without a mate, resignation. The move limit
 *     is written as "adjudication", which is read back as no reason at all.
 * Annotation glyphs and variations are skipped. The tags Result, FEN and SetUp are not kept as tags
 * but make up the record's result and start. */

#include "record/record.h"

/* Takes the next game off the front of `rest`. False with an empty diag->error at the end of the
 * file. On a bad game false with an error that names the line (and the move), the record is as it
 * was but for next_line, and `rest` stands at the next game. `diag` is cleared first. */
bool pgn_read(Span *rest, Record *record, Diag *diag);

/* Appends a game with the empty line after it. The record must be one of legal chess moves. */
void pgn_write(const Record *record, Text *text);

#endif
