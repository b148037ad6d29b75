/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PROTOCOL_COMPLETE_H
#define TENUKI_PROTOCOL_COMPLETE_H

/* What the word that is being typed may become. */

#include "protocol/session.h"

typedef struct {
    size_t start;  /* where that word begins in the line */
    Span typed;    /* the word so far */
    bool any_case; /* a word may be typed in any case */
    char **words;  /* what begins with it */
    int count;
} Completion;

/* What a command takes as its arguments. */
typedef enum {
    TAKES_NOTHING,
    TAKES_WORDS, /* those in its usage: "[letters|pictures]" */
    TAKES_COMMAND,
    TAKES_OPTION,
    TAKES_POSITION,
    TAKES_GO,
    TAKES_MOVES,
    TAKES_FILE,
} Takes;

void completion_free(Completion *completion);
/* Kept when it begins with what is typed. */
void completion_offer(Completion *completion, const char *word);
/* From what is typed after a command. TAKES_COMMAND is left to those who know the commands. */
void complete_arguments(const Session *session, Takes takes, const char *usage, Span arguments,
                        Completion *completion);

#endif
