/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_PAGE_H
#define TENUKI_WEB_PAGE_H

/* The files of the page, built in: a flat list, so that no path of a request ever names a file of
 * the system. */

#include "base/text.h"

typedef struct {
    const char *type; /* for Content-Type */
    Span bytes;
    char tag[20]; /* for ETag, with its quotes */
} PageFile;

/* `path` is "/" or "/NAME". False when there is no such file. */
bool page_find(const char *path, PageFile *file);
/* Without npm there is one file alone, which says so. */
bool page_is_built(void);

#endif
