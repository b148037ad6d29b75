/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PARAM_PRESETS_H
#define TENUKI_PARAM_PRESETS_H

/* Named settings, from presets/NAME.toml, compiled in. */

#include "param/params.h"

int preset_count(void);
const char *preset_name(int number);
/* One line of documentation. */
const char *preset_text(int number);

/* Puts the preset's values over those of the set; the rest stays. On error nothing is changed. */
bool param_set_preset(ParamSet *set, Span name, Diag *diag);

#endif
