/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/format.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct DataReader {
    FILE *file;
    char *path;
    const GameOps *game;
    Text settings;
    GamePosition *pos;
    int64_t size;   /* of the file */
    int64_t offset; /* where what was good ends */
    int64_t next;   /* where the chunk after that ends */
    uint32_t number;
    bool any; /* a game has come */
    bool ended, torn;
    Diag damage; /* said again to whoever asks again */
    uint8_t *content;
    DataPly *plies;
};

/* ---- Chunks ---- */

static bool damaged(DataReader *reader, Diag *diag, const char *what)
{
    diag_error(&reader->damage, "%s: %s, at byte %" PRId64, reader->path, what, reader->offset);
    return diag_error(diag, "%s", reader->damage.error);
}

static bool get(DataReader *reader, void *to, size_t size)
{
    return fread(to, 1, size, reader->file) == size;
}

/* A file system that lost power may leave zeros where bytes were to come. */
static bool rest_is_zero(DataReader *reader)
{
    int byte;
    while ((byte = getc(reader->file)) != EOF)
        if (byte != 0)
            return false;
    return true;
}

static bool is_all_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

/* Reads a chunk whose content fits into reader->content. False at the end of the file too. */
static bool next_chunk(DataReader *reader, const char kind[4], size_t max, size_t *size, Diag *diag)
{
    uint8_t head[DATA_CHUNK_HEAD], tail[DATA_CHUNK_TAIL];
    int64_t rest = reader->size - reader->offset;
    reader->torn = rest < DATA_CHUNK_HEAD;
    if (rest == 0) {
        reader->torn = false;
        reader->ended = true;
        return false;
    }
    if (reader->torn || !get(reader, head, sizeof head))
        return damaged(reader, diag, "it ends within a game");
    if (data_get32(head + 8) != crc32_of(0, head, 8)) {
        reader->torn = is_all_zero(head, sizeof head) && rest_is_zero(reader);
        return damaged(reader, diag, "a damaged head of a game");
    }
    *size = data_get32(head + 4);
    if (memcmp(head, kind, 4) != 0 || *size > max)
        return damaged(reader, diag, "not the kind or size of chunk that belongs here");
    int64_t whole = DATA_CHUNK_HEAD + (int64_t)*size + DATA_CHUNK_TAIL;
    reader->torn = rest < whole;
    if (reader->torn || !get(reader, reader->content, *size) || !get(reader, tail, sizeof tail))
        return damaged(reader, diag, "it ends within a game");
    if (data_get32(tail) != crc32_of(0, reader->content, *size)) {
        reader->torn = rest == whole;
        return damaged(reader, diag, "the checksum is wrong");
    }
    reader->next = reader->offset + whole;
    return true;
}

/* ---- Opening ---- */

static bool is_plain_text(const uint8_t *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((text[i] < 0x20 && text[i] != '\n') || text[i] > 0x7e)
            return false;
    return true;
}

static bool read_head(DataReader *reader, Diag *diag)
{
    char magic[DATA_MAGIC_SIZE];
    size_t size;
    if (!get(reader, magic, sizeof magic) || memcmp(magic, DATA_MAGIC, sizeof magic) != 0)
        return diag_error(diag, "%s: not a file of scored games", reader->path);
    reader->offset = DATA_MAGIC_SIZE;
    if (!next_chunk(reader, DATA_KIND_HEAD, DATA_HEAD_MAX, &size, diag))
        return diag_error(diag, "%s: there is nothing in it", reader->path);
    if (size < DATA_HEAD_FIXED)
        return diag_error(diag, "%s: the head is too short", reader->path);
    const uint8_t *content = reader->content;
    int version = data_get16(content), game = data_get16(content + 2);
    if (version != DATA_VERSION)
        return diag_error(diag, "%s: version %d, known is %d", reader->path, version, DATA_VERSION);
    if (game != DATA_GAME_CHESS && game != DATA_GAME_SHOGI)
        return diag_error(diag, "%s: unknown game %d", reader->path, game);
    size -= DATA_HEAD_FIXED;
    if (!is_plain_text(content + DATA_HEAD_FIXED, size))
        return diag_error(diag, "%s: the settings are no plain text", reader->path);
    reader->game = game == DATA_GAME_CHESS ? &chess_ops : &shogi_ops;
    reader->pos = reader->game->create();
    reader->offset = reader->next;
    text_add_span(&reader->settings, (Span){(const char *)content + DATA_HEAD_FIXED, size});
    return true;
}

static bool open_regular(DataReader *reader, Diag *diag)
{
    struct stat info;
    /* Without waiting: a pipe by that name must not hang us. */
    int fd = open(reader->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return diag_error(diag, "%s: %s", reader->path, strerror(errno));
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        close(fd);
        return diag_error(diag, "%s: not a regular file", reader->path);
    }
    reader->size = info.st_size;
    reader->file = fdopen(fd, "rb");
    if (!reader->file)
        die("%s: %s", reader->path, strerror(errno));
    return true;
}

DataReader *data_open(const char *path, Diag *diag)
{
    enum { CONTENT_MAX = (int)DATA_HEAD_MAX > (int)DATA_GAME_MAX ? DATA_HEAD_MAX : DATA_GAME_MAX };
    DataReader *reader = xcalloc(1, sizeof *reader);
    reader->path = xstrdup(path);
    reader->content = xmalloc(CONTENT_MAX);
    if (open_regular(reader, diag) && read_head(reader, diag))
        return reader;
    data_close(reader);
    return NULL;
}

void data_close(DataReader *reader)
{
    if (!reader)
        return;
    if (reader->file)
        fclose(reader->file);
    if (reader->pos)
        reader->game->destroy(reader->pos);
    text_free(&reader->settings);
    free(reader->path);
    free(reader->content);
    free(reader->plies);
    free(reader);
}

const GameOps *data_game(const DataReader *reader) { return reader->game; }
const char *data_settings(const DataReader *reader) { return text_cstr(&reader->settings); }
uint32_t data_number(const DataReader *reader) { return reader->number; }
const GamePosition *data_final(const DataReader *reader) { return reader->pos; }
int64_t data_offset(const DataReader *reader) { return reader->offset; }
bool data_is_torn(const DataReader *reader) { return reader->torn; }

/* ---- Games ---- */

uint8_t data_flags(const GameOps *ops, const GamePosition *pos, GameMove move, int score)
{
    unsigned flags = score != DATA_NO_SCORE ? DATA_SCORED : 0;
    if (ops->in_check(pos))
        flags |= DATA_IN_CHECK;
    if (ops->is_noisy(pos, move))
        flags |= DATA_NOISY;
    if (score != DATA_NO_SCORE && (score > DATA_TRAIN_MAX || score < -DATA_TRAIN_MAX))
        flags |= DATA_DECIDED;
    if (flags == DATA_SCORED)
        flags |= DATA_QUIET;
    return (uint8_t)flags;
}

static bool read_start(DataReader *reader, const uint8_t *text, size_t length, DataGame *game,
                       Diag *diag)
{
    Diag why;
    diag_clear(&why);
    if (length == 0) {
        snprintf(game->start, sizeof game->start, "%s", reader->game->start);
    } else {
        memcpy(game->start, text, length);
        game->start[length] = '\0';
    }
    if (memchr(text, 0, length) || !reader->game->set(reader->pos, span_of(game->start), &why)
        || reader->game->is_mate_only(reader->pos))
        return damaged(reader, diag, "a start that is no position of this game");
    return true;
}

/* Plays the game through: moves are numbers in the file, and here they become legal moves. */
static bool read_plies(DataReader *reader, const uint8_t *at, int count, Diag *diag)
{
    const GameOps *ops = reader->game;
    reader->plies = xrealloc(reader->plies, (size_t)count * sizeof *reader->plies);
    for (int i = 0; i < count; i++, at += DATA_PLY_SIZE) {
        GameMove move = data_get16(at);
        int score = (int16_t)data_get16(at + 2);
        if (!ops->is_legal(reader->pos, move))
            return damaged(reader, diag, "an illegal move in the game");
        if (score != DATA_NO_SCORE && (score > DATA_SCORE_MAX || score < -DATA_SCORE_MAX))
            return damaged(reader, diag, "an impossible score in the game");
        reader->plies[i] = (DataPly){
            .move = move,
            .score = (int16_t)score,
            .flags = data_flags(ops, reader->pos, move, score),
        };
        ops->make(reader->pos, move);
    }
    return true;
}

bool data_next(DataReader *reader, DataGame *game, Diag *diag)
{
    size_t size;
    if (reader->damage.error[0])
        return diag_error(diag, "%s", reader->damage.error);
    if (reader->ended || !next_chunk(reader, DATA_KIND_GAME, DATA_GAME_MAX, &size, diag))
        return false;
    const uint8_t *content = reader->content;
    if (size < DATA_GAME_FIXED)
        return damaged(reader, diag, "a game that is too short");
    uint32_t number = data_get32(content);
    int result = (int8_t)content[4], count = data_get16(content + 6);
    size_t length = content[5];
    if (size != DATA_GAME_FIXED + length + (size_t)count * DATA_PLY_SIZE || count > DATA_PLIES_MAX)
        return damaged(reader, diag, "a game whose sizes contradict each other");
    if (result < -1 || result > 1)
        return damaged(reader, diag, "a game with an impossible result");
    if (reader->any && number != reader->number + 1)
        return damaged(reader, diag, "games are missing before this one");
    content += DATA_GAME_FIXED;
    DataGame read = {.result = result, .count = count};
    if (!read_start(reader, content, length, &read, diag)
        || !read_plies(reader, content + length, count, diag))
        return false;
    read.plies = reader->plies;
    reader->number = number;
    reader->any = true;
    reader->offset = reader->next;
    *game = read;
    return true;
}
