/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/labelled.h"

#include <string.h>

static bool next_field(Span *rest, Span *field)
{
    static const char dividers[] = ";|[]\"\t";
    if (rest->length == 0)
        return false;
    size_t length = 0;
    while (length < rest->length && !memchr(dividers, rest->at[length], sizeof dividers - 1))
        length++;
    *field = span_trim((Span){rest->at, length});
    size_t taken = length < rest->length ? length + 1 : length;
    rest->at += taken;
    rest->length -= taken;
    return true;
}

/* `first` and `second` are the letters by which the sides are known: w and b, or b and w. */
static bool read_result(Span field, const char *first, const char *second, LabelledLine *labelled)
{
    const struct {
        const char *word;
        double result;
        bool is_to_move;
    } words[] = {
        {"1-0", 1, false}, {"0-1", 0, false},   {"1/2-1/2", 0.5, false}, {"1.0", 1, false},
        {"0.0", 0, false}, {"0.5", 0.5, false}, {first, 1, false},       {second, 0, false},
        {"d", 0.5, false}, {"1", 1, true},      {"-1", 0, true},         {"0", 0.5, true},
    };
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        if (!span_is(field, words[i].word))
            continue;
        labelled->result = words[i].result;
        labelled->is_to_move = words[i].is_to_move;
        return true;
    }
    return false;
}

/* EPD's comment code stands before its string: "FEN c9". */
static Span without_code(Span position)
{
    if (position.length > 3 && memcmp(position.at + position.length - 3, " c9", 3) == 0)
        position.length -= 3;
    return span_trim(position);
}

bool labelled_read_line(const GameOps *game, Span line, LabelledLine *labelled, Diag *diag)
{
    bool chess = game == &chess_ops, found = false;
    LabelledLine read = {0};
    Span field;
    if (!next_field(&line, &field) || field.length == 0)
        return diag_error(diag, "no position");
    read.position = without_code(field);
    while (next_field(&line, &field))
        found |= read_result(field, chess ? "w" : "b", chess ? "b" : "w", &read);
    if (!found)
        return diag_error(diag, "no result behind the position");
    *labelled = read;
    return true;
}
