/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_PARAMS_COMMAND_H
#define TENUKI_LAB_PARAMS_COMMAND_H

/* tenuki params: the effective parameters and where each came from. */
int params_command(int argc, char **argv);

#endif
