/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "param/plugin.h"
#include "test_params_util.h"

static TenukiAnswer decide(const TenukiView *view, const int32_t *values)
{
    return (void)view, (void)values, (TenukiAnswer){TENUKI_NO_OPINION, 0};
}

static const TenukiPluginParam good_params[] = {
    {"first", 3, 1, 9, 1, "One"},
    {"second", -5, -10, 10, 2, "Another"},
};

static const TenukiPlugin good = {
    .interface = TENUKI_PLUGIN_INTERFACE,
    .size = sizeof(TenukiPlugin),
    .name = "sample",
    .version = "1",
    .text = "For tests",
    .flags = TENUKI_AT_NODE,
    .param_count = 2,
    .params = good_params,
    .decide = decide,
};

static void assert_refused(const TenukiPlugin *plugin, const char *why)
{
    Diag diag;
    diag_clear(&diag);
    cr_assert_not(plugin_check(plugin, "x.so", &diag), "%s", why);
    cr_assert(strstr(diag.error, why), "'%s' is not in '%s'", why, diag.error);
    cr_assert(strstr(diag.error, "x.so"), "%s", diag.error);
}

Test(plugin, structures_are_checked)
{
    Diag diag;
    diag_clear(&diag);
    cr_assert(plugin_check(&good, "x.so", &diag), "%s", diag.error);
    TenukiPlugin bad;
#define REFUSED(field, value, why)                                                                 \
    bad = good;                                                                                    \
    bad.field = value;                                                                             \
    assert_refused(&bad, why)
    REFUSED(interface, 0, "version 0 of the plug-in interface");
    REFUSED(size, sizeof(TenukiPlugin) - 8, "its structure has");
    REFUSED(name, NULL, "no proper name");
    REFUSED(name, "", "no proper name");
    REFUSED(name, "Sample", "no proper name");
    REFUSED(name, "9lives", "no proper name");
    REFUSED(name, "a b", "no proper name");
    REFUSED(name, "a_name_that_is_much_too_long", "no proper name");
    REFUSED(name, "rfp", "the name rfp is taken");
    REFUSED(name, "plugin", "the name plugin is taken");
    REFUSED(version, NULL, "version or text");
    REFUSED(version, "1\n2", "version or text");
    REFUSED(text, "\033[2J", "version or text");
    REFUSED(flags, 0, "decides nothing");
    REFUSED(flags, 7, "decides nothing");
    REFUSED(decide, NULL, "decides nothing");
    REFUSED(params, NULL, "parameters");
    REFUSED(param_count, TENUKI_PLUGIN_PARAMS + 1, "at most 16");
#undef REFUSED
}

Test(plugin, parameters_are_checked)
{
    static const struct {
        TenukiPluginParam param;
        const char *why;
    } cases[] = {
        {{NULL, 3, 1, 9, 1, ""}, "parameter 2 has no proper name"},
        {{"UP", 3, 1, 9, 1, ""}, "parameter 2 has no proper name"},
        {{"ok", 3, 1, 9, 1, NULL}, "parameter 2 has no proper name or text"},
        {{"ok", 3, 9, 1, 1, ""}, "parameter ok has no proper range"},
        {{"ok", 0, 1, 9, 1, ""}, "parameter ok has no proper range"},
        {{"ok", 10, 1, 9, 1, ""}, "parameter ok has no proper range"},
        {{"ok", 3, 1, 9, 0, ""}, "parameter ok has no proper range"},
        {{"first", 3, 1, 9, 1, ""}, "the name of parameter first is taken"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        TenukiPluginParam params[2] = {good_params[0], cases[i].param};
        TenukiPlugin bad = good;
        bad.params = params;
        assert_refused(&bad, cases[i].why);
    }
    /* Together with the name of the plug-in it would be a row of the table. */
    const TenukiPluginParam margin = {"margin", 3, 1, 9, 1, ""};
    TenukiPlugin bad = good;
    bad.name = "delta_";
    bad.params = &margin;
    bad.param_count = 1;
    Diag diag;
    diag_clear(&diag);
    cr_assert(plugin_check(&bad, "x.so", &diag), "%s", diag.error);
    bad.name = "nmp_verify";
    assert_refused(&bad, "is taken");
}

Test(plugin, parameters_are_set_by_name)
{
    ParamSet set = fresh_set(PARAM_CHESS);
    Diag diag;
    diag_clear(&diag);
    cr_assert_not(
        param_set_value(&set, span_of("sample_first"), span_of("4"), SOURCE_OPTION, "", &diag));
    plugin_use(&set.values, &good);
    cr_assert_eq(set.values.plugin_values[0], 3);
    cr_assert_eq(set.values.plugin_values[1], -5);
    must_set(&set, "Sample First", "4");
    must_set(&set, "sample_second", "-10");
    cr_assert_eq(set.values.plugin_values[0], 4);
    cr_assert_eq(set.values.plugin_values[1], -10);
    must_set(&set, "sample", "off");
    cr_assert_not(params_on(&set.values, TECH_PLUGIN));
    diag_clear(&diag);
    cr_assert_not(
        param_set_value(&set, span_of("sample_first"), span_of("10"), SOURCE_OPTION, "", &diag));
    cr_assert_str_eq(diag.error, "sample_first: 10 is out of range, 1 to 9 are allowed");
    cr_assert_eq(set.values.plugin_values[0], 4);
    plugin_use(&set.values, NULL);
    cr_assert_not(param_set_knows(&set, span_of("sample_first")));
    cr_assert(param_set_knows(&set, span_of("rfp")));
}
