/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/learn.h"
#include "measure/html.h"
#include "measure/plot.h"

#include <stdio.h>

static bool is_learned(const LearnResult *result) { return result->trouble[0] == '\0'; }

static const char *name_of(const LearnResult *result)
{
    return param_technique_name(result->margins->technique);
}

/* ---- Tables ---- */

static void add_rate(HtmlTable *table, int rows, const Interval *rate)
{
    if (rows > 0)
        html_table_cell(table, "%.2f %% (%.2f – %.2f)", 100 * rate->value, 100 * rate->low,
                        100 * rate->high);
    else
        html_table_cell(table, "–");
}

static void add_margins(const LearnReport *report, Text *text)
{
    static const HtmlColumn columns[] = {
        {"technique", false}, {"parameter", false},     {"before", true},   {"learned", true},
        {"predicted", true},  {"held out, 95 %", true}, {"false of", true}, {"before, 95 %", true},
    };
    HtmlTable table;
    html_table_begin(&table, text, columns, COUNT_OF(columns));
    for (int i = 0; i < report->count; i++) {
        const LearnResult *result = &report->results[i];
        for (int m = 0; is_learned(result) && m < result->margins->count; m++) {
            html_table_cell(&table, "%s", m == 0 ? name_of(result) : "");
            html_table_cell(&table, "%s", result->margins->rows[m]->name);
            html_table_cell(&table, "%d", result->before[m]);
            html_table_cell(&table, "%d", result->after[m]);
            if (m > 0) {
                for (int c = 4; c < (int)COUNT_OF(columns); c++)
                    html_table_cell(&table, "%s", "");
                continue;
            }
            html_table_cell(&table, "%.2f %%", 100 * result->after_fit.predicted);
            add_rate(&table, result->after_held.pruned, &result->after_held.observed);
            html_table_cell(&table, "%d / %d", result->after_held.wrong, result->after_held.pruned);
            add_rate(&table, result->before_held.covered ? result->before_held.pruned : 0,
                     &result->before_held.observed);
        }
    }
    html_table_end(&table);
    for (int i = 0; i < report->count; i++) {
        const LearnResult *result = &report->results[i];
        char line[200];
        snprintf(line, sizeof line, "%s: %s.", name_of(result),
                 is_learned(result)
                     ? "all that was sampled meets the target; sample it with smaller margins"
                     : result->trouble);
        if (!is_learned(result) || result->at_edge)
            html_paragraph(text, line);
    }
}

static void add_coefficients(const LearnResult *result, Text *text)
{
    static const HtmlColumn columns[] = {
        {"feature", false},    {"mean", true},  {"deviation", true},
        {"coefficient", true}, {"error", true},
    };
    HtmlTable table;
    html_table_begin(&table, text, columns, COUNT_OF(columns));
    for (int f = 0; f < LEARN_FEATURES; f++) {
        if (f > 0 && result->deviation[f] <= 0)
            continue;
        html_table_cell(&table, "%s", learn_feature_names[f]);
        html_table_cell(&table, "%.2f", f == 0 ? 1 : result->mean[f]);
        html_table_cell(&table, "%.2f", result->deviation[f]);
        html_table_cell(&table, "%.3f", result->fit.coefficient[f]);
        html_table_cell(&table, "%.3f", result->fit.error[f]);
    }
    html_table_end(&table);
}

static void add_bins(const LearnResult *result, Text *text)
{
    static const HtmlColumn columns[] = {
        {"held-out rows", true}, {"predicted", true}, {"false, 95 %", true}};
    HtmlTable table;
    html_table_begin(&table, text, columns, COUNT_OF(columns));
    for (int b = 0; b < result->bin_count; b++) {
        html_table_cell(&table, "%d", result->bins[b].rows);
        html_table_cell(&table, "%.2f %%", 100 * result->bins[b].predicted);
        add_rate(&table, result->bins[b].rows, &result->bins[b].observed);
    }
    html_table_end(&table);
}

/* ---- Plots ---- */

static void plot_rates(const LearnReport *report, bool after, const char *title, Text *text)
{
    PlotBar bars[TECH_COUNT];
    int count = 0;
    for (int i = 0; i < report->count; i++) {
        const LearnResult *result = &report->results[i];
        const LearnRate *rate = after ? &result->after_held : &result->before_held;
        if (is_learned(result) && rate->pruned > 0 && (after || rate->covered))
            bars[count++] = (PlotBar){name_of(result), 100 * rate->observed.value,
                                      100 * rate->observed.low, 100 * rate->observed.high};
    }
    plot_bars(text, &(PlotBars){.title = title,
                                .axis = "% of held-out prunes that are false",
                                .bars = bars,
                                .count = count,
                                .decimals = 2});
}

static void plot_calibration(const LearnResult *result, Text *text)
{
    double x[LEARN_BINS], y[LEARN_BINS], low[LEARN_BINS], high[LEARN_BINS];
    char title[80];
    for (int b = 0; b < result->bin_count; b++) {
        x[b] = 100 * result->bins[b].predicted;
        y[b] = 100 * result->bins[b].observed.value;
        low[b] = 100 * result->bins[b].observed.low;
        high[b] = 100 * result->bins[b].observed.high;
    }
    const PlotSeries series[] = {{"held out", x, y, result->bin_count},
                                 {"perfect", x, x, result->bin_count},
                                 {"95 %, low", x, low, result->bin_count},
                                 {"95 %, high", x, high, result->bin_count}};
    snprintf(title, sizeof title, "%s: calibration", name_of(result));
    plot_lines(text, &(PlotLines){title, "% predicted", "% false", series, COUNT_OF(series)});
}

/* The rate as all thresholds move together. */
static void plot_shifts(const LearnReport *report, const LearnResult *result, Text *text)
{
    enum { POINTS = 41, FEWEST = 50 };
    double x[POINTS], predicted[POINTS], held[POINTS], target[POINTS];
    char title[80];
    int count = 0;
    /* Two deviations of the reach either way, in whole steps. */
    int step = (int)(result->deviation[1] / 10);
    if (step < 1)
        step = 1;
    const Params params = learn_params(report->plan, result, result->after);
    for (int i = 0; i < POINTS; i++) {
        int shift = (i - POINTS / 2) * step;
        LearnRate fitted = learn_rate(report->plan, report->rows, result, &params, shift, false);
        LearnRate out = learn_rate(report->plan, report->rows, result, &params, shift, true);
        if (!fitted.covered || out.pruned < FEWEST)
            continue;
        x[count] = shift;
        predicted[count] = 100 * fitted.predicted;
        held[count] = 100 * out.observed.value;
        target[count++] = 100 * report->plan->target;
    }
    const PlotSeries series[] = {{"predicted", x, predicted, count},
                                 {"held out", x, held, count},
                                 {"target", x, target, count}};
    snprintf(title, sizeof title, "%s: false prunes against the margin", name_of(result));
    plot_lines(text, &(PlotLines){title, "threshold, less the learned one", "% false", series,
                                  COUNT_OF(series)});
}

/* ---- The page ---- */

void learn_write_html(const LearnReport *report, Text *text)
{
    char title[64], line[400];
    snprintf(title, sizeof title, "Learned margins: %s", report->rows->game->name);
    html_begin(text, title, "The margins that prune most at a given rate of false prunes");
    html_code(text, report->command);
    snprintf(line, sizeof line,
             "%d audited prunes. For each technique a logistic regression gives the probability "
             "that a prune is false; the margins are those that prune most while the mean "
             "probability of what they prune stays at %.2f %%. %.0f %% of the positions took no "
             "part in this; they are what \u201cheld out\u201d speaks of.",
             report->rows->count, 100 * report->plan->target, 100 * report->plan->held_out);
    html_paragraph(text, line);
    html_heading(text, "Margins");
    add_margins(report, text);
    plot_rates(report, true, "With the learned margins", text);
    plot_rates(report, false, "With the margins before", text);
    for (int i = 0; i < report->count; i++) {
        const LearnResult *result = &report->results[i];
        if (result->bin_count == 0)
            continue;
        html_heading(text, name_of(result));
        snprintf(line, sizeof line,
                 "%d rows of %d positions to fit, %d false; %d rows of %d positions held out, %d "
                 "false. Loss on these %.4f; %.4f if only the mean rate were known.",
                 result->rows, result->positions, result->wrong, result->held,
                 result->held_positions, result->held_wrong, result->loss, result->loss_of_mean);
        html_paragraph(text, line);
        plot_calibration(result, text);
        if (is_learned(result))
            plot_shifts(report, result, text);
        add_bins(result, text);
        add_coefficients(result, text);
    }
    html_end(text);
}
