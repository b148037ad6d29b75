/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/rng.h"
#include "lab/spsa.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static ParamSet defaults(void)
{
    ParamSet set;
    param_set_init(&set, PARAM_CHESS);
    return set;
}

/* ---- A game whose best play is known ---- */

/* Strength falls off from the best values; the games are decided by chance, from the seed. */
typedef struct {
    const Spsa *spsa;
    const double *best;
    int games;
    int64_t seen;
    double last[SPSA_ROWS_MAX];
} Synthetic;

static double strength(const Synthetic *game, const int *values)
{
    double sum = 0;
    for (int i = 0; i < game->spsa->count; i++) {
        const SpsaRow *row = &game->spsa->rows[i];
        double off = (values[i] - game->best[i]) / (row->max - row->min);
        sum -= 3000 * off * off;
    }
    return sum;
}

static bool play(void *context, const SpsaTrial *trial, SpsaScore *score)
{
    const Synthetic *game = context;
    Rng rng = {trial->seed};
    double elo = strength(game, trial->plus) - strength(game, trial->minus);
    double wins = 1 / (1 + pow(10, -(elo - 80) / 400)),
           losses = 1 / (1 + pow(10, (elo + 80) / 400));
    for (int i = 0; i < game->games; i++) {
        double throw = (double)(rng_next(&rng) >> 11) * 0x1p-53;
        if (throw < wins)
            score->wins++;
        else if (throw < wins + losses)
            score->losses++;
        else
            score->draws++;
    }
    return true;
}

static bool seen(void *context, const SpsaTrial *trial, const SpsaScore *score,
                 const double *values)
{
    Synthetic *game = context;
    cr_assert_eq(trial->iteration, ++game->seen);
    cr_assert_eq(score->wins + score->draws + score->losses, game->games);
    for (int i = 0; i < game->spsa->count; i++)
        cr_assert(values[i] >= game->spsa->rows[i].min && values[i] <= game->spsa->rows[i].max);
    memcpy(game->last, values, (size_t)game->spsa->count * sizeof *values);
    return true;
}

static void add(Spsa *spsa, const char *lines)
{
    Diag diag;
    diag_clear(&diag);
    cr_assert(spsa_add_lines(spsa, span_of(lines), &diag), "%s", diag.error);
}

Test(spsa, finds_the_best_values)
{
    static const double best[] = {140, 6.5, 900};
    Spsa spsa = SPSA_DEFAULT;
    spsa.iterations = 4000;
    add(&spsa, "rfp_margin, int, 60, 0, 300, 10, 0.01\n"
               "nmp_min_depth, int, 15, 1, 20, 1, 0.01\n"
               "nmp_verify_margin, float, 300, 0, 1000, 40, 0.01\n");
    double values[] = {60, 15, 300};
    Synthetic game = {.spsa = &spsa, .best = best, .games = 8};
    cr_assert(spsa_run(&spsa, 0, values, play, seen, &game));
    cr_assert_eq(game.seen, spsa.iterations);
    for (int i = 0; i < 3; i++) {
        double range = spsa.rows[i].max - spsa.rows[i].min;
        cr_assert(fabs(values[i] - best[i]) < 0.08 * range, "%s: %g", spsa.rows[i].row->name,
                  values[i]);
    }
}

Test(spsa, a_second_half_equals_the_whole)
{
    static const double best[] = {140, 6};
    Spsa spsa = SPSA_DEFAULT;
    spsa.iterations = 200;
    add(&spsa, "rfp_margin, int, 60, 0, 300, 10, 0.01\nnmp_min_depth, int, 9, 1, 20, 1, 0.01\n");
    double whole[] = {60, 9}, halves[] = {60, 9};
    Synthetic game = {.spsa = &spsa, .best = best, .games = 4};
    cr_assert(spsa_run(&spsa, 0, whole, play, seen, &game));
    for (int64_t k = 1; k <= 120; k++) {
        SpsaTrial trial;
        SpsaScore score = {0};
        spsa_try(&spsa, k, halves, &trial);
        play(&game, &trial, &score);
        spsa_learn(&spsa, &trial, &score, halves);
    }
    game.seen = 120;
    cr_assert(spsa_run(&spsa, 120, halves, play, seen, &game));
    cr_assert_eq(memcmp(whole, halves, sizeof whole), 0);
    spsa.seed = 2;
    double other[] = {60, 9};
    game.seen = 0;
    cr_assert(spsa_run(&spsa, 0, other, play, seen, &game));
    cr_assert_neq(memcmp(whole, other, sizeof whole), 0);
}

/* The schedule of Spall as fishtest writes it: c = C_end N^gamma / k^gamma, a = R_end C_end^2
 * (A + N)^alpha / (A + k)^alpha, and a point moves a value by a / c. */
Test(spsa, steps_and_pushes_are_the_usual_ones)
{
    Spsa spsa = SPSA_DEFAULT;
    spsa.iterations = 1000;
    add(&spsa, "rfp_margin, int, 100, 0, 500, 5, 0.002\n");
    for (int64_t k = 1; k <= 1000; k += 111) {
        SpsaTrial trial;
        double value = 100, n = 1000, a = 100;
        double c = 5 * pow(n, 0.101) / pow((double)k, 0.101);
        double step = 0.002 * 25 * pow(a + n, 0.602) / pow(a + (double)k, 0.602);
        spsa_try(&spsa, k, &value, &trial);
        cr_assert_float_eq(fabs(trial.push[0]), c, 1e-9);
        cr_assert_leq(abs(trial.plus[0] - (int)round(100 + trial.push[0])), 1);
        spsa_learn(&spsa, &trial, &(SpsaScore){3, 4, 1}, &value);
        cr_assert_float_eq(value, 100 + (trial.push[0] > 0 ? 1 : -1) * 2 * step / c, 1e-9);
    }
}

/* ---- Rows ---- */

Test(spsa, patterns_take_numbers_of_the_table)
{
    ParamSet set = defaults();
    Spsa spsa = SPSA_DEFAULT;
    Diag diag;
    diag_clear(&diag);
    cr_assert(spsa_add_pattern(&spsa, "rfp_*", &set.values, &diag), "%s", diag.error);
    cr_assert_gt(spsa.count, 1);
    int count = spsa.count;
    for (int i = 0; i < count; i++) {
        cr_assert_eq(strncmp(spsa.rows[i].row->name, "rfp_", 4), 0);
        cr_assert_eq(spsa.rows[i].row->kind, PARAM_NUMBER);
        cr_assert_eq(spsa.rows[i].c_end, spsa.rows[i].row->step);
    }
    cr_assert(spsa_add_pattern(&spsa, "*", &set.values, &diag), "%s", diag.error);
    cr_assert_gt(spsa.count, count);
    cr_assert_not(spsa_add_pattern(&spsa, "rfp_margin", &set.values, &diag));
    cr_assert_not(spsa_add_pattern(&spsa, "no_such_row", &set.values, &diag));
}

Test(spsa, lines_are_read_as_they_are_written)
{
    static const char lines[] = "rfp_margin, int, 80, 0, 300, 10, 0.002\n"
                                "nmp_verify_margin, float, 200.5000, 0.5, 900, 40.25, 0.01\n";
    Spsa spsa = SPSA_DEFAULT;
    Text text = TEXT_EMPTY;
    add(&spsa, lines);
    double values[] = {spsa.rows[0].start, spsa.rows[1].start};
    spsa_write_lines(&spsa, values, &text);
    cr_assert_str_eq(text_cstr(&text), lines);
    text_free(&text);
}

Test(spsa, bad_lines_are_refused)
{
    static const struct {
        const char *line, *said;
    } bad[] = {
        {"", "no parameters"},
        {"rfp_margin, int, 80", "3 fields"},
        {"rfp_margin, int, 80, 0, 300, 10, 0.002, 1", "more than 7 fields"},
        {"rfp_margni, int, 80, 0, 300, 10, 0.002", "did you mean 'rfp_margin'"},
        {"nmp, int, 1, 0, 1, 1, 0.002", "no number"},
        {"rfp_margin, bool, 80, 0, 300, 10, 0.002", "int or float"},
        {"rfp_margin, int, 80, -1, 300, 10, 0.002", "min '-1'"},
        {"rfp_margin, int, 80, 0, 3000, 10, 0.002", "max '3000'"},
        {"rfp_margin, int, 80, 90, 300, 10, 0.002", "value '80'"},
        {"rfp_margin, int, 80, 0, 300, 0, 0.002", "C_end '0'"},
        {"rfp_margin, int, 80, 0, 300, 10, nan", "R_end 'nan'"},
        {"rfp_depth, int, 8, 0, 20, 1, 0.002\nrfp_depth, int, 8, 0, 20, 1, 0.002", "line 2"},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Spsa spsa = SPSA_DEFAULT;
        Diag diag;
        diag_clear(&diag);
        cr_assert_not(spsa_add_lines(&spsa, span_of(bad[i].line), &diag), "%s", bad[i].line);
        cr_assert_not_null(strstr(diag.error, bad[i].said), "%s", diag.error);
        cr_assert_eq(spsa.count, 0);
    }
}
