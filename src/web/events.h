/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_EVENTS_H
#define TENUKI_WEB_EVENTS_H

/* What a session tells whoever listens. Each listener has a queue of its own and reads as fast as
 * it can; of most kinds of events only the newest is of interest, so a slow reader skips, and
 * nothing grows. The mutex is taken last: no other one is asked for while it is held. */

#include "base/text.h"

#include <pthread.h>

typedef enum {
    EVENT_STATE,
    EVENT_LINES,
    EVENT_STATS,
    EVENT_PROGRESS,
    EVENT_ANSWER,
    EVENT_MESSAGE,
    EVENT_KINDS,
} EventKind;

enum { EVENT_STREAMS_MAX = 8, EVENT_QUEUE_MAX = 32 };

typedef struct {
    EventKind kind;
    char *json;
} Event;

typedef struct {
    Event queue[EVENT_QUEUE_MAX];
    int count;
} EventStream;

typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    EventStream *streams[EVENT_STREAMS_MAX];
    int count;
    bool closed;
    char *last[EVENT_KINDS]; /* for who comes later; of lines and stats only */
} EventHub;

void events_init(EventHub *hub);
void events_free(EventHub *hub);
/* Every listener comes to its end. */
void events_close(EventHub *hub);

/* To all listeners. */
void events_publish(EventHub *hub, EventKind kind, const char *json);
/* The last lines and stats are those of another position. */
void events_forget(EventHub *hub);

/* NULL when there are too many already. Begins with `state` and the last lines and stats. */
EventStream *events_join(EventHub *hub, const char *state);
void events_leave(EventHub *hub, EventStream *stream);
int events_listeners(EventHub *hub);

typedef enum { EVENTS_SOME, EVENTS_NONE, EVENTS_OVER } EventsStatus;

/* Adds what is waiting, as an event stream has it; waits up to `ms` for it. */
EventsStatus events_take(EventHub *hub, EventStream *stream, int ms, Text *text);

#endif
