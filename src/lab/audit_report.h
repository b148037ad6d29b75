/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_AUDIT_REPORT_H
#define TENUKI_LAB_AUDIT_REPORT_H

/* What an audit found, for people and for programs. Rates are weighted: every judged decision
 * stands for as many as its class has more than were judged. */

#include "engine/audit.h"
#include "measure/interval.h"

typedef enum { GROUP_ALL, GROUP_DEPTH, GROUP_PHASE, GROUP_MARGIN, GROUPINGS } Grouping;

enum { MARGIN_BANDS = 4, GROUPS_MOST = AUDIT_BANDS };

typedef struct {
    const AuditPlan *plan;
    const AuditResult *result;
    /* Margins at the quarters of what was sampled, for each technique has a unit of its own. */
    int quarter[TECH_COUNT][MARGIN_BANDS - 1];
} AuditReport;

/* One group of decisions by one technique. */
typedef struct {
    char name[32];
    double decisions; /* estimated from the sample, but for whole techniques and depth bands */
    int sampled, judged, undecided, wrong;
    Interval rate;              /* of false ones among the judged */
    Interval rate_large;        /* of those that lose more than 100 centipawns */
    double mean, percentile_95; /* cost of the false ones */
} AuditRow;

void audit_report_init(AuditReport *report, const AuditPlan *plan, const AuditResult *result);

/* How many groups there are; each may be empty. */
int audit_group_count(Grouping grouping);
const char *audit_grouping_name(Grouping grouping);
/* False when the group is empty. `deeper` asks for the second reference. */
bool audit_row(const AuditReport *report, Technique technique, Grouping grouping, int group,
               bool deeper, AuditRow *row);

/* The costliest false decisions by the first reference, at most `most`; returns how many. */
int audit_worst(const AuditReport *report, int most, const AuditCase **worst);

/* The moves from the root to the decision, "--" for a pass; with the move it is about in brackets.
 */
void audit_write_line(const AuditPlan *plan, const AuditCase *one, Text *text);
void audit_write_position(const AuditPlan *plan, const AuditCase *one, Text *text);

/* ---- Forms ---- */

enum { AUDIT_WORST = 10 };

void audit_write_tables(const AuditReport *report, Text *text);
void audit_write_json(const AuditReport *report, Text *text);
void audit_write_html(const AuditReport *report, const char *command, Text *text);
/* One row for each sampled decision; the first has what `tenuki learn` reads. */
void audit_write_csv(const AuditReport *report, Text *text);
void audit_write_json_rows(const AuditReport *report, Text *text);

#endif
