/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* True when exactly `size` bytes came; a file that changes under our hands is an error. */
static bool read_exactly(int fd, char *buffer, size_t size)
{
    size_t have = 0;
    while (have < size) {
        ssize_t got = read(fd, buffer + have, size - have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        have += (size_t)got;
    }
    return true;
}

static bool read_open_file(int fd, const char *path, size_t limit, Text *text, Diag *diag)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return diag_error(diag, "%s: %s", path, strerror(errno));
    if (!S_ISREG(info.st_mode))
        return diag_error(diag, "%s: not a regular file", path);
    if ((uintmax_t)info.st_size > limit)
        return diag_error(diag, "%s: too large, at most %zu bytes", path, limit);
    size_t size = (size_t)info.st_size;
    char *bytes = xmalloc(size + 1);
    bool good = read_exactly(fd, bytes, size);
    if (good)
        text_add_span(text, (Span){bytes, size});
    free(bytes);
    return good || diag_error(diag, "%s: could not read all of it", path);
}

bool file_read(const char *path, size_t limit, Text *text, Diag *diag)
{
    /* Without waiting: a pipe by that name must not hang us. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return diag_error(diag, "%s: %s", path, strerror(errno));
    bool good = read_open_file(fd, path, limit, text, diag);
    close(fd);
    return good;
}

static bool write_all(int fd, Span bytes)
{
    while (bytes.length > 0) {
        ssize_t done = write(fd, bytes.at, bytes.length);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes.at += done;
        bytes.length -= (size_t)done;
    }
    return true;
}

/* Opens, writes and closes; errno tells the first trouble. */
static bool write_into(const char *path, Span bytes, bool lasting)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return false;
    bool good = write_all(fd, bytes) && (!lasting || fsync(fd) == 0);
    int trouble = errno;
    /* A full disk may show only now. */
    if (close(fd) != 0 && good)
        return false;
    errno = trouble;
    return good;
}

/* Under another name first. */
static bool replace(const char *path, Span bytes)
{
    Text beside = TEXT_EMPTY;
    text_printf(&beside, "%s.new", path);
    bool good =
        write_into(text_cstr(&beside), bytes, true) && rename(text_cstr(&beside), path) == 0;
    int trouble = errno;
    if (!good)
        unlink(text_cstr(&beside));
    text_free(&beside);
    errno = trouble;
    return good;
}

bool file_write(const char *path, Span bytes, Diag *diag)
{
    struct stat about;
    /* Where a link leads is what is meant. What is there and no file, a terminal or a pipe, is
     * written to and stays what it is. */
    char *target = realpath(path, NULL);
    bool special = target && stat(target, &about) == 0 && !S_ISREG(about.st_mode);
    bool good = special ? write_into(target, bytes, false) : replace(target ? target : path, bytes);
    int trouble = errno;
    free(target);
    return good || diag_error(diag, "%s: cannot be written: %s", path, strerror(trouble));
}
