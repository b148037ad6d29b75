/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/progress.h"

#include "base/clock.h"
#include "base/report.h"
#include "base/threads.h"
#include "lab/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static const int64_t ONE_SECOND = 1000000000;

void progress_begin(Progress *progress, const char *command)
{
    bool terminal = terminal_can_draw(STDERR_FILENO);
    int64_t now = clock_now_ns();
    /* A terminal shows the first step at once. */
    *progress = (Progress){
        .command = command,
        .started_ns = now,
        .shown_ns = terminal ? now - ONE_SECOND : now,
        .terminal = terminal,
    };
}

/* The cursor stands at the end of the last line. */
void progress_end(Progress *progress)
{
    if (progress->lines > 1)
        fprintf(stderr, "\r\033[%dA\033[J", progress->lines - 1);
    else if (progress->lines == 1)
        fputs("\r\033[K", stderr);
    if (progress->lines)
        fflush(stderr);
    progress->lines = 0;
}

bool progress_is_due(const Progress *progress)
{
    int64_t pause = progress->terminal ? ONE_SECOND / 10 : 30 * ONE_SECOND;
    return clock_now_ns() - progress->shown_ns >= pause;
}

/* A line that is too long or one too many would spoil the counting of lines. */
static void add_fitting(Progress *progress, const Text *lines, Text *text)
{
    int columns = terminal_columns(STDERR_FILENO), rows = terminal_rows(STDERR_FILENO);
    Span rest = {text_cstr(lines), lines->length}, line;
    while (progress->lines + 1 < rows && span_next_line(&rest, &line)) {
        if (progress->lines++)
            text_add_char(text, '\n');
        terminal_cut(line, columns - 1, text);
    }
}

void progress_draw(Progress *progress, const Text *lines)
{
    Text text = TEXT_EMPTY;
    progress->shown_ns = clock_now_ns();
    progress_end(progress);
    if (progress->terminal)
        add_fitting(progress, lines, &text);
    else
        text_add_span(&text, (Span){text_cstr(lines), lines->length});
    print_marked(stderr, text_cstr(&text));
    text_free(&text);
}

void progress_add_bar(Text *text, double share, int columns)
{
    int filled = (int)(share * columns);
    text_add(text, MARK_GOOD);
    for (int i = 0; i < columns; i++) {
        if (i == filled)
            text_add(text, MARK_END MARK_DIM);
        text_add(text, i < filled ? "█" : "░");
    }
    text_add(text, MARK_END);
}

static void add_rate(Text *text, double rate)
{
    if (rate >= 100)
        text_printf(text, "  %.0f/s", rate);
    else if (rate >= 1)
        text_printf(text, "  %.1f/s", rate);
    else if (rate > 0)
        text_printf(text, "  %.1f s each", 1 / rate);
}

/* What there is to say, beside the progress itself. */
typedef struct {
    double share; /* negative: nobody knows */
    int64_t done, total;
    const char *unit, *note;
    double spent; /* seconds */
} State;

static void add_count(const Progress *progress, const State *state, Text *text)
{
    if (progress->in_time && state->total > 0)
        text_printf(text, "%.1f of %s%.1f s", (double)state->done / 1000,
                    progress->guessed ? "about " : "", (double)state->total / 1000);
    else if (progress->in_time)
        text_printf(text, "%.1f s", (double)state->done / 1000);
    else
        text_printf(text, "%" PRId64, state->done);
    if (!progress->in_time && state->total > 0)
        text_printf(text, " of %" PRId64, state->total);
    if (state->unit[0])
        text_printf(text, " %s", state->unit);
}

static void add_left(const State *state, const char *before, const char *after, Text *text)
{
    if (state->share <= 0 || state->share >= 1)
        return;
    text_add(text, before);
    text_add_duration(text, state->spent / state->share * (1 - state->share));
    text_add(text, after);
}

/* suite ██████░░░░░░  50 %  100 of 200  12.5/s  8 s left  71 solved */
static void draw_bar(Progress *progress, const State *state)
{
    enum { NARROWEST = 10, WIDEST = 24, BESIDES = 55 };
    Text text = TEXT_EMPTY;
    int room = terminal_columns(STDERR_FILENO) - BESIDES;
    text_add(&text, progress->command);
    if (state->share >= 0) {
        int width = room < NARROWEST ? NARROWEST : room > WIDEST ? WIDEST : room;
        text_add_char(&text, ' ');
        progress_add_bar(&text, state->share, width);
        text_printf(&text, " %3.0f %%", 100 * state->share);
    }
    text_add(&text, "  ");
    add_count(progress, state, &text);
    if (!progress->in_time) {
        add_rate(&text, state->spent > 0 ? (double)state->done / state->spent : 0);
        add_left(state, "  ", " left", &text);
    }
    if (state->note[0])
        text_printf(&text, "  " MARK_DIM "%s" MARK_END, state->note);
    progress_draw(progress, &text);
    text_free(&text);
}

static void print_line(Progress *progress, const State *state)
{
    Text text = TEXT_EMPTY;
    text_printf(&text, "%s: ", progress->command);
    if (!progress->in_time) {
        add_count(progress, state, &text);
        text_printf(&text, "%s%s, ", state->note[0] ? ", " : "", state->note);
    }
    text_add_duration(&text, state->spent);
    add_left(state, ", about ", " to go", &text);
    text_add_char(&text, '\n');
    progress_draw(progress, &text);
    text_free(&text);
}

static void show(Progress *progress, State state)
{
    if (!progress_is_due(progress))
        return;
    state.share = state.share < 1 ? state.share : 1;
    state.spent = (double)(clock_now_ns() - progress->started_ns) / 1e9;
    (progress->terminal ? draw_bar : print_line)(progress, &state);
}

void progress_show(Progress *progress, int64_t done, int64_t total, const char *note)
{
    double share = total > 0 ? (double)done / (double)total : -1;
    show(progress, (State){.share = share, .done = done, .total = total, .unit = "", .note = note});
}

void progress_show_part(Progress *progress, int64_t part, int64_t whole, int64_t done,
                        const char *unit)
{
    double share = whole > 0 ? (double)part / (double)whole : -1;
    show(progress, (State){.share = share, .done = done, .unit = unit, .note = ""});
}

/* ---- In a thread of its own ---- */

struct ProgressWatch {
    Progress progress;
    ProgressLook *look; /* NULL: the time that passes */
    void *context;
    int64_t limit_ms;
    struct {
        int depth;
        int64_t ns;
    } ended[2]; /* the last iterations, the newest first */
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool started, ending;
};

static void look(ProgressWatch *watch)
{
    int64_t done = (clock_now_ns() - watch->progress.started_ns) / 1000000, total = watch->limit_ms;
    if (watch->look)
        watch->look(watch->context, &done, &total);
    /* It takes longer than it seemed. */
    if (watch->progress.guessed && done > total * 9 / 10)
        total = done * 10 / 9;
    progress_show(&watch->progress, done, total, "");
}

static void *keep_looking(void *argument)
{
    ProgressWatch *watch = argument;
    pthread_mutex_lock(&watch->mutex);
    while (!watch->ending) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += ONE_SECOND / 10;
        until.tv_sec += until.tv_nsec / ONE_SECOND;
        until.tv_nsec %= ONE_SECOND;
        pthread_cond_timedwait(&watch->wake, &watch->mutex, &until);
        if (!watch->ending)
            look(watch);
    }
    pthread_mutex_unlock(&watch->mutex);
    return NULL;
}

static ProgressWatch *start(const char *command, ProgressLook *look_at, void *context,
                            int64_t limit_ms)
{
    ProgressWatch *watch = xcalloc(1, sizeof *watch);
    pthread_condattr_t attributes;
    progress_begin(&watch->progress, command);
    watch->progress.in_time = !look_at;
    watch->look = look_at;
    watch->context = context;
    watch->limit_ms = limit_ms;
    look(watch);
    pthread_mutex_init(&watch->mutex, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&watch->wake, &attributes);
    pthread_condattr_destroy(&attributes);
    /* Without a thread the work is done all the same. */
    watch->started = threads_start(&watch->thread, keep_looking, watch);
    return watch;
}

ProgressWatch *progress_watch(const char *command, ProgressLook *look_at, void *context)
{
    return start(command, look_at, context, 0);
}

ProgressWatch *progress_watch_time(const char *command, int64_t limit_ms)
{
    return start(command, NULL, NULL, limit_ms);
}

/* An iteration takes as many times the time of the one before it as that one did. */
static double guess_by_depth(const ProgressWatch *watch, int depth, int limit, int64_t spent)
{
    const double least = 1.2, most = 4;
    double growth = 2;
    int apart = depth - watch->ended[1].depth;
    if (watch->ended[1].ns > 0 && apart > 0)
        growth = pow((double)spent / (double)watch->ended[1].ns, 1.0 / apart);
    growth = growth < least ? least : growth > most ? most : growth;
    return (double)spent * pow(growth, limit - depth);
}

void progress_watch_searched(ProgressWatch *watch, int depth, int depth_limit, uint64_t nodes,
                             uint64_t node_limit)
{
    const double longest = 1e15;
    double guess = longest;
    pthread_mutex_lock(&watch->mutex);
    int64_t spent = clock_now_ns() - watch->progress.started_ns;
    if (depth_limit >= depth)
        guess = guess_by_depth(watch, depth, depth_limit, spent);
    if (node_limit > 0 && nodes > 0)
        guess = fmin(guess, (double)spent * (double)node_limit / (double)nodes);
    if (guess < longest && (watch->limit_ms == 0 || watch->progress.guessed)) {
        watch->limit_ms = (int64_t)(guess / 1e6) + 1;
        watch->progress.guessed = true;
    }
    if (depth > watch->ended[0].depth) {
        watch->ended[1] = watch->ended[0];
        watch->ended[0].depth = depth;
    }
    watch->ended[0].ns = spent;
    pthread_mutex_unlock(&watch->mutex);
}

void progress_watch_hide(ProgressWatch *watch)
{
    pthread_mutex_lock(&watch->mutex);
    progress_end(&watch->progress);
}

void progress_watch_go_on(ProgressWatch *watch) { pthread_mutex_unlock(&watch->mutex); }

void progress_watch_end(ProgressWatch *watch)
{
    pthread_mutex_lock(&watch->mutex);
    watch->ending = true;
    pthread_cond_signal(&watch->wake);
    pthread_mutex_unlock(&watch->mutex);
    if (watch->started)
        pthread_join(watch->thread, NULL);
    progress_end(&watch->progress);
    pthread_cond_destroy(&watch->wake);
    pthread_mutex_destroy(&watch->mutex);
    free(watch);
}
