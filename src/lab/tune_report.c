/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/tune.h"

#include "lab/print.h"
#include "lab/progress.h"
#include "measure/html.h"
#include "measure/plot.h"

#include <inttypes.h>
#include <stdlib.h>

static double value_of(const TuneView *view, int row)
{
    return tune_history_at(view->history, view->history->done)[row];
}

/* The way of a value as a line of eight heights, from the first iteration to the present one. */
static void add_sparkline(const TuneView *view, int row, int most, Text *text)
{
    enum { HEIGHTS = 8, LOWEST_BLOCK = 0x2581 };
    const TuneHistory *history = view->history;
    double low = tune_history_at(history, 0)[row], high = low;
    for (int64_t k = 1; k <= history->done; k++) {
        double value = tune_history_at(history, k)[row];
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    int64_t width = history->done + 1 < most ? history->done + 1 : most;
    for (int64_t i = 0; i < width; i++) {
        int64_t k = width > 1 ? i * history->done / (width - 1) : 0;
        double part = high > low ? (tune_history_at(history, k)[row] - low) / (high - low) : 0;
        int height = (int)(part * HEIGHTS);
        text_add_codepoint(text,
                           LOWEST_BLOCK + (uint32_t)(height < HEIGHTS ? height : HEIGHTS - 1));
    }
}

static void add_rows(const TuneView *view, int rows, int columns, Text *text)
{
    enum { BEFORE_RANGE = 60, BEFORE_SPARKLINE = 78, SPARKLINE = 32 };
    bool range = columns >= BEFORE_SPARKLINE + SPARKLINE / 2;
    int room = columns - (range ? BEFORE_SPARKLINE : BEFORE_RANGE);
    int width = room < SPARKLINE ? room : SPARKLINE;
    const Spsa *spsa = &view->tune->spsa;
    text_printf(text, MARK_HEADING "  %-22s %9s %11s %10s %s%s" MARK_END "\n", "parameter", "start",
                "value", "change", range ? "   min .. max     " : " ", width > 5 ? "so far" : "");
    for (int i = 0; i < spsa->count && i < rows; i++) {
        const SpsaRow *row = &spsa->rows[i];
        text_printf(text, "  %-22s %9.6g %11.3f %+10.3f ", row->row->name, row->start,
                    value_of(view, i), value_of(view, i) - row->start);
        if (range)
            text_printf(text, "%6g .. %-6g ", row->min, row->max);
        text_add_char(text, ' ');
        add_sparkline(view, i, width, text);
        text_add_char(text, '\n');
    }
    if (spsa->count > rows)
        text_printf(text, "  and %d more\n", spsa->count - rows);
}

void tune_write_line(const TuneView *view, Text *text)
{
    const TuneHistory *history = view->history;
    const SpsaScore *score = &history->score;
    int64_t left = view->tune->spsa.iterations - history->done;
    text_printf(text, "%s: iteration %" PRId64 " of %" PRId64 ", %d games (+%d =%d -%d)",
                view->tune->game->name, history->done, view->tune->spsa.iterations,
                score->wins + score->draws + score->losses, score->wins, score->draws,
                score->losses);
    if (view->now > 0 && view->seconds > 0) {
        double each = view->seconds / (double)view->now;
        text_printf(text, ", %.2f s each", each);
        if (left > 0) {
            text_add(text, ", ");
            text_add_duration(text, each * (double)left);
            text_add(text, " left");
        }
    }
    text_add_char(text, '\n');
}

void tune_write_live(const TuneView *view, int rows, int columns, Text *text)
{
    enum { BAR = 30 };
    progress_add_bar(text, (double)view->history->done / (double)view->tune->spsa.iterations, BAR);
    text_add_char(text, '\n');
    tune_write_line(view, text);
    add_rows(view, rows, columns, text);
}

/* ---- The end ---- */

static void add_settings(const TuneView *view, Text *text)
{
    const Spsa *spsa = &view->tune->spsa;
    for (int i = 0; i < spsa->count; i++)
        text_printf(text, "%s--set %s=%d", i ? " " : "", spsa->rows[i].row->name,
                    spsa_rounded(&spsa->rows[i], value_of(view, i)));
    text_add_char(text, '\n');
}

static void add_toml(const TuneView *view, Text *text)
{
    const Spsa *spsa = &view->tune->spsa;
    text_printf(text, "[%s]\n", view->tune->game->name);
    for (int i = 0; i < spsa->count; i++)
        text_printf(text, "%s = %d\n", spsa->rows[i].row->name,
                    spsa_rounded(&spsa->rows[i], value_of(view, i)));
}

void tune_write_result(const TuneView *view, Text *text)
{
    tune_write_line(view, text);
    text_add_char(text, '\n');
    enum { PAPER = 100 };
    add_rows(view, view->tune->spsa.count, PAPER, text);
    text_add(text, "\nFor the command line:\n");
    add_settings(view, text);
    text_add(text, "\nFor a configuration file:\n");
    add_toml(view, text);
    text_add(text, "\nFor OpenBench, or for --spsa-file to go on from here:\n");
    spsa_write_lines(&view->tune->spsa, tune_history_at(view->history, view->history->done), text);
}

void tune_write_json(const TuneView *view, Text *text)
{
    const Spsa *spsa = &view->tune->spsa;
    const SpsaScore *score = &view->history->score;
    text_printf(text,
                "{\"game\": \"%s\", \"iterations\": %" PRId64 ", \"of\": %" PRId64
                ", \"wins\": %d, \"draws\": %d, \"losses\": %d, \"parameters\": [",
                view->tune->game->name, view->history->done, spsa->iterations, score->wins,
                score->draws, score->losses);
    for (int i = 0; i < spsa->count; i++)
        text_printf(text,
                    "%s{\"name\": \"%s\", \"start\": %.10g, \"value\": %.9f, \"rounded\": %d}",
                    i ? ", " : "", spsa->rows[i].row->name, spsa->rows[i].start, value_of(view, i),
                    spsa_rounded(&spsa->rows[i], value_of(view, i)));
    text_add(text, "]}\n");
}

/* ---- HTML ---- */

static void add_plot(const TuneView *view, int row, Text *text)
{
    enum { POINTS = 400 };
    double x[POINTS], y[POINTS];
    const TuneHistory *history = view->history;
    int count = history->done + 1 < POINTS ? (int)history->done + 1 : POINTS;
    for (int i = 0; i < count; i++) {
        int64_t k = count > 1 ? i * history->done / (count - 1) : 0;
        x[i] = (double)k;
        y[i] = tune_history_at(history, k)[row];
    }
    const char *name = view->tune->spsa.rows[row].row->name;
    const PlotSeries series = {name, x, y, count};
    plot_lines(text, &(PlotLines){name, "iteration", "value", &series, 1});
    html_paragraph(text, view->tune->spsa.rows[row].row->text);
}

void tune_write_html(const TuneView *view, Text *text)
{
    static const HtmlColumn columns[] = {{"parameter", false}, {"start", true}, {"value", true},
                                         {"change", true},     {"min", true},   {"max", true}};
    const Spsa *spsa = &view->tune->spsa;
    Text line = TEXT_EMPTY;
    HtmlTable table;
    tune_write_line(view, &line);
    html_begin(text, "Tuning by SPSA", text_cstr(&line));
    html_table_begin(&table, text, columns, COUNT_OF(columns));
    for (int i = 0; i < spsa->count; i++) {
        const SpsaRow *row = &spsa->rows[i];
        html_table_cell(&table, "%s", row->row->name);
        html_table_cell(&table, "%g", row->start);
        html_table_cell(&table, "%.3f", value_of(view, i));
        html_table_cell(&table, "%+.3f", value_of(view, i) - row->start);
        html_table_cell(&table, "%g", row->min);
        html_table_cell(&table, "%g", row->max);
    }
    html_table_end(&table);
    html_heading(text, "Values over the iterations");
    for (int i = 0; i < spsa->count; i++)
        add_plot(view, i, text);
    html_heading(text, "To try them");
    text_clear(&line);
    add_settings(view, &line);
    html_code(text, text_cstr(&line));
    html_end(text);
    text_free(&line);
}
