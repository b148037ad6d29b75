/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_WORKER_H
#define TENUKI_SEARCH_WORKER_H

/* One searching thread and what it knows. */

#include "param/params.h"
#include "search/gameops.h"
#include "search/history.h"
#include "search/mate.h"
#include "stats/margins.h"
#include "stats/stats.h"
#include "tt/tt.h"

#include <stdatomic.h>

/* One ply of the line being searched. */
typedef struct {
    int ply;
    Move move;     /* being tried from here */
    Move excluded; /* left out, in a singular search */
    Move killers[2];
    GameBits threats;      /* squares that the opponent attacks, for the history */
    int static_eval;       /* corrected; VALUE_NONE in check */
    PieceTo *continuation; /* of the move being tried */
    int16_t *correction;
    bool in_check;
    bool threat;       /* a null search found us mated */
    Technique doubted; /* its cut is being looked into: go on after it; TECH_COUNT: none */
    int nulls;         /* null moves in a row that led here */
    int reduction;     /* of the move being tried */
    int doubles;       /* double extensions on the way here */
    int cut_count;     /* fail-highs among the children */
} Frame;

typedef struct {
    Move move;
    int score;
    int previous_score;
    Bound bound; /* of the score, as the window was */
    int seldepth;
    uint64_t nodes;
    int pv_length;
    Move pv[MAX_PLY];
} RootMove;

enum {
    FRAMES_BEFORE = 6, /* so that looking back needs no test */
    REDUCTION_SIZE = 64,
};

/* What a table of reductions is made from. */
typedef struct {
    int base, scale, capture_base, capture_scale;
} ReductionRows;

typedef struct {
    Position *pos;
    NetStack nets; /* accumulators of pos; empty when it is evaluated by hand */
    Params params; /* by value: nobody changes them under our feet */
    Stats stats;
    History *history;
    Margins *learned;       /* in this game, about margins */
    const Margins *margins; /* the same, or NULL while margins are as they are set */
    MateSolver *solver;
    const SearchRequest *request;
    Tt *tt;
    int index; /* 0 is the main one */
    int seldepth;
    int root_depth;
    int line;             /* which of several principal variations */
    int null_from_ply[2]; /* no null move by that side before this ply: verification */
    int polls;            /* nodes until the next look at the clock */
    int last_ply;         /* nodes there are evaluated, and not searched */
    bool stopped;
    bool extras;                 /* margins are scaled, or there is a plug-in */
    bool watched;                /* somebody wants to hear of every node */
    NodeRole role;               /* of the next node, for who watches */
    bool has_line;               /* some root move has been searched through */
    int window_low, window_high; /* of the present root search */
    uint64_t faults_said;
    TenukiAnswer plugin_fault; /* for which the plug-in was switched off */
    int plugin_fault_place;    /* 0: it was not, or by another worker */
    _Atomic uint64_t nodes;
    int root_count;
    RootMove root[LIST_SIZE];
    int16_t reduction[2][REDUCTION_SIZE][REDUCTION_SIZE]; /* quiet, noisy; hundredths of a ply */
    ReductionRows reduction_rows;                         /* that it was filled for */
    Frame frames[FRAMES_BEFORE + MAX_PLY + 4];
    int pv_length[MAX_PLY + 2];
    Move pv[MAX_PLY + 2][MAX_PLY + 2];
    PieceTo no_continuation;
    int16_t no_correction;
} Worker;

Worker *worker_new(int index);
void worker_delete(Worker *worker);
/* Forgets what was learned. */
void worker_new_game(Worker *worker);
/* Everything as before a search of this request, but for what was learned. */
void worker_prepare(Worker *worker, const Position *root, const SearchRequest *request);
/* Iterative deepening from a position, until a limit is met. */
void worker_run(Worker *worker, const Position *root, const SearchRequest *request,
                SearchResult *result);

/* Looks at the limits and at the stop flag. */
void worker_look_up(Worker *worker);

/* Counts a node. False when the search is being given up. */
static inline bool worker_enter(Worker *worker)
{
    uint64_t nodes = atomic_load_explicit(&worker->nodes, memory_order_relaxed);
    atomic_store_explicit(&worker->nodes, nodes + 1, memory_order_relaxed);
    if (--worker->polls <= 0)
        worker_look_up(worker);
    return !worker->stopped;
}

/* The static evaluation of the position, not corrected by anything. */
static inline int worker_evaluate(Worker *worker)
{
    return worker->nets.net ? game_evaluate_net(worker->pos, &worker->nets)
                            : game_evaluate(worker->pos);
}

static inline Frame *worker_root_frame(Worker *worker) { return worker->frames + FRAMES_BEFORE; }

#endif
