/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arena/played.h"

#include "arena/openings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void played_free(PlayedGame *played)
{
    for (int i = 0; i < 2; i++) {
        free(played->names[i]);
        free(played->limits[i]);
    }
    free(played->opening);
    free(played->reason);
    free(played->moves);
    *played = PLAYED_EMPTY;
}

void played_add_move(PlayedGame *played, const PlayedMove *move)
{
    if (played->move_count == played->move_capacity) {
        played->move_capacity = played->move_capacity ? played->move_capacity * 2 : 128;
        played->moves =
            xrealloc(played->moves, (size_t)played->move_capacity * sizeof *played->moves);
    }
    played->moves[played->move_count++] = *move;
}

/* ---- Words ---- */

static const char *const fault_names[FAULTS] = {
    [FAULT_NONE] = "none",       [FAULT_TIME] = "time", [FAULT_ILLEGAL] = "illegal move",
    [FAULT_GONE] = "disconnect", [FAULT_HANG] = "hang", [FAULT_START] = "no start",
};

static const char *const end_names[RECORD_ENDS] = {
    [RECORD_END_NONE] = "adjudication",
    [RECORD_END_RESIGN] = "resignation",
    [RECORD_END_MATE] = "mate",
    [RECORD_END_STALEMATE] = "no move",
    [RECORD_END_TIME] = "time",
    [RECORD_END_ILLEGAL] = "illegal move",
    [RECORD_END_REPETITION] = "repetition",
    [RECORD_END_PERPETUAL] = "perpetual check",
    [RECORD_END_DECLARATION] = "declaration",
    [RECORD_END_IMPASSE] = "impasse",
    [RECORD_END_MAX_MOVES] = "move limit",
    [RECORD_END_FIFTY] = "fifty moves",
    [RECORD_END_THREEFOLD] = "threefold",
    [RECORD_END_DEAD] = "dead position",
    [RECORD_END_INTERRUPTED] = "interrupted",
    [RECORD_END_ABANDONED] = "abandoned",
    [RECORD_END_NO_MATE] = "no mate",
};

static int find_name(const char *const *names, int count, const char *name)
{
    int i = 0;
    while (i < count && strcmp(names[i], name) != 0)
        i++;
    return i;
}

const char *played_fault_name(GameFault fault) { return fault_names[fault]; }
const char *played_end_name(RecordEnd end) { return end_names[end]; }

bool played_find_fault(const char *name, GameFault *fault)
{
    int found = find_name(fault_names, FAULTS, name);
    if (found < FAULTS)
        *fault = (GameFault)found;
    return found < FAULTS;
}

bool played_find_end(const char *name, RecordEnd *end)
{
    int found = find_name(end_names, RECORD_ENDS, name);
    if (found < RECORD_ENDS)
        *end = (RecordEnd)found;
    return found < RECORD_ENDS;
}

int played_points(RecordResult result)
{
    return result == RECORD_FIRST_WINS ? 2 : result == RECORD_DRAW ? 1 : 0;
}

const char *played_result_text(RecordResult result)
{
    return result == RECORD_FIRST_WINS  ? "1-0"
         : result == RECORD_SECOND_WINS ? "0-1"
         : result == RECORD_DRAW        ? "1/2-1/2"
                                        : "*";
}

RecordEnd played_end_of(const char *words)
{
    static const struct {
        const char *words;
        RecordEnd end;
    } ends[] = {
        {"checkmate", RECORD_END_MATE},
        {"stalemate", RECORD_END_STALEMATE},
        {"no legal move", RECORD_END_STALEMATE},
        {"dead position", RECORD_END_DEAD},
        {"threefold repetition", RECORD_END_THREEFOLD},
        {"fifty moves", RECORD_END_FIFTY},
        {"fourfold repetition", RECORD_END_REPETITION},
        {"perpetual check", RECORD_END_PERPETUAL},
    };
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (strcmp(words, ends[i].words) == 0)
            return ends[i].end;
    BUG("an end without a name: %s", words);
}

RecordResult played_result_of(const char *text)
{
    return strcmp(text, "1-0") == 0     ? RECORD_FIRST_WINS
         : strcmp(text, "0-1") == 0     ? RECORD_SECOND_WINS
         : strcmp(text, "1/2-1/2") == 0 ? RECORD_DRAW
                                        : RECORD_UNKNOWN;
}

/* ---- The start ---- */

static bool set_start(const PlayedGame *played, const GameOps *game, GamePosition *pos, Diag *diag)
{
    Span start, moves;
    openings_split(game, played->opening, &start, &moves);
    return game->set(pos, start.at ? start : span_of(game->start), diag);
}

static GamePosition *start_of(const PlayedGame *played, const GameOps *game)
{
    Diag diag;
    diag_clear(&diag);
    GamePosition *pos = game->create();
    if (!set_start(played, game, pos, &diag))
        BUG("a game with a bad opening: %s", diag.error);
    return pos;
}

/* ---- Moves and notes as text ---- */

void played_write_moves(const PlayedGame *played, const GameOps *game, Text *text)
{
    GamePosition *pos = start_of(played, game);
    for (int i = 0; i < played->move_count; i++) {
        if (i > 0)
            text_add_char(text, ' ');
        game->write_move(pos, played->moves[i].move, MOVE_PROTOCOL, text);
        game->make(pos, played->moves[i].move);
    }
    game->destroy(pos);
}

void played_write_notes(const PlayedGame *played, Text *text)
{
    for (int i = 0; i < played->move_count; i++) {
        const PlayedMove *move = &played->moves[i];
        if (i > 0)
            text_add_char(text, ' ');
        if (move->book) {
            text_add_char(text, '-');
            continue;
        }
        if (move->scored)
            text_printf(text, "%d", move->score);
        text_printf(text, ":%d:%" PRIu64 ":%" PRId64, move->depth, move->nodes, move->time_ms);
    }
}

/* Up to the next colon. */
static Span next_field(Span *rest)
{
    const char *colon = rest->length ? memchr(rest->at, ':', rest->length) : NULL;
    Span field = {rest->at, colon ? (size_t)(colon - rest->at) : rest->length};
    size_t taken = colon ? field.length + 1 : field.length;
    rest->at += taken;
    rest->length -= taken;
    return field;
}

static bool read_note(Span note, PlayedMove *move)
{
    int64_t score, depth, nodes, ms;
    if (span_is(note, "-")) {
        move->book = true;
        return true;
    }
    Span field = next_field(&note);
    move->scored = field.length > 0;
    if (move->scored) {
        if (!span_to_int(field, -VALUE_MATE, VALUE_MATE, &score))
            return false;
        move->score = (int)score;
    }
    if (!span_to_int(next_field(&note), 0, INT32_MAX, &depth)
        || !span_to_int(next_field(&note), 0, INT64_MAX, &nodes)
        || !span_to_int(next_field(&note), 0, INT64_MAX, &ms))
        return false;
    move->depth = (int)depth;
    move->nodes = (uint64_t)nodes;
    move->time_ms = ms;
    return note.length == 0;
}

bool played_read_moves(PlayedGame *played, const GameOps *game, Span moves, Span notes, Diag *diag)
{
    Span word, note;
    Diag inner;
    diag_clear(&inner);
    GamePosition *pos = game->create();
    bool good = set_start(played, game, pos, &inner);
    if (!good)
        diag_error(diag, "opening: %s", inner.error);
    played->move_count = 0;
    while (good && span_next_word(&moves, &word)) {
        PlayedMove move = {0};
        good = game->read_move(pos, word, &move.move, &inner);
        if (!good)
            diag_error(diag, "move %d: %s", played->move_count + 1, inner.error);
        else if (!span_next_word(&notes, &note) || !read_note(note, &move))
            good = diag_error(diag, "move %d: a bad note", played->move_count + 1);
        if (good) {
            game->make(pos, move.move);
            played_add_move(played, &move);
        }
    }
    game->destroy(pos);
    return good;
}

/* ---- Records ---- */

static void add_score(const GameOps *game, int score, Text *text)
{
    int plies = score > 0 ? VALUE_MATE - score : VALUE_MATE + score;
    if (value_is_mate(score))
        text_printf(text, "%cM%d", score > 0 ? '+' : '-',
                    game == &chess_ops ? (plies + 1) / 2 : plies);
    else
        text_printf(text, "%+.2f", score / 100.0);
}

/* "+0.25/12 0.034s", as other match runners write it. */
static void add_comment(const GameOps *game, const PlayedMove *move, Text *text)
{
    if (move->book) {
        text_add(text, "book");
        return;
    }
    if (move->scored) {
        add_score(game, move->score, text);
        text_printf(text, "/%d ", move->depth);
    }
    text_printf(text, "%.3fs", (double)move->time_ms / 1000);
}

static void set_tags(const PlayedGame *played, const GameOps *game, const char *event,
                     Record *record)
{
    bool chess = game == &chess_ops;
    char date[32];
    struct tm tm;
    time_t when = (time_t)played->finished;
    Text text = TEXT_EMPTY;
    record_set_tag(record, "Event", span_of(event));
    if (gmtime_r(&when, &tm)) {
        strftime(date, sizeof date, "%Y.%m.%d", &tm);
        if (chess)
            record_set_tag(record, "Date", span_of(date));
        strftime(date, sizeof date, "%Y/%m/%d %H:%M:%S", &tm);
        record_set_tag(record, "EndTime", span_of(date));
    }
    text_printf(&text, "%" PRId64, played->number);
    record_set_tag(record, "Round", span_of(text_cstr(&text)));
    record_set_tag(record, chess ? "White" : "Black", span_of(played->names[FIRST]));
    record_set_tag(record, chess ? "Black" : "White", span_of(played->names[SECOND]));
    text_clear(&text);
    text_add(&text, played->limits[FIRST]);
    if (strcmp(played->limits[FIRST], played->limits[SECOND]) != 0)
        text_printf(&text, " : %s", played->limits[SECOND]);
    record_set_tag(record, "TimeControl", span_of(text_cstr(&text)));
    if (chess && played->end == RECORD_END_NONE)
        record_set_tag(record, "Termination", span_of("adjudication"));
    text_free(&text);
}

void played_to_record(const PlayedGame *played, const GameOps *game, const char *event,
                      Record *record)
{
    Span start, moves;
    Text text = TEXT_EMPTY;
    openings_split(game, played->opening, &start, &moves);
    if (start.at) {
        text_add_span(&text, start);
        record->start = xstrdup(text_cstr(&text));
    }
    set_tags(played, game, event, record);
    for (int i = 0; i < played->move_count; i++) {
        const PlayedMove *move = &played->moves[i];
        text_clear(&text);
        add_comment(game, move, &text);
        if (i == played->move_count - 1)
            text_printf(&text, ", %s", played->reason);
        record_add_move(record, move->move, move->book ? -1 : move->time_ms, text_cstr(&text));
    }
    if (played->move_count == 0)
        record_set_comment(record, span_of(played->reason));
    record->result = played->result;
    record->end = played->end;
    text_free(&text);
}

/* ---- Checking ---- */

static bool check_end(const PlayedGame *played, const GameOps *game, const GamePosition *pos,
                      const GameRules *rules, Diag *diag)
{
    GameFacts facts;
    Side mover = game->side_to_move(pos);
    RecordResult mover_loses = mover == FIRST ? RECORD_SECOND_WINS : RECORD_FIRST_WINS;
    RecordResult mover_wins = mover == FIRST ? RECORD_FIRST_WINS : RECORD_SECOND_WINS;
    game->describe(pos, &facts);
    if (played->fault != FAULT_NONE) {
        bool first = played->at_fault == FIRST;
        return played->result == (first ? RECORD_SECOND_WINS : RECORD_FIRST_WINS)
            || diag_error(diag, "whoever was at fault has not lost");
    }
    if (facts.end)
        return (played->end == played_end_of(facts.end)
                && played->result == played_result_of(facts.result))
            || diag_error(diag, "ended by %s with %s, but %s is stored", facts.end, facts.result,
                          played_result_text(played->result));
    switch (played->end) {
    case RECORD_END_RESIGN:
        return played->result == mover_loses || diag_error(diag, "the wrong side has resigned");
    case RECORD_END_DECLARATION:
        return (played->result == mover_wins && game->may_declare(pos, rules))
            || (played->result == RECORD_DRAW && game->may_claim_draw(pos, rules))
            || diag_error(diag, "nothing could be declared");
    case RECORD_END_MAX_MOVES:
        return played->result == RECORD_DRAW || diag_error(diag, "the move limit is no draw");
    case RECORD_END_NONE: return true;
    default: return diag_error(diag, "the position shows no end");
    }
}

bool played_check(const PlayedGame *played, const GameOps *game, const GameRules *rules, Diag *diag)
{
    GameFacts facts;
    GamePosition *pos = start_of(played, game);
    bool good = played->result != RECORD_UNKNOWN || diag_error(diag, "no result");
    for (int i = 0; good && i < played->move_count; i++) {
        game->make(pos, played->moves[i].move);
        game->describe(pos, &facts);
        if (facts.end && i + 1 < played->move_count)
            good = diag_error(diag, "goes on after %s", facts.end);
    }
    good = good && check_end(played, game, pos, rules, diag);
    game->destroy(pos);
    return good;
}
