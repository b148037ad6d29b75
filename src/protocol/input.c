/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/input.h"

#include "base/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_LIBEDIT
#include <editline/readline.h>
#endif

struct Input {
    LineReader *reader; /* NULL when libedit reads */
    char *typed;        /* the line that libedit handed out last */
};

bool input_is_terminal(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }

#ifdef HAVE_LIBEDIT

/* libedit calls back without a context. */
static const char *(*completion_word)(size_t);

static char *complete_word(const char *typed, int again)
{
    static size_t next;
    if (!again)
        next = 0;
    for (const char *word; (word = completion_word(next)) != NULL;) {
        next++;
        if (strncmp(word, typed, strlen(typed)) == 0)
            return strdup(word);
    }
    return NULL;
}

static char **complete_line(const char *typed, int start, int end)
{
    (void)end;
    /* Only the first word is a command; nothing else is offered, no file names either. */
    rl_attempted_completion_over = 1;
    return start == 0 ? rl_completion_matches(typed, complete_word) : NULL;
}

static LineStatus read_typed(Input *input, const char *prompt, Span *line)
{
    char shown[64];
    snprintf(shown, sizeof shown, "%s> ", prompt);
    free(input->typed);
    input->typed = readline(shown);
    if (!input->typed)
        return LINE_END;
    if (input->typed[0])
        add_history(input->typed);
    *line = span_of(input->typed);
    return LINE_READ;
}

#endif

Input *input_open(const char *(*word)(size_t index))
{
    Input *input = xcalloc(1, sizeof *input);
#ifdef HAVE_LIBEDIT
    if (input_is_terminal()) {
        completion_word = word;
        rl_readline_name = "tenuki";
        rl_attempted_completion_function = complete_line;
        using_history();
        return input;
    }
#endif
    (void)word;
    input->reader = lines_open(STDIN_FILENO);
    return input;
}

void input_close(Input *input)
{
    if (input->reader)
        lines_close(input->reader);
    free(input->typed);
    free(input);
}

LineStatus input_next(Input *input, const char *prompt, Span *line)
{
#ifdef HAVE_LIBEDIT
    if (!input->reader)
        return read_typed(input, prompt, line);
#endif
    if (input_is_terminal()) {
        printf("%s> ", prompt);
        fflush(stdout);
    }
    return lines_next(input->reader, line);
}
