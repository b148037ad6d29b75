/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Checkpoints: all that learning goes on from. They are for the machine that wrote them, in its own
 * order of bytes; nets are what travels. */

#include "train/trainer.h"

#include "base/file.h"

#include <math.h>
#include <string.h>

enum { VERSION = 4, SIZE_MAX_MIB = 64 };

typedef struct {
    char magic[8];
    uint32_t version, game, inputs;
    int32_t epoch, stale;
    uint32_t reserved;
    TrainSettings settings;
    double best;
    uint64_t steps, data_checksum, count;
    uint64_t checksum; /* of all, itself taken as zero */
} Header;

static const char magic[8] = {'T', 'e', 'n', 'u', 'k', 'i', 'C', 'P'};

static uint64_t checksum_of(Header header, const char *rest, size_t size)
{
    header.checksum = 0;
    return net_checksum(rest, size, net_checksum(&header, sizeof header, 0));
}

bool trainer_save(const Trainer *trainer, const char *path, Diag *diag)
{
    const ModelForm *form = &trainer->model.form;
    size_t size = form->count * sizeof(float);
    Header header;
    memset(&header, 0, sizeof header);
    memcpy(header.magic, magic, sizeof magic);
    header.version = VERSION;
    header.game = (uint32_t)form->shape.game;
    header.inputs = (uint32_t)form->shape.inputs;
    header.epoch = trainer->epoch;
    header.stale = trainer->stale;
    header.settings = trainer->settings;
    header.best = trainer->best;
    header.steps = trainer->optimiser.steps;
    header.data_checksum = trainer->data_checksum;
    header.count = form->count;
    Text file = TEXT_EMPTY;
    text_add_span(&file, (Span){(const char *)&header, sizeof header});
    text_add_span(&file, (Span){(const char *)trainer->model.values, size});
    text_add_span(&file, (Span){(const char *)trainer->optimiser.mean, size});
    text_add_span(&file, (Span){(const char *)trainer->optimiser.square, size});
    header.checksum = checksum_of(header, file.data + sizeof header, 3 * size);
    memcpy(file.data, &header, sizeof header);
    bool good = file_write(path, (Span){file.data, file.length}, diag);
    text_free(&file);
    return good;
}

static bool settings_are_sane(const TrainSettings *s)
{
    return net_size_exists(s->neurons) && s->buckets > 0 && s->buckets <= NET_BUCKETS_MAX
        && s->epochs >= 0 && s->batch > 0 && s->patience >= 0 && isfinite(s->rate)
        && isfinite(s->last_rate) && isfinite(s->decay) && s->targets.result_share >= 0
        && s->targets.result_share <= 1 && s->targets.ahead >= 0 && s->targets.ahead < 1
        && s->targets.scale >= 0 && isfinite(s->targets.scale);
}

static bool read_header(Span file, const NetFeatures *features, Header *header, Diag *diag)
{
    if (file.length < sizeof *header || memcmp(file.at, magic, sizeof magic) != 0)
        return diag_error(diag, "not a checkpoint");
    memcpy(header, file.at, sizeof *header);
    if (header->version != VERSION)
        return diag_error(diag, "a checkpoint of version %u, only %d is understood",
                          header->version, VERSION);
    if (checksum_of(*header, file.at + sizeof *header, file.length - sizeof *header)
        != header->checksum)
        return diag_error(diag, "damaged: the checksum is wrong");
    if (header->game != (uint32_t)features->game || header->inputs != (uint32_t)features->inputs)
        return diag_error(diag, "the checkpoint of another game");
    if (!settings_are_sane(&header->settings))
        return diag_error(diag, "damaged: impossible settings");
    NetShape shape = {features->game, features->inputs, header->settings.neurons,
                      header->settings.buckets};
    size_t count = model_form(shape).count;
    if (header->count != count || file.length != sizeof *header + 3 * count * sizeof(float))
        return diag_error(diag, "damaged: the size is wrong");
    return true;
}

bool trainer_load(Trainer *trainer, const NetFeatures *features, const char *path, Diag *diag)
{
    Text file = TEXT_EMPTY;
    Header header;
    Diag inner;
    diag_clear(&inner);
    if (!file_read(path, (size_t)SIZE_MAX_MIB << 20, &file, diag))
        return false;
    if (!read_header((Span){text_cstr(&file), file.length}, features, &header, &inner)) {
        text_free(&file);
        return diag_error(diag, "%s: %s", path, inner.error);
    }
    *trainer = trainer_new(features, &header.settings);
    trainer->epoch = header.epoch;
    trainer->stale = header.stale;
    trainer->best = header.best;
    trainer->optimiser.steps = header.steps;
    trainer->data_checksum = header.data_checksum;
    size_t size = trainer->model.form.count * sizeof(float);
    const char *at = file.data + sizeof header;
    memcpy(trainer->model.values, at, size);
    memcpy(trainer->optimiser.mean, at + size, size);
    memcpy(trainer->optimiser.square, at + 2 * size, size);
    text_free(&file);
    return true;
}
