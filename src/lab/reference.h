/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_REFERENCE_H
#define TENUKI_LAB_REFERENCE_H

/* The man page and the completion for bash, from the tables that the program itself works by:
 * commands, options, presets, parameters, exit statuses.
 *
 * The options of a command are a table on its stack. A command that is called with a hidden option
 * as its only argument writes its part of the page from that table and ends, as it does with
 * --help; whoever writes the whole page calls one command after the other in a process of its own.
 */

#include "lab/options.h"

typedef struct {
    const char *name;
    const char *help;
    int (*run)(int argc, char **argv);
} Subcommand;

/* From options_parse: writes what is asked for by one of the hidden options; false for none. */
bool reference_wanted(int argc, char **argv, const char *about, const Option *options, int count);

/* The commands of the console, by index; false after the last. */
typedef bool ReferenceConsole(size_t index, const char **word, const char **arguments,
                              const char **help);

/* `tenuki reference man|bash`: prints the man page, or the tables of the completion. */
int reference_print(int argc, char **argv, const Subcommand *commands, int count,
                    ReferenceConsole *console);

/* "unknown command 'x', did you mean 'y'?". */
int reference_unknown(const char *word, const Subcommand *commands, int count);

#endif
