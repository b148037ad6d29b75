/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_MEASURE_HTML_H
#define TENUKI_MEASURE_HTML_H

/* Reports as one HTML file: no script, no other file, light or dark as the reader's system is.
 * Whatever is handed in may hold any bytes; it is escaped here. */

#include "base/text.h"

void html_begin(Text *text, const char *title, const char *subtitle);
void html_end(Text *text);

void html_heading(Text *text, const char *heading);
void html_paragraph(Text *text, const char *paragraph);
/* A command or other text that keeps its form. */
void html_code(Text *text, const char *code);
/* The string as content of an element or of an attribute. */
void html_escape(Text *text, const char *string);

typedef struct {
    const char *title;
    bool number; /* aligned right */
} HtmlColumn;

/* Filled cell by cell; a row ends by itself with its last cell. */
typedef struct {
    Text *text;
    const HtmlColumn *columns;
    int count, at;
} HtmlTable;

void html_table_begin(HtmlTable *table, Text *text, const HtmlColumn *columns, int count);
void html_table_cell(HtmlTable *table, const char *format, ...) PRINTF_LIKE(2, 3);
void html_table_end(HtmlTable *table);

#endif
