/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_TUNE_EVAL_H
#define TENUKI_LAB_TUNE_EVAL_H

/* `tenuki tune eval`. */
int tune_eval_command(int argc, char **argv);

#endif
