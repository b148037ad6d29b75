/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/think.h"

#include "base/clock.h"
#include "base/threads.h"
#include "web/listen.h"

#include <string.h>
#include <time.h>

enum {
    OVERHEAD_MS = 30,       /* from the end of thinking to the clock */
    FULL_MS = 5000,         /* for a move at full strength without a clock */
    LOOK_MS = 30 * 1000,    /* the conductor wakes at least so often */
    UNHEARD_MS = 60 * 1000, /* an analysis that nobody listens to goes on for so long */
};

/* ---- The engine ---- */

void think_engine(Tab *tab)
{
    const EngineListener listener = listen_to(tab);
    Diag diag;
    diag_clear(&diag);
    engine_free(tab->engine);
    tab->engine = engine_new(tab->play.game, &listener);
    *engine_params(tab->engine) = *tab_params(tab);
    engine_set_time_options(tab->engine, &(TimeOptions){.overhead = OVERHEAD_MS});
    engine_set_rules(tab->engine, &tab->play.rules);
    if (tab->hash_mib != ENGINE_HASH_DEFAULT
        && !engine_set_hash(tab->engine, (size_t)tab->hash_mib, &diag))
        tab->hash_mib = ENGINE_HASH_DEFAULT;
    if (tab->threads != 1 && !engine_set_threads(tab->engine, tab->threads, &diag))
        tab->threads = 1;
    if (diag.error[0])
        tab_tell(tab, diag.error);
}

/* ---- Starting and ending searches ---- */

static void write_label(const Tab *tab, Text *text)
{
    const ParamSet *set = tab_params(tab);
    text_clear(text);
    for (int i = 0; i < PARAM_ROWS; i++) {
        const ParamRow *row = &param_rows[i];
        int value = params_get(&set->values, row);
        if (value == row->defaults[set->game])
            continue;
        text_printf(text, "%s%s=", text->length ? " " : "", row->name);
        param_write_value(row, value, text);
    }
}

static void start(Tab *tab, const Search *search, const GamePosition *pos, int lines,
                  const EngineGo *go)
{
    Live *live = &tab->live;
    const GameOps *game = tab->play.game;
    uint64_t serial = tab->search.serial + 1;
    tab->search = *search;
    tab->search.serial = serial;
    tab->search.side = game->side_to_move(pos);
    tab->search.style = play_style(&tab->play);
    tab->thinking = search->kind;
    pthread_mutex_lock(&live->mutex);
    Text label = live->run.label;
    live->run = (Run){.valid = true, .label = label};
    write_label(tab, &live->run.label);
    live->line_count = 0;
    live->choices = (LevelLines){0};
    live->scored = live->answered = false;
    live->told_ns = clock_now_ns();
    pthread_mutex_unlock(&live->mutex);
    game->copy(engine_position(tab->engine), pos);
    engine_set_lines(tab->engine, lines);
    engine_go(tab->engine, go);
}

/* What was found out about a position belongs to the move that led to it. */
static void keep_score(Tab *tab)
{
    Live *live = &tab->live;
    int ply = tab->search.ply;
    pthread_mutex_lock(&live->mutex);
    if (live->scored && ply > 0 && ply <= tab->play.count) {
        PlayStep *step = &tab->play.steps[ply - 1];
        if (!step->scored || live->depth >= step->depth) {
            step->scored = true;
            step->score = tab->search.side == FIRST ? live->score : -live->score;
            step->depth = live->depth;
        }
    }
    pthread_mutex_unlock(&live->mutex);
}

void think_halt(Tab *tab)
{
    if (tab->thinking == THINK_IDLE)
        return;
    engine_stop(tab->engine);
    engine_wait(tab->engine);
    pthread_mutex_lock(&tab->live.mutex);
    tab->live.answered = false;
    pthread_mutex_unlock(&tab->live.mutex);
    if (tab->search.kind == THINK_ANALYSE)
        keep_score(tab);
    tab->thinking = THINK_IDLE;
}

void think_new_position(Tab *tab)
{
    Live *live = &tab->live;
    pthread_mutex_lock(&live->mutex);
    live->run.valid = live->before.valid = false;
    pthread_mutex_unlock(&live->mutex);
    events_forget(&tab->hub);
}

/* ---- What is to be done ---- */

static TimeSaid time_said(const Play *play)
{
    TimeSaid said = {-1, -1, -1, -1, -1};
    Side side = play_turn(play);
    bool full = play->level.kind == LEVEL_FULL
             || (play->level.kind == LEVEL_NUMBER
                 && level_of(play->game, (int)play->level.value)->nodes == 0);
    if (play->has_clock) {
        const GameLimits *limits = &play->limits[side];
        said.time = game_clock_left_ms(&play->clocks[side]);
        said.increment = limits->byoyomi_ms == 0 ? limits->increment_ms : -1;
        said.byoyomi = limits->byoyomi_ms > 0 ? limits->byoyomi_ms : -1;
    } else if (full) {
        said.move_time = FULL_MS;
    }
    if (play->level.kind == LEVEL_MS)
        said.move_time = play->level.value + OVERHEAD_MS;
    return said;
}

static void start_move(Tab *tab)
{
    const Play *play = &tab->play;
    Search search = {.kind = THINK_MOVE, .ply = play->count, .seed = play->seed};
    EngineGo go = {.time = time_said(play)};
    if (play->level.kind == LEVEL_NODES)
        go.nodes = (uint64_t)play->level.value;
    if (play->level.kind == LEVEL_NUMBER) {
        search.level = level_of(play->game, (int)play->level.value);
        go.nodes = search.level->nodes;
    }
    start(tab, &search, play->last, search.level ? search.level->lines : 1, &go);
}

static bool has_moves(const Play *play)
{
    GameMove list[GAME_LIST_SIZE];
    return play->game->legal_moves(play->shown, list) > 0;
}

static void start_analysis(Tab *tab)
{
    const Search search = {.kind = THINK_ANALYSE, .ply = tab->play.ply};
    const EngineGo go = {
        .time = {-1, -1, -1, -1, -1},
        .depth = tab->limit_depth,
        .nodes = tab->limit_nodes,
        .infinite = !tab->limit_depth && !tab->limit_nodes,
        .analyse = true,
    };
    start(tab, &search, tab->play.shown, tab->lines, &go);
}

void think_schedule(Tab *tab)
{
    const Play *play = &tab->play;
    if (tab->closing)
        return;
    if (!play->over && play->by_engine[play_turn(play)])
        start_move(tab);
    else if (tab->analysing && has_moves(play))
        start_analysis(tab);
}

/* ---- Answers ---- */

static void play_answer(Tab *tab, const EngineAnswer *answer, GameMove move)
{
    Play *play = &tab->play;
    const PlayStep scored = {
        .scored = true,
        .score = tab->search.side == FIRST ? answer->score : -answer->score,
        .depth = answer->depth,
    };
    bool looking_on = play_at_end(play);
    int ply = play->ply;
    if (!looking_on)
        play_goto(play, play->count);
    if (answer->claims_draw)
        play_finish(play, RECORD_DRAW, RECORD_END_DECLARATION, "declaration");
    else if (answer->declares)
        play_finish(play, play_turn(play) == FIRST ? RECORD_FIRST_WINS : RECORD_SECOND_WINS,
                    RECORD_END_DECLARATION, "declaration");
    else if (move)
        play_move(play, move, &scored);
    /* Who looks at another position goes on looking at it. */
    if (!looking_on)
        play_goto(play, ply);
    else
        think_new_position(tab);
}

/* The answer of a search that nobody has ended, if it is there. */
static void take_answer(Tab *tab)
{
    Live *live = &tab->live;
    pthread_mutex_lock(&live->mutex);
    bool mine = live->answered && live->answer_serial == tab->search.serial
             && (tab->thinking == THINK_MOVE || tab->thinking == THINK_ANALYSE);
    EngineAnswer answer = live->answer;
    GameMove move = live->played;
    live->answered = false;
    pthread_mutex_unlock(&live->mutex);
    if (!mine)
        return;
    engine_wait(tab->engine);
    keep_score(tab);
    if (tab->thinking == THINK_ANALYSE) {
        tab->analysing = false;
        tab->thinking = THINK_IDLE;
    } else {
        tab->thinking = THINK_IDLE;
        play_answer(tab, &answer, move);
        think_schedule(tab);
    }
    tab_tell_state(tab);
}

void think_play_now(Tab *tab)
{
    if (tab->thinking != THINK_MOVE)
        return;
    engine_stop(tab->engine);
    engine_wait(tab->engine);
    take_answer(tab);
}

/* ---- Work of requests ---- */

void think_stop_job(Tab *tab)
{
    atomic_store(&tab->job_stop, true);
    if (tab->job_engine)
        engine_stop(tab->job_engine);
}

void think_end_job(Tab *tab)
{
    while (tab->job) {
        think_stop_job(tab);
        pthread_cond_wait(&tab->job_over, &tab->mutex);
    }
}

bool think_begin_job(Tab *tab, Thinking kind)
{
    think_end_job(tab);
    if (tab->closing)
        return false;
    think_halt(tab);
    tab->job = true;
    tab->thinking = kind;
    tab->search.kind = kind;
    atomic_store(&tab->job_stop, false);
    tab_tell_state(tab);
    return true;
}

void think_finish_job(Tab *tab)
{
    tab->job = false;
    tab->job_engine = NULL;
    tab->thinking = THINK_IDLE;
    pthread_cond_broadcast(&tab->job_over);
    think_schedule(tab);
    tab_tell_state(tab);
}

bool think_hint(Tab *tab, int ms, EngineAnswer *answer)
{
    Live *live = &tab->live;
    if (!think_begin_job(tab, THINK_HINT))
        return false;
    tab->job_engine = tab->engine;
    start(tab, &(Search){.kind = THINK_HINT, .ply = tab->play.ply}, tab->play.shown, 1,
          &(EngineGo){.time = {-1, -1, -1, ms, -1}, .analyse = true});
    pthread_mutex_unlock(&tab->mutex);
    engine_wait(tab->engine);
    pthread_mutex_lock(&tab->mutex);
    pthread_mutex_lock(&live->mutex);
    *answer = live->answer;
    pthread_mutex_unlock(&live->mutex);
    bool whole = !atomic_load(&tab->job_stop);
    think_finish_job(tab);
    return whole;
}

/* ---- The conductor ---- */

/* Until an answer, a flag that falls, or somebody who wants it to look. False at the end. */
static bool wait_for_something(Live *live, int64_t until_ns, bool *asked)
{
    const int64_t second = 1000000000;
    const struct timespec end = {until_ns / second, until_ns % second};
    pthread_mutex_lock(&live->mutex);
    for (int status = 0; status == 0 && !live->answered && !live->poked && !live->ends;)
        status = pthread_cond_timedwait(&live->changed, &live->mutex, &end);
    *asked = live->poked;
    live->poked = false;
    bool goes_on = !live->ends;
    pthread_mutex_unlock(&live->mutex);
    return goes_on;
}

/* A page that was closed in the middle of an analysis does not say so. */
static void end_unheard(Tab *tab, int64_t heard_ns)
{
    const int64_t unheard = clock_now_ns() - heard_ns;
    if (tab->thinking != THINK_ANALYSE || unheard < UNHEARD_MS * INT64_C(1000000))
        return;
    tab->analysing = false;
    think_halt(tab);
    tab_tell_state(tab);
}

static void *conduct(void *argument)
{
    Tab *tab = argument;
    int64_t until = clock_now_ns(), heard = until;
    bool asked = false;
    while (wait_for_something(&tab->live, until, &asked)) {
        if (asked || events_listeners(&tab->hub) > 0)
            heard = clock_now_ns();
        pthread_mutex_lock(&tab->mutex);
        take_answer(tab);
        end_unheard(tab, heard);
        if (play_check_flag(&tab->play)) {
            if (tab->thinking == THINK_MOVE)
                think_halt(tab);
            if (tab->thinking == THINK_IDLE && !tab->job)
                think_schedule(tab);
            tab_tell_state(tab);
        }
        int64_t deadline = play_deadline_ns(&tab->play);
        pthread_mutex_unlock(&tab->mutex);
        until = clock_now_ns() + LOOK_MS * INT64_C(1000000);
        if (deadline < until)
            until = deadline + 1000000;
    }
    return NULL;
}

void think_start_conductor(Tab *tab)
{
    if (!threads_start(&tab->conductor, conduct, tab))
        die("cannot start a thread");
}

void think_stop_conductor(Tab *tab)
{
    pthread_mutex_lock(&tab->live.mutex);
    tab->live.ends = true;
    pthread_cond_broadcast(&tab->live.changed);
    pthread_mutex_unlock(&tab->live.mutex);
    pthread_join(tab->conductor, NULL);
}

void think_look(Tab *tab)
{
    pthread_mutex_lock(&tab->live.mutex);
    tab->live.poked = true;
    pthread_cond_broadcast(&tab->live.changed);
    pthread_mutex_unlock(&tab->live.mutex);
}
