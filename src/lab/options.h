/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_OPTIONS_H
#define TENUKI_LAB_OPTIONS_H

/* The options of a subcommand, as a table. One row gives parsing, checking and the help text. */

#include "search/gameops.h"

typedef enum {
    OPTION_FLAG,   /* value: bool * */
    OPTION_NUMBER, /* value: int64_t *, within [low, high] */
    OPTION_TEXT,   /* value: const char ** */
    OPTION_CHOICE, /* value: const char **, one of the words of `argument`: "file|random" */
    OPTION_GAME,   /* value: const GameOps ** */
    OPTION_LIST,   /* value: OptionList *, one item each time it is given */
    OPTION_WORDS,  /* value: OptionList *; one item is all words up to the next option, joined by
                      spaces; options_free frees them */
} OptionKind;

enum { OPTION_LIST_MAX = 256 };

typedef struct {
    const char *items[OPTION_LIST_MAX];
    int count;
} OptionList;

typedef struct {
    const char *name;     /* without the dashes */
    const char *argument; /* its name in the help, or its choices; NULL for a flag */
    OptionKind kind;
    void *value;
    int64_t low, high;
    const char *help;
} Option;

enum {
    EXIT_GOOD = 0,
    EXIT_CHECK_FAILED = 1, /* the command ran, and what it looked at is wrong */
    EXIT_BAD_INPUT = 2,    /* the command line or a file could not be used */
};

/* The same in words, for help and man page. */
typedef struct {
    int status;
    const char *text;
} ExitStatus;
enum { EXIT_STATUSES = 3 };
extern const ExitStatus exit_statuses[EXIT_STATUSES];

/* Ends the program with a message and EXIT_BAD_INPUT on a bad command line, and with EXIT_GOOD
 * after --help. argv[0] is the subcommand's name. */
void options_parse(const char *about, const Option *options, int count, int argc, char **argv);

/* The same, and given[i] tells whether option i was on the command line. */
void options_parse_given(const char *about, const Option *options, int count, int argc, char **argv,
                         bool *given);
/* The same, and words that are no options are collected instead of refused. */
void options_parse_words(const char *about, const Option *options, int count, int argc, char **argv,
                         OptionList *words);
void options_free(const Option *options, int count);

/* The value of an option as lines NAME=VALUE, one for each item of a list, none for what is not
 * set; and such lines read back. For settings that are kept in files. */
void options_write(const Option *option, Text *text);
/* `text` is cut into strings and must outlive the options. On error some options may be set. */
bool options_read(const Option *options, int count, char *text, Diag *diag);

/* The command line, to be repeated elsewhere: files by their base names. Before it is parsed. */
void options_repeat(const Option *options, int count, int argc, char **argv, Text *text);

/* Prints "tenuki COMMAND: error: ..." to standard error; the format may begin with "warning: " or
 * "note: " instead of "error: ". Returns EXIT_BAD_INPUT. */
int options_complain(const char *command, const char *format, ...) PRINTF_LIKE(2, 3);

/* A share above 0 and at most 1, as 0.1; complains and returns false on anything else. */
bool options_share(const char *command, const char *option, const char *text, double *share);

/* The position an option named; NULL is the start position. Complains and returns NULL on error;
 * warnings go to standard error. */
GamePosition *options_position(const char *command, const GameOps *game, const char *text);

#endif
