/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The engine: hints, analysis, settings. */

#include "base/threads.h"
#include "param/presets.h"
#include "web/api.h"
#include "web/listen.h"
#include "web/out.h"
#include "web/state.h"
#include "web/think.h"

#include <stdio.h>

int api_hint(ApiCall *call)
{
    enum { HINT_MS = 900 };
    Tab *tab = call->tab;
    Play *play = &tab->play;
    EngineAnswer answer;
    if (tab->thinking == THINK_MOVE) {
        diag_error(&call->diag, "the engine is thinking about its move");
        return API_CONFLICT;
    }
    GameMove list[GAME_LIST_SIZE];
    if (play->game->legal_moves(play->shown, list) == 0) {
        diag_error(&call->diag, "there is no legal move");
        return API_CONFLICT;
    }
    if (!think_hint(tab, HINT_MS, &answer) || !play->game->is_legal(play->shown, answer.best)) {
        diag_error(&call->diag, "stopped");
        return API_CONFLICT;
    }
    Text *text = &call->answer, words = TEXT_EMPTY;
    static const char *const keys[] = {"move", "people", "western"};
    const MoveStyle styles[] = {play_style(play), MOVE_PEOPLE, MOVE_WESTERN};
    out_begin(text, NULL, '{');
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        text_clear(&words);
        play->game->write_move(play->shown, answer.best, styles[i], &words);
        out_text(text, keys[i], text_cstr(&words));
    }
    listen_write_score(play->game, answer.score, "score", text);
    out_int(text, "depth", answer.depth);
    out_end(text, '}');
    text_free(&words);
    return API_OK;
}

int api_analyse(ApiCall *call)
{
    Tab *tab = call->tab;
    Diag *diag = &call->diag;
    bool on = true;
    int64_t lines = tab->lines, nodes = 0, depth = 0;
    json_t *limit = NULL;
    if (!ask_flag(call->body, "on", &on, diag)
        || !ask_int(call->body, "lines", 1, TAB_LINES_MAX, &lines, diag)
        || !ask_object(call->body, "limit", &limit, diag)
        || !ask_int(limit, "nodes", 1, INT64_MAX / 4, &nodes, diag)
        || !ask_int(limit, "depth", 1, MAX_PLY - 1, &depth, diag))
        return API_BAD;
    tab->analysing = on;
    tab->lines = (int)lines;
    tab->limit_nodes = (uint64_t)nodes;
    tab->limit_depth = (int)depth;
    /* An engine that thinks about its move is not disturbed. */
    if (tab->thinking != THINK_MOVE) {
        think_halt(tab);
        think_schedule(tab);
    }
    return api_changed(call);
}

int api_stop(ApiCall *call)
{
    Tab *tab = call->tab;
    tab->analysing = false;
    if (tab->thinking == THINK_MOVE)
        think_play_now(tab);
    else
        think_halt(tab);
    return api_changed(call);
}

/* ---- Settings ---- */

bool api_read_values(json_t *values, ParamSet *set, Diag *diag)
{
    const char *key;
    json_t *value;
    json_object_foreach(values, key, value)
    {
        char number[32];
        const char *text = json_is_boolean(value) ? (json_is_true(value) ? "on" : "off")
                                                  : json_string_value(value);
        if (json_is_integer(value)) {
            snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
            text = number;
        }
        if (!text)
            return diag_error(diag, "'%.40s' must be a word, a whole number, true or false", key);
        if (!param_set_value(set, span_of(key), span_of(text), SOURCE_OPTION, "", diag))
            return false;
    }
    return param_set_settle(set, diag);
}

static bool read_settings(ApiCall *call, ParamSet *set)
{
    Diag *diag = &call->diag;
    const char *preset = NULL;
    bool reset = false;
    json_t *values = NULL;
    if (!ask_flag(call->body, "reset", &reset, diag)
        || !ask_text(call->body, "preset", &preset, diag)
        || !ask_object(call->body, "set", &values, diag))
        return false;
    if (reset || preset)
        param_set_init(set, set->game);
    if (preset && !param_set_preset(set, span_of(preset), diag))
        return false;
    return api_read_values(values, set, diag);
}

/* Both or neither. */
static bool resize(Tab *tab, int threads, int hash, Diag *diag)
{
    int old = tab->threads;
    if (threads != old && !engine_set_threads(tab->engine, threads, diag))
        return false;
    if (hash != tab->hash_mib && !engine_set_hash(tab->engine, (size_t)hash, diag)) {
        Diag unused;
        diag_clear(&unused);
        engine_set_threads(tab->engine, old, &unused);
        return false;
    }
    tab->threads = threads;
    tab->hash_mib = hash;
    return true;
}

/* What was counted so far is kept beside what comes now. */
static void keep_run(Tab *tab)
{
    Live *live = &tab->live;
    pthread_mutex_lock(&live->mutex);
    if (live->run.valid && live->run.nodes > 0) {
        Text label = live->before.label;
        live->before = live->run;
        live->run.label = label;
        live->run.valid = false;
    }
    pthread_mutex_unlock(&live->mutex);
}

int api_set(ApiCall *call)
{
    Tab *tab = call->tab;
    ParamSet set = *tab_params(tab);
    int64_t threads = tab->threads, hash = tab->hash_mib;
    if (!read_settings(call, &set)
        || !ask_int(call->body, "threads", 1, threads_available(), &threads, &call->diag)
        || !ask_int(call->body, "hash", 1, TAB_HASH_MAX, &hash, &call->diag))
        return API_BAD;
    bool analysed = tab->search.kind == THINK_ANALYSE;
    think_halt(tab);
    bool good = resize(tab, (int)threads, (int)hash, &call->diag);
    if (good) {
        if (analysed)
            keep_run(tab);
        tab->params[set.game] = set;
        *engine_params(tab->engine) = set;
        /* So that the runs can be compared: neither finds what the other has left. */
        engine_new_game(tab->engine);
    }
    think_schedule(tab);
    tab_tell_state(tab);
    if (!good)
        return API_BAD;
    Text state = TEXT_EMPTY;
    out_begin(&call->answer, NULL, '{');
    state_write_params(&set, "params", &call->answer);
    state_write(tab, &state);
    out_raw(&call->answer, "state", text_cstr(&state));
    out_end(&call->answer, '}');
    text_free(&state);
    return API_OK;
}
