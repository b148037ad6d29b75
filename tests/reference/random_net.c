/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "random_net.h"

#include "base/rng.h"

static void fill(int16_t *weights, size_t count, int most, Rng *rng)
{
    for (size_t i = 0; i < count; i++)
        weights[i] = (int16_t)((int)rng_below(rng, (uint32_t)(2 * most + 1)) - most);
}

Net *random_net(const NetFeatures *features, int neurons, uint64_t seed)
{
    Rng rng = {seed};
    int buckets = neurons > 0 ? 1 + (int)rng_below(&rng, NET_BUCKETS_MAX) : 1;
    Net *net = net_new((NetShape){features->game, features->inputs, neurons, buckets});
    size_t inputs = (size_t)features->inputs, n = (size_t)neurons;
    fill(net->linear, 2 * inputs, 8000, &rng);
    fill(net->linear_bias, 2, 500, &rng);
    fill(net->bias, n, NET_BIAS_MAX, &rng);
    fill(net->weights, inputs * n, rng_below(&rng, 2) ? 60 : NET_WEIGHT_MAX, &rng);
    /* Many large weights might add up to more than an integer holds, which is no sound net. */
    int most = neurons > 256 ? NET_OUTPUT_MAX * 256 / neurons : NET_OUTPUT_MAX;
    fill(net->output, 2 * n * (size_t)buckets, rng_below(&rng, 2) ? 20 : most, &rng);
    net->output_bias = (int32_t)rng_below(&rng, 20001) - 10000;
    net->output_scale = NET_OUTPUT_SCALE << rng_below(&rng, 5);
    Diag diag;
    diag_clear(&diag);
    if (!net_is_sound(net, &diag))
        BUG("%s", diag.error);
    return net;
}
