/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Written by tools/page_to_asm; ends with a name that is NULL. */
typedef struct {
    const char *name, *from, *to;
} Blob;

extern const Blob tenuki_page[];

/* What is served when the page was not built. */
static const char without[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tenuki</title>\n"
    "<h1>Tenuki</h1>\n"
    "<p>The program runs, but it was built without this page: npm was missing, or did not reach "
    "its\n"
    "registry. What to do, in the folder of the sources:</p>\n"
    "<ul><li><code>apt-get install --no-install-recommends nodejs npm</code> (as root) if they "
    "are\n"
    "missing;</li>\n"
    "<li><code>make</code> tries again, and says what npm complains of;</li>\n"
    "<li>then stop the program with Ctrl-C and start it again: <code>make play</code>.</li></ul>\n"
    "<p>All else works without the page: <code>./tenuki</code> is the console, and what a GUI is\n"
    "given for chess (UCI) and shogi (USI).</p></html>\n";

static const char *type_of(const char *name)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".json", "application/json"},
        {".png", "image/png"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
    };
    size_t length = strlen(name);
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        size_t ending = strlen(types[i].ending);
        if (length > ending && strcmp(name + length - ending, types[i].ending) == 0)
            return types[i].type;
    }
    return "application/octet-stream";
}

static void fill(PageFile *file, const char *name, Span bytes)
{
    file->type = type_of(name);
    file->bytes = bytes;
    snprintf(file->tag, sizeof file->tag, "\"%016" PRIx64 "\"", span_checksum(bytes));
}

bool page_find(const char *path, PageFile *file)
{
    if (path[0] != '/')
        return false;
    const char *name = path[1] ? path + 1 : "index.html";
    for (const Blob *blob = tenuki_page; blob->name; blob++) {
        if (strcmp(blob->name, name) != 0)
            continue;
        fill(file, name, (Span){blob->from, (size_t)(blob->to - blob->from)});
        return true;
    }
    if (strcmp(name, "index.html") != 0)
        return false;
    fill(file, name, (Span){without, sizeof without - 1});
    return true;
}

bool page_is_built(void) { return tenuki_page[0].name; }
