/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PROTOCOL_SESSION_H
#define TENUKI_PROTOCOL_SESSION_H

/* One conversation: which protocol and game, the engine that plays it, and what was set.
 *
 * The engine's listener runs in the searching thread. It reads the session, which therefore changes
 * only while no search is running. */

#include "engine/decision_log.h"
#include "engine/engine.h"
#include "protocol/output.h"

typedef struct Session Session;

/* What sets the protocols apart. */
typedef struct {
    const char *hello, *ok; /* "uci", "uciok" */
    const char *no_move;    /* what the best move is called when there is none */
    int overhead;           /* default in milliseconds */
    bool spaces;            /* option names may have them */
    bool declares;          /* a win can be claimed without a move */
    bool tsume;             /* `go mate` has an answer of its own */
    /* "3" for a mate in three, from the plies to it: positive when we mate. */
    void (*write_mate)(int plies, Text *text);
} Dialect;

extern const Dialect uci_dialect;
extern const Dialect usi_dialect;

/* What setoption sets, in the units of the options. */
typedef struct {
    int64_t hash, threads, lines, ponder, overhead, whole_seconds;
    int64_t chess960, variant, show_wdl, analyse, stats, rule, max_moves, preset;
} Settings;

/* What the command line has said. */
typedef struct {
    ParamSet params[PARAM_GAMES];
    bool allow_plugins; /* setoption may load them */
    DecisionLog log;
} SessionStart;

struct Session {
    Output out;
    const Dialect *dialect;
    Engine *engine;
    Settings settings;
    bool overhead_said;
    ParamSet params[PARAM_GAMES]; /* of the engines that are not there */
    char *net_files[PARAM_GAMES]; /* what EvalFile named for each game; NULL for nothing */
    bool allow_plugins;           /* may setoption load them? */
    DecisionLog *log;
    bool position_refused; /* nobody asked for the position we have */
    bool owes_answer;      /* to a refused `go infinite` or `go ponder`, when told to stop */
    bool quit;
    int (*bench)(int argc, char **argv);
};

/* The start must outlive the session: it has the log. */
void session_init(Session *session, SessionStart *start);
void session_end(Session *session);

static inline const GameOps *session_game(const Session *session)
{
    return engine_game(session->engine);
}
/* Whether a `go` waits for its answer, and nobody has said stop. */
static inline bool session_is_busy(const Session *session)
{
    return session->owes_answer
        || (engine_is_searching(session->engine) && !engine_is_stopping(session->engine));
}
/* Another engine, with the same settings, unless the game is the same. */
void session_choose_game(Session *session, const GameOps *game);
void session_choose_dialect(Session *session, const Dialect *dialect);
/* The net of the game that is played, "" for the built-in one; on error nothing changes. */
bool session_choose_net(Session *session, const char *path, Diag *diag);
/* A plug-in for both games, "" for none; on error nothing changes. */
bool session_choose_plugin(Session *session, const char *path, Diag *diag);
/* Tells the engine all settings that take no memory. */
void session_tell_engine(Session *session);
/* Shogi spoken over UCI has other names for squares and positions. */
bool session_speaks_variant(const Session *session);
void session_write_move(const Session *session, GamePosition *pos, GameMove move, Text *text);
bool session_read_move(const Session *session, const GamePosition *pos, Span text, GameMove *move,
                       Diag *diag);

#endif
