/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_WEB_STATE_H
#define TENUKI_WEB_STATE_H

#include "web/tab.h"

/* Everything the page shows of a game, as one JSON object; the session's mutex is held. */
void state_write(const Tab *tab, Text *text);

/* The rows of a set that are not at their default, as an array. */
void state_write_params(const ParamSet *set, const char *key, Text *text);

#endif
