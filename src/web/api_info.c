/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What does not depend on a game that is played. */

#include "base/threads.h"
#include "base/version.h"
#include "engine/levels.h"
#include "param/presets.h"
#include "record/kif.h"
#include "web/api.h"
#include "web/out.h"

int api_server_state(ApiCall *call)
{
    Text *text = &call->answer;
    out_begin(text, NULL, '{');
    out_text(text, "version", TENUKI_VERSION);
    out_begin(text, "games", '[');
    out_text(text, NULL, chess_ops.name);
    out_text(text, NULL, shogi_ops.name);
    out_end(text, ']');
    out_int(text, "sessions", tabs_count(call->tabs));
    out_int(text, "cores", threads_available());
    out_begin(text, "features", '{');
#ifdef HAVE_SQLITE
    out_bool(text, "database", true);
#else
    out_bool(text, "database", false);
#endif
#ifdef HAVE_TOML
    out_bool(text, "toml", true);
#else
    out_bool(text, "toml", false);
#endif
    out_bool(text, "counters", STATS);
    out_end(text, '}');
    out_end(text, '}');
    return API_OK;
}

/* ---- Parameters ---- */

static void write_row(const ParamSet *set, const ParamRow *row, Text *text)
{
    Text value = TEXT_EMPTY;
    out_text(text, "name", row->name);
    param_write_value(row, params_get(&set->values, row), &value);
    out_text(text, "value", text_cstr(&value));
    text_clear(&value);
    param_write_value(row, row->defaults[set->game], &value);
    out_text(text, "default", text_cstr(&value));
    text_free(&value);
    if (row->kind == PARAM_NUMBER) {
        out_int(text, "min", row->min);
        out_int(text, "max", row->max);
        out_int(text, "step", row->step);
    }
    out_text(text, "text", row->text);
    if (row->kind == PARAM_CHOICE) {
        out_begin(text, "choices", '[');
        for (int i = 0; i <= row->max; i++)
            out_text(text, NULL, row->words[i]);
        out_end(text, ']');
    }
}

static const ParamRow *switch_of(Technique technique)
{
    for (int i = 0; i < PARAM_ROWS; i++)
        if (param_rows[i].technique == technique && param_rows[i].kind == PARAM_SWITCH)
            return &param_rows[i];
    return NULL;
}

static void write_technique(const ParamSet *set, Technique technique, Text *text)
{
    const ParamRow *head = switch_of(technique);
    out_begin(text, NULL, '{');
    out_text(text, "name", param_technique_name(technique));
    out_text(text, "group", head ? param_group(head) : NULL);
    out_text(text, "text", head ? head->text : NULL);
    out_bool(text, "switchable", head != NULL);
    out_bool(text, "on", params_on(&set->values, technique));
    out_bool(text, "default_on", head && head->defaults[set->game]);
    out_begin(text, "params", '[');
    for (int i = 0; i < PARAM_ROWS; i++) {
        if (param_rows[i].technique != technique || param_rows[i].kind == PARAM_SWITCH)
            continue;
        out_begin(text, NULL, '{');
        write_row(set, &param_rows[i], text);
        out_end(text, '}');
    }
    out_end(text, ']');
    out_end(text, '}');
}

/* Of a session, when one is named; otherwise the defaults. */
static bool choose_set(ApiCall *call, const GameOps *game, ParamSet *set)
{
    ParamGame number = game == &chess_ops ? PARAM_CHESS : PARAM_SHOGI;
    const char *id = api_argument(call, "session");
    param_set_init(set, number);
    if (!id)
        return true;
    Tab *tab = tabs_find(call->tabs, id);
    if (!tab)
        return diag_error(&call->diag, "there is no such session; open one");
    pthread_mutex_lock(&tab->mutex);
    *set = tab->params[number];
    pthread_mutex_unlock(&tab->mutex);
    tab_release(call->tabs, tab);
    return true;
}

int api_params(ApiCall *call)
{
    const GameOps *game = api_game(call);
    Text *text = &call->answer;
    ParamSet set;
    if (!game)
        return API_BAD;
    if (!choose_set(call, game, &set))
        return API_NOT_FOUND;
    out_begin(text, NULL, '{');
    out_text(text, "game", game->name);
    out_begin(text, "techniques", '[');
    for (int t = 0; t < TECH_COUNT; t++)
        write_technique(&set, (Technique)t, text);
    out_end(text, ']');
    out_begin(text, "presets", '[');
    for (int i = 0; i < preset_count(); i++) {
        out_begin(text, NULL, '{');
        out_text(text, "name", preset_name(i));
        out_text(text, "text", preset_text(i));
        out_end(text, '}');
    }
    out_end(text, ']');
    out_end(text, '}');
    return API_OK;
}

/* ---- Levels and handicaps ---- */

int api_levels(ApiCall *call)
{
    const GameOps *game = api_game(call);
    Text *text = &call->answer;
    if (!game)
        return API_BAD;
    out_begin(text, NULL, '[');
    for (int i = 1; i <= LEVELS; i++) {
        const Level *level = level_of(game, i);
        out_begin(text, NULL, '{');
        out_int(text, "level", i);
        out_text(text, "name", level_name(i));
        out_int(text, "nodes", (int64_t)level->nodes);
        if (level->elo)
            out_int(text, "elo", level->elo);
        else
            out_null(text, "elo");
        out_end(text, '}');
    }
    out_end(text, ']');
    return API_OK;
}

/* The reader of records knows what a handicap takes away. */
static void write_handicap(const char *name, const char *words, Text *text)
{
    Text file = TEXT_EMPTY;
    Record record;
    Diag diag;
    record_init(&record, RECORD_SHOGI);
    text_printf(&file, "手合割：%s\n", words);
    Span rest = {text_cstr(&file), file.length};
    if (!kif_read(&rest, &record, &diag) || !record.start)
        BUG("handicap %s: %s", name, diag.error);
    out_begin(text, NULL, '{');
    out_text(text, "name", name);
    out_text(text, "ja", words);
    out_text(text, "sfen", record.start);
    out_end(text, '}');
    record_free(&record);
    text_free(&file);
}

int api_handicaps(ApiCall *call)
{
    static const struct {
        const char *name, *words;
    } list[] = {
        {"lance", "香落ち"},          {"right lance", "右香落ち"},    {"bishop", "角落ち"},
        {"rook", "飛車落ち"},         {"rook and lance", "飛香落ち"}, {"two pieces", "二枚落ち"},
        {"three pieces", "三枚落ち"}, {"four pieces", "四枚落ち"},    {"five pieces", "五枚落ち"},
        {"six pieces", "六枚落ち"},   {"eight pieces", "八枚落ち"},   {"ten pieces", "十枚落ち"},
    };
    out_begin(&call->answer, NULL, '[');
    for (size_t i = 0; i < COUNT_OF(list); i++)
        write_handicap(list[i].name, list[i].words, &call->answer);
    out_end(&call->answer, ']');
    return API_OK;
}
