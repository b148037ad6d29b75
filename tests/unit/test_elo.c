/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Elo and SPRT against published figures, and against simulated matches whose truth is known. The
 * figures are those of fastchess's own tests (Disservin and contributors, app/tests/elo_test.cpp
 * and sprt_test.cpp), which in turn are fishtest's. */

#include "base/rng.h"
#include "measure/sprt.h"

#include <criterion/criterion.h>
#include <math.h>

/* As doctest compares there: 1 % of the larger number plus one. */
static bool near(double got, double published)
{
    return fabs(got - published) < 0.01 * (1 + fmax(fabs(got), fabs(published)));
}

#define ASSERT_NEAR(got, published)                                                                \
    cr_assert(near(got, published), "%s: %f, published %f", #got, got, published)

static MatchScore games(int64_t wins, int64_t losses, int64_t draws)
{
    return (MatchScore){.wins = wins, .draws = draws, .losses = losses};
}

static MatchScore pairs(int64_t p0, int64_t p1, int64_t p2, int64_t p3, int64_t p4)
{
    return (MatchScore){.pairs = {p0, p1, p2, p3, p4}};
}

static EloEstimate estimate(MatchScore score)
{
    EloEstimate result;
    elo_estimate(&score, &result);
    return result;
}

static double llr(SprtModel model, double elo0, double elo1, MatchScore score)
{
    SprtRules rules = {elo0, elo1, 0.05, 0.05, model};
    SprtState state;
    sprt_evaluate(&rules, &score, &state);
    return state.llr;
}

/* ---- Published figures ---- */

Test(elo, trinomial_figures)
{
    EloEstimate e = estimate(games(76, 89, 123));
    ASSERT_NEAR(e.nelo, -20.76);
    ASSERT_NEAR(e.nelo_error, 40.13);
    cr_assert_float_eq(e.los, 0.1553, 0.00005);
    e = estimate(games(136, 96, 111));
    ASSERT_NEAR(e.nelo, 49.77);
    ASSERT_NEAR(e.nelo_error, 36.77);
    ASSERT_NEAR(e.elo, 40.70);
    ASSERT_NEAR(e.elo_error, 30.43);
    cr_assert_float_eq(e.los, 0.9960, 0.00005);
    e = estimate(games(34, 356, 0));
    ASSERT_NEAR(e.nelo, -508.44);
    ASSERT_NEAR(e.nelo_error, 34.48);
}

Test(elo, pentanomial_figures)
{
    EloEstimate e = estimate(pairs(34, 54, 31 + 32, 64, 75));
    ASSERT_NEAR(e.nelo, 57.94);
    ASSERT_NEAR(e.nelo_error, 28.28);
    ASSERT_NEAR(e.elo, 55.58);
    ASSERT_NEAR(e.elo_error, 27.65);
    cr_assert_gt(e.los, 0.99995);
    cr_assert_float_eq(e.pairs_ratio, 139.0 / 88, 1e-12);
    cr_assert_float_eq(e.draw_ratio, 63.0 / 290, 1e-12);
    e = estimate(pairs(332, 433, 457 + 41, 333, 334));
    ASSERT_NEAR(e.nelo, -9.17);
    ASSERT_NEAR(e.nelo_error, 10.96);
    ASSERT_NEAR(e.elo, -8.64);
    ASSERT_NEAR(e.elo_error, 10.33);
    cr_assert_float_eq(e.los, 0.0505, 0.00005);
    e = estimate(pairs(7895, 8757, 5485 + 200, 568, 9999));
    ASSERT_NEAR(e.nelo, -19.01);
    ASSERT_NEAR(e.nelo_error, 2.65);
    ASSERT_NEAR(e.elo, -21.04);
    ASSERT_NEAR(e.elo_error, 2.95);
}

Test(sprt, trinomial_figures)
{
    ASSERT_NEAR(llr(SPRT_NORMALIZED, 0, 2, games(36433, 36027, 68692)), 0.92);
    ASSERT_NEAR(llr(SPRT_NORMALIZED, -1.75, 0.25, games(10871, 10650, 20431)), 2.30);
    ASSERT_NEAR(llr(SPRT_NORMALIZED, 0, 10, games(4250, 0, 0)), 120.56);
    ASSERT_NEAR(llr(SPRT_LOGISTIC, 0.5, 2.5, games(21404, 21184, 40708)), -1.57);
    ASSERT_NEAR(llr(SPRT_LOGISTIC, 0, 2, games(57433, 57030, 106593)), -2.59);
}

Test(sprt, pentanomial_figures)
{
    ASSERT_NEAR(llr(SPRT_NORMALIZED, 0, 2, pairs(365, 16618, 36229, 16974, 390)), 2.25);
    ASSERT_NEAR(llr(SPRT_NORMALIZED, -1.75, 0.25, pairs(127, 4883, 10712, 5150, 104)), 3.01);
    ASSERT_NEAR(llr(SPRT_NORMALIZED, 0, 5, pairs(0, 0, 0, 0, 5550)), 111.82);
    ASSERT_NEAR(llr(SPRT_LOGISTIC, 0.5, 2.5, pairs(223, 9863, 21279, 10037, 246)), -3.07);
    ASSERT_NEAR(llr(SPRT_LOGISTIC, 0, 2, pairs(871, 26175, 55983, 26678, 821)), -4.98);
}

/* ---- The edges ---- */

Test(elo, one_sided_results_are_infinite_not_undefined)
{
    EloEstimate none = estimate(games(0, 0, 0));
    cr_assert(none.elo == 0 && none.score == 0.5 && none.los == 0.5 && isinf(none.elo_error));
    EloEstimate won = estimate(pairs(0, 0, 0, 0, 7));
    cr_assert(isinf(won.elo) && won.elo > 0 && isinf(won.elo_error) && won.los == 1);
    cr_assert(isinf(won.nelo) && won.nelo > 0 && isinf(won.pairs_ratio));
    EloEstimate lost = estimate(games(0, 3, 0));
    cr_assert(isinf(lost.elo) && lost.elo < 0 && lost.los == 0 && lost.pairs_ratio == 0);
    EloEstimate drawn = estimate(games(0, 0, 9));
    cr_assert(drawn.elo == 0 && drawn.elo_error == 0 && drawn.nelo == 0 && drawn.los == 0.5);
    cr_assert(drawn.draw_ratio == 1 && drawn.pairs_ratio == 1);
}

/* The widest bounds that the reader lets through, on the most lopsided results there are. */
Test(sprt, every_result_has_a_likelihood)
{
    static const double BOUNDS[2] = {SPRT_NELO_MAX, SPRT_ELO_MAX};
    for (int model = SPRT_NORMALIZED; model <= SPRT_LOGISTIC; model++)
        for (int pattern = 0; pattern < 32; pattern++)
            for (int64_t count = 1; count <= 1000000000; count *= 1000) {
                int64_t p[MATCH_PAIR_KINDS];
                for (int i = 0; i < MATCH_PAIR_KINDS; i++)
                    p[i] = pattern >> i & 1 ? count : 0;
                double bound = BOUNDS[model];
                MatchScore five = pairs(p[0], p[1], p[2], p[3], p[4]);
                MatchScore three = games(p[0], p[1], p[2]);
                cr_assert(isfinite(llr((SprtModel)model, -bound, bound, five)));
                cr_assert(isfinite(llr((SprtModel)model, -bound, -bound + 1, five)));
                cr_assert(isfinite(llr((SprtModel)model, bound - 1, bound, three)));
            }
    cr_assert_eq(llr(SPRT_NORMALIZED, 0, 5, pairs(0, 0, 0, 0, 0)), 0);
}

/* Swapping the players turns the sign round. */
Test(sprt, is_symmetric)
{
    double one = llr(SPRT_NORMALIZED, 0, 5, pairs(10, 100, 300, 120, 12));
    double other = llr(SPRT_NORMALIZED, -5, 0, pairs(12, 120, 300, 100, 10));
    cr_assert_float_eq(one, -other, 1e-9);
}

Test(sprt, ends_at_walds_bounds)
{
    SprtRules rules = {0, 10, 0.05, 0.1, SPRT_LOGISTIC};
    SprtState state;
    MatchScore won = pairs(0, 10, 100, 200, 20), lost = pairs(20, 200, 100, 10, 0);
    MatchScore few = pairs(0, 0, 3, 1, 0);
    sprt_evaluate(&rules, &won, &state);
    cr_assert_eq(state.verdict, SPRT_ACCEPTED);
    cr_assert_float_eq(state.lower, log(0.1 / 0.95), 1e-12);
    cr_assert_float_eq(state.upper, log(0.9 / 0.05), 1e-12);
    sprt_evaluate(&rules, &lost, &state);
    cr_assert_eq(state.verdict, SPRT_REJECTED);
    sprt_evaluate(&rules, &few, &state);
    cr_assert_eq(state.verdict, SPRT_GOES_ON);
}

/* ---- Reading the rules ---- */

Test(sprt, reads_its_rules)
{
    SprtRules rules;
    Diag diag;
    diag_clear(&diag);
    cr_assert(sprt_read_rules(span_of("elo1=5 elo0=0"), &rules, &diag), "%s", diag.error);
    cr_assert(rules.elo0 == 0 && rules.elo1 == 5 && rules.alpha == 0.05 && rules.beta == 0.05);
    cr_assert_eq(rules.model, SPRT_NORMALIZED);
    cr_assert(sprt_read_rules(span_of(" model=Logistic,alpha=0.1, beta=.01\telo0=-1.75 elo1=+0.25"),
                              &rules, &diag),
              "%s", diag.error);
    cr_assert(rules.elo0 == -1.75 && rules.elo1 == 0.25 && rules.alpha == 0.1);
    cr_assert(rules.beta == 0.01 && rules.model == SPRT_LOGISTIC);
}

Test(sprt, refuses_bad_rules)
{
    static const char *const BAD[][2] = {
        {"", "elo0 and elo1 are needed"},
        {"elo0=0", "elo0 and elo1 are needed"},
        {"elo0=5 elo1=0", "less than"},
        {"elo0=0 elo1=0", "less than"},
        {"elo0=0 elo1=5 elo1=6", "twice"},
        {"elo0=0 elo1=nan", "'nan'"},
        {"elo0=0 elo1=1e3", "'1e3'"},
        {"elo0=0 elo1=", "''"},
        {"elo0=0 elo1=.", "'.'"},
        {"elo0=0 elo1=1001", "'1001'"},
        {"elo0=0 elo1=201", "normalized"},
        {"elo0=0 elo1=5 alpha=0", "alpha"},
        {"elo0=0 elo1=5 alpha=0.5 beta=0.5", "together below 1"},
        {"elo0=0 elo1=5 model=bayesian", "'bayesian'"},
        {"elo0=0 elo1=5 gamma=1", "'gamma'"},
        {"elo0=0 elo1", "'elo1'"},
        {"elo0=0, ,, =5", "''"},
    };
    for (size_t i = 0; i < COUNT_OF(BAD); i++) {
        SprtRules rules = {1, 2, 3, 4, SPRT_LOGISTIC};
        Diag diag;
        diag_clear(&diag);
        cr_assert(!sprt_read_rules(span_of(BAD[i][0]), &rules, &diag), "%s", BAD[i][0]);
        cr_assert(strstr(diag.error, BAD[i][1]), "%s: %s", BAD[i][0], diag.error);
        cr_assert(rules.elo0 == 1 && rules.beta == 4, "%s changed the rules", BAD[i][0]);
    }
}

/* ---- Matches of known strength ---- */

static double nelo_of(const double *p)
{
    double mean = 0, variance = 0;
    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        mean += p[i] * i / 4;
    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        variance += p[i] * pow(i / 4.0 - mean, 2);
    return (mean - 0.5) / sqrt(2 * variance) * 800 / log(10);
}

/* Pairs as two engines of about equal strength play them, tilted until the truth is `nelo`. */
static void make_truth(double nelo, double *p)
{
    static const double EVEN[MATCH_PAIR_KINDS] = {0.03, 0.22, 0.5, 0.22, 0.03};
    double low = -5, high = 5;
    while (high - low > 1e-12) {
        double tilt = (low + high) / 2, total = 0;
        for (int i = 0; i < MATCH_PAIR_KINDS; i++)
            total += p[i] = EVEN[i] * exp(tilt * i);
        for (int i = 0; i < MATCH_PAIR_KINDS; i++)
            p[i] /= total;
        *(nelo_of(p) < nelo ? &low : &high) = tilt;
    }
}

static SprtVerdict play_match(const SprtRules *rules, const double *truth, Rng *rng)
{
    MatchScore score = {0};
    SprtState state;
    do {
        /* The test may look as seldom as it likes. */
        for (int n = 0; n < 4; n++) {
            double point = (double)(rng_next(rng) >> 11) * 0x1p-53;
            int kind = 0;
            while (kind < MATCH_PAIR_KINDS - 1 && point >= truth[kind])
                point -= truth[kind++];
            score.pairs[kind]++;
        }
        sprt_evaluate(rules, &score, &state);
    } while (state.verdict == SPRT_GOES_ON);
    return state.verdict;
}

static void check_error_rate(double nelo, SprtVerdict right)
{
    enum { MATCHES = 1000 };
    const SprtRules rules = {0, 30, 0.05, 0.05, SPRT_NORMALIZED};
    double truth[MATCH_PAIR_KINDS];
    Rng rng = {20200525};
    int wrong = 0;
    make_truth(nelo, truth);
    for (int i = 0; i < MATCHES; i++)
        wrong += play_match(&rules, truth, &rng) != right;
    cr_assert_leq(wrong, 70, "at %g normalized Elo %d of %d matches ended on the wrong side", nelo,
                  wrong, MATCHES);
    /* A test that is never wrong plays longer than was asked for. */
    cr_assert_geq(wrong, 20, "at %g normalized Elo only %d of %d ended on the wrong side", nelo,
                  wrong, MATCHES);
}

Test(sprt, at_h0_errors_are_as_rare_as_promised) { check_error_rate(0, SPRT_REJECTED); }
Test(sprt, at_h1_errors_are_as_rare_as_promised) { check_error_rate(30, SPRT_ACCEPTED); }
