/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/audit_report.h"
#include "measure/html.h"
#include "measure/plot.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Tables ---- */

static void add_percent(HtmlTable *table, const Interval *interval, int judged)
{
    if (judged > 0)
        html_table_cell(table, "%.2f %% (%.2f – %.2f)", 100 * interval->value, 100 * interval->low,
                        100 * interval->high);
    else
        html_table_cell(table, "–");
}

static void add_cells(HtmlTable *table, const AuditRow *row)
{
    html_table_cell(table, "%.0f", row->decisions);
    html_table_cell(table, "%d", row->judged);
    html_table_cell(table, "%d", row->undecided);
    html_table_cell(table, "%d", row->wrong);
    add_percent(table, &row->rate, row->judged);
    add_percent(table, &row->rate_large, row->judged);
    if (row->wrong > 0)
        html_table_cell(table, "%.0f / %.0f", row->mean, row->percentile_95);
    else
        html_table_cell(table, "–");
}

static void add_table(const AuditReport *report, Grouping grouping, bool deeper, Text *text)
{
    const HtmlColumn columns[] = {
        {"technique", false},
        {audit_grouping_name(grouping), false},
        {"prunes", true},
        {"judged", true},
        {"open", true},
        {"false", true},
        {"false rate", true},
        {"over 100 cp", true},
        {"cost: mean / 95 %", true},
    };
    /* Whole techniques need no column for the group: the technique's takes its place. */
    int first = grouping == GROUP_ALL;
    HtmlColumn shown[COUNT_OF(columns)];
    memcpy(shown, columns + first, (COUNT_OF(columns) - (size_t)first) * sizeof *shown);
    shown[0].title = "technique";
    HtmlTable table;
    AuditRow row;
    html_table_begin(&table, text, shown, (int)COUNT_OF(columns) - first);
    for (int t = 0; t < TECH_COUNT; t++)
        for (int group = 0; group < audit_group_count(grouping); group++) {
            if (!audit_row(report, (Technique)t, grouping, group, deeper, &row))
                continue;
            html_table_cell(&table, "%s", param_technique_name((Technique)t));
            if (grouping != GROUP_ALL)
                html_table_cell(&table, "%s", row.name);
            add_cells(&table, &row);
        }
    html_table_end(&table);
}

static void add_worst(const AuditReport *report, Text *text)
{
    static const HtmlColumn columns[] = {
        {"technique", false}, {"depth", true},     {"margin", true},
        {"cost", true},       {"position", false}, {"from the root, and (the move)", false}};
    const AuditCase *worst[AUDIT_WORST];
    int count = audit_worst(report, AUDIT_WORST, worst);
    HtmlTable table;
    html_heading(text, "The costliest");
    html_paragraph(text, "Positions as tenuki analyse takes them; -- is a pass.");
    html_table_begin(&table, text, columns, COUNT_OF(columns));
    for (int i = 0; i < count; i++) {
        Text words = TEXT_EMPTY;
        html_table_cell(&table, "%s", param_technique_name(worst[i]->said.by));
        html_table_cell(&table, "%d", worst[i]->said.depth);
        html_table_cell(&table, "%d", worst[i]->said.margin);
        html_table_cell(&table, "%s%d", worst[i]->same.cost >= AUDIT_COST_MAX ? "≥ " : "",
                        worst[i]->same.cost);
        audit_write_position(report->plan, worst[i], &words);
        html_table_cell(&table, "%s", text_cstr(&words));
        text_clear(&words);
        audit_write_line(report->plan, worst[i], &words);
        html_table_cell(&table, "%s", text_cstr(&words));
        text_free(&words);
    }
    html_table_end(&table);
}

/* ---- Plots ---- */

/* Fewer judged decisions than this say too little for a bar. */
enum { PLOTTED = 20 };

static void plot_rates(const AuditReport *report, bool large, const char *title, Text *text)
{
    PlotBar bars[TECH_COUNT];
    int count = 0;
    for (int t = 0; t < TECH_COUNT; t++) {
        AuditRow row;
        if (!audit_row(report, (Technique)t, GROUP_ALL, 0, false, &row) || row.judged < PLOTTED)
            continue;
        const Interval *rate = large ? &row.rate_large : &row.rate;
        bars[count++] = (PlotBar){param_technique_name((Technique)t), 100 * rate->value,
                                  100 * rate->low, 100 * rate->high};
    }
    plot_bars(text, &(PlotBars){.title = title,
                                .axis = "% of its prunes",
                                .bars = bars,
                                .count = count,
                                .decimals = 2});
}

/* One technique's false rate from band to band. */
static void plot_depths(const AuditReport *report, Technique technique, Text *text)
{
    PlotBar bars[AUDIT_BANDS];
    char names[AUDIT_BANDS][48], title[64];
    int count = 0;
    for (int band = 0; band < AUDIT_BANDS; band++) {
        AuditRow row;
        if (!audit_row(report, technique, GROUP_DEPTH, band, false, &row) || row.judged < PLOTTED)
            continue;
        snprintf(names[count], sizeof names[count], "depth %s", row.name);
        bars[count] =
            (PlotBar){names[count], 100 * row.rate.value, 100 * row.rate.low, 100 * row.rate.high};
        count++;
    }
    if (count < 2)
        return;
    snprintf(title, sizeof title, "%s by depth", param_technique_name(technique));
    plot_bars(text,
              &(PlotBars){
                  .title = title, .axis = "% false", .bars = bars, .count = count, .decimals = 2});
}

/* ---- The page ---- */

static void add_method(const AuditReport *report, Text *text)
{
    const AuditPlan *plan = report->plan;
    char line[600];
    html_paragraph(
        text,
        "Each sampled decision is held against a search of the same node in the same position "
        "and bounds: at the same depth, with that technique off in the whole subtree. It is "
        "false when that search ends on the other side of the bound; the cost is how far "
        "beyond. Rates are weighted by how often each class of decisions occurs; in brackets "
        "the 95 % interval (Wilson). Margins are in the technique's own unit: moves for lmp, "
        "history for histprune, otherwise centipawns.");
    snprintf(line, sizeof line,
             "%d positions, %" PRIu64 " nodes searched; %d decisions judged with %" PRIu64
             " nodes, each with at most %" PRIu64
             " (what needs more is counted as undecided). Costs above %d count as %d.",
             plan->count, report->result->nodes, report->result->count,
             report->result->reference_nodes, plan->reference_nodes, AUDIT_COST_MAX,
             AUDIT_COST_MAX);
    html_paragraph(text, line);
}

void audit_write_html(const AuditReport *report, const char *command, Text *text)
{
    const AuditPlan *plan = report->plan;
    char title[64], heading[96];
    snprintf(title, sizeof title, "Audit of pruning: %s", plan->game->name);
    html_begin(text, title, "How often each technique is wrong, and what it costs");
    html_code(text, command);
    add_method(report, text);
    html_heading(text, "By technique");
    add_table(report, GROUP_ALL, false, text);
    plot_rates(report, false, "False prunes", text);
    plot_rates(report, true, "False prunes that lose more than 100 centipawns", text);
    for (int g = GROUP_DEPTH; g < GROUPINGS; g++) {
        snprintf(heading, sizeof heading, "By %s", audit_grouping_name((Grouping)g));
        html_heading(text, heading);
        for (int t = 0; g == GROUP_DEPTH && t < TECH_COUNT; t++)
            plot_depths(report, (Technique)t, text);
        add_table(report, (Grouping)g, false, text);
    }
    if (plan->deeper > 0) {
        snprintf(heading, sizeof heading, "%s %d pl%s deeper, without any technique",
                 plan->confirm ? "False again" : "Against", plan->deeper,
                 plan->deeper == 1 ? "y" : "ies");
        html_heading(text, heading);
        add_table(report, GROUP_DEPTH, true, text);
    }
    add_worst(report, text);
    html_end(text);
}
