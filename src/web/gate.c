/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/gate.h"

#include "web/token.h"

#include <stdio.h>
#include <string.h>

static int refuse(int status, const char *why, const char **reason)
{
    *reason = why;
    return status;
}

static bool is_ours(const GateKeeper *keeper, Span host)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    char full[32];
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        snprintf(full, sizeof full, "%s:%d", names[i], keeper->port);
        if (span_is_nocase(host, full))
            return true;
    }
    return false;
}

static bool is_our_origin(const GateKeeper *keeper, Span origin)
{
    static const char scheme[] = "http://";
    size_t length = sizeof scheme - 1;
    return origin.length > length && memcmp(origin.at, scheme, length) == 0
        && is_ours(keeper, (Span){origin.at + length, origin.length - length});
}

/* Following a link from elsewhere to the page is no harm: nothing comes back to where it was. */
static bool is_from_here(const GateRequest *request)
{
    Span site = request->site.value;
    if (request->site.count == 0 || span_is(site, "same-origin") || span_is(site, "none"))
        return true;
    return !gate_is_api(request->path) && request->mode.count == 1
        && span_is(request->mode.value, "navigate");
}

static bool is_json(Span type)
{
    static const char json[] = "application/json";
    const char *semicolon = type.length ? memchr(type.at, ';', type.length) : NULL;
    if (semicolon)
        type.length = (size_t)(semicolon - type.at);
    return span_is_nocase(span_trim(type), json);
}

static int check_body(const GateRequest *request, const char **why)
{
    int64_t length;
    if (request->coding.count > 0)
        return refuse(411, "the length of the body must be told", why);
    if (strcmp(request->method, "POST") != 0)
        return 0;
    if (request->length.count != 1)
        return refuse(411, "the length of the body must be told", why);
    if (!span_to_int(request->length.value, 0, INT64_MAX / 2, &length))
        return refuse(400, "Content-Length is no number", why);
    if (length > GATE_BODY_MAX)
        return refuse(413, "the body is larger than 1 MiB", why);
    if (request->type.count != 1 || !is_json(request->type.value))
        return refuse(415, "the body must be application/json", why);
    return 0;
}

static bool has_token(const GateKeeper *keeper, const GateRequest *request)
{
    char given[80];
    if (request->token.count != 1 || request->token.value.length >= sizeof given)
        return false;
    memcpy(given, request->token.value.at, request->token.value.length);
    given[request->token.value.length] = '\0';
    return token_same(keeper->token, given);
}

int gate_check(const GateKeeper *keeper, const GateRequest *request, const char **why)
{
    if (request->host.count != 1)
        return refuse(400, "one Host is needed", why);
    if (!is_ours(keeper, request->host.value))
        return refuse(421, "this host is not served here", why);
    if (request->origin.count > 1
        || (request->origin.count == 1 && !is_our_origin(keeper, request->origin.value))
        || request->site.count > 1 || !is_from_here(request))
        return refuse(403, "requests of other pages are refused", why);
    if (strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0
        && strcmp(request->method, "POST") != 0)
        return refuse(405, "this method is not known here", why);
    int status = check_body(request, why);
    if (status)
        return status;
    if (gate_is_api(request->path) && !has_token(keeper, request))
        return refuse(403, "the token is missing or wrong: use the address that was printed", why);
    return 0;
}
