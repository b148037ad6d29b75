/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arena/spec.h"

#include "base/threads.h"
#include "engine/levels.h"
#include "param/config.h"
#include "param/names.h"
#include "param/plugin.h"
#include "param/presets.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words and quotes ---- */

static bool is_space(char c) { return c == ' ' || c == '\t'; }

/* The next word with its quotes; spaces within quotes do not end it. *open tells that the last
 * quote is not closed. */
static bool next_token(Span *rest, Span *token, bool *open)
{
    while (rest->length > 0 && is_space(rest->at[0]))
        rest->at++, rest->length--;
    char quote = 0;
    size_t i = 0;
    for (; i < rest->length && (quote || !is_space(rest->at[i])); i++) {
        char c = rest->at[i];
        if (c == '\\' && quote != '\'' && i + 1 < rest->length)
            i++;
        else if (c == quote)
            quote = 0;
        else if (!quote && (c == '"' || c == '\''))
            quote = c;
    }
    *open = quote != 0;
    *token = (Span){rest->at, i};
    rest->at += i;
    rest->length -= i;
    return i > 0;
}

static char *unquote(Span token)
{
    Text text = TEXT_EMPTY;
    char quote = 0;
    for (size_t i = 0; i < token.length; i++) {
        char c = token.at[i];
        if (c == '\\' && quote != '\'' && i + 1 < token.length)
            text_add_char(&text, token.at[++i]);
        else if (c == quote)
            quote = 0;
        else if (!quote && (c == '"' || c == '\''))
            quote = c;
        else
            text_add_char(&text, c);
    }
    return text.data ? text.data : xstrdup("");
}

/* ---- Keys ---- */

typedef enum { FOR_BOTH, FOR_PIPE, FOR_INSIDE } KeyUse;

static const struct {
    const char *name;
    KeyUse use;
} keys[] = {
    {"name", FOR_BOTH},      {"tc", FOR_BOTH},         {"byoyomi", FOR_BOTH},
    {"movetime", FOR_BOTH},  {"nodes", FOR_BOTH},      {"depth", FOR_BOTH},
    {"cmd", FOR_PIPE},       {"arg", FOR_PIPE},        {"dir", FOR_PIPE},
    {"proto", FOR_PIPE},     {"stderr", FOR_PIPE},     {"preset", FOR_INSIDE},
    {"set", FOR_INSIDE},     {"config", FOR_INSIDE},   {"hash", FOR_INSIDE},
    {"threads", FOR_INSIDE}, {"overhead", FOR_INSIDE}, {"net", FOR_INSIDE},
    {"level", FOR_INSIDE},

    {"plugin", FOR_INSIDE},
};

static const char option_prefix[] = "option.";

static bool is_option(Span name)
{
    return name.length > sizeof option_prefix - 1
        && memcmp(name.at, option_prefix, sizeof option_prefix - 1) == 0;
}

/* Splits "key=value"; the key is empty when there is no equals sign. */
static Span key_of(Span token)
{
    const char *equals = token.length ? memchr(token.at, '=', token.length) : NULL;
    return (Span){token.at, equals ? (size_t)(equals - token.at) : 0};
}

static int find_key(Span name)
{
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (span_is(name, keys[i].name))
            return (int)i;
    return -1;
}

static bool is_known(Span name) { return is_option(name) || find_key(name) >= 0; }

/* A typing error must not become part of the value before it; --hash=4 may be. */
static bool looks_like_key(Span name)
{
    for (size_t i = 0; i < name.length; i++)
        if (name.at[i] < 'a' || name.at[i] > 'z')
            return false;
    return name.length > 0;
}

static bool complain_key(Span name, Diag *diag)
{
    Nearest nearest = nearest_start(name);
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        nearest_offer(&nearest, keys[i].name);
    return diag_error(diag, "unknown key '%.*s'%s%s%s", SPAN_ARG(name), NEAREST_ARG(nearest));
}

/* ---- Values ---- */

typedef struct {
    EngineSpec *spec;
    const GameOps *game;
    GameLimits limits;
    char *cmd, *preset, *config, *proto;
    SpecOption *settings;
    int setting_count;
    char **args;
    int arg_count;
    Span used[2]; /* a key that is for pipes only, and one for engines in this process only */
    Diag *diag;
} Reader;

static void add_pair(SpecOption **list, int *count, char *name, char *value)
{
    *list = xrealloc(*list, (size_t)(*count + 1) * sizeof **list);
    (*list)[(*count)++] = (SpecOption){name, value};
}

static void add_string(char ***list, int *count, char *value)
{
    *list = xrealloc(*list, (size_t)(*count + 1) * sizeof **list);
    (*list)[(*count)++] = value;
}

static void put(char **place, char *value)
{
    free(*place);
    *place = value;
}

static char *copy_span(Span span)
{
    Text text = TEXT_EMPTY;
    text_add_span(&text, span);
    return text.data;
}

static bool take_number(Reader *reader, const char *name, char *value, int64_t high,
                        int64_t *number)
{
    bool good = span_to_int(span_of(value), 0, high, number) && *number >= 0;
    if (!good)
        diag_error(reader->diag, "%s: '%.60s' must be a whole number up to %" PRId64, name, value,
                   high);
    free(value);
    return good;
}

/* KEY:VALUE or KEY=VALUE. */
static bool take_setting(Reader *reader, char *value)
{
    size_t at = strcspn(value, ":=");
    bool good = value[at] != '\0';
    if (good)
        add_pair(&reader->settings, &reader->setting_count, copy_span((Span){value, at}),
                 xstrdup(value + at + 1));
    else
        diag_error(reader->diag, "set: '%.60s' is not KEY:VALUE", value);
    free(value);
    return good;
}

/* Takes `value`. */
static bool take_value(Reader *reader, Span name, char *value)
{
    EngineSpec *spec = reader->spec;
    enum { OVERHEAD_MAX = 10000 };
    if (is_option(name)) {
        size_t skipped = sizeof option_prefix - 1;
        add_pair(&spec->options, &spec->option_count,
                 copy_span((Span){name.at + skipped, name.length - skipped}), value);
    } else if (span_is(name, "name")) {
        put(&spec->name, value);
    } else if (span_is(name, "arg")) {
        add_string(&reader->args, &reader->arg_count, value);
    } else if (span_is(name, "dir")) {
        put(&spec->dir, value);
    } else if (span_is(name, "stderr")) {
        put(&spec->error_file, value);
    } else if (span_is(name, "proto")) {
        put(&reader->proto, value);
    } else if (span_is(name, "preset")) {
        put(&reader->preset, value);
    } else if (span_is(name, "config")) {
        put(&reader->config, value);
    } else if (span_is(name, "net")) {
        put(&spec->net_file, value);
    } else if (span_is(name, "plugin")) {
        put(&spec->plugin_file, value);
    } else if (span_is(name, "set")) {
        return take_setting(reader, value);
    } else if (span_is(name, "hash")) {
        return take_number(reader, "hash", value, TT_MIB_MAX, &spec->hash_mib);
    } else if (span_is(name, "threads")) {
        return take_number(reader, "threads", value, THREADS_MAX, &spec->threads);
    } else if (span_is(name, "overhead")) {
        return take_number(reader, "overhead", value, OVERHEAD_MAX, &spec->overhead_ms);
    } else if (span_is(name, "level")) {
        return take_number(reader, "level", value, LEVELS, &spec->level);
    } else {
        bool good = limits_read(name, span_of(value), &reader->limits, reader->diag);
        free(value);
        return good;
    }
    return true;
}

static bool take_pair(Reader *reader, Span pair)
{
    Span name = key_of(pair);
    if (name.length == 0)
        return diag_error(reader->diag, "'%.*s' is not KEY=VALUE", SPAN_ARG(pair));
    Span raw = {pair.at + name.length + 1, pair.length - name.length - 1};
    int key = find_key(name);
    KeyUse use = key < 0 ? FOR_PIPE : keys[key].use;
    if (use != FOR_BOTH)
        reader->used[use - 1] = name;
    if (!span_is(name, "cmd"))
        return take_value(reader, name, unquote(raw));
    put(&reader->cmd, copy_span(raw));
    return true;
}

/* What does not begin with a key belongs to the value before it. */
static bool take_pairs(Reader *reader, Span text)
{
    Span rest = text, token, pair = {NULL, 0};
    bool open;
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.at[i] < ' ' && text.at[i] != '\t')
            return diag_error(reader->diag, "control characters are not allowed");
    while (next_token(&rest, &token, &open)) {
        if (open)
            return diag_error(reader->diag, "a quote in '%.*s' is not closed", SPAN_ARG(token));
        /* Names of options may have spaces, so their equals sign may come later. */
        Span name = key_of(token);
        bool starts = is_known(name) || is_option(token);
        if (!starts && looks_like_key(name))
            return complain_key(name, reader->diag);
        if (!starts && !pair.at)
            return diag_error(reader->diag, "'%.*s' is not KEY=VALUE", SPAN_ARG(token));
        if (starts && pair.at && !take_pair(reader, pair))
            return false;
        if (starts)
            pair = token;
        else
            pair.length = (size_t)(token.at + token.length - pair.at);
    }
    return pair.at ? take_pair(reader, pair)
                   : diag_error(reader->diag, "nothing is said about it: give cmd= or preset=");
}

/* ---- The two kinds ---- */

static bool finish_pipe(Reader *reader)
{
    EngineSpec *spec = reader->spec;
    Span rest = span_of(reader->cmd), token;
    bool open;
    spec->usi = reader->game == &shogi_ops;
    if (reader->used[FOR_INSIDE - 1].at)
        return diag_error(reader->diag, "%.*s= is for engines without cmd=; use option.NAME=VALUE",
                          SPAN_ARG(reader->used[FOR_INSIDE - 1]));
    if (reader->proto && strcmp(reader->proto, spec->usi ? "usi" : "uci") != 0)
        return diag_error(reader->diag, "proto=%s: %s is played over %s", reader->proto,
                          reader->game->name, spec->usi ? "usi" : "uci");
    while (next_token(&rest, &token, &open))
        add_string(&spec->argv, &spec->argc, unquote(token));
    if (spec->argc == 0)
        return diag_error(reader->diag, "cmd= is empty");
    for (int i = 0; i < reader->arg_count; i++)
        add_string(&spec->argv, &spec->argc, xstrdup(reader->args[i]));
    add_string(&spec->argv, &spec->argc, NULL);
    spec->argc--;
    return true;
}

static bool load_config(Reader *reader)
{
    ParamReport report = PARAM_REPORT_EMPTY;
    bool good = config_load(reader->config, &reader->spec->params, &report);
    Span rest = {text_cstr(&report.errors), report.errors.length}, line;
    if (!good && span_next_line(&rest, &line))
        diag_error(reader->diag, "%.*s", (int)line.length, line.at);
    param_report_free(&report);
    return good || diag_error(reader->diag, "%s: cannot be used", reader->config);
}

static void init_inside(EngineSpec *spec, const GameOps *game)
{
    enum { OVERHEAD_CHESS = 10, OVERHEAD_SHOGI = 30 }; /* as over the protocols */
    spec->inside = true;
    param_set_init(&spec->params, game == &chess_ops ? PARAM_CHESS : PARAM_SHOGI);
    spec->hash_mib = ENGINE_HASH_DEFAULT;
    spec->threads = 1;
    spec->overhead_ms = game == &chess_ops ? OVERHEAD_CHESS : OVERHEAD_SHOGI;
}

static bool finish_inside(Reader *reader)
{
    EngineSpec *spec = reader->spec;
    if (reader->used[FOR_PIPE - 1].at)
        return diag_error(reader->diag, "%.*s= needs cmd=", SPAN_ARG(reader->used[FOR_PIPE - 1]));
    if (spec->hash_mib < 1 || spec->threads < 1)
        return diag_error(reader->diag, "hash and threads must be at least 1");
    if (spec->level && reader->limits.nodes == 0)
        reader->limits.nodes = level_of(reader->game, (int)spec->level)->nodes;
    if (spec->net_file && !spec->net_file[0])
        return diag_error(reader->diag, "net= is empty");
    if (reader->preset && !param_set_preset(&spec->params, span_of(reader->preset), reader->diag))
        return false;
    if (reader->config && !load_config(reader))
        return false;
    for (int i = 0; i < reader->setting_count; i++) {
        const SpecOption *said = &reader->settings[i];
        if (spec->plugin_file && !param_find(span_of(said->name)))
            add_pair(&spec->plugin_settings, &spec->plugin_setting_count, xstrdup(said->name),
                     xstrdup(said->value));
        else if (!param_set_value(&spec->params, span_of(said->name), span_of(said->value),
                                  SOURCE_COMMAND_LINE, "", reader->diag))
            return false;
    }
    return param_set_settle(&spec->params, reader->diag);
}

/* ---- Names ---- */

/* Names come from anywhere and go to terminals, records and JSON. */
static char *clean_name(const char *name)
{
    enum { LONGEST = 40 };
    Text text = TEXT_EMPTY;
    Span rest = span_of(name);
    for (int i = 0; rest.length > 0 && i < LONGEST; i++) {
        int32_t point = span_next_codepoint(&rest);
        bool control = point < 0x20 || (point >= 0x7f && point < 0xa0)
                    || (point >= 0x200b && point <= 0x200f) || (point >= 0x2028 && point <= 0x202e)
                    || (point >= 0x2060 && point <= 0x206f) || point == 0xfeff;
        text_add_codepoint(&text, control ? '?' : (uint32_t)point);
    }
    return text.data ? text.data : xstrdup("?");
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void choose_name(Reader *reader)
{
    EngineSpec *spec = reader->spec;
    const char *name = spec->name;
    if (!name && !spec->inside)
        name = base_name(spec->argv[0]);
    else if (!name && reader->preset)
        name = reader->preset;
    else if (!name)
        name = spec->net_file ? base_name(spec->net_file) : "tenuki";
    put(&spec->name, clean_name(name));
}

void spec_make_unique(EngineSpec *spec, const EngineSpec *others, int count)
{
    char *base = xstrdup(spec->name);
    for (int number = 2;; number++) {
        bool taken = false;
        for (int i = 0; i < count; i++)
            taken = taken || strcmp(others[i].name, spec->name) == 0;
        if (!taken)
            break;
        Text text = TEXT_EMPTY;
        text_printf(&text, "%s %d", base, number);
        put(&spec->name, text.data);
    }
    free(base);
}

/* ---- The face ---- */

static void free_pairs(SpecOption *list, int count)
{
    for (int i = 0; i < count; i++) {
        free(list[i].name);
        free(list[i].value);
    }
    free(list);
}

static void free_strings(char **list, int count)
{
    for (int i = 0; i < count; i++)
        free(list[i]);
    free(list);
}

bool spec_read(Span text, const GameOps *game, const GameLimits *common, EngineSpec *spec,
               Diag *diag)
{
    *spec = (EngineSpec){0};
    init_inside(spec, game);
    Reader reader = {.spec = spec, .game = game, .limits = LIMITS_NONE, .diag = diag};
    bool good = take_pairs(&reader, text);
    spec->inside = !reader.cmd;
    good = good && (reader.cmd ? finish_pipe(&reader) : finish_inside(&reader));
    spec->limits = limits_is_none(&reader.limits) ? *common : reader.limits;
    spec->limits.clock_nodes = common->clock_nodes;
    if (good && limits_is_none(&spec->limits))
        good = diag_error(diag, "no limit: give --tc, --movetime, --nodes or --depth");
    if (good)
        choose_name(&reader);
    free(reader.cmd);
    free(reader.preset);
    free(reader.config);
    free(reader.proto);
    free_pairs(reader.settings, reader.setting_count);
    free_strings(reader.args, reader.arg_count);
    if (!good)
        spec_free(spec);
    return good;
}

static bool load_plugin(EngineSpec *spec, Diag *diag)
{
    if (!spec->plugin_file || spec->params.values.plugin)
        return true;
    bool good = plugin_set_file(&spec->params, spec->plugin_file, diag);
    for (int i = 0; good && i < spec->plugin_setting_count; i++)
        good =
            param_set_value(&spec->params, span_of(spec->plugin_settings[i].name),
                            span_of(spec->plugin_settings[i].value), SOURCE_COMMAND_LINE, "", diag);
    return good;
}

bool spec_load_files(EngineSpec *spec, const GameOps *game, Diag *diag)
{
    if (!load_plugin(spec, diag))
        return false;
    if (!spec->net_file || spec->net)
        return true;
    const NetShape wanted = net_wanted(game->features);
    spec->net = net_load(spec->net_file, &wanted, diag);
    return spec->net != NULL;
}

void spec_inside(EngineSpec *spec, const char *name, const ParamSet *params,
                 const GameLimits *limits)
{
    *spec = (EngineSpec){0};
    init_inside(spec, params->game == PARAM_CHESS ? &chess_ops : &shogi_ops);
    spec->name = xstrdup(name);
    spec->params = *params;
    spec->limits = *limits;
}

void spec_free(EngineSpec *spec)
{
    free(spec->name);
    free_strings(spec->argv, spec->argc);
    free(spec->dir);
    free(spec->error_file);
    free(spec->plugin_file);
    free_pairs(spec->plugin_settings, spec->plugin_setting_count);
    free(spec->net_file);
    net_release(spec->net);
    free_pairs(spec->options, spec->option_count);
    *spec = (EngineSpec){0};
}
