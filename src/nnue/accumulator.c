/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "nnue/accumulator.h"

#include "base/report.h"
#include "nnue/kernels.h"

#include <stdlib.h>
#include <string.h>

/* A slot is the linear sums of both sides in one cache line, then a row of neurons for each. */
enum { LINE = 64 };

typedef struct {
    int32_t linear[2][2]; /* [side][middle game, endgame] */
} Sums;

_Static_assert(sizeof(Sums) <= LINE, "the linear sums take one cache line");

static size_t slot_size(const Net *net)
{
    return LINE + 2 * (size_t)net->shape.neurons * sizeof(int16_t);
}

static char *slot_at(const NetStack *stack, int ply)
{
    return stack->slots + (size_t)ply * slot_size(stack->net);
}

static Sums *sums_of(char *slot) { return (Sums *)(void *)slot; }

static int16_t *row_of(char *slot, const Net *net, int side)
{
    return (int16_t *)(void *)(slot + LINE) + (size_t)side * (size_t)net->shape.neurons;
}

/* An accumulator of nothing. */
static void clear_slot(const Net *net, char *slot)
{
    *sums_of(slot) = (Sums){0};
    for (int side = FIRST; side <= SECOND; side++)
        if (net->kernel)
            memcpy(row_of(slot, net, side), net->bias,
                   (size_t)net->shape.neurons * sizeof *net->bias);
}

void net_stack_free(NetStack *stack)
{
    free(stack->memory);
    *stack = (NetStack){0};
}

void net_stack_set(NetStack *stack, const Net *net, const NetFeatures *features, int capacity)
{
    bool fits =
        net && stack->net && slot_size(net) == slot_size(stack->net) && capacity <= stack->capacity;
    if (!fits) {
        net_stack_free(stack);
        if (net) {
            stack->memory = xmalloc(((size_t)capacity + 2) * slot_size(net) + LINE);
            stack->slots = (char *)stack->memory + (LINE - (uintptr_t)stack->memory % LINE) % LINE;
            stack->capacity = capacity;
        }
    }
    stack->net = net;
    stack->features = net ? features : NULL;
    memset(stack->seen, 0, sizeof stack->seen);
    for (int mirrored = 0; net && mirrored < 2; mirrored++)
        clear_slot(net, slot_at(stack, stack->capacity + mirrored));
}

/* ---- One ply ---- */

static void copy_side(const Net *net, char *from, char *to, int side)
{
    memcpy(sums_of(to)->linear[side], sums_of(from)->linear[side], sizeof(int32_t[2]));
    if (net->kernel)
        memcpy(row_of(to, net, side), row_of(from, net, side),
               (size_t)net->shape.neurons * sizeof(int16_t));
}

/* The rows of those codes in a set that are not in another one. */
static int rows_missing(const uint16_t *index, const NetCodes set, const NetCodes other,
                        uint16_t rows[NET_ACTIVE_MAX])
{
    int count = 0;
    for (int word = 0; word < NET_CODE_WORDS; word++)
        for (uint64_t rest = set[word] & ~other[word]; rest; rest &= rest - 1)
            rows[count++] = index[64 * word + __builtin_ctzll(rest)];
    return count;
}

static void add_linear(const Net *net, int32_t sums[2], const uint16_t *rows, int count, int sign)
{
    for (int i = 0; i < count; i++) {
        ASSERT(rows[i] < net->shape.inputs);
        sums[0] += sign * net->linear[2 * rows[i]];
        sums[1] += sign * net->linear[2 * rows[i] + 1];
    }
}

/* Turns what the slot was made of into what it is to be made of. */
static void change_slot(const Net *net, const uint16_t *index, char *slot, int side, NetCodes seen,
                        const NetCodes now)
{
    uint16_t minus[NET_ACTIVE_MAX], plus[NET_ACTIVE_MAX];
    int minuses = rows_missing(index, seen, now, minus);
    int pluses = rows_missing(index, now, seen, plus);
    add_linear(net, sums_of(slot)->linear[side], minus, minuses, -1);
    add_linear(net, sums_of(slot)->linear[side], plus, pluses, 1);
    if (net->kernel)
        net->kernel->apply(net, row_of(slot, net, side), minus, minuses, plus, pluses);
    memcpy(seen, now, sizeof(NetCodes));
}

static void update(const Net *net, const uint16_t *index, char *from, char *to, int side,
                   const NetChange *change)
{
    uint16_t minus[2], plus[2];
    int32_t mg = sums_of(from)->linear[side][0], eg = sums_of(from)->linear[side][1];
    for (int i = 0; i < change->removals; i++) {
        minus[i] = index[change->removed[i]];
        ASSERT(minus[i] < net->shape.inputs);
        mg -= net->linear[2 * minus[i]];
        eg -= net->linear[2 * minus[i] + 1];
    }
    for (int i = 0; i < change->additions; i++) {
        plus[i] = index[change->added[i]];
        ASSERT(plus[i] < net->shape.inputs);
        mg += net->linear[2 * plus[i]];
        eg += net->linear[2 * plus[i] + 1];
    }
    sums_of(to)->linear[side][0] = mg;
    sums_of(to)->linear[side][1] = eg;
    if (net->kernel)
        net->kernel->update(net, row_of(from, net, side), row_of(to, net, side), minus,
                            change->removals, plus, change->additions);
}

static NetParts parts_of(const Net *net, const NetFeatures *features, char *slot, Side side,
                         int phase)
{
    const Sums *sums = sums_of(slot);
    int mg = sums->linear[side][0] - sums->linear[other_side(side)][0] + net->linear_bias[0];
    int eg = sums->linear[side][1] - sums->linear[other_side(side)][1] + net->linear_bias[1];
    NetParts parts = {0};
    parts.linear = (mg * phase + eg * (features->phase_max - phase))
                 / (features->phase_max * NET_LINEAR_SCALE);
    if (net->kernel) {
        int bucket = net_bucket(&net->shape, phase, features->phase_max);
        int64_t sum = net->kernel->output(net, bucket, row_of(slot, net, side),
                                          row_of(slot, net, other_side(side)));
        parts.network = (int)((sum / NET_INPUT_SCALE + net->output_bias) * NET_SCORE_SCALE
                              / (NET_INPUT_SCALE * net->output_scale));
    }
    int total = parts.linear + parts.network;
    parts.total = total > NET_SCORE_LIMIT  ? NET_SCORE_LIMIT
                : total < -NET_SCORE_LIMIT ? -NET_SCORE_LIMIT
                                           : total;
    return parts;
}

/* ---- Along a line of moves ---- */

static bool is_null(NetPly at) { return at.ply > 0 && at.change->removals == 0; }

/* The change of a ply before. */
static NetChange *change_at(NetPly now, int ply)
{
    return (NetChange *)(void *)((char *)now.change - (size_t)(now.ply - ply) * now.stride);
}

static NetPly one_back(NetPly at)
{
    return (NetPly){change_at(at, at.ply - 1), at.stride, at.ply - 1};
}

/* A null move changes nothing: the accumulator is that of the last ply that did. */
static NetPly owner_of(NetPly at)
{
    while (is_null(at))
        at = one_back(at);
    return at;
}

/* False when the way back is too long or ends where the side saw another half. */
static bool advance_side(NetStack *stack, NetPly now, int side, const uint16_t *index)
{
    /* More moves than this cost as much as counting all pieces. */
    enum { FARTHEST = 10 };
    NetPly at = now;
    int path[FARTHEST], length = 0;
    while (!(at.change->known >> side & 1)) {
        if (length == FARTHEST || at.ply == 0 || at.change->turned >> side & 1)
            return false;
        path[length++] = at.ply;
        at = owner_of(one_back(at));
    }
    for (char *from = slot_at(stack, at.ply); length > 0;) {
        int ply = path[--length];
        NetChange *change = change_at(now, ply);
        char *to = slot_at(stack, ply);
        update(stack->net, index, from, to, side, change);
        change->known |= (uint8_t)(1 << side);
        from = to;
    }
    return true;
}

unsigned net_stack_advance(NetStack *stack, NetPly now, const bool mirrored[2])
{
    unsigned missing = 0;
    now = owner_of(now);
    for (int side = FIRST; side <= SECOND; side++)
        if (!advance_side(stack, now, side, stack->features->index[side][mirrored[side]]))
            missing |= 1u << side;
    return missing;
}

void net_stack_refresh(NetStack *stack, NetPly now, const NetView *view, unsigned sides)
{
    now = owner_of(now);
    NetCodes codes = {0};
    for (int i = 0; i < view->count; i++)
        codes[view->codes[i] / 64] |= (uint64_t)1 << view->codes[i] % 64;
    for (int side = FIRST; side <= SECOND; side++) {
        if (!(sides >> side & 1))
            continue;
        bool mirrored = view->mirrored[side];
        char *kept = slot_at(stack, stack->capacity + mirrored);
        change_slot(stack->net, stack->features->index[side][mirrored], kept, side,
                    stack->seen[mirrored][side], codes);
        copy_side(stack->net, kept, slot_at(stack, now.ply), side);
        now.change->known |= (uint8_t)(1 << side);
    }
}

int net_stack_score(const NetStack *stack, NetPly now, Side side, int phase)
{
    now = owner_of(now);
    return parts_of(stack->net, stack->features, slot_at(stack, now.ply), side, phase).total;
}

NetParts net_parts(const Net *net, const NetFeatures *features, const NetView *view)
{
    NetStack stack = {0};
    NetChange change = {0};
    NetPly ply = {&change, 0, 0};
    net_stack_set(&stack, net, features, 1);
    net_stack_refresh(&stack, ply, view, 3);
    NetParts parts = parts_of(net, features, stack.slots, view->side, view->phase);
    net_stack_free(&stack);
    return parts;
}
