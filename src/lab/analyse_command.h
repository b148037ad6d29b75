/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_ANALYSE_COMMAND_H
#define TENUKI_LAB_ANALYSE_COMMAND_H

/* tenuki analyse: a search, as a table for people or as JSON for programs. */
int analyse_command(int argc, char **argv);

#endif
