/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "param/assign.h"

#include "param/names.h"
#include "param/plugin.h"
#include "param/presets.h"
#include "param/published.h"

#include <string.h>

/* Lines for every game, and lines for one. */
enum { LEVEL_ALL, LEVEL_OF_GAME };

typedef struct {
    ParamSource source;
    const char *where;
    ParamReport *report;
    ParamSet *target;
    /* What this level has said of each row so far. */
    struct {
        Strength strength;
        int line;
    } said[PARAM_ROWS];
} Assigner;

/* ---- Reports ---- */

void param_report_free(ParamReport *report)
{
    text_free(&report->errors);
    text_free(&report->warnings);
}

/* More than so many errors help nobody, and a large file would take long to find them all. */
enum { MOST_ERRORS = 50 };

static bool has_enough(const ParamReport *report) { return report->error_count > MOST_ERRORS; }

void param_report_error(ParamReport *report, const char *where, int line, const char *message)
{
    if (has_enough(report))
        return;
    report->error_count++;
    if (report->errors.length > 0)
        text_add_char(&report->errors, '\n');
    if (has_enough(report))
        text_printf(&report->errors, "%s: more errors than can be listed", where);
    else if (line > 0)
        text_printf(&report->errors, "%s:%d: %s", where, line, message);
    else
        text_printf(&report->errors, "%s: %s", where, message);
}

static void take_diag(Assigner *a, int line, const Diag *diag)
{
    if (diag->error[0])
        param_report_error(a->report, a->where, line, diag->error);
    if (diag->warning[0])
        text_printf(&a->report->warnings, "%s%s:%d: %s", a->report->warnings.length ? "\n" : "",
                    a->where, line, diag->warning);
}

/* ---- Giving a row its value ---- */

static void put(Assigner *a, const Assignment *entry, const ParamRow *row, Span value,
                Strength strength)
{
    int number = (int)(row - param_rows);
    Diag diag;
    diag_clear(&diag);
    if (a->said[number].strength > strength)
        return;
    if (a->said[number].strength == strength && strength >= STRENGTH_WEAK) {
        diag_error(&diag, "%s is given twice, here and in line %d", row->name,
                   a->said[number].line);
    } else {
        Text detail = TEXT_EMPTY;
        text_add(&detail, a->where);
        if (a->source == SOURCE_FILE)
            text_printf(&detail, ":%d", entry->line);
        param_set_value(a->target, span_of(row->name), value, a->source, text_cstr(&detail), &diag);
        text_free(&detail);
        a->said[number].strength = strength;
        a->said[number].line = entry->line;
    }
    take_diag(a, entry->line, &diag);
}

static void complain(Assigner *a, const Assignment *entry, const char *problem)
{
    Diag diag;
    diag_clear(&diag);
    diag_error(&diag, "%.*s: %s", SPAN_ARG(entry->key), problem);
    take_diag(a, entry->line, &diag);
}

static void write_given(const Assignment *entry, Text *text)
{
    switch (entry->kind) {
    case VALUE_STRING: text_printf(text, "the string \"%.*s\"", SPAN_ARG(entry->value)); break;
    case VALUE_INTEGERS: text_printf(text, "the array [%.*s]", SPAN_ARG(entry->value)); break;
    default: text_printf(text, "%.*s", SPAN_ARG(entry->value));
    }
}

static bool right_kind(const ParamRow *row, ValueKind kind)
{
    switch (row->kind) {
    case PARAM_SWITCH:
        return kind == VALUE_BOOLEAN || kind == VALUE_INTEGER || kind == VALUE_STRING;
    case PARAM_NUMBER: return kind == VALUE_INTEGER;
    case PARAM_CHOICE: return kind == VALUE_INTEGER || kind == VALUE_STRING;
    }
    return false;
}

static void put_checked(Assigner *a, const Assignment *entry, const ParamRow *row,
                        Strength strength)
{
    if (right_kind(row, entry->kind)) {
        put(a, entry, row, entry->value, strength);
        return;
    }
    Text problem = TEXT_EMPTY;
    write_given(entry, &problem);
    text_printf(&problem, " is no value for %s: ", row->name);
    if (row->kind == PARAM_SWITCH)
        text_add(&problem, "it is true or false");
    else if (row->kind == PARAM_NUMBER)
        text_printf(&problem, "it is a whole number from %d to %d", row->min, row->max);
    for (int i = 0; row->kind == PARAM_CHOICE && i <= row->max; i++)
        text_printf(&problem, "%s\"%s\"", i ? ", " : "it is one of ", row->words[i]);
    complain(a, entry, text_cstr(&problem));
    text_free(&problem);
}

static void put_number(Assigner *a, const Assignment *entry, int row, int64_t value,
                       Strength strength)
{
    Text digits = TEXT_EMPTY;
    text_printf(&digits, "%lld", (long long)value);
    put(a, entry, &param_rows[row], span_of(text_cstr(&digits)), strength);
    text_free(&digits);
}

/* ---- The published layout ---- */

/* The first of the eight margins is that of depth 0, where nothing is left to prune. */
static void put_margins(Assigner *a, const Assignment *entry, const Published *published)
{
    enum { MARGINS = 8 };
    Span rest = entry->value, word;
    Span values[MARGINS];
    int count = 0;
    while (span_next_word(&rest, &word)) {
        if (count < MARGINS)
            values[count] = word;
        count++;
    }
    if (entry->kind != VALUE_INTEGERS || count != MARGINS)
        complain(a, entry, "an array of 8 whole numbers is wanted, for depths 0 to 7");
    else if (!span_is(values[0], "0"))
        complain(a, entry, "the first number, for depth 0, must be 0");
    else
        for (int i = 1; i < MARGINS; i++)
            put(a, entry, &param_rows[published->row + i - 1], values[i], published->strength);
}

/* Those that depend on what the other lines have set. */
static void put_late(Assigner *a, const Assignment *entry, const Published *published)
{
    Params *values = &a->target->values;
    bool yes = span_is(entry->value, "true");
    int64_t number = 0;
    switch (published->kind) {
    case PUBLISHED_RAZOR_ENDGAME:
        if (entry->kind != VALUE_INTEGER
            || !span_to_int(entry->value, 0, values->razor_margin, &number))
            complain(a, entry, "a whole number from 0 to razoring_margin is wanted");
        else
            put_number(a, entry, published->row, values->razor_margin - number,
                       published->strength);
        break;
    case PUBLISHED_NEAR_MISS:
        put_checked(a, entry, &param_rows[published->row], published->strength);
        if (values->nmp_verify == NMP_VERIFY_OFF)
            put_number(a, entry, ROW_nmp_verify, NMP_VERIFY_NEAR_MISS, STRENGTH_IMPLIED);
        else if (values->nmp_verify == NMP_VERIFY_ON_CUTOFF)
            put_number(a, entry, ROW_nmp_verify, NMP_VERIFY_BOTH, STRENGTH_IMPLIED);
        break;
    case PUBLISHED_ENDGAMES:
        if (entry->kind != VALUE_BOOLEAN)
            complain(a, entry, "true or false is wanted");
        else if (!yes)
            put_number(a, entry, published->row, 0, published->strength);
        else if (values->nmp_guard_pieces == 0)
            put_number(a, entry, published->row, 12, STRENGTH_IMPLIED);
        break;
    default: break;
    }
}

static void put_published(Assigner *a, const Assignment *entry, const Published *published)
{
    switch (published->kind) {
    case PUBLISHED_ROW:
        put_checked(a, entry, &param_rows[published->row], published->strength);
        break;
    case PUBLISHED_FLAG:
        if (entry->kind != VALUE_BOOLEAN)
            complain(a, entry, "true or false is wanted");
        else
            put(a, entry, &param_rows[published->row],
                span_of(span_is(entry->value, "true") ? published->when_true
                                                      : published->when_false),
                published->strength);
        break;
    case PUBLISHED_MARGINS: put_margins(a, entry, published); break;
    default: break;
    }
    if (published->implied)
        put(a, entry, &param_rows[published->implied_row], span_of(published->implied),
            STRENGTH_IMPLIED);
}

static bool is_late(const Published *published)
{
    return published
        && (published->kind == PUBLISHED_RAZOR_ENDGAME || published->kind == PUBLISHED_NEAR_MISS
            || published->kind == PUBLISHED_ENDGAMES);
}

/* ---- Tables and keys ---- */

/* [game.table] -> the level, and the table below it. */
static int level_of(Span path, Span *table)
{
    const char *dot = path.length ? memchr(path.at, '.', path.length) : NULL;
    Span head = {path.at, dot ? (size_t)(dot - path.at) : path.length};
    ParamGame game;
    *table = path;
    if (!param_game_find(head, &game))
        return LEVEL_ALL;
    size_t skipped = dot ? head.length + 1 : head.length;
    *table = (Span){path.at + skipped, path.length - skipped};
    return LEVEL_OF_GAME + (int)game;
}

static bool row_is_in_table(const ParamRow *row, Span table)
{
    return name_same(table, param_technique_name(row->technique))
        || name_same(table, param_group(row));
}

static bool is_table(Span table)
{
    if (table.length == 0 || published_has_table(table))
        return true;
    for (int i = 0; i < PARAM_ROWS; i++)
        if (row_is_in_table(&param_rows[i], table))
            return true;
    return false;
}

static void complain_of_table(Assigner *a, const Assignment *entry, Span table)
{
    Nearest nearest = nearest_start(table);
    static const char *const others[] = {"chess", "shogi", "pruning", "null_move"};
    for (size_t i = 0; i < COUNT_OF(others); i++)
        nearest_offer(&nearest, others[i]);
    for (int i = 0; i < PARAM_ROWS; i++) {
        nearest_offer(&nearest, param_technique_name(param_rows[i].technique));
        nearest_offer(&nearest, param_group(&param_rows[i]));
    }
    Diag diag;
    diag_clear(&diag);
    diag_error(&diag, "unknown table '%.*s'%s%s%s", SPAN_ARG(table), NEAREST_ARG(nearest));
    take_diag(a, entry->line, &diag);
}

static void complain_of_key(Assigner *a, const Assignment *entry, Span table)
{
    Diag diag;
    diag_clear(&diag);
    const ParamRow *elsewhere = param_find(entry->key);
    if (table.length == 0) {
        param_unknown(entry->key, &diag);
    } else if (elsewhere) {
        diag_error(&diag, "%s belongs to '%s', not to '%.*s'", elsewhere->name,
                   param_technique_name(elsewhere->technique), SPAN_ARG(table));
    } else {
        Nearest nearest = nearest_start(entry->key);
        published_offer(table, &nearest);
        for (int i = 0; i < PARAM_ROWS; i++)
            if (row_is_in_table(&param_rows[i], table))
                nearest_offer(&nearest, param_rows[i].name);
        diag_error(&diag, "unknown parameter '%.*s' in table '%.*s'%s%s%s", SPAN_ARG(entry->key),
                   SPAN_ARG(table), NEAREST_ARG(nearest));
    }
    take_diag(a, entry->line, &diag);
}

/* The row a key means in a table; NULL when it means none. */
static const ParamRow *find_row(Span table, Span key)
{
    const ParamRow *row = param_find(key);
    if (table.length == 0)
        return row;
    if (row && row_is_in_table(row, table))
        return row;
    const ParamRow *technique = param_find(table);
    if (!technique || technique->kind != PARAM_SWITCH)
        return NULL;
    if (name_same(key, "enabled"))
        return technique;
    Text full = TEXT_EMPTY;
    text_printf(&full, "%s_", technique->name);
    text_add_span(&full, key);
    row = param_find(span_of(text_cstr(&full)));
    text_free(&full);
    return row;
}

static bool is_preset_key(const Assignment *entry, Span table)
{
    return entry->kind != VALUE_TABLE && table.length == 0 && name_same(entry->key, "preset");
}

static void apply_preset(Assigner *a, const Assignment *entry)
{
    Diag diag;
    diag_clear(&diag);
    if (a->source == SOURCE_PRESET)
        diag_error(&diag, "a preset cannot name another one");
    else if (entry->kind != VALUE_STRING)
        diag_error(&diag, "preset: a string is wanted");
    else
        param_set_preset(a->target, entry->value, &diag);
    take_diag(a, entry->line, &diag);
}

static bool is_plugin_key(const Assignment *entry, Span table)
{
    return entry->kind != VALUE_TABLE && table.length == 0 && name_same(entry->key, "plugin");
}

/* Code comes into the program here, so whoever started it must have wanted that. */
static void apply_plugin(Assigner *a, const Assignment *entry)
{
    Diag diag;
    diag_clear(&diag);
    if (!a->target->may_load || a->source != SOURCE_FILE) {
        diag_error(&diag, "plugin: plug-ins are loaded from the command line, or from a file that "
                          "was named there");
    } else if (entry->kind != VALUE_STRING) {
        diag_error(&diag, "plugin: a string is wanted, the name of a file");
    } else {
        Text path = TEXT_EMPTY;
        text_add_span(&path, entry->value);
        plugin_set_file(a->target, text_cstr(&path), &diag);
        text_free(&path);
    }
    take_diag(a, entry->line, &diag);
}

/* A number of the plug-in, or its switch. */
static void put_plugin_value(Assigner *a, const Assignment *entry)
{
    Diag diag;
    diag_clear(&diag);
    param_set_value(a->target, entry->key, entry->value, a->source, a->where, &diag);
    take_diag(a, entry->line, &diag);
}

static void apply_entry(Assigner *a, const Assignment *entry, Span table)
{
    const Published *published = published_find(table, entry->key);
    const ParamRow *row = find_row(table, entry->key);
    if (published)
        put_published(a, entry, published);
    else if (row)
        put_checked(a, entry, row, STRENGTH_FULL);
    else if (table.length == 0 && param_set_knows(a->target, entry->key))
        put_plugin_value(a, entry);
    else
        complain_of_key(a, entry, table);
}

/* Each level goes over the list three times: the preset, the plain lines, and the lines that
 * depend on others. */
enum { PASS_PRESET, PASS_PLAIN, PASS_LATE, PASSES };

static void apply_in_pass(Assigner *a, const Assignment *entry, Span table, int pass)
{
    if (is_preset_key(entry, table)) {
        if (pass == PASS_PRESET)
            apply_preset(a, entry);
    } else if (is_plugin_key(entry, table)) {
        if (pass == PASS_PRESET)
            apply_plugin(a, entry);
    } else if (entry->kind == VALUE_TABLE) {
        if (pass == PASS_PRESET && !is_table(table))
            complain_of_table(a, entry, table);
    } else if (is_table(table)) {
        const Published *published = published_find(table, entry->key);
        if (is_late(published) && pass == PASS_LATE)
            put_late(a, entry, published);
        else if (!is_late(published) && pass == PASS_PLAIN)
            apply_entry(a, entry, table);
    }
}

static void apply_level(Assigner a, const Assignment *list, int count, int level)
{
    for (int pass = 0; pass < PASSES; pass++)
        for (int i = 0; i < count && !has_enough(a.report); i++) {
            Span table;
            if (level_of(list[i].table, &table) == level)
                apply_in_pass(&a, &list[i], table, pass);
        }
}

/* Lines for the other game have no effect here, but their mistakes are reported. They stand on the
 * lines for all games, whose own mistakes have been reported already. */
static void check_other_game(Assigner a, const Assignment *list, int count, const ParamSet *set)
{
    ParamGame game = set->game == PARAM_CHESS ? PARAM_SHOGI : PARAM_CHESS;
    ParamReport unread = PARAM_REPORT_EMPTY, *report = a.report;
    ParamSet scratch;
    param_set_init(&scratch, game);
    scratch.mode = set->mode;
    scratch.may_load = set->may_load;
    a.target = &scratch;
    a.report = &unread;
    apply_level(a, list, count, LEVEL_ALL);
    a.report = report;
    apply_level(a, list, count, LEVEL_OF_GAME + (int)game);
    param_report_free(&unread);
}

bool assign_all(const Assignment *list, int count, ParamSource source, const char *where,
                ParamSet *set, ParamReport *report)
{
    int errors_before = report->error_count;
    ParamSet trial = *set;
    Assigner a = {.source = source, .where = where, .report = report, .target = &trial};
    apply_level(a, list, count, LEVEL_ALL);
    apply_level(a, list, count, LEVEL_OF_GAME + (int)set->game);
    check_other_game(a, list, count, set);
    if (report->error_count > errors_before)
        return false;
    *set = trial;
    return true;
}
