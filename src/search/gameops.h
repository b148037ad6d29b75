/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_GAMEOPS_H
#define TENUKI_SEARCH_GAMEOPS_H

/* The face of this folder: what everything above the search knows of a game, as a coarse table of
 * functions. The only header here that is the same for both games. Each game fills a table
 * in gameops.c; nothing in it is called per node. */

#include "base/report.h"
#include "base/text.h"
#include "param/params.h"
#include "search/rules.h"
#include "search/value.h"
#include "stats/stats.h"
#include "tt/tt.h"

#include <stdatomic.h>

/* A ChessPosition or a ShogiPosition, with its history. */
typedef struct GamePosition GamePosition;
typedef uint16_t GameMove;

/* More than either game's largest list, with the room its generator writes past the end. */
enum { GAME_LIST_SIZE = 640 };

typedef enum {
    MOVE_PROTOCOL, /* e2e4, 7g7f */
    MOVE_960,      /* the same, but castling always e1h1 */
    MOVE_PEOPLE,   /* Nf3, ▲７六歩 */
    MOVE_WESTERN,  /* Nf3, P-7f */
} MoveStyle;

typedef struct {
    uint64_t key;
    bool in_check;
    char checkers[32];  /* squares, separated by spaces */
    int occurrences;    /* of this position in the game, now included */
    const char *end;    /* why the game is over, in words; NULL when it goes on */
    const char *result; /* "1-0", "0-1", "1/2-1/2" or "*"; the first number is the first mover's */
} GameFacts;

/* One line of a search's answer so far. */
typedef struct {
    int depth, seldepth;
    int line; /* from 1: of several principal variations */
    int score;
    Bound bound; /* BOUND_EXACT unless the window was left */
    const GameMove *pv;
    int pv_length;
} SearchLine;

/* After an iteration: what time management wants to know. */
typedef struct {
    int depth;
    int score;
    GameMove best;
    uint64_t nodes, best_nodes; /* of this worker, and those spent on the best move */
} SearchIteration;

/* One decision of the pruning, for the log. */
typedef enum {
    OUTCOME_CUT,      /* the node ends with `score` */
    OUTCOME_FAILED,   /* a side search did not get there */
    OUTCOME_VERIFIED, /* a null-move cut-off, searched again, stood */
    OUTCOME_REFUTED,  /* it did not */
    OUTCOME_THREAT,   /* the null search found us mated */
    OUTCOME_SKIPPED,  /* the move is not tried */
    OUTCOME_REDUCED,  /* the move stayed below alpha at a reduced depth */
    OUTCOME_RESEARCH, /* it did not, and is searched again */
} Outcome;

typedef struct {
    Technique by;
    Outcome outcome;
    int depth, ply, reduction;
    int alpha, beta, score;
    GameMove move; /* 0 where the decision is about the node */
} DecisionReport;

typedef struct {
    int depth;      /* deepest iteration, at least 1 */
    uint64_t nodes; /* of the main worker; UINT64_MAX for no limit */
    int lines;
    const GameMove *moves; /* the only ones to consider; NULL for all */
    int move_count;
    GameRules rules;
    const Params *params;
    Tt *tt;
    const atomic_bool *stop;
    /* Techniques that failed an internal check in some worker: none of them uses these any more. */
    _Atomic uint64_t *faults;
    /* Called by the main worker only; none may be NULL. */
    void *context;
    bool (*poll)(void *context); /* every few thousand nodes: true to stop */
    void (*on_line)(void *context, const SearchLine *line);
    bool (*on_iteration)(void *context, const SearchIteration *done); /* true to stop */
    void (*on_message)(void *context, const char *message);
    /* Called by every worker for each decision; NULL when nobody listens. */
    void (*on_decision)(void *context, const DecisionReport *report);
} SearchRequest;

typedef struct {
    GameMove best, ponder; /* 0 for none */
    int score, depth, seldepth;
} SearchResult;

typedef enum { MATE_PROVED, MATE_DISPROVED, MATE_UNKNOWN } MateStatus;

enum { MATE_LINE_MAX = 512, MATE_TABLE_MIB = 64 };

typedef struct {
    uint64_t nodes;          /* UINT64_MAX for no limit */
    int64_t deadline_ns;     /* of clock_now_ns; 0 for none */
    const atomic_bool *stop; /* may be NULL */
    int max_plies;           /* longest mate of interest; 0 for any */
    size_t table_mib;        /* at least 1 */
} MateLimits;

typedef struct {
    MateStatus status;
    GameMove line[MATE_LINE_MAX]; /* to the mate, if it is proved */
    int length;
    uint64_t nodes;
} MateResult;

/* A thread's share of a search: position, histories, counters. */
typedef struct SearchWorker SearchWorker;

typedef struct {
    const char *name;
    const char *first, *second; /* what the sides are called */
    const char *setup_word;     /* before a position in the protocol: "fen", "sfen" */
    const char *start;          /* the start position */

    void (*init)(void);            /* fills the game's tables: once, before any thread */
    GamePosition *(*create)(void); /* the start position */
    void (*destroy)(GamePosition *pos);
    void (*copy)(GamePosition *to, const GamePosition *from);

    /* On error nothing is changed. A position that serves for mate solving only is accepted with a
     * warning; is_mate_only tells. */
    bool (*set)(GamePosition *pos, Span text, Diag *diag);
    void (*get)(const GamePosition *pos, Text *text);
    bool (*is_mate_only)(const GamePosition *pos);
    Side (*side_to_move)(const GamePosition *pos);
    void (*flip)(GamePosition *pos);
    void (*describe)(const GamePosition *pos, GameFacts *facts);
    /* A board for people, with pictorial pieces or with letters. */
    void (*draw)(const GamePosition *pos, bool letters, Text *text);

    int (*legal_moves)(const GamePosition *pos, GameMove list[GAME_LIST_SIZE]);
    bool (*read_move)(const GamePosition *pos, Span text, GameMove *move, Diag *diag);
    void (*write_move)(GamePosition *pos, GameMove move, MoveStyle style, Text *text);
    void (*make)(GamePosition *pos, GameMove legal);
    bool (*unmake)(GamePosition *pos); /* false when there is nothing to take back */

    SearchWorker *(*worker_create)(int index);
    void (*worker_destroy)(SearchWorker *worker);
    void (*worker_forget)(SearchWorker *worker); /* a new game */
    /* Searches until a limit or the stop flag; `request` stays valid all the while. */
    void (*worker_search)(SearchWorker *worker, const GamePosition *root,
                          const SearchRequest *request, SearchResult *result);
    uint64_t (*worker_nodes)(const SearchWorker *worker); /* at any time, from any thread */
    void (*worker_rest)(SearchWorker *worker); /* counts no nodes until it searches again */
    const Stats *(*worker_stats)(const SearchWorker *worker);
    /* Static evaluation from the side to move. */
    int (*evaluate)(const GamePosition *pos);
    bool (*in_check)(const GamePosition *pos);
    int (*game_ply)(const GamePosition *pos); /* half-moves since the start of the game */
    int (*phase)(const GamePosition *pos);    /* 0 opening, 1 middle game, 2 endgame */
    /* Whether the side to move may claim a win without moving. */
    bool (*may_declare)(const GamePosition *pos, const GameRules *rules);

    /* Can the side to move mate by force? In shogi with checks alone. The position is left as it
     * was. */
    void (*solve_mate)(GamePosition *pos, const MateLimits *limits, MateResult *result);

    /* Leaves of the legal move tree; depth is at least 1. */
    uint64_t (*perft)(GamePosition *pos, int depth);
} GameOps;

extern const GameOps chess_ops;
extern const GameOps shogi_ops;

#endif
