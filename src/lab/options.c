/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/options.h"

#include "engine/games.h"
#include "engine/setup.h"

#include <argp.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const Option *options;
    int count;
} Table;

/* argp's keys: small ones would be taken for short options. */
enum { FIRST_KEY = 1000 };

static error_t store(const Option *option, const char *argument, struct argp_state *state)
{
    int64_t number;
    OptionList *list;
    switch (option->kind) {
    case OPTION_FLAG: *(bool *)option->value = true; break;
    case OPTION_TEXT: *(const char **)option->value = argument; break;
    case OPTION_LIST:
        list = option->value;
        if (list->count == OPTION_LIST_MAX)
            argp_error(state, "--%s: at most %d of them", option->name, OPTION_LIST_MAX);
        else
            list->items[list->count++] = argument;
        break;
    case OPTION_NUMBER:
        if (!span_to_int(span_of(argument), option->low, option->high, &number))
            argp_error(state, "--%s: '%.60s' must be a whole number from %" PRId64 " to %" PRId64,
                       option->name, argument, option->low, option->high);
        else
            *(int64_t *)option->value = number;
        break;
    case OPTION_GAME:
        *(const GameOps **)option->value = games_find(span_of(argument));
        if (!*(const GameOps **)option->value)
            argp_error(state, "--%s: unknown game '%.60s': chess or shogi", option->name, argument);
        break;
    }
    return 0;
}

static error_t parse_one(int key, char *argument, struct argp_state *state)
{
    const Table *table = state->input;
    if (key >= FIRST_KEY && key < FIRST_KEY + table->count)
        return store(&table->options[key - FIRST_KEY], argument, state);
    if (key == ARGP_KEY_ARG)
        argp_error(state, "unexpected argument '%.60s'", argument);
    return ARGP_ERR_UNKNOWN;
}

void options_parse(const char *about, const Option *options, int count, int argc, char **argv)
{
    struct argp_option *rows = xcalloc((size_t)count + 1, sizeof *rows);
    for (int i = 0; i < count; i++)
        rows[i] = (struct argp_option){
            .name = options[i].name,
            .key = FIRST_KEY + i,
            .arg = options[i].argument,
            .doc = options[i].help,
        };
    Table table = {options, count};
    Text name = TEXT_EMPTY;
    text_printf(&name, "tenuki %s", argv[0]);
    argv[0] = name.data;
    argp_err_exit_status = EXIT_BAD_INPUT;
    struct argp argp = {.options = rows, .parser = parse_one, .doc = about};
    argp_parse(&argp, argc, argv, 0, NULL, &table);
    text_free(&name);
    free(rows);
}

int options_complain(const char *command, const char *format, ...)
{
    va_list args;
    fprintf(stderr, "tenuki %s: ", command);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return EXIT_BAD_INPUT;
}

GamePosition *options_position(const char *command, const GameOps *game, const char *text)
{
    Diag diag;
    diag_clear(&diag);
    GamePosition *pos = game->create();
    if (text && !setup_position(game, pos, span_of(text), SETUP_RELAXED, &diag)) {
        options_complain(command, "error: %s", diag.error);
        game->destroy(pos);
        return NULL;
    }
    if (diag.warning[0])
        options_complain(command, "warning: %s", diag.warning);
    return pos;
}
