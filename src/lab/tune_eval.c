/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/tune_eval.h"

#include "base/file.h"
#include "engine/setup.h"
#include "lab/labelled.h"
#include "lab/options.h"
#include "lab/print.h"
#include "lab/progress.h"
#include "lab/texel.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const GameOps *game;
    const char *data, *out;
    int64_t limit, steps;
    bool json;
} Settings;

/* ---- Quiet ends ---- */

/* An evaluation means little in the middle of an exchange. A search of one ply and its quiescence
 * say where the position comes to rest, and that position stands for it, as in Texel's method. */
typedef struct {
    const GameOps *game;
    SearchWorker *worker;
    Tt *tt;
    Params params;
    SearchRequest request;
    atomic_bool stop;
    _Atomic uint64_t faults;
    GameMove line[MAX_PLY];
    int length, score;
} Quiet;

static bool never(void *context) { return (void)context, false; }
static bool go_on(void *context, const SearchIteration *done)
{
    return (void)context, (void)done, false;
}
static void ignore(void *context, const char *message) { (void)context, (void)message; }

static void keep_line(void *context, const SearchLine *line)
{
    Quiet *quiet = context;
    quiet->length = line->pv_length;
    quiet->score = line->score;
    memcpy(quiet->line, line->pv, (size_t)line->pv_length * sizeof *quiet->line);
}

static bool quiet_open(Quiet *quiet, const GameOps *game, Diag *diag)
{
    ParamSet set;
    ParamGame which;
    if (!param_game_find(span_of(game->name), &which))
        BUG("no parameters for %s", game->name);
    param_set_init(&set, which);
    *quiet = (Quiet){.game = game, .tt = tt_new(1, diag), .params = set.values};
    if (!quiet->tt)
        return false;
    /* A table would cut lines short, and quiet is what the evaluation that is tuned calls so. */
    quiet->params.techniques &= ~((uint64_t)1 << TECH_TT | (uint64_t)1 << TECH_NET);
    quiet->worker = game->worker_create(0);
    quiet->request = (SearchRequest){
        .depth = 1,
        .nodes = UINT64_MAX,
        .lines = 1,
        .params = &quiet->params,
        .tt = quiet->tt,
        .stop = &quiet->stop,
        .faults = &quiet->faults,
        .context = quiet,
        .poll = never,
        .on_line = keep_line,
        .on_iteration = go_on,
        .on_message = ignore,
    };
    return true;
}

static void quiet_close(Quiet *quiet)
{
    quiet->game->worker_destroy(quiet->worker);
    tt_free(quiet->tt);
}

/* Plays to the quiet end. False when there is none: a mate, the end of the game, or a check. */
static bool quiet_reach(Quiet *quiet, GamePosition *pos)
{
    SearchResult result;
    quiet->length = 0;
    quiet->score = 0;
    quiet->game->worker_forget(quiet->worker);
    quiet->game->worker_search(quiet->worker, pos, &quiet->request, &result);
    if (quiet->length == 0 || abs(quiet->score) > VALUE_EVAL_MAX)
        return false;
    for (int i = 0; i < quiet->length; i++)
        quiet->game->make(pos, quiet->line[i]);
    return !quiet->game->in_check(pos);
}

/* ---- Data ---- */

static int64_t count_lines(Span text)
{
    int64_t count = 0;
    for (Span line; span_next_line(&text, &line);)
        count += span_trim(line).length > 0 && line.at[0] != '#';
    return count;
}

static bool add_line(const GameOps *game, Span line, Quiet *quiet, GamePosition *pos,
                     TexelData *data, Diag *diag)
{
    LabelledLine labelled;
    if (!labelled_read_line(game, line, &labelled, diag)
        || !setup_position(game, pos, labelled.position, SETUP_RELAXED, diag))
        return false;
    double result = labelled.result;
    if (labelled.is_to_move && game->side_to_move(pos) == SECOND)
        result = 1 - result;
    if (!game->is_mate_only(pos) && quiet_reach(quiet, pos))
        texel_add(data, pos, result);
    return true;
}

/* With a limit, lines are taken at even distances: neighbours are often from one game. */
static bool add_lines(const Settings *settings, Span text, Quiet *quiet, TexelData *data,
                      Diag *diag)
{
    Progress progress;
    int64_t count = count_lines(text), taken = 0, at = 0;
    int64_t wanted = settings->limit < count ? settings->limit : count;
    GamePosition *pos = settings->game->create();
    bool good = true;
    Span line;
    progress_begin(&progress, "tune eval");
    for (int number = 1; good && taken < wanted && span_next_line(&text, &line); number++) {
        line = span_trim(line);
        if (line.length == 0 || line.at[0] == '#')
            continue;
        if (at++ * wanted / count < taken)
            continue;
        taken++;
        Diag trouble;
        diag_clear(&trouble);
        good = add_line(settings->game, line, quiet, pos, data, &trouble);
        if (!good)
            diag_error(diag, "%s, line %d: %s", settings->data, number, trouble.error);
        progress_show(&progress, taken, wanted, "positions made quiet");
    }
    progress_end(&progress);
    settings->game->destroy(pos);
    return good;
}

static bool read_data(const Settings *settings, TexelData *data, Diag *diag)
{
    enum { FILE_LIMIT = 1 << 30, FEWEST = 20 };
    Text text = TEXT_EMPTY;
    Quiet quiet;
    if (!file_read(settings->data, FILE_LIMIT, &text, diag))
        return false;
    bool good = quiet_open(&quiet, settings->game, diag);
    if (good) {
        good = add_lines(settings, (Span){text_cstr(&text), text.length}, &quiet, data, diag);
        quiet_close(&quiet);
    }
    text_free(&text);
    if (good && data->size < FEWEST)
        return diag_error(diag, "%s: %zu positions that can be used are too few", settings->data,
                          data->size);
    return good;
}

/* ---- Tuning ---- */

typedef struct {
    double k;
    double before[2], after[2]; /* losses: learned from, held out */
    size_t learned, held_out;
    int64_t best_step;
    int moved; /* numbers that are not what they were */
} TuneOutcome;

/* Every tenth game's worth of lines at the end is held out: what is learned must hold there too. */
static void tune(const Settings *settings, const TexelData *data, double *best,
                 TuneOutcome *outcome)
{
    Progress progress;
    int size = data->model->value_count;
    size_t split = data->size - data->size / 10;
    TexelRange learned = {0, split}, held_out = {split, data->size};
    double *values = xmalloc((size_t)size * sizeof *values);
    double *gradient = xmalloc((size_t)size * sizeof *gradient);
    for (int i = 0; i < size; i++)
        best[i] = values[i] = data->model->values[i];
    *outcome = (TuneOutcome){.learned = split, .held_out = data->size - split};
    outcome->k = texel_fit_k(data, learned, values);
    outcome->before[0] = outcome->after[0] = texel_loss(data, learned, values, outcome->k);
    outcome->before[1] = outcome->after[1] = texel_loss(data, held_out, values, outcome->k);
    TexelAdam adam;
    adam_init(&adam, size, 1.0);
    progress_begin(&progress, "tune eval");
    for (int64_t step = 1; step <= settings->steps; step++) {
        texel_gradient(data, learned, values, outcome->k, gradient);
        adam_step(&adam, gradient, values);
        double loss = texel_loss(data, held_out, values, outcome->k);
        if (loss < outcome->after[1]) {
            outcome->after[1] = loss;
            outcome->best_step = step;
            memcpy(best, values, (size_t)size * sizeof *best);
        }
        char note[48];
        snprintf(note, sizeof note, "held-out loss %.6f", loss);
        progress_show(&progress, step, settings->steps, note);
    }
    progress_end(&progress);
    outcome->after[0] = texel_loss(data, learned, best, outcome->k);
    adam_free(&adam);
    free(values);
    free(gradient);
}

static void round_values(const EvalModel *model, const double *values, int16_t *rounded,
                         TuneOutcome *outcome)
{
    for (int i = 0; i < model->value_count; i++) {
        double near = round(values[i]);
        rounded[i] = (int16_t)(near > INT16_MAX    ? INT16_MAX
                               : near < -INT16_MAX ? -INT16_MAX
                                                   : near);
        outcome->moved += rounded[i] != model->values[i];
    }
}

/* ---- Reports ---- */

static void print_table(const Settings *settings, const TuneOutcome *outcome,
                        const EvalModel *model)
{
    printf("%s, %s: %zu quiet positions, K %.3f\n\n", settings->game->name, settings->data,
           outcome->learned + outcome->held_out, outcome->k);
    Text head = TEXT_EMPTY;
    text_printf(&head, MARK_HEADING "  %-14s %10s %12s %12s %9s" MARK_END "\n", "mean square",
                "positions", "before", "after", "change");
    print_report(&head);
    text_free(&head);
    const char *names[] = {"learned from", "held out"};
    size_t sizes[] = {outcome->learned, outcome->held_out};
    for (int i = 0; i < 2; i++)
        printf("  %-14s %10zu %12.6f %12.6f %8.2f %%\n", names[i], sizes[i], outcome->before[i],
               outcome->after[i], 100 * (outcome->after[i] / outcome->before[i] - 1));
    printf("\n%d of %d numbers change; the best step was %" PRId64 " of %" PRId64 ".\n",
           outcome->moved, model->value_count, outcome->best_step, settings->steps);
    if (settings->out)
        printf("The rows for src/%s/values.def are in %s.\n", settings->game->name, settings->out);
}

static void print_json(const Settings *settings, const TuneOutcome *outcome, const EvalModel *model)
{
    printf("{\"game\": \"%s\", \"positions\": %zu, \"held_out\": %zu, \"k\": %.4f, "
           "\"loss_before\": %.8f, \"loss_after\": %.8f, \"held_out_before\": %.8f, "
           "\"held_out_after\": %.8f, \"best_step\": %" PRId64
           ", \"numbers\": %d, \"moved\": %d}\n",
           settings->game->name, outcome->learned, outcome->held_out, outcome->k,
           outcome->before[0], outcome->after[0], outcome->before[1], outcome->after[1],
           outcome->best_step, model->value_count, outcome->moved);
}

static bool write_rows(const char *path, const EvalModel *model, const int16_t *values, Diag *diag)
{
    Text text = TEXT_EMPTY;
    eval_model_write(model, values, &text);
    bool good = file_write(path, (Span){text_cstr(&text), text.length}, diag);
    text_free(&text);
    return good;
}

static bool run(const Settings *settings, Diag *diag)
{
    const EvalModel *model = settings->game->eval_model;
    TexelData data;
    texel_init(&data, model);
    bool good = read_data(settings, &data, diag);
    if (good) {
        TuneOutcome outcome;
        double *best = xmalloc((size_t)model->value_count * sizeof *best);
        int16_t *rounded = xmalloc((size_t)model->value_count * sizeof *rounded);
        tune(settings, &data, best, &outcome);
        round_values(model, best, rounded, &outcome);
        good = !settings->out || write_rows(settings->out, model, rounded, diag);
        if (good)
            (settings->json ? print_json : print_table)(settings, &outcome, model);
        free(best);
        free(rounded);
    }
    texel_free(&data);
    return good;
}

int tune_eval_command(int argc, char **argv)
{
    Settings settings = {.game = &chess_ops, .limit = 200000, .steps = 300};
    const Option options[] = {
        {"game", "GAME", OPTION_GAME, &settings.game, 0, 0, "chess (default) or shogi"},
        {"data", "FILE", OPTION_TEXT, &settings.data, 0, 0,
         "Positions with results, one a line: 'FEN [0.5]', 'FEN c9 \"1-0\";', 'FEN | 35 | 1.0', "
         "'FEN;move;score;-1', or columns"},
        {"limit", "N", OPTION_NUMBER, &settings.limit, 1, 5000000,
         "At most so many lines, evenly chosen (default 200000)"},
        {"steps", "N", OPTION_NUMBER, &settings.steps, 1, 100000,
         "Steps of the descent (default 300); the best one by the held-out tenth is kept"},
        {"out", "FILE", OPTION_TEXT, &settings.out, 0, 0,
         "Write the tuned numbers as rows of the game's values.def"},
        {"json", NULL, OPTION_FLAG, &settings.json, 0, 0, "One JSON object for programs"},
    };
    options_parse("Fits the numbers of the evaluation to the results of games.", options,
                  COUNT_OF(options), argc, argv);
    if (!settings.data)
        return options_complain("tune eval", "--data: which file?");
    Diag diag;
    diag_clear(&diag);
    if (!run(&settings, &diag))
        return options_complain("tune eval", "error: %s", diag.error);
    return EXIT_GOOD;
}
