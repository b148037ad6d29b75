/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Games and positions as text, in and out. */

#include "base/clock.h"
#include "engine/setup.h"
#include "record/csa.h"
#include "record/kif.h"
#include "record/pgn.h"
#include "web/api.h"
#include "web/out.h"
#include "web/think.h"

#include <ctype.h>
#include <string.h>

typedef enum {
    FORM_AUTO,
    FORM_FEN,
    FORM_SFEN,
    FORM_PGN,
    FORM_KIF,
    FORM_CSA,
    FORM_USI,
    FORM_UCI,
    FORMS,
} Form;

static const char *const form_names[FORMS] = {"auto", "fen", "sfen", "pgn",
                                              "kif",  "csa", "usi",  "uci"};

static const GameOps *game_of(Form form)
{
    return form == FORM_FEN || form == FORM_PGN || form == FORM_UCI ? &chess_ops : &shogi_ops;
}

/* ---- What is it? ---- */

static bool contains(Span text, const char *word)
{
    return memmem(text.at, text.length, word, strlen(word)) != NULL;
}

static bool has_word(Span text, const char *wanted)
{
    Span word;
    while (span_next_word(&text, &word))
        if (span_is(word, wanted))
            return true;
    return false;
}

static bool begins(Span text, const char *with)
{
    size_t length = strlen(with);
    return text.length >= length && memcmp(text.at, with, length) == 0;
}

/* "+7776FU" */
static bool is_csa_move(Span line)
{
    if (line.length < 7 || (line.at[0] != '+' && line.at[0] != '-'))
        return false;
    for (int i = 1; i < 5; i++)
        if (!isdigit((unsigned char)line.at[i]))
            return false;
    return isupper((unsigned char)line.at[5]) && isupper((unsigned char)line.at[6]);
}

static bool looks_like_csa(Span text)
{
    static const char *const heads[] = {"V1", "V2", "V3", "'CSA", "PI", "P1",
                                        "P+", "P-", "N+", "N-",   "$"};
    Span line;
    while (span_next_line(&text, &line)) {
        if (is_csa_move(line))
            return true;
        for (size_t i = 0; i < COUNT_OF(heads); i++)
            if (begins(line, heads[i]))
                return true;
    }
    return false;
}

static bool looks_like_kif(Span text)
{
    static const char *const words[] = {"手合割", "手数",   "先手：",  "後手：",
                                        "下手：", "上手：", "開始日時"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (contains(text, words[i]))
            return true;
    return begins(text, "#");
}

static Form recognise(Span text, const GameOps *game)
{
    enum { FEN_SLASHES = 7, SFEN_SLASHES = 8 };
    Span rest = text, word = {text.at, 0};
    int slashes = 0;
    if (looks_like_kif(text))
        return FORM_KIF;
    span_next_word(&rest, &word);
    for (size_t i = 0; i < word.length; i++)
        slashes += word.at[i] == '/';
    if (slashes == SFEN_SLASHES || has_word(text, "sfen"))
        return FORM_USI;
    if (slashes == FEN_SLASHES || has_word(text, "fen"))
        return FORM_UCI;
    if (span_is(word, "position") || span_is(word, "startpos"))
        return game == &chess_ops ? FORM_UCI : FORM_USI;
    if (begins(text, "[")
        || (word.length && isdigit((unsigned char)word.at[0]) && contains(word, ".")))
        return FORM_PGN;
    if (looks_like_csa(text))
        return FORM_CSA;
    return game == &chess_ops ? FORM_UCI : FORM_USI;
}

/* ---- Reading ---- */

static bool play_moves(Play *play, Span moves, Diag *diag)
{
    Span word;
    for (int number = 1; span_next_word(&moves, &word); number++) {
        GameMove move;
        Diag inner;
        diag_clear(&inner);
        if (number > PLAY_MOVES_MAX)
            return diag_error(diag, "more than %d moves", PLAY_MOVES_MAX);
        if (!play->game->read_move(play->last, word, &move, &inner))
            return diag_error(diag, "%s (move %d of the list)", inner.error, number);
        play_add(play, move, -1);
    }
    play_ready(play);
    return true;
}

/* As the protocols have it, with or without the word "position"; moves alone begin at the start. */
static bool read_position(Play *play, Span text, Diag *diag)
{
    Span rest = text, word, start, moves = {text.at, 0};
    if (span_next_word(&rest, &word) && span_is(word, "position"))
        text = rest;
    start = rest = text;
    bool listed = false;
    while (!listed && span_next_word(&rest, &word)) {
        listed = span_is(word, "moves");
        if (listed) {
            start.length = (size_t)(word.at - start.at);
            moves = rest;
        }
    }
    rest = start;
    GameMove move;
    Diag unused;
    diag_clear(&unused);
    if (!listed && span_next_word(&rest, &word)
        && play->game->read_move(play->start, word, &move, &unused)) {
        moves = start;
        start = span_of("startpos");
    }
    GamePosition *pos = play->game->create();
    bool good = setup_position(play->game, pos, start, SETUP_RELAXED, diag)
             && (!play->game->is_mate_only(pos) || diag_error(diag, "a king is missing"));
    if (good)
        play_begin(play, pos);
    play->game->destroy(pos);
    return good && play_moves(play, moves, diag);
}

static bool read_record(Play *play, Form form, Span text, Diag *diag)
{
    Record record;
    Text decoded = TEXT_EMPTY;
    record_init(&record, form == FORM_PGN ? RECORD_CHESS : RECORD_SHOGI);
    bool good = record_decode(text, &decoded, diag);
    Span rest = {text_cstr(&decoded), decoded.length};
    if (good) {
        good = form == FORM_PGN ? pgn_read(&rest, &record, diag)
             : form == FORM_KIF ? kif_read(&rest, &record, diag)
                                : csa_read(&rest, &record, diag);
        if (!good)
            diag_error(diag, "there is no game in it");
    }
    if (good && record.move_count > PLAY_MOVES_MAX)
        good = diag_error(diag, "more than %d moves", PLAY_MOVES_MAX);
    if (good && record.start) {
        GamePosition *pos = play->game->create();
        good = play->game->set(pos, span_of(record.start), diag)
            && (!play->game->is_mate_only(pos) || diag_error(diag, "a king is missing"));
        play->game->destroy(pos);
    }
    if (good)
        play_from_record(play, &record);
    record_free(&record);
    text_free(&decoded);
    return good;
}

/* What is asked besides the text. */
typedef struct {
    bool by_engine[2], has_clock, chess960;
    GameLimits limits[2];
    PlayLevel level;
} LoadTerms;

static void take_game(Tab *tab, Play *fresh, const LoadTerms *terms)
{
    think_halt(tab);
    tab_choose_game(tab, fresh->game);
    play_free(&tab->play);
    tab->play = *fresh;
    Play *play = &tab->play;
    play->seed = (uint64_t)clock_now_ns();
    play->level = terms->level;
    memcpy(play->by_engine, terms->by_engine, sizeof play->by_engine);
    play_set_clock(play, terms->has_clock ? terms->limits : NULL);
    engine_new_game(tab->engine);
    think_new_position(tab);
    think_schedule(tab);
}

int api_load(ApiCall *call)
{
    Tab *tab = call->tab;
    Diag *diag = &call->diag;
    const char *bytes = NULL;
    int form = FORM_AUTO;
    LoadTerms terms = {.level = tab->play.level};
    if (!ask_needs(call->body, "text", diag) || !ask_text(call->body, "text", &bytes, diag)
        || !ask_word(call->body, "format", form_names, FORMS, &form, diag)
        || !api_read_players(call->body, terms.by_engine, diag)
        || !api_read_level(call->body, &terms.level, diag)
        || !api_read_clock(call->body, terms.limits, &terms.has_clock, diag))
        return API_BAD;
    Span text = span_trim(span_of(bytes));
    if (begins(text, "\xEF\xBB\xBF"))
        text = (Span){text.at + 3, text.length - 3};
    if (form == FORM_AUTO)
        form = recognise(text, tab->play.game);
    Play fresh;
    play_init(&fresh, game_of((Form)form));
    bool record = form == FORM_PGN || form == FORM_KIF || form == FORM_CSA;
    bool good = api_read_variant(call->body, fresh.game, &fresh.chess960, diag)
             && (record ? read_record(&fresh, (Form)form, text, diag)
                        : read_position(&fresh, text, diag));
    if (!good) {
        play_free(&fresh);
        return API_BAD;
    }
    take_game(tab, &fresh, &terms);
    return api_changed(call);
}

/* ---- Writing ---- */

static void write_position(const Play *play, Text *text)
{
    text_printf(text, "position %s ", play->game->setup_word);
    play->game->get(play->start, text);
    for (int i = 0; i < play->count; i++)
        text_printf(text, "%s%s", i ? " " : " moves ", play->steps[i].name);
}

static void write_record(const Play *play, Form form, Text *text)
{
    Record record;
    play_to_record(play, &record);
    if (form == FORM_PGN)
        pgn_write(&record, text);
    else if (form == FORM_KIF)
        kif_write(&record, text);
    else
        csa_write(&record, text);
    record_free(&record);
}

int api_save(ApiCall *call)
{
    const Play *play = &call->tab->play;
    const char *name = api_argument(call, "format");
    int form = FORM_FEN;
    while (form < FORMS && (!name || strcmp(name, form_names[form]) != 0))
        form++;
    if (form == FORMS || game_of((Form)form) != play->game) {
        diag_error(&call->diag, "'format' must be %s",
                   play->game == &chess_ops ? "fen, pgn or uci" : "sfen, kif, csa or usi");
        return API_BAD;
    }
    Text text = TEXT_EMPTY, file = TEXT_EMPTY;
    if (form == FORM_FEN || form == FORM_SFEN)
        play->game->get(play->shown, &text);
    else if (form == FORM_UCI || form == FORM_USI)
        write_position(play, &text);
    else
        write_record(play, (Form)form, &text);
    text_printf(&file, "tenuki-%s.%s", play->game->name, form_names[form]);
    out_begin(&call->answer, NULL, '{');
    out_text(&call->answer, "text", text_cstr(&text));
    out_text(&call->answer, "filename", text_cstr(&file));
    out_end(&call->answer, '}');
    text_free(&text);
    text_free(&file);
    return API_OK;
}
