/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arena/pair.h"

#include <stdlib.h>

struct ArenaPair {
    PlayerTerms terms;
    RefereeRules rules;
    EngineSpec specs[2];
    Player *players[2];
};

ArenaPair *pair_new(const GameOps *game, size_t hash_mib, const RefereeRules *rules,
                    const GameRules *game_rules, const atomic_bool *cancel)
{
    static const char *const names[] = {"first", "second"};
    ArenaPair *pair = xcalloc(1, sizeof *pair);
    pair->terms = (PlayerTerms){
        .game = game,
        .rules = *game_rules,
        .ready_ms = PLAYER_READY_MS,
        .quit_ms = PLAYER_QUIT_MS,
        .cancel = cancel,
    };
    pair->rules = *rules;
    ParamSet params;
    param_set_init(&params, game == &chess_ops ? PARAM_CHESS : PARAM_SHOGI);
    for (int i = 0; i < 2; i++) {
        spec_inside(&pair->specs[i], names[i], &params, &LIMITS_NONE);
        pair->specs[i].hash_mib = (int64_t)hash_mib;
        pair->players[i] = player_new(&pair->specs[i], &pair->terms);
    }
    return pair;
}

void pair_free(ArenaPair *pair)
{
    if (!pair)
        return;
    for (int i = 0; i < 2; i++) {
        player_free(pair->players[i]);
        spec_free(&pair->specs[i]);
    }
    free(pair);
}

bool pair_play(ArenaPair *pair, const ParamSet *first, const ParamSet *second,
               const GameLimits *limits, const char *opening, PairResult *result)
{
    const ParamSet *sets[2] = {first, second};
    *result = (PairResult){0};
    for (int i = 0; i < 2; i++) {
        pair->specs[i].params = *sets[i];
        pair->specs[i].limits = *limits;
    }
    for (int i = 0; i < 2; i++) {
        Player *players[2] = {pair->players[i], pair->players[1 - i]};
        PlayedGame *played = &result->played[i];
        if (!referee_play(&pair->terms, &pair->rules, opening ? opening : "startpos", players,
                          played)) {
            pair_result_free(result);
            return false;
        }
        int points = played_points(played->result);
        result->points[i] = i == 0 ? points : 2 - points;
    }
    return true;
}

void pair_result_free(PairResult *result)
{
    for (int i = 0; i < 2; i++)
        played_free(&result->played[i]);
    *result = (PairResult){0};
}
