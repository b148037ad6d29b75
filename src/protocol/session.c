/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/session.h"

#include "param/plugin.h"
#include "protocol/info.h"
#include "protocol/setoption.h"
#include "protocol/variant.h"

#include <stdlib.h>
#include <string.h>

static void log_decision(void *context, const DecisionReport *report)
{
    const Session *session = context;
    Text line = TEXT_EMPTY;
    if (decision_log_line(session->log, report, &line))
        fputs(text_cstr(&line), session->log->file);
    text_free(&line);
}

static EngineListener listener_of(Session *session)
{
    return (EngineListener){
        .context = session,
        .on_line = info_line,
        .on_answer = info_answer,
        .on_message = info_message,
        .on_mate = info_mate,
        .on_leaves = info_leaves,
        .on_decision = session->log->file ? log_decision : NULL,
    };
}

static int game_index(const GameOps *game)
{
    return game == &chess_ops ? PARAM_CHESS : PARAM_SHOGI;
}

static void start_engine(Session *session, const GameOps *game)
{
    const EngineListener listener = listener_of(session);
    Settings *settings = &session->settings;
    Diag diag;
    diag_clear(&diag);
    session->engine = engine_new(game, &listener);
    *engine_params(session->engine) = session->params[game_index(game)];
    if (settings->hash != ENGINE_HASH_DEFAULT
        && !engine_set_hash(session->engine, (size_t)settings->hash, &diag))
        settings->hash = ENGINE_HASH_DEFAULT;
    if (!engine_set_threads(session->engine, (int)settings->threads, &diag))
        settings->threads = 1;
    char **file = &session->net_files[game_index(game)];
    if (*file && !engine_load_net(session->engine, *file, &diag)) {
        free(*file);
        *file = NULL;
    }
    if (diag.error[0])
        output_error(&session->out, "%s: the default is used", diag.error);
    session->position_refused = false;
    session_tell_engine(session);
}

void session_init(Session *session, SessionStart *start)
{
    memset(session, 0, sizeof *session);
    output_init(&session->out);
    session->dialect = &uci_dialect;
    session->settings = setoption_defaults(session->dialect);
    for (int i = 0; i < PARAM_GAMES; i++)
        session->params[i] = start->params[i];
    session->allow_plugins = start->allow_plugins;
    session->log = &start->log;
    start_engine(session, &chess_ops);
}

void session_end(Session *session)
{
    engine_free(session->engine);
    for (int i = 0; i < PARAM_GAMES; i++)
        free(session->net_files[i]);
}

bool session_choose_net(Session *session, const char *path, Diag *diag)
{
    if (!path[0])
        engine_set_net(session->engine, NULL);
    else if (!engine_load_net(session->engine, path, diag))
        return false;
    char **file = &session->net_files[game_index(session_game(session))];
    free(*file);
    *file = path[0] ? xstrdup(path) : NULL;
    return true;
}

static bool set_plugin(ParamSet *set, const char *path, Diag *diag)
{
    if (path[0])
        return plugin_set_file(set, path, diag);
    plugin_use(&set->values, NULL);
    set->plugin_file[0] = '\0';
    return true;
}

bool session_choose_plugin(Session *session, const char *path, Diag *diag)
{
    if (!session->allow_plugins)
        return diag_error(diag, "not allowed here: start with --allow-plugins, or with --plugin");
    ParamSet *playing = engine_params(session->engine);
    if (!set_plugin(playing, path, diag))
        return false;
    return set_plugin(&session->params[playing->game == PARAM_CHESS ? PARAM_SHOGI : PARAM_CHESS],
                      path, diag);
}

void session_choose_game(Session *session, const GameOps *game)
{
    const GameOps *old = session_game(session);
    session->settings.variant = session->dialect == &uci_dialect && game == &shogi_ops;
    if (old == game) {
        session_tell_engine(session);
        return;
    }
    session->params[game_index(old)] = *engine_params(session->engine);
    engine_free(session->engine);
    start_engine(session, game);
}

void session_choose_dialect(Session *session, const Dialect *dialect)
{
    session->dialect = dialect;
    if (!session->overhead_said)
        session->settings.overhead = dialect->overhead;
}

void session_tell_engine(Session *session)
{
    const Settings *settings = &session->settings;
    engine_set_lines(session->engine, (int)settings->lines);
    engine_set_time_options(session->engine, &(TimeOptions){
                                                 .overhead = settings->overhead,
                                                 .whole_seconds = settings->whole_seconds,
                                                 .ponder = settings->ponder,
                                             });
    bool shogi = session_game(session) == &shogi_ops;
    engine_set_rules(session->engine,
                     &(GameRules){
                         .declare_rule = session->dialect->declares ? (int)settings->rule : 0,
                         .max_moves = shogi ? (int)settings->max_moves : 0,
                     });
}

bool session_speaks_variant(const Session *session)
{
    return session->dialect == &uci_dialect && session_game(session) == &shogi_ops;
}

void session_write_move(const Session *session, GamePosition *pos, GameMove move, Text *text)
{
    if (session_speaks_variant(session))
        variant_write_move(session_game(session), pos, move, text);
    else
        session_game(session)->write_move(
            pos, move, session->settings.chess960 ? MOVE_960 : MOVE_PROTOCOL, text);
}

bool session_read_move(const Session *session, const GamePosition *pos, Span text, GameMove *move,
                       Diag *diag)
{
    if (session_speaks_variant(session))
        return variant_read_move(session_game(session), pos, text, move, diag);
    return session_game(session)->read_move(pos, text, move, diag);
}
