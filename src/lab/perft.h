/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_PERFT_H
#define TENUKI_LAB_PERFT_H

/* tenuki perft: counts and suites of counts. */
int perft_command(int argc, char **argv);

#endif
