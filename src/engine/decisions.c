/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/decisions.h"

static bool find_technique(Span name, Technique *technique)
{
    for (int i = 0; i < TECH_COUNT; i++) {
        if (span_is_nocase(name, param_technique_name((Technique)i))) {
            *technique = (Technique)i;
            return true;
        }
    }
    return false;
}

/* The part of a span before one of the letters; false when there is none of them. */
static bool split(Span text, const char *letters, Span *before, Span *after)
{
    for (size_t i = 0; i < text.length; i++)
        for (const char *l = letters; *l; l++)
            if (text.at[i] == *l) {
                *before = (Span){text.at, i};
                *after = (Span){text.at + i, text.length - i};
                return true;
            }
    return false;
}

static bool parse_condition(Span text, DecisionTerm *term, Diag *diag)
{
    static const struct {
        const char *sign;
        TermIs is;
    } signs[] = {{"<=", TERM_AT_MOST}, {">=", TERM_AT_LEAST}, {"==", TERM_EQUAL},
                 {"<", TERM_LESS},     {">", TERM_MORE},      {"=", TERM_EQUAL}};
    Span name, rest;
    int64_t value;
    if (!split(text, "<>=", &name, &rest))
        return diag_error(diag,
                          "log filter: '%.*s' is no technique and no condition on depth or ply",
                          SPAN_ARG(text));
    if (!span_is(name, "depth") && !span_is(name, "ply"))
        return diag_error(diag, "log filter: unknown '%.*s', expected depth or ply",
                          SPAN_ARG(name));
    term->of = span_is(name, "depth") ? TERM_DEPTH : TERM_PLY;
    for (size_t i = 0; i < COUNT_OF(signs); i++) {
        Span sign = span_of(signs[i].sign);
        if (rest.length < sign.length || !span_is((Span){rest.at, sign.length}, signs[i].sign))
            continue;
        Span number = {rest.at + sign.length, rest.length - sign.length};
        if (!span_to_int(number, 0, MAX_PLY, &value))
            return diag_error(diag, "log filter: '%.*s' must be a number from 0 to %d",
                              SPAN_ARG(number), MAX_PLY);
        term->is = signs[i].is;
        term->value = (int)value;
        term->any_value = false;
        return true;
    }
    return diag_error(diag, "log filter: malformed condition '%.*s'", SPAN_ARG(text));
}

static bool parse_term(Span text, DecisionTerm *term, Diag *diag)
{
    *term = (DecisionTerm){.any_technique = true, .any_value = true};
    Span name = text, condition = {text.at, 0};
    if (split(text, ":", &name, &condition))
        condition.at++, condition.length--;
    if (find_technique(name, &term->technique))
        term->any_technique = false;
    else if (condition.length > 0)
        return diag_error(diag, "log filter: unknown technique '%.*s'", SPAN_ARG(name));
    else
        condition = name;
    return condition.length == 0 || parse_condition(condition, term, diag);
}

bool decisions_parse(DecisionFilter *filter, Span text, Diag *diag)
{
    DecisionFilter fresh = {.count = 0};
    text = span_trim(text);
    while (text.length > 0) {
        Span term = text, rest = {text.at + text.length, 0};
        if (split(text, ",", &term, &rest))
            rest.at++, rest.length--;
        if (fresh.count == DECISION_TERMS)
            return diag_error(diag, "log filter: at most %d terms", DECISION_TERMS);
        if (!parse_term(span_trim(term), &fresh.terms[fresh.count++], diag))
            return false;
        text = span_trim(rest);
    }
    *filter = fresh;
    return true;
}

static bool term_fits(const DecisionTerm *term, const DecisionReport *report)
{
    if (!term->any_technique && term->technique != report->by)
        return false;
    if (term->any_value)
        return true;
    int value = term->of == TERM_DEPTH ? report->depth : report->ply;
    switch (term->is) {
    case TERM_LESS: return value < term->value;
    case TERM_AT_MOST: return value <= term->value;
    case TERM_EQUAL: return value == term->value;
    case TERM_AT_LEAST: return value >= term->value;
    case TERM_MORE: return value > term->value;
    }
    return false;
}

bool decisions_pass(const DecisionFilter *filter, const DecisionReport *report)
{
    if (report->follows)
        return false;
    for (int i = 0; i < filter->count; i++)
        if (term_fits(&filter->terms[i], report))
            return true;
    return filter->count == 0;
}

const char *decisions_outcome(Outcome outcome)
{
    static const char *const outcomes[] = {
        [OUTCOME_CUT] = "cut",           [OUTCOME_FAILED] = "failed",
        [OUTCOME_VERIFIED] = "verified", [OUTCOME_REFUTED] = "refuted",
        [OUTCOME_THREAT] = "threat",     [OUTCOME_SKIPPED] = "skipped",
        [OUTCOME_REDUCED] = "reduced",   [OUTCOME_RESEARCH] = "research",
    };
    return outcomes[outcome];
}

void decisions_write(const DecisionReport *report, Text *text)
{
    text_printf(text, "%s %s depth %d ply %d reduction %d alpha %d beta %d score %d\n",
                decisions_by(report), decisions_outcome(report->outcome), report->depth,
                report->ply, report->reduction, report->alpha, report->beta, report->score);
}
