/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_DATAGEN_H
#define TENUKI_LAB_DATAGEN_H

/* tenuki datagen: games of the search against itself, to train from. */
int datagen_command(int argc, char **argv);

#endif
