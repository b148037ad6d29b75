/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/lines.h"

#include "base/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct LineReader {
    int fd;
    bool ended;
    bool dropping;        /* within a line that is too long */
    bool at_start;        /* of the input, where a byte-order mark may stand */
    size_t from, to;      /* what is in the buffer and not handed out */
    char head[LINE_HEAD]; /* of a line that is too long */
    char buffer[LINE_LENGTH_MAX + 2];
};

LineReader *lines_open(int fd)
{
    LineReader *reader = xcalloc(1, sizeof *reader);
    reader->fd = fd;
    reader->at_start = true;
    return reader;
}

void lines_close(LineReader *reader) { free(reader); }

/* Reads what is there, after moving the unfinished line to the front. */
static void fill(LineReader *reader)
{
    memmove(reader->buffer, reader->buffer + reader->from, reader->to - reader->from);
    reader->to -= reader->from;
    reader->from = 0;
    ssize_t got;
    do
        got = read(reader->fd, reader->buffer + reader->to, sizeof reader->buffer - reader->to);
    while (got < 0 && errno == EINTR);
    if (got <= 0)
        reader->ended = true;
    else
        reader->to += (size_t)got;
}

static Span take(LineReader *reader, size_t length, size_t taken)
{
    Span line = {reader->buffer + reader->from, length};
    reader->from += taken;
    if (line.length > 0 && line.at[line.length - 1] == '\r')
        line.length--;
    if (reader->at_start && line.length >= 3 && memcmp(line.at, "\xef\xbb\xbf", 3) == 0)
        line.at += 3, line.length -= 3;
    reader->at_start = false;
    return line;
}

static LineStatus finish_line(LineReader *reader, bool too_long, Span *line)
{
    bool dropped = reader->dropping;
    reader->dropping = false;
    if (dropped)
        *line = (Span){reader->head, LINE_HEAD};
    return dropped || too_long ? LINE_TOO_LONG : LINE_READ;
}

LineStatus lines_next(LineReader *reader, Span *line)
{
    size_t searched = 0;
    for (;;) {
        char *start = reader->buffer + reader->from;
        size_t have = reader->to - reader->from;
        char *newline = memchr(start + searched, '\n', have - searched);
        if (newline) {
            size_t length = (size_t)(newline - start);
            *line = take(reader, length, length + 1);
            return finish_line(reader, length > LINE_LENGTH_MAX, line);
        }
        if (reader->ended) {
            if (have == 0 && !reader->dropping)
                return LINE_END;
            *line = take(reader, have, have);
            return finish_line(reader, false, line);
        }
        searched = have;
        if (have > LINE_LENGTH_MAX) {
            if (!reader->dropping)
                memcpy(reader->head, start, LINE_HEAD);
            reader->dropping = true;
            reader->from = reader->to;
            searched = 0;
        }
        fill(reader);
    }
}
