/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PROTOCOL_CONSOLE_H
#define TENUKI_PROTOCOL_CONSOLE_H

/* Reads commands from standard input until `quit` or its end; returns the exit status. `bench` is
 * what the command of that name runs, a subcommand like any other. */
int console_run(int (*bench)(int argc, char **argv));

#endif
