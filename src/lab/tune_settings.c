/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file.h"
#include "lab/tune.h"

#include <stdlib.h>
#include <string.h>

void tune_asked_init(TuneAsked *asked)
{
    *asked = (TuneAsked){
        .game = &chess_ops,
        .iterations = 1000,
        .pairs = 4,
        .seed = 1,
        .hash = 16,
        .a = "0.1",
        .alpha = "0.602",
        .gamma = "0.101",
    };
}

void tune_asked_rows(TuneAsked *asked, Option rows[TUNE_SETTINGS])
{
    enum { ITERATIONS_MAX = 10000000, PAIRS_MAX = 10000, HASH_MAX = 1 << 16 };
    const Option table[] = {
        {"game", "GAME", OPTION_GAME, &asked->game, 0, 0, "chess (default) or shogi"},
        {"iterations", "N", OPTION_NUMBER, &asked->iterations, 1, ITERATIONS_MAX,
         "How often the values move (default 1000)"},
        {"pairs", "N", OPTION_NUMBER, &asked->pairs, 1, PAIRS_MAX,
         "Pairs of games in an iteration (default 4)"},
        {"seed", "N", OPTION_NUMBER, &asked->seed, 0, INT64_MAX,
         "Of pushes and openings (default 1)"},
        {"hash", "MIB", OPTION_NUMBER, &asked->hash, 1, HASH_MAX,
         "Table of each engine (default 16)"},
        {"openings", "FILE", OPTION_TEXT, &asked->openings, 0, 0,
         "EPD, PGN, FEN or SFEN lines, in random order; each is played with both colours"},
        {"a", "PART", OPTION_TEXT, &asked->a, 0, 0,
         "Part of the iterations by which steps are held back (default 0.1)"},
        {"alpha", "X", OPTION_TEXT, &asked->alpha, 0, 0, "How steps shrink (default 0.602)"},
        {"gamma", "X", OPTION_TEXT, &asked->gamma, 0, 0, "How pushes shrink (default 0.101)"},
    };
    _Static_assert(COUNT_OF(table) + LIMITS_OPTIONS == TUNE_SETTINGS, "as the header says");
    memcpy(rows, table, sizeof table);
    limits_asked_rows(&asked->limits, rows + COUNT_OF(table));
}

/* ---- Texts ---- */

static bool add_sources(const TuneSources *sources, const Params *values, Spsa *spsa, Diag *diag)
{
    enum { FILE_LIMIT = 1 << 20 };
    if (sources->file) {
        Text text = TEXT_EMPTY;
        Diag trouble;
        diag_clear(&trouble);
        if (!file_read(sources->file, FILE_LIMIT, &text, diag))
            return false;
        bool good = spsa_add_lines(spsa, (Span){text_cstr(&text), text.length}, &trouble);
        text_free(&text);
        if (!good)
            return diag_error(diag, "%s, %s", sources->file, trouble.error);
    }
    for (int i = 0; i < sources->patterns.count; i++)
        if (!spsa_add_pattern(spsa, sources->patterns.items[i], values, diag))
            return false;
    return spsa->count > 0 || diag_error(diag, "what is to be tuned? --params or --spsa-file");
}

bool tune_texts_make(const TuneSources *sources, const GameOps *game, TuneTexts *texts)
{
    Spsa *spsa = xcalloc(1, sizeof *spsa);
    ParamSet set;
    Diag diag;
    diag_clear(&diag);
    bool good = params_options_resolve("tune", &sources->params, game, &set);
    if (good && !add_sources(sources, &set.values, spsa, &diag)) {
        options_complain("tune", "error: %s", diag.error);
        good = false;
    }
    if (good) {
        double starts[SPSA_ROWS_MAX];
        for (int i = 0; i < spsa->count; i++)
            starts[i] = spsa->rows[i].start;
        spsa_write_lines(spsa, starts, &texts->rows);
        for (int i = 0; i < PARAM_ROWS; i++) {
            text_printf(&texts->base, "%s=", param_rows[i].name);
            param_write_value(&param_rows[i], params_get(&set.values, &param_rows[i]),
                              &texts->base);
            text_add_char(&texts->base, '\n');
        }
    }
    free(spsa);
    return good;
}

void tune_texts_free(TuneTexts *texts)
{
    text_free(&texts->rows);
    text_free(&texts->base);
}

/* ---- What they mean ---- */

static bool read_base(const Text *text, const GameOps *game, ParamSet *set, Diag *diag)
{
    ParamGame which;
    Span rest = {text_cstr(text), text->length}, line;
    if (!param_game_find(span_of(game->name), &which))
        BUG("no parameters for %s", game->name);
    param_set_init(set, which);
    while (span_next_line(&rest, &line)) {
        const char *equals = memchr(line.at, '=', line.length);
        size_t length = equals ? (size_t)(equals - line.at) : line.length;
        Span name = {line.at, length};
        Span value = {line.at + length + (equals != NULL), line.length - length - (equals != NULL)};
        if (!param_set_value(set, name, value, SOURCE_FILE, "", diag))
            return false;
    }
    return param_set_settle(set, diag);
}

static bool read_limits(const LimitsAsked *asked, GameLimits *limits, Diag *diag)
{
    if (!limits_asked_read(asked, limits, diag))
        return false;
    if (limits_is_none(limits))
        return diag_error(diag, "how long may a move take? --nodes, --depth, --tc, --movetime or "
                                "--byoyomi");
    return limits->clock_nodes == 0 || limits_are_timed(limits)
        || diag_error(diag, "--clocknodes: there is no clock that could count nodes");
}

static bool read_real(const char *name, const char *text, double low, double high, double *value,
                      Diag *diag)
{
    return span_to_double(span_of(text), low, high, value)
        || diag_error(diag, "--%s: '%.60s' must be a number from %g to %g", name, text, low, high);
}

bool tune_resolve(const TuneAsked *asked, const TuneTexts *texts, bool openings, Tune *tune,
                  Diag *diag)
{
    *tune = (Tune){
        .game = asked->game, .spsa = SPSA_DEFAULT, .pairs = asked->pairs, .hash = asked->hash};
    tune->spsa.iterations = asked->iterations;
    tune->spsa.seed = (uint64_t)asked->seed;
    if (!read_real("a", asked->a, 0, 100, &tune->spsa.a, diag)
        || !read_real("alpha", asked->alpha, 0, 2, &tune->spsa.alpha, diag)
        || !read_real("gamma", asked->gamma, 0, 2, &tune->spsa.gamma, diag)
        || !read_limits(&asked->limits, &tune->limits, diag)
        || !read_base(&texts->base, asked->game, &tune->base, diag)
        || !spsa_add_lines(&tune->spsa, (Span){text_cstr(&texts->rows), texts->rows.length}, diag))
        return false;
    if (!asked->openings || !openings)
        return true;
    if (!openings_load(asked->openings, asked->game, 0, &tune->openings, diag))
        return false;
    openings_shuffle(&tune->openings, (uint64_t)asked->seed);
    return true;
}

void tune_free(Tune *tune) { openings_free(&tune->openings); }
