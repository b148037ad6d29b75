/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/console.h"

#include "base/version.h"
#include "engine/describe.h"
#include "engine/games.h"
#include "engine/perft.h"
#include "engine/setup.h"
#include "protocol/input.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const GameOps *game;
    GamePosition *pos;
    bool position_refused; /* the last `position` was: nobody asked for the one we have */
    bool quit;
} Session;

typedef struct {
    const char *word;
    const char *arguments;
    const char *help;
    void (*run)(Session *session, Span arguments);
} Command;

/* ---- Answers ---- */

/* Every refusal has this one form, which no protocol takes for anything else. */
static void say_error(const char *format, ...) PRINTF_LIKE(1, 2);

static void say_error(const char *format, ...)
{
    Diag line; /* keeps the answer printable and on one line */
    diag_clear(&line);
    char message[DIAG_LENGTH];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    diag_error(&line, "%s", message);
    printf("info string error: %s\n", line.error);
}

static bool expect_nothing(const char *word, Span arguments)
{
    Span extra;
    if (!span_next_word(&arguments, &extra))
        return true;
    say_error("unexpected '%.*s' after '%s'", SPAN_ARG(extra), word);
    return false;
}

/* ---- Commands ---- */

static void choose_game(Session *session, const GameOps *game)
{
    if (session->game != game) {
        session->game->destroy(session->pos);
        session->game = game;
        session->pos = game->create();
        session->position_refused = false;
    }
}

static void introduce(const char *ok)
{
    printf("id name Tenuki %s\nid author %s\n%s\n", TENUKI_VERSION, TENUKI_AUTHOR, ok);
}

static void run_uci(Session *session, Span arguments)
{
    if (!expect_nothing("uci", arguments))
        return;
    choose_game(session, &chess_ops);
    introduce("uciok");
}

static void run_usi(Session *session, Span arguments)
{
    if (!expect_nothing("usi", arguments))
        return;
    choose_game(session, &shogi_ops);
    introduce("usiok");
}

static void run_isready(Session *session, Span arguments)
{
    (void)session, (void)arguments;
    puts("readyok");
}

static void run_new_game(Session *session, Span arguments)
{
    (void)arguments;
    Diag diag;
    diag_clear(&diag);
    if (!session->game->set(session->pos, span_of(session->game->start), &diag))
        BUG("start position: %s", diag.error);
    session->position_refused = false;
}

static void run_position(Session *session, Span arguments)
{
    Diag diag;
    diag_clear(&diag);
    bool good = setup_position(session->game, session->pos, arguments, SETUP_PROTOCOL, &diag);
    session->position_refused = !good;
    if (!good)
        say_error("%s (position refused)", diag.error);
    if (diag.warning[0])
        printf("info string warning: %s\n", diag.warning);
}

static void run_draw(Session *session, Span arguments)
{
    Span word;
    bool letters = !input_is_terminal();
    if (span_next_word(&arguments, &word)) {
        letters = span_is(word, "letters");
        if (!letters && !span_is(word, "pictures")) {
            say_error("unknown word '%.*s': d [letters|pictures]", SPAN_ARG(word));
            return;
        }
    }
    Text text = TEXT_EMPTY;
    describe_position(session->game, session->pos, letters, &text);
    fputs(text_cstr(&text), stdout);
    text_free(&text);
}

static void run_moves(Session *session, Span arguments)
{
    if (!expect_nothing("moves", arguments))
        return;
    Text text = TEXT_EMPTY;
    describe_moves(session->game, session->pos, MOVE_PEOPLE, &text);
    fputs(text_cstr(&text), stdout);
    text_free(&text);
}

static void run_do(Session *session, Span arguments)
{
    Span word, rest = arguments;
    GameMove move;
    Diag diag;
    diag_clear(&diag);
    GamePosition *fresh = session->game->create();
    session->game->copy(fresh, session->pos);
    bool good = span_next_word(&rest, &word) || diag_error(&diag, "move missing: do MOVE ...");
    while (good) {
        good = session->game->read_move(fresh, word, &move, &diag);
        if (good)
            session->game->make(fresh, move);
        if (!good || !span_next_word(&rest, &word))
            break;
    }
    if (good)
        session->game->copy(session->pos, fresh);
    else
        say_error("%s", diag.error);
    session->game->destroy(fresh);
}

static void run_undo(Session *session, Span arguments)
{
    Span word;
    int64_t count = 1;
    if (span_next_word(&arguments, &word) && !span_to_int(word, 1, 1000000, &count)) {
        say_error("'%.*s' must be a number of moves", SPAN_ARG(word));
        return;
    }
    while (count-- > 0) {
        if (!session->game->unmake(session->pos)) {
            say_error("no move to take back");
            return;
        }
    }
}

static void run_flip(Session *session, Span arguments)
{
    if (!expect_nothing("flip", arguments))
        return;
    session->game->flip(session->pos);
}

static void run_perft(Session *session, int depth)
{
    PerftResult *result = xmalloc(sizeof *result);
    Text move = TEXT_EMPTY;
    perft_count(session->game, session->pos, depth, 1, result);
    for (int i = 0; i < result->moves; i++) {
        text_clear(&move);
        session->game->write_move(session->pos, result->move[i], MOVE_PROTOCOL, &move);
        printf("%s: %" PRIu64 "\n", text_cstr(&move), result->leaves[i]);
    }
    printf("\nNodes searched: %" PRIu64 "\n", result->total);
    text_free(&move);
    free(result);
}

static void run_go(Session *session, Span arguments)
{
    Span word, number;
    int64_t depth;
    if (session->position_refused) {
        say_error("the last position was refused: nothing to go from");
    } else if (!span_next_word(&arguments, &word) || !span_is(word, "perft")) {
        say_error("there is no search in this version: go perft N");
    } else if (!span_next_word(&arguments, &number)
               || !span_to_int(number, 1, PERFT_DEPTH_MAX, &depth)) {
        say_error("go perft: the depth must be a number from 1 to %d", PERFT_DEPTH_MAX);
    } else {
        run_perft(session, (int)depth);
    }
}

static void run_compiler(Session *session, Span arguments)
{
    (void)session, (void)arguments;
#if defined(__clang__)
    const char *compiler = "clang " __clang_version__;
#else
    const char *compiler = "gcc " __VERSION__;
#endif
    printf("Tenuki %s, %s\n", TENUKI_VERSION, compiler);
}

static void run_quit(Session *session, Span arguments)
{
    (void)arguments;
    session->quit = true;
}

static void run_help(Session *session, Span arguments);

static const Command commands[] = {
    {"uci", "", "play chess", run_uci},
    {"usi", "", "play shogi", run_usi},
    {"isready", "", "answer readyok", run_isready},
    {"ucinewgame", "", "back to the start position", run_new_game},
    {"usinewgame", "", "back to the start position", run_new_game},
    {"position", "startpos|fen F|sfen S [moves M ...]", "set up a position", run_position},
    {"d", "[letters|pictures]", "draw the board", run_draw},
    {"moves", "", "list the legal moves", run_moves},
    {"do", "MOVE ...", "play moves", run_do},
    {"undo", "[N]", "take moves back", run_undo},
    {"flip", "", "exchange the sides", run_flip},
    {"go", "perft N", "count the leaves of the move tree", run_go},
    {"compiler", "", "say what built this program", run_compiler},
    {"help", "", "this list", run_help},
    {"quit", "", "end", run_quit},
};

static void run_help(Session *session, Span arguments)
{
    (void)session, (void)arguments;
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        char usage[80];
        snprintf(usage, sizeof usage, "%s %s", commands[i].word, commands[i].arguments);
        printf("  %-50s %s\n", usage, commands[i].help);
    }
}

/* ---- The loop ---- */

static const char *command_word(size_t index)
{
    return index < COUNT_OF(commands) ? commands[index].word : NULL;
}

static void dispatch(Session *session, Span line)
{
    Span word;
    if (memchr(line.at, '\0', line.length)) {
        say_error("illegal NUL byte in the line");
        return;
    }
    if (!span_next_word(&line, &word))
        return;
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        if (span_is(word, commands[i].word)) {
            commands[i].run(session, line);
            return;
        }
    }
    say_error("unknown command '%.*s': help lists what there is", SPAN_ARG(word));
}

int console_run(void)
{
    Session session = {.game = &chess_ops, .pos = chess_ops.create()};
    Input *input = input_open(command_word);
    Span line;
    /* Whoever reads our answers may go away: that ends the loop below, it is no reason to die. */
    signal(SIGPIPE, SIG_IGN);
    if (input_is_terminal())
        printf("Tenuki %s: chess (usi for shogi), help lists the commands\n", TENUKI_VERSION);
    while (!session.quit && !ferror(stdout)) {
        fflush(stdout);
        LineStatus status = input_next(input, session.game->name, &line);
        if (status == LINE_END)
            break;
        if (status == LINE_TOO_LONG)
            say_error("line too long: at most %d bytes", LINE_LENGTH_MAX);
        else
            dispatch(&session, line);
    }
    fflush(stdout);
    input_close(input);
    session.game->destroy(session.pos);
    return 0;
}
