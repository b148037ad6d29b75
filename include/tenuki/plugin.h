/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PLUGIN_H
#define TENUKI_PLUGIN_H

/* A pruning technique as a shared object.
 *
 * The object exports one constant, `tenuki_plugin`, of type TenukiPlugin. The engine asks its
 * `decide` at every node, at every move, or at both, and does what it answers. docs/plugins.md has
 * the whole story, examples/ a plug-in to start from.
 *
 * `decide` must be a pure function: it is called from several threads at once, and the same view
 * must get the same answer, or searches cannot be repeated. */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes whenever anything here does. The engine loads its own version only. */
#define TENUKI_PLUGIN_INTERFACE 1

enum {
    TENUKI_PLUGIN_PARAMS = 16,  /* most parameters of a plug-in */
    TENUKI_PLUGIN_NAME = 24,    /* longest name, of a plug-in or a parameter */
    TENUKI_EVAL_MAX = 20000,    /* no evaluation is larger, and no score of a cut may be */
    TENUKI_MATE_BOUND = 31760,  /* from here on a score is a mate */
    TENUKI_EVAL_NONE = 32002,   /* there is no evaluation in check */
    TENUKI_REDUCTION_MOST = 16, /* plies */
};

/* What is decided about. Also flags: which of them the plug-in wants to be asked about. */
typedef enum {
    TENUKI_AT_NODE = 1, /* before its moves are tried; never at the root, on the principal variation
                           or in a singular search */
    TENUKI_AT_MOVE = 2, /* before it is made; never at the root, and not before some move is known
                           that does not get us mated */
} TenukiPlace;

typedef enum { TENUKI_CHESS, TENUKI_SHOGI } TenukiGame;
typedef enum { TENUKI_OPENING, TENUKI_MIDDLE_GAME, TENUKI_ENDGAME } TenukiPhase;

/* A node, and at TENUKI_AT_MOVE one of its moves, to be looked at only. Scores are in centipawns
 * from the side to move, depths in plies. */
typedef struct {
    int32_t place; /* TenukiPlace */
    int32_t game;  /* TenukiGame */
    int32_t depth; /* left to search */
    int32_t ply;   /* from the root */
    int32_t alpha, beta;
    int32_t static_eval;  /* TENUKI_EVAL_NONE in check */
    int32_t eval;         /* the same, mended by what the hash table knows */
    int32_t phase;        /* TenukiPhase */
    int32_t is_pv;        /* on the principal variation */
    int32_t cut_expected; /* a move will probably reach beta */
    int32_t in_check;
    int32_t improving;   /* the evaluation is better than two plies ago */
    int32_t mate_threat; /* a null move has shown that the opponent threatens mate */

    /* Of the move; 0 at a node. */
    int32_t move_number; /* 1 for the first */
    int32_t is_noisy;    /* captures or promotes */
    int32_t gives_check;
    int32_t history;       /* what it has done before: about -16384 to 16384 for each history */
    int32_t reduced_depth; /* what late-move reductions would leave */
} TenukiView;

typedef enum {
    TENUKI_NO_OPINION, /* the engine's own techniques decide */
    TENUKI_SEARCH,     /* node: no technique may cut it before its moves; move: it is neither
                          skipped nor reduced */
    TENUKI_REDUCE,     /* `value` plies less deep, 1 to TENUKI_REDUCTION_MOST; a move: on top of
                          late-move reductions */
    TENUKI_SKIP,       /* move: it is not tried */
    TENUKI_CUT,        /* node: its score is `value`, within TENUKI_EVAL_MAX */
} TenukiAction;

typedef struct {
    int32_t action; /* TenukiAction */
    int32_t value;
} TenukiAnswer;

/* A number that can be set like those of the engine, as NAME_PARAMETER. */
typedef struct {
    const char *name; /* small letters, digits and '_' */
    int32_t value, min, max, step;
    const char *text; /* one line */
} TenukiPluginParam;

typedef struct {
    uint32_t interface; /* TENUKI_PLUGIN_INTERFACE */
    uint32_t size;      /* sizeof(TenukiPlugin) */
    const char *name;   /* small letters, digits and '_' */
    const char *version;
    const char *text; /* one line */
    uint32_t flags;   /* TENUKI_AT_NODE | TENUKI_AT_MOVE */
    uint32_t param_count;
    const TenukiPluginParam *params;
    /* `values` are those of the parameters, in their order. */
    TenukiAnswer (*decide)(const TenukiView *view, const int32_t *values);
} TenukiPlugin;

#define TENUKI_PLUGIN_SYMBOL "tenuki_plugin"

#ifdef __cplusplus
}
#endif

#endif
