/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_DECISIONS_H
#define TENUKI_ENGINE_DECISIONS_H

/* The log of pruning decisions: which ones are wanted, and how one is written. */

#include "search/gameops.h"

enum { DECISION_TERMS = 32 };

typedef enum { TERM_DEPTH, TERM_PLY } TermOf;
typedef enum { TERM_LESS, TERM_AT_MOST, TERM_EQUAL, TERM_AT_LEAST, TERM_MORE } TermIs;

typedef struct {
    bool any_technique;
    Technique technique;
    bool any_value;
    TermOf of;
    TermIs is;
    int value;
} DecisionTerm;

/* A decision passes when one of the terms fits it; no terms let everything pass. Moves that only
 * follow another one never do: that one's line stands for them. */
typedef struct {
    DecisionTerm terms[DECISION_TERMS];
    int count;
} DecisionFilter;

/* "nmp:depth>=6,rfp,ply<4": terms with commas between, each a technique, a condition on depth or
 * ply, or both with a colon between. On error the filter is as it was. */
bool decisions_parse(DecisionFilter *filter, Span text, Diag *diag);
bool decisions_pass(const DecisionFilter *filter, const DecisionReport *report);

/* One line: technique, outcome, depth, ply, reduction, window, score. */
void decisions_write(const DecisionReport *report, Text *text);

/* Who: the technique, or the plug-in by its own name. */
static inline const char *decisions_by(const DecisionReport *report)
{
    return report->plugin ? report->plugin : param_technique_name(report->by);
}

/* "cut", "failed", ... */
const char *decisions_outcome(Outcome outcome);

/* Why, in a sentence: "null move: after passing, still 312 above beta at depth 7". */
void decisions_explain(const DecisionReport *report, Text *text);
/* The same in Japanese. */
void decisions_explain_ja(const DecisionReport *report, Text *text);

#endif
