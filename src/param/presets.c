/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "param/presets.h"

#include "param/assign.h"
#include "param/names.h"

typedef struct {
    const char *name, *text;
    const Assignment *lines;
    int count;
} Preset;

/* Made from presets/ by tools/presets_to_c when building: the array `presets`. */
#define LITERAL(text)                                                                              \
    {                                                                                              \
        text, sizeof text - 1                                                                      \
    }
#define LINE(line, table, key, kind, value)                                                        \
    {LITERAL(table), LITERAL(key), LITERAL(value), VALUE_##kind, line},
#include "param/presets_table.h"

int preset_count(void) { return COUNT_OF(presets); }
const char *preset_name(int number) { return presets[number].name; }
const char *preset_text(int number) { return presets[number].text; }

static const Preset *find(Span name, Diag *diag)
{
    Nearest nearest = nearest_start(name);
    for (size_t i = 0; i < COUNT_OF(presets); i++) {
        if (name_same(name, presets[i].name))
            return &presets[i];
        nearest_offer(&nearest, presets[i].name);
    }
    Text known = TEXT_EMPTY;
    for (int i = 0; i < preset_count(); i++)
        text_printf(&known, " %s", preset_name(i));
    diag_error(diag, "unknown preset '%.*s'%s%s%s; there are:%s", SPAN_ARG(name),
               NEAREST_ARG(nearest), text_cstr(&known));
    text_free(&known);
    return NULL;
}

bool param_set_preset(ParamSet *set, Span name, Diag *diag)
{
    const Preset *preset = find(name, diag);
    if (!preset)
        return false;
    ParamReport report = PARAM_REPORT_EMPTY;
    bool good = assign_all(preset->lines, preset->count, SOURCE_PRESET, preset->name, set, &report);
    if (!good)
        diag_error(diag, "%s", text_cstr(&report.errors));
    param_report_free(&report);
    return good;
}
