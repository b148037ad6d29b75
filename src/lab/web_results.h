/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_WEB_RESULTS_H
#define TENUKI_LAB_WEB_RESULTS_H

/* What the page shows of the laboratory: files as match, tune, regress, ablate and audit keep them
 * with --db. */

#include "lab/options.h"
#include "web/web.h"

/* Numbers are places in the list, which is an OptionList of paths; for WebLab. */
void web_results_list(const void *files, int number, Text *json);
bool web_results_show(const void *files, int number, int64_t run, Text *json, Diag *diag);

/* Whether there is such a file, and it may hold results. */
bool web_results_check(const char *path, Diag *diag);

#endif
