/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_ENGINE_AUDIT_SAMPLE_H
#define TENUKI_ENGINE_AUDIT_SAMPLE_H

/* A bounded, repeatable sample of pruning decisions.
 *
 * Decisions fall into classes by technique and depth band, each with a reservoir of its own, so
 * that what happens rarely is not drowned. Every decision draws a random number from the seed, the
 * number of its position and its place in the search; a reservoir keeps the smallest (bottom-k
 * sampling, Cohen and Kaplan 2007). So the sample is uniform within its class, and the same however
 * the positions are spread over threads. All decisions are counted, so that a kept one knows how
 * many it stands for. */

#include "search/gameops.h"

enum { AUDIT_BANDS = 6 };

/* Quiescence, 1-2, 3-5, 6-8, 9-12, deeper. */
int audit_band(int depth);
const char *audit_band_name(int band);

/* The techniques whose decisions can be held against a search. */
uint64_t audit_techniques(void);
/* Whether this is such a decision: not an attempt that came to nothing. */
bool audit_can_judge(const DecisionReport *report);

typedef enum {
    VERDICT_NONE, /* not asked */
    VERDICT_RIGHT,
    VERDICT_FALSE,     /* the reference ended on the other side of the bound */
    VERDICT_UNDECIDED, /* its nodes did not suffice */
} Verdict;

/* Larger losses, mates too, count as this. */
enum { AUDIT_COST_MAX = 2000 };

typedef struct {
    Verdict verdict;
    int cost;  /* centipawns beyond the bound on the wrong side; 0 unless false */
    int score; /* of the reference, from the side to move at the node; unless undecided */
    uint64_t nodes;
} AuditFinding;

/* One decision that was kept. */
typedef struct {
    uint64_t draw;
    int position;      /* which root */
    uint64_t sequence; /* of the decision in its search */
    DecisionReport said;
    GameMove *line; /* said.ply moves */
    AuditFinding same, deeper;
} AuditCase;

typedef struct {
    uint64_t seed;
    uint64_t techniques; /* a bit each */
    int min_depth;
    int most;     /* kept in a class */
    double share; /* of the decisions that may be kept at all, 0 to 1 */
} AuditRules;

typedef struct {
    uint64_t decisions; /* all there were */
    int count;
    AuditCase *cases; /* a heap, the largest draw first */
} AuditClass;

typedef struct {
    AuditRules rules;
    int position;
    uint64_t sequence;
    AuditClass classes[TECH_COUNT][AUDIT_BANDS];
} AuditSample;

AuditSample *audit_sample_new(const AuditRules *rules);
void audit_sample_free(AuditSample *sample);
/* The next decisions come from the search of this root. */
void audit_sample_begin(AuditSample *sample, int position);
void audit_sample_offer(AuditSample *sample, const DecisionReport *report);
/* Empties `from`. */
void audit_sample_merge(AuditSample *into, AuditSample *from);

#endif
