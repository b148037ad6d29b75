/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_GAMEOPS_H
#define TENUKI_SEARCH_GAMEOPS_H

/* The face of this folder: what everything above the search knows of a game, as a coarse table of
 * functions. The only header here that is the same for both games. Each game fills a table
 * in gameops.c; nothing in it is called per node. */

#include "base/eval_model.h"
#include "base/report.h"
#include "base/text.h"
#include "nnue/accumulator.h"
#include "param/params.h"
#include "search/rules.h"
#include "search/value.h"
#include "stats/margins.h"
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

/* What a feature of a network is about: a piece on the board or in hand. */
typedef struct {
    Side side;
    const char *letter; /* "N", "+P" */
    int row, column;    /* on the board as it is drawn, from the top left; row -1: in hand */
    int number;         /* of several in hand, from 1 */
    bool is_king;
} GamePlace;

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

/* One decision of the pruning, for the log, the audit and the recorder. */
typedef enum {
    OUTCOME_CUT,      /* the node ends with `score` */
    OUTCOME_FAILED,   /* a side search did not get there */
    OUTCOME_VERIFIED, /* a null-move cut-off, searched again, stood */
    OUTCOME_REFUTED,  /* it did not */
    OUTCOME_THREAT,   /* the null search found us mated */
    OUTCOME_SKIPPED,  /* the move is not tried */
    OUTCOME_REDUCED,  /* the move stayed below alpha at a reduced depth; without a move: the node is
                         searched less deep */
    OUTCOME_RESEARCH, /* it did not, and is searched again */
} Outcome;

/* Where the margin is no value of a technique, as for the table, it is 0. */
typedef struct {
    Technique by;
    Outcome outcome;
    int depth, ply, reduction;
    int alpha, beta, score;
    GameMove move;         /* 0 where the decision is about the node */
    int margin;            /* how far beyond its threshold the technique was, in its own unit */
    int full_depth;        /* to which the node, or the move, would have been searched without it */
    int qdepth;            /* plies of quiescence so far; -1 outside */
    int static_eval, eval; /* VALUE_NONE in check; the second one mended by the table */
    int phase;             /* 0 opening, 1 middle game, 2 endgame */
    int history;           /* of a move that is skipped or reduced, in its units; otherwise 0 */
    bool improving, pv, cut, in_check;
    bool noisy; /* such a move captures or promotes */

    const char *plugin;   /* its name, when TECH_PLUGIN decides */
    bool follows;         /* the move is dropped together with one that was reported before */
    const GameMove *line; /* `ply` moves from the root to the node, 0 for a pass; for this call */
} DecisionReport;

/* How a node came to be searched. */
typedef enum {
    ROLE_MOVE,     /* a move of its parent */
    ROLE_NULL,     /* after a pass */
    ROLE_VERIFY,   /* its parent again, to see whether the null move told the truth */
    ROLE_RAZOR,    /* its parent, by quiescence */
    ROLE_PROBCUT,  /* a capture against a raised beta */
    ROLE_MULTICUT, /* one of the first moves, less deep */
    ROLE_SINGULAR, /* its parent without `move` */
} NodeRole;

typedef struct {
    NodeRole role;
    GameMove move;
    int iteration;
    int ply, depth; /* the depth is 0 in quiescence */
    int qdepth;     /* plies of quiescence so far; -1 outside */
    int alpha, beta;
    int reduction; /* of the move, by late-move reductions */
    bool cut;      /* a cut is expected */
} NodeEntry;

typedef struct {
    int score;
    int static_eval; /* VALUE_NONE when nobody asked for it */
    bool in_check;
    bool stopped; /* the search was given up here: the score says nothing */
} NodeExit;

typedef struct {
    int depth;      /* deepest iteration, at least 1 */
    uint64_t nodes; /* of the main worker; UINT64_MAX for no limit */
    int lines;
    const GameMove *moves; /* the only ones to consider; NULL for all */
    int move_count;
    GameRules rules;
    const Params *params;
    const Net *net; /* NULL: the built-in one, if there is one */
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
    /* Called by the main worker around every node it counts, properly nested; both or neither. */
    void (*on_enter)(void *context, const NodeEntry *entry);
    void (*on_leave)(void *context, const NodeExit *exit);
} SearchRequest;

typedef struct {
    GameMove best, ponder; /* 0 for none */
    int score, depth, seldepth;
} SearchResult;

/* One node or one move, searched for its own sake: what the audit holds a pruning decision against.
 *
 * `root` and `line` lead to the node as the audited search came to it, so that repetitions are
 * right; static evaluations along the line are known, so that "improving" is too. The search is the
 * ordinary one with these parameters, starting at the node's ply: not at a root. It deepens step by
 * step. Its histories are those of the worker, its table is `tt`, which the caller clears.
 *
 * Not the same as in the audited search: what the table and the histories held at that moment, and
 * whether a verification barred null moves. */
typedef struct {
    const GamePosition *root;
    const GameMove *line; /* 0 for a pass */
    int ply;              /* the length of the line */
    GameMove move;        /* to judge this move of the node; 0 for the node itself */
    int depth;            /* of the node, or of the node after the move; 0 for quiescence */
    int qdepth;           /* plies of quiescence before it; -1 for an ordinary search */
    int alpha, beta;      /* from the side to move at the end of the line */
    bool cut;
    GameRules rules;
    const Params *params;
    const Net *net; /* as in SearchRequest */
    Tt *tt;
    uint64_t nodes; /* the search is given up after so many */
    const atomic_bool *stop;
} JudgeRequest;

typedef struct {
    bool decided; /* false: the nodes did not suffice, or stop */
    int score;    /* from the side to move at the end of the line */
    uint64_t nodes;
} JudgeResult;

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

    uint64_t (*key)(const GamePosition *pos);

    int (*legal_moves)(const GamePosition *pos, GameMove list[GAME_LIST_SIZE]);
    bool (*is_legal)(const GamePosition *pos, GameMove any);   /* whatever its bits are */
    bool (*is_noisy)(const GamePosition *pos, GameMove legal); /* captures or promotes */
    bool (*read_move)(const GamePosition *pos, Span text, GameMove *move, Diag *diag);
    void (*write_move)(GamePosition *pos, GameMove move, MoveStyle style, Text *text);
    void (*make)(GamePosition *pos, GameMove legal);
    bool (*unmake)(GamePosition *pos);    /* false when there is nothing to take back */
    void (*make_null)(GamePosition *pos); /* not in check */
    void (*unmake_null)(GamePosition *pos);

    SearchWorker *(*worker_create)(int index);
    void (*worker_destroy)(SearchWorker *worker);
    void (*worker_forget)(SearchWorker *worker); /* a new game */
    /* Histories and corrections; `from` must not be searching. */
    void (*worker_learn_from)(SearchWorker *worker, const SearchWorker *from);
    /* Searches until a limit or the stop flag; `request` stays valid all the while. */
    void (*worker_search)(SearchWorker *worker, const GamePosition *root,
                          const SearchRequest *request, SearchResult *result);
    void (*worker_judge)(SearchWorker *worker, const JudgeRequest *request, JudgeResult *result);
    uint64_t (*worker_nodes)(const SearchWorker *worker); /* at any time, from any thread */
    void (*worker_rest)(SearchWorker *worker); /* counts no nodes until it searches again */
    const Stats *(*worker_stats)(const SearchWorker *worker);
    Margins *(*worker_margins)(SearchWorker *worker); /* to look at and change between searches */
    /* Static evaluation from the side to move: by a net, or by hand when it is NULL. */
    int (*evaluate)(const GamePosition *pos, const Net *net);
    const EvalModel *eval_model;              /* for tuning the numbers of the one by hand */
    int (*material)(const GamePosition *pos); /* plain values of the pieces, the same way round */
    /* What networks see of the game, of a position, and of the move that led to it. */
    const NetFeatures *features;
    int board_size; /* rows and columns */
    void (*view)(const GamePosition *pos, NetView *view);
    void (*last_change)(const GamePosition *pos, NetChange *change);
    GamePlace (*place)(uint16_t code); /* no letter: a number that stands for nothing */
    bool (*in_check)(const GamePosition *pos);
    int (*game_ply)(const GamePosition *pos); /* half-moves since the start of the game */
    int (*phase)(const GamePosition *pos);    /* 0 opening, 1 middle game, 2 endgame */
    /* Whether the side to move may claim a win without moving. */
    bool (*may_declare)(const GamePosition *pos, const GameRules *rules);
    /* Whether it may claim a draw so: shogi's 24-point rule, with fewer points than a win needs. */
    bool (*may_claim_draw)(const GamePosition *pos, const GameRules *rules);

    /* Can the side to move mate by force? In shogi with checks alone. The position is left as it
     * was. */
    void (*solve_mate)(GamePosition *pos, const MateLimits *limits, MateResult *result);

    /* What the technique of a decision asks for with these parameters: for nmp how far the static
     * evaluation, for rfp the evaluation and for probcut the score must be over beta, for razor,
     * futility and delta how far one must be below alpha, for see the loss allowed, for lmp the
     * number of the first move not tried, for histprune the history, its sign turned. False for a
     * technique that compares nothing. Greater is always more cautious. */
    bool (*threshold)(const Params *params, const DecisionReport *said, int *threshold);

    /* Leaves of the legal move tree; depth is at least 1. */
    uint64_t (*perft)(GamePosition *pos, int depth);
} GameOps;

extern const GameOps chess_ops;
extern const GameOps shogi_ops;

#endif
