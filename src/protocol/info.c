/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/info.h"

#include "engine/wdl.h"

#include <inttypes.h>
#include <stdlib.h>

enum { BOUNDS_AFTER_MS = 3000 }; /* a search that fails high and low at first is no news */

static void write_score(const Session *session, int score, Text *text)
{
    if (value_is_mate(score)) {
        int plies = score > 0 ? VALUE_MATE - score : -VALUE_MATE - score;
        text_add(text, "mate ");
        session->dialect->write_mate(plies, text);
    } else {
        text_printf(text, "cp %d", score);
    }
}

static void write_moves(const Session *session, GamePosition *pos, const GameMove *moves,
                        int length, Text *text)
{
    const GameOps *game = session_game(session);
    for (int i = 0; i < length; i++) {
        text_add_char(text, ' ');
        session_write_move(session, pos, moves[i], text);
        game->make(pos, moves[i]);
    }
    for (int i = 0; i < length; i++)
        game->unmake(pos);
}

void info_line(void *context, GamePosition *pos, const EngineLine *line)
{
    Session *session = context;
    Text text = TEXT_EMPTY;
    if (line->line.bound != BOUND_EXACT && line->time_ms < BOUNDS_AFTER_MS)
        return;
    text_printf(&text, "info depth %d seldepth %d multipv %d score ", line->line.depth,
                line->line.seldepth, line->line.line);
    write_score(session, line->line.score, &text);
    if (line->line.bound == BOUND_LOWER)
        text_add(&text, " lowerbound");
    else if (line->line.bound == BOUND_UPPER)
        text_add(&text, " upperbound");
    if (session->settings.show_wdl) {
        Wdl wdl = wdl_of(session_game(session), pos, line->line.score);
        text_printf(&text, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
    }
    text_printf(&text, " nodes %" PRIu64 " nps %" PRId64 " hashfull %d time %" PRId64, line->nodes,
                line->nps, line->permille_full, line->time_ms);
    if (line->line.pv_length > 0) {
        text_add(&text, " pv");
        write_moves(session, pos, line->line.pv, line->line.pv_length, &text);
    }
    text_add_char(&text, '\n');
    output_text(&session->out, text_cstr(&text));
    text_free(&text);
}

static void write_stats(Session *session, Text *text)
{
    Stats *stats = xmalloc(sizeof *stats);
    Text table = TEXT_EMPTY;
    engine_stats(session->engine, stats);
    stats_write_table(stats, &table);
    Span rest = {text_cstr(&table), table.length}, line;
    while (span_next_line(&rest, &line)) {
        text_add(text, "info string ");
        text_add_span(text, line);
        text_add_char(text, '\n');
    }
    text_free(&table);
    free(stats);
}

void info_answer(void *context, GamePosition *pos, const EngineAnswer *answer)
{
    Session *session = context;
    Text text = TEXT_EMPTY;
    if (session->settings.stats)
        write_stats(session, &text);
    text_add(&text, "bestmove ");
    if (answer->declares) {
        text_add(&text, "win");
    } else if (!answer->best) {
        text_add(&text, session->dialect->no_move);
    } else {
        session_write_move(session, pos, answer->best, &text);
        if (answer->ponder) {
            session_game(session)->make(pos, answer->best);
            text_add(&text, " ponder ");
            session_write_move(session, pos, answer->ponder, &text);
            session_game(session)->unmake(pos);
        }
    }
    text_add_char(&text, '\n');
    output_text(&session->out, text_cstr(&text));
    text_free(&text);
}

void info_mate(void *context, GamePosition *pos, const MateResult *result)
{
    Session *session = context;
    Text text = TEXT_EMPTY;
    text_printf(&text, "info nodes %" PRIu64 "\ncheckmate", result->nodes);
    switch (result->status) {
    case MATE_PROVED: write_moves(session, pos, result->line, result->length, &text); break;
    case MATE_DISPROVED: text_add(&text, " nomate"); break;
    case MATE_UNKNOWN: text_add(&text, " timeout"); break;
    }
    text_add_char(&text, '\n');
    output_text(&session->out, text_cstr(&text));
    text_free(&text);
}

void info_leaves(void *context, GamePosition *pos, GameMove move, uint64_t leaves)
{
    Session *session = context;
    Text text = TEXT_EMPTY;
    if (move) {
        session_write_move(session, pos, move, &text);
        text_printf(&text, ": %" PRIu64 "\n", leaves);
    } else {
        text_printf(&text, "\nNodes searched: %" PRIu64 "\n", leaves);
    }
    output_text(&session->out, text_cstr(&text));
    text_free(&text);
}

void info_message(void *context, const char *message)
{
    Session *session = context;
    output_line(&session->out, "info string %s", message);
}

void info_no_move(Session *session)
{
    output_line(&session->out, "bestmove %s", session->dialect->no_move);
}
