/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/match_table.h"

#include "lab/print.h"
#include "lab/progress.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WIDTH = 20 };

/* ---- Pieces ---- */

static int64_t games_of(const MatchScore *score)
{
    return score->wins + score->draws + score->losses;
}

/* Of all games, those without a partner too. */
static double share_of(const MatchScore *score)
{
    int64_t games = games_of(score);
    return games ? ((double)score->wins + (double)score->draws / 2) / (double)games : 0.5;
}

/* A name, cut and filled to a width; every character counts as one column. */
static void add_name(Text *text, const char *name, int width)
{
    Span rest = span_of(name);
    int used = 0;
    for (; rest.length > 0 && used < width; used++)
        text_add_codepoint(text, (uint32_t)span_next_codepoint(&rest));
    text_printf(text, "%*s", width - used, "");
}

/* Infinite after wins alone, and with an error that nobody knows after too few games. */
static void add_estimate(Text *text, double value, double error, bool aligned)
{
    if (isfinite(value))
        text_printf(text, "%+*.1f +- ", aligned ? 8 : 0, value + 0.0); /* never -0.0 */
    else
        text_printf(text, "%*s +- ", aligned ? 8 : 0, value > 0 ? "+inf" : "-inf");
    if (isfinite(error))
        text_printf(text, "%*.1f", aligned ? -6 : 0, error);
    else
        text_printf(text, "%*s", aligned ? -6 : 0, "?");
}

static double rate_of(const MatchView *view)
{
    return view->seconds > 0 ? (double)view->now / view->seconds : 0;
}

static const char *verdict_text(SprtVerdict verdict)
{
    return verdict == SPRT_ACCEPTED ? MARK_GOOD "H1 accepted" MARK_END
         : verdict == SPRT_REJECTED ? MARK_BAD "H0 accepted" MARK_END
                                    : "not decided";
}

/* ---- The table ---- */

static void add_pairing(const MatchView *view, int pairing, Text *text)
{
    const MatchScore *score = &view->standings->pairings[pairing];
    int engines[2];
    EloEstimate estimate;
    schedule_engines(&view->standings->schedule, pairing, engines);
    elo_estimate(score, &estimate);
    text_printf(text,
                MARK_HEADING "%s against %s" MARK_END ": %" PRId64 " game%s, +%" PRId64 " =%" PRId64
                             " -%" PRId64,
                view->match->engines[engines[0]].name, view->match->engines[engines[1]].name,
                games_of(score), games_of(score) == 1 ? "" : "s", score->wins, score->draws,
                score->losses);
    text_printf(text, ", %.1f %%\n", 100 * share_of(score));
    if (games_of(score) == 0)
        return;
    text_add(text, "  Elo  ");
    add_estimate(text, estimate.elo, estimate.elo_error, true);
    text_add(text, "   nElo ");
    add_estimate(text, estimate.nelo, estimate.nelo_error, true);
    text_printf(text, "   LOS %5.1f %%\n", 100 * estimate.los);
    text_add(text, "  pairs with 0, 1/2, 1, 3/2, 2 points:");
    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        text_printf(text, " %" PRId64 "%s", score->pairs[i], i < MATCH_PAIR_KINDS - 1 ? "," : "\n");
}

typedef struct {
    int engine;
    MatchScore score;
    EloEstimate estimate;
} Rank;

static int compare_ranks(const void *a, const void *b)
{
    const Rank *first = a, *second = b;
    double x = share_of(&first->score), y = share_of(&second->score);
    return x != y ? (x < y ? 1 : -1) : first->engine - second->engine;
}

static void add_ranking(const MatchView *view, Text *text)
{
    int count = view->standings->schedule.engines;
    Rank *ranks = xcalloc((size_t)count, sizeof *ranks);
    for (int i = 0; i < count; i++) {
        ranks[i].engine = i;
        standings_of_engine(view->standings, i, &ranks[i].score);
        elo_estimate(&ranks[i].score, &ranks[i].estimate);
    }
    qsort(ranks, (size_t)count, sizeof *ranks, compare_ranks);
    text_add(text, MARK_HEADING);
    add_name(text, "engine", NAME_WIDTH);
    text_add(text, "  games      W      D      L   score        Elo" MARK_END "\n");
    for (int i = 0; i < count; i++) {
        const MatchScore *score = &ranks[i].score;
        add_name(text, view->match->engines[ranks[i].engine].name, NAME_WIDTH);
        text_printf(text, "%7" PRId64 "%7" PRId64 "%7" PRId64 "%7" PRId64 "%6.1f %% ",
                    games_of(score), score->wins, score->draws, score->losses,
                    100 * share_of(score));
        add_estimate(text, ranks[i].estimate.elo, ranks[i].estimate.elo_error, true);
        text_add_char(text, '\n');
    }
    free(ranks);
}

/* Only engines that have done something wrong. */
static void add_faults(const MatchView *view, Text *text)
{
    for (int i = 0; i < view->standings->schedule.engines; i++) {
        bool any = false;
        for (int fault = FAULT_NONE + 1; fault < FAULTS; fault++) {
            int64_t count = view->standings->faults[i][fault];
            if (count == 0)
                continue;
            if (!any)
                text_printf(text, MARK_BAD "lost otherwise, %s:" MARK_END,
                            view->match->engines[i].name);
            text_printf(text, "%s %s %" PRId64, any ? "," : "", played_fault_name((GameFault)fault),
                        count);
            any = true;
        }
        if (any)
            text_add_char(text, '\n');
    }
}

static void add_test(const MatchView *view, Text *text)
{
    SprtState state;
    const SprtRules *rules = &view->match->sprt;
    sprt_evaluate(rules, &view->standings->pairings[0], &state);
    text_printf(text, "LLR %.2f (%.2f to %.2f), elo0 %g, elo1 %g, %s: %s\n", state.llr, state.lower,
                state.upper, rules->elo0, rules->elo1, sprt_model_name(rules->model),
                verdict_text(state.verdict));
}

static void add_pace(const MatchView *view, bool live, Text *text)
{
    enum { BAR = 30 };
    int64_t total = schedule_total(&view->standings->schedule), done = view->standings->done;
    double rate = rate_of(view);
    if (live) {
        progress_add_bar(text, (double)done / (double)total, BAR);
        text_add_char(text, ' ');
    }
    text_printf(text, "%" PRId64 " of %" PRId64 " games", done, total);
    if (rate > 0) {
        text_printf(text, ", %.*f games/s", rate < 1 ? 3 : 1, rate);
        if (done < total) {
            text_add(text, view->match->has_sprt ? ", at most " : ", ");
            text_add_duration(text, (double)(total - done) / rate);
            text_add(text, " left");
        }
    }
    text_add_char(text, '\n');
}

void match_table_write(const MatchView *view, bool whole, Text *text)
{
    int pairings = schedule_pairings(&view->standings->schedule);
    if (pairings > 1)
        add_ranking(view, text);
    for (int i = 0; i < pairings && (whole || pairings == 1); i++)
        add_pairing(view, i, text);
    add_faults(view, text);
    if (view->match->has_sprt)
        add_test(view, text);
    add_pace(view, !whole, text);
}

/* ---- Lines ---- */

void match_table_line(const MatchView *view, Text *text)
{
    int64_t total = schedule_total(&view->standings->schedule);
    text_printf(text, "%" PRId64 " of %" PRId64 " games", view->standings->done, total);
    if (schedule_pairings(&view->standings->schedule) == 1) {
        const MatchScore *score = &view->standings->pairings[0];
        EloEstimate estimate;
        elo_estimate(score, &estimate);
        text_printf(text, ": %s +%" PRId64 " =%" PRId64 " -%" PRId64 ", Elo ",
                    view->match->engines[0].name, score->wins, score->draws, score->losses);
        add_estimate(text, estimate.elo, estimate.elo_error, false);
    }
    if (view->match->has_sprt) {
        SprtState state;
        sprt_evaluate(&view->match->sprt, &view->standings->pairings[0], &state);
        text_printf(text, ", LLR %.2f (%.2f to %.2f)", state.llr, state.lower, state.upper);
    }
    if (rate_of(view) > 0)
        text_printf(text, ", %.2f games/s", rate_of(view));
    text_add_char(text, '\n');
}

void match_table_game(const PlayedGame *played, Text *text)
{
    text_printf(text, "game %" PRId64 ": %s - %s %s, %s\n", played->number, played->names[FIRST],
                played->names[SECOND], played_result_text(played->result), played->reason);
}

/* ---- JSON ---- */

static void add_number(Text *text, const char *name, double value)
{
    text_printf(text, "\"%s\": ", name);
    if (isfinite(value))
        text_printf(text, "%.6g", value + 0.0);
    else
        text_add(text, "null");
}

static void add_score_json(const MatchScore *score, Text *text)
{
    EloEstimate estimate;
    elo_estimate(score, &estimate);
    const struct {
        const char *name;
        double value;
    } numbers[] = {
        {"score", share_of(score)},          {"elo", estimate.elo},
        {"elo_error", estimate.elo_error},   {"nelo", estimate.nelo},
        {"nelo_error", estimate.nelo_error}, {"los", estimate.los},
        {"draw_ratio", estimate.draw_ratio},
    };
    text_printf(text,
                "\"games\": %" PRId64 ", \"wins\": %" PRId64 ", \"draws\": %" PRId64
                ", \"losses\": %" PRId64 ", \"pairs\": [",
                games_of(score), score->wins, score->draws, score->losses);
    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        text_printf(text, "%s%" PRId64, i ? ", " : "", score->pairs[i]);
    text_add_char(text, ']');
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        text_add(text, ", ");
        add_number(text, numbers[i].name, numbers[i].value);
    }
}

static void add_engine_json(const MatchView *view, int engine, Text *text)
{
    MatchScore score;
    standings_of_engine(view->standings, engine, &score);
    text_add(text, "{\"name\": ");
    text_add_json(text, view->match->engines[engine].name);
    text_add(text, ", ");
    add_score_json(&score, text);
    text_add(text, ", \"faults\": {");
    for (int fault = FAULT_NONE + 1; fault < FAULTS; fault++)
        text_printf(text, "%s\"%s\": %" PRId64, fault > FAULT_NONE + 1 ? ", " : "",
                    played_fault_name((GameFault)fault), view->standings->faults[engine][fault]);
    text_add(text, "}}");
}

static void add_pairing_json(const MatchView *view, int pairing, Text *text)
{
    int engines[2];
    schedule_engines(&view->standings->schedule, pairing, engines);
    text_add(text, "{\"first\": ");
    text_add_json(text, view->match->engines[engines[0]].name);
    text_add(text, ", \"second\": ");
    text_add_json(text, view->match->engines[engines[1]].name);
    text_add(text, ", ");
    add_score_json(&view->standings->pairings[pairing], text);
    text_add_char(text, '}');
}

static void add_test_json(const MatchView *view, Text *text)
{
    static const char *const verdicts[] = {
        [SPRT_GOES_ON] = "none", [SPRT_ACCEPTED] = "H1", [SPRT_REJECTED] = "H0"};
    const SprtRules *rules = &view->match->sprt;
    SprtState state;
    sprt_evaluate(rules, &view->standings->pairings[0], &state);
    text_add(text, ", \"sprt\": {");
    add_number(text, "llr", state.llr);
    text_add(text, ", ");
    add_number(text, "lower", state.lower);
    text_add(text, ", ");
    add_number(text, "upper", state.upper);
    text_printf(text, ", \"elo0\": %g, \"elo1\": %g, \"model\": \"%s\", \"accepted\": \"%s\"}",
                rules->elo0, rules->elo1, sprt_model_name(rules->model), verdicts[state.verdict]);
}

void match_table_json(const MatchView *view, const char *stopped, Text *text)
{
    const Standings *standings = view->standings;
    text_printf(text, "{\"game\": \"%s\", \"games\": %" PRId64 ", \"total\": %" PRId64 ", ",
                view->match->terms.game->name, standings->done,
                schedule_total(&standings->schedule));
    text_printf(text, "\"stopped\": \"%s\", \"engines\": [", stopped);
    for (int i = 0; i < standings->schedule.engines; i++) {
        text_add(text, i ? ", " : "");
        add_engine_json(view, i, text);
    }
    text_add(text, "], \"pairings\": [");
    for (int i = 0; i < schedule_pairings(&standings->schedule); i++) {
        text_add(text, i ? ", " : "");
        add_pairing_json(view, i, text);
    }
    text_add_char(text, ']');
    if (view->match->has_sprt)
        add_test_json(view, text);
    if (view->now > 0)
        text_printf(text, ", \"seconds\": %.3f, \"games_per_second\": %.4g", view->seconds,
                    rate_of(view));
    text_add_char(text, '}');
}
