/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arena/process.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    CHUNK = 1 << 16,
    KEPT_MAX = 2 * PROCESS_LINE_MAX, /* unread bytes */
    PIPE_SIZE = 1 << 20,             /* so that an engine that ponders need not wait for a reader */
    LOOK_MS = 50,                    /* how often we look whether it still runs */
    TERM_MS = 300,                   /* between asking and forcing it to end */
};

static const int64_t MS = 1000000;

struct Process {
    pid_t pid;
    int in, out; /* its standard input and output, our ends; -1 when closed */
    bool out_ended;
    bool dropping; /* within a line that is too long */
    char *buffer;
    size_t from, to, capacity;
};

/* ---- Starting ---- */

typedef struct {
    int in[2], out[2], report[2], errors;
} Channels;

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void channels_close(Channels *channels)
{
    for (int i = 0; i < 2; i++) {
        close_fd(&channels->in[i]);
        close_fd(&channels->out[i]);
        close_fd(&channels->report[i]);
    }
    close_fd(&channels->errors);
}

/* If ours were closed, the pipes would get their numbers and be lost when the child takes them. */
static void fill_standard_files(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (fd >= 0 && fd <= STDERR_FILENO);
    close_fd(&fd);
}

static bool channels_open(Channels *channels, const ProcessSpec *spec, Diag *diag)
{
    *channels = (Channels){{-1, -1}, {-1, -1}, {-1, -1}, -1};
    fill_standard_files();
    const char *errors = spec->error_file ? spec->error_file : "/dev/null";
    channels->errors = open(errors, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (channels->errors < 0)
        return diag_error(diag, "%s: %s", errors, strerror(errno));
    if (pipe2(channels->in, O_CLOEXEC) != 0 || pipe2(channels->out, O_CLOEXEC) != 0
        || pipe2(channels->report, O_CLOEXEC) != 0) {
        diag_error(diag, "cannot make a pipe: %s", strerror(errno));
        channels_close(channels);
        return false;
    }
    return true;
}

/* In the child of a process with threads: nothing but system calls. The report says what failed;
 * it closes by itself when the program runs. */
static _Noreturn void become(const ProcessSpec *spec, const Channels *channels, pid_t parent)
{
    int what = 0;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(channels->in[0], STDIN_FILENO) >= 0 && dup2(channels->out[1], STDOUT_FILENO) >= 0
        && dup2(channels->errors, STDERR_FILENO) >= 0) {
        if (spec->dir && chdir(spec->dir) != 0)
            what = -errno;
        else
            execvp(spec->argv[0], spec->argv);
    }
    if (what == 0)
        what = errno;
    ssize_t unused = write(channels->report[1], &what, sizeof what);
    (void)unused;
    _exit(127);
}

static bool started_well(int report, const ProcessSpec *spec, Diag *diag)
{
    int what;
    ssize_t got;
    do
        got = read(report, &what, sizeof what);
    while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof what)
        return true;
    if (what < 0)
        return diag_error(diag, "directory %s: %s", spec->dir, strerror(-what));
    return diag_error(diag, "cannot run %s: %s", spec->argv[0], strerror(what));
}

/* The whole group, which must have been killed: children of a dead child have become ours. */
static void reap(pid_t group)
{
    pid_t pid;
    do
        pid = waitpid(-group, NULL, 0);
    while (pid > 0 || (pid < 0 && errno == EINTR));
}

Process *process_start(const ProcessSpec *spec, Diag *diag)
{
    Channels channels;
    if (!channels_open(&channels, spec, diag))
        return NULL;
    /* A write to an engine that is gone is an error, not our end; and what an engine leaves behind
     * is ours to clean up. */
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t self = getpid();
    pid_t pid = fork();
    if (pid == 0)
        become(spec, &channels, self);
    if (pid < 0) {
        diag_error(diag, "cannot start %s: %s", spec->argv[0], strerror(errno));
        channels_close(&channels);
        return NULL;
    }
    setpgid(pid, pid); /* whoever of us comes first */
    close_fd(&channels.report[1]);
    if (!started_well(channels.report[0], spec, diag)) {
        kill(-pid, SIGKILL);
        reap(pid);
        channels_close(&channels);
        return NULL;
    }
    Process *process = xcalloc(1, sizeof *process);
    *process = (Process){.pid = pid, .in = channels.in[1], .out = channels.out[0]};
    channels.in[1] = channels.out[0] = -1;
    channels_close(&channels);
    fcntl(process->in, F_SETFL, O_NONBLOCK);
    fcntl(process->out, F_SETFL, O_NONBLOCK);
    fcntl(process->out, F_SETPIPE_SZ, PIPE_SIZE);
    return process;
}

/* ---- Its life ---- */

/* Looks without taking: as long as the dead child is not taken its number, and with it that of its
 * group, belongs to nobody else. */
static bool is_dead(pid_t pid, siginfo_t *info)
{
    memset(info, 0, sizeof *info);
    return waitid(P_PID, (id_t)pid, info, WEXITED | WNOHANG | WNOWAIT) == 0 && info->si_pid == pid;
}

bool process_has_ended(Process *process, Text *how)
{
    siginfo_t info;
    if (!is_dead(process->pid, &info))
        return false;
    if (how)
        text_printf(how, info.si_code == CLD_EXITED ? "exit status %d" : "signal %d",
                    info.si_status);
    return true;
}

/* ---- Lines ---- */

/* One read of what is there. */
static void fill(Process *process)
{
    if (process->from > 0) {
        memmove(process->buffer, process->buffer + process->from, process->to - process->from);
        process->to -= process->from;
        process->from = 0;
    }
    if (process->capacity < process->to + CHUNK) {
        process->capacity = process->to + CHUNK;
        process->buffer = xrealloc(process->buffer, process->capacity);
    }
    ssize_t got;
    do
        got = read(process->out, process->buffer + process->to, CHUNK);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        process->to += (size_t)got;
    else if (got == 0 || errno != EAGAIN)
        process->out_ended = true;
}

/* A whole line out of the buffer, from `searched` on no newline having been seen before it. */
static bool take_line(Process *process, size_t *searched, Span *line)
{
    for (;;) {
        char *start = process->buffer + process->from;
        size_t have = process->to - process->from;
        char *newline = have > *searched ? memchr(start + *searched, '\n', have - *searched) : NULL;
        if (!newline) {
            *searched = have;
            if (have > PROCESS_LINE_MAX) {
                process->dropping = true;
                process->from = process->to = 0;
                *searched = 0;
            }
            return false;
        }
        size_t length = (size_t)(newline - start);
        process->from += length + 1;
        *searched = 0;
        if (process->dropping) {
            process->dropping = false;
            continue;
        }
        if (length > PROCESS_LINE_MAX)
            continue;
        *line = (Span){start, length};
        if (length > 0 && start[length - 1] == '\r')
            line->length--;
        return true;
    }
}

/* Milliseconds until the deadline for poll, rounded up, and never so long that a death without an
 * end of the pipe goes unnoticed. */
static int wait_ms(int64_t deadline_ns, int64_t now_ns)
{
    int64_t left = deadline_ns - now_ns;
    if (left <= 0)
        return 0;
    return left >= LOOK_MS * MS ? LOOK_MS : (int)((left + MS - 1) / MS);
}

ProcessStatus process_read_line(Process *process, int64_t deadline_ns, Span *line)
{
    size_t searched = 0;
    for (;;) {
        if (take_line(process, &searched, line))
            return PROCESS_OK;
        if (process->out_ended)
            return PROCESS_CLOSED;
        int64_t now = clock_now_ns();
        bool last = now >= deadline_ns;
        struct pollfd ready[2] = {{.fd = process->out, .events = POLLIN}, {.fd = process->in}};
        int got = poll(ready, 2, wait_ms(deadline_ns, now));
        if (got > 0 && ready[0].revents) {
            fill(process);
            continue;
        }
        /* Who has closed its standard input hears us no more. */
        if (got > 0)
            return PROCESS_CLOSED;
        if (last)
            return PROCESS_TIMEOUT;
        /* A child may hold the pipe open after the engine's death. */
        if (got == 0 && process_has_ended(process, NULL)) {
            fill(process);
            process->out_ended = true;
        }
    }
}

void process_discard(Process *process)
{
    /* Not for ever, even if it never stops talking. */
    enum { READS = 64 };
    struct pollfd ready = {.fd = process->out, .events = POLLIN};
    for (int i = 0; i < READS; i++) {
        if (process->to > process->from) {
            process->dropping = process->buffer[process->to - 1] != '\n';
            process->from = process->to = 0;
        }
        if (process->out_ended || poll(&ready, 1, 0) <= 0)
            return;
        fill(process);
    }
}

ProcessStatus process_send(Process *process, Span text, int64_t deadline_ns)
{
    while (text.length > 0) {
        ssize_t done = process->in < 0 ? -1 : write(process->in, text.at, text.length);
        if (done > 0) {
            text.at += done;
            text.length -= (size_t)done;
            continue;
        }
        if (process->in < 0 || (errno != EAGAIN && errno != EINTR))
            return PROCESS_CLOSED;
        int64_t now = clock_now_ns();
        if (now >= deadline_ns)
            return PROCESS_TIMEOUT;
        bool room = !process->out_ended && process->to - process->from < KEPT_MAX;
        struct pollfd ready[2] = {{.fd = process->in, .events = POLLOUT},
                                  {.fd = room ? process->out : -1, .events = POLLIN}};
        if (poll(ready, 2, wait_ms(deadline_ns, now)) > 0 && ready[1].revents)
            fill(process);
    }
    return PROCESS_OK;
}

/* ---- The end ---- */

/* Reads on meanwhile: a program that wants to say good-bye must not wait for us. */
static bool ends_within(Process *process, int64_t ms)
{
    enum { STEP_MS = 2 };
    int64_t deadline = clock_now_ns() + ms * MS;
    while (!process_has_ended(process, NULL)) {
        if (clock_now_ns() >= deadline)
            return false;
        struct pollfd ready = {.fd = process->out_ended ? -1 : process->out, .events = POLLIN};
        if (poll(&ready, 1, STEP_MS) > 0) {
            process->from = process->to = 0;
            fill(process);
        }
    }
    return true;
}

void process_end(Process *process, int64_t grace_ms)
{
    if (!process)
        return;
    close_fd(&process->in);
    if (!ends_within(process, grace_ms)) {
        kill(-process->pid, SIGTERM);
        if (grace_ms > 0)
            ends_within(process, TERM_MS);
    }
    /* Whoever of its children is left goes with it. */
    kill(-process->pid, SIGKILL);
    kill(process->pid, SIGKILL);
    reap(process->pid);
    close_fd(&process->out);
    free(process->buffer);
    free(process);
}
