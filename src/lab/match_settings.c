/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/match_settings.h"

#include "param/names.h"

#include <inttypes.h>
#include <string.h>

enum { GAMES_MAX = 100000000 };

void match_asked_init(MatchAsked *asked)
{
    *asked = (MatchAsked){
        .game = &chess_ops,
        .order = "file",
        .king = "27",
        .event = "Tenuki match",
        .seed = 1,
        .ready = PLAYER_READY_MS / 1000,
        .hang = REFEREE_HANG_MS / 1000,
    };
}

void match_asked_rows(MatchAsked *asked, Option rows[MATCH_SETTINGS])
{
    enum { DAY_MS = 86400000, SECONDS_MAX = 86400 };
    const Option table[] = {
        {"engine", "KEY=VALUE...", OPTION_WORDS, &asked->engines, 0, 0,
         "One engine, given twice or more. A program: cmd= arg= dir= proto= option.NAME= stderr=; "
         "this engine: preset= config= set=KEY:VALUE net=FILE plugin=FILE level=1..10 hash= "
         "threads= overhead=; both: "
         "name= and "
         "own limits tc= byoyomi= movetime= nodes= depth="},
        {"game", "GAME", OPTION_GAME, &asked->game, 0, 0, "chess (default) or shogi"},
        {"openings", "FILE", OPTION_TEXT, &asked->openings, 0, 0,
         "EPD, PGN, FEN or SFEN lines; each is played twice with colours swapped"},
        {"plies", "N", OPTION_NUMBER, &asked->plies, 1, 1000,
         "Moves of a PGN opening to play (default all)"},
        {"order", "file|random", OPTION_CHOICE, &asked->order, 0, 0,
         "Order of the openings (default file)"},
        {"seed", "N", OPTION_NUMBER, &asked->seed, 0, INT64_MAX,
         "Seed of the random order (default 1)"},
        {"games", "N", OPTION_NUMBER, &asked->games, 1, GAMES_MAX,
         "Games of each pairing (default 100, with --sprt 100000)"},
        {"gauntlet", NULL, OPTION_FLAG, &asked->gauntlet, 0, 0,
         "The first engine against each other one; else all against all"},
        {"sprt", "KEY=VALUE...", OPTION_WORDS, &asked->sprt, 0, 0,
         "Stop when it is decided: elo0=0 elo1=5 alpha=0.05 beta=0.05 "
         "model=normalized|logistic"},
        {"resign", "KEY=VALUE...", OPTION_WORDS, &asked->resign, 0, 0,
         "Adjudicate lost games: movecount=3 score=400 twosided=false"},
        {"draw", "KEY=VALUE...", OPTION_WORDS, &asked->draw, 0, 0,
         "Adjudicate drawn games: movenumber=40 movecount=8 score=10"},
        {"maxmoves", "N", OPTION_NUMBER, &asked->maxmoves, 1, 100000,
         "A draw after so many moves; chess counts moves of both sides, shogi of each"},
        {"entering-king", "27|24|try|none", OPTION_CHOICE, &asked->king, 0, 0,
         "Shogi: who may declare a win (default 27)"},
        {"ponder", NULL, OPTION_FLAG, &asked->ponder, 0, 0, "Think on the opponent's time"},
        {"chess960", NULL, OPTION_FLAG, &asked->chess960, 0, 0,
         "Castling is written king takes rook, and UCI_Chess960 is set"},
        {"timemargin", "MS", OPTION_NUMBER, &asked->margin, 0, DAY_MS,
         "Forgiven on every move (default 0)"},
        {"ready", "S", OPTION_NUMBER, &asked->ready, 1, SECONDS_MAX,
         "Seconds an engine has for its start and for each new game (default 10)"},
        {"hang", "S", OPTION_NUMBER, &asked->hang, 1, SECONDS_MAX,
         "Seconds a move may take when no clock limits it (default 120)"},
        {"event", "NAME", OPTION_TEXT, &asked->event, 0, 0, "What the records call the match"},
        {"pgn", "FILE", OPTION_TEXT, &asked->pgn, 0, 0,
         "Chess: write the games, with scores and times"},
        {"csa", "FILE", OPTION_TEXT, &asked->csa, 0, 0, "Shogi: write the games as CSA"},
        {"kif", "FILE", OPTION_TEXT, &asked->kif, 0, 0, "Shogi: write the games as KIF"},
    };
    _Static_assert(COUNT_OF(table) + LIMITS_OPTIONS == MATCH_SETTINGS, "as the header says");
    memcpy(rows, table, sizeof table);
    limits_asked_rows(&asked->limits, rows + COUNT_OF(table));
}

/* ---- Adjudication ---- */

typedef struct {
    const char *name;
    int64_t low, high;
    int *value;
    bool *flag; /* for true and false */
} Field;

static bool read_field(const char *option, Span word, const Field *fields, int count, Diag *diag)
{
    const char *equals = memchr(word.at, '=', word.length);
    Span name = {word.at, equals ? (size_t)(equals - word.at) : word.length};
    Span text = {equals ? equals + 1 : word.at, equals ? word.length - name.length - 1 : 0};
    Nearest nearest = nearest_start(name);
    for (int i = 0; i < count; i++) {
        int64_t number;
        nearest_offer(&nearest, fields[i].name);
        if (!span_is(name, fields[i].name))
            continue;
        if (fields[i].flag) {
            *fields[i].flag = span_is(text, "true");
            return *fields[i].flag || span_is(text, "false")
                || diag_error(diag, "--%s: %s must be true or false", option, fields[i].name);
        }
        if (!span_to_int(text, fields[i].low, fields[i].high, &number))
            return diag_error(diag, "--%s: %s must be a number from %" PRId64 " to %" PRId64,
                              option, fields[i].name, fields[i].low, fields[i].high);
        *fields[i].value = (int)number;
        return true;
    }
    return diag_error(diag, "--%s: unknown key '%.*s'%s%s%s", option, SPAN_ARG(name),
                      NEAREST_ARG(nearest));
}

/* The only item of a list; false when there are more. */
static bool only_item(const char *option, const OptionList *list, Span *text, Diag *diag)
{
    *text = list->count ? span_of(list->items[0]) : (Span){NULL, 0};
    return list->count <= 1 || diag_error(diag, "--%s is given twice", option);
}

static bool read_fields(const char *option, const OptionList *list, const Field *fields, int count,
                        Diag *diag)
{
    Span rest, word;
    if (!only_item(option, list, &rest, diag))
        return false;
    while (rest.at && span_next_word(&rest, &word))
        if (!read_field(option, word, fields, count, diag))
            return false;
    return true;
}

static bool read_adjudication(const MatchAsked *asked, RefereeRules *rules, Diag *diag)
{
    enum { MOVES_MAX = 10000 };
    ResignRule resign = {3, 400, false};
    DrawRule draw = {40, 8, 10};
    const Field resign_fields[] = {
        {"movecount", 1, MOVES_MAX, &resign.moves, NULL},
        {"score", 1, VALUE_MATE, &resign.score, NULL},
        {"twosided", 0, 0, NULL, &resign.both},
    };
    const Field draw_fields[] = {
        {"movenumber", 0, MOVES_MAX, &draw.from, NULL},
        {"movecount", 1, MOVES_MAX, &draw.moves, NULL},
        {"score", 0, VALUE_MATE, &draw.score, NULL},
    };
    if (!read_fields("resign", &asked->resign, resign_fields, COUNT_OF(resign_fields), diag)
        || !read_fields("draw", &asked->draw, draw_fields, COUNT_OF(draw_fields), diag))
        return false;
    if (asked->resign.count)
        rules->resign = resign;
    if (asked->draw.count)
        rules->draw = draw;
    return true;
}

/* ---- Rules and limits ---- */

static int read_king(const MatchAsked *asked)
{
    static const char *const words[] = {"none", "27", "24", "try"}; /* as ShogiDeclareRule */
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strcmp(words[i], asked->king) == 0)
            return asked->game == &shogi_ops ? (int)i : 0;
    BUG("--entering-king %s", asked->king);
}

/* Clocks that count nodes need somebody who tells how many they were. */
static bool nodes_are_told(const MatchAsked *asked, const EngineSpec *spec, Diag *diag)
{
    if (asked->limits.clock_nodes == 0)
        return true;
    if (!limits_are_timed(&spec->limits))
        return diag_error(diag, "--clocknodes: it has no clock that could count nodes");
    return (spec->inside && spec->threads == 1 && !asked->ponder)
        || diag_error(diag,
                      "--clocknodes: only nodes of this engine's own settings are counted, in "
                      "one thread and without --ponder");
}

static bool read_engines(const MatchAsked *asked, Match *match, Diag *diag)
{
    GameLimits common;
    if (!limits_asked_read(&asked->limits, &common, diag))
        return false;
    if (asked->engines.count < 2 || asked->engines.count > MATCH_ENGINES_MAX)
        return diag_error(diag, "give --engine for each of 2 to %d engines", MATCH_ENGINES_MAX);
    for (int i = 0; i < asked->engines.count; i++) {
        EngineSpec *spec = &match->engines[i];
        Diag inner;
        diag_clear(&inner);
        if (!spec_read(span_of(asked->engines.items[i]), asked->game, &common, spec, &inner))
            return diag_error(diag, "engine %d: %s", i + 1, inner.error);
        match->schedule.engines = i + 1;
        if (!nodes_are_told(asked, spec, &inner))
            return diag_error(diag, "engine %d: %s", i + 1, inner.error);
        spec_make_unique(spec, match->engines, i);
    }
    return true;
}

static bool read_openings(const MatchAsked *asked, Match *match, Diag *diag)
{
    if (!asked->openings)
        return true;
    if (!openings_load(asked->openings, asked->game, (int)asked->plies, &match->openings, diag))
        return false;
    if (strcmp(asked->order, "random") == 0)
        openings_shuffle(&match->openings, (uint64_t)asked->seed);
    return true;
}

static bool read_test(const MatchAsked *asked, Match *match, Diag *diag)
{
    Span text;
    if (!only_item("sprt", &asked->sprt, &text, diag))
        return false;
    match->has_sprt = asked->sprt.count > 0;
    if (!match->has_sprt)
        return true;
    if (match->schedule.engines != 2)
        return diag_error(diag, "--sprt is for two engines");
    Diag inner;
    diag_clear(&inner);
    return sprt_read_rules(text, &match->sprt, &inner)
        || diag_error(diag, "--sprt: %s", inner.error);
}

static bool check_records(const MatchAsked *asked, Diag *diag)
{
    bool chess = asked->game == &chess_ops;
    if (chess && (asked->csa || asked->kif))
        return diag_error(diag, "--csa and --kif are for shogi; chess has --pgn");
    if (!chess && asked->pgn)
        return diag_error(diag, "--pgn is for chess; shogi has --csa and --kif");
    return chess || !asked->chess960 || diag_error(diag, "--chess960 is for chess");
}

/* ---- The face ---- */

static bool try_engines(Match *match, Diag *diag)
{
    for (int i = 0; i < match->schedule.engines; i++) {
        Diag inner;
        diag_clear(&inner);
        if (!spec_load_files(&match->engines[i], match->terms.game, &inner)
            || !player_can_start(&match->engines[i], &inner))
            return diag_error(diag, "engine %d: %s", i + 1, inner.error);
    }
    return true;
}

bool match_resolve(const MatchAsked *asked, bool play, Match *match, Diag *diag)
{
    enum { GAMES = 100, GAMES_OF_TEST = 100000 };
    *match = (Match){
        .terms = {.game = asked->game,
                  .chess960 = asked->chess960,
                  .ponder = asked->ponder,
                  .ready_ms = asked->ready * 1000,
                  .quit_ms = PLAYER_QUIT_MS},
        .rules = {.max_moves = (int)asked->maxmoves,
                  .margin_ms = asked->margin,
                  .hang_ms = asked->hang * 1000},
        .event = asked->event,
    };
    match->terms.rules.max_moves = asked->game == &shogi_ops ? (int)asked->maxmoves : 0;
    match->terms.rules.declare_rule = read_king(asked);
    bool good = check_records(asked, diag) && read_adjudication(asked, &match->rules, diag)
             && read_engines(asked, match, diag) && read_test(asked, match, diag)
             && (!play || (read_openings(asked, match, diag) && try_engines(match, diag)));
    match->schedule.kind = asked->gauntlet ? SCHEDULE_GAUNTLET : SCHEDULE_ROUND_ROBIN;
    match->schedule.games = asked->games ? asked->games : match->has_sprt ? GAMES_OF_TEST : GAMES;
    if (good && schedule_total(&match->schedule) > GAMES_MAX)
        good = diag_error(diag, "too many games: at most %d in all", GAMES_MAX);
    if (!good)
        match_free(match);
    return good;
}

void match_free(Match *match)
{
    for (int i = 0; i < match->schedule.engines; i++)
        spec_free(&match->engines[i]);
    openings_free(&match->openings);
    match->schedule.engines = 0;
}

void match_settings_write(const Option rows[MATCH_SETTINGS], const Match *match, Text *text)
{
    text_printf(text, "%016" PRIx64 "\n", match->openings.checksum);
    for (int i = 0; i < MATCH_SETTINGS; i++)
        options_write(&rows[i], text);
}

static bool read_hex(Span text, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < text.length; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *found = text.at[i] ? strchr(digits, text.at[i]) : NULL;
        if (!found)
            return false;
        *value = *value << 4 | (uint64_t)(found - digits);
    }
    return text.length == 16;
}

bool match_settings_read(char *text, const Option rows[MATCH_SETTINGS], uint64_t *checksum,
                         Diag *diag)
{
    char *end = strchr(text, '\n');
    if (!end || !read_hex((Span){text, (size_t)(end - text)}, checksum))
        return diag_error(diag, "the settings of the match are damaged");
    return options_read(rows, MATCH_SETTINGS, end + 1, diag);
}
