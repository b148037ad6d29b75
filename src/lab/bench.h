/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_BENCH_H
#define TENUKI_LAB_BENCH_H

/* tenuki bench: nodes of a fixed set of searches, the signature of the search. */
int bench_command(int argc, char **argv);

#endif
