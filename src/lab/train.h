/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_TRAIN_H
#define TENUKI_LAB_TRAIN_H

int train_command(int argc, char **argv);

#endif
