/* SPDX-License-Identifier: GPL-3.0-or-later */

/* tenuki data chances: how scores and results of games go together, for the curves of engine/wdl.
 */

#include "engine/wdl.h"
#include "lab/data_command.h"
#include "lab/print.h"
#include "measure/logistic.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    POSITIONS_MAX = 1000000, /* more of them do not change the figures */
    PLIES_BETWEEN = 8,       /* neighbours tell the same */
    SCORE_MAX = 2000,
    BANDS = 13,
    BAND_WIDTH = 100,
};

/* By score, the middle band around 0. */
typedef struct {
    int64_t count, results[3]; /* lost, drawn, won by the side to move */
    double said[3];            /* by the curves that are built in */
} Band;

typedef struct {
    const GameOps *game;
    GamePosition *pos;
    double *x; /* rows of constant, pawns, and in chess emptiness and pawns times that */
    bool *won;
    int columns, positions;
    int64_t games;
    Band bands[BANDS];
} Chances;

static void chances_begin(Chances *chances, const GameOps *game)
{
    chances->game = game;
    chances->pos = game->create();
    chances->columns = game == &chess_ops ? 4 : 2;
    chances->x = xmalloc(sizeof *chances->x * 2 * POSITIONS_MAX * (size_t)chances->columns);
    chances->won = xmalloc(sizeof *chances->won * 2 * POSITIONS_MAX);
}

static void chances_free(Chances *chances)
{
    if (chances->game)
        chances->game->destroy(chances->pos);
    free(chances->x);
    free(chances->won);
}

static void add_row(Chances *chances, int row, int score, double emptiness, bool won)
{
    double *x = chances->x + (size_t)row * (size_t)chances->columns;
    x[0] = 1;
    x[1] = score / 100.0;
    if (chances->columns > 2) {
        x[2] = emptiness;
        x[3] = x[1] * emptiness;
    }
    chances->won[row] = won;
}

/* A position counts twice, once as each side sees it: the curves are mirror images. */
static void add_position(Chances *chances, int score, int result)
{
    Wdl said = wdl_of(chances->game, chances->pos, score);
    double emptiness = wdl_emptiness(chances->game, chances->pos);
    int row = 2 * chances->positions++;
    add_row(chances, row, score, emptiness, result > 0);
    add_row(chances, row + 1, -score, emptiness, result < 0);
    int index = (score + BANDS * BAND_WIDTH / 2) / BAND_WIDTH;
    Band *band = &chances->bands[score < -BANDS * BAND_WIDTH / 2 ? 0
                                 : index >= BANDS                ? BANDS - 1
                                                                 : index];
    band->count++;
    band->results[result + 1]++;
    band->said[0] += said.loss;
    band->said[1] += said.draw;
    band->said[2] += said.win;
}

static void add_game(Chances *chances, const DataGame *record, Diag *diag)
{
    const GameOps *game = chances->game;
    if (!game->set(chances->pos, span_of(record->start), diag))
        return;
    diag_clear(diag);
    chances->games++;
    for (int i = 0; i < record->count && chances->positions < POSITIONS_MAX; i++) {
        const DataPly *ply = &record->plies[i];
        bool first = game->side_to_move(chances->pos) == FIRST;
        if (i % PLIES_BETWEEN == 0 && (ply->flags & DATA_SCORED) && abs(ply->score) <= SCORE_MAX)
            add_position(chances, ply->score, first ? record->result : -record->result);
        game->make(chances->pos, ply->move);
    }
}

static bool read_file(Chances *chances, const char *path, DataProgress *progress, Diag *diag)
{
    DataGame record;
    DataReader *reader = data_open(path, diag);
    if (reader && !chances->game)
        chances_begin(chances, data_game(reader));
    if (reader && data_game(reader) != chances->game)
        diag_error(diag, "%s: the games of two kinds have no common chances", path);
    while (reader && !diag->error[0] && data_next(reader, &record, diag)) {
        add_game(chances, &record, diag);
        data_progress_show(progress, reader);
    }
    data_progress_next(progress, reader);
    data_close(reader);
    return !diag->error[0];
}

static WdlCurve curve_of(const Chances *chances, const LogisticFit *fit)
{
    WdlCurve curve = {.constant = fit->coefficient[0], .by_pawn = fit->coefficient[1]};
    if (chances->columns > 2) {
        curve.by_emptiness = fit->coefficient[2];
        curve.by_both = fit->coefficient[3];
    }
    return curve;
}

static void write_table(const Chances *chances, WdlCurve curve, Text *text)
{
    text_printf(text, MARK_HEADING "%s: %d positions of %" PRId64 " games" MARK_END "\n\n",
                chances->game->name, chances->positions, chances->games);
    text_printf(text, "log-odds of winning      %+9.4f\n", curve.constant);
    text_printf(text, "  a pawn ahead           %+9.4f\n", curve.by_pawn);
    if (chances->columns > 2) {
        text_printf(text, "  the board emptier by 1 %+9.4f\n", curve.by_emptiness);
        text_printf(text, "  both                   %+9.4f\n", curve.by_both);
    }
    text_add_char(text, '\n');
    text_add(
        text, MARK_HEADING
        "           score   positions   lost  drawn    won   built in: lost  drawn    won" MARK_END
        "\n");
    for (int i = 0; i < BANDS; i++) {
        const Band *band = &chances->bands[i];
        double n = band->count > 0 ? (double)band->count : 1;
        int from = i * BAND_WIDTH - BANDS * BAND_WIDTH / 2;
        text_printf(text, "  %5d to %5d  %10" PRId64, i == 0 ? -SCORE_MAX : from,
                    i == BANDS - 1 ? SCORE_MAX : from + BAND_WIDTH - 1, band->count);
        for (int k = 0; k < 3; k++)
            text_printf(text, "  %5.1f", 100 * (double)band->results[k] / n);
        text_add(text, "          ");
        for (int k = 0; k < 3; k++)
            text_printf(text, "  %5.1f", band->said[k] / (10 * n));
        text_add_char(text, '\n');
    }
}

static void write_json(const Chances *chances, WdlCurve curve, Text *text)
{
    text_printf(text, "{\"game\": \"%s\", \"games\": %" PRId64 ", \"positions\": %d",
                chances->game->name, chances->games, chances->positions);
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"constant", curve.constant},
                   {"by_pawn", curve.by_pawn},
                   {"by_emptiness", curve.by_emptiness},
                   {"by_both", curve.by_both}};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        text_printf(text, ", \"%s\": ", numbers[i].name);
        text_add_json_number(text, numbers[i].value, 5);
    }
    text_add(text, "}\n");
}

int data_chances_command(int argc, char **argv)
{
    bool json = false;
    OptionList paths = {0};
    const Option options[] = {
        {"json", NULL, OPTION_FLAG, &json, 0, 0, "One JSON object for programs"},
    };
    data_parse("tenuki data chances PATH...: which results followed which scores, the curve that "
               "fits best, and what the built-in curves of UCI_ShowWDL say.",
               options, COUNT_OF(options), argc, argv, 1, &paths);
    DataFiles files = DATA_FILES_EMPTY;
    if (!data_expand("data chances", &paths, 0, &files))
        return EXIT_BAD_INPUT;
    Chances chances = {0};
    Diag diag;
    diag_clear(&diag);
    DataProgress progress;
    data_progress_begin(&progress, "data chances", &files);
    bool good = true;
    for (int i = 0; good && i < files.count; i++)
        good = read_file(&chances, files.paths[i], &progress, &diag);
    progress_end(&progress.progress);
    LogisticFit fit;
    const LogisticData data = {.x = chances.x,
                               .hit = chances.won,
                               .rows = 2 * chances.positions,
                               .columns = chances.columns};
    if (good && !(chances.positions > 0 && logistic_fit(&data, &fit)))
        good = diag_error(&diag, "these games decide nothing about chances");
    if (good) {
        Text text = TEXT_EMPTY;
        (json ? write_json : write_table)(&chances, curve_of(&chances, &fit), &text);
        print_report(&text);
        text_free(&text);
    } else {
        options_complain("data chances", "error: %s", diag.error);
    }
    chances_free(&chances);
    data_files_free(&files);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}
