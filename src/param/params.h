/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PARAM_PARAMS_H
#define TENUKI_PARAM_PARAMS_H

/* The parameters of the search: what params.def declares, as a plain structure that a worker
 * copies, and as rows that everything else reads. */

#include "base/report.h"
#include "base/text.h"
#include "param/choices.h"
#include "tenuki/plugin.h"

typedef enum {
#define GROUP(title)
#define TECH(id, name, chess, shogi, text) TECH_##id,
#define PARAM(tech, name, chess, shogi, min, max, step, text)
#define CHOICE(tech, name, chess, shogi, list, text)
#include "param/params.def"
#undef GROUP
#undef TECH
#undef PARAM
#undef CHOICE
    TECH_COUNT
} Technique;

typedef struct {
    uint64_t techniques;        /* a bit for each that is on */
    const TenukiPlugin *plugin; /* NULL for none */
    int32_t plugin_values[TENUKI_PLUGIN_PARAMS];
#define GROUP(title)
#define TECH(id, name, chess, shogi, text)
#define PARAM(tech, name, chess, shogi, min, max, step, text) int name;
#define CHOICE(tech, name, chess, shogi, list, text) int name;
#include "param/params.def"
#undef GROUP
#undef TECH
#undef PARAM
#undef CHOICE
} Params;

_Static_assert(TECH_COUNT <= 64, "one bit for each technique");

static inline bool params_on(const Params *params, Technique technique)
{
    return params->techniques >> technique & 1;
}

/* ---- Rows ---- */

/* The number of each row, in the order of the table: ROW_NMP, ROW_nmp_min_depth, ... */
enum {
#define GROUP(title)
#define TECH(id, name, chess, shogi, text) ROW_##id,
#define PARAM(tech, name, chess, shogi, min, max, step, text) ROW_##name,
#define CHOICE(tech, name, chess, shogi, list, text) ROW_##name,
#include "param/params.def"
#undef GROUP
#undef TECH
#undef PARAM
#undef CHOICE
    PARAM_ROWS
};

typedef enum { PARAM_CHESS, PARAM_SHOGI, PARAM_GAMES } ParamGame;
typedef enum { PARAM_SWITCH, PARAM_NUMBER, PARAM_CHOICE } ParamKind;

typedef struct {
    const char *name;
    const char *text; /* one line of documentation */
    Technique technique;
    ParamKind kind;
    int defaults[PARAM_GAMES];
    int min, max, step;       /* switches 0 to 1, choices from 0 to the last word */
    const char *const *words; /* of a choice, by value; NULL after the last */
    size_t offset;            /* in Params; unused by switches */
} ParamRow;

extern const ParamRow param_rows[PARAM_ROWS];

/* The heading a row stands under, and the name of a technique. */
const char *param_group(const ParamRow *row);
const char *param_technique_name(Technique technique);
const char *param_game_name(ParamGame game);
/* False when there is no such game. */
bool param_game_find(Span name, ParamGame *game);

/* What other programs have long called some of the rows. */
enum { PARAM_CLASSIC_NAMES = 5 };
typedef struct {
    const char *classic, *name;
} ParamClassicName;
extern const ParamClassicName param_classic_names[PARAM_CLASSIC_NAMES];

/* In any case, with '_' and space alike, by its own or its classic name; NULL when unknown. */
const ParamRow *param_find(Span name);
/* Sets the error "unknown parameter 'x', did you mean 'y'?" and returns false. */
bool param_unknown(Span name, Diag *diag);

int params_get(const Params *params, const ParamRow *row);
/* The value must be in the row's range. */
void params_put(Params *params, const ParamRow *row, int value);
/* "on", "120", "linear". */
void param_write_value(const ParamRow *row, int value, Text *text);

/* Rows that contradict each other: false and an error naming them. */
bool params_check(const Params *params, Diag *diag);

/* ---- Sets: values, and where each came from ---- */

/* In order of precedence: whoever fills a set goes through them in this order. */
typedef enum {
    SOURCE_DEFAULT,
    SOURCE_PRESET,       /* detail: its name */
    SOURCE_FILE,         /* detail: file:line */
    SOURCE_COMMAND_LINE, /* detail: what was said */
    SOURCE_OPTION,       /* setoption */
} ParamSource;

typedef enum {
    PARAM_STRICT,  /* a value out of range is refused */
    PARAM_LENIENT, /* it becomes the nearest good one, with a warning */
} ParamMode;

enum { PARAM_DETAIL = 96, PARAM_PLUGIN_PATH = 512 };

typedef struct {
    ParamSource source;
    char detail[PARAM_DETAIL]; /* cut in front when too long */
} ParamOrigin;

typedef struct {
    ParamGame game;
    ParamMode mode;
    Params values;
    ParamOrigin origins[PARAM_ROWS];
    bool may_load; /* a configuration file may name a plug-in: who started the program named it */
    char plugin_file[PARAM_PLUGIN_PATH]; /* as it was named */
} ParamSet;

/* The defaults of a game, strict. */
void param_set_init(ParamSet *set, ParamGame game);
/* Switches are on, off, true, false, 1 or 0; choices are a word or its number, from 0. On error
 * nothing is changed. Consistency between rows is left to param_set_settle, because rows come one
 * by one. */
bool param_set_value(ParamSet *set, Span name, Span value, ParamSource source, const char *detail,
                     Diag *diag);
/* Whether there is such a row, in the table or of the plug-in. */
bool param_set_knows(const ParamSet *set, Span name);
/* After the last value: strict sets fail as params_check does, lenient ones are mended with a
 * warning. */
bool param_set_settle(ParamSet *set, Diag *diag);
/* "default", "preset", "file", "command line", "option". */
const char *param_source_name(ParamSource source);

#endif
