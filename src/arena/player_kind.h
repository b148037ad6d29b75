/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ARENA_PLAYER_KIND_H
#define TENUKI_ARENA_PLAYER_KIND_H

/* The two kinds of players behind player.h; for its own files only. */

#include "arena/player.h"

typedef struct {
    void *(*create)(const EngineSpec *spec, const PlayerTerms *terms);
    void (*destroy)(void *self);
    PlayerStatus (*new_game)(void *self, Diag *diag);
    void (*game_over)(void *self, int result);
    PlayerStatus (*go)(void *self, const PlayerTurn *turn, int64_t *started_ns);
    PlayerStatus (*wait)(void *self, int64_t deadline_ns, PlayerAnswer *answer);
    PlayerStatus (*ponderhit)(void *self, const PlayerTurn *turn, int64_t *started_ns);
    void (*stop)(void *self);
    void (*kill)(void *self);
    void (*gone_reason)(void *self, Text *text);
} PlayerKind;

extern const PlayerKind player_pipe;
extern const PlayerKind player_inside;

#endif
