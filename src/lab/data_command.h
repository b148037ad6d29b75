/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_DATA_COMMAND_H
#define TENUKI_LAB_DATA_COMMAND_H

/* tenuki data: what is in files of scored games, and other files made from them. */

#include "data/gamefile.h"
#include "lab/options.h"
#include "lab/progress.h"

int data_command(int argc, char **argv);

/* ---- Its parts ---- */

int data_stat_command(int argc, char **argv);
int data_check_command(int argc, char **argv);
int data_merge_command(int argc, char **argv);
int data_show_command(int argc, char **argv);
int data_import_command(int argc, char **argv);
int data_chances_command(int argc, char **argv);
int data_sample_command(int argc, char **argv);

/* As options_parse, but words that are no options are paths; there must be at least `least` of
 * them. */
void data_parse(const char *about, const Option *options, int count, int argc, char **argv,
                int least, OptionList *paths);

/* How far reading files is, in bytes of all of them, and the games so far. */
typedef struct {
    Progress progress;
    int64_t whole, before; /* bytes of all files, of those that have been read */
    int64_t games;
} DataProgress;

void data_progress_begin(DataProgress *progress, const char *command, const DataFiles *files);
/* After each game. */
void data_progress_show(DataProgress *progress, const DataReader *reader);
/* At the end of each file. */
void data_progress_next(DataProgress *progress, const DataReader *reader);

/* The files that paths name. Complains and returns false on error. */
bool data_expand(const char *command, const OptionList *paths, int from, DataFiles *files);

#endif
