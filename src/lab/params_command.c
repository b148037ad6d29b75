/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/params_command.h"

#include "lab/impact.h"
#include "lab/params_options.h"
#include "lab/print.h"
#include "param/presets.h"
#include "param/write.h"

#include <stdio.h>

static void write_about(Text *about)
{
    text_add(about, "Prints the parameters of the search and where each came from.\v"
                    "Presets:\n");
    for (int i = 0; i < preset_count(); i++)
        text_printf(about, "  %-14s %s\n", preset_name(i), preset_text(i));
}

static void write_impact(const GameOps *game, const ParamSet *set, bool json, Text *text)
{
    Impact impact;
    impact_measure(game, &set->values, &impact);
    if (json)
        impact_write_json(&impact, text);
    else
        impact_write_table(&impact, text);
}

int params_command(int argc, char **argv)
{
    const GameOps *game = &chess_ops;
    ParamsOptions asked = {0};
    bool json = false, toml = false, markdown = false, spsa = false, impact = false;
    const Option options[] = {
        {"game", "GAME", OPTION_GAME, &game, 0, 0, "chess (default) or shogi"},
        PARAMS_OPTION_ROWS(&asked),
        {"json", NULL, OPTION_FLAG, &json, 0, 0, "One JSON object for programs"},
        {"toml", NULL, OPTION_FLAG, &toml, 0, 0, "A file for --config that gives the same values"},
        {"markdown", NULL, OPTION_FLAG, &markdown, 0, 0,
         "docs/params.md: the defaults of both games"},
        {"spsa", NULL, OPTION_FLAG, &spsa, 0, 0, "Lines for OpenBench's tuner"},
        {"impact", NULL, OPTION_FLAG, &impact, 0, 0,
         "Nodes, time and depth against the default on a short bench; also with --json"},
    };
    Text text = TEXT_EMPTY;
    write_about(&text);
    options_parse(text_cstr(&text), options, COUNT_OF(options), argc, argv);
    text_clear(&text);
    ParamSet set;
    bool good = params_options_resolve("params", &asked, game, &set);
    if (good && (json + toml + markdown + spsa > 1 || (impact && toml + markdown + spsa > 0))) {
        options_complain("params", "only one of --json, --toml, --markdown and --spsa, and "
                                   "--impact alone or with --json");
        good = false;
    }
    if (good) {
        if (impact)
            write_impact(game, &set, json, &text);
        else if (json)
            params_write_json(&set, &text);
        else if (toml)
            params_write_toml(&set, &text);
        else if (markdown)
            params_write_markdown(&text);
        else if (spsa)
            params_write_spsa(&set, &text);
        else
            params_write_table(&set, &text);
        print_report(&text);
    }
    text_free(&text);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}
