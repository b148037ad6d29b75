/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_DATA_COMMAND_H
#define TENUKI_LAB_DATA_COMMAND_H

/* tenuki data: what is in files of scored games, and other files made from them. */

#include "data/gamefile.h"
#include "lab/options.h"

int data_command(int argc, char **argv);

/* ---- Its parts ---- */

int data_stat_command(int argc, char **argv);
int data_check_command(int argc, char **argv);
int data_merge_command(int argc, char **argv);
int data_show_command(int argc, char **argv);
int data_import_command(int argc, char **argv);

/* As options_parse, but words that are no options are paths; there must be at least `least` of
 * them. */
void data_parse(const char *about, const Option *options, int count, int argc, char **argv,
                int least, OptionList *paths);

/* The files that paths name. Complains and returns false on error. */
bool data_expand(const char *command, const OptionList *paths, int from, DataFiles *files);

#endif
