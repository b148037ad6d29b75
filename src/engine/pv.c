/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/pv.h"

static bool is_legal(const GameOps *game, const GamePosition *pos, GameMove move)
{
    GameMove list[GAME_LIST_SIZE];
    int count = game->legal_moves(pos, list);
    for (int i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

static bool goes_on(const GameOps *game, const GamePosition *pos, const GameRules *rules)
{
    GameFacts facts;
    game->describe(pos, &facts);
    return !facts.end && !game->may_declare(pos, rules)
        && (rules->max_moves == 0 || game->game_ply(pos) < rules->max_moves);
}

static void take_back(const GameOps *game, GamePosition *pos, int count)
{
    while (count-- > 0)
        game->unmake(pos);
}

int pv_legal_length(const GameOps *game, GamePosition *pos, const GameRules *rules,
                    const GameMove *pv, int length)
{
    int legal = 0;
    while (legal < length && is_legal(game, pos, pv[legal])) {
        game->make(pos, pv[legal++]);
        if (!goes_on(game, pos, rules))
            break;
    }
    take_back(game, pos, legal);
    return legal;
}

static bool mates(const GameOps *game, GamePosition *pos, GameMove move)
{
    GameMove list[GAME_LIST_SIZE];
    game->make(pos, move);
    bool mate = game->in_check(pos) && game->legal_moves(pos, list) == 0;
    game->unmake(pos);
    return mate;
}

int pv_complete_mate(const GameOps *game, GamePosition *pos, GameMove *pv, int length, int score)
{
    GameMove list[GAME_LIST_SIZE];
    int plies = score > 0 ? VALUE_MATE - score : VALUE_MATE + score, made = length;
    if (!value_is_mate(score) || length != plies - 1)
        return length;
    for (int i = 0; i < made; i++)
        game->make(pos, pv[i]);
    int count = game->legal_moves(pos, list);
    for (int i = 0; i < count && length == made; i++)
        if (mates(game, pos, list[i]))
            pv[length++] = list[i];
    take_back(game, pos, made);
    return length;
}
