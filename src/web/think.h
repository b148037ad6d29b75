/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_THINK_H
#define TENUKI_WEB_THINK_H

/* What the engine of a session does and when. All with the session's mutex held, unless said
 * otherwise. */

#include "web/tab.h"

/* The engine for the session's game and settings; none is there, or none is running. */
void think_engine(Tab *tab);

/* Tells work that a request does by itself to end. */
void think_stop_job(Tab *tab);
/* Waits until no request works by itself; the mutex is let go meanwhile. */
void think_end_job(Tab *tab);
/* Ends the search, and nobody plays its move. There must be no such work. */
void think_halt(Tab *tab);
/* Starts what is to be done now: the engine's move, or the analysis. Nothing may be running. */
void think_schedule(Tab *tab);
/* The engine plays what it has found so far. */
void think_play_now(Tab *tab);
/* The position, or what led to it, is another one: lines and counts are not of it. */
void think_new_position(Tab *tab);

/* A short search whose answer comes back. Lets go of the mutex meanwhile; false when somebody else
 * has ended it. */
bool think_hint(Tab *tab, int ms, EngineAnswer *answer);

/* Around work that lets go of the mutex. What was running is halted before and goes on after it.
 * False when the session is closing. */
bool think_begin_job(Tab *tab, Thinking kind);
void think_finish_job(Tab *tab);

/* Plays answers and watches the clocks, in a thread of its own. Starting and stopping it are for
 * who does not hold the mutex. */
void think_start_conductor(Tab *tab);
void think_stop_conductor(Tab *tab);

/* Something has changed that the conductor may wait for: a clock. */
void think_look(Tab *tab);

#endif
