/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A random walk along moves, null moves and moves taken back, in which a net that is asked only now
 * and then says what it says from scratch. Included with GAME_CHESS or GAME_SHOGI defined. */

#include "play.h"

#include "random_net.h"
#include "starts.h"

#include "search/game.h"

typedef struct {
    PlayGame *play;
    Position *pos, *other;
    Net *net;
    NetStack stack;
    int depth;
    int nulls[MAX_PLY]; /* whether the move made at each depth was null */
} NetWalk;

static bool walk_differs(NetWalk *walk, const char *what, int found, int expected)
{
    Text *failure = &walk->play->failure;
    text_printf(failure, "%d neurons, depth %d: ", walk->net->shape.neurons, walk->depth);
    game_get(walk->pos, failure);
    text_printf(failure, "\n%s: %d, expected %d\n", what, found, expected);
    return false;
}

static int from_scratch(const NetWalk *walk, const Position *pos)
{
    NetView view;
    game_view(pos, &view);
    return net_parts(walk->net, &GAME_FEATURES, &view).total;
}

static bool ask(NetWalk *walk)
{
    int expected = from_scratch(walk, walk->pos);
    int found = game_evaluate_net(walk->pos, &walk->stack);
    walk->play->positions++;
    if (found != expected)
        return walk_differs(walk, "kept along the moves", found, expected);
    if (!play_one_in(walk->play, 8))
        return true;
    /* With the colours exchanged the side to move has the same score. */
    game_copy(walk->other, walk->pos);
    game_flip(walk->other);
    found = from_scratch(walk, walk->other);
    return found == expected || walk_differs(walk, "colours exchanged", found, expected);
}

static void walk_back(NetWalk *walk)
{
    if (walk->nulls[--walk->depth])
        game_unmake_null(walk->pos);
    else
        game_unmake(walk->pos);
}

static void walk_on(NetWalk *walk)
{
    Move list[LIST_SIZE], *end = game_generate_all(walk->pos, list);
    bool null = !game_in_check(walk->pos) && play_one_in(walk->play, 8);
    if (!null && end == list) {
        if (walk->depth > 0)
            walk_back(walk);
        return;
    }
    walk->nulls[walk->depth++] = null;
    if (null)
        game_make_null(walk->pos);
    else
        game_make(walk->pos, list[rng_below(&walk->play->rng, (uint32_t)(end - list))]);
}

static void set_start(NetWalk *walk)
{
    Text start = TEXT_EMPTY;
    Diag diag;
    do {
        Rng *rng = &walk->play->rng;
        uint32_t kind = rng_below(rng, 3);
        diag_clear(&diag);
        text_clear(&start);
        if (kind == 0)
            text_add(&start, GAME_START);
        else if (kind == 1)
            START_EVEN(rng, &start);
        else
            START_SCATTERED(rng, &start);
    } while (!game_set(walk->pos, span_of(text_cstr(&start)), &diag) || diag.warning[0]);
    text_free(&start);
}

static bool play_walk(PlayGame *play)
{
    static const int sizes[] = {0, 64, 128, 256, 512};
    NetWalk *walk = xcalloc(1, sizeof *walk);
    walk->play = play;
    walk->pos = game_new();
    walk->other = game_new();
    walk->net = random_net(&GAME_FEATURES, sizes[rng_below(&play->rng, COUNT_OF(sizes))],
                           rng_next(&play->rng));
    set_start(walk);
    game_reserve(walk->pos, MAX_PLY);
    game_use_net(walk->pos, &walk->stack, walk->net);
    uint32_t asked_one_in = 1 + rng_below(&play->rng, 6);
    bool good = true;
    for (int i = 0; good && i < play->max_plies; i++) {
        if (walk->depth == MAX_PLY || (walk->depth > 0 && play_one_in(play, 4)))
            walk_back(walk);
        else
            walk_on(walk);
        if (play_one_in(play, asked_one_in))
            good = ask(walk);
    }
    net_stack_free(&walk->stack);
    net_release(walk->net);
    game_delete(walk->pos);
    game_delete(walk->other);
    free(walk);
    return good;
}
