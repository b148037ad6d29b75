/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_TREE_COMMAND_H
#define TENUKI_LAB_TREE_COMMAND_H

/* `tenuki tree`: the tree of a search, recorded; `tenuki tree diff`: two of them compared. */
int tree_command(int argc, char **argv);

#endif
