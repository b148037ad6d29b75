/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/events.h"

#include "base/report.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct {
    const char *name;
    bool newest; /* only the newest is of interest */
    bool kept;   /* for who comes later */
} kinds[EVENT_KINDS] = {
    [EVENT_STATE] = {"state", true, false},    [EVENT_LINES] = {"lines", true, true},
    [EVENT_STATS] = {"stats", true, true},     [EVENT_PROGRESS] = {"progress", true, false},
    [EVENT_ANSWER] = {"answer", false, false}, [EVENT_MESSAGE] = {"message", false, false},
};

void events_init(EventHub *hub)
{
    pthread_condattr_t attributes;
    memset(hub, 0, sizeof *hub);
    pthread_mutex_init(&hub->mutex, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&hub->changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

static void forget(EventHub *hub)
{
    for (int i = 0; i < EVENT_KINDS; i++) {
        free(hub->last[i]);
        hub->last[i] = NULL;
    }
}

void events_free(EventHub *hub)
{
    if (hub->count > 0)
        BUG("%d listeners are left", hub->count);
    forget(hub);
    pthread_mutex_destroy(&hub->mutex);
    pthread_cond_destroy(&hub->changed);
}

void events_close(EventHub *hub)
{
    pthread_mutex_lock(&hub->mutex);
    hub->closed = true;
    pthread_cond_broadcast(&hub->changed);
    pthread_mutex_unlock(&hub->mutex);
}

static void drop(EventStream *stream, int index)
{
    free(stream->queue[index].json);
    memmove(&stream->queue[index], &stream->queue[index + 1],
            (size_t)(--stream->count - index) * sizeof *stream->queue);
}

static void push(EventStream *stream, EventKind kind, const char *json)
{
    for (int i = 0; kinds[kind].newest && i < stream->count; i++)
        if (stream->queue[i].kind == kind)
            drop(stream, i--);
    if (stream->count == EVENT_QUEUE_MAX)
        drop(stream, 0);
    stream->queue[stream->count++] = (Event){kind, xstrdup(json)};
}

void events_publish(EventHub *hub, EventKind kind, const char *json)
{
    pthread_mutex_lock(&hub->mutex);
    if (kinds[kind].kept) {
        free(hub->last[kind]);
        hub->last[kind] = xstrdup(json);
    }
    for (int i = 0; i < hub->count; i++)
        push(hub->streams[i], kind, json);
    pthread_cond_broadcast(&hub->changed);
    pthread_mutex_unlock(&hub->mutex);
}

void events_forget(EventHub *hub)
{
    pthread_mutex_lock(&hub->mutex);
    forget(hub);
    pthread_mutex_unlock(&hub->mutex);
}

EventStream *events_join(EventHub *hub, const char *state)
{
    EventStream *stream = NULL;
    pthread_mutex_lock(&hub->mutex);
    if (hub->count < EVENT_STREAMS_MAX && !hub->closed) {
        stream = hub->streams[hub->count++] = xcalloc(1, sizeof *stream);
        push(stream, EVENT_STATE, state);
        for (int i = 0; i < EVENT_KINDS; i++)
            if (hub->last[i])
                push(stream, (EventKind)i, hub->last[i]);
    }
    pthread_mutex_unlock(&hub->mutex);
    return stream;
}

void events_leave(EventHub *hub, EventStream *stream)
{
    pthread_mutex_lock(&hub->mutex);
    for (int i = 0; i < hub->count; i++)
        if (hub->streams[i] == stream)
            hub->streams[i] = hub->streams[--hub->count];
    pthread_mutex_unlock(&hub->mutex);
    while (stream->count > 0)
        drop(stream, 0);
    free(stream);
}

int events_listeners(EventHub *hub)
{
    pthread_mutex_lock(&hub->mutex);
    int count = hub->count;
    pthread_mutex_unlock(&hub->mutex);
    return count;
}

static void wait_until(EventHub *hub, const EventStream *stream, int ms)
{
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += ms / 1000;
    end.tv_nsec += ms % 1000 * 1000000L;
    if (end.tv_nsec >= 1000000000L)
        end.tv_sec++, end.tv_nsec -= 1000000000L;
    for (int status = 0; status == 0 && stream->count == 0 && !hub->closed;)
        status = pthread_cond_timedwait(&hub->changed, &hub->mutex, &end);
}

EventsStatus events_take(EventHub *hub, EventStream *stream, int ms, Text *text)
{
    pthread_mutex_lock(&hub->mutex);
    wait_until(hub, stream, ms);
    EventsStatus status = stream->count > 0 ? EVENTS_SOME : hub->closed ? EVENTS_OVER : EVENTS_NONE;
    while (stream->count > 0) {
        text_printf(text, "event: %s\ndata: ", kinds[stream->queue[0].kind].name);
        text_add(text, stream->queue[0].json);
        text_add(text, "\n\n");
        drop(stream, 0);
    }
    pthread_mutex_unlock(&hub->mutex);
    return status;
}
