/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/threads.h"

#include "base/report.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct {
    void (*work)(void *, int);
    void *context;
    int index;
    bool started;
    pthread_t thread;
} Job;

int threads_available(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    if (count < 1)
        return 1;
    return count > THREADS_MAX ? THREADS_MAX : (int)count;
}

bool threads_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
    enum { STACK = 32 << 20 };
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    bool good = pthread_create(thread, &attributes, run, argument) == 0;
    pthread_attr_destroy(&attributes);
    return good;
}

static void *run_job(void *argument)
{
    Job *job = argument;
    job->work(job->context, job->index);
    return NULL;
}

void threads_run(int count, void (*work)(void *context, int index), void *context)
{
    Job *jobs = xcalloc((size_t)count, sizeof *jobs);
    for (int i = 1; i < count; i++) {
        jobs[i] = (Job){.work = work, .context = context, .index = i};
        jobs[i].started = threads_start(&jobs[i].thread, run_job, &jobs[i]);
    }
    work(context, 0);
    for (int i = 1; i < count; i++) {
        if (jobs[i].started)
            pthread_join(jobs[i].thread, NULL);
        else
            work(context, i);
    }
    free(jobs);
}
