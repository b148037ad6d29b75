/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/params_command.h"

#include "lab/params_options.h"
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

int params_command(int argc, char **argv)
{
    const GameOps *game = &chess_ops;
    ParamsOptions asked = {0};
    bool json = false, toml = false, markdown = false, spsa = false;
    const Option options[] = {
        {"game", "GAME", OPTION_GAME, &game, 0, 0, "chess (default) or shogi"},
        PARAMS_OPTION_ROWS(&asked),
        {"json", NULL, OPTION_FLAG, &json, 0, 0, "One JSON object for programs"},
        {"toml", NULL, OPTION_FLAG, &toml, 0, 0, "A file for --config that gives the same values"},
        {"markdown", NULL, OPTION_FLAG, &markdown, 0, 0,
         "docs/params.md: the defaults of both games"},
        {"spsa", NULL, OPTION_FLAG, &spsa, 0, 0, "Lines for OpenBench's tuner"},
    };
    Text text = TEXT_EMPTY;
    write_about(&text);
    options_parse(text_cstr(&text), options, COUNT_OF(options), argc, argv);
    text_clear(&text);
    ParamSet set;
    bool good = params_options_resolve("params", &asked, game, &set);
    if (good && json + toml + markdown + spsa > 1) {
        options_complain("params", "only one of --json, --toml, --markdown and --spsa");
        good = false;
    }
    if (good) {
        if (json)
            params_write_json(&set, &text);
        else if (toml)
            params_write_toml(&set, &text);
        else if (markdown)
            params_write_markdown(&text);
        else if (spsa)
            params_write_spsa(&set, &text);
        else
            params_write_table(&set, &text);
        fputs(text_cstr(&text), stdout);
    }
    text_free(&text);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}
