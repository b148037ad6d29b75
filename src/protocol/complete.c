/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/complete.h"

#include "engine/setup.h"
#include "protocol/go.h"
#include "protocol/setoption.h"
#include "protocol/variant.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void completion_free(Completion *completion)
{
    for (int i = 0; i < completion->count; i++)
        free(completion->words[i]);
    free(completion->words);
    *completion = (Completion){0};
}

void completion_offer(Completion *completion, const char *word)
{
    int (*compare)(const char *, const char *, size_t) =
        completion->any_case ? strncasecmp : strncmp;
    if (compare(word, completion->typed.at, completion->typed.length) != 0)
        return;
    size_t size = (size_t)(completion->count + 1) * sizeof *completion->words;
    completion->words = xrealloc(completion->words, size);
    completion->words[completion->count++] = xstrdup(word);
}

static void offer(void *context, const char *word) { completion_offer(context, word); }

/* What stands before the word that is typed. */
static Span before_typed(Span arguments, const Completion *completion)
{
    return (Span){arguments.at, (size_t)(completion->typed.at - arguments.at)};
}

/* From here on to the end of the line is one thing, whatever spaces it has. */
static void type_from(Completion *completion, Span rest)
{
    Span end = {completion->typed.at + completion->typed.length, 0};
    while (rest.at < end.at && (*rest.at == ' ' || *rest.at == '\t'))
        rest.at++;
    completion->start -= (size_t)(completion->typed.at - rest.at);
    completion->typed = (Span){rest.at, (size_t)(end.at - rest.at)};
}

/* ---- Words ---- */

static void offer_usage(const char *usage, Completion *completion)
{
    Text word = TEXT_EMPTY;
    for (const char *at = usage;; at++) {
        if (*at && !strchr("|[]", *at)) {
            text_add_char(&word, *at);
            continue;
        }
        if (word.length > 0)
            completion_offer(completion, text_cstr(&word));
        text_clear(&word);
        if (!*at)
            break;
    }
    text_free(&word);
}

/* ---- Moves ---- */

static void offer_moves(const Session *session, GamePosition *pos, Completion *completion)
{
    GameMove list[GAME_LIST_SIZE];
    Text word = TEXT_EMPTY;
    int count = session_game(session)->legal_moves(pos, list);
    for (int i = 0; i < count; i++) {
        text_clear(&word);
        session_write_move(session, pos, list[i], &word);
        completion_offer(completion, text_cstr(&word));
    }
    text_free(&word);
}

/* Those after the moves that are typed already. */
static void offer_next_moves(const Session *session, GamePosition *pos, Span moves,
                             Completion *completion)
{
    Span word;
    GameMove move;
    Diag diag;
    diag_clear(&diag);
    while (span_next_word(&moves, &word)) {
        if (!session_read_move(session, pos, word, &move, &diag))
            return;
        session_game(session)->make(pos, move);
    }
    offer_moves(session, pos, completion);
}

static void complete_moves(const Session *session, Span moves, Completion *completion)
{
    const GameOps *game = session_game(session);
    GamePosition *pos = game->create();
    game->copy(pos, engine_position(session->engine));
    offer_next_moves(session, pos, moves, completion);
    game->destroy(pos);
}

/* ---- position ---- */

static void complete_position(const Session *session, Span before, Completion *completion)
{
    const GameOps *game = session_game(session);
    Span rest = before, word, setup = before;
    bool any = false, moves = false;
    while (!moves && span_next_word(&rest, &word)) {
        moves = span_is(word, "moves");
        setup.length = (size_t)(word.at - before.at);
        any = true;
    }
    if (!any) {
        completion_offer(completion, "startpos");
        completion_offer(completion, game->setup_word);
        return;
    }
    if (!moves) {
        completion_offer(completion, "moves");
        return;
    }
    Diag diag;
    diag_clear(&diag);
    Text usi = TEXT_EMPTY;
    GamePosition *pos = game->create();
    bool good = !session_speaks_variant(session) || variant_position(setup, &usi, &diag);
    if (usi.length > 0)
        setup = (Span){text_cstr(&usi), usi.length};
    if (good && setup_position(game, pos, setup, SETUP_PROTOCOL, &diag))
        offer_next_moves(session, pos, rest, completion);
    game->destroy(pos);
    text_free(&usi);
}

/* ---- go ---- */

static void complete_go(const Session *session, Span before, Completion *completion)
{
    Span rest = before, word, last = {before.at, 0};
    while (span_next_word(&rest, &word)) {
        last = word;
        if (span_is(word, "searchmoves")) {
            GamePosition *pos = session_game(session)->create();
            session_game(session)->copy(pos, engine_position(session->engine));
            offer_moves(session, pos, completion);
            session_game(session)->destroy(pos);
            return;
        }
    }
    if (!go_takes_number(last))
        for (size_t i = 0; go_word(i); i++)
            completion_offer(completion, go_word(i));
}

/* ---- Files ---- */

static void offer_file(const char *directory, const char *name, Completion *completion)
{
    Text path = TEXT_EMPTY;
    struct stat facts;
    text_printf(&path, "%s%s", directory, name);
    if (stat(text_cstr(&path), &facts) == 0 && S_ISDIR(facts.st_mode))
        text_add_char(&path, '/');
    completion_offer(completion, text_cstr(&path));
    text_free(&path);
}

static void complete_files(Completion *completion)
{
    Text directory = TEXT_EMPTY;
    Span typed = completion->typed;
    while (typed.length > 0 && typed.at[typed.length - 1] != '/')
        typed.length--;
    text_add_span(&directory, typed);
    const char *hidden = typed.at + typed.length;
    bool dots = typed.length < completion->typed.length && *hidden == '.';
    DIR *list = opendir(directory.length ? text_cstr(&directory) : ".");
    struct dirent *entry;
    while (list && (entry = readdir(list)) != NULL)
        if (entry->d_name[0] != '.' || dots)
            offer_file(text_cstr(&directory), entry->d_name, completion);
    if (list)
        closedir(list);
    text_free(&directory);
}

/* ---- setoption ---- */

/* setoption name NAME [value VALUE], where a name may have spaces. */
static void complete_option(const Session *session, Span before, Completion *completion)
{
    Span rest = before, word, name;
    if (!span_next_word(&rest, &word)) {
        completion_offer(completion, "name");
        return;
    }
    name = rest;
    bool value = false, named = false;
    while (!value && span_next_word(&rest, &word)) {
        value = span_is(word, "value");
        named = true;
        if (value)
            name.length = (size_t)(word.at - name.at);
    }
    name = span_trim(name);
    if (value) {
        type_from(completion, rest);
        if (setoption_takes_file(name))
            complete_files(completion);
        else
            setoption_values(name, offer, completion);
        return;
    }
    if (named && setoption_knows(name))
        completion_offer(completion, "value");
    if (completion->count > 0)
        return;
    completion->any_case = true;
    type_from(completion, name);
    setoption_names(session, offer, completion);
}

void complete_arguments(const Session *session, Takes takes, const char *usage, Span arguments,
                        Completion *completion)
{
    Span before = before_typed(arguments, completion), word, rest = before;
    bool first = !span_next_word(&rest, &word);
    switch (takes) {
    case TAKES_NOTHING:
    case TAKES_COMMAND: break;
    case TAKES_WORDS:
        if (first)
            offer_usage(usage, completion);
        break;
    case TAKES_OPTION: complete_option(session, before, completion); break;
    case TAKES_POSITION: complete_position(session, before, completion); break;
    case TAKES_GO: complete_go(session, before, completion); break;
    case TAKES_MOVES: complete_moves(session, before, completion); break;
    case TAKES_FILE:
        if (first)
            complete_files(completion);
        break;
    }
}
