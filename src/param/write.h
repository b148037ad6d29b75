/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PARAM_WRITE_H
#define TENUKI_PARAM_WRITE_H

/* The table in all the forms that others read. */

#include "param/params.h"

/* "option name nmp_min_depth type spin default 3 min 1 max 20", without a line end. The default is
 * the value in the set. UCI and USI write it alike, since no row has a space in its name. */
void param_write_option(const ParamRow *row, const ParamSet *set, Text *text);

/* The same for the numbers of the set's plug-in, each with a line end. */
void plugin_write_options(const ParamSet *set, Text *text);

/* For people: values, ranges, and where each value came from, with marks for the headings. */
void params_write_table(const ParamSet *set, Text *text);
/* One object on one line. */
void params_write_json(const ParamSet *set, Text *text);
/* A configuration file that gives these values again. */
void params_write_toml(const ParamSet *set, Text *text);
/* OpenBench's lines for the numbers: name, int, value, min, max, C_end, R_end. */
typedef struct {
    const char *name;
    bool is_real;
    double value, min, max, c_end, r_end;
} ParamSpsaLine;

#define PARAM_SPSA_RATE 0.002 /* R_end, unless somebody knows better */

void param_write_spsa_line(const ParamSpsaLine *line, Text *text);
void params_write_spsa(const ParamSet *set, Text *text);
/* docs/params.md. */
void params_write_markdown(Text *text);

#endif
