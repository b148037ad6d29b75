/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/learn.h"

#include <stdlib.h>
#include <string.h>

/* Which margins prune most at the target rate? They are tried on a grid: first with the step of
 * their rows in the table, then around the best one with a finer step. Rows that have one threshold
 * whatever the margins are lie together in a cell, the safest first, with sums from the front: so a
 * cell is asked once for each candidate, not each of its rows.
 *
 * Only margins that the sample covers are considered: however few rows a cell has, they are few
 * because the margins of the sample were large there. */

typedef struct {
    DecisionReport said;
    int first, count;
    int threshold; /* sampled with; the smallest of several */
} Cell;

typedef struct {
    const GameOps *game;
    const LearnRow **rows;  /* by cell, then by falling reach */
    double *weight, *wrong; /* sums over the rows of a cell up to this one */
    Cell *cells;
    int count, cell_count;
    double all;
} Grid;

static int compare_cells(const DecisionReport *a, const DecisionReport *b)
{
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    if (a->reduction != b->reduction)
        return a->reduction < b->reduction ? -1 : 1;
    if (a->phase != b->phase)
        return a->phase < b->phase ? -1 : 1;
    if (a->improving != b->improving)
        return a->improving ? 1 : -1;
    return a->noisy - b->noisy;
}

static int compare_rows(const void *a, const void *b)
{
    const LearnRow *x = *(const LearnRow *const *)a, *y = *(const LearnRow *const *)b;
    int cells = compare_cells(&x->said, &y->said);
    if (cells)
        return cells;
    if (x->reach != y->reach)
        return x->reach > y->reach ? -1 : 1;
    return (x > y) - (x < y);
}

static void make_grid(const LearnPlan *plan, const LearnRows *rows, const LearnResult *result,
                      Grid *grid)
{
    const size_t size = (size_t)rows->count + 1;
    *grid = (Grid){
        .game = rows->game,
        .rows = xcalloc(size, sizeof(LearnRow *)),
        .weight = xcalloc(size, sizeof(double)),
        .wrong = xcalloc(size, sizeof(double)),
        .cells = xcalloc(size, sizeof(Cell)),
    };
    for (int i = 0; i < rows->count; i++)
        if (rows->rows[i].said.by == result->margins->technique
            && !learn_is_held_out(plan, &rows->rows[i]))
            grid->rows[grid->count++] = &rows->rows[i];
    qsort(grid->rows, (size_t)grid->count, sizeof(LearnRow *), compare_rows);
    for (int i = 0; i < grid->count; i++) {
        const LearnRow *row = grid->rows[i];
        bool begins = i == 0 || compare_cells(&row->said, &grid->rows[i - 1]->said) != 0;
        if (begins)
            grid->cells[grid->cell_count++] = (Cell){row->said, i, 0, row->threshold};
        Cell *cell = &grid->cells[grid->cell_count - 1];
        cell->count++;
        if (row->threshold < cell->threshold)
            cell->threshold = row->threshold;
        grid->weight[i] = row->weight + (begins ? 0 : grid->weight[i - 1]);
        grid->wrong[i] =
            row->weight * learn_probability(result, row) + (begins ? 0 : grid->wrong[i - 1]);
        grid->all += row->weight;
    }
}

static void free_grid(Grid *grid)
{
    free(grid->rows);
    free(grid->weight);
    free(grid->wrong);
    free(grid->cells);
}

typedef struct {
    int values[LEARN_MARGINS_MOST];
    double pruned, wrong;
    double caution; /* mean threshold: of margins that prune the same, the larger ones */
} Candidate;

/* False when the sample does not cover it. */
static bool try_candidate(const Grid *grid, const Params *params, Candidate *found)
{
    for (int c = 0; c < grid->cell_count; c++) {
        const Cell *cell = &grid->cells[c];
        const double weight = grid->weight[cell->first + cell->count - 1];
        int threshold, low = 0, high = cell->count;
        if (!grid->game->threshold(params, &cell->said, &threshold) || threshold < cell->threshold)
            return false;
        while (low < high) { /* so many rows reach it */
            int middle = low + (high - low) / 2;
            if (grid->rows[cell->first + middle]->reach >= threshold)
                low = middle + 1;
            else
                high = middle;
        }
        found->caution += threshold * weight;
        if (low > 0) {
            found->pruned += grid->weight[cell->first + low - 1];
            found->wrong += grid->wrong[cell->first + low - 1];
        }
    }
    return true;
}

typedef struct {
    int low[LEARN_MARGINS_MOST], high[LEARN_MARGINS_MOST], step[LEARN_MARGINS_MOST];
} Range;

static void search_range(const LearnPlan *plan, const LearnResult *result, const Grid *grid,
                         const Range *range, Candidate *best)
{
    for (int a = range->low[0]; a <= range->high[0]; a += range->step[0])
        for (int b = range->low[1]; b <= range->high[1]; b += range->step[1]) {
            Candidate one = {.values = {a, b}};
            const Params params = learn_params(plan, result, one.values);
            if (try_candidate(grid, &params, &one) && one.wrong <= plan->target * one.pruned
                && (one.pruned > best->pruned
                    || (one.pruned == best->pruned && one.caution > best->caution)))
                *best = one;
        }
}

/* All of a row's range, or the part around a value, `parts` times as fine. */
static void set_range(const LearnMargins *margins, const Candidate *around, int parts, Range *range)
{
    *range = (Range){.step = {1, 1}};
    for (int i = 0; i < margins->count; i++) {
        const ParamRow *row = margins->rows[i];
        const int low = around ? around->values[i] - row->step : row->min;
        const int high = around ? around->values[i] + row->step : row->max;
        range->low[i] = low < row->min ? row->min : low;
        range->high[i] = high > row->max ? row->max : high;
        range->step[i] = row->step > parts ? row->step / parts : 1;
    }
}

bool learn_choose(const LearnPlan *plan, const LearnRows *rows, LearnResult *result)
{
    enum { PARTS = 5 };
    Grid grid;
    Range range;
    Candidate best = {0};
    make_grid(plan, rows, result, &grid);
    set_range(result->margins, NULL, 1, &range);
    search_range(plan, result, &grid, &range, &best);
    const Candidate coarse = best;
    if (coarse.pruned > 0) {
        set_range(result->margins, &coarse, PARTS, &range);
        search_range(plan, result, &grid, &range, &best);
    }
    memcpy(result->after, best.values, sizeof best.values);
    result->at_edge = best.pruned >= grid.all * (1 - 1e-9);
    free_grid(&grid);
    return best.pruned > 0;
}
