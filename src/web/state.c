/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/state.h"

#include "web/out.h"

#include <ctype.h>
#include <string.h>

static const char *const side_names[2] = {"first", "second"};

/* ---- Parts ---- */

static void write_steps(const Play *play, Text *text)
{
    enum { SCORE_MOST = 10000 }; /* of a mate, for graphs */
    out_begin(text, "moves", '[');
    for (int i = 0; i < play->count; i++) {
        const PlayStep *step = &play->steps[i];
        out_begin(text, NULL, '{');
        out_text(text, "move", step->name);
        out_text(text, "people", step->people);
        out_text(text, "western", step->western);
        out_text(text, "fen", step->position);
        if (step->ms >= 0)
            out_int(text, "ms", step->ms);
        else
            out_null(text, "ms");
        if (step->scored) {
            bool mate = value_is_mate(step->score);
            out_int(text, "score",
                    mate ? (step->score > 0 ? SCORE_MOST : -SCORE_MOST) : step->score);
            out_int(text, "depth", step->depth);
        } else {
            out_null(text, "score");
            out_null(text, "depth");
        }
        out_end(text, '}');
    }
    out_end(text, ']');
}

/* Where the king of the side to move stands, out of the text of the position: e1, 5i. */
static bool find_king(const Play *play, char square[3])
{
    Text text = TEXT_EMPTY;
    bool chess = play->game == &chess_ops, found = false;
    int size = chess ? 8 : 9, row = 0, column = 0;
    char king = play->game->side_to_move(play->shown) == FIRST ? 'K' : 'k';
    play->game->get(play->shown, &text);
    for (const char *at = text_cstr(&text); *at && *at != ' ' && !found; at++) {
        if (*at == '/') {
            row++, column = 0;
        } else if (isdigit((unsigned char)*at)) {
            column += *at - '0';
        } else if (*at == king) {
            square[0] = chess ? (char)('a' + column) : (char)('0' + size - column);
            square[1] = chess ? (char)('0' + size - row) : (char)('a' + row);
            square[2] = '\0';
            found = true;
        } else if (*at != '+') {
            column++;
        }
    }
    text_free(&text);
    return found;
}

static void write_shown(const Play *play, Text *text)
{
    const GameOps *game = play->game;
    Text words = TEXT_EMPTY;
    char king[3];
    game->get(play->shown, &words);
    out_text(text, "position", text_cstr(&words));
    out_text(text, "turn", side_names[game->side_to_move(play->shown)]);
    bool check = game->in_check(play->shown) && find_king(play, king);
    out_text(text, "check", check ? king : NULL);
    out_text(text, "last", play->ply > 0 ? play->steps[play->ply - 1].name : NULL);
    out_begin(text, "legal", '[');
    GameMove list[GAME_LIST_SIZE];
    bool closed = play->over && play_at_end(play);
    int count = closed ? 0 : game->legal_moves(play->shown, list);
    for (int i = 0; i < count; i++) {
        text_clear(&words);
        game->write_move(play->shown, list[i], play_style(play), &words);
        out_text(text, NULL, text_cstr(&words));
    }
    out_end(text, ']');
    text_free(&words);
}

static void write_end(const Play *play, Text *text)
{
    if (!play->over) {
        out_null(text, "end");
        return;
    }
    Text words = TEXT_EMPTY;
    play_write_end(play, &words);
    out_begin(text, "end", '{');
    out_text(text, "result", played_result_text(play->result));
    out_text(text, "reason", play->reason);
    out_text(text, "people", text_cstr(&words));
    out_end(text, '}');
    text_free(&words);
}

static void write_level(const PlayLevel *level, Text *text)
{
    static const char *const names[] = {[LEVEL_NUMBER] = "level",
                                        [LEVEL_NODES] = "nodes",
                                        [LEVEL_MS] = "ms",
                                        [LEVEL_FULL] = "full"};
    out_begin(text, "level", '{');
    if (level->kind == LEVEL_FULL)
        out_bool(text, names[level->kind], true);
    else
        out_int(text, names[level->kind], level->value);
    out_end(text, '}');
}

static void write_clock(const Play *play, Text *text)
{
    bool byoyomi[2];
    if (!play->has_clock) {
        out_null(text, "clock");
        return;
    }
    out_begin(text, "clock", '{');
    out_int(text, "first_ms", play_clock_ms(play, FIRST, &byoyomi[FIRST]));
    out_int(text, "second_ms", play_clock_ms(play, SECOND, &byoyomi[SECOND]));
    out_text(text, "running", play_clock_runs(play) ? side_names[play_turn(play)] : NULL);
    out_int(text, "byoyomi_ms", play->limits[FIRST].byoyomi_ms);
    out_int(text, "inc_ms", play->limits[FIRST].increment_ms);
    out_begin(text, "in_byoyomi", '{');
    for (int side = 0; side < 2; side++)
        out_bool(text, side_names[side], byoyomi[side]);
    out_end(text, '}');
    out_end(text, '}');
}

void state_write_params(const ParamSet *set, const char *key, Text *text)
{
    Text value = TEXT_EMPTY;
    out_begin(text, key, '[');
    for (int i = 0; i < PARAM_ROWS; i++) {
        const ParamRow *row = &param_rows[i];
        int is = params_get(&set->values, row), usual = row->defaults[set->game];
        if (is == usual)
            continue;
        out_begin(text, NULL, '{');
        out_text(text, "name", row->name);
        text_clear(&value);
        param_write_value(row, is, &value);
        out_text(text, "value", text_cstr(&value));
        text_clear(&value);
        param_write_value(row, usual, &value);
        out_text(text, "default", text_cstr(&value));
        out_end(text, '}');
    }
    out_end(text, ']');
    text_free(&value);
}

static bool can_declare(const Play *play)
{
    return play_at_end(play) && !play->over
        && (play->game->may_declare(play->last, &play->rules)
            || play->game->may_claim_draw(play->last, &play->rules));
}

/* ---- All ---- */

void state_write(const Tab *tab, Text *text)
{
    static const char *const thinking[] = {
        [THINK_IDLE] = "idle",       [THINK_MOVE] = "move", [THINK_HINT] = "hint",
        [THINK_ANALYSE] = "analyse", [THINK_TREE] = "tree",
    };
    const Play *play = &tab->play;
    Text start = TEXT_EMPTY;
    play->game->get(play->start, &start);
    out_begin(text, NULL, '{');
    out_text(text, "session", tab->id);
    out_text(text, "game", play->game->name);
    out_text(text, "variant", play->chess960 ? "chess960" : "standard");
    out_text(text, "start", text_cstr(&start));
    text_free(&start);
    out_int(text, "ply", play->ply);
    write_steps(play, text);
    write_shown(play, text);
    write_end(play, text);
    out_begin(text, "players", '{');
    for (int side = 0; side < 2; side++)
        out_text(text, side_names[side], play->by_engine[side] ? "engine" : "human");
    out_end(text, '}');
    write_level(&play->level, text);
    write_clock(play, text);
    out_text(text, "thinking", thinking[tab->thinking]);
    out_bool(text, "analysing", tab->analysing);
    out_bool(text, "can_declare", can_declare(play));
    state_write_params(tab_params(tab), "params", text);
    out_int(text, "threads", tab->threads);
    out_int(text, "hash", tab->hash_mib);
    out_int(text, "lines", tab->lines);
    out_end(text, '}');
}
