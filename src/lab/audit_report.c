/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/audit_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const phases[] = {"opening", "middle game", "endgame"};

int audit_group_count(Grouping grouping)
{
    static const int counts[GROUPINGS] = {1, AUDIT_BANDS, COUNT_OF(phases), MARGIN_BANDS};
    return counts[grouping];
}

const char *audit_grouping_name(Grouping grouping)
{
    static const char *const names[GROUPINGS] = {"all", "depth", "phase", "margin"};
    return names[grouping];
}

/* ---- Groups ---- */

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

void audit_report_init(AuditReport *report, const AuditPlan *plan, const AuditResult *result)
{
    *report = (AuditReport){.plan = plan, .result = result};
    int *margins = xcalloc((size_t)result->count + 1, sizeof *margins);
    for (int t = 0; t < TECH_COUNT; t++) {
        int count = 0;
        for (int i = 0; i < result->count; i++)
            if ((int)result->cases[i].said.by == t)
                margins[count++] = result->cases[i].said.margin;
        qsort(margins, (size_t)count, sizeof *margins, compare_ints);
        for (int q = 1; count > 0 && q < MARGIN_BANDS; q++)
            report->quarter[t][q - 1] = margins[count * q / MARGIN_BANDS];
    }
    free(margins);
}

static int margin_band(const AuditReport *report, const DecisionReport *said)
{
    int band = 0;
    while (band < MARGIN_BANDS - 1 && said->margin >= report->quarter[said->by][band])
        band++;
    return band;
}

static int group_of(const AuditReport *report, const DecisionReport *said, Grouping grouping)
{
    switch (grouping) {
    case GROUP_DEPTH: return audit_band(said->depth);
    case GROUP_PHASE: return said->phase;
    case GROUP_MARGIN: return margin_band(report, said);
    default: return 0;
    }
}

static void name_group(const AuditReport *report, Technique technique, Grouping grouping, int group,
                       AuditRow *row)
{
    const int *quarter = report->quarter[technique];
    switch (grouping) {
    case GROUP_DEPTH: snprintf(row->name, sizeof row->name, "%s", audit_band_name(group)); break;
    case GROUP_PHASE: snprintf(row->name, sizeof row->name, "%s", phases[group]); break;
    case GROUP_MARGIN:
        if (group == 0)
            snprintf(row->name, sizeof row->name, "below %d", quarter[0]);
        else if (group == MARGIN_BANDS - 1)
            snprintf(row->name, sizeof row->name, "from %d", quarter[group - 1]);
        else
            snprintf(row->name, sizeof row->name, "%d to %d", quarter[group - 1],
                     quarter[group] - 1);
        break;
    default: snprintf(row->name, sizeof row->name, "%s", param_technique_name(technique)); break;
    }
}

/* ---- Rows ---- */

typedef struct {
    int cost;
    double weight;
} Weighed;

static int compare_costs(const void *a, const void *b)
{
    return compare_ints(&((const Weighed *)a)->cost, &((const Weighed *)b)->cost);
}

static double weighted_percentile(Weighed *list, int count, double all, double share)
{
    double below = 0;
    qsort(list, (size_t)count, sizeof *list, compare_costs);
    for (int i = 0; i < count; i++)
        if ((below += list[i].weight) >= share * all)
            return list[i].cost;
    return count > 0 ? list[count - 1].cost : 0;
}

bool audit_row(const AuditReport *report, Technique technique, Grouping grouping, int group,
               bool deeper, AuditRow *row)
{
    enum { LARGE = 100 };
    const AuditResult *result = report->result;
    Weighed *costs = xcalloc((size_t)result->count + 1, sizeof *costs);
    double judged = 0, squares = 0, wrong = 0, large = 0, sum = 0;
    *row = (AuditRow){0};
    name_group(report, technique, grouping, group, row);
    for (int i = 0; i < result->count; i++) {
        const AuditCase *one = &result->cases[i];
        if (one->said.by != technique || group_of(report, &one->said, grouping) != group)
            continue;
        const AuditFinding *finding = deeper ? &one->deeper : &one->same;
        double weight = audit_weight(result, one);
        row->sampled++;
        row->decisions += weight;
        if (finding->verdict == VERDICT_UNDECIDED)
            row->undecided++;
        if (finding->verdict != VERDICT_RIGHT && finding->verdict != VERDICT_FALSE)
            continue;
        row->judged++;
        judged += weight;
        squares += weight * weight;
        if (finding->verdict != VERDICT_FALSE)
            continue;
        costs[row->wrong++] = (Weighed){finding->cost, weight};
        wrong += weight;
        sum += weight * finding->cost;
        if (finding->cost > LARGE)
            large += weight;
    }
    /* Unequal weights say less than their number: the sample's effective size (Kish 1965). */
    double size = judged > 0 ? judged * judged / squares : 0;
    row->rate = interval_wilson_share(judged > 0 ? wrong / judged : 0, size);
    row->rate_large = interval_wilson_share(judged > 0 ? large / judged : 0, size);
    row->mean = wrong > 0 ? sum / wrong : 0;
    row->percentile_95 = weighted_percentile(costs, row->wrong, wrong, 0.95);
    free(costs);
    return row->sampled > 0;
}

/* ---- Cases ---- */

static int compare_worst(const void *a, const void *b)
{
    const AuditCase *x = *(const AuditCase *const *)a, *y = *(const AuditCase *const *)b;
    if (x->same.cost != y->same.cost)
        return x->same.cost > y->same.cost ? -1 : 1;
    if (x->said.depth != y->said.depth)
        return x->said.depth > y->said.depth ? -1 : 1;
    return (x > y) - (x < y);
}

int audit_worst(const AuditReport *report, int most, const AuditCase **worst)
{
    const AuditResult *result = report->result;
    const AuditCase **list = xcalloc((size_t)result->count + 1, sizeof(AuditCase *));
    int count = 0;
    for (int i = 0; i < result->count; i++)
        if (result->cases[i].same.verdict == VERDICT_FALSE && result->cases[i].same.cost > 0)
            list[count++] = &result->cases[i];
    qsort(list, (size_t)count, sizeof(AuditCase *), compare_worst);
    if (count > most)
        count = most;
    memcpy(worst, list, (size_t)count * sizeof(AuditCase *));
    free(list);
    return count;
}

void audit_write_line(const AuditPlan *plan, const AuditCase *one, Text *text)
{
    const GameOps *game = plan->game;
    GamePosition *pos = game->create();
    game->copy(pos, plan->positions[one->position]);
    for (int i = 0; i < one->said.ply; i++) {
        text_add(text, i > 0 ? " " : "");
        if (one->line[i]) {
            game->write_move(pos, one->line[i], MOVE_PROTOCOL, text);
            game->make(pos, one->line[i]);
        } else {
            text_add(text, "--");
            game->make_null(pos);
        }
    }
    if (one->said.move) {
        text_add(text, one->said.ply > 0 ? " (" : "(");
        game->write_move(pos, one->said.move, MOVE_PROTOCOL, text);
        text_add(text, ")");
    }
    game->destroy(pos);
}

void audit_write_position(const AuditPlan *plan, const AuditCase *one, Text *text)
{
    GamePosition *pos = plan->game->create();
    audit_case_position(plan, one, pos);
    plan->game->get(pos, text);
    plan->game->destroy(pos);
}
