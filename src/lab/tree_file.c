/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/tree_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), wanted = strlen(end);
    return length > wanted && strcmp(text + length - wanted, end) == 0;
}

bool tree_file_check(const char *path, Diag *diag)
{
    if (ends_with(path, ".json") || ends_with(path, ".dot"))
        return true;
    if (!ends_with(path, ".json.zst"))
        return diag_error(diag, "%.200s: the name must end in .json, .json.zst or .dot", path);
#ifndef HAVE_ZSTD
    return diag_error(diag, "%.200s: this build has no zstd; take .json", path);
#else
    return true;
#endif
}

static bool put_plain(void *context, Span bytes)
{
    return fwrite(bytes.at, 1, bytes.length, context) == bytes.length;
}

#ifdef HAVE_ZSTD
typedef struct {
    FILE *file;
    ZSTD_CStream *stream;
    char *buffer;
    size_t size;
} Packer;

/* Compresses the bytes; with ZSTD_e_end writes all that is held back. */
static bool pack(Packer *packer, Span bytes, ZSTD_EndDirective mode)
{
    ZSTD_inBuffer in = {bytes.at, bytes.length, 0};
    for (;;) {
        ZSTD_outBuffer out = {packer->buffer, packer->size, 0};
        size_t left = ZSTD_compressStream2(packer->stream, &out, &in, mode);
        if (ZSTD_isError(left) || fwrite(packer->buffer, 1, out.pos, packer->file) != out.pos)
            return false;
        if (mode == ZSTD_e_end ? left == 0 : in.pos == in.size)
            return true;
    }
}

static bool put_packed(void *context, Span bytes) { return pack(context, bytes, ZSTD_e_continue); }

static bool write_packed(FILE *file, const TreeStory *story)
{
    size_t size = ZSTD_CStreamOutSize();
    Packer packer = {file, ZSTD_createCStream(), xmalloc(size), size};
    bool good = packer.stream && tree_write_json(story, &(TreeSink){&packer, put_packed})
             && pack(&packer, (Span){"", 0}, ZSTD_e_end);
    ZSTD_freeCStream(packer.stream);
    free(packer.buffer);
    return good;
}
#endif

bool tree_file_write(const char *path, const TreeStory *story, Diag *diag)
{
    if (!tree_file_check(path, diag))
        return false;
    FILE *file = fopen(path, "wb");
    if (!file)
        return diag_error(diag, "%.200s: %s", path, strerror(errno));
    const TreeSink plain = {file, put_plain};
    bool good;
    if (ends_with(path, ".dot"))
        good = tree_write_dot(story, &plain);
#ifdef HAVE_ZSTD
    else if (ends_with(path, ".zst"))
        good = write_packed(file, story);
#endif
    else
        good = tree_write_json(story, &plain);
    good = fclose(file) == 0 && good;
    return good || diag_error(diag, "%.200s: could not write all of it: %s", path, strerror(errno));
}
