/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PROTOCOL_CONSOLE_H
#define TENUKI_PROTOCOL_CONSOLE_H

#include "protocol/session.h"

/* Reads commands from standard input until `quit` or its end; returns the exit status. `bench` is
 * what the command of that name runs, a subcommand like any other. */
int console_run(SessionStart *start, int (*bench)(int argc, char **argv));

/* The commands, by index, for those who write about them; false after the last. */
bool console_command(size_t index, const char **word, const char **arguments, const char **help);

#endif
