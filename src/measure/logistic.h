/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_MEASURE_LOGISTIC_H
#define TENUKI_MEASURE_LOGISTIC_H

/* Logistic regression (Cox 1958): the probability of an event from a few numbers, with a ridge that
 * keeps coefficients small where the data say little (le Cessie and van Houwelingen 1992). Newton's
 * method, which here is iteratively reweighted least squares; the same data give the same bits. */

#include "base/types.h"

enum { LOGISTIC_MOST = 16 };

typedef struct {
    const double *x;      /* row by row; column 0 is the constant, 1 in every row */
    const bool *hit;      /* whether the event came, for each row */
    const double *weight; /* at least 0; NULL: all 1 */
    int rows, columns;    /* at most LOGISTIC_MOST columns */
    double ridge;         /* on all columns but the constant; at least 0 */
} LogisticData;

typedef struct {
    double coefficient[LOGISTIC_MOST];
    double error[LOGISTIC_MOST]; /* standard errors */
    int steps;                   /* of Newton's method */
} LogisticFit;

/* False when there is no answer: events in no row or in every row, numbers that are not finite, or
 * without a ridge columns that depend on each other or part the rows perfectly. */
bool logistic_fit(const LogisticData *data, LogisticFit *fit);

double logistic_probability(const double *coefficient, const double *x, int columns);

/* Mean of -ln of the probability that was given to what came; what a guess of the mean rate has is
 * its entropy. */
double logistic_loss(const double *coefficient, const LogisticData *data);

/* Solves `a` z = `b` for a symmetric positive definite `a` of size*size numbers, of which the lower
 * triangle is read and overwritten by its Cholesky factor; z replaces b. False when it is not
 * positive definite. */
bool cholesky_solve(double *a, double *b, int size);

#endif
