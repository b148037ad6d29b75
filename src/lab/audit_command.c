/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/audit_command.h"

#include "base/file.h"
#include "base/threads.h"
#include "engine/setup.h"
#include "lab/audit_report.h"
#include "lab/learn.h"
#include "lab/params_options.h"
#include "lab/problems.h"
#include "lab/print.h"
#include "lab/progress.h"
#include "lab/reports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const GameOps *game;
    const char *position, *file, *techniques, *share;
    const char *html, *rows, *db;
    OptionList samples;
    int64_t limit, depth, nodes, hash;
    int64_t min_depth, seed, deeper, confirm, reference_nodes, concurrency;
    bool json, control, wide;
    ParamsOptions params;
} Asked;

/* ---- What is asked ---- */

static bool find_technique(Span name, uint64_t *mask)
{
    for (int i = 0; i < TECH_COUNT; i++)
        if (audit_techniques() >> i & 1
            && span_is_nocase(name, param_technique_name((Technique)i))) {
            *mask |= (uint64_t)1 << i;
            return true;
        }
    return false;
}

static void list_techniques(Text *text)
{
    for (int i = 0; i < TECH_COUNT; i++)
        if (audit_techniques() >> i & 1)
            text_printf(text, "%s%s", text->length ? ", " : "", param_technique_name((Technique)i));
}

/* "all", or names with commas between. */
static bool read_techniques(const char *text, uint64_t *mask)
{
    *mask = 0;
    if (strcmp(text, "all") == 0) {
        *mask = audit_techniques();
        return true;
    }
    for (const char *at = text; at;) {
        const char *comma = strchr(at, ',');
        Span name = span_trim((Span){at, comma ? (size_t)(comma - at) : strlen(at)});
        if (!find_technique(name, mask)) {
            Text names = TEXT_EMPTY;
            list_techniques(&names);
            options_complain("audit", "error: --technique: '%.*s' is none of all, %s",
                             SPAN_ARG(name), text_cstr(&names));
            text_free(&names);
            return false;
        }
        at = comma ? comma + 1 : NULL;
    }
    return true;
}

/* Each is a number of decisions or a file to write. */
static bool read_samples(const OptionList *samples, int *most, const char **file)
{
    enum { SAMPLES_MOST = 10000000 };
    for (int i = 0; i < samples->count; i++) {
        const char *word = samples->items[i];
        int64_t number;
        if (word[0] == '\0' || word[strspn(word, "-0123456789")] != '\0') {
            *file = word;
        } else if (span_to_int(span_of(word), 1, SAMPLES_MOST, &number)) {
            *most = (int)number;
        } else {
            options_complain("audit", "error: --samples: %.60s is no number from 1 to %d", word,
                             SAMPLES_MOST);
            return false;
        }
    }
    return true;
}

/* The other techniques stay as they are: what one prunes depends on what the others leave. */
static bool widen(const AuditRules *rules, ParamSet *set)
{
    const LearnMargins *margins = NULL;
    int asked_for = 0;
    for (int t = 0; t < TECH_COUNT; t++)
        if (rules->techniques >> t & 1) {
            asked_for++;
            margins = learn_margins((Technique)t);
        }
    if (asked_for != 1 || !margins) {
        options_complain("audit", "error: --wide wants one --technique that has a margin");
        return false;
    }
    learn_widen(margins, set);
    return true;
}

static void add_position(AuditPlan *plan, GamePosition **list, GamePosition *pos)
{
    list[plan->count++] = pos;
}

static bool read_file(const Asked *asked, AuditPlan *plan, GamePosition ***list)
{
    Diag diag;
    ProblemFile file = {0};
    diag_clear(&diag);
    if (!problems_read(asked->file, asked->game, &file, &diag)) {
        options_complain("audit", "error: %s", diag.error);
        return false;
    }
    problems_choose(&file, asked->limit, asked->seed);
    *list = xcalloc((size_t)file.count + 1, sizeof **list);
    bool good = file.count > 0;
    if (!good)
        options_complain("audit", "error: %s: no position in it", asked->file);
    for (int i = 0; good && i < file.count; i++) {
        GamePosition *pos = asked->game->create();
        if (!setup_position(asked->game, pos, span_of(file.items[i].position), SETUP_RELAXED,
                            &diag))
            BUG("%s: %s", file.items[i].position, diag.error);
        add_position(plan, *list, pos);
        good = !file.items[i].mate_only;
        if (!good)
            options_complain("audit", "error: %s, line %d: a king is missing", asked->file,
                             file.items[i].line);
    }
    problems_free(&file);
    return good;
}

static bool read_positions(const Asked *asked, AuditPlan *plan, GamePosition ***list)
{
    if (asked->file)
        return read_file(asked, plan, list);
    GamePosition *pos = options_position("audit", asked->game, asked->position);
    if (!pos)
        return false;
    *list = xcalloc(1, sizeof **list);
    add_position(plan, *list, pos);
    if (!asked->game->is_mate_only(pos))
        return true;
    options_complain("audit", "error: a king is missing");
    return false;
}

/* ---- Files ---- */

static bool write_file(const char *path, const Text *text)
{
    Diag diag;
    diag_clear(&diag);
    if (file_write(path, (Span){text_cstr(text), text->length}, &diag))
        return true;
    options_complain("audit", "error: %s", diag.error);
    return false;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

static bool keep(const AuditReport *report, const char *path, const char *command)
{
    ReportRate rates[TECH_COUNT];
    AuditRow row;
    Text json = TEXT_EMPTY;
    int count = 0;
    for (int t = 0; t < TECH_COUNT; t++)
        if (audit_row(report, (Technique)t, GROUP_ALL, 0, false, &row) && row.judged > 0)
            rates[count++] = (ReportRate){
                .technique = param_technique_name((Technique)t),
                .rate = {100 * row.rate.value, 100 * row.rate.low, 100 * row.rate.high},
            };
    audit_write_json(report, &json);
    bool kept = reports_keep(path, &(Report){
                                       .kind = "audit",
                                       .game = report->plan->game->name,
                                       .command = command,
                                       .positions = report->plan->count,
                                       .nodes = report->result->nodes,
                                       .measure = "false prunes, %",
                                       .rates = rates,
                                       .rate_count = count,
                                       .json = text_cstr(&json),
                                   });
    text_free(&json);
    return kept;
}

static bool write_all(const Asked *asked, const AuditReport *report, const char *samples,
                      const char *command)
{
    Text text = TEXT_EMPTY;
    bool good = true;
    audit_write_tables(report, &text);
    if (asked->json)
        audit_write_json(report, &text);
    print_report(&text);
    if (asked->html) {
        text_clear(&text);
        audit_write_html(report, command, &text);
        good = write_file(asked->html, &text);
    }
    if (good && asked->rows) {
        text_clear(&text);
        if (ends_with(asked->rows, ".csv"))
            audit_write_csv(report, &text);
        else
            audit_write_json_rows(report, &text);
        good = write_file(asked->rows, &text);
    }
    if (good && samples) {
        text_clear(&text);
        audit_write_csv(report, &text);
        good = write_file(samples, &text);
    }
    text_free(&text);
    return good;
}

/* ---- The command ---- */

static void show_progress(void *context, const char *what, int done, int all)
{
    progress_show(context, done, all, what);
}

static void show_message(void *context, const char *message)
{
    progress_end(context);
    fprintf(stderr, "tenuki audit: %s\n", message);
}

static int run(const Asked *asked, AuditPlan *plan, const char *samples, const char *command)
{
    Diag diag;
    AuditResult result;
    AuditReport report;
    Progress progress;
    diag_clear(&diag);
    plan->context = &progress;
    plan->on_progress = show_progress;
    plan->on_message = show_message;
    bool can_keep = asked->db && reports_can_keep("audit", asked->db);
    progress_begin(&progress, "audit");
    bool good = audit_run(plan, &result, &diag);
    progress_end(&progress);
    if (!good)
        return options_complain("audit", "error: %s", diag.error);
    audit_report_init(&report, plan, &result);
    good = write_all(asked, &report, samples, command);
    if (asked->db)
        good = can_keep && keep(&report, asked->db, command) && good;
    audit_result_free(&result);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}

static int check_and_run(const Asked *asked, const char *command)
{
    enum { DEFAULT_DEPTH = 10, DEFAULT_SAMPLES = 100, MANY_SAMPLES = 100000 };
    const char *samples = NULL;
    AuditPlan plan = {
        .game = asked->game,
        .depth = asked->depth || asked->nodes ? (int)asked->depth : DEFAULT_DEPTH,
        .nodes = (uint64_t)asked->nodes,
        .hash_mib = (size_t)asked->hash,
        .control = asked->control,
        .deeper = (int)(asked->confirm ? asked->confirm : asked->deeper),
        .confirm = asked->confirm > 0,
        .reference_nodes = (uint64_t)asked->reference_nodes,
        .concurrency = (int)asked->concurrency,
        .rules =
            {
                .seed = (uint64_t)asked->seed,
                .min_depth = (int)asked->min_depth,
                .share = 1,
                .most = asked->share ? MANY_SAMPLES : DEFAULT_SAMPLES,
            },
    };
    GamePosition **list = NULL;
    if (asked->deeper && asked->confirm)
        return options_complain("audit", "error: --deeper and --confirm exclude each other");
    if (asked->file && asked->position)
        return options_complain("audit", "error: --file and --position exclude each other");
    int status = EXIT_BAD_INPUT;
    if (read_samples(&asked->samples, &plan.rules.most, &samples)
        && read_techniques(asked->techniques, &plan.rules.techniques)
        && (!asked->share || options_share("audit", "sample", asked->share, &plan.rules.share))
        && params_options_resolve("audit", &asked->params, asked->game, &plan.params)
        && (!asked->wide || widen(&plan.rules, &plan.params))
        && read_positions(asked, &plan, &list)) {
        plan.positions = list;
        status = run(asked, &plan, samples, command);
    }
    for (int i = 0; i < plan.count; i++)
        asked->game->destroy(list[i]);
    free(list);
    return status;
}

int audit_command(int argc, char **argv)
{
    Asked asked = {
        .game = &chess_ops,
        .techniques = "all",
        .hash = 16,
        .seed = 1,
        .reference_nodes = 200000,
        .concurrency = 1,
    };
    const Option options[] = {
        {"game", "GAME", OPTION_GAME, &asked.game, 0, 0, "chess (default) or shogi"},
        {"file", "FILE", OPTION_TEXT, &asked.file, 0, 0,
         "Positions, one a line: EPD, FEN, SFEN; what else stands there is passed over"},
        {"limit", "N", OPTION_NUMBER, &asked.limit, 1, INT32_MAX,
         "Only so many positions of the file, drawn by the seed"},
        {"position", "POSITION", OPTION_TEXT, &asked.position, 0, 0,
         "One position: startpos (default), or a FEN or SFEN; \"moves ...\" may follow"},
        {"depth", "N", OPTION_NUMBER, &asked.depth, 1, MAX_PLY - 1,
         "Depth of the audited searches (default 10)"},
        {"nodes", "N", OPTION_NUMBER, &asked.nodes, 1, INT64_MAX, "Nodes of the audited searches"},
        {"hash", "MIB", OPTION_NUMBER, &asked.hash, 1, TT_MIB_MAX,
         "Table of the audited searches (default 16)"},
        {"technique", "LIST", OPTION_TEXT, &asked.techniques, 0, 0,
         "all (default), or some with commas between: nmp,rfp"},
        {"min-depth", "N", OPTION_NUMBER, &asked.min_depth, 0, MAX_PLY,
         "Only decisions at this depth or deeper"},
        {"samples", "N|FILE", OPTION_LIST, &asked.samples, 0, 0,
         "Decisions judged for each technique and depth band (default 100); what is no number is a "
         "file, for one CSV row each as `tenuki learn` reads them. May be given twice"},
        {"sample", "SHARE", OPTION_TEXT, &asked.share, 0, 0,
         "Instead of --samples: a share of all decisions, as 0.01"},
        {"seed", "N", OPTION_NUMBER, &asked.seed, 0, INT64_MAX,
         "Which decisions and positions are drawn (default 1); 0 takes the first positions"},
        {"wide", NULL, OPTION_FLAG, &asked.wide, 0, 0,
         "Smaller margins for the one technique asked for, for `tenuki learn`"},
        {"deeper", "N", OPTION_NUMBER, &asked.deeper, 1, 20,
         "Judge everything a second time: so many plies deeper, without any technique"},
        {"confirm", "N", OPTION_NUMBER, &asked.confirm, 1, 20,
         "Judge what is false a second time: so many plies deeper, without any technique"},
        {"control", NULL, OPTION_FLAG, &asked.control, 0, 0,
         "Leave the technique on in the reference: how much the method itself calls false"},
        {"reference-nodes", "N", OPTION_NUMBER, &asked.reference_nodes, 1, INT64_MAX,
         "Nodes of one reference search; a decision that needs more is undecided (default 200000)"},
        {"concurrency", "N", OPTION_NUMBER, &asked.concurrency, 1, THREADS_MAX,
         "Positions at a time (default 1); the findings are the same"},
        {"html", "FILE", OPTION_TEXT, &asked.html, 0, 0, "A report with plots"},
        {"rows", "FILE", OPTION_TEXT, &asked.rows, 0, 0,
         "One row for each judged decision: CSV when the name ends in .csv, else JSON lines"},
        {"db", "FILE", OPTION_TEXT, &asked.db, 0, 0, REPORTS_OPTION_HELP},
        {"json", NULL, OPTION_FLAG, &asked.json, 0, 0, "One JSON object on the last line"},
        PARAMS_OPTION_ROWS(&asked.params),
    };
    Text command = TEXT_EMPTY;
    options_repeat(options, COUNT_OF(options), argc, argv, &command);
    options_parse("Searches positions, and searches again where the search has pruned: how often "
                  "is each technique wrong, and what does it cost?",
                  options, COUNT_OF(options), argc, argv);
    int status = check_and_run(&asked, text_cstr(&command));
    text_free(&command);
    return status;
}
