/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_RESULTS_H
#define TENUKI_LAB_RESULTS_H

/* tenuki results: a stored match, shown, checked, written as records. */
int results_command(int argc, char **argv);

#endif
