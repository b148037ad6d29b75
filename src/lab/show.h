/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_SHOW_H
#define TENUKI_LAB_SHOW_H

/* tenuki show: a position for people or programs. */
int show_command(int argc, char **argv);

#endif
