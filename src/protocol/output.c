/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/output.h"

#include "base/report.h"
#include "base/terminal.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void output_init(Output *output)
{
    *output = (Output){0};
    pthread_mutex_init(&output->mutex, NULL);
}

void output_divert(Output *output, OutputTake *take, void *context)
{
    pthread_mutex_lock(&output->mutex);
    output->take = take;
    output->context = context;
    pthread_mutex_unlock(&output->mutex);
}

void output_text(Output *output, const char *text)
{
    pthread_mutex_lock(&output->mutex);
    bool taken = output->take && output->take(output->context, text);
    if (!taken && (fputs(text, stdout) == EOF || fflush(stdout) != 0))
        _exit(0);
    pthread_mutex_unlock(&output->mutex);
}

void output_marked(Output *output, const char *text)
{
    Text shown = TEXT_EMPTY;
    terminal_render(text, output->colours, &shown);
    output_text(output, text_cstr(&shown));
    text_free(&shown);
}

void output_line(Output *output, const char *format, ...)
{
    char line[1024];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof line - 1)
        BUG("a line of %d bytes", length);
    line[length] = '\n';
    line[length + 1] = '\0';
    output_text(output, line);
}

void output_error(Output *output, const char *format, ...)
{
    Diag diag;
    char message[DIAG_LENGTH];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    diag_clear(&diag);
    diag_error(&diag, "%s", message);
    Text line = TEXT_EMPTY;
    text_printf(&line, "info string " MARK_BAD "error:" MARK_END " %s\n", diag.error);
    output_marked(output, text_cstr(&line));
    text_free(&line);
}
