/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/console.h"

#include "base/terminal.h"
#include "base/version.h"
#include "engine/describe.h"
#include "engine/explain.h"
#include "engine/load.h"
#include "param/write.h"
#include "protocol/command.h"
#include "protocol/input.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Commands for people ---- */

static void run_draw(Session *session, Span arguments)
{
    Span word;
    bool letters = !input_is_terminal();
    if (span_next_word(&arguments, &word)) {
        letters = span_is(word, "letters");
        if (!letters && !span_is(word, "pictures")) {
            output_error(&session->out, "unknown word '%.*s': d [letters|pictures]",
                         SPAN_ARG(word));
            return;
        }
    }
    Text text = TEXT_EMPTY;
    describe_position(session_game(session), engine_position(session->engine), letters, &text);
    output_text(&session->out, text_cstr(&text));
    text_free(&text);
}

static void run_eval(Session *session, Span arguments)
{
    const GameOps *game = session_game(session);
    GamePosition *pos = engine_position(session->engine);
    if (!command_expects_nothing(session, "eval", arguments))
        return;
    if (game->is_mate_only(pos)) {
        output_error(&session->out, "a king is missing: there is nothing to evaluate");
        return;
    }
    Text text = TEXT_EMPTY;
    explain_evaluation(game, pos, engine_net(session->engine), &text);
    output_text(&session->out, text_cstr(&text));
    text_free(&text);
}

static void run_moves(Session *session, Span arguments)
{
    if (!command_expects_nothing(session, "moves", arguments))
        return;
    Text text = TEXT_EMPTY;
    describe_moves(session_game(session), engine_position(session->engine), MOVE_PEOPLE, &text);
    output_text(&session->out, text_cstr(&text));
    text_free(&text);
}

static void run_do(Session *session, Span arguments)
{
    const GameOps *game = session_game(session);
    GamePosition *pos = engine_position(session->engine), *fresh = game->create();
    Span word, rest = arguments;
    GameMove move;
    Diag diag;
    diag_clear(&diag);
    game->copy(fresh, pos);
    bool good = span_next_word(&rest, &word) || diag_error(&diag, "move missing: do MOVE ...");
    while (good) {
        good = session_read_move(session, fresh, word, &move, &diag);
        if (good)
            game->make(fresh, move);
        if (!good || !span_next_word(&rest, &word))
            break;
    }
    if (good)
        game->copy(pos, fresh);
    else
        output_error(&session->out, "%s", diag.error);
    game->destroy(fresh);
}

static void run_undo(Session *session, Span arguments)
{
    Span word;
    int64_t count = 1;
    if (span_next_word(&arguments, &word) && !span_to_int(word, 1, 1000000, &count)) {
        output_error(&session->out, "'%.*s' must be a number of moves", SPAN_ARG(word));
        return;
    }
    const GameOps *game = session_game(session);
    GamePosition *fresh = game->create();
    game->copy(fresh, engine_position(session->engine));
    bool good = true;
    while (good && count-- > 0)
        good = game->unmake(fresh);
    if (good)
        game->copy(engine_position(session->engine), fresh);
    else
        output_error(&session->out, "no move to take back");
    game->destroy(fresh);
}

/* A game out of a file, as it ended. */
static void run_load(Session *session, Span arguments)
{
    Span rest = arguments, word, name;
    int64_t number = 1;
    Diag diag;
    diag_clear(&diag);
    if (!span_next_word(&rest, &name)) {
        output_error(&session->out, "file missing: load FILE [N]");
        return;
    }
    if (span_next_word(&rest, &word) && !span_to_int(word, 1, 1000000000, &number)) {
        output_error(&session->out, "'%.*s' must be the number of a game", SPAN_ARG(word));
        return;
    }
    Text path = TEXT_EMPTY;
    text_add_span(&path, name);
    const GameOps *game = session_game(session);
    if (load_game(text_cstr(&path), (int)number, game, engine_position(session->engine), &diag))
        session->position_refused = false;
    else
        output_error(&session->out, "%s", diag.error);
    text_free(&path);
}

static void run_flip(Session *session, Span arguments)
{
    if (command_expects_nothing(session, "flip", arguments))
        session_game(session)->flip(engine_position(session->engine));
}

static void run_stats(Session *session, Span arguments)
{
    Span word;
    bool json = span_next_word(&arguments, &word);
    if (json && !span_is(word, "json")) {
        output_error(&session->out, "unknown word '%.*s': stats [json]", SPAN_ARG(word));
        return;
    }
    Stats *stats = xmalloc(sizeof *stats);
    Text text = TEXT_EMPTY;
    engine_stats(session->engine, stats);
    if (json)
        stats_write_json(stats, &text);
    else
        stats_write_table(stats, &text);
    if (text.length > 0 && text.data[text.length - 1] != '\n')
        text_add_char(&text, '\n');
    output_text(&session->out, text_cstr(&text));
    text_free(&text);
    free(stats);
}

/* What adaptive margins have learned: looked at, forgotten, or as it was at a snapshot. */
static void run_margins(Session *session, Span arguments)
{
    Span word = {arguments.at, 0}, number;
    span_next_word(&arguments, &word);
    int64_t snapshot;
    if (span_is(word, "reset")) {
        engine_reset_margins(session->engine);
        return;
    }
    if (span_is(word, "restore")) {
        if (!span_next_word(&arguments, &number)
            || !span_to_int(number, 1, MARGIN_SNAPSHOTS, &snapshot)
            || !engine_restore_margins(session->engine, (int)snapshot - 1))
            output_error(&session->out, "there is no such snapshot: margins lists them");
        return;
    }
    if (word.length > 0 && !span_is(word, "json")) {
        output_error(&session->out, "unknown word '%.*s': margins [json|reset|restore N]",
                     SPAN_ARG(word));
        return;
    }
    const Margins *margins = engine_margins(session->engine);
    if (!margins) {
        output_error(&session->out, "nothing scales the margins: adapt and phase are off");
        return;
    }
    Text text = TEXT_EMPTY;
    if (word.length > 0) {
        margins_write_json(margins, &text);
        text_add_char(&text, '\n');
    } else {
        margins_write_table(margins, &text);
    }
    output_text(&session->out, text_cstr(&text));
    text_free(&text);
}

static void run_bench(Session *session, Span arguments)
{
    char name[] = "bench";
    char *argv[] = {name, NULL};
    if (command_expects_nothing(session, "bench", arguments))
        session->bench(1, argv);
    output_text(&session->out, "");
}

/* For OpenBench: the rows a tuner may turn. */
static void run_tune(Session *session, Span arguments)
{
    if (!command_expects_nothing(session, "tune", arguments))
        return;
    Text text = TEXT_EMPTY;
    params_write_spsa(engine_params(session->engine), &text);
    output_text(&session->out, text_cstr(&text));
    text_free(&text);
}

static void run_compiler(Session *session, Span arguments)
{
    (void)arguments;
#if defined(__clang__)
    const char *compiler = "clang " __clang_version__;
#else
    const char *compiler = "gcc " __VERSION__;
#endif
    output_line(&session->out, "Tenuki %s, %s", TENUKI_VERSION, compiler);
}

static void run_help(Session *session, Span arguments);

static const Command commands[] = {
    {"uci", "", "play chess, by the protocol UCI", GROUP_PROTOCOL, TAKES_NOTHING, ALWAYS,
     command_hello_uci},
    {"usi", "", "play shogi, by the protocol USI", GROUP_PROTOCOL, TAKES_NOTHING, ALWAYS,
     command_hello_usi},
    {"isready", "", "answer readyok", GROUP_PROTOCOL, TAKES_NOTHING, ALWAYS, command_isready},
    {"ucinewgame", "", "forget everything", GROUP_PROTOCOL, TAKES_NOTHING, WHEN_IDLE,
     command_new_game},
    {"usinewgame", "", "forget everything", GROUP_PROTOCOL, TAKES_NOTHING, WHEN_IDLE,
     command_new_game},
    {"gameover", "win|lose|draw", "the game is over", GROUP_PROTOCOL, TAKES_WORDS, ALWAYS,
     command_gameover},
    {"debug", "on|off", "understood, without effect", GROUP_PROTOCOL, TAKES_WORDS, ALWAYS,
     command_debug},
    {"register", "", "understood, without effect", GROUP_PROTOCOL, TAKES_NOTHING, ALWAYS,
     command_register},
    {"position", "startpos|fen F|sfen S [moves M ...]", "set up a position", GROUP_POSITION,
     TAKES_POSITION, WHEN_IDLE, command_position},
    {"load", "FILE [N]", "the N-th game of a PGN, CSA or KIF file", GROUP_POSITION, TAKES_FILE,
     WHEN_IDLE, run_load},
    {"do", "MOVE ...", "play moves", GROUP_POSITION, TAKES_MOVES, WHEN_IDLE, run_do},
    {"undo", "[N]", "take moves back", GROUP_POSITION, TAKES_NOTHING, WHEN_IDLE, run_undo},
    {"flip", "", "exchange the sides", GROUP_POSITION, TAKES_NOTHING, WHEN_IDLE, run_flip},
    {"d", "[letters|pictures]", "draw the board", GROUP_POSITION, TAKES_WORDS, ALWAYS, run_draw},
    {"moves", "", "list the legal moves", GROUP_POSITION, TAKES_NOTHING, ALWAYS, run_moves},
    {"eval", "", "evaluate without a search, and explain", GROUP_POSITION, TAKES_NOTHING, ALWAYS,
     run_eval},
    {"go", "[depth N] [movetime MS] [perft N] ...", "search; docs/protocol.md has all words",
     GROUP_SEARCH, TAKES_GO, WHEN_IDLE, command_go},
    {"stop", "", "end the search and say the best move", GROUP_SEARCH, TAKES_NOTHING, ALWAYS,
     command_stop},
    {"ponderhit", "", "the expected move was played", GROUP_SEARCH, TAKES_NOTHING, ALWAYS,
     command_ponderhit},
    {"setoption", "name N [value V]", "set an option or a parameter", GROUP_SEARCH, TAKES_OPTION,
     WHEN_IDLE, command_setoption},
    {"stats", "[json]", "what the last search counted", GROUP_SEARCH, TAKES_WORDS, WHEN_IDLE,
     run_stats},
    {"margins", "[json|reset|restore N]", "what adaptive margins have learned", GROUP_SEARCH,
     TAKES_WORDS, WHEN_IDLE, run_margins},
    {"bench", "", "search fixed positions: the signature", GROUP_PROGRAM, TAKES_NOTHING, WHEN_IDLE,
     run_bench},
    {"tune", "", "list the numbers of the search for a tuner", GROUP_PROGRAM, TAKES_NOTHING, ALWAYS,
     run_tune},
    {"compiler", "", "say what built this program", GROUP_PROGRAM, TAKES_NOTHING, ALWAYS,
     run_compiler},
    {"help", "[COMMAND]", "this list", GROUP_PROGRAM, TAKES_COMMAND, ALWAYS, run_help},
    {"quit", "", "end", GROUP_PROGRAM, TAKES_NOTHING, ALWAYS, command_quit},
};

bool console_command(size_t index, const char **word, const char **arguments, const char **help)
{
    if (index >= COUNT_OF(commands))
        return false;
    *word = commands[index].word;
    *arguments = commands[index].arguments;
    *help = commands[index].help;
    return true;
}

static const Command *find_command(Span word)
{
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (span_is(word, commands[i].word))
            return &commands[i];
    return NULL;
}

static void add_help(const Command *command, Text *text)
{
    char usage[80];
    snprintf(usage, sizeof usage, "%s %s", command->word, command->arguments);
    text_printf(text, "  %-50s %s\n", usage, command->help);
}

static void run_help(Session *session, Span arguments)
{
    static const char *const titles[GROUPS] = {
        [GROUP_PROTOCOL] = "Protocols",
        [GROUP_POSITION] = "Positions",
        [GROUP_SEARCH] = "Searching",
        [GROUP_PROGRAM] = "The program",
    };
    Text text = TEXT_EMPTY;
    Span word;
    if (span_next_word(&arguments, &word)) {
        const Command *command = find_command(word);
        if (command)
            add_help(command, &text);
        else
            output_error(&session->out, "unknown command '%.*s': help lists what there is",
                         SPAN_ARG(word));
    } else {
        for (int group = 0; group < GROUPS; group++) {
            text_printf(&text, "%s" MARK_HEADING "%s" MARK_END "\n", group ? "\n" : "",
                        titles[group]);
            for (size_t i = 0; i < COUNT_OF(commands); i++)
                if ((int)commands[i].group == group)
                    add_help(&commands[i], &text);
        }
    }
    output_marked(&session->out, text_cstr(&text));
    text_free(&text);
}

/* ---- The loop ---- */

static void complete(void *context, Span line, Completion *completion)
{
    const Session *session = context;
    Span rest = line, word;
    bool first = !span_next_word(&rest, &word) || word.at == completion->typed.at;
    const Command *command = first ? NULL : find_command(word);
    if (command)
        complete_arguments(session, command->takes, command->arguments, rest, completion);
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (first || (command && command->takes == TAKES_COMMAND))
            completion_offer(completion, commands[i].word);
}

/* A search that was told to stop is about to answer: what comes after it waits that long. Any other
 * search must not be disturbed. */
static bool may_run(Session *session, const Command *command)
{
    if (command->time == ALWAYS)
        return true;
    if (session_is_busy(session)) {
        output_error(&session->out, "'%s' refused: a search is running, stop it first",
                     command->word);
        if (command->run == command_position)
            session->position_refused = true;
        return false;
    }
    engine_wait(session->engine);
    return true;
}

/* A line that nobody can read may have named a position: then we do not have the one that is
 * wanted. */
static void drop(Session *session, Span line)
{
    Span word;
    if (!span_next_word(&line, &word) || span_is(word, "position"))
        session->position_refused = true;
}

static void dispatch(Session *session, Span line)
{
    Span word;
    if (memchr(line.at, '\0', line.length)) {
        output_error(&session->out, "illegal NUL byte in the line");
        drop(session, line);
        return;
    }
    if (!span_next_word(&line, &word))
        return;
    const Command *command = find_command(word);
    if (command && may_run(session, command))
        command->run(session, line);
    if (!command)
        output_error(&session->out, "unknown command '%.*s': help lists what there is",
                     SPAN_ARG(word));
}

/* After the last command. Leaves that are being counted are worth waiting for, unless we were told
 * to quit; a search is stopped, and if its answer cannot be got rid of, so be it. */
static void leave(Session *session)
{
    enum { PATIENCE_MS = 1000 };
    if (!session->quit && engine_is_counting(session->engine))
        engine_wait(session->engine);
    engine_stop(session->engine);
    if (!engine_wait_for(session->engine, PATIENCE_MS))
        _exit(0);
    session_end(session);
}

int console_run(SessionStart *start, int (*bench)(int argc, char **argv))
{
    Session *session = xmalloc(sizeof *session);
    Span line;
    /* Whoever reads our answers may go away: the next one that is written will notice. */
    signal(SIGPIPE, SIG_IGN);
    session_init(session, start);
    session->bench = bench;
    Input *input = input_open(&session->out, complete, session);
    if (input_is_terminal()) {
        session->out.colours = terminal_has_colours(STDOUT_FILENO);
        output_marked(&session->out,
                      MARK_HEADING "Tenuki " TENUKI_VERSION MARK_END
                                   ", a chess and shogi engine. uci is chess, usi is shogi;\n"
                                   "help lists the commands, Tab completes them, quit ends.\n");
    }
    while (!session->quit) {
        LineStatus status = input_next(input, session_game(session)->name, &line);
        if (status == LINE_END)
            break;
        if (status == LINE_TOO_LONG) {
            output_error(&session->out, "line too long: at most %d bytes", LINE_LENGTH_MAX);
            drop(session, line);
        } else {
            dispatch(session, line);
        }
    }
    leave(session);
    input_close(input);
    free(session);
    return 0;
}
