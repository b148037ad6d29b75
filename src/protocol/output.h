/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PROTOCOL_OUTPUT_H
#define TENUKI_PROTOCOL_OUTPUT_H

/* Standard output for several threads: what one call writes stays together and goes out at once.
 * When nobody can read it any more the process ends, whoever notices. */

#include "base/text.h"

#include <pthread.h>

/* Takes a text to show it itself, or returns false. */
typedef bool OutputTake(void *context, const char *text);

typedef struct {
    pthread_mutex_t mutex;
    bool colours;     /* a person looks on who wants them */
    OutputTake *take; /* NULL: nobody */
    void *context;
} Output;

void output_init(Output *output);
/* From now on every text is offered to somebody else first; NULL ends that. */
void output_divert(Output *output, OutputTake *take, void *context);
/* One or several whole lines, with their ends. */
void output_text(Output *output, const char *text);
/* The same with the marks of base/terminal.h. */
void output_marked(Output *output, const char *text);
/* One line, without its end. */
void output_line(Output *output, const char *format, ...) PRINTF_LIKE(2, 3);
/* The one form of a refusal, which no protocol takes for anything else: "info string error: ...",
 * printable and on one line whatever the arguments are. */
void output_error(Output *output, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
