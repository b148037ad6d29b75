/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/go.h"

#include "engine/perft.h"

#include <inttypes.h>

typedef enum {
    WORD_WTIME,
    WORD_BTIME,
    WORD_WINC,
    WORD_BINC,
    WORD_BYOYOMI,
    WORD_MOVESTOGO,
    WORD_MOVETIME,
    WORD_DEPTH,
    WORD_NODES,
    WORD_MATE,
    WORD_PERFT,
    NUMBER_WORDS, /* the ones before are followed by a number */
    WORD_INFINITE = NUMBER_WORDS,
    WORD_PONDER,
    WORD_SEARCHMOVES,
    WORD_COUNT,
} GoWord;

static const struct {
    const char *name;
    int64_t low; /* below is an error, */
    bool mends;  /* unless it is taken for 0 with a warning */
} words[WORD_COUNT] = {
    [WORD_WTIME] = {"wtime", INT64_MIN, false},
    [WORD_BTIME] = {"btime", INT64_MIN, false},
    [WORD_WINC] = {"winc", 0, true},
    [WORD_BINC] = {"binc", 0, true},
    [WORD_BYOYOMI] = {"byoyomi", 0, true},
    [WORD_MOVESTOGO] = {"movestogo", INT64_MIN, false},
    [WORD_MOVETIME] = {"movetime", 0, true},
    [WORD_DEPTH] = {"depth", 1, false},
    [WORD_NODES] = {"nodes", 1, false},
    [WORD_MATE] = {"mate", 1, false},
    [WORD_PERFT] = {"perft", 1, false},
    [WORD_INFINITE] = {"infinite", 0, false},
    [WORD_PONDER] = {"ponder", 0, false},
    [WORD_SEARCHMOVES] = {"searchmoves", 0, false},
};

typedef struct {
    bool said[WORD_COUNT];
    int64_t value[NUMBER_WORDS];
    int move_count;
} Said;

static GoWord find_word(Span word)
{
    int i = 0;
    while (i < WORD_COUNT && !span_is(word, words[i].name))
        i++;
    return (GoWord)i;
}

const char *go_word(size_t index) { return index < WORD_COUNT ? words[index].name : NULL; }

bool go_takes_number(Span word) { return find_word(word) < NUMBER_WORDS; }

/* Numbers too large to hold are as good as the largest that can be held. */
static bool read_number(Span word, int64_t *value)
{
    enum { QUARTER = 4 };
    const int64_t most = INT64_MAX / QUARTER;
    if (span_to_int(word, -most, most, value))
        return true;
    bool negative = word.length > 0 && word.at[0] == '-';
    if (word.length <= (size_t)negative)
        return false;
    for (size_t i = negative; i < word.length; i++)
        if (word.at[i] < '0' || word.at[i] > '9')
            return false;
    *value = negative ? -most : most;
    return true;
}

static bool take_number(const Session *session, GoWord key, Span *rest, Said *said, Diag *diag)
{
    Span word, ahead = *rest;
    int64_t value = 0;
    const char *name = words[key].name;
    bool tsume = key == WORD_MATE && session->dialect->tsume;
    bool found = span_next_word(&ahead, &word);
    if (tsume && (!found || span_is(word, "infinite") || find_word(word) != WORD_COUNT)) {
        /* Without a time the mate is looked for until it is found. */
        value = -1;
        if (found && span_is(word, "infinite"))
            *rest = ahead;
    } else if (!found) {
        return diag_error(diag, "go: the number after '%s' is missing", name);
    } else if (!read_number(word, &value)) {
        return diag_error(diag, "go: '%.*s' after '%s' must be a whole number", SPAN_ARG(word),
                          name);
    } else {
        *rest = ahead;
        int64_t low = tsume ? 0 : words[key].low;
        if (value < low && !words[key].mends)
            return diag_error(diag, "go: %s %.*s must be at least %" PRId64, name, SPAN_ARG(word),
                              low);
        if (value < low) {
            diag_warn(diag, "go: %s %.*s must not be negative, taken for 0", name, SPAN_ARG(word));
            value = 0;
        }
    }
    if (said->said[key])
        diag_warn(diag, "go: '%s' twice, the last one counts", name);
    said->value[key] = value;
    return true;
}

static bool take_moves(const Session *session, Span *rest, GoRequest *request, Said *said,
                       Diag *diag)
{
    Span word, ahead = *rest;
    while (span_next_word(&ahead, &word) && find_word(word) == WORD_COUNT) {
        GameMove move;
        Diag inner;
        diag_clear(&inner);
        if (!session_read_move(session, engine_position(session->engine), word, &move, &inner))
            return diag_error(diag, "go searchmoves: %s", inner.error);
        bool known = false;
        for (int i = 0; i < said->move_count; i++)
            known = known || request->wanted[i] == move;
        if (!known)
            request->wanted[said->move_count++] = move;
        *rest = ahead;
    }
    return true;
}

static bool read_words(const Session *session, Span rest, GoRequest *request, Said *said,
                       Diag *diag)
{
    Span word, unknown = {rest.at, 0};
    bool understood = false;
    while (span_next_word(&rest, &word)) {
        GoWord key = find_word(word);
        if (key == WORD_COUNT) {
            if (unknown.length == 0)
                unknown = word;
            diag_warn(diag, "go: unknown word '%.*s' ignored", SPAN_ARG(word));
            continue;
        }
        if (key < NUMBER_WORDS && !take_number(session, key, &rest, said, diag))
            return false;
        if (key == WORD_SEARCHMOVES && !take_moves(session, &rest, request, said, diag))
            return false;
        said->said[key] = true;
        understood = true;
    }
    /* A typing error must not become a search without end. */
    if (unknown.length > 0 && !understood)
        return diag_error(diag, "go: unknown word '%.*s'", SPAN_ARG(unknown));
    return true;
}

static int64_t said_or(const Said *said, GoWord key, int64_t otherwise)
{
    return said->said[key] ? said->value[key] : otherwise;
}

/* The clocks from the side to move. White moves first in chess, Black in shogi; over UCI it is
 * White in every game. */
static TimeSaid read_time(const Session *session, const Said *said, Diag *diag)
{
    GamePosition *pos = engine_position(session->engine);
    Side white = session->dialect == &usi_dialect ? SECOND : FIRST;
    bool is_white = session_game(session)->side_to_move(pos) == white;
    GoWord own = is_white ? WORD_WTIME : WORD_BTIME, other = is_white ? WORD_BTIME : WORD_WTIME;
    TimeSaid time = {
        .time = said_or(said, own, -1),
        .increment = said_or(said, is_white ? WORD_WINC : WORD_BINC, -1),
        .byoyomi = said_or(said, WORD_BYOYOMI, -1),
        .move_time = said_or(said, WORD_MOVETIME, -1),
        .moves_to_go = -1,
    };
    /* A clock that has run out is a clock all the same. */
    if (said->said[own] && time.time < 0)
        time.time = 0;
    if (!said->said[own] && said->said[other]) {
        diag_warn(diag, "go: %s is missing, taken for 0", words[own].name);
        time.time = 0;
    }
    if (said->said[WORD_MOVESTOGO]) {
        enum { MOST = 1000 };
        int64_t moves = said->value[WORD_MOVESTOGO];
        time.moves_to_go = (int)(moves < 0 ? 0 : moves > MOST ? MOST : moves);
        if (moves < 1)
            time.time = time.time > 0 ? 0 : time.time;
    }
    return time;
}

static bool check_position(const Session *session, const EngineGo *go, Diag *diag)
{
    if (session->position_refused)
        return diag_error(diag, "the last position was refused: nothing to go from");
    if (session_game(session)->is_mate_only(engine_position(session->engine)) && !go->mate_only
        && go->perft == 0)
        return diag_error(diag, "a king is missing: this position is good for 'go mate' only");
    return true;
}

static bool is_limited(const Said *said)
{
    for (int key = 0; key < NUMBER_WORDS; key++)
        if (said->said[key] && key != WORD_MOVESTOGO)
            return true;
    return false;
}

bool go_read(const Session *session, Span arguments, GoRequest *request, Diag *diag)
{
    Said said = {0};
    EngineGo *go = &request->go;
    *go = (EngineGo){.time = {-1, -1, -1, -1, -1}};
    if (session->position_refused)
        return check_position(session, go, diag);
    if (!read_words(session, arguments, request, &said, diag))
        return false;
    if (said.said[WORD_PERFT] && said.value[WORD_PERFT] > PERFT_DEPTH_MAX)
        return diag_error(diag, "go: perft must be a number from 1 to %d", PERFT_DEPTH_MAX);
    go->perft = (int)said_or(&said, WORD_PERFT, 0);
    go->time = read_time(session, &said, diag);
    int64_t depth = said_or(&said, WORD_DEPTH, 0);
    go->depth = depth < MAX_PLY ? (int)depth : MAX_PLY - 1;
    go->nodes = (uint64_t)said_or(&said, WORD_NODES, 0);
    go->ponder = said.said[WORD_PONDER];
    go->infinite = said.said[WORD_INFINITE] || (!is_limited(&said) && !go->ponder);
    go->analyse = session->settings.analyse;
    if (said.said[WORD_MATE] && session->dialect->tsume) {
        go->mate_only = true;
        if (said.value[WORD_MATE] >= 0)
            go->time.move_time = said.value[WORD_MATE];
    } else if (said.said[WORD_MATE]) {
        go->mate = said.value[WORD_MATE] < MAX_PLY / 2 ? (int)said.value[WORD_MATE] : MAX_PLY / 2;
    }
    if (said.move_count > 0) {
        go->moves = request->wanted;
        go->move_count = said.move_count;
    } else if (said.said[WORD_SEARCHMOVES]) {
        diag_warn(diag, "go: no move after 'searchmoves', all are searched");
    }
    return check_position(session, go, diag);
}

GoAnswer go_answer(const Session *session, Span arguments)
{
    Span word;
    GoAnswer answer = ANSWER_MOVE;
    while (span_next_word(&arguments, &word)) {
        GoWord key = find_word(word);
        if (key == WORD_MATE && session->dialect->tsume)
            return ANSWER_MATE;
        if (key == WORD_PERFT)
            return ANSWER_LEAVES;
        if (key == WORD_PONDER || key == WORD_INFINITE)
            answer = ANSWER_MOVE_LATER;
    }
    return answer;
}

bool go_read_clocks(const Session *session, Span arguments, TimeSaid *time, bool *said, Diag *diag)
{
    Said words_said = {0};
    Span rest = arguments, word;
    *said = false;
    while (span_next_word(&rest, &word)) {
        GoWord key = find_word(word);
        if (key >= WORD_DEPTH)
            return diag_error(diag, "unexpected '%.*s' after 'ponderhit'", SPAN_ARG(word));
        if (!take_number(session, key, &rest, &words_said, diag))
            return false;
        words_said.said[key] = *said = true;
    }
    *time = read_time(session, &words_said, diag);
    return true;
}
