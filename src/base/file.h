/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_BASE_FILE_H
#define TENUKI_BASE_FILE_H

#include "base/report.h"
#include "base/text.h"

/* Reads a whole regular file of at most `limit` bytes; the size is checked before anything is
 * allocated. On error `text` is as it was. */
bool file_read(const char *path, size_t limit, Text *text, Diag *diag);

/* Writes a whole file: at any moment there is the old one or the new one, never a part. */
bool file_write(const char *path, Span bytes, Diag *diag);

#endif
