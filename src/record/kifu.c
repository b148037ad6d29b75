/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/kifu.h"

#include "shogi/movegen.h"
#include "shogi/rules.h"
#include "shogi/sfen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Reading ---- */

void kifu_open(KifuReader *reader, Span rest, const Record *record, Diag *diag)
{
    *reader = (KifuReader){
        .rest = rest,
        .line = record->next_line,
        .next_line = record->next_line,
        .pos = shogi_new(),
        .diag = diag,
    };
    record_init(&reader->record, RECORD_SHOGI);
}

bool kifu_close(KifuReader *reader, bool good, Span *rest, Record *record)
{
    if (good)
        record_replace(record, &reader->record);
    record->next_line = reader->next_line;
    *rest = reader->rest;
    record_free(&reader->record);
    text_free(&reader->comment);
    shogi_delete(reader->pos);
    return good;
}

bool kifu_next_line(KifuReader *reader, Span *line)
{
    if (!span_next_line(&reader->rest, line))
        return false;
    reader->line = reader->next_line++;
    return true;
}

bool kifu_error(KifuReader *reader, const char *format, ...)
{
    char message[DIAG_LENGTH];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return diag_error(reader->diag, "line %zu: %s", reader->line, message);
}

void kifu_add_comment(KifuReader *reader, Span line)
{
    if (reader->comment.length > 0)
        text_add_char(&reader->comment, '\n');
    text_add_span(&reader->comment, line);
}

static void store_comment(KifuReader *reader)
{
    if (reader->comment.length > 0)
        record_set_comment(&reader->record, (Span){reader->comment.data, reader->comment.length});
    text_clear(&reader->comment);
}

bool kifu_set_tag(KifuReader *reader, const char *name, Span value)
{
    if (!record_set_tag(&reader->record, name, value))
        return kifu_error(reader, "more than %d tags", RECORD_TAGS_MAX);
    return true;
}

/* A mate problem, in which the attacker has no king, is a record too. */
bool kifu_set_start(KifuReader *reader, const ShogiSetupBoard *setup)
{
    Diag why;
    diag_clear(&why);
    if (!shogi_set_board(reader->pos, setup, SHOGI_SETUP_MATE, &why))
        return kifu_error(reader, "%s", why.error);
    Text sfen = TEXT_EMPTY;
    shogi_get_sfen(reader->pos, &sfen);
    if (strcmp(sfen.data, SHOGI_START_SFEN) != 0)
        reader->record.start = xstrdup(sfen.data);
    text_free(&sfen);
    return true;
}

/* ---- Moves ---- */

static bool may_move(KifuReader *reader)
{
    if (reader->ended)
        return kifu_error(reader, "a move after the end of the game");
    if (reader->illegal.error[0])
        return diag_error(reader->diag, "%s", reader->illegal.error);
    return true;
}

bool kifu_reject(KifuReader *reader, Span text, const char *why)
{
    if (!may_move(reader))
        return false;
    return !diag_error(&reader->illegal, "line %zu: move %zu%s%.*s: %s", reader->line,
                       reader->record.move_count + 1, text.length ? " " : "", SPAN_ARG(text), why);
}

bool kifu_play(KifuReader *reader, Span text, ShogiMove move)
{
    if (!may_move(reader))
        return false;
    Diag why;
    diag_clear(&why);
    if (shogi_explain_illegal(reader->pos, move, &why))
        return kifu_reject(reader, text, why.error);
    store_comment(reader);
    if (!record_add_move(&reader->record, move, -1, NULL))
        return kifu_error(reader, "more than %d moves", RECORD_MOVES_MAX);
    shogi_reserve(reader->pos, 1);
    shogi_make(reader->pos, move);
    return true;
}

/* The time taken to resign, or for an illegal move, belongs to no move of the record. */
bool kifu_set_time(KifuReader *reader, int64_t milliseconds)
{
    Record *record = &reader->record;
    if (reader->ended || reader->illegal.error[0])
        return true;
    if (record->move_count == 0)
        return kifu_error(reader, "time before the first move");
    record->moves[record->move_count - 1].time_ms = milliseconds;
    return true;
}

/* ---- The end ---- */

RecordResult kifu_result(KifuOutcome outcome, Side mover)
{
    RecordResult mover_wins = mover == FIRST ? RECORD_FIRST_WINS : RECORD_SECOND_WINS;
    RecordResult mover_loses = mover == FIRST ? RECORD_SECOND_WINS : RECORD_FIRST_WINS;
    switch (outcome) {
    case KIFU_DRAW: return RECORD_DRAW;
    case KIFU_MOVER_LOSES: return mover_loses;
    case KIFU_MOVER_WINS: return mover_wins;
    case KIFU_FIRST_LOSES: return RECORD_SECOND_WINS;
    case KIFU_SECOND_LOSES: return RECORD_FIRST_WINS;
    default: return RECORD_UNKNOWN;
    }
}

/* Who pays for perpetual check. Where the board does not show a fourth repetition the file is
 * believed, and a side in check is not the one that has been giving it. */
static KifuOutcome perpetual_outcome(const ShogiPosition *pos)
{
    ShogiEnd end = shogi_repetition(pos);
    if (end == SHOGI_PERPETUAL_WIN || end == SHOGI_PERPETUAL_LOSS)
        return end == SHOGI_PERPETUAL_WIN ? KIFU_MOVER_WINS : KIFU_MOVER_LOSES;
    return shogi_in_check(pos) ? KIFU_MOVER_WINS : KIFU_MOVER_LOSES;
}

/* Files have one word for mate and for having no move, and often one for every breach of the
 * rules; the board knows better. */
static RecordEnd precise_end(const ShogiPosition *pos, RecordEnd end, RecordResult result)
{
    if (end == RECORD_END_MATE && !shogi_in_check(pos)
        && shogi_end(pos, SHOGI_DECLARE_NONE, 0) == SHOGI_MATED)
        return RECORD_END_STALEMATE;
    ShogiEnd repetition = shogi_repetition(pos);
    if (end == RECORD_END_ILLEGAL
        && (repetition == SHOGI_PERPETUAL_WIN || repetition == SHOGI_PERPETUAL_LOSS)
        && result == kifu_result(perpetual_outcome(pos), pos->side_to_move))
        return RECORD_END_PERPETUAL;
    return end;
}

bool kifu_end(KifuReader *reader, const KifuEnding *ending)
{
    KifuOutcome outcome = ending->outcome;
    if (reader->ended)
        return kifu_error(reader, "the game ends twice");
    reader->ended = true;
    if (reader->illegal.error[0]) {
        if (ending->end != RECORD_END_ILLEGAL)
            return diag_error(reader->diag, "%s", reader->illegal.error);
        /* The illegal move was not played, so whoever tried it is still to move. */
        if (outcome == KIFU_MOVER_WINS)
            outcome = KIFU_MOVER_LOSES;
        reader->record.result = kifu_result(outcome, reader->pos->side_to_move);
        reader->record.end = RECORD_END_ILLEGAL;
        return true;
    }
    if (outcome == KIFU_CHECKER_LOSES)
        outcome = perpetual_outcome(reader->pos);
    reader->record.result = kifu_result(outcome, reader->pos->side_to_move);
    reader->record.end = precise_end(reader->pos, ending->end, reader->record.result);
    return true;
}

bool kifu_finish(KifuReader *reader)
{
    if (reader->illegal.error[0] && !reader->ended)
        return diag_error(reader->diag, "%s", reader->illegal.error);
    store_comment(reader);
    return true;
}

/* ---- Positions ---- */

void kifu_standard_board(ShogiSetupBoard *setup)
{
    ShogiPosition *pos = shogi_new();
    *setup = (ShogiSetupBoard){.side = FIRST, .game_ply = 1};
    memcpy(setup->board, pos->board, sizeof setup->board);
    shogi_delete(pos);
}

bool kifu_add_to_hand(ShogiSetupBoard *setup, Side side, ShogiType type, int count)
{
    enum { ALL_PIECES = 40 };
    uint8_t *held = &setup->hand[side][type];
    if (count < 0 || *held + count > ALL_PIECES)
        return false;
    *held = (uint8_t)(*held + count);
    return true;
}

/* ---- Writing ---- */

ShogiPosition *kifu_start_position(const Record *record)
{
    if (record->game != RECORD_SHOGI)
        BUG("CSA and KIF are for shogi");
    ShogiPosition *pos = shogi_new();
    Diag diag;
    diag_clear(&diag);
    if (record->start && !shogi_set_sfen(pos, span_of(record->start), SHOGI_SETUP_MATE, &diag))
        BUG("start of a record: %s", diag.error);
    return pos;
}

const KifuEnding *kifu_find_ending(const KifuEnding *table, size_t count, const Record *record,
                                   Side mover)
{
    for (size_t i = 0; i < count; i++)
        if (table[i].end == record->end
            && (table[i].outcome == KIFU_CHECKER_LOSES
                || kifu_result(table[i].outcome, mover) == record->result))
            return &table[i];
    return NULL;
}

const char *kifu_key_of(const KifuTag *table, size_t count, const char *tag)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(table[i].tag, tag) == 0)
            return table[i].key;
    return NULL;
}

void kifu_write_comment(Text *text, const char *prefix, const char *comment)
{
    Span rest = span_of(comment), line;
    while (span_next_line(&rest, &line)) {
        text_add(text, prefix);
        text_add_span(text, line);
        text_add_char(text, '\n');
    }
}
