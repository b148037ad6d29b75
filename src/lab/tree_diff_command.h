/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_TREE_DIFF_COMMAND_H
#define TENUKI_LAB_TREE_DIFF_COMMAND_H

/* `tenuki tree diff`: where two configurations part on the same position, and why. */
int tree_diff_command(int argc, char **argv);

#endif
