/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_STATS_MARGINS_H
#define TENUKI_STATS_MARGINS_H

/* What the margins of the pruning are multiplied by: a scale for the phase of the game, and what
 * was learned in this game about how often each technique is wrong. Each worker has its own. All
 * arithmetic is on integers, so that every build learns the same. */

#include "base/rng.h"
#include "base/text.h"
#include "param/params.h"

/* The techniques with a margin. For late-move pruning it is a number of moves; a late-move
 * reduction becomes smaller where a margin would become larger. */
typedef enum {
    MARGIN_NMP,
    MARGIN_RFP,
    MARGIN_RAZOR,
    MARGIN_PROBCUT,
    MARGIN_LMP,
    MARGIN_FUTILITY,
    MARGIN_LMR,
    MARGIN_DELTA,
    MARGIN_KINDS
} MarginKind;

/* Depths 0-2, 3-5, 6-9, 10 and more; opening, middle game, endgame. */
enum { MARGIN_DEPTHS = 4, MARGIN_PHASES = 3, MARGIN_SNAPSHOTS = 64 };

static inline int margins_band(int depth)
{
    return depth < 3 ? 0 : depth < 6 ? 1 : depth < 10 ? 2 : 3;
}

typedef struct {
    uint64_t seen, wrong;             /* since the game began */
    uint32_t batch_seen, batch_wrong; /* since the margin was moved last */
    int32_t rate;                     /* of errors, in millionths; -1: nothing is known */
    int32_t learned;                  /* thousandths of the margin that is set */
} MarginCell;

/* How things stood at one moment. */
typedef struct {
    int64_t time_ms; /* since the first search of the game */
    uint64_t nodes;  /* of this worker, since then */
    int depth;       /* the iteration that had just been finished */
    int32_t learned[MARGIN_KINDS][MARGIN_DEPTHS][MARGIN_PHASES];
    int32_t rate[MARGIN_KINDS][MARGIN_DEPTHS][MARGIN_PHASES];
} MarginSnapshot;

typedef struct {
    /* Thousandths: the scale of the phase and what was learned, together. */
    int32_t scale[MARGIN_KINDS][MARGIN_DEPTHS][MARGIN_PHASES];
    MarginCell cells[MARGIN_KINDS][MARGIN_DEPTHS][MARGIN_PHASES];
    Rng rng; /* which decisions are doubted */
    int64_t started_ns;
    uint64_t nodes; /* of the searches before the present one */
    int snapshot_count;
    MarginSnapshot snapshots[MARGIN_SNAPSHOTS];
} Margins;

/* A new game: nothing is known, every margin is as it is set. */
void margins_forget(Margins *margins);
/* Before a search: puts the scales together for these parameters. */
void margins_prepare(Margins *margins, const Params *params);
/* Whether the next decision is to be doubted: one in adapt_sample. */
bool margins_doubt(Margins *margins, const Params *params);
/* A decision was looked into: was it wrong? */
void margins_note(Margins *margins, const Params *params, MarginKind kind, int depth, int phase,
                  bool wrong);
/* Keeps how things stand, after so many nodes of the present search. When there is no room, every
 * second of the old ones goes, so that what is left covers the whole game. */
void margins_keep(Margins *margins, uint64_t nodes, int depth);
/* Goes back to a snapshot, which may be another worker's. */
void margins_restore(Margins *margins, const MarginSnapshot *snapshot);

/* What was learned, and the snapshots in short, for people; everything as one JSON object. */
void margins_write_table(const Margins *margins, Text *text);
void margins_write_json(const Margins *margins, Text *text);

#endif
