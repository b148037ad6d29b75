/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_AUDIT_COMMAND_H
#define TENUKI_LAB_AUDIT_COMMAND_H

/* `tenuki audit`: how often pruning is wrong, and what it costs. */
int audit_command(int argc, char **argv);

#endif
