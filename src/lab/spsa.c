/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/spsa.h"

#include "base/rng.h"
#include "param/write.h"

#include <fnmatch.h>
#include <math.h>

/* ---- Rows ---- */

static bool has_row(const Spsa *spsa, const ParamRow *row)
{
    for (int i = 0; i < spsa->count; i++)
        if (spsa->rows[i].row == row)
            return true;
    return false;
}

bool spsa_add_pattern(Spsa *spsa, const char *pattern, const Params *values, Diag *diag)
{
    int before = spsa->count;
    for (int i = 0; i < PARAM_ROWS; i++) {
        const ParamRow *row = &param_rows[i];
        if (row->kind != PARAM_NUMBER || has_row(spsa, row) || fnmatch(pattern, row->name, 0) != 0)
            continue;
        spsa->rows[spsa->count++] = (SpsaRow){
            .row = row,
            .start = params_get(values, row),
            .min = row->min,
            .max = row->max,
            .c_end = row->step,
            .r_end = PARAM_SPSA_RATE,
        };
    }
    return spsa->count > before
        || diag_error(diag, "'%.60s' fits no number of the table that is not there already",
                      pattern);
}

/* The next field up to a comma or the end. */
static bool next_field(Span *rest, Span *field)
{
    if (rest->length == 0)
        return false;
    size_t length = 0;
    while (length < rest->length && rest->at[length] != ',')
        length++;
    *field = span_trim((Span){rest->at, length});
    size_t taken = length < rest->length ? length + 1 : length;
    rest->at += taken;
    rest->length -= taken;
    return true;
}

static bool read_number(Span field, const char *what, double low, double high, double *value,
                        Diag *diag)
{
    return span_to_double(field, low, high, value)
        || diag_error(diag, "%s '%.*s' must be a number from %g to %g", what, SPAN_ARG(field), low,
                      high);
}

static bool read_line(const Spsa *spsa, Span line, SpsaRow *row, Diag *diag)
{
    enum { NAME, TYPE, VALUE, MIN, MAX, C_END, R_END, FIELDS };
    Span fields[FIELDS], extra;
    for (int i = 0; i < FIELDS; i++)
        if (!next_field(&line, &fields[i]))
            return diag_error(diag,
                              "%d fields, expected name, int|float, value, min, max, C_end, "
                              "R_end",
                              i);
    if (next_field(&line, &extra))
        return diag_error(diag, "more than %d fields", FIELDS);
    *row = (SpsaRow){.row = param_find(fields[NAME])};
    if (!row->row)
        return param_unknown(fields[NAME], diag);
    if (row->row->kind != PARAM_NUMBER)
        return diag_error(diag, "%s is no number", row->row->name);
    if (has_row(spsa, row->row))
        return diag_error(diag, "%s is there twice", row->row->name);
    row->is_real = span_is(fields[TYPE], "float");
    if (!row->is_real && !span_is(fields[TYPE], "int"))
        return diag_error(diag, "type '%.*s': int or float", SPAN_ARG(fields[TYPE]));
    const double low = row->row->min, high = row->row->max, most = 1e6;
    return read_number(fields[MIN], "min", low, high, &row->min, diag)
        && read_number(fields[MAX], "max", row->min, high, &row->max, diag)
        && read_number(fields[VALUE], "value", row->min, row->max, &row->start, diag)
        && read_number(fields[C_END], "C_end", 0.001, most, &row->c_end, diag)
        && read_number(fields[R_END], "R_end", 0.0001, most, &row->r_end, diag);
}

bool spsa_add_lines(Spsa *spsa, Span text, Diag *diag)
{
    int before = spsa->count;
    Span line;
    for (int number = 1; span_next_line(&text, &line); number++) {
        Diag trouble;
        diag_clear(&trouble);
        line = span_trim(line);
        if (line.length == 0 || line.at[0] == '#')
            continue;
        if (!read_line(spsa, line, &spsa->rows[spsa->count], &trouble)) {
            spsa->count = before;
            return diag_error(diag, "line %d: %s", number, trouble.error);
        }
        spsa->count++;
    }
    return spsa->count > before || diag_error(diag, "no parameters");
}

void spsa_write_lines(const Spsa *spsa, const double *values, Text *text)
{
    for (int i = 0; i < spsa->count; i++) {
        const SpsaRow *row = &spsa->rows[i];
        const ParamSpsaLine line = {
            .name = row->row->name,
            .is_real = row->is_real,
            .value = row->is_real ? values[i] : spsa_rounded(row, values[i]),
            .min = row->min,
            .max = row->max,
            .c_end = row->c_end,
            .r_end = row->r_end,
        };
        param_write_spsa_line(&line, text);
    }
}

int spsa_rounded(const SpsaRow *row, double value)
{
    double near = round(value);
    return (int)(near < row->min ? ceil(row->min) : near > row->max ? floor(row->max) : near);
}

/* ---- Iterations ---- */

static double within(const SpsaRow *row, double value)
{
    return value < row->min ? row->min : value > row->max ? row->max : value;
}

/* How far this row is pushed; it shrinks towards c_end. */
static double push_of(const Spsa *spsa, const SpsaRow *row, int64_t iteration)
{
    return row->c_end * pow((double)spsa->iterations / (double)iteration, spsa->gamma);
}

/* What one point of the score moves it by, as a part of the push. */
static double rate_of(const Spsa *spsa, const SpsaRow *row, int64_t iteration)
{
    double held_back = spsa->a * (double)spsa->iterations;
    double shrinks =
        pow((held_back + (double)spsa->iterations) / (held_back + (double)iteration), spsa->alpha);
    double step = row->r_end * row->c_end * row->c_end * shrinks;
    double push = push_of(spsa, row, iteration);
    return step / (push * push);
}

/* The table knows whole numbers only. Rounding by chance, as fishtest does it, lets fractions count
 * in the long run; one throw for both sides keeps their distance. */
static int round_by_chance(const SpsaRow *row, double value, double chance)
{
    double low = ceil(row->min), high = floor(row->max);
    double whole = floor(within(row, value) + chance);
    return (int)(whole < low ? low : whole > high ? high : whole);
}

void spsa_try(const Spsa *spsa, int64_t iteration, const double *values, SpsaTrial *trial)
{
    Rng rng = {spsa->seed};
    rng.state = rng_next(&rng) ^ (uint64_t)iteration * 0xD1342543DE82EF95u;
    trial->iteration = iteration;
    trial->seed = rng_next(&rng);
    for (int i = 0; i < spsa->count; i++) {
        const SpsaRow *row = &spsa->rows[i];
        uint64_t throws = rng_next(&rng);
        double chance = (double)(throws >> 11) * 0x1p-53;
        trial->push[i] = (throws & 1 ? 1 : -1) * push_of(spsa, row, iteration);
        trial->plus[i] = round_by_chance(row, values[i] + trial->push[i], chance);
        trial->minus[i] = round_by_chance(row, values[i] - trial->push[i], chance);
    }
}

void spsa_learn(const Spsa *spsa, const SpsaTrial *trial, const SpsaScore *score, double *values)
{
    int won = score->wins - score->losses;
    for (int i = 0; i < spsa->count; i++) {
        const SpsaRow *row = &spsa->rows[i];
        double rate = rate_of(spsa, row, trial->iteration);
        values[i] = within(row, values[i] + rate * trial->push[i] * won);
    }
}

bool spsa_run(const Spsa *spsa, int64_t done, double *values, SpsaPlay *play, SpsaSeen *seen,
              void *context)
{
    SpsaTrial trial;
    for (int64_t k = done + 1; k <= spsa->iterations; k++) {
        SpsaScore score = {0};
        spsa_try(spsa, k, values, &trial);
        if (!play(context, &trial, &score))
            return false;
        spsa_learn(spsa, &trial, &score, values);
        if (!seen(context, &trial, &score, values))
            return false;
    }
    return true;
}
