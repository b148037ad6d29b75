/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_LEARN_COMMAND_H
#define TENUKI_LAB_LEARN_COMMAND_H

/* `tenuki learn`: margins that meet a target rate of false prunes, from audited prunes. */
int learn_command(int argc, char **argv);

#endif
