/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_WEB_H
#define TENUKI_WEB_WEB_H

/* The page's server: for this machine alone. */

#include "base/report.h"
#include "base/text.h"

/* What the laboratory has to show. Both are called from any thread. */
typedef struct {
    const void *context;
    int count; /* of files */
    /* What a file is, as a JSON object. */
    void (*list)(const void *context, int number, Text *json);
    /* What is in it, as a JSON object; of files with many runs one of them, or the newest when
     * `run` is 0. False, with the reason, when it cannot be read. */
    bool (*show)(const void *context, int number, int64_t run, Text *json, Diag *diag);
} WebLab;

typedef struct {
    int port; /* 0 for any that is free */
    WebLab lab;
} WebOptions;

typedef struct WebServer WebServer;

/* NULL, with the reason, when it cannot listen. */
WebServer *web_start(const WebOptions *options, Diag *diag);
void web_stop(WebServer *server);
/* Where it is to be found, with the token. */
const char *web_address(const WebServer *server);
/* To be called now and then. */
void web_sweep(WebServer *server);

#endif
