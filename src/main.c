/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The program: a subcommand, or commands from standard input. */

#include "base/version.h"
#include "engine/games.h"
#include "lab/ablate.h"
#include "lab/analyse_command.h"
#include "lab/audit_command.h"
#include "lab/bench.h"
#include "lab/convert.h"
#include "lab/data_command.h"
#include "lab/datagen.h"
#include "lab/match_command.h"
#include "lab/mate_command.h"
#include "lab/net_command.h"
#include "lab/options.h"
#include "lab/params_command.h"
#include "lab/perft.h"
#include "lab/profile.h"
#include "lab/regress.h"
#include "lab/results.h"
#include "lab/show.h"
#include "lab/suite.h"
#include "lab/train.h"
#include "lab/tree_command.h"
#include "lab/tune_command.h"
#include "protocol/console.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *name;
    const char *help;
    int (*run)(int argc, char **argv);
} Subcommand;

static int run_help(int argc, char **argv);
static int run_version(int argc, char **argv);

static const Subcommand subcommands[] = {
    {"ablate", "what each technique saves: search with and without it", ablate_command},
    {"analyse", "search a position and show what is found", analyse_command},
    {"audit", "how often pruning is wrong, and what it costs", audit_command},
    {"bench", "search fixed positions: the signature and speed of the search", bench_command},
    {"convert", "game records from one format to another: PGN, CSA, KIF", convert_command},
    {"data", "files of scored games: stat, check, merge, show, import", data_command},
    {"datagen", "play games of the search against itself, to train from", datagen_command},
    {"match", "games between engines: how strong is one against the other", match_command},
    {"mate", "prove that the side to move mates by force", mate_command},
    {"net", "networks: is a file good, what is in it", net_command},
    {"params", "the parameters of the search: values, ranges, presets", params_command},
    {"perft", "count the leaves of the move tree, or check a suite of counts", perft_command},
    {"profile", "where the time of a search goes, by parts", profile_command},
    {"regress", "bench, speed and suites against the last stored ones", regress_command},
    {"results", "a stored match: table, check, records", results_command},
    {"show", "show a position: board, key, legal moves", show_command},
    {"suite", "solve files of problems: best moves and mates", suite_command},
    {"train", "train a network from files of scored games", train_command},
    {"tree", "record the tree of a search, or compare two", tree_command},
    {"tune", "SPSA over the parameters by self-play; `tune eval`: Texel tuning", tune_command},
    {"help", "this list, or `tenuki help COMMAND`", run_help},
    {"version", "the version", run_version},
};

static const Subcommand *find(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(subcommands); i++)
        if (strcmp(subcommands[i].name, name) == 0)
            return &subcommands[i];
    return NULL;
}

static int run_version(int argc, char **argv)
{
    (void)argc, (void)argv;
    puts("tenuki " TENUKI_VERSION);
    return EXIT_GOOD;
}

static int run_help(int argc, char **argv)
{
    if (argc > 1) {
        const Subcommand *command = find(argv[1]);
        if (!command || command->run == run_help || command->run == run_version)
            return options_complain("help", "no help for '%s'", argv[1]);
        char flag[] = "--help";
        char *arguments[] = {argv[1], flag, NULL};
        return command->run(2, arguments);
    }
    puts("Tenuki: a chess and shogi engine\n\n"
         "  tenuki                  commands from standard input: uci (chess), usi (shogi), help");
    for (size_t i = 0; i < COUNT_OF(subcommands); i++)
        printf("  tenuki %-16s %s\n", subcommands[i].name, subcommands[i].help);
    puts("\nExit status: 0 good, 1 a check failed, 2 bad input.");
    return EXIT_GOOD;
}

int main(int argc, char **argv)
{
    games_init();
    if (argc < 2)
        return console_run(bench_command);
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    else if (strcmp(name, "--version") == 0)
        name = "version";
    const Subcommand *command = find(name);
    if (!command) {
        fprintf(stderr, "tenuki: unknown command '%s'; `tenuki help` lists them\n", argv[1]);
        return EXIT_BAD_INPUT;
    }
    return command->run(argc - 1, argv + 1);
}
