/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/tree_command.h"

#include "engine/decisions.h"
#include "lab/params_options.h"
#include "lab/print.h"
#include "lab/tree_diff_command.h"
#include "lab/tree_file.h"
#include "lab/tree_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- For people ---- */

static void add_left(const Tree *tree, Text *text)
{
    static const char *const words[LEFT_REASONS] = {
        [LEFT_ITERATION] = "of earlier iterations", [LEFT_PLY] = "beyond the ply asked for",
        [LEFT_DEPTH] = "below the depth asked for", [LEFT_SAMPLE] = "not drawn",
        [LEFT_BUDGET] = "over the budget",
    };
    text_printf(text, "%12" PRIu64 " nodes searched\n%12d recorded\n", tree->total, tree->count);
    for (int i = 0; i < LEFT_REASONS; i++)
        if (tree->left[i])
            text_printf(text, "%12" PRIu64 " left out, %s\n", tree->left[i], words[i]);
    if (tree->max_ply < tree->rules.max_ply)
        text_printf(text, "%12d is the deepest ply that the budget allowed\n", tree->max_ply);
}

static void add_decisions(const Tree *tree, Text *text)
{
    text_printf(text, "\n" MARK_HEADING "  %-10s", "technique");
    for (int o = 0; o < OUTCOMES; o++)
        text_printf(text, " %9s", decisions_outcome((Outcome)o));
    text_add(text, MARK_END "\n");
    for (int t = 0; t < TECH_COUNT; t++) {
        uint64_t all = 0;
        for (int o = 0; o < OUTCOMES; o++)
            all += tree->said[t][o];
        if (!all)
            continue;
        text_printf(text, "  %-10s", param_technique_name((Technique)t));
        for (int o = 0; o < OUTCOMES; o++) {
            if (tree->said[t][o])
                text_printf(text, " %9" PRIu64, tree->said[t][o]);
            else
                text_printf(text, " %9s", "-");
        }
        text_add_char(text, '\n');
    }
}

static void add_json(const Tree *tree, Text *text)
{
    text_printf(text,
                "{\"nodes\": %" PRIu64 ", \"recorded\": %d, \"decisions\": %" PRId64
                ", \"max_ply\": %d, \"left_out\": {",
                tree->total, tree->count, tree->decision_count, tree->max_ply);
    for (int i = 0; i < LEFT_REASONS; i++)
        text_printf(text, "%s\"%s\": %" PRIu64, i ? ", " : "", tree_left_name((TreeLeft)i),
                    tree->left[i]);
    text_add(text, "}}\n");
}

/* ---- The command ---- */

static int run(const RecordOptions *asked, const ParamsOptions *params_asked, const char *out,
               bool json)
{
    ParamSet params;
    TreeRecord record;
    Diag diag;
    diag_clear(&diag);
    if (out && !tree_file_check(out, &diag))
        return options_complain("tree", "error: --out %s", diag.error);
    if (!params_options_resolve("tree", params_asked, asked->game, &params)
        || !tree_record_make("tree", asked, &params, &record))
        return EXIT_BAD_INPUT;
    int status = EXIT_GOOD;
    if (out && !tree_file_write(out, &record.story, &diag))
        status = options_complain("tree", "error: %s", diag.error);
    if (status == EXIT_GOOD) {
        Text text = TEXT_EMPTY;
        add_left(record.tree, &text);
        add_decisions(record.tree, &text);
        if (json)
            add_json(record.tree, &text);
        print_report(&text);
        text_free(&text);
    }
    tree_record_free(&record);
    return status;
}

int tree_command(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "diff") == 0)
        return tree_diff_command(argc - 1, argv + 1);
    RecordOptions asked = RECORD_OPTIONS_DEFAULT;
    ParamsOptions params = {0};
    const char *out = NULL;
    bool json = false;
    const Option options[] = {
        {"out", "FILE", OPTION_TEXT, &out, 0, 0,
         "Where the tree goes: .json, .json.zst (compressed) or .dot (Graphviz, the first plies)"},
        {"json", NULL, OPTION_FLAG, &json, 0, 0, "The counts as one JSON object on the last line"},
        RECORD_OPTION_ROWS(&asked),
        {"all-iterations", NULL, OPTION_FLAG, &asked.all_iterations, 0, 0,
         "Every iteration, not only the last"},
        PARAMS_OPTION_ROWS(&params),
    };
    options_parse("Records the tree of a search: every node, and why each move that was not "
                  "searched was not. `tenuki tree diff` compares two.",
                  options, COUNT_OF(options), argc, argv);
    return run(&asked, &params, out, json);
}
