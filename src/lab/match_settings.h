/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_MATCH_SETTINGS_H
#define TENUKI_LAB_MATCH_SETTINGS_H

/* What a match is: the options that are stored with it and that a resumed match must agree with,
 * and what they mean. */

#include "arena/tournament.h"
#include "lab/limits_options.h"

typedef struct {
    const GameOps *game;
    OptionList engines, sprt, resign, draw;
    LimitsAsked limits;
    const char *openings, *order, *king, *event;
    int64_t plies, seed, games, maxmoves, margin, ready, hang;
    bool gauntlet, ponder, chess960;
    const char *pgn, *csa, *kif;
} MatchAsked;

enum { MATCH_ENGINES_MAX = 64, MATCH_SETTINGS = 22 + LIMITS_OPTIONS };

/* The defaults, and the rows of the option table for them. */
void match_asked_init(MatchAsked *asked);
void match_asked_rows(MatchAsked *asked, Option rows[MATCH_SETTINGS]);

typedef struct {
    PlayerTerms terms;
    RefereeRules rules;
    EngineSpec engines[MATCH_ENGINES_MAX];
    Openings openings;
    Schedule schedule;
    bool has_sprt;
    SprtRules sprt;
    const char *event;
} Match;

/* On error nothing is left to free. To `play`, the openings are read and the engines tried; to look
 * at results neither need be there. */
bool match_resolve(const MatchAsked *asked, bool play, Match *match, Diag *diag);
void match_free(Match *match);

/* The settings of a stored match: the checksum of its openings, then the options. `text` is cut
 * into strings and must outlive `asked`. */
void match_settings_write(const Option rows[MATCH_SETTINGS], const Match *match, Text *text);
bool match_settings_read(char *text, const Option rows[MATCH_SETTINGS], uint64_t *checksum,
                         Diag *diag);

#endif
