/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/options.h"

#include "engine/games.h"
#include "engine/setup.h"
#include "lab/print.h"
#include "lab/problems.h"
#include "lab/reference.h"

#include <argp.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const Option *options;
    int count;
    bool *given;       /* may be NULL */
    OptionList *open;  /* takes further words; NULL for none */
    OptionList *words; /* takes all others; may be NULL */
} Table;

const ExitStatus exit_statuses[EXIT_STATUSES] = {
    {EXIT_GOOD, "good"},
    {EXIT_CHECK_FAILED, "a check failed: the command ran, and what it looked at is wrong"},
    {EXIT_BAD_INPUT, "bad input: the command line or a file could not be used"},
};

/* argp's keys: small ones would be taken for short options. */
enum { FIRST_KEY = 1000 };

static bool add_item(const Option *option, const char *argument, Diag *diag)
{
    OptionList *list = option->value;
    if (list->count == OPTION_LIST_MAX)
        return diag_error(diag, "--%s: at most %d of them", option->name, OPTION_LIST_MAX);
    list->items[list->count++] = option->kind == OPTION_WORDS ? xstrdup(argument) : argument;
    return true;
}

/* Whether the text is one of "a|b|c". */
static bool is_choice(const char *choices, const char *text)
{
    size_t length = strlen(text);
    for (const char *at = choices; *at; at = strchrnul(at, '|'), at += *at == '|')
        if (strcspn(at, "|") == length && strncmp(at, text, length) == 0)
            return true;
    return false;
}

static bool complain_choice(const Option *option, const char *given, Diag *diag)
{
    Text words = TEXT_EMPTY;
    for (const char *at = option->argument; *at; at++) {
        if (*at == '|')
            text_add(&words, strchr(at + 1, '|') ? ", " : " or ");
        else
            text_add_char(&words, *at);
    }
    diag_error(diag, "--%s: '%.60s' must be %s", option->name, given, text_cstr(&words));
    text_free(&words);
    return false;
}

static bool store(const Option *option, const char *argument, Diag *diag)
{
    int64_t number;
    const GameOps *game;
    switch (option->kind) {
    case OPTION_FLAG: *(bool *)option->value = true; break;
    case OPTION_TEXT: *(const char **)option->value = argument; break;
    case OPTION_LIST:
    case OPTION_WORDS: return add_item(option, argument, diag);
    case OPTION_CHOICE:
        if (!is_choice(option->argument, argument))
            return complain_choice(option, argument, diag);
        *(const char **)option->value = argument;
        break;
    case OPTION_NUMBER:
        if (!span_to_int(span_of(argument), option->low, option->high, &number))
            return diag_error(diag,
                              "--%s: '%.60s' must be a whole number from %" PRId64 " to %" PRId64,
                              option->name, argument, option->low, option->high);
        *(int64_t *)option->value = number;
        break;
    case OPTION_GAME:
        game = games_find(span_of(argument));
        if (!game)
            return diag_error(diag, "--%s: unknown game '%.60s': chess or shogi", option->name,
                              argument);
        *(const GameOps **)option->value = game;
        break;
    }
    return true;
}

static void add_word(OptionList *list, const char *word)
{
    const char **item = &list->items[list->count - 1];
    Text text = TEXT_EMPTY;
    text_printf(&text, "%s %s", *item, word);
    free((char *)*item);
    *item = text.data;
}

static error_t parse_one(int key, char *argument, struct argp_state *state)
{
    Table *table = state->input;
    if (key >= FIRST_KEY && key < FIRST_KEY + table->count) {
        const Option *option = &table->options[key - FIRST_KEY];
        Diag diag;
        diag_clear(&diag);
        if (!store(option, argument, &diag))
            argp_error(state, "%s", diag.error);
        table->open = option->kind == OPTION_WORDS ? option->value : NULL;
        if (table->given)
            table->given[key - FIRST_KEY] = true;
        return 0;
    }
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    if (table->open)
        add_word(table->open, argument);
    else if (table->words && table->words->count < OPTION_LIST_MAX)
        table->words->items[table->words->count++] = argument;
    else if (table->words)
        argp_error(state, "at most %d of them; name a directory instead", OPTION_LIST_MAX);
    else
        argp_error(state, "unexpected argument '%.60s'", argument);
    return 0;
}

static void parse(const char *about, int argc, char **argv, Table *table)
{
    const Option *options = table->options;
    int count = table->count;
    if (reference_wanted(argc, argv, about, options, count))
        exit(EXIT_GOOD);
    struct argp_option *rows = xcalloc((size_t)count + 1, sizeof *rows);
    for (int i = 0; i < count; i++)
        rows[i] = (struct argp_option){
            .name = options[i].name,
            .key = FIRST_KEY + i,
            .arg = options[i].argument,
            .doc = options[i].help,
        };
    /* What everybody tries first; argp's own letter for it is '?'. */
    static char help[] = "--help";
    if (argc == 2 && strcmp(argv[1], "-h") == 0)
        argv[1] = help;
    Text name = TEXT_EMPTY;
    text_printf(&name, "tenuki%s%s", argv[0][0] ? " " : "", argv[0]);
    argv[0] = name.data;
    argp_err_exit_status = EXIT_BAD_INPUT;
    /* argp loses a byte over a table without rows. */
    struct argp argp = {.options = count > 0 ? rows : NULL, .parser = parse_one, .doc = about};
    argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, table);
    text_free(&name);
    free(rows);
}

void options_parse(const char *about, const Option *options, int count, int argc, char **argv)
{
    parse(about, argc, argv, &(Table){.options = options, .count = count});
}

void options_parse_given(const char *about, const Option *options, int count, int argc, char **argv,
                         bool *given)
{
    parse(about, argc, argv, &(Table){.options = options, .count = count, .given = given});
}

void options_parse_words(const char *about, const Option *options, int count, int argc, char **argv,
                         OptionList *words)
{
    parse(about, argc, argv, &(Table){.options = options, .count = count, .words = words});
}

void options_free(const Option *options, int count)
{
    for (int i = 0; i < count; i++) {
        OptionList *list = options[i].value;
        while (options[i].kind == OPTION_WORDS && list->count > 0)
            free((char *)list->items[--list->count]);
    }
}

void options_write(const Option *option, Text *text)
{
    const OptionList *list = option->value;
    int64_t number;
    switch (option->kind) {
    case OPTION_FLAG:
        if (*(bool *)option->value)
            text_printf(text, "%s=on\n", option->name);
        break;
    case OPTION_TEXT:
    case OPTION_CHOICE:
        if (*(const char **)option->value)
            text_printf(text, "%s=%s\n", option->name, *(const char **)option->value);
        break;
    case OPTION_NUMBER:
        /* A number that nobody could have said stands for "not said". */
        number = *(int64_t *)option->value;
        if (number >= option->low && number <= option->high)
            text_printf(text, "%s=%" PRId64 "\n", option->name, number);
        break;
    case OPTION_GAME:
        text_printf(text, "%s=%s\n", option->name, (*(const GameOps **)option->value)->name);
        break;
    case OPTION_LIST:
    case OPTION_WORDS:
        for (int i = 0; i < list->count; i++)
            text_printf(text, "%s=%s\n", option->name, list->items[i]);
        break;
    }
}

bool options_read(const Option *options, int count, char *text, Diag *diag)
{
    while (*text) {
        char *end = strchrnul(text, '\n'), *equals = memchr(text, '=', (size_t)(end - text));
        char *next = *end ? end + 1 : end;
        int i = 0;
        *end = '\0';
        if (!equals)
            return diag_error(diag, "'%.60s' is not NAME=VALUE", text);
        *equals = '\0';
        while (i < count && strcmp(options[i].name, text) != 0)
            i++;
        if (i == count)
            return diag_error(diag, "unknown setting '%.60s'", text);
        if (!store(&options[i], equals + 1, diag))
            return false;
        text = next;
    }
    return true;
}

/* The option that a word "--name" or "--name=value" begins; NULL for anything else. */
static const Option *find_option(const Option *options, int count, const char *word)
{
    if (strncmp(word, "--", 2) != 0)
        return NULL;
    size_t length = strcspn(word + 2, "=");
    const Option *begun = NULL; /* names may be cut short */
    for (int i = 0; i < count; i++)
        if (strncmp(options[i].name, word + 2, length) == 0) {
            begun = &options[i];
            if (strlen(begun->name) == length)
                break;
        }
    return begun;
}

/* "FILE", "N|FILE", "NAME=FILE". */
static void repeat_value(const Option *option, const char *value, Text *text)
{
    if (!option || !option->argument || !strstr(option->argument, "FILE")) {
        text_add(text, value);
        return;
    }
    const char *equals = strchr(option->argument, '=') ? strchr(value, '=') : NULL;
    if (equals)
        text_add_span(text, (Span){value, (size_t)(equals + 1 - value)});
    text_add(text, problems_base_name(equals ? equals + 1 : value));
}

void options_repeat(const Option *options, int count, int argc, char **argv, Text *text)
{
    const Option *before = NULL; /* whose value comes next */
    text_printf(text, "tenuki %s", argv[0]);
    for (int i = 1; i < argc; i++) {
        const Option *option = before ? NULL : find_option(options, count, argv[i]);
        const char *equals = option ? strchr(argv[i], '=') : NULL;
        const char *quote = strchr(argv[i], ' ') ? "\"" : "";
        text_printf(text, " %s", quote);
        if (equals) {
            text_add_span(text, (Span){argv[i], (size_t)(equals + 1 - argv[i])});
            repeat_value(option, equals + 1, text);
        } else {
            repeat_value(before, argv[i], text);
        }
        text_add(text, quote);
        before = option && option->argument && !equals ? option : NULL;
    }
}

int options_complain(const char *command, const char *format, ...)
{
    static const struct {
        const char *word, *mark;
    } kinds[] = {{"error: ", MARK_BAD}, {"warning: ", MARK_HEADING}, {"note: ", MARK_DIM}};
    va_list args;
    Text message = TEXT_EMPTY, text = TEXT_EMPTY;
    size_t kind = 0;
    va_start(args, format);
    text_vprintf(&message, format, args);
    va_end(args);
    /* Names of files and the like may be anything: they must not steer the terminal. */
    for (size_t i = 0; i < message.length; i++)
        if ((unsigned char)message.data[i] < ' ' || message.data[i] == 0x7f)
            message.data[i] = '?';
    const char *said = text_cstr(&message);
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (strncmp(said, kinds[i].word, strlen(kinds[i].word)) == 0) {
            said += strlen(kinds[i].word);
            kind = i;
            break;
        }
    text_printf(&text, "tenuki%s%s: %s%s" MARK_END "%s\n", command[0] ? " " : "", command,
                kinds[kind].mark, kinds[kind].word, said);
    print_marked(stderr, text_cstr(&text));
    text_free(&text);
    text_free(&message);
    return EXIT_BAD_INPUT;
}

bool options_share(const char *command, const char *option, const char *text, double *share)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value > 0 && value <= 1)) {
        options_complain(command, "error: --%s: '%.60s' must be a share above 0, at most 1", option,
                         text);
        return false;
    }
    *share = value;
    return true;
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
