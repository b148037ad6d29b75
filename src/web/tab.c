/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/tab.h"

#include "base/clock.h"
#include "web/out.h"
#include "web/state.h"
#include "web/think.h"
#include "web/token.h"
#include "web/trees.h"

#include <stdlib.h>
#include <string.h>

struct Tabs {
    pthread_mutex_t mutex;
    pthread_cond_t released;
    Tab *list[TABS_MAX];
    int count;
    bool closed;
};

/* ---- One ---- */

static Tab *new_tab(const GameOps *game)
{
    Tab *tab = xcalloc(1, sizeof *tab);
    token_make(tab->id, TAB_ID);
    pthread_mutex_init(&tab->mutex, NULL);
    pthread_cond_init(&tab->job_over, NULL);
    pthread_mutex_init(&tab->live.mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&tab->live.changed, &attributes);
    pthread_condattr_destroy(&attributes);
    events_init(&tab->hub);
    for (int i = 0; i < PARAM_GAMES; i++)
        param_set_init(&tab->params[i], (ParamGame)i);
    tab->threads = tab->lines = 1;
    tab->hash_mib = ENGINE_HASH_DEFAULT;
    tab->trees = trees_new();
    play_init(&tab->play, game);
    play_begin(&tab->play, tab->play.start);
    think_engine(tab);
    think_start_conductor(tab);
    return tab;
}

/* Nobody has it any more. */
static void delete_tab(Tab *tab)
{
    pthread_mutex_lock(&tab->mutex);
    think_end_job(tab);
    think_halt(tab);
    pthread_mutex_unlock(&tab->mutex);
    think_stop_conductor(tab);
    engine_free(tab->engine);
    play_free(&tab->play);
    trees_free(tab->trees);
    for (int i = 0; i < TAB_LINES_MAX; i++)
        text_free(&tab->live.lines[i]);
    text_free(&tab->live.run.label);
    text_free(&tab->live.before.label);
    events_free(&tab->hub);
    pthread_mutex_destroy(&tab->mutex);
    pthread_cond_destroy(&tab->job_over);
    pthread_mutex_destroy(&tab->live.mutex);
    pthread_cond_destroy(&tab->live.changed);
    free(tab);
}

void tab_choose_game(Tab *tab, const GameOps *game)
{
    if (tab->play.game == game)
        return;
    PlayLevel level = tab->play.level;
    play_free(&tab->play);
    play_init(&tab->play, game);
    play_begin(&tab->play, tab->play.start);
    tab->play.level = level;
    trees_clear(tab->trees);
    think_engine(tab);
    think_new_position(tab);
}

void tab_tell_state(Tab *tab)
{
    Text text = TEXT_EMPTY;
    state_write(tab, &text);
    events_publish(&tab->hub, EVENT_STATE, text_cstr(&text));
    text_free(&text);
}

void tab_tell(Tab *tab, const char *message)
{
    Text text = TEXT_EMPTY;
    out_begin(&text, NULL, '{');
    out_text(&text, "text", message);
    out_end(&text, '}');
    events_publish(&tab->hub, EVENT_MESSAGE, text_cstr(&text));
    text_free(&text);
}

/* ---- All ---- */

Tabs *tabs_new(void)
{
    Tabs *tabs = xcalloc(1, sizeof *tabs);
    pthread_mutex_init(&tabs->mutex, NULL);
    pthread_cond_init(&tabs->released, NULL);
    return tabs;
}

int tabs_count(Tabs *tabs)
{
    pthread_mutex_lock(&tabs->mutex);
    int count = tabs->count;
    pthread_mutex_unlock(&tabs->mutex);
    return count;
}

static Tab *take_out(Tabs *tabs, int index)
{
    Tab *tab = tabs->list[index];
    tabs->list[index] = tabs->list[--tabs->count];
    return tab;
}

/* Used by nobody, and nobody listens. */
static bool is_idle(Tab *tab) { return tab->refs == 0 && events_listeners(&tab->hub) == 0; }

/* -1 when all are in use. */
static int longest_idle(const Tabs *tabs)
{
    int found = -1;
    for (int i = 0; i < tabs->count; i++)
        if (is_idle(tabs->list[i])
            && (found < 0 || tabs->list[i]->used_ns < tabs->list[found]->used_ns))
            found = i;
    return found;
}

void tabs_sweep(Tabs *tabs)
{
    const int64_t since = clock_now_ns() - TAB_IDLE_S * INT64_C(1000000000);
    for (;;) {
        pthread_mutex_lock(&tabs->mutex);
        int index = longest_idle(tabs);
        Tab *old = index >= 0 && tabs->list[index]->used_ns < since ? take_out(tabs, index) : NULL;
        pthread_mutex_unlock(&tabs->mutex);
        if (!old)
            return;
        delete_tab(old);
    }
}

Tab *tabs_find(Tabs *tabs, const char *id)
{
    Tab *found = NULL;
    pthread_mutex_lock(&tabs->mutex);
    for (int i = 0; i < tabs->count; i++)
        if (token_same(tabs->list[i]->id, id))
            found = tabs->list[i];
    if (found) {
        found->refs++;
        found->used_ns = clock_now_ns();
    }
    pthread_mutex_unlock(&tabs->mutex);
    return found;
}

Tab *tabs_open(Tabs *tabs, const GameOps *game, Diag *diag)
{
    Tab *old = NULL, *fresh = NULL;
    pthread_mutex_lock(&tabs->mutex);
    int idle = tabs->count == TABS_MAX ? longest_idle(tabs) : -1;
    if (idle >= 0)
        old = take_out(tabs, idle);
    if (tabs->count < TABS_MAX && !tabs->closed) {
        fresh = tabs->list[tabs->count++] = new_tab(game);
        fresh->refs = 1;
        fresh->used_ns = clock_now_ns();
    } else {
        diag_error(diag, "%d tabs are open already; close one", TABS_MAX);
    }
    pthread_mutex_unlock(&tabs->mutex);
    if (old)
        delete_tab(old);
    return fresh;
}

void tab_release(Tabs *tabs, Tab *tab)
{
    pthread_mutex_lock(&tabs->mutex);
    tab->refs--;
    tab->used_ns = clock_now_ns();
    pthread_cond_broadcast(&tabs->released);
    pthread_mutex_unlock(&tabs->mutex);
}

void tabs_hang_up(Tabs *tabs)
{
    pthread_mutex_lock(&tabs->mutex);
    tabs->closed = true;
    for (int i = 0; i < tabs->count; i++) {
        Tab *tab = tabs->list[i];
        events_close(&tab->hub);
        pthread_mutex_lock(&tab->mutex);
        tab->closing = true;
        think_stop_job(tab);
        pthread_mutex_unlock(&tab->mutex);
    }
    pthread_mutex_unlock(&tabs->mutex);
}

void tabs_free(Tabs *tabs)
{
    tabs_hang_up(tabs);
    while (tabs->count > 0) {
        pthread_mutex_lock(&tabs->mutex);
        while (tabs->list[tabs->count - 1]->refs > 0)
            pthread_cond_wait(&tabs->released, &tabs->mutex);
        Tab *tab = take_out(tabs, tabs->count - 1);
        pthread_mutex_unlock(&tabs->mutex);
        delete_tab(tab);
    }
    pthread_mutex_destroy(&tabs->mutex);
    pthread_cond_destroy(&tabs->released);
    free(tabs);
}
