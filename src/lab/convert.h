/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_CONVERT_H
#define TENUKI_LAB_CONVERT_H

/* tenuki convert: game records from one format to another. */
int convert_command(int argc, char **argv);

#endif
