/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "nnue/net.h"

#include "base/file.h"
#include "nnue/kernels.h"

#include <stdlib.h>
#include <string.h>

/* ---- Life ---- */

enum { LINE = 64 };

static size_t rounded(size_t bytes) { return (bytes + LINE - 1) / LINE * LINE; }

bool net_size_exists(int neurons) { return neurons == 0 || net_kernels(neurons) != NULL; }

Net *net_new(NetShape shape)
{
    size_t inputs = (size_t)shape.inputs, neurons = (size_t)shape.neurons;
    size_t linear = rounded(2 * inputs * sizeof(int16_t)),
           bias = rounded(neurons * sizeof(int16_t));
    size_t weights = rounded(inputs * neurons * sizeof(int16_t));
    size_t output = rounded(2 * neurons * (size_t)shape.buckets * sizeof(int16_t));
    Net *net = xcalloc(1, sizeof *net);
    net->memory = xcalloc(1, linear + bias + weights + output + LINE);
    char *at = (char *)net->memory + (LINE - (uintptr_t)net->memory % LINE) % LINE;
    net->linear = (int16_t *)(void *)at;
    net->bias = (int16_t *)(void *)(at + linear);
    net->output = (int16_t *)(void *)(at + linear + bias);
    net->weights = (int16_t *)(void *)(at + linear + bias + output);
    net->shape = shape;
    net->output_scale = NET_OUTPUT_SCALE;
    net->kernel = net_kernels(shape.neurons);
    atomic_init(&net->users, 1);
    return net;
}

/* Counting users is no change of the net. */
const Net *net_share(const Net *net)
{
    if (net)
        atomic_fetch_add(&((Net *)net)->users, 1);
    return net;
}

void net_release(const Net *net)
{
    if (!net || atomic_fetch_sub(&((Net *)net)->users, 1) > 1)
        return;
    free(net->memory);
    free((Net *)net);
}

const char *net_game_name(NetGame game) { return game == NET_CHESS ? "chess" : "shogi"; }

/* ---- Soundness ---- */

static bool within(const int16_t *weights, size_t count, int most, const char *what, Diag *diag)
{
    for (size_t i = 0; i < count; i++)
        if (weights[i] > most || weights[i] < -most)
            return diag_error(diag, "%s number %zu is %d, at most %d is allowed", what, i,
                              weights[i], most);
    return true;
}

bool net_is_sound(const Net *net, Diag *diag)
{
    size_t neurons = (size_t)net->shape.neurons;
    if (!within(net->bias, neurons, NET_BIAS_MAX, "bias", diag)
        || !within(net->weights, (size_t)net->shape.inputs * neurons, NET_WEIGHT_MAX, "weight",
                   diag)
        || !within(net->output, 2 * neurons * (size_t)net->shape.buckets, NET_OUTPUT_MAX,
                   "output weight", diag))
        return false;
    for (size_t bucket = 0; bucket < (size_t)net->shape.buckets; bucket++) {
        const int16_t *output = net->output + 2 * neurons * bucket;
        int64_t up = 0, down = 0, one = NET_INPUT_SCALE * NET_INPUT_SCALE;
        for (size_t i = 0; i < 2 * neurons; i++)
            *(output[i] > 0 ? &up : &down) += output[i] * one;
        if (up > INT32_MAX || down < -(int64_t)INT32_MAX)
            return diag_error(diag, "the output weights are so large that their sum may overflow");
    }
    return true;
}

/* ---- The file ---- */

/* Little-endian:
 *      0  "TenukiNN"
 *      8  u32 version, game, inputs, neurons
 *     24  u16 input scale, output scale, score scale, linear scale
 *     32  u64 bytes after the header
 *     40  u64 checksum of header and rest, itself taken as zero
 *     48  i16 linear bias [2], i32 output bias, u32 buckets beside the first, 20 bytes of zero
 *     80  the note, padded with zeros
 *    256  i16 linear [inputs][2], bias [neurons], weights [inputs][neurons], output [buckets]
 *         [2 neurons] */
enum {
    VERSION = 1,
    HEADER = 256,
    AT_CHECKSUM = 40,
    AT_BUCKETS = 56,
    AT_ZERO = 60,
    AT_NOTE = 80,
};

_Static_assert(AT_NOTE + NET_NOTE_SIZE == HEADER, "the note fills the header");

static const char magic[8] = {'T', 'e', 'n', 'u', 'k', 'i', 'N', 'N'};

uint64_t net_checksum(const void *bytes, size_t size, uint64_t seed)
{
    const unsigned char *at = bytes;
    uint64_t hash = seed ^ size;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        for (size_t k = 0; k < 8 && i + k < size; k++)
            word |= (uint64_t)at[i + k] << 8 * k;
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    return hash;
}

static uint64_t get(const char *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)(unsigned char)at[i] << 8 * i;
    return value;
}

static void put(char *at, int bytes, uint64_t value)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (char)(unsigned char)(value >> 8 * i);
}

static size_t payload_size(NetShape shape)
{
    size_t inputs = (size_t)shape.inputs, neurons = (size_t)shape.neurons;
    return (2 * inputs + neurons + inputs * neurons + 2 * neurons * (size_t)shape.buckets)
         * sizeof(int16_t);
}

static const char *get_row(const char *at, int16_t *row, size_t count)
{
    for (size_t i = 0; i < count; i++, at += 2)
        row[i] = (int16_t)(uint16_t)get(at, 2);
    return at;
}

static char *put_row(char *at, const int16_t *row, size_t count)
{
    for (size_t i = 0; i < count; i++, at += 2)
        put(at, 2, (uint16_t)row[i]);
    return at;
}

static uint64_t checksum_of(const char *file, size_t size)
{
    char header[HEADER];
    memcpy(header, file, HEADER);
    put(header + AT_CHECKSUM, 8, 0);
    return net_checksum(file + HEADER, size - HEADER, net_checksum(header, HEADER, 0));
}

/* The shape, or an error: everything that can be said without looking at the weights. */
static bool read_header(Span file, NetShape *shape, Diag *diag)
{
    const char *at = file.at;
    if (file.length < HEADER || memcmp(at, magic, sizeof magic) != 0)
        return diag_error(diag, "not a net of this program");
    uint64_t version = get(at + 8, 4), game = get(at + 12, 4), inputs = get(at + 16, 4),
             neurons = get(at + 20, 4), more_buckets = get(at + AT_BUCKETS, 4);
    if (version != VERSION)
        return diag_error(diag, "version %llu, only %d is understood", (unsigned long long)version,
                          VERSION);
    if (game != NET_CHESS && game != NET_SHOGI)
        return diag_error(diag, "for an unknown game, number %llu", (unsigned long long)game);
    if (inputs == 0 || inputs > 65535)
        return diag_error(diag, "%llu inputs cannot be", (unsigned long long)inputs);
    if (neurons > NET_NEURONS_MAX || !net_size_exists((int)neurons))
        return diag_error(diag, "%llu neurons: only 0, 64, 128, 256 and 512 are supported",
                          (unsigned long long)neurons);
    if (more_buckets >= NET_BUCKETS_MAX || (more_buckets > 0 && neurons == 0))
        return diag_error(diag, "%llu buckets more than one: at most %d are supported",
                          (unsigned long long)more_buckets, neurons == 0 ? 0 : NET_BUCKETS_MAX - 1);
    *shape = (NetShape){(NetGame)game, (int)inputs, (int)neurons, 1 + (int)more_buckets};
    uint64_t scale = get(at + 26, 2);
    if (get(at + 24, 2) != NET_INPUT_SCALE || scale < NET_OUTPUT_SCALE
        || scale > NET_OUTPUT_SCALE_MAX || (scale & (scale - 1)) != 0
        || get(at + 28, 2) != NET_SCORE_SCALE || get(at + 30, 2) != NET_LINEAR_SCALE)
        return diag_error(diag, "made for other scales");
    size_t size = payload_size(*shape);
    if (get(at + 32, 8) != size || file.length != HEADER + size)
        return diag_error(diag, "%zu bytes long, %zu expected", file.length, HEADER + size);
    return true;
}

static bool note_is_plain(const char *note)
{
    size_t length = strnlen(note, NET_NOTE_SIZE);
    for (size_t i = 0; i < NET_NOTE_SIZE; i++)
        if (i < length ? note[i] < 0x20 || note[i] > 0x7e : note[i] != 0)
            return false;
    return length < NET_NOTE_SIZE;
}

static bool check_header(Span file, const NetShape *wanted, NetShape *shape, Diag *diag)
{
    if (!read_header(file, shape, diag))
        return false;
    if (checksum_of(file.at, file.length) != get(file.at + AT_CHECKSUM, 8))
        return diag_error(diag, "damaged: the checksum is wrong");
    for (int i = AT_ZERO; i < AT_NOTE; i++)
        if (file.at[i] != 0)
            return diag_error(diag, "damaged: byte %d of the header is not zero", i);
    if (!note_is_plain(file.at + AT_NOTE))
        return diag_error(diag, "damaged: its note is not plain text");
    if (wanted && wanted->game != shape->game)
        return diag_error(diag, "a net for %s, not for %s", net_game_name(shape->game),
                          net_game_name(wanted->game));
    if (wanted && wanted->inputs != shape->inputs)
        return diag_error(diag, "%d inputs, %d expected", shape->inputs, wanted->inputs);
    return true;
}

Net *net_read(Span file, const NetShape *wanted, Diag *diag)
{
    NetShape shape;
    if (!check_header(file, wanted, &shape, diag))
        return NULL;
    Net *net = net_new(shape);
    size_t inputs = (size_t)shape.inputs, neurons = (size_t)shape.neurons;
    net->checksum = get(file.at + AT_CHECKSUM, 8);
    for (int i = 0; i < 2; i++)
        net->linear_bias[i] = (int16_t)(uint16_t)get(file.at + 48 + 2 * i, 2);
    net->output_bias = (int32_t)(uint32_t)get(file.at + 52, 4);
    net->output_scale = (int)get(file.at + 26, 2);
    memcpy(net->note, file.at + AT_NOTE, NET_NOTE_SIZE);
    const char *at = get_row(file.at + HEADER, net->linear, 2 * inputs);
    at = get_row(at, net->bias, neurons);
    at = get_row(at, net->weights, inputs * neurons);
    get_row(at, net->output, 2 * neurons * (size_t)shape.buckets);
    if (net_is_sound(net, diag))
        return net;
    net_release(net);
    return NULL;
}

Net *net_load(const char *path, const NetShape *wanted, Diag *diag)
{
    Text file = TEXT_EMPTY;
    Diag inner;
    diag_clear(&inner);
    if (!file_read(path, NET_FILE_MAX, &file, diag))
        return NULL;
    Net *net = net_read((Span){text_cstr(&file), file.length}, wanted, &inner);
    text_free(&file);
    if (!net)
        diag_error(diag, "%s: %s", path, inner.error);
    return net;
}

void net_write(Net *net, Text *bytes)
{
    size_t inputs = (size_t)net->shape.inputs, neurons = (size_t)net->shape.neurons;
    size_t size = payload_size(net->shape);
    char *file = xcalloc(1, HEADER + size);
    memcpy(file, magic, sizeof magic);
    put(file + 8, 4, VERSION);
    put(file + 12, 4, (uint64_t)net->shape.game);
    put(file + 16, 4, inputs);
    put(file + 20, 4, neurons);
    put(file + 24, 2, NET_INPUT_SCALE);
    put(file + 26, 2, (uint64_t)net->output_scale);
    put(file + 28, 2, NET_SCORE_SCALE);
    put(file + 30, 2, NET_LINEAR_SCALE);
    put(file + 32, 8, size);
    put(file + 48, 2, (uint16_t)net->linear_bias[0]);
    put(file + 50, 2, (uint16_t)net->linear_bias[1]);
    put(file + 52, 4, (uint32_t)net->output_bias);
    put(file + AT_BUCKETS, 4, (uint64_t)net->shape.buckets - 1);
    memcpy(file + AT_NOTE, net->note, NET_NOTE_SIZE);
    char *at = put_row(file + HEADER, net->linear, 2 * inputs);
    at = put_row(at, net->bias, neurons);
    at = put_row(at, net->weights, inputs * neurons);
    put_row(at, net->output, 2 * neurons * (size_t)net->shape.buckets);
    net->checksum = checksum_of(file, HEADER + size);
    put(file + AT_CHECKSUM, 8, net->checksum);
    text_add_span(bytes, (Span){file, HEADER + size});
    free(file);
}
