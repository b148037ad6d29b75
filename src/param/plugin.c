/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "param/plugin.h"

#include "param/names.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Checks ---- */

/* Small letters, digits and '_', beginning with a letter. */
static bool is_name(const char *name)
{
    if (!name || name[0] < 'a' || name[0] > 'z')
        return false;
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
    return name[length] == '\0' && length <= TENUKI_PLUGIN_NAME;
}

/* What people are shown: one line of plain text. */
static bool is_line(const char *text)
{
    enum { LONGEST = 200 };
    size_t length = 0;
    if (!text)
        return false;
    for (; text[length]; length++)
        if ((unsigned char)text[length] < 0x20 || text[length] == 0x7f || length > LONGEST)
            return false;
    return true;
}

/* Names that mean something already. */
static bool is_taken(const char *name)
{
    Span span = span_of(name);
    return param_find(span) || name_same(span, "plugin") || name_same(span, "preset");
}

static bool check_params(const TenukiPlugin *plugin, const char *path, Diag *diag)
{
    if (plugin->param_count > TENUKI_PLUGIN_PARAMS || (plugin->param_count > 0 && !plugin->params))
        return diag_error(diag, "%s: %u parameters, at most %d are allowed", path,
                          plugin->param_count, TENUKI_PLUGIN_PARAMS);
    for (uint32_t i = 0; i < plugin->param_count; i++) {
        const TenukiPluginParam *param = &plugin->params[i];
        if (!is_name(param->name) || !is_line(param->text))
            return diag_error(diag, "%s: parameter %u has no proper name or text", path, i + 1);
        if (param->min >= param->max || param->value < param->min || param->value > param->max
            || param->step < 1)
            return diag_error(diag, "%s: parameter %s has no proper range", path, param->name);
        Text full = TEXT_EMPTY;
        plugin_write_name(plugin, (int)i, &full);
        bool taken = is_taken(text_cstr(&full));
        text_free(&full);
        for (uint32_t k = 0; k < i; k++)
            taken = taken || strcmp(plugin->params[k].name, param->name) == 0;
        if (taken)
            return diag_error(diag, "%s: the name of parameter %s is taken", path, param->name);
    }
    return true;
}

bool plugin_check(const TenukiPlugin *plugin, const char *path, Diag *diag)
{
    const uint32_t places = TENUKI_AT_NODE | TENUKI_AT_MOVE;
    if (plugin->interface != TENUKI_PLUGIN_INTERFACE)
        return diag_error(diag, "%s: made for version %u of the plug-in interface, this is %d",
                          path, plugin->interface, TENUKI_PLUGIN_INTERFACE);
    if (plugin->size != sizeof(TenukiPlugin))
        return diag_error(diag, "%s: its structure has %u bytes instead of %zu", path, plugin->size,
                          sizeof(TenukiPlugin));
    if (!is_name(plugin->name))
        return diag_error(diag, "%s: it has no proper name", path);
    if (is_taken(plugin->name))
        return diag_error(diag, "%s: the name %s is taken", path, plugin->name);
    if (!is_line(plugin->version) || !is_line(plugin->text))
        return diag_error(diag, "%s: version or text is missing or not one line", path);
    if (!plugin->decide || !(plugin->flags & places) || (plugin->flags & ~places))
        return diag_error(diag, "%s: it decides nothing, or what we do not know", path);
    return check_params(plugin, path, diag);
}

/* ---- Loading ---- */

const TenukiPlugin *plugin_load(const char *path, Diag *diag)
{
    Text place = TEXT_EMPTY;
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) {
        diag_error(diag, "plug-in '%s': there is no such file", path);
        return NULL;
    }
    /* A bare name would be looked for among the system's libraries. */
    text_printf(&place, "%s%s", strchr(path, '/') ? "" : "./", path);
    /* It stays in memory whatever happens, so this handle need not be kept. */
    void *handle = dlopen(text_cstr(&place), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    text_free(&place);
    if (!handle) {
        diag_error(diag, "plug-in %s: %s", path, dlerror());
        return NULL;
    }
    const TenukiPlugin *plugin = dlsym(handle, TENUKI_PLUGIN_SYMBOL);
    bool good =
        plugin || diag_error(diag, "%s: no plug-in, " TENUKI_PLUGIN_SYMBOL " is missing", path);
    good = good && plugin_check(plugin, path, diag);
    dlclose(handle);
    return good ? plugin : NULL;
}

void plugin_use(Params *params, const TenukiPlugin *plugin)
{
    params->plugin = plugin;
    memset(params->plugin_values, 0, sizeof params->plugin_values);
    for (uint32_t i = 0; plugin && i < plugin->param_count; i++)
        params->plugin_values[i] = plugin->params[i].value;
}

bool plugin_set_file(ParamSet *set, const char *path, Diag *diag)
{
    if (strlen(path) >= sizeof set->plugin_file)
        return diag_error(diag, "plug-in: the name of the file is too long");
    const TenukiPlugin *plugin = plugin_load(path, diag);
    if (!plugin)
        return false;
    plugin_use(&set->values, plugin);
    strcpy(set->plugin_file, path);
    return true;
}

/* ---- Parameters ---- */

void plugin_write_name(const TenukiPlugin *plugin, int number, Text *text)
{
    text_printf(text, "%s_%s", plugin->name, plugin->params[number].name);
}

int plugin_find(const Params *params, Span name)
{
    const TenukiPlugin *plugin = params->plugin;
    int found = -1;
    Text full = TEXT_EMPTY;
    for (int i = 0; plugin && found < 0 && i < (int)plugin->param_count; i++) {
        text_clear(&full);
        plugin_write_name(plugin, i, &full);
        if (name_same(name, text_cstr(&full)))
            found = i;
    }
    text_free(&full);
    return found;
}
