/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_GAMEOPS_H
#define TENUKI_SEARCH_GAMEOPS_H

/* The face of this folder: what everything above the search knows of a game, as a coarse table of
 * functions. The only header here that is the same for both games. Each game fills a table
 * in gameops.c; nothing in it is called per node. */

#include "base/report.h"
#include "base/text.h"

/* A ChessPosition or a ShogiPosition, with its history. */
typedef struct GamePosition GamePosition;
typedef uint16_t GameMove;

/* More than either game's largest list, with the room its generator writes past the end. */
enum { GAME_LIST_SIZE = 640 };

typedef enum {
    MOVE_PROTOCOL, /* e2e4, 7g7f */
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

    /* Leaves of the legal move tree; depth is at least 1. */
    uint64_t (*perft)(GamePosition *pos, int depth);
} GameOps;

extern const GameOps chess_ops;
extern const GameOps shogi_ops;

#endif
