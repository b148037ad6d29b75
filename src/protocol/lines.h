/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PROTOCOL_LINES_H
#define TENUKI_PROTOCOL_LINES_H

/* Lines from a file descriptor, however they arrive: byte by byte, with CRLF, with a byte-order
 * mark in front, without a newline at the end, or endless. */

#include "base/text.h"

enum { LINE_LENGTH_MAX = 1 << 20, LINE_HEAD = 64 };

typedef enum {
    LINE_READ,
    LINE_TOO_LONG, /* dropped up to its newline, but for how it began */
    LINE_END,      /* end of input; a last line without newline has been handed out */
} LineStatus;

typedef struct LineReader LineReader;

LineReader *lines_open(int fd);
void lines_close(LineReader *reader);

/* The line without its end; valid until the next call. */
LineStatus lines_next(LineReader *reader, Span *line);

#endif
