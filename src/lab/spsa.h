/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TENUKI_LAB_SPSA_H
#define TENUKI_LAB_SPSA_H

/* Simultaneous perturbation stochastic approximation (Spall, 1992), in the form in which fishtest
 * and OpenBench tune engines: all values are pushed at once, each up or down by chance, the two
 * sides of the push play each other, and every value moves a little towards the side that won.
 *
 * Everything here is a function of the settings, the iteration and the values before it, so that an
 * interrupted tuning goes on as if nothing had happened. */

#include "param/params.h"

typedef struct {
    const ParamRow *row;
    bool is_real; /* written with its fraction; all are kept with it */
    double start, min, max;
    double c_end; /* how far a value is pushed in the last iteration */
    double r_end; /* how fast it learns then */
} SpsaRow;

enum { SPSA_ROWS_MAX = PARAM_ROWS };

typedef struct {
    SpsaRow rows[SPSA_ROWS_MAX];
    int count;
    int64_t iterations;
    double a;            /* part of the iterations in which steps are held back */
    double alpha, gamma; /* how fast steps and pushes shrink */
    uint64_t seed;
} Spsa;

#define SPSA_DEFAULT ((Spsa){.a = 0.1, .alpha = 0.602, .gamma = 0.101, .seed = 1})

/* ---- Rows ---- */

/* All numbers whose name fits the pattern, with the table's own ranges and steps. False when there
 * are none, or when one is there already. */
bool spsa_add_pattern(Spsa *spsa, const char *pattern, const Params *values, Diag *diag);
/* Lines `name, int|float, value, min, max, C_end, R_end`; the error names the line. On error `spsa`
 * is as it was. */
bool spsa_add_lines(Spsa *spsa, Span text, Diag *diag);
/* The same lines with these values. */
void spsa_write_lines(const Spsa *spsa, const double *values, Text *text);

/* ---- Iterations, from 1 ---- */

typedef struct {
    int64_t iteration;
    uint64_t seed;              /* for whoever plays: its own in every iteration */
    double push[SPSA_ROWS_MAX]; /* signed */
    int plus[SPSA_ROWS_MAX], minus[SPSA_ROWS_MAX];
} SpsaTrial;

void spsa_try(const Spsa *spsa, int64_t iteration, const double *values, SpsaTrial *trial);

/* Games of the plus side. */
typedef struct {
    int wins, draws, losses;
} SpsaScore;

/* Moves the values. */
void spsa_learn(const Spsa *spsa, const SpsaTrial *trial, const SpsaScore *score, double *values);

/* ---- The whole of it ---- */

/* Plays an iteration; false to give up. */
typedef bool SpsaPlay(void *context, const SpsaTrial *trial, SpsaScore *score);
/* After an iteration, with the values it has led to; false to give up. */
typedef bool SpsaSeen(void *context, const SpsaTrial *trial, const SpsaScore *score,
                      const double *values);

/* Goes on after `done` iterations that led to these values, which are changed. False when it was
 * given up. */
bool spsa_run(const Spsa *spsa, int64_t done, double *values, SpsaPlay *play, SpsaSeen *seen,
              void *context);

/* What a real value is in the table. */
int spsa_rounded(const SpsaRow *row, double value);

#endif
