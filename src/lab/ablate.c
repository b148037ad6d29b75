/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/ablate.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/rng.h"
#include "engine/setup.h"
#include "lab/params_options.h"
#include "lab/print.h"
#include "lab/progress.h"
#include "lab/reports.h"
#include "lab/results.h"
#include "lab/search_options.h"
#include "nnue/embedded.h"
#include "param/names.h"
#include "param/presets.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_DEPTH = 10, DEFAULT_HASH = 16, WARM_UP_NODES = 200000 };

typedef struct {
    OptionList paths, matches;
    const char *techniques, *html, *db;
    const GameOps *game; /* NULL: guessed */
    ParamsOptions params;
    int64_t depth, time_ms, max_nodes, hash, concurrency, limit, shuffle;
    bool presets, verbose, json;
} Asked;

/* ---- Which variants ---- */

static AblateVariant *add_variant(Ablation *ablation, const char *name, VariantKind kind)
{
    size_t size = (size_t)(ablation->variant_count + 1) * sizeof *ablation->variants;
    ablation->variants = xrealloc(ablation->variants, size);
    AblateVariant *variant = &ablation->variants[ablation->variant_count++];
    *variant = (AblateVariant){.name = name, .kind = kind, .params = ablation->variants[0].params};
    return variant;
}

static void add_technique(Ablation *ablation, Technique technique)
{
    bool on = params_on(&ablation->variants[0].params, technique);
    AblateVariant *variant =
        add_variant(ablation, param_technique_name(technique), on ? VARIANT_OFF : VARIANT_ON);
    variant->params.techniques ^= (uint64_t)1 << technique;
}

static bool find_technique(Span name, Technique *technique, Diag *diag)
{
    Nearest nearest = nearest_start(name);
    for (int i = 0; i < TECH_COUNT; i++) {
        const char *known = param_technique_name((Technique)i);
        if (name_same(name, known)) {
            *technique = (Technique)i;
            return true;
        }
        nearest_offer(&nearest, known);
    }
    return diag_error(diag, "--technique: unknown technique '%.*s'%s%s%s", SPAN_ARG(name),
                      NEAREST_ARG(nearest));
}

/* Without a net in the program there is nothing to switch off, and without a clock no timing. */
static bool is_there(const GameOps *game, Technique technique)
{
    return technique != TECH_TIMING
        && (technique != TECH_NET || net_embedded(game->features->game));
}

/* "a,b": those, on or off; without a list all that are on. */
static bool add_techniques(Ablation *ablation, const char *list, Diag *diag)
{
    if (!list) {
        for (int i = 0; i < TECH_COUNT; i++)
            if (params_on(&ablation->variants[0].params, (Technique)i)
                && is_there(ablation->problems.game, (Technique)i))
                add_technique(ablation, (Technique)i);
        return true;
    }
    uint64_t seen = 0;
    for (const char *at = list; at;) {
        const char *comma = strchr(at, ',');
        Span name = {at, comma ? (size_t)(comma - at) : strlen(at)};
        Technique technique = TECH_COUNT;
        if (!find_technique(span_trim(name), &technique, diag))
            return false;
        if (!(seen >> technique & 1))
            add_technique(ablation, technique);
        seen |= (uint64_t)1 << technique;
        at = comma ? comma + 1 : NULL;
    }
    return true;
}

static bool add_presets(Ablation *ablation, ParamGame game, Diag *diag)
{
    for (int i = 0; i < preset_count(); i++) {
        ParamSet set;
        param_set_init(&set, game);
        if (!param_set_preset(&set, span_of(preset_name(i)), diag))
            return false;
        add_variant(ablation, preset_name(i), VARIANT_PRESET)->params = set.values;
    }
    return true;
}

/* "nmp=FILE": a stored match of the base, first, against that variant. */
static bool add_match(Ablation *ablation, const char *given, Diag *diag)
{
    const char *equals = strchr(given, '=');
    if (!equals)
        return diag_error(diag, "--match: '%.60s' is not NAME=FILE", given);
    Span name = {given, (size_t)(equals - given)};
    for (int v = 1; v < ablation->variant_count; v++) {
        AblateVariant *variant = &ablation->variants[v];
        if (!name_same(name, variant->name))
            continue;
        MatchScore score;
        Diag inner;
        diag_clear(&inner);
        if (!results_score(equals + 1, ablation->problems.game, &score, &inner))
            return diag_error(diag, "--match: %s: %s", equals + 1, inner.error);
        elo_estimate(&score, &variant->strength);
        variant->games = score.wins + score.draws + score.losses;
        variant->has_match = true;
        return true;
    }
    return diag_error(diag, "--match: '%.*s' is none of the variants", SPAN_ARG(name));
}

/* ---- Searching ---- */

/* What the threads share. */
typedef struct {
    Ablation *ablation;
    const Asked *asked;
    const ParamSet *params;
    atomic_int next_position;
    Progress progress;
    int64_t done, total;
    pthread_mutex_t mutex; /* of the progress */
} Run;

/* The last answer of an engine, and the processor time of its searches. */
typedef struct {
    EngineAnswer answer;
    int64_t used_ns, search_ns;
} Kept;

static void ignore_line(void *context, GamePosition *pos, const EngineLine *line)
{
    (void)context, (void)pos, (void)line;
}

/* Called by the searching thread, which does nothing but search. */
static void keep_answer(void *context, GamePosition *pos, const EngineAnswer *answer)
{
    (void)pos;
    Kept *kept = context;
    int64_t used = clock_thread_ns();
    kept->answer = *answer;
    kept->search_ns = used - kept->used_ns;
    kept->used_ns = used;
}

static void show_message(void *context, const char *message)
{
    (void)context;
    options_complain("ablate", "warning: %s", message);
}

static void count_search(Run *run, const char *name)
{
    pthread_mutex_lock(&run->mutex);
    progress_show(&run->progress, ++run->done, run->total, name);
    pthread_mutex_unlock(&run->mutex);
}

/* Every search begins with an empty table. */
static AblateCell search(const Run *run, Engine *engine, const Kept *kept, AblateMode mode)
{
    const Ablation *ablation = run->ablation;
    bool by_depth = mode == FIXED_DEPTH;
    engine_new_game(engine);
    engine_go(engine, &(EngineGo){
                          .time = {-1, -1, -1, by_depth ? -1 : ablation->limits[mode], -1},
                          .depth = by_depth ? (int)ablation->limits[mode] : 0,
                          .nodes = by_depth ? (uint64_t)ablation->max_nodes : 0,
                          .analyse = true,
                      });
    engine_wait(engine);
    return (AblateCell){
        .nodes = kept->answer.nodes,
        .ms = (double)kept->search_ns / 1e6,
        .depth = kept->answer.depth,
        .best = kept->answer.best,
        .capped = by_depth && ablation->max_nodes > 0
               && kept->answer.nodes >= (uint64_t)ablation->max_nodes,
        .mated = value_is_mate(kept->answer.score),
    };
}

/* The numbers below `count` in an order of their own for each seed. */
static void shuffle(int *order, int count, int seed)
{
    Rng rng = {(uint64_t)seed};
    for (int i = 0; i < count; i++) {
        int place = (int)rng_below(&rng, (uint32_t)i + 1);
        order[i] = order[place];
        order[place] = i;
    }
}

/* All variants in turn on one position, so that whatever else the machine does meets them alike. In
 * another order each time, because a search finds the caches as the one before has left them. */
static void search_position(Run *run, Engine *engine, const Kept *kept, int position)
{
    Ablation *ablation = run->ablation;
    const GameOps *game = ablation->problems.game;
    const char *setup = ablation->problems.items[position].position;
    Diag diag;
    diag_clear(&diag);
    if (!setup_position(game, engine_position(engine), span_of(setup), SETUP_RELAXED, &diag))
        BUG("%s was good when it was read: %s", setup, diag.error);
    ablation->phases[position] = game->phase(engine_position(engine));
    int *order = xcalloc((size_t)ablation->variant_count, sizeof *order);
    for (int mode = 0; mode < ABLATE_MODES; mode++) {
        if (!ablation->limits[mode])
            continue;
        shuffle(order, ablation->variant_count, position);
        for (int i = 0; i < ablation->variant_count; i++) {
            int v = order[i];
            AblateCell *cells =
                ablation->cells[mode] + (size_t)v * (size_t)ablation->problems.count;
            engine_params(engine)->values = ablation->variants[v].params;
            cells[position] = search(run, engine, kept, (AblateMode)mode);
            count_search(run, ablation->variants[v].name);
        }
    }
    free(order);
}

static void run_thread(void *context, int index)
{
    Run *run = context;
    Kept kept = {0};
    const EngineListener listener = {
        .context = &kept,
        .on_line = ignore_line,
        .on_answer = keep_answer,
        .on_message = show_message,
    };
    Diag diag;
    diag_clear(&diag);
    const SearchOptions options = {.threads = 1, .hash = run->asked->hash};
    Engine *engine = search_options_engine(&options, run->ablation->problems.game, run->params,
                                           &listener, &diag);
    if (!engine)
        die("ablate: %s", diag.error);
    (void)index;
    /* The first search pays for memory that is touched for the first time. */
    engine_go(engine, &(EngineGo){.time = {-1, -1, -1, -1, -1}, .nodes = WARM_UP_NODES});
    engine_wait(engine);
    for (int position;
         (position = atomic_fetch_add(&run->next_position, 1)) < run->ablation->problems.count;)
        search_position(run, engine, &kept, position);
    engine_free(engine);
}

static void run_searches(Ablation *ablation, const Asked *asked, const ParamSet *params)
{
    size_t positions = (size_t)ablation->problems.count;
    size_t cells = (size_t)ablation->variant_count * positions;
    Run run = {.ablation = ablation, .asked = asked, .params = params};
    ablation->phases = xcalloc(positions, sizeof *ablation->phases);
    for (int mode = 0; mode < ABLATE_MODES; mode++)
        if (ablation->limits[mode]) {
            ablation->cells[mode] = xcalloc(cells, sizeof **ablation->cells);
            run.total += (int64_t)cells;
        }
    pthread_mutex_init(&run.mutex, NULL);
    progress_begin(&run.progress, "ablate");
    threads_run(
        (int)(asked->concurrency < (int64_t)positions ? asked->concurrency : (int64_t)positions),
        run_thread, &run);
    progress_end(&run.progress);
    pthread_mutex_destroy(&run.mutex);
}

/* ---- The command ---- */

static bool write_file(const char *path, const Text *text)
{
    Diag diag;
    diag_clear(&diag);
    if (file_write(path, (Span){text_cstr(text), text->length}, &diag))
        return true;
    options_complain("ablate", "error: %s", diag.error);
    return false;
}

/* Better to know before the searches than after them. */
static bool can_write(const char *path)
{
    FILE *file = fopen(path, "a");
    if (!file)
        options_complain("ablate", "error: %s: %s", path, strerror(errno));
    return file && fclose(file) == 0;
}

/* What each technique saves in nodes or, where only the time was fixed, gains in depth. */
static bool keep(const Ablation *ablation, const char *path, const char *json)
{
    AblateMode mode = ablation->limits[FIXED_DEPTH] ? FIXED_DEPTH : FIXED_TIME;
    ReportRate *rates = xcalloc((size_t)ablation->variant_count, sizeof *rates);
    AblateEffect effect;
    for (int v = 1; v < ablation->variant_count; v++) {
        ablate_effect(ablation, mode, v, ABLATE_ALL_PHASES, &effect);
        rates[v - 1] = (ReportRate){
            .technique = ablation->variants[v].name,
            .rate = mode == FIXED_DEPTH ? effect.nodes_saved_percent : effect.depth_improvement,
        };
    }
    ablate_effect(ablation, mode, 0, ABLATE_ALL_PHASES, &effect);
    bool kept = reports_keep(
        path, &(Report){
                  .kind = "ablate",
                  .game = ablation->problems.game->name,
                  .command = ablation->command,
                  .positions = ablation->problems.count,
                  .nodes = (uint64_t)effect.nodes,
                  .measure = mode == FIXED_DEPTH ? "nodes saved, %" : "depth gained, plies",
                  .rates = rates,
                  .rate_count = ablation->variant_count - 1,
                  .json = json,
              });
    free(rates);
    return kept;
}

static bool report(const Ablation *ablation, const Asked *asked, bool can_keep)
{
    Text text = TEXT_EMPTY, json = TEXT_EMPTY;
    bool good = true;
    if (asked->html) {
        ablate_write_html(ablation, &text);
        good = write_file(asked->html, &text);
        text_clear(&text);
    }
    if (asked->json || asked->db)
        ablate_write_json(ablation, &json);
    if (!asked->json)
        ablate_write_table(ablation, asked->verbose, &text);
    print_report(asked->json ? &json : &text);
    if (asked->db)
        good = can_keep && keep(ablation, asked->db, text_cstr(&json)) && good;
    text_free(&text);
    text_free(&json);
    return good;
}

static bool read_files(Ablation *ablation, const Asked *asked, Text *names, Diag *diag)
{
    if (asked->paths.count == 0)
        return diag_error(diag, "--file is needed; see tenuki ablate --help");
    for (int i = 0; i < asked->paths.count; i++) {
        const char *path = asked->paths.items[i];
        ProblemFile more = {0}, *all = &ablation->problems;
        if (!problems_read(path, i ? all->game : asked->game, &more, diag))
            return false;
        for (int j = 0; j < more.count && !diag->error[0]; j++)
            if (more.items[j].mate_only)
                diag_error(diag, "%s, line %d: a king is missing", path, more.items[j].line);
        problems_choose(&more, asked->limit, asked->shuffle);
        text_printf(names, "%s%s", i ? ", " : "", problems_base_name(path));
        if (i == 0)
            *all = more;
        else
            problems_append(all, &more);
        if (diag->error[0])
            return false;
    }
    ablation->files = text_cstr(names);
    return true;
}

/* Positions, parameters and variants; false after a complaint. */
static bool prepare(Ablation *ablation, const Asked *asked, ParamSet *params, Text *names)
{
    Diag diag;
    diag_clear(&diag);
    bool good = read_files(ablation, asked, names, &diag);
    if (good && !params_options_resolve("ablate", &asked->params, ablation->problems.game, params))
        return false;
    if (good) {
        ablation->variants = xcalloc(1, sizeof *ablation->variants);
        ablation->variants[0] = (AblateVariant){.name = "base", .params = params->values};
        ablation->variant_count = 1;
        good = add_techniques(ablation, asked->techniques, &diag)
            && (!asked->presets || add_presets(ablation, params->game, &diag));
        for (int i = 0; good && i < asked->matches.count; i++)
            good = add_match(ablation, asked->matches.items[i], &diag);
    }
    if (!good)
        options_complain("ablate", "error: %s", diag.error);
    return good;
}

static void free_ablation(Ablation *ablation)
{
    problems_free(&ablation->problems);
    free(ablation->phases);
    free(ablation->variants);
    for (int mode = 0; mode < ABLATE_MODES; mode++)
        free(ablation->cells[mode]);
}

int ablate_command(int argc, char **argv)
{
    Asked asked = {.hash = DEFAULT_HASH, .concurrency = 1};
    const Option options[] = {
        {"file", "FILE", OPTION_LIST, &asked.paths, 0, 0,
         "Positions, one a line: FEN, EPD or SFEN; what is asked there does not matter. May be "
         "repeated"},
        {"game", "GAME", OPTION_GAME, &asked.game, 0, 0,
         "chess or shogi; else it is guessed from the file"},
        {"depth", "N", OPTION_NUMBER, &asked.depth, 1, MAX_PLY - 1,
         "Search to this depth (default 10 unless --time is given)"},
        {"time", "MS", OPTION_NUMBER, &asked.time_ms, 1, INT32_MAX,
         "Search for so many milliseconds; with --depth too, both are done"},
        {"max-nodes", "N", OPTION_NUMBER, &asked.max_nodes, 1, INT64_MAX,
         "End a search to a depth after so many nodes; what was saved is then a lower bound"},
        {"technique", "A,B", OPTION_TEXT, &asked.techniques, 0, 0,
         "Only these; else all that are on. One that is off is switched on instead"},
        {"presets", NULL, OPTION_FLAG, &asked.presets, 0, 0, "Every preset as well"},
        {"match", "NAME=FILE", OPTION_LIST, &asked.matches, 0, 0,
         "A stored match of the base against that technique off, or that preset: its Elo is shown "
         "too. May be repeated"},
        {"limit", "N", OPTION_NUMBER, &asked.limit, 1, INT32_MAX, "Only N positions of each file"},
        {"shuffle", "SEED", OPTION_NUMBER, &asked.shuffle, 1, INT64_MAX,
         "In random order, the same for the same seed"},
        {"hash", "MIB", OPTION_NUMBER, &asked.hash, 1, TT_MIB_MAX, "Table size (default 16)"},
        {"concurrency", "N", OPTION_NUMBER, &asked.concurrency, 1, THREADS_MAX,
         "Positions at once (default 1); more than there are free processors spoils --time"},
        {"verbose", NULL, OPTION_FLAG, &asked.verbose, 0, 0, "By game phase too"},
        {"json", NULL, OPTION_FLAG, &asked.json, 0, 0, "One JSON object for programs"},
        {"html", "FILE", OPTION_TEXT, &asked.html, 0, 0, "A report with plots"},
        {"db", "FILE", OPTION_TEXT, &asked.db, 0, 0, REPORTS_OPTION_HELP},
        PARAMS_OPTION_ROWS(&asked.params),
    };
    Ablation ablation = {0};
    ParamSet params;
    Text command = TEXT_EMPTY, names = TEXT_EMPTY;
    options_repeat(options, COUNT_OF(options), argc, argv, &command);
    options_parse("Searches positions with each technique switched off in turn: what it saves in "
                  "nodes and time at a fixed depth, what it gains in depth in a fixed time, and "
                  "how often the best move is another, with 95 % intervals.",
                  options, COUNT_OF(options), argc, argv);
    ablation.limits[FIXED_DEPTH] = asked.depth        ? asked.depth
                                 : asked.time_ms == 0 ? DEFAULT_DEPTH
                                                      : 0;
    ablation.limits[FIXED_TIME] = asked.time_ms;
    ablation.max_nodes = asked.max_nodes;
    ablation.command = text_cstr(&command);
    bool good =
        prepare(&ablation, &asked, &params, &names) && (!asked.html || can_write(asked.html));
    if (good) {
        bool can_keep = asked.db && reports_can_keep("ablate", asked.db);
        run_searches(&ablation, &asked, &params);
        good = report(&ablation, &asked, can_keep);
    }
    free_ablation(&ablation);
    text_free(&command);
    text_free(&names);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}
