/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_RECORD_EPD_H
#define TENUKI_RECORD_EPD_H

/* Extended Position Description: a chess position and what is asked or known about it, on one line.
 * Read are the standard form (`bm Nf3; id "x";`), the form of move-count suites (`;D1 20 ;D2 400`)
 * and a full FEN in front, whose counters become the operations hmvc and fmvn. */

#include "base/report.h"
#include "base/text.h"

enum { EPD_OPERATIONS_MAX = 256, EPD_CODE_LENGTH = 15 };

typedef struct {
    char *code;
    char *operand; /* all operands, "" for none; a single string without its quotes */
    bool quoted;
} EpdOperation;

typedef struct {
    char *position; /* four FEN fields */
    EpdOperation *operations;
    size_t count;
} Epd;

#define EPD_EMPTY ((Epd){0})

/* The position is checked like any FEN. On error `epd` is as it was; its old contents are freed
 * otherwise. An error names the field or operation; the line number is the caller's to add. */
bool epd_read(Span line, Epd *epd, Diag *diag);
void epd_free(Epd *epd);

/* The operations alone, for a line that begins with a position of another game. */
bool epd_read_operations(Span text, Epd *epd, Diag *diag);

/* The moves that an operation like bm names, in SAN or as protocols write them; they belong to the
 * caller. None, and NULL, when there is no such operation. */
bool epd_moves(const Epd *epd, const char *code, uint16_t **moves, int *count, Diag *diag);

/* NULL if there is none. */
const char *epd_get(const Epd *epd, const char *code);
/* For chess_set_fen: the fields, with both counters if the operations give one. */
void epd_fen(const Epd *epd, Text *fen);
/* In the standard form, without a line end. */
void epd_write(const Epd *epd, Text *text);

#endif
