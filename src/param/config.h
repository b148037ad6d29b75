/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PARAM_CONFIG_H
#define TENUKI_PARAM_CONFIG_H

/* Configuration files in TOML; assign.h says what may stand in one. */

#include "param/assign.h"

/* Puts the values of the file over those of the set, strictly or leniently as the set is, and
 * settles it. The report lists all errors of the file; with any of them the set is as it was. */
bool config_load(const char *path, ParamSet *set, ParamReport *report);
/* The same for text that is in memory; `path` is only named in messages. */
bool config_read(const char *path, Span text, ParamSet *set, ParamReport *report);

/* True when no table, array or dotted key of the text is nested deeper than a configuration has
 * reason to be. Otherwise *line is where it is: such a text must not reach the parser, which takes
 * stack for each level. */
bool config_nesting_is_sane(Span text, int *line);

#endif
