/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/audit_report.h"

#include "base/terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Tables ---- */

/* Three digits say enough of an interval's end. */
static void add_end(double percent, Text *text)
{
    text_printf(text, "%.*f", percent < 10 ? 2 : percent < 99.95 ? 1 : 0, percent);
}

static void add_percent(const Interval *interval, int judged, Text *text)
{
    Text range = TEXT_EMPTY;
    if (judged > 0) {
        add_end(100 * interval->low, &range);
        text_add_char(&range, '-');
        add_end(100 * interval->high, &range);
        text_printf(text, " %6.2f %9s", 100 * interval->value, text_cstr(&range));
    } else {
        text_printf(text, " %6s %9s", "-", "");
    }
    text_free(&range);
}

/* Where nothing was wrong there is little to read. */
static void add_row(const char *technique, const char *group, const AuditRow *row, Text *text)
{
    text_printf(text, "%s%-9s %-15s %8.0f %6d %5d %5d", row->wrong ? "" : MARK_DIM, technique,
                group, row->decisions, row->judged, row->undecided, row->wrong);
    add_percent(&row->rate, row->judged, text);
    add_percent(&row->rate_large, row->judged, text);
    if (row->wrong > 0)
        text_printf(text, " %5.0f %5.0f\n", row->mean, row->percentile_95);
    else
        text_printf(text, " %5s %5s" MARK_END "\n", "-", "-");
}

static void add_table(const AuditReport *report, Grouping grouping, bool deeper, Text *text)
{
    AuditRow row;
    bool all = grouping == GROUP_ALL;
    text_printf(text, MARK_HEADING "%-9s %-15s %8s %6s %5s %5s %16s %16s %5s %5s" MARK_END "\n",
                "technique", all ? "" : audit_grouping_name(grouping), "prunes", "judged", "open",
                "false", "false, %", "over 100 cp, %", "mean", "95th");
    for (int t = 0; t < TECH_COUNT; t++)
        for (int group = 0; group < audit_group_count(grouping); group++)
            if (audit_row(report, (Technique)t, grouping, group, deeper, &row))
                add_row(param_technique_name((Technique)t), all ? "" : row.name, &row, text);
}

/* The moves and the position have lines of their own, to be copied and because they are long. */
static void add_worst(const AuditReport *report, Text *text)
{
    const AuditCase *worst[AUDIT_WORST];
    int count = audit_worst(report, AUDIT_WORST, worst);
    text_add(text, count ? "\n" MARK_HEADING "The costliest" MARK_END "\n" : "");
    for (int i = 0; i < count; i++) {
        const DecisionReport *said = &worst[i]->said;
        text_printf(text,
                    "%-9s " MARK_BAD "cost %d%s" MARK_END ", margin %d, depth %d, position %d\n"
                    "          ",
                    param_technique_name(said->by), worst[i]->same.cost,
                    worst[i]->same.cost >= AUDIT_COST_MAX ? " or more" : "", said->margin,
                    said->depth, worst[i]->position + 1);
        audit_write_line(report->plan, worst[i], text);
        text_add(text, "\n          " MARK_DIM);
        audit_write_position(report->plan, worst[i], text);
        text_add(text, MARK_END "\n");
    }
}

static void add_deeper(const AuditReport *report, Text *text)
{
    const AuditPlan *plan = report->plan;
    text_printf(text, "\nAgainst %d pl%s more without any technique%s\n\n", plan->deeper,
                plan->deeper == 1 ? "y" : "ies",
                plan->confirm ? ", where the first reference says false" : "");
    add_table(report, GROUP_ALL, true, text);
    text_add_char(text, '\n');
    add_table(report, GROUP_DEPTH, true, text);
}

void audit_write_tables(const AuditReport *report, Text *text)
{
    const AuditPlan *plan = report->plan;
    const AuditResult *result = report->result;
    text_printf(text,
                "%d %s position%s, %" PRIu64 " nodes searched, %d decisions judged with %" PRIu64
                " nodes\n",
                plan->count, plan->game->name, plan->count == 1 ? "" : "s", result->nodes,
                result->count, result->reference_nodes);
    if (result->count == 0) {
        text_add(text, "Nothing of what was asked for was pruned.\n");
        return;
    }
    text_printf(text, "\nAgainst the same depth %s the technique\n\n",
                plan->control ? "again with" : "without");
    for (int g = GROUP_ALL; g < GROUPINGS; g++) {
        text_add(text, g == GROUP_ALL ? "" : "\n");
        add_table(report, (Grouping)g, false, text);
    }
    if (plan->deeper > 0)
        add_deeper(report, text);
    text_add(
        text,
        "\nBeside each share its 95 % interval. mean, 95th: cost of the false ones in centipawns "
        "beyond\nthe bound; open: judging would have taken too many nodes.\n");
    add_worst(report, text);
}

/* ---- JSON ---- */

static void add_interval_json(const char *name, const Interval *interval, Text *text)
{
    text_printf(text, ", \"%s\": {\"value\": %.6f, \"low\": %.6f, \"high\": %.6f}", name,
                interval->value, interval->low, interval->high);
}

static void add_row_json(const AuditRow *row, Text *text)
{
    text_printf(text,
                "\"prunes\": %.0f, \"sampled\": %d, \"judged\": %d, \"undecided\": %d, "
                "\"false\": %d",
                row->decisions, row->sampled, row->judged, row->undecided, row->wrong);
    add_interval_json("rate", &row->rate, text);
    add_interval_json("rate_over_100", &row->rate_large, text);
    text_printf(text, ", \"mean_cost\": %.1f, \"cost_95\": %.0f", row->mean, row->percentile_95);
}

static void add_groups_json(const AuditReport *report, Technique technique, Grouping grouping,
                            bool deeper, Text *text)
{
    AuditRow row;
    bool first = true;
    text_printf(text, ", \"by_%s\": [", audit_grouping_name(grouping));
    for (int group = 0; group < audit_group_count(grouping); group++) {
        if (!audit_row(report, technique, grouping, group, deeper, &row))
            continue;
        text_printf(text, "%s{\"%s\": \"%s\", ", first ? "" : ", ", audit_grouping_name(grouping),
                    row.name);
        add_row_json(&row, text);
        text_add_char(text, '}');
        first = false;
    }
    text_add_char(text, ']');
}

static void add_techniques_json(const AuditReport *report, bool deeper, Text *text)
{
    AuditRow row;
    bool first = true;
    text_add_char(text, '[');
    for (int t = 0; t < TECH_COUNT; t++) {
        if (!audit_row(report, (Technique)t, GROUP_ALL, 0, deeper, &row))
            continue;
        text_printf(text, "%s{\"technique\": \"%s\", ", first ? "" : ", ",
                    param_technique_name((Technique)t));
        add_row_json(&row, text);
        for (int g = GROUP_DEPTH; g < GROUPINGS; g++)
            add_groups_json(report, (Technique)t, (Grouping)g, deeper, text);
        text_add_char(text, '}');
        first = false;
    }
    text_add_char(text, ']');
}

static void add_worst_json(const AuditReport *report, Text *text)
{
    const AuditCase *worst[AUDIT_WORST];
    int count = audit_worst(report, AUDIT_WORST, worst);
    for (int i = 0; i < count; i++) {
        const DecisionReport *said = &worst[i]->said;
        Text words = TEXT_EMPTY;
        text_printf(text,
                    "%s{\"technique\": \"%s\", \"depth\": %d, \"ply\": %d, \"margin\": %d, "
                    "\"cost\": %d, \"position\": ",
                    i ? ", " : "", param_technique_name(said->by), said->depth, said->ply,
                    said->margin, worst[i]->same.cost);
        audit_write_position(report->plan, worst[i], &words);
        text_add_json(text, text_cstr(&words));
        text_clear(&words);
        audit_write_line(report->plan, worst[i], &words);
        text_printf(text, ", \"root\": %d, \"line\": ", worst[i]->position + 1);
        text_add_json(text, text_cstr(&words));
        text_add_char(text, '}');
        text_free(&words);
    }
}

void audit_write_json(const AuditReport *report, Text *text)
{
    const AuditPlan *plan = report->plan;
    const AuditResult *result = report->result;
    text_printf(text,
                "{\"game\": \"%s\", \"positions\": %d, \"control\": %s, \"seed\": %" PRIu64
                ", \"nodes\": %" PRIu64 ", \"reference_nodes\": %" PRIu64 ", \"position_nodes\": [",
                plan->game->name, plan->count, plan->control ? "true" : "false", plan->rules.seed,
                result->nodes, result->reference_nodes);
    for (int i = 0; i < plan->count; i++)
        text_printf(text, "%s%" PRIu64, i ? ", " : "", result->position_nodes[i]);
    text_add(text, "], \"techniques\": ");
    add_techniques_json(report, false, text);
    if (plan->deeper > 0) {
        text_printf(text, ", \"deeper\": {\"plies\": %d, \"confirms\": %s, \"techniques\": ",
                    plan->deeper, plan->confirm ? "true" : "false");
        add_techniques_json(report, true, text);
        text_add_char(text, '}');
    }
    text_add(text, ", \"worst\": [");
    add_worst_json(report, text);
    text_add(text, "]}\n");
}

/* ---- One row a decision ---- */

static const char *const verdicts[] = {
    [VERDICT_NONE] = "",
    [VERDICT_RIGHT] = "right",
    [VERDICT_FALSE] = "false",
    [VERDICT_UNDECIDED] = "undecided",
};

/* Pieces in hand, of both sides. */
static int count_in_hand(const GameOps *game, const GamePosition *pos)
{
    NetView view;
    int count = 0;
    game->view(pos, &view);
    for (int i = 0; i < view.count; i++)
        count += game->place(view.codes[i]).row < 0;
    return count;
}

/* Captures and promotions that the opponent would have if it were his move. */
static int count_threats(const GameOps *game, GamePosition *pos)
{
    GameMove list[GAME_LIST_SIZE];
    int threats = 0;
    if (game->in_check(pos))
        return 0;
    game->make_null(pos);
    int count = game->legal_moves(pos, list);
    for (int i = 0; i < count; i++)
        threats += game->is_noisy(pos, list[i]);
    game->unmake_null(pos);
    return threats;
}

/* A row has text and numbers, in this order; what is not known is left out. */
typedef struct {
    const char *name;
    const char *word; /* NULL: a number */
    bool known;
    double number;
    int decimals;
} RowField;

enum { ROW_FIELDS = 22 };

static void fill_row(const AuditReport *report, const AuditCase *one, GamePosition *pos,
                     char root[20], RowField row[ROW_FIELDS])
{
    const AuditPlan *plan = report->plan;
    const DecisionReport *said = &one->said;
    Text words = TEXT_EMPTY;
    int reach = 0, threshold = 0, at = 0;
    plan->game->get(plan->positions[one->position], &words);
    snprintf(root, 20, "%016" PRIx64, span_checksum((Span){text_cstr(&words), words.length}));
    text_free(&words);
    audit_case_position(plan, one, pos);
    const bool compared = audit_compared(plan, one, &reach, &threshold);
    const bool evaluated = said->eval != VALUE_NONE;
    const bool again = one->deeper.verdict != VERDICT_NONE;
#define WORD(name, text) row[at++] = (RowField){name, text, true, 0, 0}
#define NUMBER_IF(name, known, value)                                                              \
    row[at++] = (RowField) { name, NULL, known, value, 0 }
#define NUMBER(name, value) NUMBER_IF(name, true, value)
    WORD("game", plan->game->name);
    NUMBER("position", one->position + 1);
    WORD("root", root);
    WORD("technique", param_technique_name(said->by));
    NUMBER("depth", said->depth);
    NUMBER("ply", said->ply);
    NUMBER("margin", said->margin);
    NUMBER_IF("eval_minus_beta", evaluated, said->eval - said->beta);
    NUMBER("improving", said->improving);
    NUMBER("phase", said->phase);
    NUMBER("in_hand", count_in_hand(plan->game, pos));
    NUMBER("threats", count_threats(plan->game, pos));
    NUMBER("history", said->history);
    NUMBER("noisy", said->noisy);
    NUMBER("reduction", said->reduction);
    NUMBER_IF("reach", compared, reach);
    NUMBER_IF("threshold", compared, threshold);
    WORD("outcome", verdicts[one->same.verdict]);
    NUMBER("cost", one->same.cost);
    WORD("deeper_outcome", verdicts[one->deeper.verdict]);
    NUMBER_IF("deeper_cost", again, one->deeper.cost);
    row[at++] = (RowField){"weight", NULL, true, audit_weight(report->result, one), 3};
#undef WORD
#undef NUMBER_IF
#undef NUMBER
    if (at != ROW_FIELDS)
        BUG("%d fields", at);
}

static void write_csv_row(const RowField row[ROW_FIELDS], bool header, Text *text)
{
    for (int f = 0; f < ROW_FIELDS; f++) {
        if (header)
            text_add(text, row[f].name);
        else if (row[f].word)
            text_add(text, row[f].word);
        else if (row[f].known)
            text_printf(text, "%.*f", row[f].decimals, row[f].number);
        text_add_char(text, f + 1 < ROW_FIELDS ? ',' : '\n');
    }
}

static void write_json_row(const RowField row[ROW_FIELDS], bool header, Text *text)
{
    if (header)
        return;
    for (int f = 0; f < ROW_FIELDS; f++) {
        text_printf(text, "%s\"%s\": ", f ? ", " : "{", row[f].name);
        if (row[f].word && row[f].word[0])
            text_add_json(text, row[f].word);
        else if (!row[f].word && row[f].known)
            text_add_json_number(text, row[f].number, row[f].decimals);
        else
            text_add(text, "null");
    }
    text_add(text, "}\n");
}

static void write_rows(const AuditReport *report,
                       void (*write)(const RowField row[ROW_FIELDS], bool header, Text *text),
                       Text *text)
{
    const AuditResult *result = report->result;
    GamePosition *pos = report->plan->game->create();
    RowField row[ROW_FIELDS];
    char root[20];
    /* The names of the columns stand above nothing, too. */
    fill_row(report, &(AuditCase){0}, pos, root, row);
    write(row, true, text);
    for (int i = 0; i < result->count; i++) {
        fill_row(report, &result->cases[i], pos, root, row);
        write(row, false, text);
    }
    report->plan->game->destroy(pos);
}

void audit_write_csv(const AuditReport *report, Text *text)
{
    write_rows(report, write_csv_row, text);
}

void audit_write_json_rows(const AuditReport *report, Text *text)
{
    write_rows(report, write_json_row, text);
}
