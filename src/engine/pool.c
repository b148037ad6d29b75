/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/pool.h"

#include "base/report.h"
#include "base/threads.h"

#include <stdlib.h>
#include <time.h>

typedef struct {
    Pool *pool;
    int index;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool busy, ends;
} Slot;

struct Pool {
    void (*work)(void *context, int index);
    void *context;
    Slot **slots;
    int count;
};

static void *run(void *argument)
{
    Slot *slot = argument;
    pthread_mutex_lock(&slot->mutex);
    for (;;) {
        while (!slot->busy && !slot->ends)
            pthread_cond_wait(&slot->changed, &slot->mutex);
        if (slot->ends)
            break;
        pthread_mutex_unlock(&slot->mutex);
        slot->pool->work(slot->pool->context, slot->index);
        pthread_mutex_lock(&slot->mutex);
        slot->busy = false;
        pthread_cond_broadcast(&slot->changed);
    }
    pthread_mutex_unlock(&slot->mutex);
    return NULL;
}

static void delete_slot(Slot *slot)
{
    pthread_mutex_destroy(&slot->mutex);
    pthread_cond_destroy(&slot->changed);
    free(slot);
}

static Slot *new_slot(Pool *pool, int index)
{
    Slot *slot = xcalloc(1, sizeof *slot);
    pthread_condattr_t attributes;
    slot->pool = pool;
    slot->index = index;
    pthread_mutex_init(&slot->mutex, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&slot->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (threads_start(&slot->thread, run, slot))
        return slot;
    delete_slot(slot);
    return NULL;
}

static void end_slot(Slot *slot)
{
    pthread_mutex_lock(&slot->mutex);
    slot->ends = true;
    pthread_cond_broadcast(&slot->changed);
    pthread_mutex_unlock(&slot->mutex);
    pthread_join(slot->thread, NULL);
    delete_slot(slot);
}

Pool *pool_new(void (*work)(void *context, int index), void *context)
{
    Pool *pool = xcalloc(1, sizeof *pool);
    pool->work = work;
    pool->context = context;
    return pool;
}

static void shrink(Pool *pool, int count)
{
    while (pool->count > count)
        end_slot(pool->slots[--pool->count]);
}

void pool_free(Pool *pool)
{
    shrink(pool, 0);
    free(pool->slots);
    free(pool);
}

bool pool_resize(Pool *pool, int count)
{
    int before = pool->count;
    shrink(pool, count);
    pool->slots = xrealloc(pool->slots, (size_t)(count + 1) * sizeof(Slot *));
    while (pool->count < count) {
        Slot *slot = new_slot(pool, pool->count);
        if (!slot) {
            shrink(pool, before);
            return false;
        }
        pool->slots[pool->count++] = slot;
    }
    return true;
}

void pool_start(Pool *pool, int index)
{
    Slot *slot = pool->slots[index];
    pthread_mutex_lock(&slot->mutex);
    slot->busy = true;
    pthread_cond_broadcast(&slot->changed);
    pthread_mutex_unlock(&slot->mutex);
}

void pool_wait(Pool *pool, int index)
{
    Slot *slot = pool->slots[index];
    pthread_mutex_lock(&slot->mutex);
    while (slot->busy)
        pthread_cond_wait(&slot->changed, &slot->mutex);
    pthread_mutex_unlock(&slot->mutex);
}

bool pool_wait_for(Pool *pool, int index, int ms)
{
    Slot *slot = pool->slots[index];
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += ms / 1000;
    end.tv_nsec += ms % 1000 * 1000000L;
    if (end.tv_nsec >= 1000000000L)
        end.tv_sec++, end.tv_nsec -= 1000000000L;
    int status = 0;
    pthread_mutex_lock(&slot->mutex);
    while (slot->busy && status == 0)
        status = pthread_cond_timedwait(&slot->changed, &slot->mutex, &end);
    bool idle = !slot->busy;
    pthread_mutex_unlock(&slot->mutex);
    return idle;
}
