/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file.h"
#include "engine/games.h"
#include "engine/setup.h"
#include "lab/labelled.h"
#include "lab/texel.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void read_text(const char *path, Text *text)
{
    Diag diag;
    diag_clear(&diag);
    cr_assert(file_read(path, 1 << 20, text, &diag), "%s", diag.error);
}

typedef void Seen(void *context, const GameOps *game, GamePosition *pos);

static void each_position(const GameOps *game, const char *path, Seen *seen, void *context)
{
    Text text = TEXT_EMPTY;
    read_text(path, &text);
    Span rest = {text_cstr(&text), text.length}, line;
    GamePosition *pos = game->create();
    while (span_next_line(&rest, &line)) {
        Diag diag;
        diag_clear(&diag);
        if (line.length == 0 || line.at[0] == '#')
            continue;
        cr_assert(setup_position(game, pos, line, SETUP_RELAXED, &diag), "%s", diag.error);
        seen(context, game, pos);
    }
    game->destroy(pos);
    text_free(&text);
}

/* ---- The model is the evaluation ---- */

/* Only the division at the end may round. */
static void compare(void *context, const GameOps *game, GamePosition *pos)
{
    const EvalModel *model = game->eval_model;
    TexelData data;
    double *values = xmalloc((size_t)model->value_count * sizeof *values);
    texel_init(&data, model);
    texel_add(&data, pos, 0.5);
    for (int i = 0; i < model->value_count; i++)
        values[i] = model->values[i];
    double sum = texel_evaluate(&data, &data.positions[0], values);
    int said = game->evaluate(pos, NULL);
    if (game->side_to_move(pos) == SECOND)
        said = -said;
    cr_assert(fabs(sum - said) < 1, "%s: %f, evaluation %d", game->name, sum, said);
    texel_free(&data);
    free(values);
    ++*(int *)context;
}

Test(texel, the_sum_is_the_evaluation)
{
    int seen = 0;
    games_init();
    each_position(&chess_ops, "tests/data/positions/chess.txt", compare, &seen);
    cr_assert_geq(seen, 150);
    seen = 0;
    each_position(&shogi_ops, "tests/data/positions/shogi.txt", compare, &seen);
    cr_assert_geq(seen, 150);
}

Test(texel, the_rows_are_written_as_they_stand_in_the_source)
{
    const GameOps *games[] = {&chess_ops, &shogi_ops};
    for (int i = 0; i < 2; i++) {
        Text path = TEXT_EMPTY, source = TEXT_EMPTY, written = TEXT_EMPTY;
        const EvalModel *model = games[i]->eval_model;
        text_printf(&path, "src/%s/values.def", games[i]->name);
        read_text(text_cstr(&path), &source);
        eval_model_write(model, model->values, &written);
        cr_assert_not_null(strstr(text_cstr(&source), text_cstr(&written)), "%s",
                           text_cstr(&written));
        text_free(&path);
        text_free(&source);
        text_free(&written);
    }
}

/* ---- The descent ---- */

static void add_to(void *context, const GameOps *game, GamePosition *pos)
{
    TexelData *data = context;
    int score = game->evaluate(pos, NULL);
    /* Results that no number of the table explains, and some that all do. */
    texel_add(data, pos, data->size % 3 == 0 ? 0.5 : score > 0 ? 1 : 0);
}

static void check_gradient(const GameOps *game, const char *path)
{
    const EvalModel *model = game->eval_model;
    TexelData data;
    texel_init(&data, model);
    each_position(game, path, add_to, &data);
    TexelRange some = {0, 40};
    double *values = xmalloc((size_t)model->value_count * sizeof *values);
    double *gradient = xmalloc((size_t)model->value_count * sizeof *gradient);
    for (int i = 0; i < model->value_count; i++)
        values[i] = model->values[i] + i % 7;
    double loss = texel_gradient(&data, some, values, 0.9, gradient);
    cr_assert_float_eq(loss, texel_loss(&data, some, values, 0.9), 1e-12);
    int moving = 0;
    for (int i = 0; i < model->value_count; i++) {
        const double step = 0.01;
        double kept = values[i];
        values[i] = kept + step;
        double up = texel_loss(&data, some, values, 0.9);
        values[i] = kept - step;
        double down = texel_loss(&data, some, values, 0.9);
        values[i] = kept;
        double found = (up - down) / (2 * step);
        cr_assert(fabs(found - gradient[i]) < 1e-9 + 1e-5 * fabs(found), "%s, number %d: %g, %g",
                  game->name, i, found, gradient[i]);
        moving += gradient[i] != 0;
    }
    cr_assert_geq(moving, 40, "%s: %d", game->name, moving);
    free(values);
    free(gradient);
    texel_free(&data);
}

Test(texel, the_gradient_agrees_with_differences)
{
    games_init();
    check_gradient(&chess_ops, "tests/data/positions/chess.txt");
    check_gradient(&shogi_ops, "tests/data/positions/shogi.txt");
}

Test(texel, k_is_found_again)
{
    games_init();
    TexelData data;
    texel_init(&data, chess_ops.eval_model);
    each_position(&chess_ops, "tests/data/positions/chess.txt", add_to, &data);
    double *values = xmalloc((size_t)data.model->value_count * sizeof *values);
    for (int i = 0; i < data.model->value_count; i++)
        values[i] = data.model->values[i];
    /* Results that are chances at k = 1.4 leave no doubt about k. */
    for (size_t i = 0; i < data.size; i++) {
        double score = texel_evaluate(&data, &data.positions[i], values);
        data.positions[i].result = (float)(1 / (1 + pow(10, -1.4 * score / 400)));
    }
    cr_assert_float_eq(texel_fit_k(&data, (TexelRange){0, data.size}, values), 1.4, 1e-3);
    free(values);
    texel_free(&data);
}

/* ---- Lines ---- */

Test(texel, labelled_lines)
{
    static const struct {
        bool shogi;
        const char *line;
        double result;
        bool to_move;
    } good[] = {
        {false, "8/8/8/8/8/8/8/K1k5 w - - 0 1;a1a2;-655;-1", 0, true},
        {false, "8/8/8/8/8/8/8/K1k5 w - - 0 1;a1a2;1;0", 0.5, true},
        {false, "8/8/8/8/8/8/8/K1k5 w - - c9 \"1/2-1/2\";", 0.5, false},
        {false, "8/8/8/8/8/8/8/K1k5 w - - 0 1 [1.0]", 1, false},
        {false, "8/8/8/8/8/8/8/K1k5 w - - 0 1 | 35 | 0.0", 0, false},
        {false, "8/8/8/8/8/8/8/K1k5 w - - 0 1\tb", 0, false},
        {true, "9/9/9/9/9/9/9/9/K1k6 b - 1\t9i9h\t-1\tb\ttrain", 1, false},
    };
    LabelledLine line;
    Diag diag;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        const GameOps *game = good[i].shogi ? &shogi_ops : &chess_ops;
        diag_clear(&diag);
        cr_assert(labelled_read_line(game, span_of(good[i].line), &line, &diag), "%s", diag.error);
        cr_assert_eq(line.result, good[i].result, "%s", good[i].line);
        cr_assert_eq(line.is_to_move, good[i].to_move, "%s", good[i].line);
        cr_assert(strchr("-1 ", line.position.at[line.position.length - 1]), "%s", good[i].line);
    }
    static const char *const bad[] = {"", ";1-0", "8/8/8/8/8/8/8/K1k5 w - - 0 1",
                                      "8/8/8/8/8/8/8/K1k5 w - - 0 1 [2-0]"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        diag_clear(&diag);
        cr_assert_not(labelled_read_line(&chess_ops, span_of(bad[i]), &line, &diag));
        cr_assert(diag.error[0]);
    }
}
