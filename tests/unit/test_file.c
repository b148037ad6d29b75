/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scratch.h"

#include "base/file.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIMIT = 1000 };

static char directory[SCRATCH_PATH], path[96], beside[96], name[96];

static void make_directory(void)
{
    scratch_path(directory, "file");
    cr_assert_eq(mkdir(directory, 0700), 0);
    snprintf(path, sizeof path, "%s/file", directory);
    snprintf(beside, sizeof beside, "%s/file.new", directory);
    snprintf(name, sizeof name, "%s/link", directory);
}

static void remove_directory(void)
{
    unlink(name);
    unlink(path);
    cr_assert_eq(rmdir(directory), 0, "nothing else is left");
}

static bool write_text(const char *where, const char *text, Diag *diag)
{
    diag_clear(diag);
    return file_write(where, span_of(text), diag);
}

static void expect(const char *where, const char *wanted)
{
    Text text = TEXT_EMPTY;
    Diag diag;
    diag_clear(&diag);
    cr_assert(file_read(where, LIMIT, &text, &diag), "%s", diag.error);
    cr_assert_str_eq(text_cstr(&text), wanted);
    text_free(&text);
}

Test(file, a_file_is_replaced, .init = make_directory, .fini = remove_directory)
{
    Diag diag;
    cr_assert(write_text(path, "a long first one", &diag), "%s", diag.error);
    cr_assert(write_text(path, "short", &diag), "%s", diag.error);
    expect(path, "short");
    /* A link stays one. */
    struct stat about;
    cr_assert_eq(symlink("file", name), 0);
    cr_assert(write_text(name, "third", &diag), "%s", diag.error);
    expect(path, "third");
    cr_assert(lstat(name, &about) == 0 && S_ISLNK(about.st_mode));
}

Test(file, what_cannot_be_written_stays, .init = make_directory, .fini = remove_directory)
{
    Diag diag;
    cr_assert(write_text(path, "old", &diag), "%s", diag.error);
    /* Something is in the way of the file that is written first. */
    cr_assert_eq(mkdir(beside, 0777), 0);
    cr_assert_not(write_text(path, "new", &diag));
    cr_assert(strstr(diag.error, path), "%s", diag.error);
    cr_assert_eq(rmdir(beside), 0);
    expect(path, "old");
    cr_assert_not(write_text("/no/such/place", "new", &diag));
    cr_assert(strstr(diag.error, "No such file"), "%s", diag.error);
    cr_assert_not(write_text(directory, "new", &diag));
}

Test(file, what_is_no_file_stays_what_it_is)
{
    struct stat about;
    Diag diag;
    cr_assert(write_text("/dev/null", "text", &diag), "%s", diag.error);
    cr_assert(stat("/dev/null", &about) == 0 && S_ISCHR(about.st_mode));
}
