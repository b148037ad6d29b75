/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference/random_net.h"

#include "base/rng.h"
#include "chess/features.h"
#include "chess/fen.h"
#include "shogi/features.h"
#include "shogi/sfen.h"
#include "search/gameops.h"

#include <criterion/criterion.h>
#include <string.h>

static const GameOps *const games[] = {&chess_ops, &shogi_ops};
static const int sizes[] = {0, 64, 128, 256};

static void set_up(void)
{
    chess_ops.init();
    shogi_ops.init();
}

TestSuite(nnue, .init = set_up);

static Text bytes_of(Net *net)
{
    Text bytes = TEXT_EMPTY;
    net_write(net, &bytes);
    return bytes;
}

static Net *read(const Text *bytes, size_t length, const NetShape *wanted, Diag *diag)
{
    diag_clear(diag);
    return net_read((Span){bytes->data, length}, wanted, diag);
}

Test(nnue, a_net_comes_back_as_it_was_written)
{
    for (size_t g = 0; g < COUNT_OF(games); g++) {
        for (size_t s = 0; s < COUNT_OF(sizes); s++) {
            Diag diag;
            Net *net = random_net(games[g]->features, sizes[s], 3 * s + g);
            strcpy(net->note, "for a test");
            Text bytes = bytes_of(net);
            Net *again = read(&bytes, bytes.length, NULL, &diag);
            cr_assert_not_null(again, "%s", diag.error);
            Text twice = bytes_of(again);
            cr_assert_eq(bytes.length, twice.length);
            cr_assert_arr_eq(bytes.data, twice.data, bytes.length);
            cr_assert_eq(net->checksum, again->checksum);
            cr_assert_str_eq(again->note, "for a test");
            text_free(&bytes);
            text_free(&twice);
            net_release(net);
            net_release(again);
        }
    }
}

Test(nnue, every_flipped_bit_and_every_cut_is_noticed)
{
    Diag diag;
    Net *net = random_net(chess_ops.features, 0, 9);
    Text bytes = bytes_of(net);
    net_release(net);
    for (size_t bit = 0; bit < 8 * bytes.length; bit++) {
        bytes.data[bit / 8] ^= (char)(1 << bit % 8);
        cr_assert_null(read(&bytes, bytes.length, NULL, &diag), "bit %zu", bit);
        cr_assert_neq(diag.error[0], '\0');
        bytes.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    for (size_t length = 0; length < bytes.length; length++)
        cr_assert_null(read(&bytes, length, NULL, &diag), "%zu bytes", length);
    text_add_char(&bytes, '\0');
    cr_assert_null(read(&bytes, bytes.length, NULL, &diag));
    text_free(&bytes);
}

Test(nnue, flipped_bits_of_a_large_net_are_noticed)
{
    Diag diag;
    Rng rng = {4};
    Net *net = random_net(shogi_ops.features, 64, 2);
    Text bytes = bytes_of(net);
    net_release(net);
    for (int i = 0; i < 100; i++) {
        uint32_t bit = rng_below(&rng, (uint32_t)(8 * bytes.length));
        bytes.data[bit / 8] ^= (char)(1 << bit % 8);
        cr_assert_null(read(&bytes, bytes.length, NULL, &diag));
        bytes.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    text_free(&bytes);
}

Test(nnue, the_net_of_another_game_is_refused)
{
    Diag diag;
    const NetFeatures *shogi = shogi_ops.features;
    Net *net = random_net(chess_ops.features, 64, 1);
    Text bytes = bytes_of(net);
    net_release(net);
    cr_assert_null(
        read(&bytes, bytes.length, &(NetShape){shogi->game, shogi->inputs, 0, 0}, &diag));
    cr_assert_str_eq(diag.error, "a net for chess, not for shogi");
    text_free(&bytes);
}

/* A file may be well-formed and still hold weights that the arithmetic has no room for. */
Test(nnue, weights_that_would_overflow_are_refused)
{
    for (int what = 0; what < 4; what++) {
        Diag diag;
        Net *net = random_net(chess_ops.features, 256, 1);
        if (what == 0)
            net->weights[777] = NET_WEIGHT_MAX + 1;
        else if (what == 1)
            net->bias[255] = -NET_BIAS_MAX - 1;
        else if (what == 2)
            net->output[512 * net->shape.buckets - 1] = NET_OUTPUT_MAX + 1;
        else
            for (int i = 1; i <= 512; i++)
                net->output[512 * net->shape.buckets - i] = NET_OUTPUT_MAX;
        Text bytes = bytes_of(net);
        cr_assert_null(read(&bytes, bytes.length, NULL, &diag), "case %d", what);
        text_free(&bytes);
        net_release(net);
    }
}

/* ---- Scores ---- */

/* What the definition says, neuron by neuron, in wide integers. */
static NetParts by_definition(const Net *net, const NetFeatures *features, const NetView *view)
{
    int64_t linear[2][2] = {{0}}, sum = 0, n = net->shape.neurons;
    int64_t bucket = view->phase * net->shape.buckets / (features->phase_max + 1);
    for (int side = 0; side < 2; side++) {
        const uint16_t *index = features->index[side][view->mirrored[side]];
        for (int i = 0; i < view->count; i++)
            for (int k = 0; k < 2; k++)
                linear[side][k] += net->linear[2 * index[view->codes[i]] + k];
        for (int64_t neuron = 0; neuron < n; neuron++) {
            int64_t a = net->bias[neuron];
            for (int i = 0; i < view->count; i++)
                a += net->weights[index[view->codes[i]] * n + neuron];
            a = a < 0 ? 0 : a > 255 ? 255 : a;
            sum += a * a * net->output[(2 * bucket + (side != (int)view->side)) * n + neuron];
        }
    }
    const int64_t *us = linear[view->side], *them = linear[1 - view->side];
    int64_t taper = (us[0] - them[0] + net->linear_bias[0]) * view->phase
                  + (us[1] - them[1] + net->linear_bias[1]) * (features->phase_max - view->phase);
    NetParts parts = {.linear = (int)(taper / (features->phase_max * 16))};
    if (n > 0)
        parts.network = (int)((sum / 255 + net->output_bias) * 400 / (255 * net->output_scale));
    int64_t total = parts.linear + parts.network;
    parts.total = (int)(total > 20000 ? 20000 : total < -20000 ? -20000 : total);
    return parts;
}

typedef void Visit(const GameOps *game, const GamePosition *pos, const NetView *view,
                   void *context);

/* Positions along random games. */
static void visit_positions(const GameOps *game, int count, uint64_t seed, Visit *visit,
                            void *context)
{
    Rng rng = {seed};
    GamePosition *pos = game->create(), *start = game->create();
    for (int i = 0; i < count; i++) {
        GameMove list[GAME_LIST_SIZE];
        int moves = game->legal_moves(pos, list);
        if (moves == 0 || i % 120 == 119) {
            game->copy(pos, start);
            continue;
        }
        game->make(pos, list[rng_below(&rng, (uint32_t)moves)]);
        NetView view;
        game->view(pos, &view);
        visit(game, pos, &view, context);
    }
    game->destroy(pos);
    game->destroy(start);
}

static void compare_definition(const GameOps *game, const GamePosition *pos, const NetView *view,
                               void *context)
{
    const Net *net = context;
    NetParts found = net_parts(net, game->features, view);
    NetParts expected = by_definition(net, game->features, view);
    cr_assert_eq(found.linear, expected.linear);
    cr_assert_eq(found.network, expected.network);
    cr_assert_eq(found.total, expected.total);
    cr_assert_eq(game->evaluate(pos, net), expected.total);
}

Test(nnue, scores_are_what_the_definition_says)
{
    for (size_t g = 0; g < COUNT_OF(games); g++) {
        for (size_t s = 0; s < COUNT_OF(sizes); s++) {
            for (uint64_t seed = 0; seed < 4; seed++) {
                Net *net = random_net(games[g]->features, sizes[s], seed);
                visit_positions(games[g], 60, seed, compare_definition, net);
                net_release(net);
            }
        }
    }
}

static void compare_flipped(const GameOps *game, const GamePosition *pos, const NetView *view,
                            void *context)
{
    const Net *net = context;
    (void)view;
    GamePosition *other = game->create();
    game->copy(other, pos);
    game->flip(other);
    cr_assert_neq(game->side_to_move(other), game->side_to_move(pos));
    cr_assert_eq(game->evaluate(other, net), game->evaluate(pos, net));
    game->destroy(other);
}

Test(nnue, colours_exchanged_give_the_exact_negative)
{
    for (size_t g = 0; g < COUNT_OF(games); g++) {
        Net *net = random_net(games[g]->features, 128, 5);
        visit_positions(games[g], 2000, 6, compare_flipped, net);
        net_release(net);
    }
}

static uint16_t mirrored_code(const GameOps *game, uint16_t code)
{
    if (game == &chess_ops)
        return code ^ 7;
    if (code >= SHOGI_HAND_CODES)
        return code;
    int square = code % SHOGI_SQUARES;
    return (uint16_t)(code - square + shogi_square(8 - shogi_file(square), shogi_rank(square)));
}

/* Left and right exchanged: the same score, unless a shogi king stands on the middle file. */
static void compare_mirrored(const GameOps *game, const GamePosition *pos, const NetView *view,
                             void *context)
{
    const Net *net = context;
    NetView other = *view;
    (void)pos;
    for (int i = 0; i < view->count; i++) {
        GamePlace place = game->place(view->codes[i]);
        if (game == &shogi_ops && place.is_king && place.column == 4)
            return;
        other.codes[i] = mirrored_code(game, view->codes[i]);
    }
    other.mirrored[0] = !view->mirrored[0];
    other.mirrored[1] = !view->mirrored[1];
    cr_assert_eq(net_parts(net, game->features, &other).total,
                 net_parts(net, game->features, view).total);
}

Test(nnue, left_and_right_exchanged_give_the_same)
{
    for (size_t g = 0; g < COUNT_OF(games); g++) {
        Net *net = random_net(games[g]->features, 64, 8);
        visit_positions(games[g], 1000, 9, compare_mirrored, net);
        net_release(net);
    }
}

/* The untrained linear path is the piece-square evaluation, where that is the same on both wings.
 */
Test(nnue, the_linear_path_starts_from_the_hand_written_values)
{
    Diag diag;
    diag_clear(&diag);
    const NetFeatures *features = shogi_ops.features;
    Net *net = net_new((NetShape){features->game, features->inputs, 0, 1});
    memcpy(net->linear, features->linear_start, 2 * (size_t)features->inputs * sizeof(int16_t));
    ShogiPosition *pos = shogi_new();
    cr_assert(shogi_set_sfen(pos,
                             span_of("lnsgk1snl/1r4gb1/p1ppppppp/1p7/9/2P6/PP1PPPPPP/1B1S3R1/"
                                     "LN1GKGSNL b - 5"),
                             SHOGI_SETUP_GAME, &diag));
    NetView view;
    shogi_view(pos, &view);
    int mg = score_mg(pos->state->psq), eg = score_eg(pos->state->psq), phase = shogi_phase(pos);
    int expected = (mg * phase + eg * (SHOGI_PHASE_MAX - phase)) / SHOGI_PHASE_MAX;
    cr_assert_eq(net_parts(net, features, &view).linear, expected);
    shogi_delete(pos);
    net_release(net);
}

Test(nnue, features_have_their_numbers)
{
    cr_assert_eq(CHESS_INPUTS, 768);
    cr_assert_eq(SHOGI_INPUTS, 2344);
    for (size_t g = 0; g < COUNT_OF(games); g++) {
        const NetFeatures *features = games[g]->features;
        GamePosition *pos = games[g]->create();
        NetView view;
        games[g]->view(pos, &view);
        cr_assert_eq(view.count, games[g] == &chess_ops ? 32 : 40);
        bool seen[4096] = {false};
        for (int i = 0; i < view.count; i++) {
            uint16_t input = features->index[0][0][view.codes[i]];
            cr_assert_lt(input, features->inputs);
            cr_assert_not(seen[input]);
            seen[input] = true;
        }
        games[g]->destroy(pos);
    }
}
