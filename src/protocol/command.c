/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/command.h"

#include "base/version.h"
#include "engine/setup.h"
#include "protocol/go.h"
#include "protocol/info.h"
#include "protocol/setoption.h"
#include "protocol/variant.h"

#include <stdlib.h>

bool command_expects_nothing(Session *session, const char *word, Span arguments)
{
    Span extra;
    if (!span_next_word(&arguments, &extra))
        return true;
    output_error(&session->out, "unexpected '%.*s' after '%s'", SPAN_ARG(extra), word);
    return false;
}

static void say_diag(Session *session, const Diag *diag)
{
    if (diag->warning[0])
        output_line(&session->out, "info string warning: %s", diag->warning);
    if (diag->error[0])
        output_error(&session->out, "%s", diag->error);
}

/* ---- Hello ---- */

static void hello(Session *session, const Dialect *dialect, const GameOps *game, Span arguments)
{
    if (!command_expects_nothing(session, dialect->hello, arguments))
        return;
    bool same = session->dialect == dialect && session_game(session) == game;
    if (!same && session_is_busy(session)) {
        output_error(&session->out, "'%s' ignored: a search of another game is running",
                     dialect->hello);
        return;
    }
    if (!same) {
        engine_wait(session->engine);
        session_choose_dialect(session, dialect);
        session_choose_game(session, game);
    }
    Text text = TEXT_EMPTY;
    text_printf(&text, "id name Tenuki %s\nid author %s\n", TENUKI_VERSION, TENUKI_AUTHOR);
    setoption_list(session, &text);
    text_printf(&text, "%s\n", dialect->ok);
    output_text(&session->out, text_cstr(&text));
    text_free(&text);
}

void command_hello_uci(Session *session, Span arguments)
{
    hello(session, &uci_dialect, &chess_ops, arguments);
}

void command_hello_usi(Session *session, Span arguments)
{
    hello(session, &usi_dialect, &shogi_ops, arguments);
}

void command_isready(Session *session, Span arguments)
{
    (void)arguments;
    output_line(&session->out, "readyok");
}

/* ---- Setting up ---- */

void command_setoption(Session *session, Span arguments)
{
    Diag diag;
    diag_clear(&diag);
    setoption_apply(session, arguments, &diag);
    say_diag(session, &diag);
}

static bool set_position(Session *session, Span arguments, Diag *diag)
{
    const GameOps *game = session_game(session);
    GamePosition *pos = engine_position(session->engine);
    Text usi = TEXT_EMPTY;
    bool good = true;
    if (session_speaks_variant(session)) {
        good = variant_position(arguments, &usi, diag);
        arguments = (Span){text_cstr(&usi), usi.length};
    }
    good = good && setup_position(game, pos, arguments, SETUP_PROTOCOL, diag);
    text_free(&usi);
    return good;
}

void command_new_game(Session *session, Span arguments)
{
    Diag diag;
    (void)arguments;
    diag_clear(&diag);
    engine_new_game(session->engine);
    if (!set_position(session, span_of("startpos"), &diag))
        BUG("start position: %s", diag.error);
    session->position_refused = false;
}

void command_position(Session *session, Span arguments)
{
    Diag diag;
    diag_clear(&diag);
    session->position_refused = !set_position(session, arguments, &diag);
    if (diag.warning[0])
        output_line(&session->out, "info string warning: %s", diag.warning);
    if (diag.error[0])
        output_error(&session->out, "%s (position refused)", diag.error);
}

/* ---- Searching ---- */

/* Whoever waits for an answer gets one, at the time it is waited for, that claims nothing. */
static void refuse_go(Session *session, GoAnswer answer)
{
    switch (answer) {
    case ANSWER_MOVE: info_no_move(session); break;
    case ANSWER_MOVE_LATER: session->owes_answer = true; break;
    case ANSWER_MATE: output_line(&session->out, "checkmate timeout"); break;
    case ANSWER_LEAVES: break;
    }
}

void command_go(Session *session, Span arguments)
{
    GoRequest *request = xmalloc(sizeof *request);
    Diag diag;
    diag_clear(&diag);
    bool good = go_read(session, arguments, request, &diag);
    say_diag(session, &diag);
    if (good)
        engine_go(session->engine, &request->go);
    else
        refuse_go(session, go_answer(session, arguments));
    free(request);
}

static void pay_answer(Session *session)
{
    if (session->owes_answer)
        info_no_move(session);
    session->owes_answer = false;
}

void command_stop(Session *session, Span arguments)
{
    (void)arguments;
    engine_stop(session->engine);
    pay_answer(session);
}

void command_ponderhit(Session *session, Span arguments)
{
    Diag diag;
    TimeSaid time;
    bool said;
    diag_clear(&diag);
    if (session->owes_answer)
        pay_answer(session);
    else if (!engine_is_searching(session->engine))
        diag_error(&diag, "unexpected 'ponderhit': no search is running");
    else if (go_read_clocks(session, arguments, &time, &said, &diag))
        engine_ponderhit(session->engine, said ? &time : NULL);
    say_diag(session, &diag);
}

/* The game is over, and nobody waits for a move any more; a search that runs is to end. */
void command_gameover(Session *session, Span arguments)
{
    Span word;
    if (span_next_word(&arguments, &word) && !span_is(word, "win") && !span_is(word, "lose")
        && !span_is(word, "draw"))
        output_error(&session->out, "unknown word '%.*s': gameover win, lose or draw",
                     SPAN_ARG(word));
    command_stop(session, arguments);
}

/* ---- The rest ---- */

void command_debug(Session *session, Span arguments)
{
    Span word;
    if (!span_next_word(&arguments, &word) || (!span_is(word, "on") && !span_is(word, "off")))
        output_error(&session->out, "expected 'debug on' or 'debug off'");
}

/* Nothing needs to be registered, and whoever asks may be told so by silence. */
void command_register(Session *session, Span arguments) { (void)session, (void)arguments; }

void command_quit(Session *session, Span arguments)
{
    (void)arguments;
    session->quit = true;
}
