/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_MATCH_COMMAND_H
#define TENUKI_LAB_MATCH_COMMAND_H

/* tenuki match: games between engines. */
int match_command(int argc, char **argv);

#endif
