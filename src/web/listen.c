/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "web/listen.h"

#include "base/clock.h"
#include "engine/wdl.h"
#include "web/out.h"

#include <stdlib.h>
#include <string.h>

enum {
    TELL_MS = 250,          /* between two events with counts */
    BOUNDS_AFTER_MS = 1000, /* a search that fails high and low at first is no news */
};

/* ---- Lines ---- */

void listen_write_score(const GameOps *game, int score, const char *key, Text *text)
{
    out_begin(text, key, '{');
    if (value_is_mate(score)) {
        int plies = score > 0 ? VALUE_MATE - score : -VALUE_MATE - score;
        int moves = plies > 0 ? (plies + 1) / 2 : plies / 2;
        out_int(text, "mate", game == &chess_ops ? moves : plies);
    } else {
        out_int(text, "cp", score);
    }
    out_end(text, '}');
}

/* "12. Nf3 Nc6 13. Bb5", from Black's turn "12... Nc6 13. Bb5"; shogi has no numbers. */
static void add_for_people(const GameOps *game, GamePosition *pos, GameMove move, MoveStyle style,
                           bool first, Text *text)
{
    if (text->length)
        text_add_char(text, ' ');
    if (game == &chess_ops) {
        bool white = game->side_to_move(pos) == FIRST;
        int number = game->game_ply(pos) / 2 + 1;
        if (white)
            text_printf(text, "%d. ", number);
        else if (first)
            text_printf(text, "%d... ", number);
    }
    game->write_move(pos, move, style, text);
}

static void write_pv(const Tab *tab, GamePosition *pos, const SearchLine *line, Text *text)
{
    const GameOps *game = tab->play.game;
    Text name = TEXT_EMPTY, people = TEXT_EMPTY, western = TEXT_EMPTY;
    out_begin(text, "pv", '[');
    for (int i = 0; i < line->pv_length; i++) {
        text_clear(&name);
        game->write_move(pos, line->pv[i], tab->search.style, &name);
        out_text(text, NULL, text_cstr(&name));
        add_for_people(game, pos, line->pv[i], MOVE_PEOPLE, i == 0, &people);
        add_for_people(game, pos, line->pv[i], MOVE_WESTERN, i == 0, &western);
        game->make(pos, line->pv[i]);
    }
    for (int i = 0; i < line->pv_length; i++)
        game->unmake(pos);
    out_end(text, ']');
    out_text(text, "people", text_cstr(&people));
    out_text(text, "western", text_cstr(&western));
    text_free(&name);
    text_free(&people);
    text_free(&western);
}

static void write_line(const Tab *tab, GamePosition *pos, const SearchLine *line, Text *text)
{
    static const char *const bounds[] = {
        [BOUND_EXACT] = "exact", [BOUND_LOWER] = "lower", [BOUND_UPPER] = "upper"};
    Wdl wdl = wdl_of(tab->play.game, pos, line->score);
    text_clear(text);
    out_begin(text, NULL, '{');
    out_int(text, "line", line->line);
    out_int(text, "depth", line->depth);
    listen_write_score(tab->play.game, line->score, "score", text);
    out_text(text, "bound", bounds[line->bound]);
    out_begin(text, "wdl", '[');
    out_int(text, NULL, wdl.win);
    out_int(text, NULL, wdl.draw);
    out_int(text, NULL, wdl.loss);
    out_end(text, ']');
    write_pv(tab, pos, line, text);
    out_end(text, '}');
}

static void tell_lines(Tab *tab, const EngineLine *line)
{
    const Live *live = &tab->live;
    Text text = TEXT_EMPTY;
    out_begin(&text, NULL, '{');
    out_int(&text, "ply", tab->search.ply);
    out_int(&text, "depth", line->line.depth);
    out_int(&text, "seldepth", line->line.seldepth);
    out_int(&text, "nodes", (int64_t)line->nodes);
    out_int(&text, "nps", line->nps);
    out_int(&text, "ms", line->time_ms);
    out_int(&text, "hashfull", line->permille_full);
    out_begin(&text, "lines", '[');
    for (int i = 0; i < live->line_count; i++)
        out_raw(&text, NULL, text_cstr(&live->lines[i]));
    out_end(&text, ']');
    out_end(&text, '}');
    events_publish(&tab->hub, EVENT_LINES, text_cstr(&text));
    text_free(&text);
}

static void hear_line(void *context, GamePosition *pos, const EngineLine *line)
{
    Tab *tab = context;
    Live *live = &tab->live;
    int number = line->line.line;
    bool exact = line->line.bound == BOUND_EXACT;
    if (number > TAB_LINES_MAX || (!exact && line->time_ms < BOUNDS_AFTER_MS))
        return;
    pthread_mutex_lock(&live->mutex);
    level_hear(&live->choices, line);
    if (number <= live->line_count + 1) {
        write_line(tab, pos, &line->line, &live->lines[number - 1]);
        if (number > live->line_count)
            live->line_count = number;
    }
    if (number == 1 && exact) {
        live->scored = true;
        live->score = line->line.score;
        live->depth = live->run.depth = line->line.depth;
        if (live->run.mark_count < MAX_PLY
            && (live->run.mark_count == 0
                || live->run.marks[live->run.mark_count - 1].depth < line->line.depth))
            live->run.marks[live->run.mark_count++] =
                (RunMark){line->line.depth, line->nodes, line->time_ms};
    }
    if (tab->search.kind != THINK_HINT)
        tell_lines(tab, line);
    pthread_mutex_unlock(&live->mutex);
}

/* ---- Counts ---- */

static void write_run(const Run *run, Text *text)
{
    out_int(text, "nodes", (int64_t)run->nodes);
    out_int(text, "ms", run->ms);
    out_int(text, "depth", run->depth);
    out_text(text, "label", run->label.length ? text_cstr(&run->label) : "default");
    out_begin(text, "depths", '[');
    for (int i = 0; i < run->mark_count; i++) {
        out_begin(text, NULL, '{');
        out_int(text, "depth", run->marks[i].depth);
        out_int(text, "nodes", (int64_t)run->marks[i].nodes);
        out_int(text, "ms", run->marks[i].ms);
        out_end(text, '}');
    }
    out_end(text, ']');
    out_begin(text, "techniques", '[');
    for (int t = 0; t < TECH_COUNT; t++) {
        const StatCell *cell = &run->cells[t];
        out_begin(text, NULL, '{');
        out_text(text, "name", param_technique_name((Technique)t));
        out_int(text, "tries", (int64_t)cell->tries);
        out_int(text, "cuts", (int64_t)cell->cuts);
        out_real(text, "share", run->nodes ? (double)cell->cuts / (double)run->nodes : 0, 5);
        out_end(text, '}');
    }
    out_end(text, ']');
}

static void tell_counts(Tab *tab)
{
    const Live *live = &tab->live;
    Text text = TEXT_EMPTY;
    out_begin(&text, NULL, '{');
    out_int(&text, "ply", tab->search.ply);
    write_run(&live->run, &text);
    if (live->before.valid) {
        out_begin(&text, "before", '{');
        write_run(&live->before, &text);
        out_end(&text, '}');
    } else {
        out_null(&text, "before");
    }
    out_end(&text, '}');
    events_publish(&tab->hub, EVENT_STATS, text_cstr(&text));
    text_free(&text);
}

static void hear_counts(void *context, const EngineCounts *counts)
{
    Tab *tab = context;
    Live *live = &tab->live;
    int64_t now = clock_now_ns();
    /* Only this thread writes it while a search runs. */
    if (!counts->last && now - live->told_ns < TELL_MS * INT64_C(1000000))
        return;
    pthread_mutex_lock(&live->mutex);
    live->told_ns = now;
    live->run.nodes = counts->nodes;
    live->run.ms = counts->time_ms;
    for (int t = 0; t < TECH_COUNT; t++)
        live->run.cells[t] = stats_total(counts->stats, (Technique)t);
    tell_counts(tab);
    pthread_mutex_unlock(&live->mutex);
}

/* ---- The answer ---- */

static void tell_answer(Tab *tab, GamePosition *pos, const EngineAnswer *answer, GameMove move)
{
    Text text = TEXT_EMPTY, name = TEXT_EMPTY;
    if (answer->declares)
        text_add(&name, "declare");
    else if (move)
        tab->play.game->write_move(pos, move, tab->search.style, &name);
    out_begin(&text, NULL, '{');
    out_text(&text, "move", name.length ? text_cstr(&name) : NULL);
    listen_write_score(tab->play.game, answer->score, "score", &text);
    out_int(&text, "depth", answer->depth);
    out_int(&text, "nodes", (int64_t)answer->nodes);
    out_end(&text, '}');
    events_publish(&tab->hub, EVENT_ANSWER, text_cstr(&text));
    text_free(&text);
    text_free(&name);
}

static void hear_answer(void *context, GamePosition *pos, const EngineAnswer *answer)
{
    Tab *tab = context;
    Live *live = &tab->live;
    const Search *search = &tab->search;
    pthread_mutex_lock(&live->mutex);
    live->answer = *answer;
    live->answer_serial = search->serial;
    live->played = search->level ? level_choose(search->level, &live->choices, answer->best,
                                                search->seed, search->ply)
                                 : answer->best;
    live->answered = search->kind != THINK_HINT;
    tell_answer(tab, pos, answer, live->played);
    pthread_cond_broadcast(&live->changed);
    pthread_mutex_unlock(&live->mutex);
}

static void hear_message(void *context, const char *message) { tab_tell(context, message); }

EngineListener listen_to(Tab *tab)
{
    return (EngineListener){
        .context = tab,
        .on_line = hear_line,
        .on_answer = hear_answer,
        .on_message = hear_message,
        .on_counts = hear_counts,
    };
}
