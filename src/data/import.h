/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_DATA_IMPORT_H
#define TENUKI_DATA_IMPORT_H

/* Scored chess games of others, out of text. Lines are given one by one; games come out.
 *
 *   tcec          result;std|frc;start or -;SAN:cp SAN:cp ...   one game a line; the score is of
 * the position before the move, from White; a mate in n is 32000 - n; moves of a book have none;
 * lines that begin with '#' are passed over binpack-text  FEN;move;score;result   one position a
 * line, score and result from the side to move. Lines that follow from each other make a game. */

#include "data/gamefile.h"

typedef enum { IMPORT_TCEC, IMPORT_BINPACK_TEXT } ImportFormat;

/* False when there is no such format. */
bool import_format_find(Span name, ImportFormat *format);
/* How many hundredths of a pawn make a hundred units of score: Stockfish's inner unit was 1/208 of
 * a pawn when such files were made. */
int import_usual_percent(ImportFormat format);

typedef struct Importer Importer;
/* False to end the import. */
typedef bool ImportGame(void *context, const DataGame *game);

Importer *import_new(ImportFormat format, int percent, ImportGame *on_game, void *context);
void import_free(Importer *importer);
/* False, with the reason, when the line makes no sense; nothing of it comes out then, and the next
 * line may be good. */
bool import_line(Importer *importer, Span line, Diag *diag);
/* After the last line. */
void import_end(Importer *importer);
/* Whether on_game wants no more. */
bool import_is_over(const Importer *importer);

#endif
