/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/analyse_command.h"

#include "engine/decision_log.h"
#include "lab/options.h"
#include "lab/params_options.h"
#include "lab/print.h"
#include "lab/progress.h"
#include "lab/search_options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const GameOps *game;
    Engine *engine;
    bool json, stats;
    int64_t lines;
    ProgressWatch *watch;
    /* The last exact line, which begins with the best move. */
    GameMove pv[MATE_LINE_MAX];
    int pv_length;
    DecisionLog log;
    int depth_limit; /* 0 for none, as of nodes */
    uint64_t node_limit;
} Analysis;

/* ---- Lines ---- */

static void add_moves(const GameOps *game, GamePosition *pos, const GameMove *moves, int length,
                      bool json, Text *text)
{
    Text name = TEXT_EMPTY;
    for (int i = 0; i < length; i++) {
        text_clear(&name);
        game->write_move(pos, moves[i], json ? MOVE_PROTOCOL : MOVE_PEOPLE, &name);
        if (json)
            text_printf(text, "%s\"%s\"", i ? ", " : "", text_cstr(&name));
        else
            text_printf(text, " %s", text_cstr(&name));
        game->make(pos, moves[i]);
    }
    for (int i = 0; i < length; i++)
        game->unmake(pos);
    text_free(&name);
}

/* Lines of a search are cut to what a terminal can show. */
static void print(const Analysis *analysis, const Text *text)
{
    Text shown = TEXT_EMPTY;
    Span rest = {text_cstr(text), text->length}, line;
    bool cut = !analysis->json && terminal_can_draw(STDOUT_FILENO);
    while (cut && span_next_line(&rest, &line)) {
        terminal_cut(line, terminal_columns(STDOUT_FILENO), &shown);
        text_add_char(&shown, '\n');
    }
    progress_watch_hide(analysis->watch);
    print_report(cut ? &shown : text);
    progress_watch_go_on(analysis->watch);
    text_free(&shown);
}

/* ---- The listener ---- */

static void add_line_json(const Analysis *analysis, GamePosition *pos, const EngineLine *line,
                          Text *text)
{
    text_printf(text, "{\"depth\": %d, \"seldepth\": %d, \"multipv\": %d, ", line->line.depth,
                line->line.seldepth, line->line.line);
    score_add_json(analysis->game, line->line.score, text);
    text_printf(text,
                ", \"nodes\": %" PRIu64 ", \"nps\": %" PRId64
                ", \"hashfull\": %d, \"time_ms\": %" PRId64 ", \"pv\": [",
                line->nodes, line->nps, line->permille_full, line->time_ms);
    add_moves(analysis->game, pos, line->line.pv, line->line.pv_length, true, text);
    text_add(text, "]}\n");
}

static void add_line_row(const Analysis *analysis, GamePosition *pos, const EngineLine *line,
                         Text *text)
{
    char depth[32];
    Text score = TEXT_EMPTY;
    snprintf(depth, sizeof depth, "%d/%d", line->line.depth, line->line.seldepth);
    score_add(analysis->game, line->line.score, &score);
    text_printf(text, "%7s %9s %12" PRIu64 " %8.2fs ", depth, text_cstr(&score), line->nodes,
                (double)line->time_ms / 1000);
    if (analysis->lines > 1)
        text_printf(text, "%3d ", line->line.line);
    add_moves(analysis->game, pos, line->line.pv, line->line.pv_length, false, text);
    text_add_char(text, '\n');
    text_free(&score);
}

static void show_line(void *context, GamePosition *pos, const EngineLine *line)
{
    Analysis *analysis = context;
    Text text = TEXT_EMPTY;
    if (line->line.bound != BOUND_EXACT)
        return;
    if (line->line.line == 1) {
        analysis->pv_length = line->line.pv_length;
        memcpy(analysis->pv, line->line.pv, (size_t)analysis->pv_length * sizeof *analysis->pv);
    }
    progress_watch_searched(analysis->watch, line->line.depth, analysis->depth_limit, line->nodes,
                            analysis->node_limit);
    if (analysis->json)
        add_line_json(analysis, pos, line, &text);
    else
        add_line_row(analysis, pos, line, &text);
    print(analysis, &text);
    text_free(&text);
}

static void add_stats(const Analysis *analysis, Text *text)
{
    Stats *stats = xmalloc(sizeof *stats);
    engine_stats(analysis->engine, stats);
    if (analysis->json) {
        text_add(text, ", \"stats\": ");
        stats_write_json(stats, text);
    } else {
        text_add_char(text, '\n');
        stats_write_table(stats, text);
    }
    free(stats);
    const Margins *margins = engine_margins(analysis->engine);
    if (!margins)
        return;
    if (analysis->json) {
        text_add(text, ", \"margins\": ");
        margins_write_json(margins, text);
    } else {
        text_add_char(text, '\n');
        margins_write_table(margins, text);
    }
}

static void add_answer_json(const Analysis *analysis, GamePosition *pos, const EngineAnswer *answer,
                            Text *text)
{
    const GameOps *game = analysis->game;
    Text name = TEXT_EMPTY;
    int64_t ms = answer->time_ms > 0 ? answer->time_ms : 1;
    text_add(text, "{\"bestmove\": ");
    if (answer->declares) {
        text_add(text, "\"win\"");
    } else if (answer->best) {
        game->write_move(pos, answer->best, MOVE_PROTOCOL, &name);
        text_add_json(text, text_cstr(&name));
        text_clear(&name);
        game->write_move(pos, answer->best, MOVE_PEOPLE, &name);
        text_printf(text, ", \"%s\": ", game == &chess_ops ? "san" : "kif");
        text_add_json(text, text_cstr(&name));
    } else {
        text_add(text, "null");
    }
    text_add(text, ", ");
    score_add_json(game, answer->score, text);
    text_printf(text,
                ", \"depth\": %d, \"seldepth\": %d, \"nodes\": %" PRIu64 ", \"nps\": %" PRId64
                ", \"time_ms\": %" PRId64 ", \"pv\": [",
                answer->depth, answer->seldepth, answer->nodes,
                (int64_t)(answer->nodes * 1000 / (uint64_t)ms), answer->time_ms);
    add_moves(game, pos, analysis->pv, analysis->pv_length, true, text);
    text_add_char(text, ']');
    if (analysis->stats)
        add_stats(analysis, text);
    text_add(text, "}\n");
    text_free(&name);
}

static void add_answer(const Analysis *analysis, GamePosition *pos, const EngineAnswer *answer,
                       Text *text)
{
    if (answer->declares) {
        text_printf(text, "\na %s may be declared\n", answer->claims_draw ? "draw" : "win");
    } else if (answer->best) {
        text_add(text, "\n" MARK_HEADING "best move ");
        analysis->game->write_move(pos, answer->best, MOVE_PROTOCOL, text);
        add_moves(analysis->game, pos, &answer->best, 1, false, text);
        text_add(text, MARK_END "\n");
    } else {
        text_add(text, "\nno legal move\n");
    }
    if (analysis->stats)
        add_stats(analysis, text);
}

static void show_answer(void *context, GamePosition *pos, const EngineAnswer *answer)
{
    const Analysis *analysis = context;
    Text text = TEXT_EMPTY;
    if (analysis->json)
        add_answer_json(analysis, pos, answer, &text);
    else
        add_answer(analysis, pos, answer, &text);
    print(analysis, &text);
    text_free(&text);
}

static void show_message(void *context, const char *message)
{
    const Analysis *analysis = context;
    progress_watch_hide(analysis->watch);
    options_complain("analyse", "warning: %s", message);
    progress_watch_go_on(analysis->watch);
}

/* ---- The command ---- */

typedef struct {
    const char *position;
    const char *log, *log_filter;
    SearchOptions search;
    ParamsOptions params;
} Asked;

static void log_decision(void *context, const DecisionReport *report)
{
    const Analysis *analysis = context;
    Text line = TEXT_EMPTY;
    if (decision_log_line(&analysis->log, report, &line))
        fputs(text_cstr(&line), analysis->log.file);
    text_free(&line);
}

static int analyse(Analysis *analysis, const Asked *asked, const ParamSet *params,
                   const GamePosition *pos)
{
    enum { DEFAULT_MS = 5000 };
    Diag diag;
    diag_clear(&diag);
    const EngineListener listener = {
        .context = analysis,
        .on_line = show_line,
        .on_answer = show_answer,
        .on_message = show_message,
        .on_decision = analysis->log.file ? log_decision : NULL,
    };
    analysis->engine =
        search_options_engine(&asked->search, analysis->game, params, &listener, &diag);
    if (!analysis->engine)
        return options_complain("analyse", "error: %s", diag.error);
    engine_set_lines(analysis->engine, (int)analysis->lines);
    analysis->game->copy(engine_position(analysis->engine), pos);
    if (!analysis->json)
        print_marked(stdout,
                     MARK_HEADING "  depth     score        nodes      time  line" MARK_END "\n");
    EngineGo go = search_options_go(&asked->search, DEFAULT_MS);
    analysis->depth_limit = go.depth;
    analysis->node_limit = go.nodes;
    analysis->watch = progress_watch_time("analyse", go.time.move_time > 0 ? go.time.move_time : 0);
    engine_go(analysis->engine, &go);
    engine_wait(analysis->engine);
    progress_watch_end(analysis->watch);
    engine_free(analysis->engine);
    return EXIT_GOOD;
}

int analyse_command(int argc, char **argv)
{
    Analysis analysis = {.game = &chess_ops, .lines = 1};
    Asked asked = {.search = SEARCH_OPTIONS_DEFAULT};
    ParamSet params;
    const Option options[] = {
        {"game", "GAME", OPTION_GAME, &analysis.game, 0, 0, "chess (default) or shogi"},
        {"position", "POSITION", OPTION_TEXT, &asked.position, 0, 0,
         "startpos (default), or a FEN or SFEN; \"moves ...\" may follow"},
        SEARCH_OPTION_ROWS(&asked.search, "5000"),
        {"multipv", "K", OPTION_NUMBER, &analysis.lines, 1, ENGINE_LINES_MAX, "The best K moves"},
        {"stats", NULL, OPTION_FLAG, &analysis.stats, 0, 0, "What the search counted"},
        LOG_OPTION_ROWS(&asked.log, &asked.log_filter),
        {"json", NULL, OPTION_FLAG, &analysis.json, 0, 0,
         "One JSON object a line, the answer last"},
        PARAMS_OPTION_ROWS(&asked.params),
    };
    options_parse("Searches a position and shows what it finds.", options, COUNT_OF(options), argc,
                  argv);
    if (!params_options_resolve("analyse", &asked.params, analysis.game, &params))
        return EXIT_BAD_INPUT;
    GamePosition *pos = options_position("analyse", analysis.game, asked.position);
    if (!pos)
        return EXIT_BAD_INPUT;
    int status = EXIT_BAD_INPUT;
    Diag diag;
    diag_clear(&diag);
    if (analysis.game->is_mate_only(pos))
        options_complain("analyse", "error: a king is missing: `tenuki mate` solves it");
    else if (!decision_log_open(&analysis.log, asked.log, asked.log_filter, &diag))
        options_complain("analyse", "error: %s", diag.error);
    else
        status = analyse(&analysis, &asked, &params, pos);
    if (!decision_log_close(&analysis.log, &diag))
        status = options_complain("analyse", "error: %s", diag.error);
    analysis.game->destroy(pos);
    return status;
}
