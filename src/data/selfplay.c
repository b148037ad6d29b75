/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/selfplay.h"

#include "base/clock.h"
#include "base/rng.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Selfplay {
    const SelfplaySettings *settings;
    const atomic_bool *stop;
    int64_t deadline_ns;
    GamePosition *pos;
    SearchWorker *worker;
    Tt *tt;
    SearchRequest request;
    _Atomic uint64_t faults;
    SelfplayWork work;
    DataPly *plies;
    int count;
};

/* The entering king wins with 27 points, the commonest rule between programs; chess has none. */
static const GameRules RULES = {.declare_rule = 1};

/* ---- Settings ---- */

void selfplay_defaults(const GameOps *game, SelfplaySettings *settings)
{
    bool is_chess = game == &chess_ops;
    ParamSet params;
    param_set_init(&params, is_chess ? PARAM_CHESS : PARAM_SHOGI);
    *settings = (SelfplaySettings){
        .game = game,
        .params = params.values,
        .seed = 1,
        .nodes = 1000,
        .hard_nodes = 5000,
        .random_plies = is_chess ? 8 : 7,
        .opening_score = is_chess ? 300 : 500,
        .win_score = is_chess ? 1200 : 1500,
        .win_plies = 6,
        .draw_score = 8,
        /* A level shogi game is not on its way to a draw. */
        .draw_plies = is_chess ? 10 : 0,
        .draw_from = 80,
        .max_plies = is_chess ? 400 : 320,
        .table_mib = 2,
    };
}

static void add_params(const SelfplaySettings *settings, Text *text)
{
    ParamSet usual;
    param_set_init(&usual, settings->game == &chess_ops ? PARAM_CHESS : PARAM_SHOGI);
    for (int i = 0; i < PARAM_ROWS; i++) {
        const ParamRow *row = &param_rows[i];
        int value = params_get(&settings->params, row);
        if (value == params_get(&usual.values, row))
            continue;
        text_printf(text, "set.%s = ", row->name);
        param_write_value(row, value, text);
        text_add_char(text, '\n');
    }
}

/* Order matters: a game is chosen by its place in the list. */
static uint64_t hash_openings(const SelfplaySettings *settings)
{
    uint64_t hash = 0;
    for (int i = 0; i < settings->opening_count; i++)
        for (const char *at = settings->openings[i];; at++) {
            Rng rng = {.state = hash ^ (unsigned char)*at};
            hash = rng_next(&rng);
            if (*at == '\0')
                break;
        }
    return hash;
}

static uint64_t fingerprint(const SelfplaySettings *settings);

void selfplay_describe(const SelfplaySettings *settings, Text *text)
{
    text_printf(text, "game = %s\nseed = %" PRIu64 "\n", settings->game->name, settings->seed);
    text_printf(text, "nodes = %" PRId64 "\nhard_nodes = %" PRId64 "\n", settings->nodes,
                settings->hard_nodes);
    text_printf(text, "table_mib = %zu\n", settings->table_mib);
    text_printf(text, "random_plies = %d\nopening_score = %d\n", settings->random_plies,
                settings->opening_score);
    if (settings->opening_count > 0)
        text_printf(text, "openings = %d positions, %016" PRIx64 "\n", settings->opening_count,
                    hash_openings(settings));
    text_printf(text, "win = %d for %d plies\n", settings->win_score, settings->win_plies);
    text_printf(text, "draw = %d for %d plies from ply %d\n", settings->draw_score,
                settings->draw_plies, settings->draw_from);
    text_printf(text, "max_plies = %d\n", settings->max_plies);
    add_params(settings, text);
    text_printf(text, "search = %" PRIu64 "\n", fingerprint(settings));
}

/* ---- Searching ---- */

static bool is_told_to_stop(void *context)
{
    const Selfplay *player = context;
    return atomic_load_explicit(player->stop, memory_order_relaxed)
        || (player->deadline_ns && clock_now_ns() >= player->deadline_ns);
}

static bool had_enough(void *context, const SearchIteration *done)
{
    const Selfplay *player = context;
    return done->nodes >= (uint64_t)player->settings->nodes;
}

static void ignore_line(void *context, const SearchLine *line) { (void)context, (void)line; }
/* Messages tell of faults, which are counted. */
static void ignore_message(void *context, const char *message) { (void)context, (void)message; }

Selfplay *selfplay_new(const SelfplaySettings *settings, const atomic_bool *stop,
                       int64_t deadline_ns, Diag *diag)
{
    Tt *tt = tt_new(settings->table_mib, diag);
    if (!tt)
        return NULL;
    Selfplay *player = xcalloc(1, sizeof *player);
    player->settings = settings;
    player->stop = stop;
    player->deadline_ns = deadline_ns;
    player->pos = settings->game->create();
    player->worker = settings->game->worker_create(0);
    player->tt = tt;
    player->plies = xcalloc((size_t)DATA_PLIES_MAX, sizeof *player->plies);
    player->request = (SearchRequest){
        .depth = MAX_PLY - 1,
        .nodes = (uint64_t)settings->hard_nodes,
        .lines = 1,
        .rules = RULES,
        .params = &settings->params,
        .tt = tt,
        .stop = stop,
        .faults = &player->faults,
        .context = player,
        .poll = is_told_to_stop,
        .on_line = ignore_line,
        .on_iteration = had_enough,
        .on_message = ignore_message,
    };
    return player;
}

void selfplay_free(Selfplay *player)
{
    if (!player)
        return;
    const GameOps *ops = player->settings->game;
    ops->destroy(player->pos);
    ops->worker_destroy(player->worker);
    tt_free(player->tt);
    free(player->plies);
    free(player);
}

const SelfplayWork *selfplay_work(const Selfplay *player) { return &player->work; }

static void forget(Selfplay *player)
{
    tt_clear(player->tt, 1);
    player->settings->game->worker_forget(player->worker);
}

static void search(Selfplay *player, SearchResult *result)
{
    const GameOps *ops = player->settings->game;
    atomic_store(&player->faults, 0);
    tt_new_search(player->tt);
    ops->worker_search(player->worker, player->pos, &player->request, result);
    player->work.nodes += ops->worker_nodes(player->worker);
    player->work.searches++;
    player->work.faults |= atomic_load(&player->faults);
}

/* Positions further and further along a random game, so that all phases have their say. */
static uint64_t fingerprint(const SelfplaySettings *settings)
{
    enum { NODES = 5000, HARD_NODES = 500000, PLIES = 160, EVERY = 40 };
    const GameOps *ops = settings->game;
    Diag diag;
    diag_clear(&diag);
    atomic_bool stop = false;
    SelfplaySettings fixed = *settings;
    fixed.nodes = NODES;
    fixed.hard_nodes = HARD_NODES;
    fixed.table_mib = 1;
    Selfplay *player = selfplay_new(&fixed, &stop, 0, &diag);
    if (!player)
        die("%s", diag.error);
    Rng rng = {.state = 1};
    for (int ply = 0; ply < PLIES; ply++) {
        GameMove list[GAME_LIST_SIZE];
        SearchResult result;
        int count = ops->legal_moves(player->pos, list);
        if (count == 0)
            break;
        if (ply % EVERY == 0)
            search(player, &result);
        ops->make(player->pos, list[rng_below(&rng, (uint32_t)count)]);
    }
    uint64_t nodes = player->work.nodes;
    selfplay_free(player);
    return nodes;
}

/* ---- Openings ---- */

static void push(Selfplay *player, GameMove move, int score)
{
    player->plies[player->count++] = (DataPly){
        .move = move,
        .score = (int16_t)score,
        .flags = data_flags(player->settings->game, player->pos, move, score),
    };
    player->settings->game->make(player->pos, move);
}

static bool is_over(const Selfplay *player)
{
    GameFacts facts;
    player->settings->game->describe(player->pos, &facts);
    return facts.end != NULL;
}

/* False when the random moves ended the game. */
static bool play_random_plies(Selfplay *player, Rng *rng, DataGame *game)
{
    const SelfplaySettings *settings = player->settings;
    const GameOps *ops = settings->game;
    const char *start = ops->start;
    Diag diag;
    diag_clear(&diag);
    if (settings->opening_count > 0)
        start = settings->openings[rng_below(rng, (uint32_t)settings->opening_count)];
    if (!ops->set(player->pos, span_of(start), &diag))
        BUG("opening %s: %s", start, diag.error);
    snprintf(game->start, sizeof game->start, "%s", start);
    player->count = 0;
    int plies = settings->random_plies ? settings->random_plies + (int)rng_below(rng, 2) : 0;
    while (player->count < plies) {
        GameMove list[GAME_LIST_SIZE];
        int count = ops->legal_moves(player->pos, list);
        if (count == 0)
            return false;
        push(player, list[rng_below(rng, (uint32_t)count)], DATA_NO_SCORE);
    }
    return !is_over(player);
}

/* The first search decides whether the start is even, and is the first of the game too. */
static SelfplayEnd find_start(Selfplay *player, uint32_t number, DataGame *game,
                              SearchResult *first)
{
    enum { TRIES = 10000 };
    Rng rng = {.state = player->settings->seed};
    rng.state = rng_next(&rng) ^ (uint64_t)number * 0xD1342543DE82EF95u;
    forget(player);
    for (int i = 0; i < TRIES; i++) {
        if (is_told_to_stop(player))
            return SELFPLAY_STOPPED;
        if (play_random_plies(player, &rng, game)) {
            search(player, first);
            if (abs(first->score) <= player->settings->opening_score)
                return SELFPLAY_PLAYED;
        }
        player->work.rejected++;
    }
    return SELFPLAY_NO_START;
}

/* ---- The game ---- */

/* How long the scores have said the same, seen from the first side. */
typedef struct {
    int winning, losing, level; /* plies in a row */
    bool mate;
} Trend;

static void note_score(const SelfplaySettings *settings, Trend *trend, int score, int ply)
{
    trend->winning = score >= settings->win_score ? trend->winning + 1 : 0;
    trend->losing = score <= -settings->win_score ? trend->losing + 1 : 0;
    trend->level =
        abs(score) <= settings->draw_score && ply >= settings->draw_from ? trend->level + 1 : 0;
    trend->mate = value_is_mate(score);
}

/* The rules first, then what the scores say, then the length. */
static bool has_result(const Selfplay *player, const Trend *trend, int *result)
{
    const SelfplaySettings *settings = player->settings;
    GameFacts facts;
    settings->game->describe(player->pos, &facts);
    *result = 0;
    if (facts.end) {
        *result = strcmp(facts.result, "1-0") == 0 ? 1 : strcmp(facts.result, "0-1") == 0 ? -1 : 0;
        return true;
    }
    if (settings->game->may_declare(player->pos, &RULES)) {
        *result = settings->game->side_to_move(player->pos) == FIRST ? 1 : -1;
        return true;
    }
    if (trend->winning > 0 && (trend->mate || trend->winning >= settings->win_plies))
        *result = 1;
    if (trend->losing > 0 && (trend->mate || trend->losing >= settings->win_plies))
        *result = -1;
    return *result != 0 || (settings->draw_plies > 0 && trend->level >= settings->draw_plies)
        || player->count >= settings->max_plies;
}

SelfplayEnd selfplay_game(Selfplay *player, uint32_t number, DataGame *game)
{
    const GameOps *ops = player->settings->game;
    SearchResult found;
    Trend trend = {0};
    SelfplayEnd start = find_start(player, number, game, &found);
    if (start != SELFPLAY_PLAYED)
        return start;
    for (;;) {
        int sign = ops->side_to_move(player->pos) == FIRST ? 1 : -1;
        note_score(player->settings, &trend, sign * found.score, player->count);
        push(player, found.best, found.score);
        if (has_result(player, &trend, &game->result))
            break;
        if (is_told_to_stop(player))
            return SELFPLAY_STOPPED;
        search(player, &found);
    }
    /* A search that was told to stop may have said anything. */
    if (is_told_to_stop(player))
        return SELFPLAY_STOPPED;
    game->count = player->count;
    game->plies = player->plies;
    return SELFPLAY_PLAYED;
}
