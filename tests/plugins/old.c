/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Made for an interface that this engine does not have. */

#include "tenuki/plugin.h"

extern const TenukiPlugin tenuki_plugin;

const TenukiPlugin tenuki_plugin = {
    .interface = TENUKI_PLUGIN_INTERFACE + 1,
    .size = sizeof(TenukiPlugin),
    .name = "old",
    .version = "1.0",
    .text = "Not for this engine",
};
