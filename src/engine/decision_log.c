/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/decision_log.h"

#include <errno.h>
#include <string.h>

bool decision_log_open(DecisionLog *log, const char *path, const char *filter, Diag *diag)
{
    log->file = NULL;
    if (filter && !path)
        return diag_error(diag, "--log-filter needs --log");
    if (filter && !decisions_parse(&log->filter, span_of(filter), diag))
        return false;
    if (path && !(log->file = fopen(path, "w")))
        return diag_error(diag, "--log %s: %s", path, strerror(errno));
    return true;
}

bool decision_log_line(const DecisionLog *log, const DecisionReport *report, Text *line)
{
    if (!decisions_pass(&log->filter, report))
        return false;
    decisions_write(report, line);
    return true;
}

bool decision_log_close(DecisionLog *log, Diag *diag)
{
    bool good = true;
    if (log->file) {
        good = !ferror(log->file);
        good = fclose(log->file) == 0 && good;
        log->file = NULL;
    }
    return good || diag_error(diag, "the log is not complete: %s", strerror(errno));
}
