/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_ABLATE_H
#define TENUKI_LAB_ABLATE_H

/* `tenuki ablate`: what each technique is worth, by searching the same positions with and without
 * it. */

#include "lab/problems.h"
#include "measure/elo.h"
#include "measure/interval.h"

int ablate_command(int argc, char **argv);

/* ---- What was measured ---- */

typedef enum {
    VARIANT_BASE,   /* the parameters as asked for */
    VARIANT_OFF,    /* the same without a technique */
    VARIANT_ON,     /* the same with a technique that is off there */
    VARIANT_PRESET, /* a preset instead */
} VariantKind;

typedef struct {
    const char *name; /* of the technique or preset */
    VariantKind kind;
    Params params;
    bool has_match;       /* a match of the base against it is given */
    EloEstimate strength; /* of the base in that match */
    int64_t games;
} AblateVariant;

typedef enum { FIXED_DEPTH, FIXED_TIME, ABLATE_MODES } AblateMode;

/* One search. */
typedef struct {
    uint64_t nodes;
    double ms; /* processor time */
    int depth;
    GameMove best;
    bool capped; /* ended by --max-nodes, not by its depth */
    bool mated;  /* found a mate, after which depth costs nothing and says nothing */
} AblateCell;

typedef struct {
    ProblemFile problems;    /* of all files */
    const char *files;       /* their names */
    int *phases;             /* of each position */
    AblateVariant *variants; /* the base first */
    int variant_count;
    int64_t limits[ABLATE_MODES];    /* plies and milliseconds; 0: not run */
    int64_t max_nodes;               /* 0: none */
    AblateCell *cells[ABLATE_MODES]; /* by variant, then by position */
    const char *command;             /* how to repeat it */
} Ablation;

/* ---- What it says ---- */

enum { ABLATE_ALL_PHASES = -1, ABLATE_PHASES = STATS_PHASES };

/* What having the technique saves or gains against not having it; for a preset, what the base saves
 * or gains against it. Means are per position. */
typedef struct {
    int positions, capped;
    double nodes, ms, depth; /* of the variant: sums, and the mean depth without mates */
    Interval nodes_saved, nodes_saved_percent;
    Interval time_saved_ms, time_saved_percent;
    Interval depth_improvement; /* where neither search found a mate */
    Interval moves_changed;     /* share of the positions */
} AblateEffect;

void ablate_effect(const Ablation *ablation, AblateMode mode, int variant, int phase,
                   AblateEffect *effect);

const char *ablate_phase_name(int phase);

/* With `verbose`, by game phase too; JSON and HTML always are. */
void ablate_write_table(const Ablation *ablation, bool verbose, Text *text);
void ablate_write_json(const Ablation *ablation, Text *text);
void ablate_write_html(const Ablation *ablation, Text *text);

#endif
