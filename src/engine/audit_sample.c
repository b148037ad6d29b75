/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/audit_sample.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    int from; /* the shallowest depth */
    const char *name;
} bands[AUDIT_BANDS] = {{-1, "quiescence"}, {1, "1-2"},  {3, "3-5"},
                        {6, "6-8"},         {9, "9-12"}, {13, "13+"}};

int audit_band(int depth)
{
    int band = AUDIT_BANDS - 1;
    while (band > 0 && depth < bands[band].from)
        band--;
    return band;
}

const char *audit_band_name(int band) { return bands[band].name; }

uint64_t audit_techniques(void)
{
    static const Technique list[] = {TECH_NMP, TECH_RFP,      TECH_RAZOR, TECH_PROBCUT,
                                     TECH_LMP, TECH_FUTILITY, TECH_SEE,   TECH_HISTPRUNE,
                                     TECH_LMR, TECH_MULTICUT, TECH_DELTA, TECH_QSEE};
    uint64_t mask = 0;
    for (size_t i = 0; i < COUNT_OF(list); i++)
        mask |= (uint64_t)1 << list[i];
    return mask;
}

AuditSample *audit_sample_new(const AuditRules *rules)
{
    AuditSample *sample = xcalloc(1, sizeof *sample);
    sample->rules = *rules;
    return sample;
}

void audit_sample_free(AuditSample *sample)
{
    if (!sample)
        return;
    for (int t = 0; t < TECH_COUNT; t++)
        for (int b = 0; b < AUDIT_BANDS; b++) {
            AuditClass *class = &sample->classes[t][b];
            for (int i = 0; i < class->count; i++)
                free(class->cases[i].line);
            free(class->cases);
        }
    free(sample);
}

void audit_sample_begin(AuditSample *sample, int position)
{
    sample->position = position;
    sample->sequence = 0;
}

/* ---- The heap ---- */

static void swap_cases(AuditCase *a, AuditCase *b)
{
    AuditCase kept = *a;
    *a = *b;
    *b = kept;
}

static void sift_up(AuditCase *cases, int at)
{
    while (at > 0 && cases[(at - 1) / 2].draw < cases[at].draw) {
        swap_cases(&cases[(at - 1) / 2], &cases[at]);
        at = (at - 1) / 2;
    }
}

static void sift_down(AuditCase *cases, int count)
{
    for (int at = 0, child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && cases[child + 1].draw > cases[child].draw)
            child++;
        if (cases[at].draw >= cases[child].draw)
            return;
        swap_cases(&cases[at], &cases[child]);
    }
}

static bool has_room(const AuditClass *class, const AuditRules *rules, uint64_t draw)
{
    return class->count < rules->most || (class->count > 0 && draw < class->cases[0].draw);
}

/* Takes the case's line over. */
static void keep(AuditClass *class, const AuditRules *rules, const AuditCase *one)
{
    if (class->count < rules->most) {
        if ((class->count & (class->count - 1)) == 0)
            class->cases = xrealloc(class->cases, (size_t)(class->count ? 2 * class->count : 1)
                                                      * sizeof *class->cases);
        class->cases[class->count] = *one;
        sift_up(class->cases, class->count++);
    } else {
        free(class->cases[0].line);
        class->cases[0] = *one;
        sift_down(class->cases, class->count);
    }
}

/* ---- Decisions ---- */

/* What a technique pays for, as against attempts that came to nothing. */
static bool prunes(const DecisionReport *report)
{
    return report->outcome == OUTCOME_CUT || report->outcome == OUTCOME_SKIPPED
        || (report->outcome == OUTCOME_REDUCED && report->move);
}

bool audit_can_judge(const DecisionReport *report)
{
    return (audit_techniques() >> report->by & 1) && prunes(report);
}

static uint64_t draw_number(const AuditSample *sample)
{
    Rng rng = {sample->rules.seed};
    rng.state = rng_next(&rng) ^ (uint64_t)sample->position;
    rng.state = rng_next(&rng) ^ sample->sequence;
    return rng_next(&rng);
}

void audit_sample_offer(AuditSample *sample, const DecisionReport *report)
{
    const AuditRules *rules = &sample->rules;
    if (!(rules->techniques >> report->by & 1) || !prunes(report)
        || report->depth < rules->min_depth)
        return;
    AuditClass *class = &sample->classes[report->by][audit_band(report->depth)];
    class->decisions++;
    sample->sequence++;
    uint64_t draw = draw_number(sample);
    if ((double)draw > rules->share * 0x1p64 || !has_room(class, rules, draw))
        return;
    size_t size = (size_t)report->ply * sizeof *report->line;
    AuditCase one = {
        .draw = draw,
        .position = sample->position,
        .sequence = sample->sequence,
        .said = *report,
        .line = xmalloc(size + 1),
    };
    memcpy(one.line, report->line, size);
    one.said.line = one.line;
    keep(class, rules, &one);
}

void audit_sample_merge(AuditSample *into, AuditSample *from)
{
    for (int t = 0; t < TECH_COUNT; t++)
        for (int b = 0; b < AUDIT_BANDS; b++) {
            AuditClass *to = &into->classes[t][b], *class = &from->classes[t][b];
            to->decisions += class->decisions;
            for (int i = 0; i < class->count; i++) {
                if (has_room(to, &into->rules, class->cases[i].draw))
                    keep(to, &into->rules, &class->cases[i]);
                else
                    free(class->cases[i].line);
            }
            free(class->cases);
            *class = (AuditClass){0};
        }
}
