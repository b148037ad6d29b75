/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "param/config.h"

#include "base/file.h"
#include "param/toml.h"

/* ---- Nesting ---- */

enum { DEEPEST = 8 };

static bool starts_with(Span rest, char c, size_t times)
{
    for (size_t i = 0; i < times; i++)
        if (i >= rest.length || rest.at[i] != c)
            return false;
    return true;
}

static Span skip(Span rest, size_t count) { return (Span){rest.at + count, rest.length - count}; }

/* Past a string that begins here. A string of one line ends with the line at the latest: the parser
 * stops there, so nothing behind it matters. */
static Span skip_string(Span rest, int *line)
{
    char quote = rest.at[0];
    size_t quotes = starts_with(rest, quote, 3) ? 3 : 1;
    rest = skip(rest, quotes);
    while (rest.length > 0 && !starts_with(rest, quote, quotes)) {
        if (rest.at[0] == '\n') {
            if (quotes == 1)
                return rest;
            ++*line;
        }
        bool escape = rest.at[0] == '\\' && quote == '"' && rest.length > 1 && rest.at[1] != '\n';
        rest = skip(rest, escape ? 2 : 1);
    }
    rest = skip(rest, rest.length < quotes ? rest.length : quotes);
    /* The text may end in up to two quotes of its own, right before the closing three. */
    for (int i = 0; quotes == 3 && i < 2 && starts_with(rest, quote, 1); i++)
        rest = skip(rest, 1);
    return rest;
}

bool config_nesting_is_sane(Span text, int *line)
{
    int brackets = 0, dots = 0;
    *line = 1;
    while (text.length > 0) {
        char c = text.at[0];
        if (c == '"' || c == '\'') {
            text = skip_string(text, line);
            continue;
        }
        if (c == '#') {
            while (text.length > 0 && text.at[0] != '\n')
                text = skip(text, 1);
            continue;
        }
        if (c == '.')
            dots++;
        else if (c == '=' || c == ',' || c == '[' || c == '{' || c == '\n')
            dots = 0;
        if (c == '[' || c == '{')
            brackets++;
        else if ((c == ']' || c == '}') && brackets > 0)
            brackets--;
        if (brackets > DEEPEST || dots > DEEPEST)
            return false;
        if (c == '\n')
            ++*line;
        text = skip(text, 1);
    }
    return true;
}

/* ---- Reading ---- */

bool config_read(const char *path, Span text, ParamSet *set, ParamReport *report)
{
    int line;
    if (!config_nesting_is_sane(text, &line)) {
        param_report_error(report, path, line, "nested too deep");
        return false;
    }
    AssignmentList list = {0};
    Diag diag;
    diag_clear(&diag);
    ParamSet trial = *set;
    bool good = toml_parse(text, &list, &line, &diag);
    if (!good) {
        param_report_error(report, path, line, diag.error);
    } else if ((good = assign_all(list.items, list.count, SOURCE_FILE, path, &trial, report))) {
        good = param_set_settle(&trial, &diag);
        if (!good)
            param_report_error(report, path, 0, diag.error);
        else if (diag.warning[0])
            text_printf(&report->warnings, "%s%s: %s", report->warnings.length ? "\n" : "", path,
                        diag.warning);
    }
    assignments_free(&list);
    if (good)
        *set = trial;
    return good;
}

bool config_load(const char *path, ParamSet *set, ParamReport *report)
{
    enum { LARGEST = 1 << 20 };
    Diag diag;
    diag_clear(&diag);
    Text text = TEXT_EMPTY;
    bool good = file_read(path, LARGEST, &text, &diag);
    if (good) {
        good = config_read(path, (Span){text_cstr(&text), text.length}, set, report);
    } else {
        /* The message names the file already. */
        text_printf(&report->errors, "%s%s", report->errors.length ? "\n" : "", diag.error);
        report->error_count++;
    }
    text_free(&text);
    return good;
}
