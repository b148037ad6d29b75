/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/ablate.h"
#include "measure/html.h"
#include "measure/plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The variants of a report, with their effects on all positions, the best ones first. */
typedef struct {
    int variant;
    AblateEffect effect;
    double key;
} Row;

typedef const Interval *Pick(const AblateEffect *effect);

static const Interval *pick_nodes(const AblateEffect *effect)
{
    return &effect->nodes_saved_percent;
}
static const Interval *pick_time(const AblateEffect *effect) { return &effect->time_saved_percent; }
static const Interval *pick_depth(const AblateEffect *effect) { return &effect->depth_improvement; }
static const Interval *pick_moves(const AblateEffect *effect) { return &effect->moves_changed; }

static int compare_rows(const void *a, const void *b)
{
    const Row *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? 1 : -1;
    return x->variant - y->variant;
}

/* Techniques or presets; they belong to the caller. */
static Row *collect(const Ablation *ablation, AblateMode mode, bool presets, Pick *order,
                    int *count)
{
    Row *rows = xcalloc((size_t)ablation->variant_count, sizeof *rows);
    *count = 0;
    for (int v = 1; v < ablation->variant_count; v++) {
        if ((ablation->variants[v].kind == VARIANT_PRESET) != presets)
            continue;
        Row *row = &rows[(*count)++];
        row->variant = v;
        ablate_effect(ablation, mode, v, ABLATE_ALL_PHASES, &row->effect);
        row->key = order(&row->effect)->value;
    }
    qsort(rows, (size_t)*count, sizeof *rows, compare_rows);
    return rows;
}

static void add_bars(const Ablation *ablation, const Row *rows, int count, Pick *pick, double scale,
                     int decimals, const char *title, const char *axis, Text *text)
{
    PlotBar *bars = xcalloc((size_t)count, sizeof *bars);
    for (int i = 0; i < count; i++) {
        const Interval *shown = pick(&rows[i].effect);
        bars[i] = (PlotBar){
            .label = ablation->variants[rows[i].variant].name,
            .value = scale * shown->value,
            .low = scale * shown->low,
            .high = scale * shown->high,
        };
    }
    plot_bars(text, &(PlotBars){title, axis, bars, count, decimals});
    free(bars);
}

static void add_interval_cells(HtmlTable *table, const Interval *interval, double scale,
                               int decimals)
{
    html_table_cell(table, "%.*f", decimals, numbers_shown(scale * interval->value, decimals));
    html_table_cell(table, "%.*f to %.*f", decimals, numbers_shown(scale * interval->low, decimals),
                    decimals, numbers_shown(scale * interval->high, decimals));
}

static void add_depth_table(const Ablation *ablation, const Row *rows, int count, Text *text)
{
    static const HtmlColumn COLUMNS[] = {
        {"", false},
        {"nodes saved, %", true},
        {"95 % interval", true},
        {"nodes a position", true},
        {"time saved, %", true},
        {"95 % interval", true},
        {"ms a position", true},
        {"other move, %", true},
        {"95 % interval", true},
    };
    HtmlTable table;
    html_table_begin(&table, text, COLUMNS, COUNT_OF(COLUMNS));
    for (int i = 0; i < count; i++) {
        const AblateEffect *effect = &rows[i].effect;
        html_table_cell(&table, "%s%s", ablation->variants[rows[i].variant].name,
                        effect->capped ? " (at least)" : "");
        add_interval_cells(&table, &effect->nodes_saved_percent, 1, 1);
        html_table_cell(&table, "%.0f", numbers_shown(effect->nodes_saved.value, 0));
        add_interval_cells(&table, &effect->time_saved_percent, 1, 1);
        html_table_cell(&table, "%.1f", numbers_shown(effect->time_saved_ms.value, 1));
        add_interval_cells(&table, &effect->moves_changed, 100, 1);
    }
    html_table_end(&table);
}

static void add_time_table(const Ablation *ablation, const Row *rows, int count, Text *text)
{
    static const HtmlColumn COLUMNS[] = {
        {"", false},
        {"depth without", true},
        {"depth gained", true},
        {"95 % interval", true},
        {"other move, %", true},
        {"95 % interval", true},
    };
    HtmlTable table;
    html_table_begin(&table, text, COLUMNS, COUNT_OF(COLUMNS));
    for (int i = 0; i < count; i++) {
        const AblateEffect *effect = &rows[i].effect;
        html_table_cell(&table, "%s", ablation->variants[rows[i].variant].name);
        html_table_cell(&table, "%.2f", effect->depth);
        add_interval_cells(&table, &effect->depth_improvement, 1, 2);
        add_interval_cells(&table, &effect->moves_changed, 100, 1);
    }
    html_table_end(&table);
}

static void add_phase_table(const Ablation *ablation, AblateMode mode, const Row *rows, int count,
                            Pick *pick, int decimals, Text *text)
{
    HtmlColumn columns[1 + 2 * ABLATE_PHASES] = {{"", false}};
    char titles[ABLATE_PHASES][48];
    HtmlTable table;
    for (int phase = 0; phase < ABLATE_PHASES; phase++) {
        int positions = 0;
        for (int i = 0; i < ablation->problems.count; i++)
            positions += ablation->phases[i] == phase;
        snprintf(titles[phase], sizeof titles[phase], "%s (%d)", ablate_phase_name(phase),
                 positions);
        columns[1 + 2 * phase] = (HtmlColumn){titles[phase], true};
        columns[2 + 2 * phase] = (HtmlColumn){"95 % interval", true};
    }
    html_table_begin(&table, text, columns, COUNT_OF(columns));
    for (int i = 0; i < count; i++) {
        html_table_cell(&table, "%s", ablation->variants[rows[i].variant].name);
        for (int phase = 0; phase < ABLATE_PHASES; phase++) {
            AblateEffect effect;
            ablate_effect(ablation, mode, rows[i].variant, phase, &effect);
            if (effect.positions) {
                add_interval_cells(&table, pick(&effect), 1, decimals);
            } else {
                html_table_cell(&table, "-");
                html_table_cell(&table, "-");
            }
        }
    }
    html_table_end(&table);
}

/* ---- Sections ---- */

static void add_base(const Ablation *ablation, AblateMode mode, Text *text)
{
    AblateEffect base;
    char words[256];
    ablate_effect(ablation, mode, 0, ABLATE_ALL_PHASES, &base);
    snprintf(words, sizeof words,
             "With everything as it is: %.0f nodes in %.1f s over %d positions, mean depth %.1f.",
             base.nodes, base.ms / 1000, base.positions, base.depth);
    html_paragraph(text, words);
}

static void add_depth_section(const Ablation *ablation, bool presets, Text *text)
{
    int count;
    char title[96];
    Row *rows = collect(ablation, FIXED_DEPTH, presets, pick_nodes, &count);
    if (count > 0) {
        snprintf(title, sizeof title, "%s at depth %" PRId64,
                 presets ? "Against the presets" : "What each technique saves",
                 ablation->limits[FIXED_DEPTH]);
        html_heading(text, title);
        add_base(ablation, FIXED_DEPTH, text);
        add_bars(ablation, rows, count, pick_nodes, 1, 1, "Nodes saved",
                 presets ? "percent of the preset's nodes" : "percent of the nodes without it",
                 text);
        add_bars(ablation, rows, count, pick_time, 1, 1, "Time saved",
                 presets ? "percent of the preset's time" : "percent of the time without it", text);
        add_bars(ablation, rows, count, pick_moves, 100, 1, "Another best move",
                 "percent of the positions", text);
        add_depth_table(ablation, rows, count, text);
        html_heading(text, "Nodes saved by game phase, percent");
        add_phase_table(ablation, FIXED_DEPTH, rows, count, pick_nodes, 1, text);
    }
    free(rows);
}

static void add_time_section(const Ablation *ablation, bool presets, Text *text)
{
    int count;
    char title[96];
    Row *rows = collect(ablation, FIXED_TIME, presets, pick_depth, &count);
    if (count > 0) {
        snprintf(title, sizeof title, "%s in %" PRId64 " ms a position",
                 presets ? "Against the presets" : "What each technique gains",
                 ablation->limits[FIXED_TIME]);
        html_heading(text, title);
        add_base(ablation, FIXED_TIME, text);
        add_bars(ablation, rows, count, pick_depth, 1, 2, "Depth gained", "plies", text);
        add_time_table(ablation, rows, count, text);
        html_heading(text, "Depth gained by game phase, plies");
        add_phase_table(ablation, FIXED_TIME, rows, count, pick_depth, 2, text);
    }
    free(rows);
}

static void add_strength_section(const Ablation *ablation, Text *text)
{
    PlotBar *bars = xcalloc((size_t)ablation->variant_count, sizeof *bars);
    int count = 0;
    for (int v = 1; v < ablation->variant_count; v++) {
        const AblateVariant *variant = &ablation->variants[v];
        if (variant->has_match && isfinite(variant->strength.elo)
            && isfinite(variant->strength.elo_error))
            bars[count++] = (PlotBar){
                .label = variant->name,
                .value = variant->strength.elo,
                .low = variant->strength.elo - variant->strength.elo_error,
                .high = variant->strength.elo + variant->strength.elo_error,
            };
    }
    if (count > 0) {
        html_heading(text, "What each is worth in games");
        plot_bars(text, &(PlotBars){"Strength gained", "Elo", bars, count, 1});
    }
    free(bars);
}

void ablate_write_html(const Ablation *ablation, Text *text)
{
    char title[64], subtitle[512];
    snprintf(title, sizeof title, "Ablation: %s", ablation->problems.game->name);
    snprintf(subtitle, sizeof subtitle, "%d positions of %.300s, one thread, an empty table each",
             ablation->problems.count, ablation->files);
    html_begin(text, title, subtitle);
    html_code(text, ablation->command);
    html_paragraph(text,
                   "Each technique is switched off alone while all others stay, and the same "
                   "positions are searched. Saved is what the search without it spends more, as a "
                   "share of that; below zero the technique costs. Savings do not add up, because "
                   "techniques do each other's work and lean on each other: without the table "
                   "(tt), for one, internal iterative reduction cuts deeper. Fewer nodes to "
                   "a depth are no proof of strength: only games are.");
    html_paragraph(text,
                   "Times are processor times. Depths leave out positions in which a mate was "
                   "found. Intervals are 95 %: bootstrap over the positions, "
                   "Wilson's for shares.");
    for (int presets = 0; presets < 2; presets++) {
        if (ablation->limits[FIXED_DEPTH])
            add_depth_section(ablation, presets, text);
        if (ablation->limits[FIXED_TIME])
            add_time_section(ablation, presets, text);
    }
    add_strength_section(ablation, text);
    html_end(text);
}
