/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/net_command.h"

#include "lab/options.h"
#include "nnue/embedded.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const GameOps *game_of(const Net *net)
{
    return net->shape.game == NET_CHESS ? &chess_ops : &shogi_ops;
}

/* Evaluates the start position, so that a person sees at once whether a net talks sense. */
static int start_score(const Net *net)
{
    const GameOps *game = game_of(net);
    GamePosition *pos = game->create();
    int score = game->evaluate(pos, net);
    game->destroy(pos);
    return score;
}

/* Any game: the inputs must be what that game has. */
static Net *load(const char *path)
{
    Diag diag;
    diag_clear(&diag);
    Net *net = net_load(path, NULL, &diag);
    if (net && net->shape.inputs != game_of(net)->features->inputs) {
        diag_error(&diag, "%s: %d inputs, %s has %d", path, net->shape.inputs, game_of(net)->name,
                   game_of(net)->features->inputs);
        net_release(net);
        net = NULL;
    }
    if (!net)
        options_complain("net", "error: %s", diag.error);
    return net;
}

static void print_text(const char *name, const Net *net)
{
    printf("%s\n", name);
    printf("  game      %s\n", net_game_name(net->shape.game));
    printf("  inputs    %d for each side\n", net->shape.inputs);
    if (net->shape.neurons)
        printf("  neurons   %d for each side, %d output bucket%s\n", net->shape.neurons,
               net->shape.buckets, net->shape.buckets == 1 ? "" : "s");
    else
        printf("  neurons   none: the linear path alone\n");
    printf("  checksum  %016" PRIx64 "\n", net->checksum);
    printf("  start     %+d centipawns for the side to move\n", start_score(net));
    if (net->note[0])
        printf("  note      %s\n", net->note);
}

/* Centipawns that a piece of the first side counts in the linear path, in the middle game (0) or
 * the endgame (1), while neither side sees the board mirrored. */
static int linear_value(const Net *net, uint16_t code, int stage)
{
    const NetFeatures *features = game_of(net)->features;
    int sum = net->linear[2 * features->index[FIRST][0][code] + stage]
            - net->linear[2 * features->index[SECOND][0][code] + stage];
    return (sum + (sum < 0 ? -1 : 1) * NET_LINEAR_SCALE / 2) / NET_LINEAR_SCALE;
}

/* Where each square of the piece that `code` is about has its code; returns how many there are. */
static int squares_of(const GameOps *game, int code, int at[9][9])
{
    int count = 0;
    GamePlace first = game->place((uint16_t)code);
    for (int i = code; i < game->features->codes; i++, count++) {
        GamePlace place = game->place((uint16_t)i);
        if (place.row < 0 || place.side != first.side || strcmp(place.letter, first.letter) != 0)
            break;
        at[place.row][place.column] = i;
    }
    return count;
}

/* The linear path as tables: middle game on the left, endgame on the right, the first side's view.
 */
static void print_tables(const Net *net)
{
    const GameOps *game = game_of(net);
    for (int code = 0; code < game->features->codes; code++) {
        GamePlace place = game->place((uint16_t)code);
        if (place.side != FIRST || !place.letter[0])
            continue;
        if (place.row < 0) {
            if (place.number == 1)
                printf("\n%s in hand:", place.letter);
            printf(" %d", linear_value(net, (uint16_t)code, 0));
            printf("/%d", linear_value(net, (uint16_t)code, 1));
            continue;
        }
        int at[9][9];
        code += squares_of(game, code, at) - 1;
        printf("\n%s\n", place.letter);
        for (int row = 0; row < game->board_size; row++) {
            for (int i = 0; i < 2 * game->board_size; i++)
                printf("%s%5d", i == game->board_size ? "   |" : "",
                       linear_value(net, (uint16_t)at[row][i % game->board_size],
                                    i >= game->board_size));
            putchar('\n');
        }
    }
    putchar('\n');
}

static void print_json(const char *name, const Net *net)
{
    Text text = TEXT_EMPTY;
    text_add(&text, "{\"file\": ");
    text_add_json(&text, name);
    text_printf(&text,
                ", \"game\": \"%s\", \"inputs\": %d, \"neurons\": %d, \"buckets\": %d, "
                "\"checksum\": \"%016" PRIx64 "\", \"start_cp\": %d, \"note\": ",
                net_game_name(net->shape.game), net->shape.inputs, net->shape.neurons,
                net->shape.buckets, net->checksum, start_score(net));
    text_add_json(&text, net->note);
    printf("%s}\n", text_cstr(&text));
    text_free(&text);
}

static int check(const char *path, bool json)
{
    Net *net = load(path);
    if (!net) {
        if (json)
            puts("{\"good\": false}");
        return EXIT_CHECK_FAILED;
    }
    if (json)
        printf("{\"good\": true, \"game\": \"%s\", \"neurons\": %d}\n",
               net_game_name(net->shape.game), net->shape.neurons);
    else
        printf("%s: a good net for %s, %d neurons\n", path, net_game_name(net->shape.game),
               net->shape.neurons);
    net_release(net);
    return EXIT_GOOD;
}

static int info(const char *path, bool json, bool tables)
{
    if (path) {
        Net *net = load(path);
        if (!net)
            return EXIT_BAD_INPUT;
        (json ? print_json : print_text)(path, net);
        if (tables && !json)
            print_tables(net);
        net_release(net);
        return EXIT_GOOD;
    }
    for (int game = NET_CHESS; game <= NET_SHOGI; game++) {
        const Net *net = net_embedded((NetGame)game);
        if (net)
            (json ? print_json : print_text)("built in", net);
        else if (!json)
            printf("no net for %s is built in\n", net_game_name((NetGame)game));
        if (net && tables && !json)
            print_tables(net);
    }
    return EXIT_GOOD;
}

int net_command(int argc, char **argv)
{
    bool json = false, tables = false;
    const Option options[] = {
        {"json", NULL, OPTION_FLAG, &json, 0, 0, "One JSON object, or one a net (info)"},
        {"tables", NULL, OPTION_FLAG, &tables, 0, 0,
         "Also the linear path in centipawns, middle game and endgame (info)"},
    };
    OptionList words = {0}; /* the verb and the file */
    options_parse_words(
        "tenuki net check FILE: is it a whole, undamaged net? tenuki net info [FILE]: "
        "what is in it; without a file, what is built in.",
        options, COUNT_OF(options), argc, argv, &words);
    const char *verb = words.items[0], *path = words.items[1];
    if (words.count > 2)
        return options_complain("net", "error: unexpected argument '%.60s'", words.items[2]);
    if (!verb)
        return options_complain("net", "error: say 'net check FILE' or 'net info [FILE]'");
    if (strcmp(verb, "info") == 0)
        return info(path, json, tables);
    if (strcmp(verb, "check") != 0)
        return options_complain("net", "error: unknown word '%.60s': check or info", verb);
    if (!path)
        return options_complain("net", "error: net check: the file is missing");
    return check(path, json);
}
