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
#include "lab/learn_command.h"
#include "lab/match_command.h"
#include "lab/mate_command.h"
#include "lab/net_command.h"
#include "lab/options.h"
#include "lab/params_command.h"
#include "lab/params_options.h"
#include "lab/perft.h"
#include "lab/print.h"
#include "lab/profile.h"
#include "lab/reference.h"
#include "lab/regress.h"
#include "lab/results.h"
#include "lab/search_options.h"
#include "lab/show.h"
#include "lab/suite.h"
#include "lab/train.h"
#include "lab/tree_command.h"
#include "lab/tune_command.h"
#include "lab/web_command.h"
#include "protocol/console.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Subcommand subcommands[] = {
    {"ablate", "what each technique saves: search with and without it", ablate_command},
    {"analyse", "search a position and show what is found", analyse_command},
    {"audit", "how often pruning is wrong, and what it costs", audit_command},
    {"bench", "search fixed positions: the signature and speed of the search", bench_command},
    {"convert", "game records from one format to another: PGN, CSA, KIF", convert_command},
    {"data", "files of scored games: stat, check, merge, show, import", data_command},
    {"datagen", "play games of the search against itself, to train from", datagen_command},
    {"learn", "margins that meet a rate of false prunes, from audited prunes", learn_command},
    {"match", "games between engines: how strong is one against the other", match_command},
    {"mate", "prove that the side to move mates by force", mate_command},
    {"net", "networks: is a file good, what is in it, the mean of several", net_command},
    {"params", "the parameters of the search: values, ranges, presets", params_command},
    {"perft", "count the leaves of the move tree, or check a suite of counts", perft_command},
    {"profile", "where the time of a search goes, by parts", profile_command},
    {"regress", "bench, speed and suites against the last stored ones", regress_command},
    {"results", "a stored match, or stored reports: table, check, records", results_command},
    {"show", "show a position: board, key, legal moves", show_command},
    {"suite", "solve files of problems: best moves and mates", suite_command},
    {"train", "train a network from files of scored games", train_command},
    {"tree", "record the tree of a search, or compare two", tree_command},
    {"tune", "SPSA over the parameters by self-play; `tune eval`: Texel tuning", tune_command},
    {"web", "the page: play, watch, explore, in the browser", web_command},
};

static const Subcommand *find(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(subcommands); i++)
        if (strcmp(subcommands[i].name, name) == 0)
            return &subcommands[i];
    return NULL;
}

static int run_version(void)
{
    puts("tenuki " TENUKI_VERSION);
    return EXIT_GOOD;
}

static void list_commands(void)
{
    Text text = TEXT_EMPTY;
    text_add(
        &text, MARK_HEADING
        "Tenuki: a chess and shogi engine, and a laboratory for its pruning" MARK_END "\n\n"
        "  tenuki [OPTION...]  commands from standard input: uci (chess), usi (shogi), help;\n"
        "                      --preset --config --set --lenient --plugin --allow-plugins --log\n"
        "  tenuki help [NAME]  this list, or the options of a command\n"
        "  tenuki version      the version\n\n" MARK_HEADING "Commands" MARK_END "\n");
    for (size_t i = 0; i < COUNT_OF(subcommands); i++)
        text_printf(&text, "  tenuki %-12s %s\n", subcommands[i].name, subcommands[i].help);
    text_add(&text, "\n" MARK_HEADING "Exit status" MARK_END "\n");
    for (int i = 0; i < EXIT_STATUSES; i++)
        text_printf(&text, "  %d  %s\n", exit_statuses[i].status, exit_statuses[i].text);
    print_report(&text);
    text_free(&text);
}

/* `help`, `help COMMAND` and `help COMMAND WORD`, for the parts of a command. */
static int run_help(int argc, char **argv)
{
    if (argc < 2) {
        list_commands();
        return EXIT_GOOD;
    }
    const Subcommand *command = find(argv[1]);
    if (!command)
        return reference_unknown(argv[1], subcommands, COUNT_OF(subcommands));
    char flag[] = "--help";
    char *arguments[] = {argv[1], argc > 2 ? argv[2] : flag, argc > 2 ? flag : NULL, NULL};
    return command->run(argc > 2 ? 3 : 2, arguments);
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

/* Commands from standard input, after options that say what the engine begins with. */
static int run_console(int argc, char **argv)
{
    char no_command[] = "";
    argv[0] = no_command;
    ParamsOptions asked = {0};
    const char *log = NULL, *filter = NULL;
    SessionStart *start = xcalloc(1, sizeof *start);
    const Option options[] = {
        PARAMS_OPTION_ROWS(&asked),
        {"allow-plugins", NULL, OPTION_FLAG, &start->allow_plugins, 0, 0,
         "setoption name Plugin may load shared objects, as --plugin does"},
        LOG_OPTION_ROWS(&log, &filter),
    };
    options_parse("Commands from standard input: uci (chess), usi (shogi), help.", options,
                  COUNT_OF(options), argc, argv);
    int status = EXIT_BAD_INPUT;
    Diag diag;
    diag_clear(&diag);
    if (!decision_log_open(&start->log, log, filter, &diag))
        options_complain("", "error: %s", diag.error);
    else if (params_options_resolve("", &asked, &chess_ops, &start->params[PARAM_CHESS])
             && params_options_resolve("", &asked, &shogi_ops, &start->params[PARAM_SHOGI]))
        status = console_run(start, bench_command);
    if (!decision_log_close(&start->log, &diag))
        status = options_complain("", "error: %s", diag.error);
    free(start);
    return status;
}

int main(int argc, char **argv)
{
    games_init();
    if (argc < 2)
        return run_console(argc, argv);
    if (is_one_of(argv[1], "help", "--help", "-h"))
        return run_help(argc - 1, argv + 1);
    if (is_one_of(argv[1], "version", "--version", "-V"))
        return run_version();
    if (argv[1][0] == '-')
        return run_console(argc, argv);
    if (strcmp(argv[1], "reference") == 0)
        return reference_print(argc - 1, argv + 1, subcommands, COUNT_OF(subcommands),
                               console_command);
    const Subcommand *command = find(argv[1]);
    return command ? command->run(argc - 1, argv + 1)
                   : reference_unknown(argv[1], subcommands, COUNT_OF(subcommands));
}
