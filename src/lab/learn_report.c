/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/learn.h"

#include "base/terminal.h"

#include <inttypes.h>
#include <stdio.h>

static bool is_learned(const LearnResult *result) { return result->trouble[0] == '\0'; }

static const char *name_of(const LearnResult *result)
{
    return param_technique_name(result->margins->technique);
}

/* ---- Tables ---- */

static void add_rate(bool known, const Interval *rate, Text *text)
{
    char cell[48] = "-";
    if (known)
        snprintf(cell, sizeof cell, "%.2f %% (%.2f - %.2f)", 100 * rate->value, 100 * rate->low,
                 100 * rate->high);
    text_printf(text, " %22s", cell);
}

static void add_margins(const LearnResult *result, int at, Text *text)
{
    char change[48];
    snprintf(change, sizeof change, "%d -> %d", result->before[at], result->after[at]);
    text_printf(text, "  %-10s %-18s %14s", at == 0 ? name_of(result) : "",
                result->margins->rows[at]->name, is_learned(result) ? change : "-");
}

static void add_summary(const LearnReport *report, Text *text)
{
    text_printf(text, MARK_HEADING "  %-10s %-18s %14s %10s %22s %22s" MARK_END "\n", "technique",
                "parameter", "margin", "predicted", "held out, 95 %", "before");
    for (int i = 0; i < report->count; i++) {
        const LearnResult *result = &report->results[i];
        for (int m = 0; m < result->margins->count; m++) {
            add_margins(result, m, text);
            if (m == 0 && is_learned(result)) {
                text_printf(text, " %8.2f %%", 100 * result->after_fit.predicted);
                add_rate(result->after_held.pruned > 0, &result->after_held.observed, text);
                add_rate(result->before_held.covered, &result->before_held.observed, text);
            } else if (m == 0) {
                text_printf(text, "  %s", result->trouble);
            }
            text_add_char(text, '\n');
        }
        if (is_learned(result) && result->at_edge)
            text_printf(text,
                        "  %-10s all that was sampled meets the target: sample it with smaller "
                        "margins\n",
                        "");
    }
}

static void add_quality(const LearnReport *report, Text *text)
{
    text_printf(
        text, "\nThe fits\n" MARK_HEADING "  %-10s %8s %9s %7s %8s %9s %7s %9s %12s" MARK_END "\n",
        "technique", "rows", "positions", "false", "held out", "positions", "false", "loss",
        "of the mean");
    for (int i = 0; i < report->count; i++) {
        const LearnResult *result = &report->results[i];
        text_printf(text, "  %-10s %8d %9d %7d %8d %9d %7d", name_of(result), result->rows,
                    result->positions, result->wrong, result->held, result->held_positions,
                    result->held_wrong);
        if (result->bin_count > 0)
            text_printf(text, " %9.4f %12.4f\n", result->loss, result->loss_of_mean);
        else
            text_printf(text, " %9s %12s\n", "-", "-");
    }
}

static void add_calibration(const LearnResult *result, Text *text)
{
    if (result->bin_count == 0)
        return;
    text_printf(text, "\n%s: held-out prunes by rising probability, in bins of equal weight\n",
                name_of(result));
    text_printf(text, MARK_HEADING "  %8s %10s %22s" MARK_END "\n", "rows", "predicted",
                "false, 95 %");
    for (int b = 0; b < result->bin_count; b++) {
        const LearnBin *bin = &result->bins[b];
        text_printf(text, "  %8d %8.2f %%", bin->rows, 100 * bin->predicted);
        add_rate(bin->rows > 0, &bin->observed, text);
        text_add_char(text, '\n');
    }
}

void learn_write_tables(const LearnReport *report, Text *text)
{
    const LearnRows *rows = report->rows;
    text_printf(
        text,
        "%d %s prunes of which %d are undecided and left out; target %.2f %% false, %.0f %% "
        "of the positions held out\n",
        rows->count + rows->undecided, rows->game->name, rows->undecided,
        100 * report->plan->target, 100 * report->plan->held_out);
    if (rows->without > 0)
        text_printf(text, "%d more by techniques that have no margin\n", rows->without);
    text_add_char(text, '\n');
    add_summary(report, text);
    add_quality(report, text);
    for (int i = 0; i < report->count; i++)
        add_calibration(&report->results[i], text);
}

/* ---- JSON ---- */

static void add_interval_json(const char *name, const Interval *interval, Text *text)
{
    text_printf(text, "\"%s\": {\"value\": %.6f, \"low\": %.6f, \"high\": %.6f}", name,
                interval->value, interval->low, interval->high);
}

static void add_rate_json(const char *name, const LearnRate *rate, Text *text)
{
    text_printf(text,
                ", \"%s\": {\"pruned\": %d, \"false\": %d, \"covered\": %s, \"share\": %.6f, "
                "\"predicted\": %.6f, ",
                name, rate->pruned, rate->wrong, rate->covered ? "true" : "false", rate->share,
                rate->predicted);
    add_interval_json("rate", &rate->observed, text);
    text_add_char(text, '}');
}

static void add_features_json(const LearnResult *result, Text *text)
{
    text_add(text, ", \"features\": [");
    for (int f = 0; f < LEARN_FEATURES; f++) {
        text_printf(text, "%s{\"feature\": \"%s\", \"mean\": ", f ? ", " : "",
                    learn_feature_names[f]);
        text_add_json_number(text, result->mean[f], 6);
        text_add(text, ", \"deviation\": ");
        text_add_json_number(text, result->deviation[f], 6);
        text_add(text, ", \"coefficient\": ");
        text_add_json_number(text, result->fit.coefficient[f], 6);
        text_add(text, ", \"error\": ");
        text_add_json_number(text, result->fit.error[f], 6);
        text_add_char(text, '}');
    }
    text_add(text, "], \"calibration\": [");
    for (int b = 0; b < result->bin_count; b++) {
        text_printf(text, "%s{\"rows\": %d, \"predicted\": %.6f, ", b ? ", " : "",
                    result->bins[b].rows, result->bins[b].predicted);
        add_interval_json("rate", &result->bins[b].observed, text);
        text_add_char(text, '}');
    }
    text_printf(text, "], \"loss\": %.6f, \"loss_of_mean\": %.6f", result->loss,
                result->loss_of_mean);
}

static void add_result_json(const LearnResult *result, Text *text)
{
    text_printf(text,
                "{\"technique\": \"%s\", \"rows\": %d, \"positions\": %d, \"false\": %d, "
                "\"held_rows\": %d, \"held_positions\": %d, \"held_false\": %d",
                name_of(result), result->rows, result->positions, result->wrong, result->held,
                result->held_positions, result->held_wrong);
    if (result->bin_count > 0)
        add_features_json(result, text);
    if (!is_learned(result)) {
        text_add(text, ", \"trouble\": ");
        text_add_json(text, result->trouble);
        text_add_char(text, '}');
        return;
    }
    text_add(text, ", \"margins\": {");
    for (int m = 0; m < result->margins->count; m++)
        text_printf(text, "%s\"%s\": {\"before\": %d, \"after\": %d}", m ? ", " : "",
                    result->margins->rows[m]->name, result->before[m], result->after[m]);
    text_printf(text, "}, \"at_edge\": %s", result->at_edge ? "true" : "false");
    add_rate_json("fitted", &result->after_fit, text);
    add_rate_json("held_out", &result->after_held, text);
    add_rate_json("before_held_out", &result->before_held, text);
    text_add_char(text, '}');
}

void learn_write_json(const LearnReport *report, Text *text)
{
    text_printf(text,
                "{\"game\": \"%s\", \"rows\": %d, \"undecided\": %d, \"target\": %.6f, "
                "\"held_out\": %.6f, \"seed\": %" PRIu64 ", \"techniques\": [",
                report->rows->game->name, report->rows->count, report->rows->undecided,
                report->plan->target, report->plan->held_out, report->plan->seed);
    for (int i = 0; i < report->count; i++) {
        text_add(text, i ? ", " : "");
        add_result_json(&report->results[i], text);
    }
    text_add(text, "]}\n");
}

/* ---- The configuration file ---- */

void learn_write_toml(const LearnReport *report, Text *text)
{
    text_printf(text,
                "# Margins learned from audited prunes (tenuki learn), for a rate of %.2f %% false "
                "prunes.\n\n[%s]\n",
                100 * report->plan->target, report->rows->game->name);
    for (int i = 0; i < report->count; i++) {
        const LearnResult *result = &report->results[i];
        if (!is_learned(result))
            continue;
        const Interval *rate = &result->after_held.observed;
        text_printf(text, "# %s: %.2f %% (%.2f - %.2f) of %d held-out prunes\n", name_of(result),
                    100 * rate->value, 100 * rate->low, 100 * rate->high,
                    result->after_held.pruned);
        for (int m = 0; m < result->margins->count; m++)
            text_printf(text, "%s = %d\n", result->margins->rows[m]->name, result->after[m]);
    }
}
