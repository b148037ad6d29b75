/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "param/write.h"

#include "base/terminal.h"

#include "param/plugin.h"
#include "param/presets.h"

#include <string.h>

static int value_of(const ParamSet *set, int row)
{
    return params_get(&set->values, &param_rows[row]);
}

static bool starts_group(int row)
{
    return row == 0
        || strcmp(param_group(&param_rows[row]), param_group(&param_rows[row - 1])) != 0;
}

void param_write_option(const ParamRow *row, const ParamSet *set, Text *text)
{
    int value = params_get(&set->values, row);
    text_printf(text, "option name %s type ", row->name);
    switch (row->kind) {
    case PARAM_SWITCH: text_printf(text, "check default %s", value ? "true" : "false"); break;
    case PARAM_NUMBER:
        text_printf(text, "spin default %d min %d max %d", value, row->min, row->max);
        break;
    case PARAM_CHOICE:
        text_printf(text, "combo default %s", row->words[value]);
        for (int i = 0; i <= row->max; i++)
            text_printf(text, " var %s", row->words[i]);
        break;
    }
}

void plugin_write_options(const ParamSet *set, Text *text)
{
    const TenukiPlugin *plugin = set->values.plugin;
    for (uint32_t i = 0; plugin && i < plugin->param_count; i++) {
        text_add(text, "option name ");
        plugin_write_name(plugin, (int)i, text);
        text_printf(text, " type spin default %d min %d max %d\n", set->values.plugin_values[i],
                    plugin->params[i].min, plugin->params[i].max);
    }
}

static void write_range(const ParamRow *row, const char *between, Text *text)
{
    if (row->kind == PARAM_SWITCH)
        text_add(text, "on, off");
    else if (row->kind == PARAM_NUMBER)
        text_printf(text, "%d%s%d", row->min, between, row->max);
    for (int i = 0; row->kind == PARAM_CHOICE && i <= row->max; i++)
        text_printf(text, "%s%s", i ? ", " : "", row->words[i]);
}

static void write_plugin_table(const ParamSet *set, Text *text)
{
    const TenukiPlugin *plugin = set->values.plugin;
    if (!plugin)
        return;
    text_printf(text, "\n%s %s, from %s: %s\n", plugin->name, plugin->version, set->plugin_file,
                plugin->text);
    Text name = TEXT_EMPTY;
    for (uint32_t i = 0; i < plugin->param_count; i++) {
        const TenukiPluginParam *param = &plugin->params[i];
        text_clear(&name);
        plugin_write_name(plugin, (int)i, &name);
        text_printf(text, "  %-35s %-12d %d .. %d\n", text_cstr(&name),
                    set->values.plugin_values[i], param->min, param->max);
    }
    text_free(&name);
}

void params_write_table(const ParamSet *set, Text *text)
{
    Text value = TEXT_EMPTY, origin = TEXT_EMPTY;
    for (int i = 0; i < PARAM_ROWS; i++) {
        const ParamRow *row = &param_rows[i];
        text_clear(&value);
        text_clear(&origin);
        param_write_value(row, value_of(set, i), &value);
        text_printf(&origin, "%s %s", param_source_name(set->origins[i].source),
                    set->origins[i].detail);
        if (starts_group(i))
            text_printf(text, "%s" MARK_HEADING "%s" MARK_END "\n", i ? "\n" : "",
                        param_group(row));
        text_printf(text, "  %-20s %-11s %-20s ", row->name, text_cstr(&value), text_cstr(&origin));
        write_range(row, " .. ", text);
        text_add_char(text, '\n');
    }
    text_free(&value);
    text_free(&origin);
    write_plugin_table(set, text);
}

static void write_json_value(const ParamRow *row, int value, Text *text)
{
    switch (row->kind) {
    case PARAM_SWITCH: text_add(text, value ? "true" : "false"); break;
    case PARAM_NUMBER: text_printf(text, "%d", value); break;
    case PARAM_CHOICE: text_add_json(text, row->words[value]); break;
    }
}

static void write_json_row(const ParamSet *set, int number, Text *text)
{
    static const char *const kinds[] = {"switch", "number", "choice"};
    const ParamRow *row = &param_rows[number];
    const ParamOrigin *origin = &set->origins[number];
    text_printf(text, "{\"name\":\"%s\",\"technique\":\"%s\",\"group\":", row->name,
                param_technique_name(row->technique));
    text_add_json(text, param_group(row));
    text_printf(text, ",\"kind\":\"%s\",\"value\":", kinds[row->kind]);
    write_json_value(row, value_of(set, number), text);
    text_add(text, ",\"default\":");
    write_json_value(row, row->defaults[set->game], text);
    if (row->kind == PARAM_NUMBER)
        text_printf(text, ",\"min\":%d,\"max\":%d,\"step\":%d", row->min, row->max, row->step);
    for (int i = 0; row->kind == PARAM_CHOICE && i <= row->max; i++)
        text_printf(text, "%s\"%s\"%s", i ? "," : ",\"words\":[", row->words[i],
                    i == row->max ? "]" : "");
    text_printf(text, ",\"source\":\"%s\",\"detail\":", param_source_name(origin->source));
    text_add_json(text, origin->detail);
    text_add(text, ",\"text\":");
    text_add_json(text, row->text);
    text_add_char(text, '}');
}

static void write_plugin_json(const ParamSet *set, Text *text)
{
    const TenukiPlugin *plugin = set->values.plugin;
    if (!plugin)
        return;
    text_printf(text, ",\"plugin\":{\"name\":\"%s\",\"version\":", plugin->name);
    text_add_json(text, plugin->version);
    text_add(text, ",\"file\":");
    text_add_json(text, set->plugin_file);
    text_add(text, ",\"parameters\":[");
    for (uint32_t i = 0; i < plugin->param_count; i++) {
        const TenukiPluginParam *param = &plugin->params[i];
        text_printf(text, "%s{\"name\":\"%s_%s\",\"value\":%d,\"default\":%d,\"min\":%d,",
                    i ? "," : "", plugin->name, param->name, set->values.plugin_values[i],
                    param->value, param->min);
        text_printf(text, "\"max\":%d,\"step\":%d,\"text\":", param->max, param->step);
        text_add_json(text, param->text);
        text_add_char(text, '}');
    }
    text_add(text, "]}");
}

void params_write_json(const ParamSet *set, Text *text)
{
    text_printf(text, "{\"game\":\"%s\",\"parameters\":[", param_game_name(set->game));
    for (int i = 0; i < PARAM_ROWS; i++) {
        if (i > 0)
            text_add_char(text, ',');
        write_json_row(set, i, text);
    }
    text_add_char(text, ']');
    write_plugin_json(set, text);
    text_add(text, "}\n");
}

/* The name of its file and its values, for a configuration file. */
static void write_plugin_toml(const ParamSet *set, Text *text)
{
    const TenukiPlugin *plugin = set->values.plugin;
    if (!plugin)
        return;
    text_printf(text, "\n# %s %s\nplugin = ", plugin->name, plugin->version);
    text_add_json(text, set->plugin_file);
    text_add_char(text, '\n');
    for (uint32_t i = 0; i < plugin->param_count; i++) {
        plugin_write_name(plugin, (int)i, text);
        text_printf(text, " = %d\n", set->values.plugin_values[i]);
    }
}

void params_write_toml(const ParamSet *set, Text *text)
{
    text_printf(text, "[%s]\n", param_game_name(set->game));
    for (int i = 0; i < PARAM_ROWS; i++) {
        const ParamRow *row = &param_rows[i];
        if (starts_group(i))
            text_printf(text, "\n# %s\n", param_group(row));
        text_printf(text, "%s = ", row->name);
        write_json_value(row, value_of(set, i), text);
        if (set->origins[i].source != SOURCE_DEFAULT)
            text_printf(text, " # from: %s", param_source_name(set->origins[i].source));
        text_add_char(text, '\n');
    }
    write_plugin_toml(set, text);
}

void param_write_spsa_line(const ParamSpsaLine *line, Text *text)
{
    text_printf(text, "%s, %s, %.*f, %.10g, %.10g, %.10g, %.10g\n", line->name,
                line->is_real ? "float" : "int", line->is_real ? 4 : 0, line->value, line->min,
                line->max, line->c_end, line->r_end);
}

void params_write_spsa(const ParamSet *set, Text *text)
{
    for (int i = 0; i < PARAM_ROWS; i++) {
        const ParamRow *row = &param_rows[i];
        if (row->kind == PARAM_NUMBER)
            param_write_spsa_line(&(ParamSpsaLine){row->name, false, value_of(set, i), row->min,
                                                   row->max, row->step, PARAM_SPSA_RATE},
                                  text);
    }
}

static void write_markdown_row(const ParamRow *row, Text *text)
{
    text_printf(text, row->kind == PARAM_SWITCH ? "| **%s** | " : "| %s | ", row->name);
    for (int game = 0; game < PARAM_GAMES; game++) {
        param_write_value(row, row->defaults[game], text);
        text_add(text, " | ");
    }
    write_range(row, " to ", text);
    if (row->kind == PARAM_NUMBER)
        text_printf(text, " | %d | %s |\n", row->step, row->text);
    else
        text_printf(text, " | | %s |\n", row->text);
}

void params_write_markdown(Text *text)
{
    text_add(text,
             "# Parameters\n\n"
             "Written by `tenuki params --markdown` from src/param/params.def; not edited by "
             "hand.\n\n"
             "Every row is a key of a configuration file, a `--set name=value`, and an option of "
             "UCI and USI. Bold rows switch a technique on and off. Later sources win: default, "
             "preset, file, command line, setoption. Margins are in centipawns, depths in plies; "
             "the step is the tuner's.\n");
    for (int i = 0; i < PARAM_ROWS; i++) {
        if (starts_group(i))
            text_printf(text,
                        "\n## %s\n\n| name | chess | shogi | values | step | meaning |\n"
                        "|---|---|---|---|---|---|\n",
                        param_group(&param_rows[i]));
        write_markdown_row(&param_rows[i], text);
    }
    text_add(text, "\n## Presets\n\n| name | what it is |\n|---|---|\n");
    for (int i = 0; i < preset_count(); i++)
        text_printf(text, "| %s | %s |\n", preset_name(i), preset_text(i));
    text_add(text, "\n## Classic names\n\n| name | stands for |\n|---|---|\n");
    for (int i = 0; i < PARAM_CLASSIC_NAMES; i++)
        text_printf(text, "| %s | %s |\n", param_classic_names[i].classic,
                    param_classic_names[i].name);
}
