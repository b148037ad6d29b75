/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_TAB_H
#define TENUKI_WEB_TAB_H

/* One tab of the browser: its own engine, its own game.
 *
 * Who asks holds the session's mutex. The searching thread never takes it, so whoever holds it may
 * wait for a search to end. What that thread leaves behind (lines, counts, its answer) has a mutex
 * of its own, and so have the events; they are taken in this order: table of sessions, session,
 * live, events. */

#include "engine/levels.h"
#include "web/events.h"
#include "web/play.h"

enum {
    TABS_MAX = 8,
    TAB_ID = 32, /* hexadecimal digits */
    TAB_HASH_MAX = 256,
    TAB_LINES_MAX = 10,
    TAB_IDLE_S = 30 * 60,
};

typedef enum { THINK_IDLE, THINK_MOVE, THINK_HINT, THINK_ANALYSE, THINK_TREE } Thinking;

/* What one search has counted. */
typedef struct {
    int depth;
    uint64_t nodes;
    int64_t ms;
} RunMark;

typedef struct {
    bool valid;
    Text label; /* the parameters that are not at their default */
    uint64_t nodes;
    int64_t ms;
    int depth;
    StatCell cells[TECH_COUNT];
    RunMark marks[MAX_PLY]; /* when each depth was done */
    int mark_count;
} Run;

/* The search under way; changes only while none is. */
typedef struct {
    Thinking kind;
    uint64_t serial;
    int ply; /* of the position in the game */
    Side side;
    MoveStyle style;
    const Level *level; /* NULL: the best move is played */
    uint64_t seed;
} Search;

/* What the searching thread leaves behind. */
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* an answer, or somebody wants the conductor */
    Run run, before;
    Text lines[TAB_LINES_MAX]; /* each a JSON object */
    int line_count;
    LevelLines choices;
    bool scored;
    int score, depth; /* as the side to move sees it */
    int64_t told_ns;  /* when counts were published last */
    bool answered, poked, ends;
    uint64_t answer_serial;
    EngineAnswer answer;
    GameMove played; /* what the level makes of the answer */
} Live;

typedef struct TreeShelf TreeShelf;

typedef struct {
    char id[TAB_ID + 1];
    int refs;        /* by the mutex of the table */
    int64_t used_ns; /* the same */

    pthread_mutex_t mutex;
    EventHub hub;
    Play play;
    Engine *engine;
    ParamSet params[PARAM_GAMES]; /* the engine has a copy of its game's */
    int threads, hash_mib, lines;
    Thinking thinking;
    bool analysing;
    int limit_depth;      /* of an analysis; 0 for none */
    uint64_t limit_nodes; /* the same */
    Search search;

    /* Work that a request does by itself, without holding the mutex. */
    bool job, closing;
    atomic_bool job_stop;
    Engine *job_engine; /* NULL when it has none */
    pthread_cond_t job_over;
    TreeShelf *trees;

    Live live;
    pthread_t conductor;
} Tab;

typedef struct Tabs Tabs;

Tabs *tabs_new(void);
void tabs_free(Tabs *tabs); /* closes all; nobody uses them any more */
int tabs_count(Tabs *tabs);
/* Closes those that nobody has used for long. */
void tabs_sweep(Tabs *tabs);

/* Both make the session the caller's until tab_release; its mutex is not taken. NULL when there
 * is none of that name; when there are too many and all in use. */
Tab *tabs_find(Tabs *tabs, const char *id);
Tab *tabs_open(Tabs *tabs, const GameOps *game, Diag *diag);
void tab_release(Tabs *tabs, Tab *tab);
/* All listeners come to their end, so that the server can stop. */
void tabs_hang_up(Tabs *tabs);

/* With the mutex held from here on. */
static inline const ParamSet *tab_params(const Tab *tab)
{
    return &tab->params[tab->play.game == &chess_ops ? PARAM_CHESS : PARAM_SHOGI];
}
/* Another game, from its start position, if it is another; nothing may be running. */
void tab_choose_game(Tab *tab, const GameOps *game);
/* Events. */
void tab_tell_state(Tab *tab);
void tab_tell(Tab *tab, const char *message);

#endif
