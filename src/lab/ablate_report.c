/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/ablate.h"

#include "base/terminal.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- The table ---- */

static void add_base(const Ablation *ablation, AblateMode mode, Text *text)
{
    AblateEffect base;
    ablate_effect(ablation, mode, 0, ABLATE_ALL_PHASES, &base);
    if (mode == FIXED_DEPTH)
        text_printf(text, "Depth %" PRId64, ablation->limits[mode]);
    else
        text_printf(text, "%" PRId64 " ms a position", ablation->limits[mode]);
    text_printf(text, ", %d positions (", base.positions);
    for (int phase = 0; phase < ABLATE_PHASES; phase++) {
        int count = 0;
        for (int i = 0; i < ablation->problems.count; i++)
            count += ablation->phases[i] == phase;
        text_printf(text, "%s%s %d", phase ? ", " : "", ablate_phase_name(phase), count);
    }
    text_printf(text, ")\nWith everything: %.0f nodes, %.1f s, mean depth %.1f\n\n", base.nodes,
                base.ms / 1000, base.depth);
}

static void add_interval(const Interval *interval, double scale, Text *text)
{
    char range[48];
    snprintf(range, sizeof range, "%.1f to %.1f", numbers_shown(scale * interval->low, 1),
             numbers_shown(scale * interval->high, 1));
    text_printf(text, " %7.1f %16s", numbers_shown(scale * interval->value, 1), range);
}

static void add_name(const AblateVariant *variant, Text *text)
{
    static const char *const BEFORE[] = {
        [VARIANT_BASE] = "",
        [VARIANT_OFF] = "",
        [VARIANT_ON] = "with ",
        [VARIANT_PRESET] = "against ",
    };
    char name[64];
    snprintf(name, sizeof name, "%s%s", BEFORE[variant->kind], variant->name);
    text_printf(text, "%-22.22s", name);
}

static void add_heads(const char *const heads[], int count, Text *text)
{
    text_printf(text, MARK_HEADING "%-22s", "");
    for (int i = 0; i < count; i++)
        text_printf(text, " %24s", heads[i]);
    text_add(text, MARK_END "\n");
}

static void add_rows(const Ablation *ablation, AblateMode mode, Text *text)
{
    static const char *const BY_DEPTH[] = {"nodes saved, %", "time saved, %", "other best move, %"};
    static const char *const BY_TIME[] = {"depth gained, plies", "other best move, %"};
    int capped = 0;
    add_heads(mode == FIXED_DEPTH ? BY_DEPTH : BY_TIME, mode == FIXED_DEPTH ? 3 : 2, text);
    for (int v = 1; v < ablation->variant_count; v++) {
        AblateEffect effect;
        ablate_effect(ablation, mode, v, ABLATE_ALL_PHASES, &effect);
        add_name(&ablation->variants[v], text);
        if (mode == FIXED_DEPTH) {
            add_interval(&effect.nodes_saved_percent, 1, text);
            add_interval(&effect.time_saved_percent, 1, text);
        } else {
            add_interval(&effect.depth_improvement, 1, text);
        }
        add_interval(&effect.moves_changed, 100, text);
        if (effect.capped)
            text_printf(text, "  %d capped", effect.capped);
        capped += effect.capped;
        text_add_char(text, '\n');
    }
    if (capped)
        text_add(text, "capped: searches that --max-nodes ended; at least this was saved\n");
    text_add_char(text, '\n');
}

static void add_phase_rows(const Ablation *ablation, AblateMode mode, Text *text)
{
    const char *heads[ABLATE_PHASES];
    for (int phase = 0; phase < ABLATE_PHASES; phase++)
        heads[phase] = ablate_phase_name(phase);
    text_add(text, mode == FIXED_DEPTH ? "Nodes saved by game phase, %\n"
                                       : "Depth gained by game phase, plies\n");
    add_heads(heads, ABLATE_PHASES, text);
    for (int v = 1; v < ablation->variant_count; v++) {
        add_name(&ablation->variants[v], text);
        for (int phase = 0; phase < ABLATE_PHASES; phase++) {
            AblateEffect effect;
            ablate_effect(ablation, mode, v, phase, &effect);
            if (effect.positions)
                add_interval(mode == FIXED_DEPTH ? &effect.nodes_saved_percent
                                                 : &effect.depth_improvement,
                             1, text);
            else
                text_printf(text, " %24s", "-");
        }
        text_add_char(text, '\n');
    }
    text_add_char(text, '\n');
}

static void add_strengths(const Ablation *ablation, Text *text)
{
    bool any = false;
    for (int v = 1; v < ablation->variant_count; v++) {
        const AblateVariant *variant = &ablation->variants[v];
        if (!variant->has_match)
            continue;
        if (!any)
            text_add(text, "Strength gained, by matches\n");
        any = true;
        add_name(variant, text);
        text_printf(text, " %+7.1f +- %.1f Elo, %" PRId64 " games\n", variant->strength.elo,
                    variant->strength.elo_error, variant->games);
    }
    if (any)
        text_add_char(text, '\n');
}

void ablate_write_table(const Ablation *ablation, bool verbose, Text *text)
{
    for (int mode = 0; mode < ABLATE_MODES; mode++)
        if (ablation->limits[mode]) {
            add_base(ablation, (AblateMode)mode, text);
            add_rows(ablation, (AblateMode)mode, text);
            if (verbose)
                add_phase_rows(ablation, (AblateMode)mode, text);
        }
    add_strengths(ablation, text);
    text_add(text, "Beside each number its 95 % interval. Times are processor times; depths leave "
                   "out mates.\n");
}

/* ---- JSON ---- */

static void add_interval_json(const char *name, const Interval *interval, Text *text)
{
    text_printf(text, ", \"%s\": {\"value\": ", name);
    text_add_json_number(text, interval->value, 4);
    text_add(text, ", \"low\": ");
    text_add_json_number(text, interval->low, 4);
    text_add(text, ", \"high\": ");
    text_add_json_number(text, interval->high, 4);
    text_add_char(text, '}');
}

static void add_effect_json(const AblateEffect *effect, bool is_base, Text *text)
{
    text_printf(text,
                "\"positions\": %d, \"capped\": %d, \"nodes\": %.0f, \"time_ms\": %.3f, "
                "\"depth\": %.4f",
                effect->positions, effect->capped, effect->nodes, effect->ms, effect->depth);
    if (is_base)
        return;
    add_interval_json("nodes_saved", &effect->nodes_saved, text);
    add_interval_json("nodes_saved_percent", &effect->nodes_saved_percent, text);
    add_interval_json("time_saved_ms", &effect->time_saved_ms, text);
    add_interval_json("time_saved_percent", &effect->time_saved_percent, text);
    add_interval_json("depth_improvement", &effect->depth_improvement, text);
    add_interval_json("moves_changed", &effect->moves_changed, text);
}

static void add_mode_json(const Ablation *ablation, AblateMode mode, int variant, Text *text)
{
    AblateEffect effect;
    text_printf(text, ", \"%s\": {", mode == FIXED_DEPTH ? "fixed_depth" : "fixed_time");
    ablate_effect(ablation, mode, variant, ABLATE_ALL_PHASES, &effect);
    add_effect_json(&effect, variant == 0, text);
    text_add(text, ", \"by_phase\": {");
    for (int phase = 0; phase < ABLATE_PHASES; phase++) {
        ablate_effect(ablation, mode, variant, phase, &effect);
        text_add(text, phase ? ", " : "");
        text_add_json(text, ablate_phase_name(phase));
        text_add(text, ": {");
        add_effect_json(&effect, variant == 0, text);
        text_add_char(text, '}');
    }
    text_add(text, "}}");
}

static void add_strength_json(const AblateVariant *variant, Text *text)
{
    const EloEstimate *strength = &variant->strength;
    if (!variant->has_match)
        return;
    add_interval_json("strength_improvement",
                      &(Interval){
                          .value = strength->elo,
                          .low = strength->elo - strength->elo_error,
                          .high = strength->elo + strength->elo_error,
                      },
                      text);
    text_printf(text, ", \"match_games\": %" PRId64, variant->games);
}

void ablate_write_json(const Ablation *ablation, Text *text)
{
    static const char *const KINDS[] = {
        [VARIANT_BASE] = "base",
        [VARIANT_OFF] = "technique off",
        [VARIANT_ON] = "technique on",
        [VARIANT_PRESET] = "preset",
    };
    text_printf(text, "{\"game\": \"%s\", \"files\": ", ablation->problems.game->name);
    text_add_json(text, ablation->files);
    text_printf(text, ", \"positions\": %d, \"max_nodes\": %" PRId64, ablation->problems.count,
                ablation->max_nodes);
    if (ablation->limits[FIXED_DEPTH])
        text_printf(text, ", \"limit_depth\": %" PRId64, ablation->limits[FIXED_DEPTH]);
    if (ablation->limits[FIXED_TIME])
        text_printf(text, ", \"limit_ms\": %" PRId64, ablation->limits[FIXED_TIME]);
    text_add(text, ", \"variants\": [");
    for (int v = 0; v < ablation->variant_count; v++) {
        text_printf(text, "%s{\"name\": ", v ? ", " : "");
        text_add_json(text, ablation->variants[v].name);
        text_printf(text, ", \"kind\": \"%s\"", KINDS[ablation->variants[v].kind]);
        add_strength_json(&ablation->variants[v], text);
        for (int mode = 0; mode < ABLATE_MODES; mode++)
            if (ablation->limits[mode])
                add_mode_json(ablation, (AblateMode)mode, v, text);
        text_add_char(text, '}');
    }
    text_add(text, "]}\n");
}
