/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TESTS_ROWS_H
#define TENUKI_TESTS_ROWS_H

/* Rows of the data files under tests/data: one a line, fields separated by one character; lines
 * that start with '#' are comments. Tests run from the top of the checkout. */

#include <stddef.h>

enum { ROW_FIELDS = 8 };

typedef struct {
    int line;
    int count;
    char *field[ROW_FIELDS]; /* "" where there is none */
} Row;

typedef struct {
    char *text;
    Row *row;
    size_t count;
} Rows;

/* Ends the program with a message if the file is missing or has no rows. */
Rows rows_read(const char *path, char separator);
void rows_free(Rows *rows);

#endif
