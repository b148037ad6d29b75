/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Answers what its parameters say, sense or nonsense. */

#include "tenuki/plugin.h"

enum { AT, ACTION, VALUE, NUMBER, PARAMS };

static const TenukiPluginParam params[PARAMS] = {
    [AT] = {"at", 0, 0, 3, 1, "Where to speak: 1 nodes, 2 moves, 3 both"},
    [ACTION] = {"action", 0, -10, 100, 1, "What to say"},
    [VALUE] = {"value", 0, -2000000, 2000000, 1, "With which value"},
    [NUMBER] = {"number", 0, 0, 100, 1, "Only about moves from this one on"},
};

static TenukiAnswer decide(const TenukiView *view, const int32_t *values)
{
    if (!(view->place & values[AT]) || (view->move_number && view->move_number < values[NUMBER]))
        return (TenukiAnswer){TENUKI_NO_OPINION, 0};
    return (TenukiAnswer){values[ACTION], values[VALUE]};
}

extern const TenukiPlugin tenuki_plugin;

const TenukiPlugin tenuki_plugin = {
    .interface = TENUKI_PLUGIN_INTERFACE,
    .size = sizeof(TenukiPlugin),
    .name = "parrot",
    .version = "1.0",
    .text = "Says what it is told to say",
    .flags = TENUKI_AT_NODE | TENUKI_AT_MOVE,
    .param_count = PARAMS,
    .params = params,
    .decide = decide,
};
