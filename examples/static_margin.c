/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An example of a plug-in: reverse futility, as the engine has it built in. When the evaluation is
 * above beta by so much for each ply of depth, a shallow search will hardly lose it: cut.
 *
 *   make plugins
 *   tenuki bench --plugin build/plugins/static_margin.so --set rfp=off
 *   tenuki bench
 *
 * Chess has the same numbers here and there, and so the same bench. */

#include "tenuki/plugin.h"

enum { DEPTH, MARGIN, IMPROVING, PARAMS };

static const TenukiPluginParam params[PARAMS] = {
    [DEPTH] = {"depth", 8, 0, 20, 1, "Deepest depth"},
    [MARGIN] = {"margin", 47, 0, 500, 5, "Margin for each ply of depth"},
    [IMPROVING] = {"improving", 11, 0, 500, 5, "Taken off when the evaluation is improving"},
};

static int is_mate(int score) { return score >= TENUKI_MATE_BOUND || score <= -TENUKI_MATE_BOUND; }

static TenukiAnswer decide(const TenukiView *view, const int32_t *values)
{
    const TenukiAnswer none = {TENUKI_NO_OPINION, 0};
    if (view->in_check || view->depth > values[DEPTH] || is_mate(view->beta)
        || view->eval < view->beta || view->eval >= TENUKI_MATE_BOUND)
        return none;
    int margin = values[MARGIN] * view->depth - (view->improving ? values[IMPROVING] : 0);
    if (view->eval - (margin > 0 ? margin : 0) < view->beta)
        return none;
    /* An evaluation that the table has mended may be a win by rule, which is more than a plug-in
     * may claim; its mean with beta is not, unless beta is one too. */
    int score = (view->eval + view->beta) / 2;
    return score <= TENUKI_EVAL_MAX ? (TenukiAnswer){TENUKI_CUT, score} : none;
}

extern const TenukiPlugin tenuki_plugin;

const TenukiPlugin tenuki_plugin = {
    .interface = TENUKI_PLUGIN_INTERFACE,
    .size = sizeof(TenukiPlugin),
    .name = "static_margin",
    .version = "1.0",
    .text = "Reverse futility as a plug-in",
    .flags = TENUKI_AT_NODE,
    .param_count = PARAMS,
    .params = params,
    .decide = decide,
};
