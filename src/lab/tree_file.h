/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_TREE_FILE_H
#define TENUKI_LAB_TREE_FILE_H

#include "engine/tree_write.h"

/* FILE.json, FILE.json.zst or FILE.dot; false for any other ending, and for compression where this
 * build has none. */
bool tree_file_check(const char *path, Diag *diag);
bool tree_file_write(const char *path, const TreeStory *story, Diag *diag);

#endif
