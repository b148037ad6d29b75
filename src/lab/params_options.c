/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/params_options.h"

#include "param/config.h"
#include "param/plugin.h"
#include "param/presets.h"

#include <string.h>

static void complain_lines(const char *command, const char *what, const Text *text)
{
    Span rest = {text_cstr(text), text->length}, line;
    while (span_next_line(&rest, &line))
        options_complain(command, "%s: %.*s", what, (int)line.length, line.at);
}

static bool take_file(const char *command, const char *path, ParamSet *set)
{
    ParamReport report = PARAM_REPORT_EMPTY;
    bool good = config_load(path, set, &report);
    complain_lines(command, "warning", &report.warnings);
    complain_lines(command, "error", &report.errors);
    param_report_free(&report);
    return good;
}

static bool take_setting(const char *setting, ParamSet *set, Diag *diag)
{
    const char *equals = strchr(setting, '=');
    if (!equals)
        return diag_error(diag, "--set: '%.60s' is not KEY=VALUE", setting);
    Span name = span_trim((Span){setting, (size_t)(equals - setting)});
    return param_set_value(set, name, span_of(equals + 1), SOURCE_COMMAND_LINE, "", diag);
}

bool params_options_resolve(const char *command, const ParamsOptions *asked, const GameOps *game,
                            ParamSet *set)
{
    ParamGame which;
    if (!param_game_find(span_of(game->name), &which))
        BUG("no parameters for %s", game->name);
    param_set_init(set, which);
    set->mode = asked->lenient ? PARAM_LENIENT : PARAM_STRICT;
    set->may_load = true;
    Diag diag;
    diag_clear(&diag);
    bool good = !asked->preset || param_set_preset(set, span_of(asked->preset), &diag);
    good = good && (!asked->config || take_file(command, asked->config, set));
    good = good && (!asked->plugin || plugin_set_file(set, asked->plugin, &diag));
    for (int i = 0; good && i < asked->settings.count; i++)
        good = take_setting(asked->settings.items[i], set, &diag);
    good = good && param_set_settle(set, &diag);
    if (diag.warning[0])
        options_complain(command, "warning: %s", diag.warning);
    if (diag.error[0])
        options_complain(command, "error: %s", diag.error);
    return good;
}
