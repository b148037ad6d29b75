/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rows.h"

#include "base/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        die("test data: cannot open %s (tests run from the top of the checkout)", path);
    size_t size = 0, capacity = 1 << 16;
    char *text = xmalloc(capacity);
    for (size_t got; (got = fread(text + size, 1, capacity - size - 1, file)) > 0; size += got)
        if (capacity - size - got < 2)
            text = xrealloc(text, capacity *= 2);
    fclose(file);
    text[size] = '\0';
    return text;
}

static Row split(char *line, int number, char separator)
{
    Row row = {.line = number};
    for (int i = 0; i < ROW_FIELDS; i++)
        row.field[i] = line + strlen(line);
    while (line && row.count < ROW_FIELDS) {
        char *end = row.count + 1 < ROW_FIELDS ? strchr(line, separator) : NULL;
        row.field[row.count++] = line;
        if (end)
            *end++ = '\0';
        line = end;
    }
    return row;
}

Rows rows_read(const char *path, char separator)
{
    Rows rows = {.text = read_file(path)};
    int number = 0;
    for (char *line = rows.text; line && *line;) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        number++;
        if (*line && *line != '#') {
            rows.row = xrealloc(rows.row, (rows.count + 1) * sizeof *rows.row);
            rows.row[rows.count++] = split(line, number, separator);
        }
        line = end;
    }
    if (rows.count == 0)
        die("test data: no rows in %s", path);
    return rows;
}

void rows_free(Rows *rows)
{
    free(rows->text);
    free(rows->row);
}
