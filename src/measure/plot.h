/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_MEASURE_PLOT_H
#define TENUKI_MEASURE_PLOT_H

/* Plots as SVG inside an HTML report; the colours come from its style sheet. Numbers that are not
 * finite are left out. */

#include "base/text.h"

/* Bars lie on their side, one below the other, so that names of any length can be read. */
typedef struct {
    const char *label;
    double value;
    double low, high; /* of the error bar; none when low is not below high */
} PlotBar;

typedef struct {
    const char *title, *axis;
    const PlotBar *bars;
    int count;
    int decimals; /* of the number beside each bar */
} PlotBars;

void plot_bars(Text *text, const PlotBars *plot);

typedef struct {
    const char *name;
    const double *x, *y;
    int count;
} PlotSeries;

enum { PLOT_SERIES_MAX = 6 }; /* as many as there are colours; further ones begin again */

typedef struct {
    const char *title, *x_axis, *y_axis;
    const PlotSeries *series;
    int count;
} PlotLines;

void plot_lines(Text *text, const PlotLines *plot);

typedef struct {
    const char *title, *axis;
    const double *values;
    int count;
} PlotHistogram;

/* With classes of a round width. */
void plot_histogram(Text *text, const PlotHistogram *plot);

#endif
