/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Results of the laboratory, from the files the server was started with: the page names them by
 * number, never by path. */

#include "web/api.h"
#include "web/out.h"

int api_lab(ApiCall *call)
{
    const WebLab *lab = &call->options->lab;
    out_begin(&call->answer, NULL, '{');
    out_begin(&call->answer, "files", '[');
    for (int i = 0; i < lab->count; i++)
        lab->list(lab->context, i, &call->answer);
    out_end(&call->answer, ']');
    out_end(&call->answer, '}');
    return API_OK;
}

int api_lab_one(ApiCall *call)
{
    const WebLab *lab = &call->options->lab;
    int64_t id = -1, run = 0;
    if (!api_number(call, "id", 0, INT32_MAX, &id) || !api_number(call, "run", 0, INT64_MAX, &run))
        return API_BAD;
    if (id < 0 || id >= lab->count) {
        diag_error(&call->diag, "there is no such file");
        return API_NOT_FOUND;
    }
    return lab->show(lab->context, (int)id, run, &call->answer, &call->diag) ? API_OK
                                                                             : API_CONFLICT;
}
