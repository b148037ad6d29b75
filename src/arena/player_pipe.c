/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A program that speaks UCI or USI as a player. Lines that it should not say are passed over. */

#include "arena/player_kind.h"
#include "arena/process.h"
#include "base/clock.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000000 };

typedef struct {
    const EngineSpec *spec;
    const PlayerTerms *terms;
    Process *process; /* NULL when it does not run */
    bool has_rule, has_max_moves, has_ponder, has_960;
    PlayerAnswer answer; /* what has been heard since the last go */
    bool deaf;           /* until readyok, what is heard belongs to an earlier search */
    bool late;           /* the deadline has been seen to pass */
    Text how;            /* it ended */
} Pipe;

/* ---- Talking ---- */

static PlayerStatus status_of(ProcessStatus status)
{
    return status == PROCESS_OK      ? PLAYER_ANSWERED
         : status == PROCESS_TIMEOUT ? PLAYER_LATE
                                     : PLAYER_GONE;
}

static PlayerStatus say(Pipe *self, const Text *text)
{
    Span span = {text_cstr(text), text->length};
    int64_t deadline = clock_now_ns() + self->terms->quit_ms * MS;
    PlayerStatus status = status_of(process_send(self->process, span, deadline));
    /* Who does not read what it is told hears us no more. */
    return status == PLAYER_LATE ? PLAYER_GONE : status;
}

static PlayerStatus say_word(Pipe *self, const char *word)
{
    Text text = TEXT_EMPTY;
    text_printf(&text, "%s\n", word);
    PlayerStatus status = say(self, &text);
    text_free(&text);
    return status;
}

/* The next line, looking now and then whether the match is being given up. Lines may come faster
 * than we can pass over them, so after the deadline only one more is heard. */
static PlayerStatus hear(Pipe *self, int64_t deadline_ns, Span *line)
{
    enum { LOOK_MS = 50 };
    if (self->late)
        return PLAYER_LATE;
    self->late = clock_now_ns() > deadline_ns;
    for (;;) {
        int64_t look = clock_now_ns() + LOOK_MS * (int64_t)MS;
        bool last = look >= deadline_ns;
        ProcessStatus status = process_read_line(self->process, last ? deadline_ns : look, line);
        if (status != PROCESS_TIMEOUT || last)
            return status_of(status);
        if (player_is_cancelled(self->terms))
            return PLAYER_CANCELLED;
    }
}

/* ---- The dialogue before a game ---- */

/* Which of the options that concern the rules of the match the engine has. */
static void note_option(Pipe *self, Span line)
{
    Span word;
    if (!span_next_word(&line, &word) || !span_is(word, "option"))
        return;
    if (!span_next_word(&line, &word) || !span_is(word, "name") || !span_next_word(&line, &word))
        return;
    self->has_rule = self->has_rule || span_is(word, "EnteringKingRule");
    self->has_max_moves = self->has_max_moves || span_is(word, "MaxMovesToDraw");
    self->has_ponder = self->has_ponder || span_is(word, "Ponder") || span_is(word, "USI_Ponder");
    self->has_960 = self->has_960 || span_is(word, "UCI_Chess960");
}

static PlayerStatus wait_for_word(Pipe *self, const char *wanted, Diag *diag)
{
    int64_t deadline = clock_now_ns() + self->terms->ready_ms * MS;
    self->late = false;
    for (;;) {
        Span line, word;
        PlayerStatus status = hear(self, deadline, &line);
        if (status == PLAYER_LATE)
            diag_error(diag, "no %s within %" PRId64 " s", wanted, self->terms->ready_ms / 1000);
        if (status == PLAYER_GONE)
            diag_error(diag, "ended before it said %s", wanted);
        if (status != PLAYER_ANSWERED)
            return status;
        note_option(self, line);
        if (span_next_word(&line, &word) && span_is(word, wanted))
            return PLAYER_ANSWERED;
    }
}

static void add_option(Text *text, const char *name, const char *value)
{
    text_printf(text, "setoption name %s", name);
    if (*value)
        text_printf(text, " value %s", value);
    text_add_char(text, '\n');
}

/* The rules of the match as far as the engine knows their names, then what the user wants. */
static PlayerStatus send_options(Pipe *self)
{
    static const char *const rules[] = {"NoEnteringKing", "CSARule27", "CSARule24", "TryRule"};
    const PlayerTerms *terms = self->terms;
    Text text = TEXT_EMPTY;
    if (self->has_rule)
        add_option(&text, "EnteringKingRule", rules[terms->rules.declare_rule]);
    if (self->has_max_moves)
        text_printf(&text, "setoption name MaxMovesToDraw value %d\n", terms->rules.max_moves);
    if (self->has_ponder && terms->ponder)
        add_option(&text, self->spec->usi ? "USI_Ponder" : "Ponder", "true");
    if (self->has_960 && terms->chess960)
        add_option(&text, "UCI_Chess960", "true");
    for (int i = 0; i < self->spec->option_count; i++)
        add_option(&text, self->spec->options[i].name, self->spec->options[i].value);
    PlayerStatus status = text.length ? say(self, &text) : PLAYER_ANSWERED;
    text_free(&text);
    return status;
}

static void forget(Pipe *self, int64_t grace_ms)
{
    if (!self->process)
        return;
    text_clear(&self->how);
    process_has_ended(self->process, &self->how);
    process_end(self->process, grace_ms);
    self->process = NULL;
}

static Process *start_program(const EngineSpec *spec, Diag *diag)
{
    const ProcessSpec process = {spec->argv, spec->dir, spec->error_file};
    return process_start(&process, diag);
}

bool player_can_start(const EngineSpec *spec, Diag *diag)
{
    Process *process = spec->inside ? NULL : start_program(spec, diag);
    process_end(process, 0);
    return spec->inside || process;
}

static PlayerStatus start(Pipe *self, Diag *diag)
{
    const EngineSpec *spec = self->spec;
    self->has_rule = self->has_max_moves = self->has_ponder = self->has_960 = false;
    self->process = start_program(spec, diag);
    if (!self->process)
        return PLAYER_GONE;
    PlayerStatus status = say_word(self, spec->usi ? "usi" : "uci");
    if (status == PLAYER_ANSWERED)
        status = wait_for_word(self, spec->usi ? "usiok" : "uciok", diag);
    if (status == PLAYER_ANSWERED)
        status = send_options(self);
    return status;
}

/* UCI: the new game, then ready; USI: the other way round. */
static PlayerStatus begin_game(Pipe *self, Diag *diag)
{
    bool usi = self->spec->usi;
    process_discard(self->process);
    PlayerStatus status = say_word(self, usi ? "isready" : "ucinewgame\nisready");
    if (status == PLAYER_ANSWERED)
        status = wait_for_word(self, "readyok", diag);
    if (status == PLAYER_ANSWERED && usi)
        status = say_word(self, "usinewgame");
    return status;
}

static PlayerStatus pipe_new_game(void *context, Diag *diag)
{
    Pipe *self = context;
    bool fresh = !self->process;
    PlayerStatus status = fresh ? start(self, diag) : PLAYER_ANSWERED;
    if (status == PLAYER_ANSWERED)
        status = begin_game(self, diag);
    if (status == PLAYER_GONE && !fresh) {
        /* It has died since its last game, which is nobody's loss. */
        forget(self, 0);
        diag_clear(diag);
        return pipe_new_game(self, diag);
    }
    if (status != PLAYER_ANSWERED) {
        diag_error(diag, "ended while it was started");
        forget(self, 0);
    }
    return status;
}

static void pipe_game_over(void *context, int result)
{
    Pipe *self = context;
    if (self->process && self->spec->usi)
        say_word(self, result > 0   ? "gameover win"
                       : result < 0 ? "gameover lose"
                                    : "gameover draw");
}

/* ---- What it says about its search ---- */

static bool next_int(Span *rest, int64_t *value)
{
    Span word, ahead = *rest;
    if (!span_next_word(&ahead, &word) || !span_to_int(word, -INT64_MAX, INT64_MAX, value))
        return false;
    *rest = ahead;
    return true;
}

/* Mates in moves of the side that mates (UCI) or in plies (USI, where "+" and "-" say only who). */
static bool read_mate(const Pipe *self, Span *rest, int *score)
{
    Span word;
    int64_t count;
    if (!span_next_word(rest, &word))
        return false;
    if (self->spec->usi && (span_is(word, "+") || span_is(word, "-"))) {
        *score = word.at[0] == '+' ? VALUE_MATE_BOUND : -VALUE_MATE_BOUND;
        return true;
    }
    if (!span_to_int(word, -MAX_PLY, MAX_PLY, &count))
        return false;
    bool wins = count > 0 || (count == 0 && word.at[0] == '+');
    int64_t plies = count < 0 ? -count : count;
    if (!self->spec->usi)
        plies = wins ? 2 * plies - 1 : 2 * plies;
    if (plies >= MAX_PLY)
        plies = MAX_PLY - 1;
    *score = wins ? value_mate_in((int)plies) : value_mated_in((int)plies);
    return true;
}

static bool read_score(const Pipe *self, Span *rest, PlayerAnswer *line)
{
    Span word;
    int64_t value;
    if (!span_next_word(rest, &word))
        return false;
    if (span_is(word, "mate"))
        return read_mate(self, rest, &line->score);
    if (!span_is(word, "cp") || !next_int(rest, &value))
        return false;
    line->score = value >= VALUE_MATE_BOUND  ? VALUE_MATE_BOUND - 1
                : value <= -VALUE_MATE_BOUND ? 1 - VALUE_MATE_BOUND
                                             : (int)value;
    return true;
}

/* Keeps the last line with an exact score of the best move. */
static void note_info(Pipe *self, Span rest)
{
    PlayerAnswer line = self->answer;
    Span word;
    int64_t value;
    bool scored = false;
    while (span_next_word(&rest, &word)) {
        if (span_is(word, "pv") || span_is(word, "string"))
            break;
        if (span_is(word, "lowerbound") || span_is(word, "upperbound"))
            return;
        if (span_is(word, "multipv") && next_int(&rest, &value) && value != 1)
            return;
        if (span_is(word, "depth") && next_int(&rest, &value) && value >= 0 && value < INT32_MAX)
            line.depth = (int)value;
        else if (span_is(word, "nodes") && next_int(&rest, &value) && value >= 0)
            line.nodes = (uint64_t)value;
        else if (span_is(word, "score"))
            scored = read_score(self, &rest, &line);
    }
    if (!scored)
        return;
    line.scored = true;
    self->answer = line;
}

/* Control characters must not reach anybody's terminal. */
static void copy_word(Span word, char buffer[PLAYER_MOVE_LENGTH])
{
    size_t length = word.length < PLAYER_MOVE_LENGTH - 1 ? word.length : PLAYER_MOVE_LENGTH - 1;
    for (size_t i = 0; i < length; i++)
        buffer[i] = word.at[i] > ' ' && word.at[i] <= '~' ? word.at[i] : '?';
    buffer[length] = '\0';
}

static void note_answer(Pipe *self, Span rest)
{
    Span word;
    self->answer.received_ns = clock_now_ns();
    if (span_next_word(&rest, &word))
        copy_word(word, self->answer.move);
    if (span_next_word(&rest, &word) && span_is(word, "ponder") && span_next_word(&rest, &word))
        copy_word(word, self->answer.ponder);
}

static PlayerStatus pipe_wait(void *context, int64_t deadline_ns, PlayerAnswer *answer)
{
    Pipe *self = context;
    self->late = false;
    for (;;) {
        Span line, word;
        PlayerStatus status = hear(self, deadline_ns, &line);
        if (status != PLAYER_ANSWERED)
            return status;
        if (!span_next_word(&line, &word))
            continue;
        if (span_is(word, "readyok"))
            self->deaf = false;
        if (self->deaf)
            continue;
        if (span_is(word, "info"))
            note_info(self, line);
        if (!span_is(word, "bestmove"))
            continue;
        note_answer(self, line);
        *answer = self->answer;
        return PLAYER_ANSWERED;
    }
}

/* ---- Thinking ---- */

/* The clocks have the names of the colours: White moves first in chess, Black in shogi. */
static void add_clocks(const Pipe *self, const PlayerTurn *turn, Text *text)
{
    Side side = self->terms->game->side_to_move(turn->pos);
    Side white = self->spec->usi ? SECOND : FIRST;
    const GameLimits *limits = turn->limits;
    if (!limits_has_clock(limits))
        return;
    const GameClock *clocks[2] = {&turn->clocks[FIRST], &turn->clocks[SECOND]};
    /* An opponent without a clock: the engine is told its own twice. */
    if (!limits_has_clock(clocks[other_side(side)]->limits))
        clocks[other_side(side)] = clocks[side];
    text_printf(text,
                self->spec->usi ? " btime %" PRId64 " wtime %" PRId64
                                : " wtime %" PRId64 " btime %" PRId64,
                game_clock_left_ms(clocks[FIRST]), game_clock_left_ms(clocks[SECOND]));
    if (limits->byoyomi_ms)
        text_printf(text, " byoyomi %" PRId64, limits->byoyomi_ms);
    else if (limits->increment_ms)
        text_printf(text, " winc %" PRId64 " binc %" PRId64, clocks[white]->limits->increment_ms,
                    clocks[other_side(white)]->limits->increment_ms);
    else if (self->spec->usi)
        text_add(text, " byoyomi 0");
    if (limits->moves)
        text_printf(text, " movestogo %d", turn->clocks[side].moves_left);
}

static void add_go(const Pipe *self, const PlayerTurn *turn, Text *text)
{
    const GameLimits *limits = turn->limits;
    text_printf(text, "position %s\ngo", turn->position);
    if (turn->ponder)
        text_add(text, " ponder");
    add_clocks(self, turn, text);
    if (limits->move_ms)
        text_printf(text, " movetime %" PRId64, limits->move_ms);
    if (limits->nodes)
        text_printf(text, " nodes %" PRIu64, limits->nodes);
    if (limits->depth)
        text_printf(text, " depth %d", limits->depth);
    text_add_char(text, '\n');
}

static PlayerStatus pipe_go(void *context, const PlayerTurn *turn, int64_t *started_ns)
{
    Pipe *self = context;
    Text text = TEXT_EMPTY;
    /* What it has said unasked, a second bestmove perhaps, is no answer to this. In UCI it can be
     * told where that ends; in USI, isready may take long and is not for the middle of a game. */
    process_discard(self->process);
    self->answer = (PlayerAnswer){0};
    self->deaf = !self->spec->usi;
    if (self->deaf)
        text_add(&text, "isready\n");
    add_go(self, turn, &text);
    *started_ns = clock_now_ns();
    PlayerStatus status = say(self, &text);
    text_free(&text);
    return status;
}

static PlayerStatus pipe_ponderhit(void *context, const PlayerTurn *turn, int64_t *started_ns)
{
    (void)turn;
    Pipe *self = context;
    *started_ns = clock_now_ns();
    return say_word(self, "ponderhit");
}

static void pipe_stop(void *context)
{
    Pipe *self = context;
    say_word(self, "stop");
}

/* ---- Life ---- */

static void *pipe_create(const EngineSpec *spec, const PlayerTerms *terms)
{
    Pipe *self = xcalloc(1, sizeof *self);
    self->spec = spec;
    self->terms = terms;
    return self;
}

static void pipe_destroy(void *context)
{
    Pipe *self = context;
    if (self->process) {
        say_word(self, "quit");
        forget(self, self->terms->quit_ms);
    }
    text_free(&self->how);
    free(self);
}

static void pipe_kill(void *context) { forget(context, 0); }

static void pipe_gone_reason(void *context, Text *text)
{
    Pipe *self = context;
    /* The end of the pipe is seen a little before the end of the process. */
    enum { TRIES = 20, PAUSE_MS = 5 };
    for (int i = 0; self->process && i < TRIES; i++) {
        if (process_has_ended(self->process, text))
            return;
        poll(NULL, 0, PAUSE_MS);
    }
    text_add(text, self->how.length ? text_cstr(&self->how) : "closed its pipes");
}

const PlayerKind player_pipe = {
    .create = pipe_create,
    .destroy = pipe_destroy,
    .new_game = pipe_new_game,
    .game_over = pipe_game_over,
    .go = pipe_go,
    .wait = pipe_wait,
    .ponderhit = pipe_ponderhit,
    .stop = pipe_stop,
    .kill = pipe_kill,
    .gone_reason = pipe_gone_reason,
};
