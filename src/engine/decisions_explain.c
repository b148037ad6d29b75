/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/decisions.h"

#include <stdlib.h>

/* "312 above" or "40 below". */
static void add_distance(int distance, const char *what, Text *text)
{
    if (value_is_mate(distance) || abs(distance) > VALUE_EVAL_MAX)
        text_printf(text, "won against %s whatever happens", what);
    else
        text_printf(text, "%d %s %s", abs(distance), distance < 0 ? "below" : "above", what);
}

static void explain_null(const DecisionReport *said, Text *text)
{
    switch (said->outcome) {
    case OUTCOME_CUT:
        text_add(text, "null move: after passing, still ");
        add_distance(said->margin, "beta", text);
        text_printf(text, " at depth %d", said->depth);
        break;
    case OUTCOME_VERIFIED:
        text_add(text, "null move, searched again without passing: ");
        add_distance(said->margin, "beta", text);
        text_add(text, ", the cut stands");
        break;
    case OUTCOME_REFUTED:
        text_add(text, "null move, searched again without passing: ");
        add_distance(said->margin, "beta", text);
        text_add(text, ", no cut");
        break;
    default:
        if (value_is_loss(said->score)) {
            text_add(text, "null move: after passing we are mated, no cut");
        } else {
            text_add(text, "null move: after passing, ");
            add_distance(said->margin, "beta", text);
            text_add(text, ", no cut");
        }
        break;
    }
}

/* Techniques that end a node, or try to. */
static bool explain_node(const DecisionReport *said, Text *text)
{
    bool cut = said->outcome == OUTCOME_CUT;
    switch (said->by) {
    case TECH_NMP: explain_null(said, text); return true;
    default: break;
    }
    /* An adaptive margin that was looked into. */
    if (said->outcome == OUTCOME_VERIFIED || said->outcome == OUTCOME_REFUTED) {
        text_printf(text, "%s, searched after all: it was %s", param_technique_name(said->by),
                    said->outcome == OUTCOME_VERIFIED ? "right" : "wrong");
        return true;
    }
    switch (said->by) {
    case TECH_THREAT:
        text_add(text, "null move: after passing we are mated, so the opponent threatens mate");
        return true;
    case TECH_RFP:
        text_printf(text,
                    "reverse futility: the evaluation is %d above beta, %d more than needed at "
                    "depth %d",
                    said->eval - said->beta, said->margin, said->depth);
        return true;
    case TECH_RAZOR:
        text_printf(text, "razoring: the evaluation is %d below alpha, and captures %s",
                    said->alpha - said->eval, cut ? "do not help" : "help, no cut");
        return true;
    case TECH_PROBCUT:
        text_add(text, "ProbCut: a capture is ");
        add_distance(said->score - said->beta, "beta", text);
        text_printf(text, " at a depth reduced by %d", said->reduction);
        return true;
    case TECH_MULTICUT:
        text_printf(text, "multi-cut: more than one move reaches beta at a depth reduced by %d",
                    said->reduction);
        return true;
    case TECH_TT:
        text_printf(text, "table: this was searched before, the score is %d", said->score);
        return true;
    case TECH_MATE1: text_add(text, "mate in one"); return true;
    case TECH_MDP:
        text_add(text, "mate distance: a mate found before is shorter than any from here");
        return true;
    case TECH_IIR: text_add(text, "no table move: searched one ply less deep"); return true;
    default: return false;
    }
}

void decisions_explain(const DecisionReport *said, Text *text)
{
    if (explain_node(said, text))
        return;
    switch (said->by) {
    case TECH_LMP:
        text_printf(text, "late-move pruning: %d beyond the number of moves tried at depth %d",
                    said->margin, said->depth);
        break;
    case TECH_FUTILITY:
        text_printf(text, "futility: with the margin of depth %d still %d below alpha", said->depth,
                    said->margin);
        break;
    case TECH_HISTPRUNE:
        text_printf(text, "history: it has failed too often, %d beyond the limit of depth %d",
                    said->margin, said->depth);
        break;
    case TECH_SEE:
        text_printf(text, "exchange: it loses %d more than is allowed at depth %d", said->margin,
                    said->depth);
        break;
    case TECH_QSEE:
        text_printf(text, "exchange: it loses %d, too much for quiescence", said->margin);
        break;
    case TECH_DELTA:
        text_printf(text, "delta: with what it captures and the margin still %d below alpha",
                    said->margin);
        break;
    case TECH_LMR:
        if (said->outcome == OUTCOME_REDUCED)
            text_printf(text, "late-move reduction: %d less deep it stays %d below alpha",
                        said->reduction, said->margin);
        else
            text_printf(text, "late-move reduction: %d less deep it beats alpha, searched again",
                        said->reduction);
        break;
    default:
        text_printf(text, "%s: %s", decisions_by(said), decisions_outcome(said->outcome));
        break;
    }
}
