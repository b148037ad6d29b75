/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/api.h"

#include "engine/games.h"
#include "web/out.h"
#include "web/state.h"
#include "web/think.h"

#include <inttypes.h>
#include <string.h>

/* THE TABLE of what can be asked; docs/web-api.md says it in words. */
static const ApiRow rows[] = {
    {"GET", "/api/state", API_PLAIN, api_server_state},
    {"GET", "/api/params", API_PLAIN, api_params},
    {"GET", "/api/levels", API_PLAIN, api_levels},
    {"GET", "/api/handicaps", API_PLAIN, api_handicaps},
    {"POST", "/api/open", API_PLAIN, api_open},
    {"POST", "/api/new", API_CHANGES, api_new},
    {"POST", "/api/move", API_CHANGES, api_move},
    {"POST", "/api/takeback", API_CHANGES, api_takeback},
    {"POST", "/api/goto", API_CHANGES, api_goto},
    {"POST", "/api/resign", API_CHANGES, api_resign},
    {"POST", "/api/declare", API_CHANGES, api_declare},
    {"POST", "/api/players", API_CHANGES, api_players},
    {"POST", "/api/hint", API_CHANGES, api_hint},
    {"POST", "/api/analyse", API_CHANGES, api_analyse},
    {"POST", "/api/stop", API_CHANGES, api_stop},
    {"POST", "/api/set", API_CHANGES, api_set},
    {"POST", "/api/load", API_CHANGES, api_load},
    {"GET", "/api/save", API_TAB, api_save},
    {"POST", "/api/tree", API_CHANGES, api_tree_record},
    {"GET", "/api/tree", API_TAB, api_tree_walk},
    {"GET", "/api/tree/diff", API_TAB, api_tree_diff},
    {"POST", "/api/audit", API_CHANGES, api_audit},
    {"GET", "/api/lab", API_PLAIN, api_lab},
    {"GET", "/api/lab/match", API_PLAIN, api_lab_one},
};

const ApiRow *api_find(const char *method, const char *path, bool *path_known)
{
    *path_known = false;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (strcmp(rows[i].path, path) != 0)
            continue;
        *path_known = true;
        if (strcmp(rows[i].method, method) == 0)
            return &rows[i];
    }
    return NULL;
}

static const char *tab_named(ApiCall *call)
{
    const char *id = NULL;
    if (!call->body)
        return api_argument(call, "session");
    return ask_text(call->body, "session", &id, &call->diag) ? id : NULL;
}

static int run_in_tab(const ApiRow *row, ApiCall *call)
{
    const char *id = tab_named(call);
    if (!id) {
        diag_error(&call->diag, "'session' is missing");
        return API_BAD;
    }
    Tab *tab = tabs_find(call->tabs, id);
    if (!tab) {
        diag_error(&call->diag, "there is no such session; open one");
        return API_NOT_FOUND;
    }
    call->tab = tab;
    pthread_mutex_lock(&tab->mutex);
    if (row->needs == API_CHANGES)
        think_end_job(tab);
    int status = row->run(call);
    pthread_mutex_unlock(&tab->mutex);
    if (row->needs == API_CHANGES)
        think_look(tab);
    tab_release(call->tabs, tab);
    return status;
}

int api_run(const ApiRow *row, ApiCall *call)
{
    diag_clear(&call->diag);
    int status = row->needs == API_PLAIN ? row->run(call) : run_in_tab(row, call);
    if (status != API_OK) {
        text_clear(&call->answer);
        out_begin(&call->answer, NULL, '{');
        out_text(&call->answer, "error", call->diag.error);
        out_end(&call->answer, '}');
    }
    return status;
}

bool api_number(ApiCall *call, const char *name, int64_t low, int64_t high, int64_t *value)
{
    const char *text = api_argument(call, name);
    return !text || span_to_int(span_of(text), low, high, value)
        || diag_error(&call->diag, "'%s' must be a whole number from %" PRId64 " to %" PRId64, name,
                      low, high);
}

const GameOps *api_game(ApiCall *call)
{
    const char *name = NULL;
    if (!call->body)
        name = api_argument(call, "game");
    else if (!ask_text(call->body, "game", &name, &call->diag))
        return NULL;
    const GameOps *game = name ? games_find(span_of(name)) : NULL;
    if (!game)
        diag_error(&call->diag, "'game' must be chess or shogi");
    return game;
}

int api_state(ApiCall *call)
{
    state_write(call->tab, &call->answer);
    return API_OK;
}

int api_changed(ApiCall *call)
{
    tab_tell_state(call->tab);
    return api_state(call);
}
