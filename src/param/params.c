/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "param/params.h"

#include "param/names.h"
#include "param/plugin.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- The table, checked when it is compiled ---- */

#define COUNT_WORD(id, word) +1
#define GROUP(title)
#define TECH(id, name, chess, shogi, text)                                                         \
    _Static_assert(((chess) == 0 || (chess) == 1) && ((shogi) == 0 || (shogi) == 1), name);
#define PARAM(tech, name, chess, shogi, min, max, step, text)                                      \
    _Static_assert((min) < (max) && (step) >= 1 && (step) <= (max) - (min), #name ": range");      \
    _Static_assert((chess) >= (min) && (chess) <= (max), #name ": default for chess");             \
    _Static_assert((shogi) >= (min) && (shogi) <= (max), #name ": default for shogi");
#define CHOICE(tech, name, chess, shogi, list, text)                                               \
    _Static_assert((int)(chess) < (0 CHOICES_##list(COUNT_WORD)), #name ": default for chess");    \
    _Static_assert((int)(shogi) < (0 CHOICES_##list(COUNT_WORD)), #name ": default for shogi");
#include "param/params.def"
#undef GROUP
#undef TECH
#undef PARAM
#undef CHOICE

#define WORD(id, word) word,
#define GROUP(title)
#define TECH(id, name, chess, shogi, text)
#define PARAM(tech, name, chess, shogi, min, max, step, text)
#define CHOICE(tech, name, chess, shogi, list, text)                                               \
    static const char *const words_of_##name[] = {CHOICES_##list(WORD) NULL};
#include "param/params.def"
#undef GROUP
#undef TECH
#undef PARAM
#undef CHOICE
#undef WORD

const ParamRow param_rows[PARAM_ROWS] = {
#define GROUP(title)
#define TECH(id, name_, chess, shogi, text_)                                                       \
    {.name = name_,                                                                                \
     .text = text_,                                                                                \
     .technique = TECH_##id,                                                                       \
     .kind = PARAM_SWITCH,                                                                         \
     .defaults = {chess, shogi},                                                                   \
     .max = 1,                                                                                     \
     .step = 1},
#define PARAM(tech, name_, chess, shogi, min_, max_, step_, text_)                                 \
    {.name = #name_,                                                                               \
     .text = text_,                                                                                \
     .technique = TECH_##tech,                                                                     \
     .kind = PARAM_NUMBER,                                                                         \
     .defaults = {chess, shogi},                                                                   \
     .min = min_,                                                                                  \
     .max = max_,                                                                                  \
     .step = step_,                                                                                \
     .offset = offsetof(Params, name_)},
#define CHOICE(tech, name_, chess, shogi, list, text_)                                             \
    {.name = #name_,                                                                               \
     .text = text_,                                                                                \
     .technique = TECH_##tech,                                                                     \
     .kind = PARAM_CHOICE,                                                                         \
     .defaults = {chess, shogi},                                                                   \
     .max = (0 CHOICES_##list(COUNT_WORD)) - 1,                                                    \
     .step = 1,                                                                                    \
     .words = words_of_##name_,                                                                    \
     .offset = offsetof(Params, name_)},
#include "param/params.def"
#undef GROUP
#undef TECH
#undef PARAM
#undef CHOICE
};

/* The number of the first row under each heading. A heading has no name of its own, so its line in
 * the table serves; the second constant steps back so that headings are not counted. */
#define JOIN_NOW(a, b) a##b
#define JOIN(a, b) JOIN_NOW(a, b)
enum {
#define GROUP(title)                                                                               \
    JOIN(GROUP_AT_, __LINE__), JOIN(BEFORE_GROUP_AT_, __LINE__) = JOIN(GROUP_AT_, __LINE__) - 1,
#define TECH(id, name, chess, shogi, text) COUNTED_##id,
#define PARAM(tech, name, chess, shogi, min, max, step, text) COUNTED_##name,
#define CHOICE(tech, name, chess, shogi, list, text) COUNTED_##name,
#include "param/params.def"
#undef GROUP
#undef TECH
#undef PARAM
#undef CHOICE
};

static const struct {
    int first_row;
    const char *title;
} groups[] = {
#define GROUP(title) {JOIN(GROUP_AT_, __LINE__), title},
#define TECH(id, name, chess, shogi, text)
#define PARAM(tech, name, chess, shogi, min, max, step, text)
#define CHOICE(tech, name, chess, shogi, list, text)
#include "param/params.def"
#undef GROUP
#undef TECH
#undef PARAM
#undef CHOICE
};

static const char *const technique_names[TECH_COUNT] = {
#define GROUP(title)
#define TECH(id, name, chess, shogi, text) name,
#define PARAM(tech, name, chess, shogi, min, max, step, text)
#define CHOICE(tech, name, chess, shogi, list, text)
#include "param/params.def"
#undef GROUP
#undef TECH
#undef PARAM
#undef CHOICE
};

const ParamClassicName param_classic_names[PARAM_CLASSIC_NAMES] = {
    {"UseNullMove", "nmp"},
    {"NullMoveBaseReduction", "nmp_reduction"},
    {"NullMoveDepthDivisor", "nmp_divisor"},
    {"NullMoveStaticMargin", "nmp_static_margin"},
    {"NullMoveVerifyDepth", "nmp_verify_depth"},
};

/* ---- Rows ---- */

const char *param_group(const ParamRow *row)
{
    int number = (int)(row - param_rows);
    const char *title = groups[0].title;
    for (size_t i = 0; i < COUNT_OF(groups) && groups[i].first_row <= number; i++)
        title = groups[i].title;
    return title;
}

const char *param_technique_name(Technique technique) { return technique_names[technique]; }

static const char *const game_names[PARAM_GAMES] = {"chess", "shogi"};

const char *param_game_name(ParamGame game) { return game_names[game]; }

bool param_game_find(Span name, ParamGame *game)
{
    for (int i = 0; i < PARAM_GAMES; i++)
        if (span_is_nocase(name, game_names[i])) {
            *game = (ParamGame)i;
            return true;
        }
    return false;
}

const ParamRow *param_find(Span name)
{
    for (int i = 0; i < PARAM_ROWS; i++)
        if (name_same(name, param_rows[i].name))
            return &param_rows[i];
    for (int i = 0; i < PARAM_CLASSIC_NAMES; i++)
        if (name_same(name, param_classic_names[i].classic))
            return param_find(span_of(param_classic_names[i].name));
    return NULL;
}

bool param_unknown(Span name, Diag *diag)
{
    Nearest nearest = nearest_start(name);
    for (int i = 0; i < PARAM_ROWS; i++)
        nearest_offer(&nearest, param_rows[i].name);
    for (int i = 0; i < PARAM_CLASSIC_NAMES; i++)
        nearest_offer(&nearest, param_classic_names[i].classic);
    return diag_error(diag, "unknown parameter '%.*s'%s%s%s", SPAN_ARG(name), NEAREST_ARG(nearest));
}

int params_get(const Params *params, const ParamRow *row)
{
    if (row->kind == PARAM_SWITCH)
        return params_on(params, row->technique);
    int value;
    memcpy(&value, (const char *)params + row->offset, sizeof value);
    return value;
}

void params_put(Params *params, const ParamRow *row, int value)
{
    if (value < row->min || value > row->max)
        BUG("%s = %d is out of range", row->name, value);
    uint64_t bit = UINT64_C(1) << row->technique;
    if (row->kind != PARAM_SWITCH)
        memcpy((char *)params + row->offset, &value, sizeof value);
    else if (value)
        params->techniques |= bit;
    else
        params->techniques &= ~bit;
}

void param_write_value(const ParamRow *row, int value, Text *text)
{
    switch (row->kind) {
    case PARAM_SWITCH: text_add(text, value ? "on" : "off"); break;
    case PARAM_NUMBER: text_printf(text, "%d", value); break;
    case PARAM_CHOICE: text_add(text, row->words[value]); break;
    }
}

/* ---- Reading a value ---- */

static bool read_switch(const ParamRow *row, Span value, int *result, Diag *diag)
{
    static const char *const words[][3] = {{"off", "false", "0"}, {"on", "true", "1"}};
    for (int state = 0; state < 2; state++)
        for (int i = 0; i < 3; i++)
            if (span_is_nocase(value, words[state][i])) {
                *result = state;
                return true;
            }
    return diag_error(diag, "%s: '%.*s' is neither on nor off", row->name, SPAN_ARG(value));
}

static bool read_number(const ParamRow *row, Span value, ParamMode mode, int *result, Diag *diag)
{
    int64_t number;
    if (!span_to_int(value, INT64_MIN, INT64_MAX, &number))
        return diag_error(diag, "%s: '%.*s' is not a whole number from %d to %d", row->name,
                          SPAN_ARG(value), row->min, row->max);
    if (number >= row->min && number <= row->max) {
        *result = (int)number;
        return true;
    }
    if (mode == PARAM_STRICT)
        return diag_error(diag, "%s: %" PRId64 " is out of range, %d to %d are allowed", row->name,
                          number, row->min, row->max);
    *result = number < row->min ? row->min : row->max;
    diag_warn(diag, "%s: %" PRId64 " is out of range, %d to %d are allowed; %d is used", row->name,
              number, row->min, row->max, *result);
    return true;
}

static bool read_choice(const ParamRow *row, Span value, int *result, Diag *diag)
{
    int64_t number = 0;
    bool found = span_to_int(value, row->min, row->max, &number);
    for (int i = 0; !found && i <= row->max; i++)
        if (name_same(value, row->words[i])) {
            number = i;
            found = true;
        }
    if (found) {
        *result = (int)number;
        return true;
    }
    Text words = TEXT_EMPTY;
    for (int i = 0; i <= row->max; i++)
        text_printf(&words, "%s%s", i ? ", " : "", row->words[i]);
    diag_error(diag, "%s: '%.*s' is none of %s", row->name, SPAN_ARG(value), text_cstr(&words));
    text_free(&words);
    return false;
}

static bool read_value(const ParamRow *row, Span value, ParamMode mode, int *result, Diag *diag)
{
    switch (row->kind) {
    case PARAM_SWITCH: return read_switch(row, value, result, diag);
    case PARAM_NUMBER: return read_number(row, value, mode, result, diag);
    case PARAM_CHOICE: return read_choice(row, value, result, diag);
    }
    BUG("kind %d", (int)row->kind);
}

/* ---- Consistency ---- */

/* One contradiction: which row to change, to what, and what to say. */
typedef struct {
    const ParamRow *row;
    int good;
    char message[160];
} Contradiction;

/* The first rule that `p` breaks. Only what makes no sense at all is refused: a technique that is
 * off may have any numbers, and the tuner may walk freely. */
static bool find_contradiction(const Params *p, Contradiction *found)
{
    enum { LAST_OF_TABLE = 7 };
    if (params_on(p, TECH_FUTILITY) && p->futility_form == FUTILITY_TABLE
        && p->futility_depth > LAST_OF_TABLE) {
        *found = (Contradiction){&param_rows[ROW_futility_depth], LAST_OF_TABLE, ""};
        snprintf(
            found->message, sizeof found->message,
            "futility_depth %d is above the table's length: futility_form table has margins up "
            "to depth %d",
            p->futility_depth, LAST_OF_TABLE);
        return true;
    }
    if (params_on(p, TECH_NMP) && p->nmp_strategy == NMP_STEPPED
        && p->nmp_second_step < p->nmp_first_step) {
        *found = (Contradiction){&param_rows[ROW_nmp_second_step], p->nmp_first_step, ""};
        snprintf(found->message, sizeof found->message,
                 "nmp_second_step %d comes before nmp_first_step %d", p->nmp_second_step,
                 p->nmp_first_step);
        return true;
    }
    if (params_on(p, TECH_RAZOR) && p->razor_endgame > p->razor_margin) {
        *found = (Contradiction){&param_rows[ROW_razor_endgame], p->razor_margin, ""};
        snprintf(found->message, sizeof found->message,
                 "razor_endgame %d takes more off than razor_margin %d has", p->razor_endgame,
                 p->razor_margin);
        return true;
    }
    if (params_on(p, TECH_MULTICUT) && p->multicut_form == MULTICUT_CLASSIC
        && p->multicut_cuts > p->multicut_moves) {
        *found = (Contradiction){&param_rows[ROW_multicut_cuts], p->multicut_moves, ""};
        snprintf(found->message, sizeof found->message,
                 "multicut_cuts %d can never be reached with multicut_moves %d", p->multicut_cuts,
                 p->multicut_moves);
        return true;
    }
    return false;
}

bool params_check(const Params *params, Diag *diag)
{
    Contradiction found;
    if (find_contradiction(params, &found))
        return diag_error(diag, "%s", found.message);
    return true;
}

/* ---- Sets ---- */

void param_set_init(ParamSet *set, ParamGame game)
{
    memset(set, 0, sizeof *set);
    set->game = game;
    for (int i = 0; i < PARAM_ROWS; i++)
        params_put(&set->values, &param_rows[i], param_rows[i].defaults[game]);
}

static void note_origin(ParamOrigin *origin, ParamSource source, const char *detail)
{
    size_t length = strlen(detail);
    size_t room = sizeof origin->detail - 1;
    origin->source = source;
    if (length <= room)
        memcpy(origin->detail, detail, length + 1);
    else
        snprintf(origin->detail, sizeof origin->detail, "...%s", detail + length - (room - 3));
    /* It is printed: a file may have any name. */
    for (char *c = origin->detail; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
}

/* A plug-in's own name switches it, as a technique's does. */
static const ParamRow *find_in_set(const ParamSet *set, Span name)
{
    const TenukiPlugin *plugin = set->values.plugin;
    return plugin && name_same(name, plugin->name) ? &param_rows[ROW_PLUGIN] : param_find(name);
}

static bool set_plugin_value(ParamSet *set, int number, Span value, Diag *diag)
{
    const TenukiPluginParam *param = &set->values.plugin->params[number];
    Text name = TEXT_EMPTY;
    int found = 0;
    plugin_write_name(set->values.plugin, number, &name);
    const ParamRow row = {
        .name = text_cstr(&name),
        .kind = PARAM_NUMBER,
        .min = param->min,
        .max = param->max,
    };
    bool good = read_number(&row, value, set->mode, &found, diag);
    if (good)
        set->values.plugin_values[number] = found;
    text_free(&name);
    return good;
}

bool param_set_knows(const ParamSet *set, Span name)
{
    return find_in_set(set, name) || plugin_find(&set->values, name) >= 0;
}

bool param_set_value(ParamSet *set, Span name, Span value, ParamSource source, const char *detail,
                     Diag *diag)
{
    const ParamRow *row = find_in_set(set, name);
    int number = row ? 0 : plugin_find(&set->values, name);
    if (!row)
        return number < 0 ? param_unknown(name, diag)
                          : set_plugin_value(set, number, span_trim(value), diag);
    if (!read_value(row, span_trim(value), set->mode, &number, diag))
        return false;
    params_put(&set->values, row, number);
    note_origin(&set->origins[row - param_rows], source, detail);
    return true;
}

bool param_set_settle(ParamSet *set, Diag *diag)
{
    Contradiction found;
    while (find_contradiction(&set->values, &found)) {
        const ParamOrigin *origin = &set->origins[found.row - param_rows];
        const char *source = param_source_name(origin->source);
        const char *space = origin->detail[0] ? " " : "";
        if (set->mode == PARAM_STRICT)
            return diag_error(diag, "%s (%s is from: %s%s%s)", found.message, found.row->name,
                              source, space, origin->detail);
        diag_warn(diag, "%s (%s is from: %s%s%s); %d is used", found.message, found.row->name,
                  source, space, origin->detail, found.good);
        params_put(&set->values, found.row, found.good);
    }
    return true;
}

const char *param_source_name(ParamSource source)
{
    static const char *const names[] = {"default", "preset", "file", "command line", "option"};
    return names[source];
}
