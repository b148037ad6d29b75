/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_ENGINE_H
#define TENUKI_ENGINE_ENGINE_H

/* One engine: a game, its parameters, its table, its threads and its position. It never prints: it
 * calls its listener. Two engines in one process do not know of each other.
 *
 * All functions are for one controlling thread; the listener is called from the searching one. */

#include "engine/timeman.h"
#include "param/params.h"

enum { ENGINE_LINES_MAX = 500, ENGINE_HASH_DEFAULT = 16 };

typedef struct {
    SearchLine line;
    uint64_t nodes;
    int64_t time_ms;
    int64_t nps;
    int permille_full;
} EngineLine;

typedef struct {
    GameMove best, ponder;      /* 0 for none; best is 0 when there is no legal move */
    bool declares;              /* shogi: declares instead of moving */
    bool claims_draw;           /* and by the 24-point rule that is a draw, not a win */
    int score, depth, seldepth; /* of the last exact line */
    uint64_t nodes;
    int64_t time_ms;
} EngineAnswer;

/* Of the main thread alone: the others go on counting. */
typedef struct {
    const Stats *stats; /* for this call */
    uint64_t nodes;
    int64_t time_ms;
    bool last; /* the search is over */
} EngineCounts;

/* `pos` is the position that was searched, for writing moves; it belongs to the engine, and whoever
 * plays moves on it takes them back. Lines are legal move by move and end where the game does. An
 * exact line that begins with the best move comes before every answer. */
typedef struct {
    void *context;
    void (*on_line)(void *context, GamePosition *pos, const EngineLine *line);
    void (*on_answer)(void *context, GamePosition *pos, const EngineAnswer *answer);
    void (*on_message)(void *context, const char *message);
    /* The answers to mate_only and perft; may be NULL for who never asks. Leaves come root move by
     * root move, and at the end, with move 0, all of them together. */
    void (*on_mate)(void *context, GamePosition *pos, const MateResult *result);
    void (*on_leaves)(void *context, GamePosition *pos, GameMove move, uint64_t leaves);
    /* Every decision of the pruning, from every searching thread; NULL costs nothing. */
    void (*on_decision)(void *context, const DecisionReport *report);
    /* Around every node of the main thread; both or neither. */
    void (*on_enter)(void *context, const NodeEntry *entry);
    void (*on_leave)(void *context, const NodeExit *exit);
    /* What the main thread has counted, every few thousand nodes and once more when it is done;
     * NULL for who does not look on. */
    void (*on_counts)(void *context, const EngineCounts *counts);
} EngineListener;

typedef struct {
    TimeSaid time;
    int depth;             /* 0 for no limit */
    uint64_t nodes;        /* 0 for no limit */
    int64_t clock_nodes;   /* so many nodes are a millisecond of `time`; 0: real ones are */
    bool infinite;         /* no answer before engine_stop */
    bool ponder;           /* no answer before engine_stop or engine_ponderhit */
    int mate;              /* look for a mate in so many moves first; 0 for no such wish */
    bool mate_only;        /* answer by on_mate; of the limits only time and nodes count */
    int perft;             /* count the leaves at this depth instead of searching; 0 for no */
    bool analyse;          /* search even where the rules leave nothing to decide */
    const GameMove *moves; /* the only ones to consider, copied; NULL for all */
    int move_count;
} EngineGo;

typedef struct Engine Engine;

Engine *engine_new(const GameOps *game, const EngineListener *listener);
void engine_free(Engine *engine); /* stops first */

const GameOps *engine_game(const Engine *engine);
/* For setting parameters while no search is running; a search works on a copy. */
ParamSet *engine_params(Engine *engine);
/* Refused, with the reason, while searching or when the memory cannot be had; then nothing changes.
 */
bool engine_set_hash(Engine *engine, size_t mib, Diag *diag);
bool engine_set_threads(Engine *engine, int threads, Diag *diag);
/* Another net of this game, of which the engine keeps a share, while no search is running; NULL is
 * the built-in one. What the table and the histories hold came from another evaluation and is
 * forgotten. */
void engine_set_net(Engine *engine, const Net *net);
/* The same from a file; on error nothing changes. */
bool engine_load_net(Engine *engine, const char *path, Diag *diag);
/* What evaluates now; NULL is the hand-written evaluation. */
const Net *engine_net(Engine *engine);
void engine_set_lines(Engine *engine, int lines);
void engine_set_time_options(Engine *engine, const TimeOptions *options);
void engine_set_rules(Engine *engine, const GameRules *rules);
void engine_clear_hash(Engine *engine);
/* Forgets all that was learned; the position stays. */
void engine_new_game(Engine *engine);

/* For looking at and for setting up while no search is running. */
GamePosition *engine_position(Engine *engine);

/* Starts to search; every start is answered once. Must not be called while searching. */
void engine_go(Engine *engine, const EngineGo *go);
/* Never lost, however soon after engine_go. */
void engine_stop(Engine *engine);
/* The opponent has played the expected move: our clock runs now. `said` is what the clocks show, or
 * NULL when `go` has told. Nothing happens unless the engine ponders. */
void engine_ponderhit(Engine *engine, const TimeSaid *said);
bool engine_is_searching(const Engine *engine); /* false from just before the answer on */
bool engine_is_stopping(const Engine *engine);  /* searching, and told to stop */
bool engine_is_counting(const Engine *engine);  /* a perft is under way */
void engine_wait(Engine *engine);               /* until the answer has been given */
/* The same, but false when it has not been given after so many milliseconds. */
bool engine_wait_for(Engine *engine, int ms);

/* The main thread's worker as the last search left it; NULL while one is running. */
const SearchWorker *engine_worker(const Engine *engine);

/* Of the last search, all threads together. */
void engine_stats(const Engine *engine, Stats *stats);

/* What the main thread has learned about margins in this game; NULL when nothing scales them. Not
 * while searching. */
const Margins *engine_margins(const Engine *engine);
/* All threads: back to the margins as they are set, or to a snapshot of the main thread, from 0.
 * False when there is no such snapshot. */
void engine_reset_margins(Engine *engine);
bool engine_restore_margins(Engine *engine, int snapshot);

#endif
