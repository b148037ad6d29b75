/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/formats.h"

#include "record/csa.h"
#include "record/kif.h"
#include "record/pgn.h"

#include <string.h>

static const RecordFormat formats[] = {
    {"pgn", ".pgn", RECORD_CHESS, pgn_read, pgn_write, ""},
    {"csa", ".csa", RECORD_SHOGI, csa_read, csa_write, "/\n"},
    {"kif", ".kif", RECORD_SHOGI, kif_read, kif_write, "\n"},
};

const RecordFormat *record_format_find(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(formats); i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}

const RecordFormat *record_format_of_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < COUNT_OF(formats); i++)
        if (strcasecmp(formats[i].ending, dot) == 0)
            return &formats[i];
    return NULL;
}
