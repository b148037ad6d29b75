/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record_check.h"

#include <string.h>

static const char *difference(const Record *a, const Record *b)
{
    if ((a->start == NULL) != (b->start == NULL) || (a->start && strcmp(a->start, b->start) != 0))
        return "start";
    if (a->move_count != b->move_count)
        return "number of moves";
    for (size_t i = 0; i < a->move_count; i++)
        if (a->moves[i].move != b->moves[i].move)
            return "moves";
    if (a->result != b->result)
        return "result";
    return a->end != b->end ? "end" : NULL;
}

bool record_survives(const Record *record, RecordWriter *write, RecordReader *read, Text *why)
{
    Text text = TEXT_EMPTY, again = TEXT_EMPTY;
    Record copy;
    Diag diag;
    record_init(&copy, record->game);
    write(record, &text);
    Span rest = span_of(text_cstr(&text));
    const char *wrong = NULL;
    if (!read(&rest, &copy, &diag)) {
        wrong = diag.error[0] ? diag.error : "no game found";
    } else {
        wrong = difference(record, &copy);
        write(&copy, &again);
        if (!wrong && strcmp(text_cstr(&text), text_cstr(&again)) != 0)
            wrong = "the text, written again";
    }
    if (!wrong && (read(&rest, &copy, &diag) || diag.error[0]))
        wrong = "something after the game";
    if (wrong)
        text_printf(why, "%s\n%s", wrong, text_cstr(&text));
    record_free(&copy);
    text_free(&text);
    text_free(&again);
    return wrong == NULL;
}
