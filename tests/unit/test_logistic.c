/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Logistic regression against solutions that are known. */

#include "base/rng.h"
#include "measure/logistic.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void assert_near(double found, double wanted, double within, const char *what)
{
    cr_assert(fabs(found - wanted) <= within, "%s: %.12f, not %.12f", what, found, wanted);
}

Test(logistic, equations)
{
    double a[9] = {4, 99, 99, 2, 5, 99, 1, 3, 6}, b[3] = {11, 21, 25};
    cr_assert(cholesky_solve(a, b, 3)); /* x = 1, 2, 3 */
    assert_near(b[0], 1, 1e-12, "x");
    assert_near(b[1], 2, 1e-12, "y");
    assert_near(b[2], 3, 1e-12, "z");
    double dependent[4] = {1, 0, 2, 4}, negative[1] = {-1}, c[2] = {1, 2};
    cr_assert(!cholesky_solve(dependent, c, 2));
    cr_assert(!cholesky_solve(negative, c, 1));
}

/* With one column of 0 and 1 the answer is the odds of a two by two table: 10 of 40 where x is 0,
 * 24 of 30 where it is 1; the variance of the log odds ratio is the sum of 1 / count. */
Test(logistic, two_by_two)
{
    const double x[] = {1, 0, 1, 0, 1, 1, 1, 1}, weight[] = {10, 30, 24, 6};
    const bool hit[] = {true, false, true, false};
    const LogisticData data = {x, hit, weight, 4, 2, 0};
    LogisticFit fit;
    cr_assert(logistic_fit(&data, &fit));
    assert_near(fit.coefficient[0], log(10.0 / 30), 1e-9, "constant");
    assert_near(fit.coefficient[1], log(24.0 / 6) - log(10.0 / 30), 1e-9, "log odds ratio");
    assert_near(fit.error[0], sqrt(1.0 / 10 + 1.0 / 30), 1e-6, "error of the constant");
    assert_near(fit.error[1], sqrt(1.0 / 10 + 1.0 / 30 + 1.0 / 24 + 1.0 / 6), 1e-6, "its error");
    assert_near(logistic_probability(fit.coefficient, x + 4, 2), 0.8, 1e-9, "probability");
    double all = 10 * log(4) + 30 * log(4.0 / 3) + 24 * log(1.25) + 6 * log(5);
    assert_near(logistic_loss(fit.coefficient, &data), all / 70, 1e-9, "loss");
}

/* The published example of hours of study and passing an exam (20 students): -4.0777 and 1.5046
 * with the standard errors 1.7610 and 0.6287. */
Test(logistic, hours_of_study)
{
    static const double HOURS[20] = {0.5,  0.75, 1,    1.25, 1.5, 1.75, 1.75, 2,    2.25, 2.5,
                                     2.75, 3,    3.25, 3.5,  4,   4.25, 4.5,  4.75, 5,    5.5};
    static const bool PASSED[20] = {0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1};
    double x[40];
    for (int i = 0; i < 20; i++) {
        x[2 * i] = 1;
        x[2 * i + 1] = HOURS[i];
    }
    const LogisticData data = {x, PASSED, NULL, 20, 2, 0};
    LogisticFit fit;
    cr_assert(logistic_fit(&data, &fit));
    assert_near(fit.coefficient[0], -4.0777, 1e-4, "constant");
    assert_near(fit.coefficient[1], 1.5046, 1e-4, "hours");
    assert_near(fit.error[0], 1.7610, 1e-3, "error of the constant");
    assert_near(fit.error[1], 0.6287, 1e-3, "error of hours");
}

/* With a ridge the derivative of the loss is the ridge's pull, for each column but the constant. */
Test(logistic, a_ridge_pulls_towards_zero)
{
    const double x[] = {1, 0, 1, 0, 1, 1, 1, 1}, weight[] = {10, 30, 24, 6};
    const bool hit[] = {true, false, true, false};
    LogisticFit fit;
    cr_assert(logistic_fit(&(LogisticData){x, hit, weight, 4, 2, 5}, &fit));
    double low = logistic_probability(fit.coefficient, x, 2);
    double high = logistic_probability(fit.coefficient, x + 4, 2);
    assert_near(40 * low + 30 * high, 34, 1e-6, "the mean is kept");
    assert_near(24 - 30 * high, 5 * fit.coefficient[1], 1e-6, "the pull");
    cr_assert(fit.coefficient[1] > 0 && fit.coefficient[1] < log(12));
}

Test(logistic, coefficients_are_found_again)
{
    enum { ROWS = 40000 };
    static double x[ROWS * 3];
    static bool hit[ROWS];
    const double truth[3] = {-3, -1.5, 0.8};
    Rng rng = {7};
    for (int i = 0; i < ROWS; i++) {
        x[3 * i] = 1;
        x[3 * i + 1] = (double)rng_below(&rng, 2000) / 1000;
        x[3 * i + 2] = rng_below(&rng, 2);
        hit[i] = rng_below(&rng, 1000000) < 1e6 * logistic_probability(truth, x + 3 * i, 3);
    }
    LogisticFit fit, again;
    const LogisticData data = {x, hit, NULL, ROWS, 3, 0.01};
    cr_assert(logistic_fit(&data, &fit) && logistic_fit(&data, &again));
    for (int c = 0; c < 3; c++)
        cr_assert(fabs(fit.coefficient[c] - truth[c]) < 3.5 * fit.error[c], "%d: %f", c,
                  fit.coefficient[c]);
    cr_assert(memcmp(&fit, &again, sizeof fit) == 0);
}

Test(logistic, what_has_no_answer_is_refused)
{
    const double x[] = {1, 0, 1, 1, 1, 2, 1, 3}, twice[] = {1, 1, 1, 1};
    const bool none[4] = {0}, all[4] = {1, 1, 1, 1}, parted[4] = {0, 0, 1, 1};
    const double bad[] = {1, NAN, 1, 1, 1, 2, 1, 3};
    LogisticFit fit;
    cr_assert(!logistic_fit(&(LogisticData){x, none, NULL, 0, 2, 0}, &fit));
    cr_assert(!logistic_fit(&(LogisticData){x, none, NULL, 4, 2, 1}, &fit));
    cr_assert(!logistic_fit(&(LogisticData){x, all, NULL, 4, 2, 1}, &fit));
    cr_assert(!logistic_fit(&(LogisticData){bad, parted, NULL, 4, 2, 1}, &fit));
    cr_assert(!logistic_fit(&(LogisticData){twice, parted + 1, NULL, 2, 2, 0}, &fit));
    cr_assert(logistic_fit(&(LogisticData){x, parted, NULL, 4, 2, 0.1}, &fit));
    cr_assert(fit.coefficient[1] > 0 && isfinite(fit.coefficient[1]));
}
