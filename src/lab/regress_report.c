/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/regress.h"

#include "lab/print.h"

#include <inttypes.h>
#include <string.h>

static const char *const verdict_words[] = {[VERDICT_NEW] = "new",
                                            [VERDICT_SAME] = "same",
                                            [VERDICT_BETTER] = "better",
                                            [VERDICT_WORSE] = "WORSE"};

static void write_value(MeasureKind kind, double value, double low, double high, Text *text)
{
    if (kind == MEASURE_RATIO)
        text_printf(text, "%.3f (%.3f to %.3f)", value, low, high);
    else
        text_printf(text, "%.0f", value);
}

static void add_row(const Measure *m, int width, Text *text)
{
    Text value = TEXT_EMPTY;
    write_value(m->kind, m->value, m->low, m->high, &value);
    text_printf(text, "  %-*s  %-24s", width, m->name, text_cstr(&value));
    if (m->has_last)
        text_printf(text, " %12.*f %+9.2f %%", m->kind == MEASURE_RATIO ? 3 : 0, m->last,
                    m->last != 0 ? 100 * (m->value / m->last - 1) : 0);
    else
        text_printf(text, " %12s %11s", "-", "-");
    text_printf(text, "  %s%s" MARK_END "\n",
                m->verdict == VERDICT_WORSE    ? MARK_BAD
                : m->verdict == VERDICT_BETTER ? MARK_GOOD
                                               : MARK_DIM,
                verdict_words[m->verdict]);
    text_printf(text, "  %-*s  " MARK_DIM "%s", width, "", m->settings);
    if (m->has_last) {
        text_add(text, "; last: ");
        text_add_plain(text, m->last_label);
    }
    text_add(text, MARK_END "\n");
    text_free(&value);
}

void regress_write_table(const char *label, const Measures *measures, Text *text)
{
    int worse = 0, width = 0;
    for (int i = 0; i < measures->count; i++) {
        int length = (int)strlen(measures->items[i].name);
        width = length > width ? length : width;
        worse += measures->items[i].verdict == VERDICT_WORSE;
    }
    text_add_plain(text, label);
    text_printf(text, "\n\n" MARK_HEADING "  %-*s  %-24s %12s %11s" MARK_END "\n", width, "", "now",
                "last", "change");
    for (int i = 0; i < measures->count; i++)
        add_row(&measures->items[i], width, text);
    text_printf(text, "\n%s\n",
                worse ? MARK_BAD "Something has become worse." MARK_END
                      : MARK_GOOD "Nothing has become worse." MARK_END);
}

void regress_write_json(const char *label, const Measures *measures, Text *text)
{
    int worse = 0;
    for (int i = 0; i < measures->count; i++)
        worse += measures->items[i].verdict == VERDICT_WORSE;
    text_add(text, "{\"label\": ");
    text_add_json(text, label);
    text_printf(text, ", \"worse\": %d, \"measures\": [", worse);
    for (int i = 0; i < measures->count; i++) {
        const Measure *m = &measures->items[i];
        text_add(text, i ? ", {\"name\": " : "{\"name\": ");
        text_add_json(text, m->name);
        text_add(text, ", \"settings\": ");
        text_add_json(text, m->settings);
        text_printf(text, ", \"value\": %.10g", m->value);
        if (m->kind == MEASURE_RATIO)
            text_printf(text, ", \"low\": %.6f, \"high\": %.6f", m->low, m->high);
        if (m->has_last) {
            text_printf(text, ", \"last\": %.10g, \"last_label\": ", m->last);
            text_add_json(text, m->last_label);
        }
        text_printf(text, ", \"verdict\": \"%s\"}",
                    m->verdict == VERDICT_WORSE ? "worse" : verdict_words[m->verdict]);
    }
    text_add(text, "]}\n");
}

/* ---- What is stored ---- */

static void write_run_start(DbQuery *query, bool json, bool first, Text *text)
{
    if (json) {
        text_printf(text, "%s{\"run\": %" PRId64 ", \"taken\": \"", first ? "" : "]}, ",
                    db_int(query, 0));
        text_add_day(text, db_int(query, 1));
        text_add(text, "\", \"label\": ");
        text_add_json(text, db_text(query, 2));
        text_add(text, ", \"measures\": [");
    } else {
        text_printf(text, "%4" PRId64 "  ", db_int(query, 0));
        text_add_day(text, db_int(query, 1));
        text_add(text, "  ");
        text_add_plain(text, db_text(query, 2));
        text_add_char(text, '\n');
    }
}

static void write_run_measure(DbQuery *query, bool json, bool first, Text *text)
{
    MeasureKind kind = (MeasureKind)db_int(query, 3);
    if (json) {
        text_add(text, first ? "{\"name\": " : ", {\"name\": ");
        text_add_json(text, db_text(query, 4));
        text_add(text, ", \"settings\": ");
        text_add_json(text, db_text(query, 5));
        text_printf(text, ", \"value\": %.10g}", db_real(query, 6));
    } else {
        text_add(text, "      ");
        text_add_plain(text, db_text(query, 4));
        text_add(text, ": ");
        write_value(kind, db_real(query, 6), db_real(query, 7), db_real(query, 8), text);
        text_add(text, "  (");
        text_add_plain(text, db_text(query, 5));
        text_add(text, ")\n");
    }
}

bool regress_write_list(Db *db, bool json, Text *text, Diag *diag)
{
    DbQuery *query = db_query(db,
                              "SELECT number, taken, label, kind, name, settings, value, low, high"
                              " FROM runs JOIN measures ON run = number"
                              " ORDER BY number, measures.rowid",
                              diag);
    int64_t run = -1;
    if (!query)
        return false;
    text_add(text, json ? "{\"runs\": [" : "");
    while (db_next(query, diag)) {
        bool fresh = db_int(query, 0) != run;
        if (fresh)
            write_run_start(query, json, run < 0, text);
        write_run_measure(query, json, fresh, text);
        run = db_int(query, 0);
    }
    text_add(text, json ? run < 0 ? "]}\n" : "]}]}\n" : run < 0 ? "nothing is stored yet\n" : "");
    return db_end(query);
}
