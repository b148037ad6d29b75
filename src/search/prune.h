/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_SEARCH_PRUNE_H
#define TENUKI_SEARCH_PRUNE_H

/* The place where pruning is decided: pure functions of the parameters and of what is known of a
 * node or a move. None sees a board, none searches; whoever asks carries the answer out. */

#include "search/value.h"
#include "stats/margins.h"

/* One condition a line, so that a change touches one line. */
/* clang-format off */

typedef struct {
    int depth, ply;
    int alpha, beta;
    bool pv, cut; /* on the principal variation; a cut is expected */
    bool in_check, excluded, threat;
    bool improving;        /* the evaluation is better than two plies ago */
    bool after_null;       /* null moves in a row have reached their limit */
    bool null_barred;      /* a verification search allows none here */
    bool tt_fails_low;     /* the table says that the node stays below beta */
    int static_eval, eval; /* the second one mended by the table's bound */
    int phase;             /* 0 opening, 1 middle game, 2 endgame */
    const Margins *margins; /* what margins are scaled by; NULL: they are as they are set */
    int margin_phase;       /* the phase that counts for them, if they are scaled */
} Node;

typedef enum {
    DECIDE_SEARCH,   /* nothing applies */
    DECIDE_CUT,      /* return `value` */
    DECIDE_RAZOR,    /* ask quiescence; below alpha is the answer */
    DECIDE_NULL,     /* try a null move, reduced by `value` */
    DECIDE_PROBCUT,  /* try captures against `value` */
    DECIDE_MULTICUT, /* look for several cut-offs */
    DECIDE_SKIP,     /* do not try this move */
    DECIDE_REDUCE,   /* search it `value` plies less deep */
} Action;

typedef struct {
    Action action;
    Technique by;
    int value;
} Decision;

/* ---- Margins: all of them pass through here ---- */

static inline int margin_of(const Margins *margins, MarginKind kind, int depth, int phase,
                            int margin)
{
    return LIKELY(!margins) ? margin
                            : margin * margins->scale[kind][margins_band(depth)][phase] / 1000;
}

static inline int node_scaled(const Node *n, MarginKind kind, int margin)
{
    return margin_of(n->margins, kind, n->depth, n->margin_phase, margin);
}

/* ---- Reverse futility: we are so far above beta that a shallow search will hardly lose it ---- */

static inline int rfp_margin(const Params *p, const Node *n)
{
    int margin = p->rfp_margin * n->depth - (n->improving ? p->rfp_improving : 0);
    return margin > 0 ? node_scaled(n, MARGIN_RFP, margin) : 0;
}

static inline bool rfp_applies(const Params *p, const Node *n)
{
    return params_on(p, TECH_RFP)
        && !n->pv
        && n->depth <= p->rfp_depth
        && !value_is_mate(n->beta)
        && n->eval >= n->beta
        && !value_is_win(n->eval)
        && n->eval - rfp_margin(p, n) >= n->beta;
}

static inline int rfp_value(const Params *p, const Node *n)
{
    switch ((RfpReturn)p->rfp_return) {
    case RFP_RETURN_EVALUATION: return n->eval;
    case RFP_RETURN_LESS_MARGIN: return n->eval - rfp_margin(p, n);
    case RFP_RETURN_MEAN: break;
    }
    return (n->eval + n->beta) / 2;
}

/* ---- Razoring: so far below alpha that only captures could save us ---- */

static inline int razor_margin(const Params *p, const Node *n)
{
    return node_scaled(n, MARGIN_RAZOR,
                       p->razor_margin + p->razor_slope * (n->depth - 1)
                           - (n->phase == 2 ? p->razor_endgame : 0));
}

static inline bool razor_applies(const Params *p, const Node *n)
{
    return params_on(p, TECH_RAZOR)
        && !n->pv
        && n->depth <= p->razor_depth
        && !value_is_mate(n->alpha)
        && n->eval + razor_margin(p, n) < n->alpha;
}

/* ---- Null move: pass, and still be above beta ---- */

/* The depth part of the reduction; the names and numbers are those of the published designs. */
static inline int null_depth_reduction(const Params *p, int depth)
{
    switch ((NmpStrategy)p->nmp_strategy) {
    case NMP_STATIC: return p->nmp_reduction;
    case NMP_LINEAR: return p->nmp_reduction + depth / 6;
    case NMP_SMOOTH: return p->nmp_reduction + (depth + 3) / 6;
    case NMP_QUARTER: return p->nmp_reduction + depth / 4;
    case NMP_THIRDS: return p->nmp_reduction + (depth > 3 ? depth - 3 : 0) / 3;
    case NMP_STEPPED:
        return p->nmp_reduction + (depth >= p->nmp_first_step) + (depth >= p->nmp_second_step);
    case NMP_SCALED: break;
    }
    return p->nmp_reduction + depth / p->nmp_divisor;
}

/* `rich` is how many times rook + bishop the side has in pieces. */
static inline int null_reduction(const Params *p, const Node *n, int rich)
{
    int reduction = null_depth_reduction(p, n->depth);
    if (p->nmp_eval_margin > 0 && n->eval > n->beta) {
        int more = (n->eval - n->beta) / p->nmp_eval_margin;
        reduction += more < p->nmp_eval_most ? more : p->nmp_eval_most;
    }
    if (p->nmp_material_bonus > 0 && rich >= p->nmp_material_bonus)
        reduction++;
    if (n->phase == 0)
        reduction += p->nmp_phase_opening;
    else if (n->phase == 2)
        reduction += p->nmp_phase_endgame;
    return reduction > 0 ? reduction : 0;
}

/* To what depth a cut-off is verified when the null search went to `searched`. A large reduction
 * leaves that too shallow to see a zugzwang: one ply less than the node is what Tabibi and Netanyahu
 * (2002) verify with. */
static inline int null_verification_depth(const Params *p, const Node *n, int searched)
{
    int depth = p->nmp_verify_reduction > 0 ? n->depth - p->nmp_verify_reduction : searched;
    return depth > 0 ? depth : 1;
}

/* What the static evaluation must have over beta. This may be nothing or less, and scaling that
 * would lead nowhere: what is scaled is a pawn that is added and taken off again. */
static inline int null_static_margin(const Params *p, const Node *n)
{
    enum { PAWN = 100 };
    return p->nmp_static_margin - p->nmp_static_slope * n->depth - PAWN
         + node_scaled(n, MARGIN_NMP, PAWN);
}

/* Why a null move is not even looked at; the order is the cheapest first. */
typedef enum { NULL_FITS, NULL_OFF, NULL_SHALLOW, NULL_REPEATED, NULL_LOW } NullVerdict;

static inline NullVerdict null_verdict(const Params *p, const Node *n)
{
    if (!params_on(p, TECH_NMP) || n->pv || n->excluded || n->null_barred || n->threat
        || value_is_mate(n->beta) || (p->nmp_cut_nodes_only && !n->cut))
        return NULL_OFF;
    if (n->depth < p->nmp_min_depth)
        return NULL_SHALLOW;
    if (n->after_null)
        return NULL_REPEATED;
    if ((p->nmp_beta_gate && n->eval < n->beta) || n->tt_fails_low
        || n->static_eval < n->beta + null_static_margin(p, n))
        return NULL_LOW;
    return NULL_FITS;
}

/* ---- ProbCut ---- */

static inline int probcut_target(const Params *p, const Node *n)
{
    return n->beta + node_scaled(n, MARGIN_PROBCUT, p->probcut_margin);
}

static inline bool probcut_applies(const Params *p, const Node *n)
{
    return params_on(p, TECH_PROBCUT)
        && !n->pv
        && !n->excluded
        && n->depth >= p->probcut_depth
        && !value_is_mate(n->beta);
}

static inline bool multicut_applies(const Params *p, const Node *n)
{
    return params_on(p, TECH_MULTICUT)
        && p->multicut_form == MULTICUT_CLASSIC
        && n->cut
        && !n->pv
        && !n->excluded
        && n->depth >= p->multicut_depth
        && !value_is_mate(n->beta);
}

/* What to do at a node before its moves are tried, in order of safety. `after` is the technique
 * that was tried last without success; TECH_COUNT at first. */
static ALWAYS_INLINE Decision decide_node(const Params *p, const Node *n, Technique after)
{
    const Decision search = {DECIDE_SEARCH, TECH_COUNT, 0};
    if (n->in_check || n->excluded)
        return search;
    switch (after) {
    case TECH_COUNT:
    case TECH_PLUGIN:
        if (rfp_applies(p, n))
            return (Decision){DECIDE_CUT, TECH_RFP, rfp_value(p, n)};
        /* fall through */
    case TECH_RFP:
        if (razor_applies(p, n))
            return (Decision){DECIDE_RAZOR, TECH_RAZOR, 0};
        /* fall through */
    case TECH_RAZOR:
        if (null_verdict(p, n) == NULL_FITS)
            return (Decision){DECIDE_NULL, TECH_NMP, 0};
        /* fall through */
    case TECH_NMP:
        if (!n->threat && probcut_applies(p, n))
            return (Decision){DECIDE_PROBCUT, TECH_PROBCUT, probcut_target(p, n)};
        /* fall through */
    case TECH_PROBCUT:
        if (!n->threat && multicut_applies(p, n))
            return (Decision){DECIDE_MULTICUT, TECH_MULTICUT, 0};
        /* fall through */
    default: return search;
    }
}

/* ---- Moves ---- */

enum { PLUGGED_FULL = -1 };

typedef struct {
    int number; /* 1 for the first */
    bool noisy, gives_check;
    int8_t doubted; /* 1 + the margin by which it would have been skipped; 0: none */
    int8_t plugged; /* plies that the plug-in takes off; PLUGGED_FULL: none may be */
    int history;
    int reduced_depth; /* what late-move reductions would leave */
} MoveView;

static inline int lmp_limit(const Params *p, const Node *n)
{
    int moves = node_scaled(n, MARGIN_LMP,
                            p->lmp_base + p->lmp_scale * n->depth * n->depth / 100);
    return n->improving ? moves : moves / 2;
}

static inline bool lmp_applies(const Params *p, const Node *n, const MoveView *m)
{
    return params_on(p, TECH_LMP)
        && n->depth <= p->lmp_depth
        && m->number > lmp_limit(p, n);
}

/* What a quiet move may be worth at most; infinite where the depth is too great to say. */
static inline int futility_reach(const Params *p, const Node *n, const MoveView *m)
{
    if (p->futility_form == FUTILITY_LINE)
        return m->reduced_depth <= p->futility_depth
                 ? n->static_eval
                       + node_scaled(n, MARGIN_FUTILITY,
                                     p->futility_margin + p->futility_slope * m->reduced_depth)
                 : VALUE_INFINITE;
    const int table[] = {0,
                         p->futility_table_1,
                         p->futility_table_2,
                         p->futility_table_3,
                         p->futility_table_4,
                         p->futility_table_5,
                         p->futility_table_6,
                         p->futility_table_7};
    return n->depth <= p->futility_depth && n->depth < (int)COUNT_OF(table)
             ? n->static_eval + node_scaled(n, MARGIN_FUTILITY, table[n->depth])
             : VALUE_INFINITE;
}

static inline bool futility_applies(const Params *p, const Node *n, const MoveView *m)
{
    return params_on(p, TECH_FUTILITY)
        && !n->in_check
        && !m->gives_check
        && !value_is_mate(n->alpha)
        && futility_reach(p, n, m) <= n->alpha;
}

static inline bool history_applies(const Params *p, const Node *n, const MoveView *m)
{
    return params_on(p, TECH_HISTPRUNE)
        && m->reduced_depth <= p->histprune_depth
        && m->history < -p->histprune_margin * n->depth;
}

/* Whether to try a move at all. The caller has made sure that some move is already better than
 * being mated. Exchange pruning comes after this: see_allowance. */
static inline Decision decide_move(const Params *p, const Node *n, const MoveView *m)
{
    if (n->threat)
        return (Decision){DECIDE_SEARCH, TECH_COUNT, 0};
    if (!m->noisy) {
        if (lmp_applies(p, n, m))
            return (Decision){DECIDE_SKIP, TECH_LMP, 0};
        if (futility_applies(p, n, m))
            return (Decision){DECIDE_SKIP, TECH_FUTILITY, 0};
        if (history_applies(p, n, m))
            return (Decision){DECIDE_SKIP, TECH_HISTPRUNE, 0};
    }
    return (Decision){DECIDE_SEARCH, TECH_COUNT, 0};
}

/* The loss by exchange that a move is allowed, as a negative threshold; 1 when no test is wanted.
 */
static inline int see_allowance(const Params *p, const Node *n, const MoveView *m)
{
    if (!params_on(p, TECH_SEE) || n->threat || n->depth > p->see_depth)
        return 1;
    return m->noisy ? -p->see_capture * n->depth
                    : -p->see_quiet * (m->reduced_depth > 0 ? m->reduced_depth : 0);
}

/* ---- How far beyond its threshold a technique was, for those who watch ---- */

/* At a node, in centipawns; `score` is what the technique's own search found. */
static inline int node_margin(const Params *p, const Node *n, Technique by, int score)
{
    switch (by) {
    case TECH_RFP: return n->eval - rfp_margin(p, n) - n->beta;
    case TECH_RAZOR: return n->alpha - n->eval - razor_margin(p, n);
    case TECH_PROBCUT: return score - probcut_target(p, n);
    default: return score - n->beta;
    }
}

/* For a move: late-move pruning in moves, history in its units, futility in centipawns. */
static inline int move_margin(const Params *p, const Node *n, const MoveView *m, Technique by)
{
    switch (by) {
    case TECH_LMP: return m->number - lmp_limit(p, n);
    case TECH_HISTPRUNE: return -p->histprune_margin * n->depth - m->history;
    default: return n->alpha - futility_reach(p, n, m);
    }
}

/* ---- Quiescence ---- */

static inline bool delta_applies(const Params *p, int best, int gain, int margin, int alpha,
                                 int qdepth)
{
    return params_on(p, TECH_DELTA)
        && qdepth < p->delta_depth
        && best + gain + margin <= alpha;
}

#endif
