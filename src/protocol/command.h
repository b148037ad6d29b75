/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PROTOCOL_COMMAND_H
#define TENUKI_PROTOCOL_COMMAND_H

/* The commands that UCI and USI share, and the form of every command. */

#include "protocol/complete.h"

typedef enum {
    ALWAYS,    /* at any time; must not wait for the search */
    WHEN_IDLE, /* refused during a search, unless it has been told to stop */
} CommandTime;

/* Where it stands in the help. */
typedef enum { GROUP_PROTOCOL, GROUP_POSITION, GROUP_SEARCH, GROUP_PROGRAM, GROUPS } CommandGroup;

typedef struct {
    const char *word;
    const char *arguments;
    const char *help;
    CommandGroup group;
    Takes takes;
    CommandTime time;
    void (*run)(Session *session, Span arguments);
} Command;

void command_hello_uci(Session *session, Span arguments);
void command_hello_usi(Session *session, Span arguments);
void command_isready(Session *session, Span arguments);
void command_new_game(Session *session, Span arguments);
void command_setoption(Session *session, Span arguments);
void command_position(Session *session, Span arguments);
void command_go(Session *session, Span arguments);
void command_stop(Session *session, Span arguments);
void command_ponderhit(Session *session, Span arguments);
void command_gameover(Session *session, Span arguments);
void command_debug(Session *session, Span arguments);
void command_register(Session *session, Span arguments);
void command_quit(Session *session, Span arguments);

/* Complains, and returns false, when something is left. */
bool command_expects_nothing(Session *session, const char *word, Span arguments);

#endif
