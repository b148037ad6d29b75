/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_RECORD_FORMATS_H
#define TENUKI_RECORD_FORMATS_H

/* The formats of records there are. */

#include "record/record.h"

typedef struct {
    const char *name;
    const char *ending; /* of file names */
    RecordGame game;
    bool (*read)(Span *rest, Record *record, Diag *diag);
    void (*write)(const Record *record, Text *text);
    const char *between; /* games of one file */
} RecordFormat;

/* NULL when there is none of that name, or none that the name of a file tells. */
const RecordFormat *record_format_find(const char *name);
const RecordFormat *record_format_of_file(const char *path);

#endif
