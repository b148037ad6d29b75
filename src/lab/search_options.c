/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/search_options.h"

#include <stdlib.h>

EngineGo search_options_go(const SearchOptions *asked, int64_t default_ms)
{
    bool limited = asked->time > 0 || asked->depth > 0 || asked->nodes > 0;
    int64_t ms = asked->time > 0 ? asked->time : limited ? -1 : default_ms;
    return (EngineGo){
        .time = {-1, -1, -1, ms, -1},
        .depth = (int)asked->depth,
        .nodes = (uint64_t)asked->nodes,
        .analyse = true,
    };
}

Engine *search_options_engine(const SearchOptions *asked, const GameOps *game,
                              const ParamSet *params, const EngineListener *listener, Diag *diag)
{
    Engine *engine = engine_new(game, listener);
    *engine_params(engine) = *params;
    if (engine_set_hash(engine, (size_t)asked->hash, diag)
        && engine_set_threads(engine, (int)asked->threads, diag))
        return engine;
    engine_free(engine);
    return NULL;
}

static int mate_distance(const GameOps *game, int score)
{
    int plies = score > 0 ? VALUE_MATE - score : -VALUE_MATE - score;
    if (game != &chess_ops)
        return plies;
    return plies > 0 ? (plies + 1) / 2 : plies / 2;
}

void score_add_json(const GameOps *game, int score, Text *text)
{
    if (value_is_mate(score))
        text_printf(text, "\"mate\": %d", mate_distance(game, score));
    else
        text_printf(text, "\"score_cp\": %d", score);
}

void score_add(const GameOps *game, int score, Text *text)
{
    if (value_is_mate(score))
        text_printf(text, "%smate %d", score > 0 ? "" : "-", abs(mate_distance(game, score)));
    else
        text_printf(text, "%+.2f", score / 100.0);
}
