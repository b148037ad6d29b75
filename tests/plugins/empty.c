/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A shared object that is no plug-in. */

extern int nothing_to_see;
int nothing_to_see;
