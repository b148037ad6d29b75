/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/logistic.h"

#include "base/report.h"

#include <math.h>
#include <string.h>

/* ---- Linear equations ---- */

static bool factor(double *a, int size)
{
    for (int i = 0; i < size; i++)
        for (int j = 0; j <= i; j++) {
            double sum = a[i * size + j];
            const double diagonal = sum;
            for (int k = 0; k < j; k++)
                sum -= a[i * size + k] * a[j * size + k];
            if (i != j)
                a[i * size + j] = sum / a[j * size + j];
            else if (sum > 1e-12 * diagonal) /* what is left of it is more than rounding */
                a[i * size + i] = sqrt(sum);
            else
                return false;
        }
    return true;
}

static void substitute(const double *a, double *b, int size)
{
    for (int i = 0; i < size; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= a[i * size + k] * b[k];
        b[i] /= a[i * size + i];
    }
    for (int i = size - 1; i >= 0; i--) {
        for (int k = i + 1; k < size; k++)
            b[i] -= a[k * size + i] * b[k];
        b[i] /= a[i * size + i];
    }
}

bool cholesky_solve(double *a, double *b, int size)
{
    if (!factor(a, size))
        return false;
    substitute(a, b, size);
    return true;
}

/* ---- The model ---- */

static double score_of(const double *coefficient, const double *x, int columns)
{
    double score = 0;
    for (int c = 0; c < columns; c++)
        score += coefficient[c] * x[c];
    return score;
}

static double sigmoid(double score)
{
    return score >= 0 ? 1 / (1 + exp(-score)) : exp(score) / (1 + exp(score));
}

double logistic_probability(const double *coefficient, const double *x, int columns)
{
    return sigmoid(score_of(coefficient, x, columns));
}

static double weight_of(const LogisticData *data, int row)
{
    return data->weight ? data->weight[row] : 1;
}

/* The sum of -ln(probability), without overflow for any score. */
static double sum_loss(const double *coefficient, const LogisticData *data)
{
    double sum = 0;
    for (int i = 0; i < data->rows; i++) {
        double score = score_of(coefficient, data->x + (size_t)i * data->columns, data->columns);
        double wrong = data->hit[i] ? -score : score; /* loss is ln(1 + e^wrong) */
        sum += weight_of(data, i) * ((wrong > 0 ? wrong : 0) + log1p(exp(-fabs(wrong))));
    }
    return sum;
}

double logistic_loss(const double *coefficient, const LogisticData *data)
{
    double weights = 0;
    for (int i = 0; i < data->rows; i++)
        weights += weight_of(data, i);
    return weights > 0 ? sum_loss(coefficient, data) / weights : 0;
}

static double objective(const double *coefficient, const LogisticData *data)
{
    double penalty = 0;
    for (int c = 1; c < data->columns; c++)
        penalty += coefficient[c] * coefficient[c];
    return sum_loss(coefficient, data) + data->ridge / 2 * penalty;
}

/* First derivatives, their sign turned, and second ones (the lower triangle). */
static void derive(const double *coefficient, const LogisticData *data, double *down,
                   double *curvature)
{
    const int n = data->columns;
    memset(down, 0, (size_t)n * sizeof *down);
    memset(curvature, 0, (size_t)n * (size_t)n * sizeof *curvature);
    for (int i = 0; i < data->rows; i++) {
        const double *x = data->x + (size_t)i * n;
        double p = logistic_probability(coefficient, x, n), w = weight_of(data, i);
        for (int a = 0; a < n; a++) {
            down[a] += w * (data->hit[i] - p) * x[a];
            for (int b = 0; b <= a; b++)
                curvature[a * n + b] += w * p * (1 - p) * x[a] * x[b];
        }
    }
    for (int c = 1; c < n; c++) {
        down[c] -= data->ridge * coefficient[c];
        curvature[c * n + c] += data->ridge;
    }
}

static bool has_both(const LogisticData *data, double *rate)
{
    double hits = 0, all = 0;
    for (int i = 0; i < data->rows; i++) {
        all += weight_of(data, i);
        hits += data->hit[i] ? weight_of(data, i) : 0;
    }
    *rate = all > 0 ? hits / all : 0;
    return hits > 0 && hits < all && isfinite(all);
}

static void find_errors(double *curvature, LogisticFit *fit, int columns)
{
    double copy[LOGISTIC_MOST * LOGISTIC_MOST], unit[LOGISTIC_MOST];
    for (int c = 0; c < columns; c++) {
        memcpy(copy, curvature, (size_t)columns * (size_t)columns * sizeof *copy);
        memset(unit, 0, sizeof unit);
        unit[c] = 1;
        fit->error[c] = cholesky_solve(copy, unit, columns) ? sqrt(unit[c]) : INFINITY;
    }
}

bool logistic_fit(const LogisticData *data, LogisticFit *fit)
{
    enum { STEPS_MOST = 100, HALVINGS_MOST = 40 };
    const int n = data->columns;
    double step[LOGISTIC_MOST], tried[LOGISTIC_MOST], curvature[LOGISTIC_MOST * LOGISTIC_MOST];
    double rate;
    if (n < 1 || n > LOGISTIC_MOST)
        BUG("%d columns", n);
    *fit = (LogisticFit){0};
    if (!has_both(data, &rate))
        return false;
    fit->coefficient[0] = log(rate / (1 - rate));
    double now = objective(fit->coefficient, data);
    for (fit->steps = 1; fit->steps <= STEPS_MOST && isfinite(now); fit->steps++) {
        derive(fit->coefficient, data, step, curvature);
        double slope = 0;
        memcpy(tried, step, sizeof tried);
        if (!cholesky_solve(curvature, step, n))
            return false;
        for (int c = 0; c < n; c++)
            slope += tried[c] * step[c];
        /* What Newton's model still hopes to gain. */
        if (slope < 1e-12 * (1 + fabs(now))) {
            derive(fit->coefficient, data, step, curvature);
            find_errors(curvature, fit, n);
            return true;
        }
        double next = now, share = 1;
        for (int h = 0; h < HALVINGS_MOST; h++, share /= 2) {
            for (int c = 0; c < n; c++)
                tried[c] = fit->coefficient[c] + share * step[c];
            if ((next = objective(tried, data)) < now)
                break;
        }
        if (!(next < now))
            return false;
        memcpy(fit->coefficient, tried, (size_t)n * sizeof *tried);
        now = next;
    }
    return false;
}
