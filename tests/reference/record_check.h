/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_TESTS_RECORD_CHECK_H
#define TENUKI_TESTS_RECORD_CHECK_H

#include "record/record.h"

typedef void RecordWriter(const Record *record, Text *text);
typedef bool RecordReader(Span *rest, Record *record, Diag *diag);

/* Writes the game, reads it again and compares; if something was lost, `why` gets it and the
 * text. */
bool record_survives(const Record *record, RecordWriter *write, RecordReader *read, Text *why);

#endif
