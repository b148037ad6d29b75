/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/learn_command.h"

#include "base/file.h"
#include "lab/learn.h"
#include "lab/params_options.h"
#include "lab/print.h"
#include "lab/progress.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    OptionList samples;
    const char *target, *held_out, *ridge;
    const char *out, *html;
    int64_t seed;
    bool json;
    ParamsOptions params;
} Asked;

static bool write_file(const char *path, const Text *text)
{
    Diag diag;
    diag_clear(&diag);
    if (file_write(path, (Span){text_cstr(text), text->length}, &diag))
        return true;
    options_complain("learn", "error: %s", diag.error);
    return false;
}

static bool write_all(const Asked *asked, const LearnReport *report)
{
    Text text = TEXT_EMPTY;
    bool good = true;
    learn_write_tables(report, &text);
    if (asked->json)
        learn_write_json(report, &text);
    print_report(&text);
    if (asked->out) {
        text_clear(&text);
        learn_write_toml(report, &text);
        good = write_file(asked->out, &text);
    }
    if (good && asked->html) {
        text_clear(&text);
        learn_write_html(report, &text);
        good = write_file(asked->html, &text);
    }
    text_free(&text);
    return good;
}

static bool read_samples(const Asked *asked, LearnRows *rows)
{
    Diag diag;
    diag_clear(&diag);
    if (asked->samples.count == 0)
        diag_error(&diag, "no --samples: a file that tenuki audit --samples FILE has written");
    for (int i = 0; !diag.error[0] && i < asked->samples.count; i++)
        learn_rows_read(asked->samples.items[i], rows, &diag);
    if (!diag.error[0] && rows->count == 0)
        diag_error(&diag, "%s: no judged prune of a technique that has a margin",
                   asked->samples.items[0]);
    if (!diag.error[0])
        return true;
    options_complain("learn", "error: %s", diag.error);
    return false;
}

static int run(const Asked *asked, const LearnPlan *plan, const LearnRows *rows,
               const char *command)
{
    LearnResult results[TECH_COUNT];
    LearnReport report = {
        .plan = plan, .rows = rows, .results = results, .count = 0, .command = command};
    bool any = false;
    Progress progress;
    progress_begin(&progress, "learn");
    for (int t = 0; t < TECH_COUNT; t++) {
        progress_show(&progress, t, TECH_COUNT, param_technique_name((Technique)t));
        if (learn_technique(plan, rows, (Technique)t, &results[report.count]))
            any |= results[report.count++].trouble[0] == '\0';
    }
    progress_end(&progress);
    if (!write_all(asked, &report))
        return EXIT_BAD_INPUT;
    if (!any)
        options_complain("learn", "no margins were learned");
    return any ? EXIT_GOOD : EXIT_CHECK_FAILED;
}

static bool read_ridge(const char *text, double *ridge)
{
    if (!text || span_to_double(span_of(text), 0, 1e6, ridge))
        return true;
    options_complain("learn", "error: --ridge: '%.60s' is no number from 0 to 1000000", text);
    return false;
}

static int check_and_run(const Asked *asked, const char *command)
{
    LearnPlan plan = {.target = 0.01, .held_out = 0.3, .ridge = 1, .seed = (uint64_t)asked->seed};
    LearnRows rows = {0};
    ParamSet set;
    int status = EXIT_BAD_INPUT;
    if ((!asked->target || options_share("learn", "target", asked->target, &plan.target))
        && (!asked->held_out || options_share("learn", "held-out", asked->held_out, &plan.held_out))
        && read_ridge(asked->ridge, &plan.ridge) && read_samples(asked, &rows)
        && params_options_resolve("learn", &asked->params, rows.game, &set)) {
        plan.params = set.values;
        status = run(asked, &plan, &rows, command);
    }
    learn_rows_free(&rows);
    return status;
}

int learn_command(int argc, char **argv)
{
    Asked asked = {.seed = 1};
    const Option options[] = {
        {"samples", "FILE", OPTION_LIST, &asked.samples, 0, 0,
         "Prunes as `tenuki audit --samples FILE` writes them; may be repeated"},
        {"target", "SHARE", OPTION_TEXT, &asked.target, 0, 0,
         "Rate of false prunes that the margins are to have (default 0.01)"},
        {"held-out", "SHARE", OPTION_TEXT, &asked.held_out, 0, 0,
         "Share of the positions that is not used to fit, but to see how good it is (default 0.3)"},
        {"ridge", "NUMBER", OPTION_TEXT, &asked.ridge, 0, 0,
         "Pulls the coefficients towards 0 (default 1)"},
        {"seed", "N", OPTION_NUMBER, &asked.seed, 0, INT64_MAX,
         "Which positions are held out (default 1)"},
        {"out", "FILE", OPTION_TEXT, &asked.out, 0, 0,
         "The margins as a configuration file, for --config"},
        {"html", "FILE", OPTION_TEXT, &asked.html, 0, 0, "A report with plots"},
        {"json", NULL, OPTION_FLAG, &asked.json, 0, 0, "One JSON object on the last line"},
        PARAMS_OPTION_ROWS(&asked.params),
    };
    Text command = TEXT_EMPTY;
    options_repeat(options, COUNT_OF(options), argc, argv, &command);
    options_parse("Learns from audited prunes which margins prune most at a given rate of false "
                  "prunes.",
                  options, COUNT_OF(options), argc, argv);
    int status = check_and_run(&asked, text_cstr(&command));
    text_free(&command);
    return status;
}
