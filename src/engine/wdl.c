/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/wdl.h"

#include <math.h>

/* Two logistic curves, one for winning and its mirror image for losing; what is between them are
 * draws. `even` is the score at which a win is as likely as not, `slope` how fast that changes. In
 * chess a lead means less the fewer pieces are left; shogi keeps its pieces and is rarely drawn. */
typedef struct {
    double even, slope;
} Curve;

static int chess_material(const GameOps *game, const GamePosition *pos)
{
    Text fen = TEXT_EMPTY;
    int sum = 0;
    game->get(pos, &fen);
    for (const char *at = text_cstr(&fen); *at && *at != ' '; at++) {
        switch (*at | 0x20) {
        case 'p': sum += 1; break;
        case 'n':
        case 'b': sum += 3; break;
        case 'r': sum += 5; break;
        case 'q': sum += 9; break;
        default: break;
        }
    }
    text_free(&fen);
    return sum;
}

int wdl_material_gone(const GameOps *game, const GamePosition *pos)
{
    enum { AT_THE_START = 78 };
    int gone = game == &chess_ops ? AT_THE_START - chess_material(game, pos) : 0;
    return gone > 0 ? gone : 0;
}

static Curve curve_of(const GameOps *game, const GamePosition *pos)
{
    if (game != &chess_ops)
        return (Curve){.even = 20, .slope = 250};
    return (Curve){.even = 110 + wdl_material_gone(game, pos), .slope = 65};
}

static int chance(Curve curve, int score)
{
    return (int)lround(1000 / (1 + exp((curve.even - score) / curve.slope)));
}

Wdl wdl_of(const GameOps *game, const GamePosition *pos, int score)
{
    Curve curve = curve_of(game, pos);
    Wdl wdl = {.win = chance(curve, score), .loss = chance(curve, -score)};
    wdl.draw = 1000 - wdl.win - wdl.loss;
    return wdl;
}
