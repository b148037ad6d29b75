/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/input.h"

#include "base/report.h"
#include "base/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool input_is_terminal(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }

#ifdef HAVE_LIBEDIT

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <locale.h>
#include <poll.h>
#include <string.h>
#include <wchar.h>

struct Input {
    LineReader *reader; /* NULL when libedit reads */
    EditLine *editor;
    History *history;
    char prompt[64];
    InputComplete *complete;
    void *context;
    Text line; /* that was handed out last */
    /* What other threads have to say while a line is being typed: this thread waits for keys and
     * for the pipe, and shows it. */
    Output *output;
    pthread_mutex_t mutex;
    bool editing;
    Text waiting;
    int wake[2];
    mbstate_t shift; /* within a character of several bytes */
};

/* ---- Text of others above the line that is typed ---- */

static bool take_text(void *context, const char *text)
{
    Input *input = context;
    pthread_mutex_lock(&input->mutex);
    bool taken = input->editing;
    if (taken) {
        text_add(&input->waiting, text);
        ssize_t written = write(input->wake[1], "", 1);
        (void)written; /* a full pipe wakes as well */
    }
    pthread_mutex_unlock(&input->mutex);
    return taken;
}

/* Rows above the cursor that the line takes up. */
static int rows_above(const Input *input)
{
    const LineInfo *info = el_line(input->editor);
    Span typed = {info->buffer, (size_t)(info->cursor - info->buffer)};
    int columns = (int)strlen(input->prompt);
    while (typed.length > 0)
        columns += terminal_width_of(span_next_codepoint(&typed));
    return columns / terminal_columns(STDOUT_FILENO);
}

static void print_waiting(Input *input)
{
    pthread_mutex_lock(&input->mutex);
    Text text = input->waiting;
    input->waiting = TEXT_EMPTY;
    pthread_mutex_unlock(&input->mutex);
    int rows = rows_above(input);
    if (rows > 0)
        printf("\033[%dA", rows);
    printf("\r\033[J%s", text_cstr(&text));
    fflush(stdout);
    el_set(input->editor, EL_REFRESH);
    text_free(&text);
}

/* ---- Keys ---- */

static void drain(int fd)
{
    char bytes[256];
    while (read(fd, bytes, sizeof bytes) > 0)
        continue;
}

/* One character; 0 at the end of the input. */
static int read_key(EditLine *editor, wchar_t *key)
{
    Input *input;
    el_get(editor, EL_CLIENTDATA, &input);
    for (;;) {
        struct pollfd files[] = {{STDIN_FILENO, POLLIN, 0}, {input->wake[0], POLLIN, 0}};
        char byte;
        if (poll(files, 2, -1) < 0 && errno != EINTR)
            return -1;
        if (files[1].revents) {
            drain(input->wake[0]);
            print_waiting(input);
        }
        if (!files[0].revents)
            continue;
        ssize_t got = read(STDIN_FILENO, &byte, 1);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return 0;
        size_t length = mbrtowc(key, &byte, 1, &input->shift);
        if (length == (size_t)-2)
            continue;
        if (length == (size_t)-1) {
            memset(&input->shift, 0, sizeof input->shift);
            *key = L'?';
        }
        return 1;
    }
}

/* ---- Completion ---- */

static size_t common_length(const Completion *completion)
{
    size_t length = strlen(completion->words[0]);
    for (int i = 1; i < completion->count; i++) {
        size_t same = 0;
        while (same < length && completion->words[i][same] == completion->words[0][same])
            same++;
        length = same;
    }
    return length;
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void list_words(const Input *input, Completion *completion)
{
    size_t widest = 0, columns = (size_t)terminal_columns(STDOUT_FILENO);
    qsort(completion->words, (size_t)completion->count, sizeof *completion->words, compare_words);
    for (int i = 0; i < completion->count; i++) {
        size_t width = strlen(completion->words[i]);
        widest = width > widest ? width : widest;
    }
    int in_row = (int)(columns / (widest + 2));
    printf("\n");
    for (int i = 0; i < completion->count; i++) {
        bool ends = in_row < 2 || i % in_row == in_row - 1 || i == completion->count - 1;
        printf("%-*s%s", ends ? 0 : (int)widest + 2, completion->words[i], ends ? "\n" : "");
    }
    fflush(stdout);
    el_set(input->editor, EL_REFRESH);
}

static unsigned char complete_key(EditLine *editor, int key)
{
    (void)key;
    Input *input;
    Completion completion = {0};
    el_get(editor, EL_CLIENTDATA, &input);
    const LineInfo *info = el_line(editor);
    Span line = {info->buffer, (size_t)(info->cursor - info->buffer)};
    completion.start = line.length;
    while (completion.start > 0 && line.at[completion.start - 1] != ' ')
        completion.start--;
    completion.typed = (Span){line.at + completion.start, line.length - completion.start};
    input->complete(input->context, line, &completion);
    unsigned char answer = CC_REFRESH_BEEP;
    if (completion.count > 0) {
        size_t length = common_length(&completion), typed = completion.typed.length;
        const char *word = completion.words[0];
        Text more = TEXT_EMPTY;
        text_add_span(&more, (Span){word + typed, length - typed});
        if (completion.count == 1 && word[length - 1] != '/')
            text_add_char(&more, ' ');
        if (more.length > 0)
            el_insertstr(editor, text_cstr(&more));
        else
            list_words(input, &completion);
        answer = CC_REFRESH;
        text_free(&more);
    }
    completion_free(&completion);
    return answer;
}

/* ---- Lines ---- */

static char *show_prompt(EditLine *editor)
{
    Input *input;
    el_get(editor, EL_CLIENTDATA, &input);
    return input->prompt;
}

static bool open_editor(Input *input)
{
    HistEvent event;
    enum { REMEMBERED = 1000 };
    if (pipe2(input->wake, O_NONBLOCK | O_CLOEXEC) != 0)
        return false;
    /* Names of files may have any letters. */
    setlocale(LC_CTYPE, "");
    input->editor = el_init("tenuki", stdin, stdout, stderr);
    input->history = history_init();
    if (!input->editor || !input->history)
        die("the line editor does not start");
    history(input->history, &event, H_SETSIZE, REMEMBERED);
    el_set(input->editor, EL_CLIENTDATA, input);
    el_set(input->editor, EL_SIGNAL, 1);
    el_set(input->editor, EL_PROMPT, show_prompt);
    el_set(input->editor, EL_EDITOR, "emacs");
    el_set(input->editor, EL_HIST, history, input->history);
    el_set(input->editor, EL_GETCFN, read_key);
    /* The narrow call would copy both strings and never free them. */
    el_wset(input->editor, EL_ADDFN, L"tenuki-complete", L"Complete the word", complete_key);
    el_set(input->editor, EL_BIND, "^I", "tenuki-complete", NULL);
    el_source(input->editor, NULL);
    pthread_mutex_init(&input->mutex, NULL);
    return true;
}

static LineStatus read_typed(Input *input, Span *line)
{
    HistEvent event;
    int length = 0;
    pthread_mutex_lock(&input->mutex);
    input->editing = true;
    pthread_mutex_unlock(&input->mutex);
    /* By itself it shows the prompt first, and a fast typist's Tab would be an ordinary letter. */
    el_set(input->editor, EL_PREP_TERM, 1);
    const char *typed = el_gets(input->editor, &length);
    text_clear(&input->line);
    if (typed && length > 0)
        text_add_span(&input->line, (Span){typed, (size_t)length});
    *line = span_trim((Span){text_cstr(&input->line), input->line.length});
    if (line->length > 0)
        history(input->history, &event, H_ENTER, text_cstr(&input->line));
    /* Whoever speaks now waits until what was said before is out. */
    pthread_mutex_lock(&input->mutex);
    input->editing = false;
    fputs(text_cstr(&input->waiting), stdout);
    fflush(stdout);
    text_clear(&input->waiting);
    pthread_mutex_unlock(&input->mutex);
    return typed && length > 0 ? LINE_READ : LINE_END;
}

Input *input_open(Output *output, InputComplete *complete, void *context)
{
    Input *input = xcalloc(1, sizeof *input);
    input->output = output;
    input->complete = complete;
    input->context = context;
    if (input_is_terminal() && terminal_can_draw(STDOUT_FILENO) && open_editor(input))
        output_divert(output, take_text, input);
    else
        input->reader = lines_open(STDIN_FILENO);
    return input;
}

void input_close(Input *input)
{
    if (input->reader) {
        lines_close(input->reader);
    } else {
        output_divert(input->output, NULL, NULL);
        el_end(input->editor);
        history_end(input->history);
        pthread_mutex_destroy(&input->mutex);
        close(input->wake[0]);
        close(input->wake[1]);
        text_free(&input->line);
        text_free(&input->waiting);
    }
    free(input);
}

#else

struct Input {
    LineReader *reader;
    char prompt[64];
};

static LineStatus read_typed(Input *input, Span *line) { return lines_next(input->reader, line); }

Input *input_open(Output *output, InputComplete *complete, void *context)
{
    (void)output, (void)complete, (void)context;
    Input *input = xcalloc(1, sizeof *input);
    input->reader = lines_open(STDIN_FILENO);
    return input;
}

void input_close(Input *input)
{
    lines_close(input->reader);
    free(input);
}

#endif

LineStatus input_next(Input *input, const char *prompt, Span *line)
{
    snprintf(input->prompt, sizeof input->prompt, "%s> ", prompt);
    if (!input->reader)
        return read_typed(input, line);
    if (input_is_terminal()) {
        fputs(input->prompt, stdout);
        fflush(stdout);
    }
    return lines_next(input->reader, line);
}
