/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tt/tt.h"

#include "base/threads.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SLOTS = 4, AGES = 32, HUGE_PAGE = 2 << 20 };

typedef struct {
    _Atomic uint64_t lock; /* key ^ data */
    _Atomic uint64_t data;
} Slot;

typedef struct {
    _Alignas(64) Slot slots[SLOTS];
} Bucket;

struct Tt {
    Bucket *buckets;
    uint64_t bucket_count;
    void *mapping;
    size_t mapping_size;
    unsigned age;
    bool used; /* something may have been stored since it was cleared */
};

/* move 16 | score 16 | eval 16 | depth 8 | bound 2 | pv 1 | age 5 */
static uint64_t pack(const TtEntry *entry, unsigned age)
{
    return (uint64_t)entry->move | (uint64_t)(uint16_t)entry->score << 16
         | (uint64_t)(uint16_t)entry->eval << 32 | (uint64_t)entry->depth << 48
         | (uint64_t)(entry->bound | entry->pv << 2 | age << 3) << 56;
}

static TtEntry unpack(uint64_t data)
{
    return (TtEntry){
        .move = (uint16_t)data,
        .score = (int16_t)(data >> 16),
        .eval = (int16_t)(data >> 32),
        .depth = (uint8_t)(data >> 48),
        .bound = (uint8_t)(data >> 56 & 3),
        .pv = data >> 58 & 1,
    };
}

static unsigned age_of(uint64_t data) { return (unsigned)(data >> 59); }

/* The high half of the product spreads keys evenly over any number of buckets. */
static Bucket *bucket_of(const Tt *tt, uint64_t key)
{
    __extension__ typedef unsigned __int128 Wide;
    return &tt->buckets[(uint64_t)((Wide)key * tt->bucket_count >> 64)];
}

Tt *tt_new(size_t mib, Diag *diag)
{
    size_t size = (mib << 20) + HUGE_PAGE;
    void *mapping = mmap(NULL, size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED) {
        diag_error(diag, "cannot get %zu MiB of memory for the table", mib);
        return NULL;
    }
    Tt *tt = xcalloc(1, sizeof *tt);
    uintptr_t start = ((uintptr_t)mapping + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1);
    tt->mapping = mapping;
    tt->mapping_size = size;
    tt->buckets = (Bucket *)start;
    tt->bucket_count = (mib << 20) / sizeof(Bucket);
    /* A wish, not a need. */
    madvise(tt->buckets, mib << 20, MADV_HUGEPAGE);
    /* The system hands out memory when it is touched: now, not on the clock of a game. */
    tt->used = true;
    tt_clear(tt, threads_available());
    return tt;
}

void tt_free(Tt *tt)
{
    if (!tt)
        return;
    munmap(tt->mapping, tt->mapping_size);
    free(tt);
}

typedef struct {
    Tt *tt;
    int threads;
} Clearing;

static void clear_share(void *context, int index)
{
    const Clearing *job = context;
    uint64_t count = job->tt->bucket_count;
    uint64_t from = count * (uint64_t)index / (uint64_t)job->threads;
    uint64_t to = count * (uint64_t)(index + 1) / (uint64_t)job->threads;
    memset(job->tt->buckets + from, 0, (to - from) * sizeof(Bucket));
}

void tt_clear(Tt *tt, int threads)
{
    if (!tt->used)
        return;
    tt->used = false;
    tt->age = 0;
    threads_run(threads, clear_share, &(Clearing){tt, threads});
}

void tt_new_search(Tt *tt)
{
    tt->used = true;
    tt->age = (tt->age + 1) % AGES;
}

int tt_permille_full(const Tt *tt)
{
    enum { SAMPLE = 1000 };
    uint64_t sample = tt->bucket_count < SAMPLE ? tt->bucket_count : SAMPLE, used = 0;
    for (uint64_t i = 0; i < sample; i++)
        for (int k = 0; k < SLOTS; k++) {
            uint64_t data =
                atomic_load_explicit(&tt->buckets[i].slots[k].data, memory_order_relaxed);
            used += data != 0 && age_of(data) == tt->age;
        }
    return sample ? (int)(used * 1000 / (sample * SLOTS)) : 0;
}

bool tt_probe(const Tt *tt, uint64_t key, TtEntry *entry)
{
    Bucket *bucket = bucket_of(tt, key);
    for (int i = 0; i < SLOTS; i++) {
        uint64_t data = atomic_load_explicit(&bucket->slots[i].data, memory_order_relaxed);
        uint64_t lock = atomic_load_explicit(&bucket->slots[i].lock, memory_order_relaxed);
        if ((lock ^ data) == key && data != 0) {
            *entry = unpack(data);
            return true;
        }
    }
    return false;
}

/* What an entry is worth keeping: its depth, less for every search it has sat through. */
static int worth(uint64_t data, unsigned now)
{
    if (data == 0)
        return INT16_MIN;
    return (int)(data >> 48 & 255) - 4 * (int)((now - age_of(data)) % AGES);
}

void tt_store(Tt *tt, uint64_t key, const TtEntry *entry)
{
    Bucket *bucket = bucket_of(tt, key);
    Slot *victim = NULL;
    int least = INT32_MAX;
    TtEntry fresh = *entry;
    for (int i = 0; i < SLOTS; i++) {
        Slot *slot = &bucket->slots[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t lock = atomic_load_explicit(&slot->lock, memory_order_relaxed);
        if ((lock ^ data) == key && data != 0) {
            TtEntry old = unpack(data);
            if (fresh.move == 0)
                fresh.move = old.move;
            fresh.pv |= old.pv;
            if (fresh.eval == TT_NO_EVAL)
                fresh.eval = old.eval;
            /* A much deeper result of this search is not given up for a shallow bound. */
            if (fresh.bound != BOUND_EXACT && age_of(data) == tt->age
                && fresh.depth + 4 < old.depth)
                return;
            victim = slot;
            break;
        }
        int value = worth(data, tt->age);
        if (value < least) {
            least = value;
            victim = slot;
        }
    }
    uint64_t data = pack(&fresh, tt->age);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
    atomic_store_explicit(&victim->lock, key ^ data, memory_order_relaxed);
}

void tt_prefetch(const Tt *tt, uint64_t key) { __builtin_prefetch(bucket_of(tt, key)); }
