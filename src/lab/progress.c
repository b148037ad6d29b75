/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/progress.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

void progress_begin(Progress *progress, const char *command)
{
    int64_t now = clock_now_ns();
    *progress = (Progress){
        .command = command,
        .started_ns = now,
        .shown_ns = now,
        .terminal = isatty(STDERR_FILENO),
    };
}

void progress_end(Progress *progress)
{
    if (progress->open)
        fputs("\r\033[K", stderr);
    progress->open = false;
}

void progress_show(Progress *progress, int64_t done, int64_t total, const char *note)
{
    static const int64_t ONE_SECOND = 1000000000;
    int64_t now = clock_now_ns(), pause = progress->terminal ? ONE_SECOND / 10 : 30 * ONE_SECOND;
    if (now - progress->shown_ns < pause)
        return;
    progress->shown_ns = now;
    double spent = (double)(now - progress->started_ns) / 1e9;
    progress_end(progress);
    fprintf(stderr, "%s: %" PRId64 " of %" PRId64 "%s%s, %.0f s", progress->command, done, total,
            note[0] ? ", " : "", note, spent);
    if (done > 0 && done < total)
        fprintf(stderr, ", about %.0f s to go", spent / (double)done * (double)(total - done));
    if (!progress->terminal)
        fputc('\n', stderr);
    fflush(stderr);
    progress->open = progress->terminal;
}
