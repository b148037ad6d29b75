/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/plot.h"

#include "base/report.h"
#include "measure/html.h"
#include "measure/interval.h"

#include <math.h>
#include <stdlib.h>

/* In units of the drawing, which is scaled to the page: narrow enough to be read on a phone. */
enum {
    WIDTH = 480,
    CHAR_WIDTH = 7, /* about what a character of the font takes */
    TICK_ROOM = 22, /* below a plot, for its numbers */
    AXIS_ROOM = 18, /* and for what they are */
};

/* ---- Axes ---- */

typedef struct {
    double low, high, step; /* ends on multiples of the step */
    double from, to;        /* where the ends are drawn */
} Axis;

/* Beyond this, sums of what is drawn could overflow. */
static bool is_drawable(double value) { return fabs(value) < 1e15; }

/* 1, 2 or 5 times a power of ten, at least `rough`. */
static double round_step(double rough)
{
    double power = pow(10, floor(log10(rough)));
    double lead = rough / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

static Axis axis_fit(double low, double high, int steps, double from, double to)
{
    if (!(low < high))
        high = low + (low == 0 ? 1 : fabs(low));
    double step = round_step((high - low) / steps);
    return (Axis){floor(low / step) * step, ceil(high / step) * step, step, from, to};
}

static int axis_ticks(const Axis *axis)
{
    return (int)lround((axis->high - axis->low) / axis->step) + 1;
}

/* Counted from zero, so that zero is exactly zero. */
static double axis_tick(const Axis *axis, int number)
{
    return (round(axis->low / axis->step) + number) * axis->step;
}

static double axis_place(const Axis *axis, double value)
{
    return axis->from + (value - axis->low) / (axis->high - axis->low) * (axis->to - axis->from);
}

/* 5000 as 5k, so that the numbers of an axis do not run into each other. */
static void add_tick_number(Text *text, double value)
{
    static const struct {
        double from, unit;
        const char *suffix;
    } UNITS[] = {{1e12, 1e12, "T"}, {1e9, 1e9, "G"}, {1e6, 1e6, "M"}, {1e4, 1e3, "k"}};
    for (size_t i = 0; i < COUNT_OF(UNITS); i++)
        if (fabs(value) >= UNITS[i].from) {
            text_printf(text, "%g%s", value / UNITS[i].unit, UNITS[i].suffix);
            return;
        }
    text_printf(text, "%g", value);
}

/* ---- Pieces of a drawing ---- */

static void begin(Text *text, const char *title, int height)
{
    text_add(text, "<figure><figcaption>");
    html_escape(text, title);
    text_printf(text, "</figcaption>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH,
                height);
    html_escape(text, title);
    text_add(text, "\">\n");
}

static void end(Text *text) { text_add(text, "</svg></figure>\n"); }

static void add_line(Text *text, const char *class, double x1, double y1, double x2, double y2)
{
    text_printf(text, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", class,
                x1, y1, x2, y2);
}

static void add_rectangle(Text *text, int colour, double x, double y, double width, double height)
{
    text_printf(text, "<rect class=\"f%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                colour, x, y, width, height);
}

/* anchor: start, middle or end. */
static void begin_words(Text *text, const char *class, const char *anchor, double x, double y)
{
    text_printf(text, "<text class=\"%s\" text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, anchor,
                x, y);
}

static void end_words(Text *text) { text_add(text, "</text>"); }

static void add_words(Text *text, const char *class, const char *anchor, double x, double y,
                      const char *words)
{
    begin_words(text, class, anchor, x, y);
    html_escape(text, words);
    end_words(text);
}

/* Vertical lines with numbers below, and what they are. */
static void add_x_axis(Text *text, const Axis *axis, double top, double bottom, const char *name)
{
    for (int i = 0; i < axis_ticks(axis); i++) {
        double value = axis_tick(axis, i), x = axis_place(axis, value);
        add_line(text, value == 0 ? "zero" : "grid", x, top, x, bottom);
        begin_words(text, "tick", "middle", x, bottom + 16);
        add_tick_number(text, value);
        end_words(text);
    }
    add_words(text, "tick", "middle", (axis->from + axis->to) / 2, bottom + TICK_ROOM + 12, name);
    text_add_char(text, '\n');
}

static void add_y_axis(Text *text, const Axis *axis, double left, double right, const char *name)
{
    for (int i = 0; i < axis_ticks(axis); i++) {
        double value = axis_tick(axis, i), y = axis_place(axis, value);
        add_line(text, value == 0 ? "zero" : "grid", left, y, right, y);
        begin_words(text, "tick", "end", left - 6, y + 4);
        add_tick_number(text, value);
        end_words(text);
    }
    add_words(text, "tick", "start", 0, axis->to - 10, name);
    text_add_char(text, '\n');
}

static int count_characters(const char *string)
{
    Span rest = span_of(string);
    int count = 0;
    for (; rest.length > 0; count++)
        span_next_codepoint(&rest);
    return count;
}

/* The first characters of a string that is too long, with an ellipsis. */
static void add_shortened(Text *text, const char *string, int most)
{
    Text kept = TEXT_EMPTY;
    Span rest = span_of(string);
    bool shorten = count_characters(string) > most;
    for (int i = 0; rest.length > 0 && i < (shorten ? most - 1 : most); i++) {
        int32_t point = span_next_codepoint(&rest);
        text_add_codepoint(&kept, point < 0 ? 0xfffd : (uint32_t)point);
    }
    html_escape(text, text_cstr(&kept));
    if (shorten)
        text_add(text, "\u2026");
    text_free(&kept);
}

/* ---- Bars ---- */

enum { BAR_ROW = 24, BAR_HEIGHT = 14, LABEL_CHARS_MAX = 22, NUMBER_ROOM = 66 };

static bool has_error(const PlotBar *bar)
{
    return is_drawable(bar->low) && is_drawable(bar->high) && bar->low < bar->high;
}

static void add_bar(Text *text, const PlotBar *bar, const Axis *axis, double top, int decimals)
{
    double middle = top + BAR_ROW / 2.0;
    begin_words(text, "", "end", axis->from - 8, middle + 4.5);
    add_shortened(text, bar->label, LABEL_CHARS_MAX);
    end_words(text);
    if (!is_drawable(bar->value))
        return;
    double zero = axis_place(axis, 0), at = axis_place(axis, bar->value);
    add_rectangle(text, bar->value < 0, fmin(zero, at), middle - BAR_HEIGHT / 2.0, fabs(at - zero),
                  BAR_HEIGHT);
    if (has_error(bar)) {
        double low = axis_place(axis, bar->low), high = axis_place(axis, bar->high);
        text_printf(text, "<path class=\"err\" d=\"M%.1f %.1fv8m0 -4H%.1fm0 -4v8\"/>", low,
                    middle - 4, high);
    }
    begin_words(text, "", "end", WIDTH - 2, middle + 4.5);
    text_printf(text, "%.*f", decimals, numbers_shown(bar->value, decimals));
    end_words(text);
    text_add_char(text, '\n');
}

void plot_bars(Text *text, const PlotBars *plot)
{
    double low = 0, high = 0;
    int label = 0;
    for (int i = 0; i < plot->count; i++) {
        const PlotBar *bar = &plot->bars[i];
        int length = count_characters(bar->label);
        label = length > label ? length : label;
        if (!is_drawable(bar->value))
            continue;
        low = fmin(low, has_error(bar) ? fmin(bar->low, bar->value) : bar->value);
        high = fmax(high, has_error(bar) ? fmax(bar->high, bar->value) : bar->value);
    }
    if (label > LABEL_CHARS_MAX)
        label = LABEL_CHARS_MAX;
    double bottom = plot->count * BAR_ROW + 4;
    Axis axis = axis_fit(low, high, 4, label * CHAR_WIDTH + 14, WIDTH - NUMBER_ROOM);
    begin(text, plot->title, (int)bottom + TICK_ROOM + AXIS_ROOM);
    add_x_axis(text, &axis, 0, bottom, plot->axis);
    for (int i = 0; i < plot->count; i++)
        add_bar(text, &plot->bars[i], &axis, 2 + i * BAR_ROW, plot->decimals);
    end(text);
}

/* ---- Lines ---- */

enum { LEGEND_ROW = 20, LINES_HEIGHT = 220, LINES_LEFT = 52, POINTS_MAX = 800 };

/* Names in rows, each behind a piece of its line. Returns the height. With no text to write to, it
 * only measures. */
static int add_legend(Text *text, const PlotLines *plot)
{
    int x = 0, y = 0;
    for (int i = 0; i < plot->count; i++) {
        int chars = count_characters(plot->series[i].name);
        int width = 34 + CHAR_WIDTH * (chars < LABEL_CHARS_MAX ? chars : LABEL_CHARS_MAX) + 14;
        if (x > 0 && x + width > WIDTH)
            x = 0, y += LEGEND_ROW;
        if (text) {
            char class[] = "trace l0";
            class[sizeof class - 2] = (char)('0' + i % PLOT_SERIES_MAX);
            add_line(text, class, x, y + 10, x + 24, y + 10);
            begin_words(text, "", "start", x + 30, y + 14.5);
            add_shortened(text, plot->series[i].name, LABEL_CHARS_MAX);
            end_words(text);
        }
        x += width;
    }
    return y + LEGEND_ROW;
}

/* A line breaks where a point cannot be drawn. */
static void add_trace(Text *text, const PlotSeries *series, int colour, const Axis *x_axis,
                      const Axis *y_axis)
{
    int stride = (series->count + POINTS_MAX - 1) / POINTS_MAX;
    bool down = false;
    text_printf(text, "<path class=\"trace l%d\" d=\"", colour);
    for (int i = 0; i < series->count; i += stride) {
        double x = series->x[i], y = series->y[i];
        if (is_drawable(x) && is_drawable(y)) {
            text_printf(text, "%c%.1f %.1f", down ? 'L' : 'M', axis_place(x_axis, x),
                        axis_place(y_axis, y));
            down = true;
        } else {
            down = false;
        }
    }
    text_add(text, "\"/>\n");
}

static void widen(double value, double *low, double *high)
{
    *low = fmin(*low, value);
    *high = fmax(*high, value);
}

void plot_lines(Text *text, const PlotLines *plot)
{
    double x_low = INFINITY, x_high = -INFINITY, y_low = INFINITY, y_high = -INFINITY;
    for (int i = 0; i < plot->count; i++)
        for (int j = 0; j < plot->series[i].count; j++) {
            double x = plot->series[i].x[j], y = plot->series[i].y[j];
            if (!is_drawable(x) || !is_drawable(y))
                continue;
            widen(x, &x_low, &x_high);
            widen(y, &y_low, &y_high);
        }
    if (x_low > x_high)
        x_low = x_high = y_low = y_high = 0;
    int top = add_legend(NULL, plot) + 30, bottom = top + LINES_HEIGHT;
    Axis x_axis = axis_fit(x_low, x_high, 5, LINES_LEFT, WIDTH - 14);
    Axis y_axis = axis_fit(y_low, y_high, 5, bottom, top);
    begin(text, plot->title, bottom + TICK_ROOM + AXIS_ROOM);
    add_legend(text, plot);
    add_x_axis(text, &x_axis, top, bottom, plot->x_axis);
    add_y_axis(text, &y_axis, x_axis.from, x_axis.to, plot->y_axis);
    for (int i = 0; i < plot->count; i++)
        add_trace(text, &plot->series[i], i % PLOT_SERIES_MAX, &x_axis, &y_axis);
    end(text);
}

/* ---- Histogram ---- */

void plot_histogram(Text *text, const PlotHistogram *plot)
{
    enum { CLASSES = 20, TOP = 24 };
    double low = INFINITY, high = -INFINITY, most = 0;
    for (int i = 0; i < plot->count; i++)
        if (is_drawable(plot->values[i]))
            widen(plot->values[i], &low, &high);
    if (low > high)
        low = high = 0;
    /* Classes, and for the numbers below them a coarser step. */
    Axis classes = axis_fit(low, high, CLASSES, LINES_LEFT, WIDTH - 14);
    int count = axis_ticks(&classes) - 1;
    int *inside = xcalloc((size_t)count, sizeof *inside);
    for (int i = 0; i < plot->count; i++) {
        if (!is_drawable(plot->values[i]))
            continue;
        int class = (int)((plot->values[i] - classes.low) / classes.step);
        class = class < 0 ? 0 : class >= count ? count - 1 : class;
        most = fmax(most, ++inside[class]);
    }
    const int bottom = TOP + LINES_HEIGHT;
    Axis x_axis = axis_fit(classes.low, classes.high, 5, LINES_LEFT, WIDTH - 14);
    Axis y_axis = axis_fit(0, most, 4, bottom, TOP);
    begin(text, plot->title, bottom + TICK_ROOM + AXIS_ROOM);
    add_x_axis(text, &x_axis, TOP, bottom, plot->axis);
    add_y_axis(text, &y_axis, x_axis.from, x_axis.to, "count");
    for (int i = 0; i < count; i++) {
        double left = axis_place(&x_axis, axis_tick(&classes, i));
        double right = axis_place(&x_axis, axis_tick(&classes, i + 1));
        double y = axis_place(&y_axis, inside[i]);
        if (inside[i] > 0)
            add_rectangle(text, 0, left + 0.5, y, right - left - 1, bottom - y);
    }
    end(text);
    free(inside);
}
