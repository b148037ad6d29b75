/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/play.h"

#include "base/clock.h"
#include "shogi/rules.h"

#include <ctype.h>
#include <stdlib.h>
#include <time.h>

static const int64_t MS = 1000000;

/* ---- Life ---- */

void play_init(Play *play, const GameOps *game)
{
    *play = (Play){
        .game = game,
        .start = game->create(),
        .last = game->create(),
        .shown = game->create(),
        .level = {.kind = LEVEL_FULL},
    };
    if (game == &shogi_ops)
        play->rules.declare_rule = SHOGI_DECLARE_27;
}

static void cut(Play *play, int count)
{
    while (play->count > count) {
        PlayStep *step = &play->steps[--play->count];
        free(step->name);
        free(step->people);
        free(step->western);
        free(step->position);
    }
}

void play_free(Play *play)
{
    cut(play, 0);
    free(play->steps);
    play->game->destroy(play->start);
    play->game->destroy(play->last);
    play->game->destroy(play->shown);
}

/* ---- Clocks ---- */

void play_set_clock(Play *play, const GameLimits limits[2])
{
    play->has_clock = limits != NULL;
    for (int side = 0; limits && side < 2; side++) {
        play->limits[side] = limits[side];
        game_clock_init(&play->clocks[side], &play->limits[side]);
    }
    play->turn_ns = clock_now_ns();
}

/* The engine keeps its time; what a busy machine adds on the way to the clock is not its fault. */
static int64_t grace_ns(const Play *play, Side side)
{
    enum { GRACE_MS = 300 };
    return play->by_engine[side] ? GRACE_MS * MS : 0;
}

int64_t play_deadline_ns(const Play *play)
{
    if (!play_clock_runs(play))
        return INT64_MAX;
    Side side = play_turn(play);
    return play->turn_ns + game_clock_allowed_ns(&play->clocks[side]) + grace_ns(play, side);
}

bool play_check_flag(Play *play)
{
    if (clock_now_ns() <= play_deadline_ns(play))
        return false;
    play->clocks[play_turn(play)].left_ns = 0;
    play_lose(play, RECORD_END_TIME, "time");
    return true;
}

int64_t play_clock_ms(const Play *play, Side side, bool *byoyomi)
{
    const GameClock *clock = &play->clocks[side];
    int64_t left = clock->left_ns, extra = clock->limits->byoyomi_ms * MS;
    if (play_clock_runs(play) && play_turn(play) == side)
        left -= clock_now_ns() - play->turn_ns;
    *byoyomi = extra > 0 && left <= 0;
    if (*byoyomi)
        left += extra;
    return left > 0 ? left / MS : 0;
}

/* ---- The end ---- */

void play_finish(Play *play, RecordResult result, RecordEnd end, const char *reason)
{
    play->over = true;
    play->result = result;
    play->end = end;
    play->reason = reason;
}

void play_lose(Play *play, RecordEnd end, const char *reason)
{
    play_finish(play, play_turn(play) == FIRST ? RECORD_SECOND_WINS : RECORD_FIRST_WINS, end,
                reason);
}

static void look_for_end(Play *play)
{
    GameFacts facts;
    play->game->describe(play->last, &facts);
    play->over = false;
    if (facts.end)
        play_finish(play, played_result_of(facts.result), played_end_of(facts.end), facts.end);
}

void play_write_end(const Play *play, Text *text)
{
    text_add_char(text, (char)toupper((unsigned char)play->reason[0]));
    text_add(text, play->reason + 1);
    switch (play->result) {
    case RECORD_FIRST_WINS: text_printf(text, ", %s wins", play->game->first); break;
    case RECORD_SECOND_WINS: text_printf(text, ", %s wins", play->game->second); break;
    case RECORD_DRAW: text_add(text, ", draw"); break;
    case RECORD_UNKNOWN: break;
    }
}

/* ---- Moves ---- */

static char *write_position(const GameOps *game, const GamePosition *pos)
{
    Text text = TEXT_EMPTY;
    game->get(pos, &text);
    return text.data;
}

static char *write_move(const Play *play, GameMove move, MoveStyle style)
{
    Text text = TEXT_EMPTY;
    play->game->write_move(play->last, move, style, &text);
    return text.data ? text.data : xstrdup("");
}

/* Behind the last move. */
static void add_step(Play *play, GameMove move, int64_t ms, const PlayStep *scored)
{
    if (play->count == play->room) {
        play->room = play->room ? 2 * play->room : 64;
        play->steps = xrealloc(play->steps, (size_t)play->room * sizeof *play->steps);
    }
    PlayStep *step = &play->steps[play->count++];
    *step = (PlayStep){
        .move = move,
        .name = write_move(play, move, play_style(play)),
        .people = write_move(play, move, MOVE_PEOPLE),
        .western = write_move(play, move, MOVE_WESTERN),
        .ms = ms,
    };
    if (scored) {
        step->scored = scored->scored;
        step->score = scored->score;
        step->depth = scored->depth;
    }
    play->game->make(play->last, move);
    step->position = write_position(play->game, play->last);
}

static void set_last(Play *play, int count)
{
    cut(play, count);
    play->game->copy(play->last, play->start);
    for (int i = 0; i < count; i++)
        play->game->make(play->last, play->steps[i].move);
}

static void show_last(Play *play)
{
    play->game->copy(play->shown, play->last);
    play->ply = play->count;
}

void play_begin(Play *play, const GamePosition *start)
{
    if (start != play->start)
        play->game->copy(play->start, start);
    set_last(play, 0);
    show_last(play);
    look_for_end(play);
    play_set_clock(play, NULL);
}

void play_add(Play *play, GameMove move, int64_t ms) { add_step(play, move, ms, NULL); }

void play_ready(Play *play)
{
    show_last(play);
    look_for_end(play);
}

bool play_move(Play *play, GameMove move, const PlayStep *scored)
{
    int64_t now = clock_now_ns();
    Side side = play->game->side_to_move(play->shown);
    bool follows = play_at_end(play) && !play->over;
    if (follows && play_check_flag(play))
        return false;
    int64_t spent = now - play->turn_ns;
    if (!follows)
        set_last(play, play->ply);
    else if (play->has_clock)
        game_clock_spend(&play->clocks[side], spent, grace_ns(play, side));
    add_step(play, move, follows ? spent / MS : -1, scored);
    show_last(play);
    look_for_end(play);
    play->turn_ns = clock_now_ns();
    return true;
}

void play_take_back(Play *play, int plies)
{
    set_last(play, plies < play->count ? play->count - plies : 0);
    show_last(play);
    look_for_end(play);
    play->turn_ns = clock_now_ns();
}

void play_goto(Play *play, int ply)
{
    play->game->copy(play->shown, play->start);
    for (int i = 0; i < ply; i++)
        play->game->make(play->shown, play->steps[i].move);
    play->ply = ply;
}

/* ---- Records ---- */

static void name_players(const Play *play, Record *record)
{
    const char *first = play->game == &chess_ops ? "White" : "Black";
    const char *second = play->game == &chess_ops ? "Black" : "White";
    record_set_tag(record, first, span_of(play->by_engine[FIRST] ? "Tenuki" : "Player"));
    record_set_tag(record, second, span_of(play->by_engine[SECOND] ? "Tenuki" : "Player"));
}

void play_to_record(const Play *play, Record *record)
{
    char date[32];
    time_t now = time(NULL);
    struct tm local;
    record_init(record, play->game == &chess_ops ? RECORD_CHESS : RECORD_SHOGI);
    char *start = write_position(play->game, play->start);
    Text usual = TEXT_EMPTY;
    GamePosition *pos = play->game->create();
    play->game->get(pos, &usual);
    play->game->destroy(pos);
    if (span_is(span_of(start), text_cstr(&usual)))
        free(start);
    else
        record->start = start;
    text_free(&usual);
    record_set_tag(record, "Event", span_of("Tenuki"));
    bool chess = play->game == &chess_ops;
    if (localtime_r(&now, &local)
        && strftime(date, sizeof date, chess ? "%Y.%m.%d" : "%Y/%m/%d", &local) > 0)
        record_set_tag(record, chess ? "Date" : "EndTime", span_of(date));
    name_players(play, record);
    for (int i = 0; i < play->count; i++)
        if (!record_add_move(record, play->steps[i].move, play->steps[i].ms, NULL))
            break;
    if (play->over) {
        record->result = play->result;
        record->end = play->end;
    }
}

void play_from_record(Play *play, const Record *record)
{
    Diag diag;
    diag_clear(&diag);
    GamePosition *start = play->game->create();
    if (record->start && !play->game->set(start, span_of(record->start), &diag))
        BUG("a record's start: %s", diag.error);
    play_begin(play, start);
    play->game->destroy(start);
    for (size_t i = 0; i < record->move_count; i++)
        play_add(play, record->moves[i].move, record->moves[i].time_ms);
    play_ready(play);
    if (!play->over && record->result != RECORD_UNKNOWN)
        play_finish(play, record->result, record->end, played_end_name(record->end));
}
