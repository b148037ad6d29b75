/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_PARAM_PLUGIN_H
#define TENUKI_PARAM_PLUGIN_H

/* Plug-ins: how one is found good, and its parameters, which stand beside the rows of the table.
 *
 * A plug-in that was loaded stays until the program ends, because somebody may be running it; the
 * loader shares it among all who ask for the same file. So Params may point at it, and be copied,
 * without anybody counting. */

#include "param/params.h"

/* NULL, with the reason, for anything that is no plug-in of our interface. */
const TenukiPlugin *plugin_load(const char *path, Diag *diag);
/* The checks of plugin_load on what a file exports; `path` is only named. */
bool plugin_check(const TenukiPlugin *plugin, const char *path, Diag *diag);

/* Params with this plug-in and its default values; NULL for none. */
void plugin_use(Params *params, const TenukiPlugin *plugin);

/* The same for a set, as everybody who is told the name of a file does. */
bool plugin_set_file(ParamSet *set, const char *path, Diag *diag);

/* The number of a parameter of the set's plug-in by its full name, NAME_PARAMETER; -1 for none. */
int plugin_find(const Params *params, Span name);
/* "demo_margin". */
void plugin_write_name(const TenukiPlugin *plugin, int number, Text *text);

#endif
