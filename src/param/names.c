/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "param/names.h"

#include <string.h>

/* Longer names are not compared: none is that long. */
enum { LONGEST = 64 };

static char folded(char c)
{
    if (c == ' ' || c == '-')
        return '_';
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

bool name_same(Span name, const char *known)
{
    if (strlen(known) != name.length)
        return false;
    for (size_t i = 0; i < name.length; i++)
        if (folded(name.at[i]) != folded(known[i]))
            return false;
    return true;
}

static int least(int a, int b) { return a < b ? a : b; }

/* Levenshtein's distance, one row of his table at a time. */
static int distance_between(Span a, Span b)
{
    int row[LONGEST + 1];
    for (size_t j = 0; j <= b.length; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= a.length; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= b.length; j++) {
            int change = diagonal + (folded(a.at[i - 1]) != folded(b.at[j - 1]));
            diagonal = row[j];
            row[j] = least(change, 1 + least(row[j], row[j - 1]));
        }
    }
    return row[b.length];
}

Nearest nearest_start(Span wanted)
{
    /* A third of the name may be wrong, but never so much that any short name will do. */
    int allowed = wanted.length < 4 ? 1 : wanted.length < 8 ? 2 : (int)(wanted.length / 3);
    return (Nearest){.wanted = wanted, .distance = allowed + 1};
}

void nearest_offer(Nearest *nearest, const char *candidate)
{
    Span other = span_of(candidate);
    if (nearest->wanted.length > LONGEST || other.length > LONGEST)
        return;
    int distance = distance_between(nearest->wanted, other);
    if (distance < nearest->distance) {
        nearest->distance = distance;
        nearest->best = candidate;
    }
}
