/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/net_command.h"

#include "base/file.h"
#include "lab/options.h"
#include "nnue/embedded.h"
#include "train/model.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* False, with a message, unless all nets are of the first one's shape. */
static bool alike(const Net *const *nets, const char *const *paths, int count)
{
    const NetShape *first = &nets[0]->shape;
    for (int i = 1; i < count; i++) {
        const NetShape *shape = &nets[i]->shape;
        if (shape->game == first->game && shape->neurons == first->neurons
            && shape->buckets == first->buckets)
            continue;
        options_complain("net",
                         "error: %s: for %s, %d neurons, %d buckets; %s is for %s, %d and %d",
                         paths[i], net_game_name(shape->game), shape->neurons, shape->buckets,
                         paths[0], net_game_name(first->game), first->neurons, first->buckets);
        return false;
    }
    return true;
}

/* Which nets it is made of, as far as a note has room. */
static void note_sources(Net *mean, const Net *const *nets, int count)
{
    enum { NAMED = 8 };
    Text note = TEXT_EMPTY;
    text_printf(&note, "the mean of");
    for (int i = 0; i < count && i < NAMED; i++)
        text_printf(&note, "%s %016" PRIx64, i ? "," : "", nets[i]->checksum);
    if (count > NAMED)
        text_printf(&note, " and %d more", count - NAMED);
    snprintf(mean->note, sizeof mean->note, "%s", text_cstr(&note));
    text_free(&note);
}

static bool write_mean(const char *out, const Net *const *nets, int count)
{
    Net *net = model_mean(nets, count);
    Text bytes = TEXT_EMPTY;
    Diag diag;
    diag_clear(&diag);
    note_sources(net, nets, count);
    net_write(net, &bytes);
    bool good = access(out, F_OK) != 0 || diag_error(&diag, "%s: it is there already", out);
    good = good && net_is_sound(net, &diag)
        && file_write(out, (Span){bytes.data, bytes.length}, &diag);
    if (!good)
        options_complain("net", "error: %s", diag.error);
    text_free(&bytes);
    net_release(net);
    return good;
}

static int mean(const char *out, const char *const *paths, int count)
{
    const Net *nets[OPTION_LIST_MAX];
    int loaded = 0;
    while (loaded < count && (nets[loaded] = load(paths[loaded])))
        loaded++;
    bool good = loaded == count && alike(nets, paths, count) && write_mean(out, nets, count);
    for (int i = 0; i < loaded; i++)
        net_release(nets[i]);
    if (good)
        printf("%s: the mean of %d nets\n", out, count);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}

int net_command(int argc, char **argv)
{
    bool json = false, tables = false;
    const Option options[] = {
        {"json", NULL, OPTION_FLAG, &json, 0, 0, "One JSON object, or one a net (info)"},
        {"tables", NULL, OPTION_FLAG, &tables, 0, 0,
         "Also the linear path in centipawns, middle game and endgame (info)"},
    };
    OptionList words = {0}; /* the verb and the files */
    options_parse_words(
        "tenuki net check FILE: is it a whole, undamaged net? tenuki net info [FILE]: "
        "what is in it; without a file, what is built in. tenuki net mean OUT NET NET...: "
        "writes the new file OUT, whose numbers are the means of those of nets of one shape.",
        options, COUNT_OF(options), argc, argv, &words);
    const char *verb = words.items[0], *path = words.items[1];
    if (!verb)
        return options_complain(
            "net", "error: say 'net check FILE', 'net info [FILE]' or 'net mean OUT NET NET...'");
    if (strcmp(verb, "mean") == 0) {
        if (words.count < 4)
            return options_complain("net", "error: net mean: a file to write and two nets or more");
        return mean(path, words.items + 2, words.count - 2);
    }
    if (words.count > 2)
        return options_complain("net", "error: unexpected argument '%.60s'", words.items[2]);
    if (strcmp(verb, "info") == 0)
        return info(path, json, tables);
    if (strcmp(verb, "check") != 0)
        return options_complain("net", "error: unknown word '%.60s': check, info or mean", verb);
    if (!path)
        return options_complain("net", "error: net check: the file is missing");
    return check(path, json);
}
