/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/setoption.h"

#include "base/threads.h"
#include "param/names.h"
#include "param/presets.h"
#include "param/write.h"

#include <inttypes.h>
#include <string.h>

typedef enum { TYPE_SPIN, TYPE_CHECK, TYPE_COMBO, TYPE_BUTTON, TYPE_FILE, TYPE_PLUGIN } OptionType;
typedef enum { IN_UCI = 1, IN_USI = 2, IN_BOTH = 3 } Where;

typedef struct {
    const char *name;     /* as UCI has it; USI writes '_' for ' ' */
    const char *usi_name; /* NULL when it is the same */
    const char *also;     /* a third name that is understood, or NULL */
    OptionType type;
    Where shown;                     /* understood in both */
    size_t setting;                  /* offset of its int64_t in Settings; spin, check, combo */
    int64_t low, high;               /* of a spin */
    const char *(*word)(int number); /* of a combo; NULL after the last */
    bool (*apply)(Session *session, Diag *diag); /* false: the old value comes back */
} OptionRow;

/* ---- What they do ---- */

static bool apply_hash(Session *session, Diag *diag)
{
    return engine_set_hash(session->engine, (size_t)session->settings.hash, diag);
}

static bool apply_threads(Session *session, Diag *diag)
{
    return engine_set_threads(session->engine, (int)session->settings.threads, diag);
}

static bool tell_engine(Session *session, Diag *diag)
{
    (void)diag;
    session_tell_engine(session);
    return true;
}

static bool apply_overhead(Session *session, Diag *diag)
{
    session->overhead_said = true;
    return tell_engine(session, diag);
}

static bool apply_variant(Session *session, Diag *diag)
{
    if (session->dialect != &uci_dialect)
        return diag_error(diag, "unexpected in USI, which is shogi always");
    session_choose_game(session, session->settings.variant ? &shogi_ops : &chess_ops);
    return true;
}

static bool press_clear(Session *session, Diag *diag)
{
    (void)diag;
    engine_clear_hash(session->engine);
    return true;
}

/* Rows that were set one by one stay, and so does the plug-in: a preset comes before all of them.
 */
static bool set_preset(ParamSet *set, const char *name, Diag *diag)
{
    ParamSet fresh;
    param_set_init(&fresh, set->game);
    if (!param_set_preset(&fresh, span_of(name), diag))
        return false;
    for (int i = 0; i < PARAM_ROWS; i++) {
        if (set->origins[i].source < SOURCE_FILE)
            continue;
        params_put(&fresh.values, &param_rows[i], params_get(&set->values, &param_rows[i]));
        fresh.origins[i] = set->origins[i];
    }
    fresh.values.plugin = set->values.plugin;
    memcpy(fresh.values.plugin_values, set->values.plugin_values,
           sizeof fresh.values.plugin_values);
    memcpy(fresh.plugin_file, set->plugin_file, sizeof fresh.plugin_file);
    if (!param_set_settle(&fresh, diag))
        return false;
    *set = fresh;
    return true;
}

/* For both games: the one that is not played now may be chosen later. */
static bool apply_preset(Session *session, Diag *diag)
{
    const char *name = preset_name((int)session->settings.preset);
    ParamSet *playing = engine_params(session->engine);
    ParamSet *other = &session->params[playing->game == PARAM_CHESS ? PARAM_SHOGI : PARAM_CHESS];
    ParamSet kept = *other;
    if (!set_preset(other, name, diag))
        return false;
    bool good = set_preset(playing, name, diag);
    if (!good)
        *other = kept;
    return good;
}

static const char *word_in(const char *const *words, int count, int number)
{
    return number < count ? words[number] : NULL;
}

static const char *variant_word(int number)
{
    static const char *const words[] = {"chess", "shogi"};
    return word_in(words, COUNT_OF(words), number);
}

/* In the order of ShogiDeclareRule, under the names that other shogi engines use. */
static const char *rule_word(int number)
{
    static const char *const words[] = {"NoEnteringKing", "CSARule27", "CSARule24", "TryRule"};
    return word_in(words, COUNT_OF(words), number);
}

static const char *preset_word(int number)
{
    return number < preset_count() ? preset_name(number) : NULL;
}

#define SETTING(field) offsetof(Settings, field)

static const OptionRow options[] = {
    {"Hash", "USI_Hash", NULL, TYPE_SPIN, IN_BOTH, SETTING(hash), 1, TT_MIB_MAX, NULL, apply_hash},
    {"Threads", NULL, "NumberOfThreads", TYPE_SPIN, IN_BOTH, SETTING(threads), 1, THREADS_MAX, NULL,
     apply_threads},
    {"MultiPV", NULL, "USI_MultiPV", TYPE_SPIN, IN_BOTH, SETTING(lines), 1, ENGINE_LINES_MAX, NULL,
     tell_engine},
    {"Ponder", "USI_Ponder", NULL, TYPE_CHECK, IN_BOTH, SETTING(ponder), 0, 0, NULL, tell_engine},
    {"Clear Hash", NULL, NULL, TYPE_BUTTON, IN_BOTH, 0, 0, 0, NULL, press_clear},
    {"Move Overhead", NULL, NULL, TYPE_SPIN, IN_BOTH, SETTING(overhead), 0, 10000, NULL,
     apply_overhead},
    {"WholeSeconds", NULL, NULL, TYPE_CHECK, IN_USI, SETTING(whole_seconds), 0, 0, NULL,
     tell_engine},
    {"UCI_Chess960", NULL, NULL, TYPE_CHECK, IN_UCI, SETTING(chess960), 0, 0, NULL, tell_engine},
    {"UCI_Variant", "USI_Variant", NULL, TYPE_COMBO, IN_UCI, SETTING(variant), 0, 0, variant_word,
     apply_variant},
    {"UCI_ShowWDL", "USI_ShowWDL", NULL, TYPE_CHECK, IN_UCI, SETTING(show_wdl), 0, 0, NULL,
     tell_engine},
    {"UCI_AnalyseMode", "USI_AnalyseMode", NULL, TYPE_CHECK, IN_BOTH, SETTING(analyse), 0, 0, NULL,
     tell_engine},
    {"EnteringKingRule", NULL, NULL, TYPE_COMBO, IN_USI, SETTING(rule), 0, 0, rule_word,
     tell_engine},
    {"MaxMovesToDraw", NULL, NULL, TYPE_SPIN, IN_USI, SETTING(max_moves), 0, 100000, NULL,
     tell_engine},
    {"Stats", NULL, NULL, TYPE_CHECK, IN_BOTH, SETTING(stats), 0, 0, NULL, tell_engine},
    {"EvalFile", NULL, NULL, TYPE_FILE, IN_BOTH, 0, 0, 0, NULL, NULL},
    {"Plugin", NULL, NULL, TYPE_PLUGIN, IN_BOTH, 0, 0, 0, NULL, NULL},
    {"Preset", NULL, NULL, TYPE_COMBO, IN_BOTH, SETTING(preset), 0, 0, preset_word, apply_preset},
};

static int64_t *setting_of(Settings *settings, const OptionRow *row)
{
    return (int64_t *)(void *)((char *)settings + row->setting);
}

static int find_word(const OptionRow *row, Span text)
{
    const char *word;
    for (int i = 0; (word = row->word(i)) != NULL; i++)
        if (name_same(text, word))
            return i;
    return -1;
}

Settings setoption_defaults(const Dialect *dialect)
{
    enum { CSA_27 = 1 };
    Settings settings = {
        .hash = ENGINE_HASH_DEFAULT,
        .threads = 1,
        .lines = 1,
        .overhead = dialect->overhead,
        .rule = CSA_27,
    };
    for (int i = 0; i < preset_count(); i++)
        if (strcmp(preset_name(i), "default") == 0)
            settings.preset = i;
    return settings;
}

/* ---- The list ---- */

static void write_option_name(const OptionRow *row, const Dialect *dialect, Text *text)
{
    const char *name = !dialect->spaces && row->usi_name ? row->usi_name : row->name;
    for (; *name; name++)
        text_add_char(text, *name == ' ' && !dialect->spaces ? '_' : *name);
}

static void write_option(const OptionRow *row, const Dialect *dialect, Settings *defaults,
                         Text *text)
{
    bool is_file = row->type == TYPE_FILE || row->type == TYPE_PLUGIN;
    int64_t value = is_file ? 0 : *setting_of(defaults, row);
    text_add(text, "option name ");
    write_option_name(row, dialect, text);
    switch (row->type) {
    case TYPE_SPIN:
        text_printf(text, " type spin default %" PRId64 " min %" PRId64 " max %" PRId64, value,
                    row->low, row->high);
        break;
    case TYPE_CHECK: text_printf(text, " type check default %s", value ? "true" : "false"); break;
    case TYPE_COMBO:
        text_printf(text, " type combo default %s", row->word((int)value));
        for (int i = 0; row->word(i); i++)
            text_printf(text, " var %s", row->word(i));
        break;
    case TYPE_BUTTON: text_add(text, " type button"); break;
    case TYPE_FILE:
    case TYPE_PLUGIN:
        text_printf(text, " type %s default <empty>", dialect->spaces ? "string" : "filename");
        break;
    }
    text_add_char(text, '\n');
}

void setoption_list(const Session *session, Text *text)
{
    const Dialect *dialect = session->dialect;
    Settings defaults = setoption_defaults(dialect);
    Where here = dialect == &uci_dialect ? IN_UCI : IN_USI;
    for (size_t i = 0; i < COUNT_OF(options); i++)
        if ((options[i].shown & here) && (options[i].type != TYPE_PLUGIN || session->allow_plugins))
            write_option(&options[i], dialect, &defaults, text);
    ParamSet set;
    param_set_init(&set, engine_params(session->engine)->game);
    for (int i = 0; i < PARAM_ROWS; i++) {
        param_write_option(&param_rows[i], &set, text);
        text_add_char(text, '\n');
    }
    plugin_write_options(engine_params(session->engine), text);
}

/* ---- Setting ---- */

static bool read_value(const OptionRow *row, Span text, int64_t *value, Diag *diag)
{
    switch (row->type) {
    case TYPE_SPIN:
        if (!span_to_int(text, row->low, row->high, value))
            return diag_error(diag,
                              "%s: '%.*s' must be a whole number from %" PRId64 " to %" PRId64,
                              row->name, SPAN_ARG(text), row->low, row->high);
        break;
    case TYPE_CHECK:
        *value = span_is_nocase(text, "true");
        if (!*value && !span_is_nocase(text, "false"))
            return diag_error(diag, "%s: '%.*s' must be true or false", row->name, SPAN_ARG(text));
        break;
    case TYPE_COMBO:
        *value = find_word(row, text);
        if (*value < 0) {
            Nearest nearest = nearest_start(text);
            for (int i = 0; row->word(i); i++)
                nearest_offer(&nearest, row->word(i));
            return diag_error(diag, "%s: unknown value '%.*s'%s%s%s", row->name, SPAN_ARG(text),
                              NEAREST_ARG(nearest));
        }
        break;
    case TYPE_BUTTON:
    case TYPE_FILE:
    case TYPE_PLUGIN: break;
    }
    return true;
}

/* A net for the game that is played, or a plug-in; nothing, or "<empty>", is the built-in one, or
 * none. */
static bool set_file(Session *session, const OptionRow *row, Span text, Diag *diag)
{
    Diag inner;
    diag_clear(&inner);
    Text path = TEXT_EMPTY;
    if (!span_is(text, "<empty>"))
        text_add_span(&path, text);
    bool good = row->type == TYPE_FILE ? session_choose_net(session, text_cstr(&path), &inner)
                                       : session_choose_plugin(session, text_cstr(&path), &inner);
    text_free(&path);
    return good || diag_error(diag, "%s: %s", row->name, inner.error);
}

static bool set_option(Session *session, const OptionRow *row, Span text, Diag *diag)
{
    Diag inner;
    diag_clear(&inner);
    if (row->type == TYPE_BUTTON) {
        if (text.length > 0)
            return diag_error(diag, "%s: a button takes no value, unexpected '%.*s'", row->name,
                              SPAN_ARG(text));
        return row->apply(session, diag);
    }
    if (row->type == TYPE_FILE || row->type == TYPE_PLUGIN)
        return set_file(session, row, text, diag);
    int64_t *setting = setting_of(&session->settings, row), old = *setting, value = 0;
    if (!read_value(row, text, &value, diag))
        return false;
    *setting = value;
    if (row->apply(session, &inner))
        return true;
    *setting = old;
    return diag_error(diag, "%s: %s", row->name, inner.error);
}

static bool set_parameter(Session *session, Span name, Span text, Diag *diag)
{
    ParamSet *set = engine_params(session->engine), fresh = *set;
    if (!param_set_value(&fresh, name, text, SOURCE_OPTION, "", diag)
        || !param_set_settle(&fresh, diag))
        return false;
    *set = fresh;
    return true;
}

static const OptionRow *find_option(Span name)
{
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        const OptionRow *row = &options[i];
        if (name_same(name, row->name) || (row->usi_name && name_same(name, row->usi_name))
            || (row->also && name_same(name, row->also)))
            return row;
    }
    return NULL;
}

/* "unknown option 'Hahs', did you mean 'Hash'?", among both tables. */
static bool complain_unknown(Span name, Diag *diag)
{
    Nearest nearest = nearest_start(name);
    for (size_t i = 0; i < COUNT_OF(options); i++)
        nearest_offer(&nearest, options[i].name);
    for (int i = 0; i < PARAM_ROWS; i++)
        nearest_offer(&nearest, param_rows[i].name);
    return diag_error(diag, "unknown option '%.*s'%s%s%s", SPAN_ARG(name), NEAREST_ARG(nearest));
}

bool setoption_apply(Session *session, Span arguments, Diag *diag)
{
    Text name = TEXT_EMPTY;
    Span word, value = {arguments.at, 0};
    bool has_value = false, good;
    if (!span_next_word(&arguments, &word) || !span_is(word, "name"))
        return diag_error(diag, "setoption: the word 'name' is missing");
    while (!has_value && span_next_word(&arguments, &word)) {
        has_value = span_is(word, "value");
        if (has_value) {
            value = span_trim(arguments);
        } else {
            if (name.length > 0)
                text_add_char(&name, ' ');
            text_add_span(&name, word);
        }
    }
    Span named = {text_cstr(&name), name.length};
    const OptionRow *row = find_option(named);
    if (named.length == 0)
        good = diag_error(diag, "setoption: the name is missing");
    else if (row)
        good = (has_value || row->type == TYPE_BUTTON
                || diag_error(diag, "%s: value missing", row->name))
            && set_option(session, row, value, diag);
    else if (!param_set_knows(engine_params(session->engine), named))
        good = complain_unknown(named, diag);
    else
        good = (has_value || diag_error(diag, "%.*s: value missing", SPAN_ARG(named)))
            && set_parameter(session, named, value, diag);
    text_free(&name);
    return good;
}

/* ---- For completion ---- */

bool setoption_knows(Span name) { return find_option(name) || param_find(name); }

bool setoption_takes_file(Span name)
{
    const OptionRow *row = find_option(name);
    return row && row->type == TYPE_FILE;
}

void setoption_names(const Session *session, SetoptionOffer *offer, void *context)
{
    Text name = TEXT_EMPTY;
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        text_clear(&name);
        write_option_name(&options[i], session->dialect, &name);
        offer(context, text_cstr(&name));
    }
    for (int i = 0; i < PARAM_ROWS; i++)
        offer(context, param_rows[i].name);
    text_free(&name);
}

void setoption_values(Span name, SetoptionOffer *offer, void *context)
{
    const OptionRow *row = find_option(name);
    const ParamRow *param = row ? NULL : param_find(name);
    if ((row && row->type == TYPE_CHECK) || (param && param->kind == PARAM_SWITCH)) {
        offer(context, "true");
        offer(context, "false");
    } else if (row && row->type == TYPE_COMBO) {
        for (int i = 0; row->word(i); i++)
            offer(context, row->word(i));
    } else if (param && param->kind == PARAM_CHOICE) {
        for (int i = 0; param->words[i]; i++)
            offer(context, param->words[i]);
    }
}
