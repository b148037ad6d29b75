/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Included once for each number of neurons, with NEURONS defined: a constant count is what lets the
 * compiler unroll these plain loops and choose the processor's own multiply-and-add. */

#define JOINED(name, count) name##_##count
#define NAMED(name, count) JOINED(name, count)

CLONED static void NAMED(update, NEURONS)(const Net *net, const int16_t *restrict from,
                                          int16_t *restrict to, const uint16_t *minus, int minuses,
                                          const uint16_t *plus, int pluses)
{
    const int16_t *restrict m0 = net->weights + (size_t)minus[0] * NEURONS;
    const int16_t *restrict p0 = net->weights + (size_t)plus[0] * NEURONS;
    if (minuses == 1 && pluses == 1) {
        for (int i = 0; i < NEURONS; i++)
            to[i] = (int16_t)(from[i] - m0[i] + p0[i]);
        return;
    }
    const int16_t *restrict m1 = net->weights + (size_t)minus[1] * NEURONS;
    if (pluses == 1) {
        for (int i = 0; i < NEURONS; i++)
            to[i] = (int16_t)(from[i] - m0[i] - m1[i] + p0[i]);
        return;
    }
    const int16_t *restrict p1 = net->weights + (size_t)plus[1] * NEURONS;
    for (int i = 0; i < NEURONS; i++)
        to[i] = (int16_t)(from[i] - m0[i] - m1[i] + p0[i] + p1[i]);
}

CLONED static void NAMED(apply, NEURONS)(const Net *net, int16_t *restrict to,
                                         const uint16_t *minus, int minuses, const uint16_t *plus,
                                         int pluses)
{
    for (int k = 0; k < minuses; k++) {
        const int16_t *restrict row = net->weights + (size_t)minus[k] * NEURONS;
        for (int i = 0; i < NEURONS; i++)
            to[i] = (int16_t)(to[i] - row[i]);
    }
    for (int k = 0; k < pluses; k++) {
        const int16_t *restrict row = net->weights + (size_t)plus[k] * NEURONS;
        for (int i = 0; i < NEURONS; i++)
            to[i] = (int16_t)(to[i] + row[i]);
    }
}

/* v is at most 255 and w at most 127, so v * w stays within 16 bits. */
CLONED static int32_t NAMED(output, NEURONS)(const Net *net, int bucket, const int16_t *restrict us,
                                             const int16_t *restrict them)
{
    const int16_t *restrict w_us = net->output + (size_t)bucket * 2 * NEURONS;
    const int16_t *restrict w_them = w_us + NEURONS;
    int32_t sum = 0;
    for (int i = 0; i < NEURONS; i++) {
        int16_t v = us[i] < 0 ? 0 : us[i] > NET_INPUT_SCALE ? NET_INPUT_SCALE : us[i];
        int16_t product = (int16_t)(v * w_us[i]);
        sum += product * v;
    }
    for (int i = 0; i < NEURONS; i++) {
        int16_t v = them[i] < 0 ? 0 : them[i] > NET_INPUT_SCALE ? NET_INPUT_SCALE : them[i];
        int16_t product = (int16_t)(v * w_them[i]);
        sum += product * v;
    }
    return sum;
}

static const NetKernels NAMED(kernels, NEURONS) = {
    NAMED(update, NEURONS),
    NAMED(apply, NEURONS),
    NAMED(output, NEURONS),
};

#undef JOINED
#undef NAMED
#undef NEURONS
