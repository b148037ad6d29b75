/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_GATE_H
#define TENUKI_WEB_GATE_H

/* Who may come in. Other pages in the same browser can send requests here, and by names that lead
 * to this machine (DNS rebinding) even as if they were ours; so a request must name us as its host,
 * must not come from elsewhere, and for anything but the files of the page must know the token,
 * which only the printed address tells. */

#include "base/text.h"

enum { GATE_BODY_MAX = 1 << 20 };

/* One line of the head, as often as it came; the text is that of the first one. */
typedef struct {
    int count;
    Span value;
} GateHeader;

typedef struct {
    const char *method, *path;
    GateHeader host, origin, site, mode, token, type, length, coding;
} GateRequest;

typedef struct {
    int port;
    const char *token;
} GateKeeper;

/* 0 for welcome; otherwise the status to refuse with, and why. */
int gate_check(const GateKeeper *keeper, const GateRequest *request, const char **why);

static inline bool gate_is_api(const char *path) { return span_is((Span){path, 5}, "/api/"); }

#endif
