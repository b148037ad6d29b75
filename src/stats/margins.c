/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/margins.h"

#include "base/clock.h"

#include <inttypes.h>
#include <string.h>

enum { WHOLE = 1000, MILLION = 1000000 };

/* By kind. Null moves have rows of their own for the phase, and neither a number of moves nor a
 * reduction is an evaluation: the phase leaves these alone. */
static const struct {
    Technique technique;
    bool by_phase;
    size_t target; /* the row with the target rate */
} kinds[MARGIN_KINDS] = {
    [MARGIN_NMP] = {TECH_NMP, false, offsetof(Params, adapt_target_nmp)},
    [MARGIN_RFP] = {TECH_RFP, true, offsetof(Params, adapt_target_rfp)},
    [MARGIN_RAZOR] = {TECH_RAZOR, true, offsetof(Params, adapt_target_razor)},
    [MARGIN_PROBCUT] = {TECH_PROBCUT, true, offsetof(Params, adapt_target_probcut)},
    [MARGIN_LMP] = {TECH_LMP, false, offsetof(Params, adapt_target_lmp)},
    [MARGIN_FUTILITY] = {TECH_FUTILITY, true, offsetof(Params, adapt_target_futility)},
    [MARGIN_LMR] = {TECH_LMR, false, offsetof(Params, adapt_target_lmr)},
    [MARGIN_DELTA] = {TECH_DELTA, true, offsetof(Params, adapt_target_delta)},
};

#define FOR_EACH_CELL(kind, band, phase)                                                           \
    for (int kind = 0; kind < MARGIN_KINDS; kind++)                                                \
        for (int band = 0; band < MARGIN_DEPTHS; band++)                                           \
            for (int phase = 0; phase < MARGIN_PHASES; phase++)

/* In millionths. */
static int64_t target_of(const Params *params, MarginKind kind)
{
    int permille;
    memcpy(&permille, (const char *)params + kinds[kind].target, sizeof permille);
    return (int64_t)permille * (MILLION / 1000);
}

static int32_t within(int64_t value, const Params *params)
{
    int64_t low = (int64_t)params->adapt_low * WHOLE / 100;
    int64_t high = (int64_t)params->adapt_high * WHOLE / 100;
    return (int32_t)(value < low ? low : value > high ? high : value);
}

static void put_together(Margins *margins, const Params *params, int kind, int band, int phase)
{
    const int by_phase[MARGIN_PHASES] = {params->phase_opening, params->phase_middle,
                                         params->phase_endgame};
    int32_t scale = params_on(params, TECH_ADAPT)
                      ? within(margins->cells[kind][band][phase].learned, params)
                      : WHOLE;
    if (params_on(params, TECH_PHASE) && kinds[kind].by_phase)
        scale = scale * by_phase[phase] / 100;
    margins->scale[kind][band][phase] = scale;
}

void margins_forget(Margins *margins)
{
    memset(margins, 0, offsetof(Margins, snapshots));
    FOR_EACH_CELL (kind, band, phase) {
        margins->cells[kind][band][phase] = (MarginCell){.rate = -1, .learned = WHOLE};
        margins->scale[kind][band][phase] = WHOLE;
    }
}

void margins_prepare(Margins *margins, const Params *params)
{
    if (margins->started_ns == 0)
        margins->started_ns = clock_now_ns();
    FOR_EACH_CELL (kind, band, phase)
        put_together(margins, params, kind, band, phase);
}

bool margins_doubt(Margins *margins, const Params *params)
{
    return rng_below(&margins->rng, (uint32_t)params->adapt_sample) == 0;
}

/* The estimate follows what each batch shows, and the margin follows the estimate: up when the
 * technique is wrong too often, down when it could prune more, never by more than the learning rate
 * in one step. */
static void learn(MarginCell *cell, const Params *params, MarginKind kind)
{
    int64_t found = (int64_t)cell->batch_wrong * MILLION / cell->batch_seen;
    int64_t target = target_of(params, kind);
    int64_t rate =
        cell->rate < 0 ? found : cell->rate + (found - cell->rate) * params->adapt_rate / 100;
    int64_t pull = (rate - target) * WHOLE / target;
    pull = pull > WHOLE ? WHOLE : pull < -WHOLE ? -WHOLE : pull;
    int64_t learned = cell->learned + cell->learned * pull * params->adapt_rate / (100 * WHOLE);
    cell->rate = (int32_t)rate;
    cell->learned = within(learned, params);
    cell->batch_seen = cell->batch_wrong = 0;
}

void margins_note(Margins *margins, const Params *params, MarginKind kind, int depth, int phase,
                  bool wrong)
{
    int band = margins_band(depth);
    MarginCell *cell = &margins->cells[kind][band][phase];
    cell->seen++;
    cell->wrong += wrong;
    cell->batch_wrong += wrong;
    if (++cell->batch_seen < (uint32_t)params->adapt_batch)
        return;
    learn(cell, params, kind);
    put_together(margins, params, kind, band, phase);
}

/* ---- Snapshots ---- */

static void thin_out(Margins *margins)
{
    int kept = 0;
    for (int i = 0; i < margins->snapshot_count; i += 2)
        margins->snapshots[kept++] = margins->snapshots[i];
    margins->snapshot_count = kept;
}

void margins_keep(Margins *margins, uint64_t nodes, int depth)
{
    if (margins->snapshot_count == MARGIN_SNAPSHOTS)
        thin_out(margins);
    MarginSnapshot *snapshot = &margins->snapshots[margins->snapshot_count++];
    snapshot->time_ms = (clock_now_ns() - margins->started_ns) / 1000000;
    snapshot->nodes = margins->nodes + nodes;
    snapshot->depth = depth;
    FOR_EACH_CELL (kind, band, phase) {
        snapshot->learned[kind][band][phase] = margins->cells[kind][band][phase].learned;
        snapshot->rate[kind][band][phase] = margins->cells[kind][band][phase].rate;
    }
}

void margins_restore(Margins *margins, const MarginSnapshot *snapshot)
{
    FOR_EACH_CELL (kind, band, phase) {
        MarginCell *cell = &margins->cells[kind][band][phase];
        cell->learned = snapshot->learned[kind][band][phase];
        cell->rate = snapshot->rate[kind][band][phase];
        cell->batch_seen = cell->batch_wrong = 0;
    }
}

/* ---- For others ---- */

static const char *const band_names[MARGIN_DEPTHS] = {"0-2", "3-5", "6-9", "10+"};
static const char *const phase_names[MARGIN_PHASES] = {"opening", "middle", "endgame"};

static void write_cell(const Margins *margins, int kind, int band, int phase, Text *text)
{
    const MarginCell *cell = &margins->cells[kind][band][phase];
    text_printf(text, "%-10s %5s  %-8s %12" PRIu64 " %10" PRIu64 " ",
                param_technique_name(kinds[kind].technique), band_names[band], phase_names[phase],
                cell->seen, cell->wrong);
    if (cell->rate >= 0)
        text_printf(text, "%8.2f %%", cell->rate / (MILLION / 100.0));
    else
        text_printf(text, "%10s", "-");
    text_printf(text, " %8.1f %% %8.1f %%\n", cell->learned / (WHOLE / 100.0),
                margins->scale[kind][band][phase] / (WHOLE / 100.0));
}

/* The mean of what was learned of a technique, over the cells of which something is known. */
static void write_mean(const MarginSnapshot *snapshot, int kind, Text *text)
{
    int64_t sum = 0, count = 0;
    for (int band = 0; band < MARGIN_DEPTHS; band++)
        for (int phase = 0; phase < MARGIN_PHASES; phase++)
            if (snapshot->rate[kind][band][phase] >= 0) {
                sum += snapshot->learned[kind][band][phase];
                count++;
            }
    if (count > 0)
        text_printf(text, " %9.1f", (double)sum / (double)count / (WHOLE / 100.0));
    else
        text_printf(text, " %9s", "-");
}

void margins_write_table(const Margins *margins, Text *text)
{
    text_printf(text, "%-10s %5s  %-8s %12s %10s %10s %10s %10s\n", "margin", "depth", "phase",
                "looked into", "wrong", "rate", "learned", "with phase");
    FOR_EACH_CELL (kind, band, phase)
        if (margins->cells[kind][band][phase].seen > 0
            || margins->scale[kind][band][phase] != margins->cells[kind][band][phase].learned)
            write_cell(margins, kind, band, phase, text);
    if (margins->snapshot_count == 0)
        return;
    text_printf(text, "\n%8s %9s %12s %5s", "snapshot", "time", "nodes", "depth");
    for (int kind = 0; kind < MARGIN_KINDS; kind++)
        text_printf(text, " %9s", param_technique_name(kinds[kind].technique));
    text_add(text, "  (mean of what was learned, in percent)\n");
    for (int i = 0; i < margins->snapshot_count; i++) {
        const MarginSnapshot *snapshot = &margins->snapshots[i];
        text_printf(text, "%8d %8.2fs %12" PRIu64 " %5d", i + 1, (double)snapshot->time_ms / 1000,
                    snapshot->nodes, snapshot->depth);
        for (int kind = 0; kind < MARGIN_KINDS; kind++)
            write_mean(snapshot, kind, text);
        text_add_char(text, '\n');
    }
}

/* {"rfp": [[o, m, e], ...], ...}: by depth band, then by phase. */
static void write_values(const int32_t values[MARGIN_KINDS][MARGIN_DEPTHS][MARGIN_PHASES],
                         Text *text)
{
    text_add_char(text, '{');
    for (int kind = 0; kind < MARGIN_KINDS; kind++) {
        text_printf(text, "%s\"%s\": [", kind ? ", " : "",
                    param_technique_name(kinds[kind].technique));
        for (int band = 0; band < MARGIN_DEPTHS; band++)
            text_printf(text, "%s[%d, %d, %d]", band ? ", " : "", values[kind][band][0],
                        values[kind][band][1], values[kind][band][2]);
        text_add_char(text, ']');
    }
    text_add_char(text, '}');
}

static void write_cells_json(const Margins *margins, Text *text)
{
    bool first = true;
    text_add(text, "\"cells\": [");
    FOR_EACH_CELL (kind, band, phase) {
        const MarginCell *cell = &margins->cells[kind][band][phase];
        if (cell->seen == 0)
            continue;
        text_printf(text,
                    "%s{\"technique\": \"%s\", \"depth\": \"%s\", \"phase\": %d, \"seen\": %" PRIu64
                    ", \"wrong\": %" PRIu64 ", \"rate_ppm\": %d, \"learned_permille\": %d}",
                    first ? "" : ", ", param_technique_name(kinds[kind].technique),
                    band_names[band], phase, cell->seen, cell->wrong, cell->rate, cell->learned);
        first = false;
    }
    text_add(text, "], ");
}

void margins_write_json(const Margins *margins, Text *text)
{
    text_add(text, "{\"scale_permille\": ");
    write_values(margins->scale, text);
    text_add(text, ", ");
    write_cells_json(margins, text);
    text_add(text, "\"snapshots\": [");
    for (int i = 0; i < margins->snapshot_count; i++) {
        const MarginSnapshot *snapshot = &margins->snapshots[i];
        text_printf(text,
                    "%s{\"time_ms\": %" PRId64 ", \"nodes\": %" PRIu64
                    ", \"depth\": %d, \"learned_permille\": ",
                    i ? ", " : "", snapshot->time_ms, snapshot->nodes, snapshot->depth);
        write_values(snapshot->learned, text);
        text_add(text, ", \"rate_ppm\": ");
        write_values(snapshot->rate, text);
        text_add_char(text, '}');
    }
    text_add(text, "]}");
}
