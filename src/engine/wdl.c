/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/wdl.h"

#include <math.h>

/* Fitted by `tenuki data chances`: docs/protocol.md says to which games. In chess level games are
 * drawn, and a win needs more, the fewer pieces are left; shogi keeps its pieces and is rarely
 * drawn. */
static const WdlCurve CHESS = {
    .constant = -0.92, .by_pawn = 1.43, .by_emptiness = -0.046, .by_both = -0.0082};
static const WdlCurve SHOGI = {.constant = -0.03, .by_pawn = 0.143};

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

double wdl_emptiness(const GameOps *game, const GamePosition *pos)
{
    enum { AT_THE_START = 78 };
    int gone = game == &chess_ops ? AT_THE_START - chess_material(game, pos) : 0;
    return gone > 0 ? (double)gone * gone / AT_THE_START : 0;
}

static int chance(const WdlCurve *curve, double emptiness, double pawns)
{
    double odds = curve->constant + curve->by_emptiness * emptiness
                + (curve->by_pawn + curve->by_both * emptiness) * pawns;
    return (int)lround(1000 / (1 + exp(-odds)));
}

Wdl wdl_of(const GameOps *game, const GamePosition *pos, int score)
{
    const WdlCurve *curve = game == &chess_ops ? &CHESS : &SHOGI;
    double emptiness = wdl_emptiness(game, pos), pawns = score / 100.0;
    Wdl wdl = {.win = chance(curve, emptiness, pawns), .loss = chance(curve, emptiness, -pawns)};
    wdl.draw = 1000 - wdl.win - wdl.loss;
    return wdl;
}
