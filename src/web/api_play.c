/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Games: beginning, moving, ending. */

#include "base/clock.h"
#include "chess/chess960.h"
#include "web/api.h"
#include "web/out.h"
#include "web/state.h"
#include "web/think.h"

#include <string.h>

enum { DAY_MS = 86400000, NODES_MOST = 1000000000, MOVE_MS_MOST = 600000 };

/* ---- Reading ---- */

bool api_read_players(const json_t *body, bool by_engine[2], Diag *diag)
{
    static const char *const words[] = {"human", "engine"}, *const sides[] = {"first", "second"};
    json_t *players = NULL;
    if (!ask_object(body, "players", &players, diag))
        return false;
    for (int side = 0; players && side < 2; side++) {
        int value = by_engine[side];
        if (!ask_word(players, sides[side], words, COUNT_OF(words), &value, diag))
            return false;
        by_engine[side] = value != 0;
    }
    return true;
}

bool api_read_level(const json_t *body, PlayLevel *level, Diag *diag)
{
    json_t *object = NULL;
    PlayLevel fresh = *level;
    bool full = false;
    if (!ask_object(body, "level", &object, diag))
        return false;
    if (!object)
        return true;
    if (ask_has(object, "level"))
        fresh.kind = LEVEL_NUMBER;
    else if (ask_has(object, "nodes"))
        fresh.kind = LEVEL_NODES;
    else if (ask_has(object, "ms"))
        fresh.kind = LEVEL_MS;
    else if (ask_flag(object, "full", &full, diag) && full)
        fresh = (PlayLevel){.kind = LEVEL_FULL};
    else
        return diag_error(diag, "'level' must have one of level, nodes, ms, full");
    if (!ask_int(object, "level", 1, LEVELS, &fresh.value, diag)
        || !ask_int(object, "nodes", 1, NODES_MOST, &fresh.value, diag)
        || !ask_int(object, "ms", 1, MOVE_MS_MOST, &fresh.value, diag))
        return false;
    *level = fresh;
    return true;
}

bool api_read_clock(const json_t *body, GameLimits limits[2], bool *has_clock, Diag *diag)
{
    json_t *clock = NULL;
    int64_t base[2] = {0, -1}, increment = 0, byoyomi = 0;
    *has_clock = false;
    if (!ask_object(body, "clock", &clock, diag) || !clock)
        return !diag->error[0];
    if (!ask_needs(clock, "first_ms", diag)
        || !ask_int(clock, "first_ms", 0, DAY_MS, &base[0], diag)
        || !ask_int(clock, "second_ms", 0, DAY_MS, &base[1], diag)
        || !ask_int(clock, "inc_ms", 0, DAY_MS, &increment, diag)
        || !ask_int(clock, "byoyomi_ms", 0, DAY_MS, &byoyomi, diag))
        return false;
    if (base[1] < 0)
        base[1] = base[0];
    for (int side = 0; side < 2; side++) {
        if (base[side] + increment + byoyomi == 0)
            return diag_error(diag, "'clock' gives no time at all");
        limits[side] = LIMITS_NONE;
        limits[side].base_ms = base[side];
        limits[side].increment_ms = increment;
        limits[side].byoyomi_ms = byoyomi;
    }
    *has_clock = true;
    return true;
}

bool api_read_variant(const json_t *body, const GameOps *game, bool *chess960, Diag *diag)
{
    static const char *const variants[] = {"standard", "chess960"};
    int variant = 0;
    if (!ask_word(body, "variant", variants, COUNT_OF(variants), &variant, diag))
        return false;
    *chess960 = variant == 1 && game == &chess_ops;
    return true;
}

/* The start position: a text, a number of Chess960, or the usual one. */
static bool read_start(ApiCall *call, const GameOps *game, bool chess960, GamePosition *pos)
{
    const char *text = NULL;
    int64_t number = -1;
    Diag *diag = &call->diag;
    if (!ask_text(call->body, "start", &text, diag)
        || !ask_int(call->body, "number", 0, CHESS960_POSITIONS - 1, &number, diag))
        return false;
    if (text) {
        if (!game->set(pos, span_of(text), diag))
            return false;
        return !game->is_mate_only(pos) || diag_error(diag, "'start': a king is missing");
    }
    if (!chess960)
        return true;
    enum { USUAL = 518 };
    Text fen = TEXT_EMPTY;
    chess960_start(number >= 0 ? (int)number : USUAL, &fen);
    bool good = game->set(pos, span_of(text_cstr(&fen)), diag);
    text_free(&fen);
    return good;
}

/* ---- Sessions and games ---- */

int api_open(ApiCall *call)
{
    const char *id = NULL;
    const GameOps *game = api_game(call);
    if (!game || !ask_text(call->body, "session", &id, &call->diag))
        return API_BAD;
    Tab *tab = id ? tabs_find(call->tabs, id) : NULL;
    bool known = tab != NULL;
    if (!tab)
        tab = tabs_open(call->tabs, game, &call->diag);
    if (!tab)
        return API_TOO_MANY;
    pthread_mutex_lock(&tab->mutex);
    out_begin(&call->answer, NULL, '{');
    out_text(&call->answer, "session", tab->id);
    out_bool(&call->answer, "known", known);
    Text state = TEXT_EMPTY;
    state_write(tab, &state);
    out_raw(&call->answer, "state", text_cstr(&state));
    text_free(&state);
    out_end(&call->answer, '}');
    pthread_mutex_unlock(&tab->mutex);
    tab_release(call->tabs, tab);
    return API_OK;
}

static void begin_game(Tab *tab, const GameOps *game, const GamePosition *start, bool chess960)
{
    think_halt(tab);
    tab_choose_game(tab, game);
    tab->play.chess960 = chess960;
    tab->play.seed = (uint64_t)clock_now_ns();
    play_begin(&tab->play, start);
    engine_new_game(tab->engine);
    think_new_position(tab);
}

int api_new(ApiCall *call)
{
    Tab *tab = call->tab;
    const GameOps *game = ask_has(call->body, "game") ? api_game(call) : tab->play.game;
    bool by_engine[2] = {false, false}, has_clock, chess960;
    GameLimits limits[2];
    PlayLevel level = tab->play.level;
    Diag *diag = &call->diag;
    if (!game || !api_read_variant(call->body, game, &chess960, diag)
        || !api_read_players(call->body, by_engine, diag)
        || !api_read_level(call->body, &level, diag)
        || !api_read_clock(call->body, limits, &has_clock, diag))
        return API_BAD;
    GamePosition *start = game->create();
    bool good = read_start(call, game, chess960, start);
    if (good) {
        begin_game(tab, game, start, chess960);
        memcpy(tab->play.by_engine, by_engine, sizeof by_engine);
        tab->play.level = level;
        play_set_clock(&tab->play, has_clock ? limits : NULL);
        think_schedule(tab);
    }
    game->destroy(start);
    return good ? api_changed(call) : API_BAD;
}

int api_players(ApiCall *call)
{
    Play *play = &call->tab->play;
    bool by_engine[2] = {play->by_engine[0], play->by_engine[1]};
    PlayLevel level = play->level;
    if (!api_read_players(call->body, by_engine, &call->diag)
        || !api_read_level(call->body, &level, &call->diag))
        return API_BAD;
    think_halt(call->tab);
    memcpy(play->by_engine, by_engine, sizeof by_engine);
    play->level = level;
    think_schedule(call->tab);
    return api_changed(call);
}

/* ---- Moves ---- */

static int refuse(ApiCall *call, const char *why)
{
    diag_error(&call->diag, "%s", why);
    return API_CONFLICT;
}

int api_move(ApiCall *call)
{
    Tab *tab = call->tab;
    Play *play = &tab->play;
    const char *text = NULL;
    GameMove move;
    if (!ask_needs(call->body, "move", &call->diag)
        || !ask_text(call->body, "move", &text, &call->diag))
        return API_BAD;
    if (play_at_end(play) && play->over)
        return refuse(call, "the game is over");
    if (play_at_end(play) && play->by_engine[play_turn(play)])
        return refuse(call, "it is the engine's turn");
    if (play->ply >= PLAY_MOVES_MAX)
        return refuse(call, "the game is too long");
    if (!play->game->read_move(play->shown, span_of(text), &move, &call->diag))
        return API_BAD;
    think_halt(tab);
    play_move(play, move, NULL);
    think_new_position(tab);
    think_schedule(tab);
    return api_changed(call);
}

/* To the last turn of a person; without an engine that plays, one ply. */
static int plies_back(const Play *play)
{
    if (!play->by_engine[FIRST] && !play->by_engine[SECOND])
        return 1;
    GamePosition *pos = play->game->create();
    play->game->copy(pos, play->last);
    int plies = 0;
    do {
        play->game->unmake(pos);
        plies++;
    } while (plies < play->count && play->by_engine[play->game->side_to_move(pos)]);
    bool found = !play->by_engine[play->game->side_to_move(pos)];
    play->game->destroy(pos);
    return found ? plies : 0;
}

int api_takeback(ApiCall *call)
{
    Tab *tab = call->tab;
    int plies = tab->play.count > 0 ? plies_back(&tab->play) : 0;
    if (plies == 0)
        return refuse(call, "there is nothing to take back");
    think_halt(tab);
    play_take_back(&tab->play, plies);
    think_new_position(tab);
    think_schedule(tab);
    return api_changed(call);
}

int api_goto(ApiCall *call)
{
    Tab *tab = call->tab;
    int64_t ply = 0;
    if (!ask_needs(call->body, "ply", &call->diag)
        || !ask_int(call->body, "ply", 0, tab->play.count, &ply, &call->diag))
        return API_BAD;
    if (ply == tab->play.ply)
        return api_state(call);
    /* An engine that thinks about its move is not disturbed. */
    bool follows = tab->thinking == THINK_ANALYSE;
    if (follows)
        think_halt(tab);
    play_goto(&tab->play, (int)ply);
    think_new_position(tab);
    if (tab->thinking == THINK_IDLE)
        think_schedule(tab);
    return api_changed(call);
}

/* ---- Ends ---- */

int api_resign(ApiCall *call)
{
    Tab *tab = call->tab;
    Play *play = &tab->play;
    if (play->over)
        return refuse(call, "the game is over");
    Side side = play_turn(play);
    /* A person resigns, also while the engine thinks. */
    if (play->by_engine[side] && !play->by_engine[other_side(side)])
        side = other_side(side);
    think_halt(tab);
    play_finish(play, side == FIRST ? RECORD_SECOND_WINS : RECORD_FIRST_WINS, RECORD_END_RESIGN,
                "resignation");
    think_schedule(tab);
    return api_changed(call);
}

int api_declare(ApiCall *call)
{
    Tab *tab = call->tab;
    Play *play = &tab->play;
    bool wins = play->game->may_declare(play->last, &play->rules);
    if (play->over)
        return refuse(call, "the game is over");
    if (play->by_engine[play_turn(play)])
        return refuse(call, "it is the engine's turn");
    if (!wins && !play->game->may_claim_draw(play->last, &play->rules))
        return refuse(call, "the conditions of a declaration are not met");
    think_halt(tab);
    play_finish(play,
                !wins                      ? RECORD_DRAW
                : play_turn(play) == FIRST ? RECORD_FIRST_WINS
                                           : RECORD_SECOND_WINS,
                RECORD_END_DECLARATION, "declaration");
    think_schedule(tab);
    return api_changed(call);
}
