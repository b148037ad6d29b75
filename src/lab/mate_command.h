/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_MATE_COMMAND_H
#define TENUKI_LAB_MATE_COMMAND_H

/* tenuki mate: solves one position or a file of mate problems. */
int mate_command(int argc, char **argv);

#endif
