/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arena/limits.h"

#include <inttypes.h>
#include <string.h>

static const int64_t MS = 1000000;

enum { DAY_MS = 86400000, MOVES_MAX = 10000, DEPTH_MAX = 1000 };

bool limits_are_timed(const GameLimits *limits)
{
    return limits_has_clock(limits) || limits->move_ms > 0;
}

bool limits_is_none(const GameLimits *limits)
{
    return !limits_has_clock(limits) && limits->byoyomi_ms == 0 && limits->move_ms == 0
        && limits->nodes == 0 && limits->depth == 0;
}

/* ---- Reading ---- */

/* Seconds with up to three decimals, as milliseconds. */
static bool read_seconds(Span text, int64_t *ms)
{
    const char *dot = text.length ? memchr(text.at, '.', text.length) : NULL;
    size_t whole_length = dot ? (size_t)(dot - text.at) : text.length;
    int64_t whole = 0, part = 0;
    if (whole_length > 0 && (text.at[0] == '-' || text.at[0] == '+'))
        return false;
    if (whole_length > 0 && !span_to_int((Span){text.at, whole_length}, 0, DAY_MS / 1000, &whole))
        return false;
    size_t digits = dot ? text.length - whole_length - 1 : 0;
    if (whole_length == 0 && digits == 0)
        return false;
    for (size_t i = 0; i < digits; i++) {
        char digit = dot[1 + i];
        if (digit < '0' || digit > '9')
            return false;
        if (i < 3)
            part = part * 10 + (digit - '0');
    }
    for (size_t i = digits; i < 3; i++)
        part *= 10;
    *ms = whole * 1000 + part;
    return true;
}

static bool cut_at(Span *text, char mark, Span *before)
{
    const char *found = text->length ? memchr(text->at, mark, text->length) : NULL;
    if (!found)
        return false;
    *before = (Span){text->at, (size_t)(found - text->at)};
    text->length -= before->length + 1;
    text->at = found + 1;
    return true;
}

bool limits_read_tc(Span text, GameLimits *limits, Diag *diag)
{
    GameLimits fresh = *limits;
    Span rest = text, part;
    int64_t moves = 0;
    bool good = true;
    if (cut_at(&rest, '/', &part))
        good = span_to_int(part, 1, MOVES_MAX, &moves);
    fresh.increment_ms = 0;
    if (cut_at(&rest, '+', &part))
        good =
            good && read_seconds(part, &fresh.base_ms) && read_seconds(rest, &fresh.increment_ms);
    else
        good = good && read_seconds(rest, &fresh.base_ms);
    if (!good)
        return diag_error(diag,
                          "time control '%.*s': expected SECONDS+SECONDS, as 8+0.08 or 40/60+0.6",
                          SPAN_ARG(text));
    fresh.moves = (int)moves;
    *limits = fresh;
    return true;
}

static bool read_count(const char *name, Span value, int64_t high, int64_t *number, Diag *diag)
{
    return span_to_int(value, 1, high, number)
        || diag_error(diag, "%s: '%.*s' must be a whole number from 1 to %" PRId64, name,
                      SPAN_ARG(value), high);
}

bool limits_read(Span name, Span value, GameLimits *limits, Diag *diag)
{
    int64_t number;
    if (span_is(name, "tc"))
        return limits_read_tc(value, limits, diag);
    if (span_is(name, "byoyomi")) {
        if (!read_count("byoyomi", value, DAY_MS, &limits->byoyomi_ms, diag))
            return false;
        if (!limits_has_clock(limits))
            limits->base_ms = 0;
        return true;
    }
    if (span_is(name, "movetime"))
        return read_count("movetime", value, DAY_MS, &limits->move_ms, diag);
    if (span_is(name, "nodes")) {
        if (!read_count("nodes", value, INT64_MAX / 4, &number, diag))
            return false;
        limits->nodes = (uint64_t)number;
        return true;
    }
    if (span_is(name, "depth")) {
        if (!read_count("depth", value, DEPTH_MAX, &number, diag))
            return false;
        limits->depth = (int)number;
        return true;
    }
    return false;
}

/* ---- Writing ---- */

static void add_seconds(Text *text, int64_t ms)
{
    text_printf(text, "%" PRId64, ms / 1000);
    if (ms % 1000 == 0)
        return;
    int part = (int)(ms % 1000), digits = 3;
    while (part % 10 == 0)
        part /= 10, digits--;
    text_printf(text, ".%0*d", digits, part);
}

static void add_gap(Text *text, size_t start)
{
    if (text->length > start)
        text_add_char(text, ' ');
}

void limits_write(const GameLimits *limits, Text *text)
{
    size_t start = text->length;
    if (limits_has_clock(limits)) {
        if (limits->moves)
            text_printf(text, "%d/", limits->moves);
        add_seconds(text, limits->base_ms);
        if (limits->increment_ms || limits->byoyomi_ms == 0) {
            text_add_char(text, '+');
            add_seconds(text, limits->increment_ms);
        }
    }
    if (limits->byoyomi_ms) {
        add_gap(text, start);
        text_add(text, "byoyomi ");
        add_seconds(text, limits->byoyomi_ms);
    }
    if (limits->move_ms) {
        add_gap(text, start);
        add_seconds(text, limits->move_ms);
        text_add(text, "/move");
    }
    if (limits->nodes) {
        add_gap(text, start);
        text_printf(text, "nodes %" PRIu64, limits->nodes);
    }
    if (limits->depth) {
        add_gap(text, start);
        text_printf(text, "depth %d", limits->depth);
    }
    if (limits->clock_nodes)
        text_printf(text, " at %" PRId64 " nodes/ms", limits->clock_nodes);
    if (text->length == start)
        text_add_char(text, '-');
}

/* ---- The clock ---- */

void game_clock_init(GameClock *clock, const GameLimits *limits)
{
    *clock = (GameClock){
        .limits = limits,
        .left_ns = limits_has_clock(limits) ? limits->base_ms * MS : 0,
        .moves_left = limits->moves,
    };
}

int64_t game_clock_allowed_ns(const GameClock *clock)
{
    const GameLimits *limits = clock->limits;
    int64_t allowed = INT64_MAX;
    if (limits_has_clock(limits))
        allowed = clock->left_ns + limits->byoyomi_ms * MS;
    if (limits->move_ms && limits->move_ms * MS < allowed)
        allowed = limits->move_ms * MS;
    return allowed;
}

bool game_clock_spend(GameClock *clock, int64_t spent_ns, int64_t margin_ns)
{
    const GameLimits *limits = clock->limits;
    int64_t allowed = game_clock_allowed_ns(clock);
    if (allowed != INT64_MAX && spent_ns > allowed + margin_ns)
        return false;
    if (!limits_has_clock(limits))
        return true;
    clock->left_ns = spent_ns < clock->left_ns ? clock->left_ns - spent_ns : 0;
    clock->left_ns += limits->increment_ms * MS;
    if (clock->moves_left && --clock->moves_left == 0) {
        clock->left_ns += limits->base_ms * MS;
        clock->moves_left = limits->moves;
    }
    return true;
}

int64_t game_clock_left_ms(const GameClock *clock) { return clock->left_ns / MS; }
