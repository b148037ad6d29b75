/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/api.h"
#include "web/gate.h"
#include "web/out.h"
#include "web/page.h"
#include "web/sockets.h"
#include "web/state.h"
#include "web/token.h"

#include <microhttpd.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOKEN_LENGTH = 32,
    CONNECTIONS_MAX = 256,
    TIMEOUT_S = 10,          /* for a request to come, and for its answer to be taken */
    MEMORY_LIMIT = 32 << 10, /* for the head of a request */
    STACK = 8 << 20,         /* of a connection's thread: no search runs there */
    ALIVE_MS = 15000,        /* between two signs of life of an event stream */
    LOOK_MS = 1000,          /* how soon a listener that has left is noticed */
    DAEMONS = 2,
};

struct WebServer {
    WebOptions options;
    Tabs *tabs;
    char token[TOKEN_LENGTH + 1];
    char address[96];
    GateKeeper keeper;
    struct MHD_Daemon *daemons[DAEMONS];
};

/* One request from its head to its end. */
typedef struct {
    uintptr_t target;  /* where the library has its target, */
    size_t length;     /* and its length up to the first NUL */
    const ApiRow *row; /* NULL for the files and the events */
    Text body;
    bool begun, too_long;
} Request;

/* ---- Answers ---- */

static void add_headers(struct MHD_Response *response, const char *type)
{
    static const char policy[] =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'";
    MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "Content-Security-Policy", policy);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "X-Frame-Options", "DENY");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
}

static enum MHD_Result send_response(struct MHD_Connection *connection, int status,
                                     struct MHD_Response *response)
{
    enum MHD_Result result = MHD_queue_response(connection, (unsigned)status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result send_json(struct MHD_Connection *connection, int status, const char *json)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(
        strlen(json), (void *)(uintptr_t)json, MHD_RESPMEM_MUST_COPY);
    if (!response)
        return MHD_NO;
    add_headers(response, "application/json");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, "Allow", "GET, HEAD, POST");
    return send_response(connection, status, response);
}

static enum MHD_Result send_error(struct MHD_Connection *connection, int status, const char *why)
{
    Text text = TEXT_EMPTY;
    out_begin(&text, NULL, '{');
    out_text(&text, "error", why);
    out_end(&text, '}');
    enum MHD_Result result = send_json(connection, status, text_cstr(&text));
    text_free(&text);
    return result;
}

static enum MHD_Result send_file(struct MHD_Connection *connection, const PageFile *file)
{
    const char *known = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "If-None-Match");
    bool same = known && strcmp(known, file->tag) == 0;
    struct MHD_Response *response = MHD_create_response_from_buffer(
        same ? 0 : file->bytes.length, (void *)(uintptr_t)file->bytes.at, MHD_RESPMEM_PERSISTENT);
    if (!response)
        return MHD_NO;
    add_headers(response, file->type);
    MHD_add_response_header(response, "ETag", file->tag);
    MHD_add_response_header(response, "Cache-Control", "no-cache");
    return send_response(connection, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, response);
}

/* ---- Events ---- */

typedef struct {
    WebServer *server;
    Tab *tab;
    EventStream *stream;
    int socket;
    Text waiting; /* not sent yet */
    size_t sent;
} Listener;

static bool has_left(int socket)
{
    struct pollfd look = {.fd = socket, .events = POLLRDHUP};
    return poll(&look, 1, 0) > 0 && (look.revents & (POLLRDHUP | POLLERR | POLLHUP));
}

static ssize_t give_events(void *context, uint64_t position, char *buffer, size_t size)
{
    (void)position;
    Listener *listener = context;
    if (listener->sent == listener->waiting.length) {
        text_clear(&listener->waiting);
        listener->sent = 0;
        EventsStatus status = EVENTS_NONE;
        for (int ms = 0; ms < ALIVE_MS && status == EVENTS_NONE; ms += LOOK_MS) {
            if (has_left(listener->socket))
                return MHD_CONTENT_READER_END_OF_STREAM;
            status =
                events_take(&listener->tab->hub, listener->stream, LOOK_MS, &listener->waiting);
        }
        if (status == EVENTS_OVER)
            return MHD_CONTENT_READER_END_OF_STREAM;
        if (status == EVENTS_NONE)
            text_add(&listener->waiting, ": still here\n\n");
    }
    size_t left = listener->waiting.length - listener->sent, now = left < size ? left : size;
    memcpy(buffer, listener->waiting.data + listener->sent, now);
    listener->sent += now;
    return (ssize_t)now;
}

static void end_events(void *context)
{
    Listener *listener = context;
    events_leave(&listener->tab->hub, listener->stream);
    tab_release(listener->server->tabs, listener->tab);
    text_free(&listener->waiting);
    free(listener);
}

static EventStream *join(Tab *tab)
{
    Text state = TEXT_EMPTY;
    pthread_mutex_lock(&tab->mutex);
    state_write(tab, &state);
    EventStream *stream = events_join(&tab->hub, text_cstr(&state));
    pthread_mutex_unlock(&tab->mutex);
    text_free(&state);
    return stream;
}

static enum MHD_Result start_events(WebServer *server, struct MHD_Connection *connection)
{
    enum { BLOCK = 16 << 10 };
    const char *id = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "session");
    Tab *tab = id ? tabs_find(server->tabs, id) : NULL;
    if (!tab)
        return send_error(connection, API_NOT_FOUND, "there is no such session; open one");
    EventStream *stream = join(tab);
    if (!stream) {
        tab_release(server->tabs, tab);
        return send_error(connection, API_TOO_MANY, "too many listeners in this session");
    }
    Listener *listener = xcalloc(1, sizeof *listener);
    *listener = (Listener){
        .server = server,
        .tab = tab,
        .stream = stream,
        .socket =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd,
    };
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, BLOCK, give_events, listener, end_events);
    if (!response) {
        end_events(listener);
        return MHD_NO;
    }
    add_headers(response, "text/event-stream");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    /* Quiet is no fault of a listener. */
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0U);
    return send_response(connection, MHD_HTTP_OK, response);
}

/* ---- Requests ---- */

typedef struct {
    const char *name;
    GateHeader *header;
} Wanted;

static enum MHD_Result note_header(void *context, enum MHD_ValueKind kind, const char *key,
                                   size_t key_size, const char *value, size_t value_size)
{
    (void)kind;
    for (Wanted *wanted = context; wanted->name; wanted++) {
        if (!span_is_nocase((Span){key, key_size}, wanted->name))
            continue;
        if (wanted->header->count++ == 0)
            wanted->header->value = (Span){value ? value : "", value ? value_size : 0};
    }
    return MHD_YES;
}

static int check(const WebServer *server, struct MHD_Connection *connection, const char *method,
                 const char *path, const char **why)
{
    GateRequest request = {.method = method, .path = path};
    Wanted wanted[] = {
        {"Host", &request.host},
        {"Origin", &request.origin},
        {"Sec-Fetch-Site", &request.site},
        {"Sec-Fetch-Mode", &request.mode},
        {"X-Tenuki-Token", &request.token},
        {"Content-Type", &request.type},
        {"Content-Length", &request.length},
        {"Transfer-Encoding", &request.coding},
        {NULL, NULL},
    };
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, note_header, wanted);
    return gate_check(&server->keeper, &request, why);
}

static const char *get_argument(void *query, const char *name)
{
    return MHD_lookup_connection_value(query, MHD_GET_ARGUMENT_KIND, name);
}

static enum MHD_Result answer_api(WebServer *server, struct MHD_Connection *connection,
                                  const Request *request)
{
    ApiCall call = {
        .options = &server->options,
        .tabs = server->tabs,
        .query = connection,
        .argument = get_argument,
    };
    diag_clear(&call.diag);
    if (request->too_long)
        return send_error(connection, 413, "the body is larger than 1 MiB");
    if (strcmp(request->row->method, "POST") == 0) {
        call.body = ask_parse((Span){text_cstr(&request->body), request->body.length}, &call.diag);
        if (!call.body)
            return send_error(connection, API_BAD, call.diag.error);
    }
    /* An answer may take longer than a client may be quiet. */
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0U);
    int status = api_run(request->row, &call);
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, (unsigned)TIMEOUT_S);
    enum MHD_Result result = send_json(connection, status, text_cstr(&call.answer));
    text_free(&call.answer);
    json_decref(call.body);
    return result;
}

/* The library hands the target on as a string, which ends at a NUL even where the target does not.
 * The version stands right behind it in the same line of memory; further away, bytes are hidden. */
static bool hides_bytes(const Request *request, const char *version)
{
    uintptr_t distance = (uintptr_t)version - request->target;
    return distance < MEMORY_LIMIT && distance != request->length + 1;
}

/* The head is there: is it welcome, and what does it want? */
static enum MHD_Result begin(WebServer *server, struct MHD_Connection *connection,
                             const char *method, const char *path, const char *version,
                             Request *request)
{
    const char *why = "";
    bool path_known, reads = strcmp(method, "POST") != 0;
    PageFile file;
    if (hides_bytes(request, version))
        return send_error(connection, API_BAD, "the target is no text");
    int status = check(server, connection, method, path, &why);
    if (status)
        return send_error(connection, status, why);
    if (reads && page_find(path, &file))
        return send_file(connection, &file);
    if (strcmp(path, "/api/events") == 0 && strcmp(method, "GET") == 0)
        return start_events(server, connection);
    const ApiRow *row = api_find(method, path, &path_known);
    if (!row)
        return path_known || page_find(path, &file)
                 ? send_error(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "not by this method")
                 : send_error(connection, API_NOT_FOUND, "there is nothing of this name");
    request->row = row;
    return MHD_YES;
}

/* Called first, with the target as it came. */
static void *note_target(void *context, const char *target, struct MHD_Connection *connection)
{
    (void)context, (void)connection;
    Request *request = xcalloc(1, sizeof *request);
    request->target = (uintptr_t)target;
    request->length = strlen(target);
    return request;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **state)
{
    Request *request = *state;
    if (!request->begun) {
        request->begun = true;
        return begin(context, connection, method, path, version, request);
    }
    if (*size == 0)
        return answer_api(context, connection, request);
    if (request->body.length + *size > GATE_BODY_MAX)
        request->too_long = true;
    else
        text_add_span(&request->body, (Span){data, *size});
    *size = 0;
    return MHD_YES;
}

static void end_request(void *context, struct MHD_Connection *connection, void **state,
                        enum MHD_RequestTerminationCode code)
{
    (void)context, (void)connection, (void)code;
    Request *request = *state;
    if (!request)
        return;
    text_free(&request->body);
    free(request);
    *state = NULL;
}

/* ---- The server ---- */

static struct MHD_Daemon *listen_on(WebServer *server, int socket)
{
    return MHD_start_daemon(
        MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO, 0, NULL,
        NULL, handle, server, MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_NOTIFY_COMPLETED,
        end_request, NULL, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)TIMEOUT_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)MEMORY_LIMIT, MHD_OPTION_THREAD_STACK_SIZE, (size_t)STACK,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_URI_LOG_CALLBACK, note_target, NULL,
        MHD_OPTION_END);
}

WebServer *web_start(const WebOptions *options, Diag *diag)
{
    int sockets[DAEMONS], port = options->port;
    if (!sockets_open(&port, sockets, diag))
        return NULL;
    WebServer *server = xcalloc(1, sizeof *server);
    server->options = *options;
    server->options.port = port;
    token_make(server->token, TOKEN_LENGTH);
    server->keeper = (GateKeeper){.port = port, .token = server->token};
    snprintf(server->address, sizeof server->address, "http://127.0.0.1:%d/#token=%s", port,
             server->token);
    json_object_seed(0);
    server->tabs = tabs_new();
    for (int i = 0; i < DAEMONS; i++)
        if (sockets[i] >= 0)
            server->daemons[i] = listen_on(server, sockets[i]);
    if (server->daemons[0])
        return server;
    diag_error(diag, "the server does not start");
    web_stop(server);
    return NULL;
}

void web_stop(WebServer *server)
{
    tabs_hang_up(server->tabs);
    for (int i = 0; i < DAEMONS; i++)
        if (server->daemons[i])
            MHD_stop_daemon(server->daemons[i]);
    tabs_free(server->tabs);
    free(server);
}

const char *web_address(const WebServer *server) { return server->address; }
void web_sweep(WebServer *server) { tabs_sweep(server->tabs); }
