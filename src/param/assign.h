/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PARAM_ASSIGN_H
#define TENUKI_PARAM_ASSIGN_H

/* From the lines of a configuration file to values: what tables and keys mean. Files and built-in
 * presets both come through here.
 *
 * A row may stand at the top, in a table named after its technique or group, and for one game in
 * [chess], [shogi] or a table below these. In a technique's table its prefix may be left out
 * ([nmp] min_depth), and `enabled` is its switch. `preset` is applied before everything else of its
 * level. [pruning] and [null_move] also take the keys of the published layout. */

#include "param/params.h"

typedef enum {
    VALUE_BOOLEAN, /* "true", "false" */
    VALUE_INTEGER,
    VALUE_STRING,
    VALUE_INTEGERS, /* an array, as numbers with blanks between */
    VALUE_TABLE,    /* no value: the head of a table */
    VALUE_OTHER,    /* what nothing here takes; the text says what it is */
} ValueKind;

typedef struct {
    Span table; /* with dots between its parts; empty at the top */
    Span key;
    Span value;
    ValueKind kind;
    int line;
} Assignment;

/* Messages of a whole file, one a line, each with the place it speaks of; at most some fifty. */
typedef struct {
    Text errors, warnings;
    int error_count;
} ParamReport;

#define PARAM_REPORT_EMPTY ((ParamReport){0})
void param_report_free(ParamReport *report);
void param_report_error(ParamReport *report, const char *where, int line, const char *message);

/* `where` is the name of the preset or file. On any error the set is as it was, and false. */
bool assign_all(const Assignment *list, int count, ParamSource source, const char *where,
                ParamSet *set, ParamReport *report);

#endif
