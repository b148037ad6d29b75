/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/model.h"

#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ModelForm model_form(NetShape shape)
{
    size_t inputs = (size_t)shape.inputs, neurons = (size_t)shape.neurons;
    ModelForm form = {.shape = shape};
    form.weights = 0;
    form.bias = inputs * neurons;
    form.output = form.bias + neurons;
    form.linear = form.output + 2 * neurons * (size_t)shape.buckets;
    form.linear_bias = form.linear + 2 * inputs;
    form.output_bias = form.linear_bias + 2;
    form.count = form.output_bias + 1;
    return form;
}

float *model_array(const ModelForm *form)
{
    enum { LINE = 64 };
    size_t size = (form->count * sizeof(float) + LINE - 1) / LINE * LINE;
    float *array = aligned_alloc(LINE, size);
    if (!array)
        die("out of memory");
    memset(array, 0, size);
    return array;
}

/* Uniform in [-most, most). */
static float by_chance(Rng *rng, double most)
{
    return (float)(((double)(rng_next(rng) >> 11) * 0x1p-52 - 1.0) * most);
}

/* All buckets begin alike: each learns only how it differs. */
static void repeat_output(Model *model)
{
    const ModelForm *form = &model->form;
    size_t one = 2 * (size_t)form->shape.neurons;
    for (size_t i = form->output + one; i < form->linear; i++)
        model->values[i] = model->values[i - one];
}

Model model_new(const NetFeatures *features, int neurons, int buckets, uint64_t seed)
{
    NetShape shape = {features->game, features->inputs, neurons, buckets};
    Model model = {.form = model_form(shape), .features = features};
    const ModelForm *form = &model.form;
    Rng rng = {seed};
    model.values = model_array(form);
    /* About thirty rows are added up, and the sums should be somewhere between the clips. */
    for (size_t i = form->weights; i < form->bias; i++)
        model.values[i] = by_chance(&rng, 0.15);
    for (size_t i = form->bias; i < form->output; i++)
        model.values[i] = 0.1f;
    for (size_t i = form->output; i < form->output + 2 * (size_t)neurons; i++)
        model.values[i] = by_chance(&rng, 0.02);
    repeat_output(&model);
    const float unit = NET_LINEAR_SCALE * NET_SCORE_SCALE;
    for (size_t i = 0; i < 2 * (size_t)shape.inputs; i++)
        model.values[form->linear + i] = features->linear_start[i] / unit;
    for (int i = 0; i < 2; i++)
        model.values[form->linear_bias + (size_t)i] = features->tempo_start / unit;
    return model;
}

void model_free(Model *model)
{
    free(model->values);
    model->values = NULL;
}

static int16_t rounded(float value, double scale, int most)
{
    double whole = rint((double)value * scale);
    return (int16_t)(whole > most ? most : whole < -most ? -most : whole);
}

/* False when an output weight does not fit at this scale, or their sum might not. */
static bool round_output(const Model *model, Net *net, int scale)
{
    const ModelForm *form = &model->form;
    const float *output = model->values + form->output;
    float largest = 0;
    for (size_t i = 0; i < form->linear - form->output; i++) {
        net->output[i] = rounded(output[i], scale, NET_OUTPUT_MAX);
        largest = fmaxf(largest, fabsf(output[i]));
    }
    net->output_scale = scale;
    net->output_bias =
        (int32_t)rint((double)model->values[form->output_bias] * NET_INPUT_SCALE * scale);
    Diag diag;
    diag_clear(&diag);
    return largest * (float)scale <= NET_OUTPUT_MAX && net_is_sound(net, &diag);
}

Net *model_quantise(const Model *model)
{
    const ModelForm *form = &model->form;
    const float *values = model->values;
    Net *net = net_new(form->shape);
    size_t inputs = (size_t)form->shape.inputs, neurons = (size_t)form->shape.neurons;
    const double unit = (double)NET_LINEAR_SCALE * NET_SCORE_SCALE;
    for (size_t i = 0; i < inputs * neurons; i++)
        net->weights[i] = rounded(values[form->weights + i], NET_INPUT_SCALE, NET_WEIGHT_MAX);
    for (size_t i = 0; i < neurons; i++)
        net->bias[i] = rounded(values[form->bias + i], NET_INPUT_SCALE, NET_BIAS_MAX);
    for (size_t i = 0; i < 2 * inputs; i++)
        net->linear[i] = rounded(values[form->linear + i], unit, INT16_MAX);
    for (size_t i = 0; i < 2; i++)
        net->linear_bias[i] = rounded(values[form->linear_bias + i], unit, INT16_MAX);
    for (int scale = NET_OUTPUT_SCALE_MAX; !round_output(model, net, scale); scale /= 2)
        if (scale == NET_OUTPUT_SCALE)
            break;
    return net;
}

/* Rows of `count` numbers go to the beginnings of rows that are `stride` long. */
static void spread_rows(float *values, size_t stride, const int16_t *from, size_t count,
                        size_t rows, double scale)
{
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < count; i++)
            values[row * stride + i] = (float)(from[row * count + i] / scale);
}

static void spread(float *values, const int16_t *from, size_t count, double scale)
{
    spread_rows(values, count, from, count, 1, scale);
}

void model_take(Model *model, const Net *net)
{
    const ModelForm *form = &model->form;
    float *values = model->values;
    size_t inputs = (size_t)form->shape.inputs, neurons = (size_t)form->shape.neurons;
    size_t known = (size_t)net->shape.neurons;
    const double unit = (double)NET_LINEAR_SCALE * NET_SCORE_SCALE;
    ASSERT(net->shape.inputs == form->shape.inputs && known <= neurons);
    ASSERT(net->shape.buckets == 1 || net->shape.buckets == form->shape.buckets);
    spread_rows(values + form->weights, neurons, net->weights, known, inputs, NET_INPUT_SCALE);
    spread(values + form->bias, net->bias, known, NET_INPUT_SCALE);
    spread_rows(values + form->output, neurons, net->output, known, 2 * (size_t)net->shape.buckets,
                net->output_scale);
    if (net->shape.buckets == 1)
        repeat_output(model);
    spread(values + form->linear, net->linear, 2 * inputs, unit);
    spread(values + form->linear_bias, net->linear_bias, 2, unit);
    values[form->output_bias] =
        (float)(net->output_bias / ((double)NET_INPUT_SCALE * net->output_scale));
}

Net *model_mean(const Net *const *nets, int count)
{
    ModelForm form = model_form(nets[0]->shape);
    Model one = {.form = form, .values = model_array(&form)};
    Model mean = {.form = form, .values = model_array(&form)};
    for (int i = 0; i < count; i++) {
        model_take(&one, nets[i]);
        for (size_t k = 0; k < form.count; k++)
            mean.values[k] += one.values[k] / (float)count;
    }
    Net *net = model_quantise(&mean);
    model_free(&one);
    model_free(&mean);
    return net;
}
