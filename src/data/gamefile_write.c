/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/format.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct DataWriter {
    int fd;
    char *path;
    const GameOps *game;
    int64_t offset; /* where the next game goes */
    uint8_t *bytes; /* room for the longest game */
};

/* ---- Bytes ---- */

/* All of them, or the file is as long as before. */
static bool put(DataWriter *writer, const uint8_t *bytes, size_t size, Diag *diag)
{
    size_t done = 0;
    while (done < size) {
        ssize_t count =
            pwrite(writer->fd, bytes + done, size - done, writer->offset + (int64_t)done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            int reason = count < 0 ? errno : ENOSPC;
            /* If this fails too, a torn game is left, which readers recognise. */
            (void)!ftruncate(writer->fd, writer->offset);
            return diag_error(diag, "%s: %s", writer->path, strerror(reason));
        }
        done += (size_t)count;
    }
    writer->offset += (int64_t)size;
    return true;
}

/* Magic and head; the caller frees it. */
static uint8_t *make_head(const GameOps *game, const char *settings, size_t *size)
{
    size_t length = strlen(settings);
    if (length > DATA_SETTINGS_MAX)
        BUG("settings of %zu bytes", length);
    size_t content = DATA_HEAD_FIXED + length;
    uint8_t *bytes = xmalloc(DATA_MAGIC_SIZE + DATA_CHUNK_HEAD + content + DATA_CHUNK_TAIL);
    uint8_t *at = bytes + DATA_MAGIC_SIZE + DATA_CHUNK_HEAD;
    memcpy(bytes, DATA_MAGIC, DATA_MAGIC_SIZE);
    data_put16(at, DATA_VERSION);
    data_put16(at + 2, game == &chess_ops ? DATA_GAME_CHESS : DATA_GAME_SHOGI);
    memcpy(at + DATA_HEAD_FIXED, settings, length);
    *size = DATA_MAGIC_SIZE + data_seal_chunk(bytes + DATA_MAGIC_SIZE, DATA_KIND_HEAD, content);
    return bytes;
}

static bool put_head(DataWriter *writer, const char *settings, Diag *diag)
{
    size_t size;
    uint8_t *head = make_head(writer->game, settings, &size);
    bool good = put(writer, head, size, diag);
    free(head);
    return good;
}

/* ---- Opening ---- */

static DataWriter *open_writer(const char *path, const GameOps *game, int flags, Diag *diag)
{
    /* Without waiting: a pipe by that name must not hang us. */
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | flags, 0666);
    if (fd < 0) {
        diag_error(diag, "%s: %s", path, strerror(errno));
        return NULL;
    }
    DataWriter *writer = xcalloc(1, sizeof *writer);
    writer->fd = fd;
    writer->path = xstrdup(path);
    writer->game = game;
    writer->bytes = xmalloc(DATA_CHUNK_HEAD + DATA_GAME_MAX + DATA_CHUNK_TAIL);
    return writer;
}

static void close_writer(DataWriter *writer)
{
    close(writer->fd);
    free(writer->path);
    free(writer->bytes);
    free(writer);
}

DataWriter *data_create(const char *path, const GameOps *game, const char *settings, Diag *diag)
{
    DataWriter *writer = open_writer(path, game, O_CREAT | O_EXCL, diag);
    if (!writer || put_head(writer, settings, diag))
        return writer;
    unlink(path);
    close_writer(writer);
    return NULL;
}

/* Whether all of a file is the beginning of the head it should have: it was broken off there. */
static bool is_torn_head(const char *path, const GameOps *game, const char *settings)
{
    size_t size;
    uint8_t *head = make_head(game, settings, &size);
    uint8_t *bytes = xmalloc(size);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t count = fd >= 0 ? read(fd, bytes, size) : -1;
    bool torn = count >= 0 && (size_t)count < size && memcmp(head, bytes, (size_t)count) == 0;
    if (fd >= 0)
        close(fd);
    free(bytes);
    free(head);
    return torn;
}

/* Says which line is the first that differs. */
static bool same_settings(const char *path, const char *there, const char *wanted, Diag *diag)
{
    Span old = span_of(there), new = span_of(wanted), a, b;
    if (strcmp(there, wanted) == 0)
        return true;
    for (;;) {
        bool more_old = span_next_line(&old, &a), more_new = span_next_line(&new, &b);
        if (more_old && more_new && a.length == b.length && memcmp(a.at, b.at, a.length) == 0)
            continue;
        a = more_old ? a : span_of("nothing");
        b = more_new ? b : span_of("nothing");
        return diag_error(diag, "%s: made with other settings: there '%.*s', here '%.*s'", path,
                          SPAN_ARG(a), SPAN_ARG(b));
    }
}

/* Reads all that is there; -1 on error, else where the next game belongs. */
static int64_t visit_all(const char *path, const GameOps *game, const char *settings,
                         DataVisit *visit, void *context, Diag *diag)
{
    DataReader *reader = data_open(path, diag);
    int64_t offset = -1;
    if (!reader)
        return -1;
    Diag damage;
    diag_clear(&damage);
    if (data_game(reader) != game) {
        diag_error(diag, "%s: of another game", path);
    } else if (same_settings(path, data_settings(reader), settings, diag)) {
        DataGame one;
        while (data_next(reader, &one, &damage))
            if (visit)
                visit(context, data_number(reader), &one);
        if (damage.error[0] && !data_is_torn(reader))
            diag_error(diag, "%s", damage.error);
        else
            offset = data_offset(reader);
    }
    data_close(reader);
    return offset;
}

DataWriter *data_continue(const char *path, const GameOps *game, const char *settings,
                          DataVisit *visit, void *context, Diag *diag)
{
    int64_t offset = 0;
    if (!is_torn_head(path, game, settings))
        offset = visit_all(path, game, settings, visit, context, diag);
    DataWriter *writer = offset < 0 ? NULL : open_writer(path, game, 0, diag);
    if (!writer)
        return NULL;
    writer->offset = offset;
    bool good =
        ftruncate(writer->fd, offset) == 0 || diag_error(diag, "%s: %s", path, strerror(errno));
    if (good && (offset > 0 || put_head(writer, settings, diag)))
        return writer;
    close_writer(writer);
    return NULL;
}

/* ---- Games ---- */

bool data_write(DataWriter *writer, uint32_t number, const DataGame *game, Diag *diag)
{
    size_t length = strcmp(game->start, writer->game->start) == 0 ? 0 : strlen(game->start);
    if (length >= DATA_START_MAX || game->count > DATA_PLIES_MAX)
        BUG("a game with a start of %zu bytes and %d plies", length, game->count);
    uint8_t *content = writer->bytes + DATA_CHUNK_HEAD, *at = content + DATA_GAME_FIXED;
    data_put32(content, number);
    content[4] = (uint8_t)game->result;
    content[5] = (uint8_t)length;
    data_put16(content + 6, (uint16_t)game->count);
    memcpy(at, game->start, length);
    at += length;
    for (int i = 0; i < game->count; i++, at += DATA_PLY_SIZE) {
        data_put16(at, game->plies[i].move);
        data_put16(at + 2, (uint16_t)game->plies[i].score);
    }
    size_t size = data_seal_chunk(writer->bytes, DATA_KIND_GAME, (size_t)(at - content));
    return put(writer, writer->bytes, size, diag);
}

bool data_finish(DataWriter *writer, Diag *diag)
{
    if (!writer)
        return true;
    bool good = fsync(writer->fd) == 0 || diag_error(diag, "%s: %s", writer->path, strerror(errno));
    close_writer(writer);
    return good;
}

/* ---- Files and directories ---- */

static void add_path(DataFiles *files, const char *path)
{
    files->paths = xrealloc(files->paths, (size_t)(files->count + 1) * sizeof *files->paths);
    files->paths[files->count++] = xstrdup(path);
}

static int is_game_file(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name), ending = strlen(DATA_ENDING);
    return length > ending && strcmp(entry->d_name + length - ending, DATA_ENDING) == 0;
}

bool data_files_add(DataFiles *files, const char *path, Diag *diag)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return diag_error(diag, "%s: %s", path, strerror(errno));
    if (!S_ISDIR(info.st_mode)) {
        add_path(files, path);
        return true;
    }
    struct dirent **names;
    int count = scandir(path, &names, is_game_file, alphasort);
    if (count < 0)
        return diag_error(diag, "%s: %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        Text full = TEXT_EMPTY;
        text_printf(&full, "%s/%s", path, names[i]->d_name);
        add_path(files, text_cstr(&full));
        text_free(&full);
        free(names[i]);
    }
    free(names);
    return count > 0 || diag_error(diag, "%s: no files *" DATA_ENDING " in it", path);
}

void data_files_free(DataFiles *files)
{
    for (int i = 0; i < files->count; i++)
        free(files->paths[i]);
    free(files->paths);
    *files = DATA_FILES_EMPTY;
}
