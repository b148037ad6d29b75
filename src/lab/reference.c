/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/reference.h"

#include "base/version.h"
#include "base/report.h"
#include "param/names.h"
#include "param/presets.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- The part of one command ---- */

/* What a man page would take for its own commands is escaped. */
static void add_roff(Text *text, const char *words)
{
    for (const char *at = words; *at; at++) {
        bool first = at == words || at[-1] == '\n';
        switch (*at) {
        case '\\': text_add(text, "\\e"); break;
        case '-': text_add(text, "\\-"); break;
        case '`': text_add(text, "\\(ga"); break;
        case '\'': text_add(text, "\\(aq"); break;
        case '.': text_add(text, first ? "\\&." : "."); break;
        default: text_add_char(text, *at);
        }
    }
}

/* What stands behind a '\v' comes after the options, line by line, as argp has it. */
static void write_man(const char *command, const char *about, const Option *options, int count,
                      Text *text)
{
    const char *rest = strchr(about, '\v');
    char *before = rest ? strndup(about, (size_t)(rest - about)) : xstrdup(about);
    text_printf(text, ".SS \"tenuki %s\"\n", command);
    add_roff(text, before);
    text_add_char(text, '\n');
    for (int i = 0; i < count; i++) {
        text_add(text, ".TP\n\\fB\\-\\-");
        add_roff(text, options[i].name);
        text_add(text, "\\fR");
        if (options[i].argument) {
            text_add(text, "=\\fI");
            add_roff(text, options[i].argument);
            text_add(text, "\\fR");
        }
        text_add_char(text, '\n');
        add_roff(text, options[i].help);
        text_add_char(text, '\n');
    }
    if (rest) {
        text_add(text, ".PP\n.nf\n");
        add_roff(text, rest + 1);
        text_add(text, rest[strlen(rest) - 1] == '\n' ? ".fi\n" : "\n.fi\n");
    }
    free(before);
}

static void write_options(const char *command, const Option *options, int count, Text *text)
{
    text_printf(text, "    '%s') options='", command);
    for (int i = 0; i < count; i++)
        text_printf(text, "--%s%s ", options[i].name, options[i].argument ? "=" : "");
    text_add(text, "--help' ;;\n");
}

/* The keys that the help of an option names: "elo0=0 elo1=5 ...". */
static void add_keys(const char *help, Text *text)
{
    for (const char *at = help; (at = strchr(at, '=')) != NULL; at++) {
        const char *from = at;
        while (from > help && (isalnum((unsigned char)from[-1]) || from[-1] == '.'))
            from--;
        if (from < at)
            text_printf(text, "%.*s= ", (int)(at - from), from);
    }
}

/* What may stand behind an option, as two words or more: how to complete, and from what. */
static void add_values(const Option *option, Text *text)
{
    const char *of = option->argument;
    if (option->kind == OPTION_GAME)
        text_add(text, "words chess shogi");
    else if (option->kind == OPTION_CHOICE) {
        text_add(text, "words ");
        for (const char *at = of; *at; at++)
            text_add_char(text, *at == '|' ? ' ' : *at);
    } else if (option->kind == OPTION_WORDS) {
        text_add(text, "keys ");
        add_keys(option->help, text);
    } else if (strcmp(option->name, "preset") == 0)
        text_add(text, "words $_tenuki_presets");
    else if (strcmp(option->name, "technique") == 0)
        text_add(text, "list $_tenuki_techniques");
    else if (strcmp(option->name, "set") == 0)
        text_add(text, "settings");
    else if (strcmp(of, "FILE") == 0 || strcmp(of, "PATH") == 0 || strcmp(of, "PROGRAM") == 0)
        text_add(text, "files");
    else if (strcmp(of, "DIR") == 0)
        text_add(text, "directories");
    else
        text_add(text, "nothing");
}

static void write_values(const char *command, const Option *options, int count, Text *text)
{
    for (int i = 0; i < count; i++) {
        if (!options[i].argument)
            continue;
        text_printf(text, "    '%s --%s') values=\"", command, options[i].name);
        add_values(&options[i], text);
        text_add(text, "\" ;;\n");
    }
}

/* ---- One command after the other ---- */

typedef enum { PART_MAN, PART_OPTIONS, PART_VALUES, PARTS } Part;

static const char *const part_options[PARTS] = {
    [PART_MAN] = "--reference-man",
    [PART_OPTIONS] = "--reference-options",
    [PART_VALUES] = "--reference-values",
};

/* Second words of commands; those with options of their own are commands of their own. */
static const struct {
    const char *command, *word;
    bool own;
} second_words[] = {
    {"data", "stat", true},      {"data", "check", true},   {"data", "merge", true},
    {"data", "show", true},      {"data", "chances", true}, {"data", "sample", true},
    {"data", "import", true},    {"net", "check", false},   {"net", "info", false},
    {"results", "check", false}, {"tree", "diff", true},    {"tune", "check", true},
    {"tune", "eval", true},
};

bool reference_wanted(int argc, char **argv, const char *about, const Option *options, int count)
{
    Text text = TEXT_EMPTY;
    bool wanted = true;
    if (argc != 2)
        return false;
    if (strcmp(argv[1], part_options[PART_MAN]) == 0)
        write_man(argv[0], about, options, count, &text);
    else if (strcmp(argv[1], part_options[PART_OPTIONS]) == 0)
        write_options(argv[0], options, count, &text);
    else if (strcmp(argv[1], part_options[PART_VALUES]) == 0)
        write_values(argv[0], options, count, &text);
    else
        wanted = false;
    fputs(text_cstr(&text), stdout);
    text_free(&text);
    return wanted;
}

/* A command ends the process it runs in. */
static void call(const Subcommand *command, const char *word, Part part)
{
    char *name = xstrdup(command->name), *second = word ? xstrdup(word) : NULL;
    char *option = xstrdup(part_options[part]);
    char *argv[] = {name, second ? second : option, second ? option : NULL, NULL};
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        exit(command->run(second ? 3 : 2, argv));
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        BUG("tenuki %s %s: no reference", name, second ? second : "");
    free(name);
    free(second);
    free(option);
}

static void call_all(const Subcommand *commands, int count, Part part)
{
    for (int i = 0; i < count; i++) {
        call(&commands[i], NULL, part);
        for (size_t k = 0; k < COUNT_OF(second_words); k++)
            if (second_words[k].own && strcmp(second_words[k].command, commands[i].name) == 0)
                call(&commands[i], second_words[k].word, part);
    }
}

/* ---- The man page ---- */

static void add_exit_statuses(Text *text)
{
    text_add(text, ".SH EXIT STATUS\n");
    for (int i = 0; i < EXIT_STATUSES; i++) {
        text_printf(text, ".TP\n.B %d\n", exit_statuses[i].status);
        add_roff(text, exit_statuses[i].text);
        text_add_char(text, '\n');
    }
}

static void print_man(const Subcommand *commands, int count, ReferenceConsole *console)
{
    Text text = TEXT_EMPTY;
    text_add(&text,
             ".\\\" SPDX-License-Identifier: GPL-3.0-or-later\n"
             ".\\\" Written by `tenuki reference man`; `make docs` writes it again.\n"
             ".TH TENUKI 1 \"\" \"Tenuki " TENUKI_VERSION "\" \"User Commands\"\n"
             ".SH NAME\ntenuki \\- a chess and shogi engine, and a laboratory for its pruning\n"
             ".SH SYNOPSIS\n.B tenuki\n.br\n.B tenuki\n.I COMMAND\n.RI [ OPTION ...]\n.br\n"
             ".B tenuki help\n.RI [ COMMAND ]\n"
             ".SH DESCRIPTION\nWithout arguments Tenuki reads commands from standard input: "
             "the protocols UCI (chess) and USI (shogi), and more for people. With a command "
             "it does one thing and ends.\n.PP\nReports go to standard output, complaints "
             "and progress to standard error. With\n.B \\-\\-json\na report is one JSON "
             "object on the last line.\n.SH COMMANDS\n");
    for (int i = 0; i < count; i++) {
        text_printf(&text, ".TP\n.B %s\n", commands[i].name);
        add_roff(&text, commands[i].help);
        text_add_char(&text, '\n');
    }
    text_add(&text, ".SH COMMANDS OF THE CONSOLE\n");
    const char *word, *arguments, *help;
    for (size_t i = 0; console(i, &word, &arguments, &help); i++) {
        text_printf(&text, ".TP\n\\fB%s\\fR \\fI", word);
        add_roff(&text, arguments);
        text_add(&text, "\\fR\n");
        add_roff(&text, help);
        text_add_char(&text, '\n');
    }
    text_add(&text, ".SH OPTIONS\n");
    fputs(text_cstr(&text), stdout);
    text_clear(&text);
    call_all(commands, count, PART_MAN);
    add_exit_statuses(&text);
    text_add(&text,
             ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nWhen it is set to anything, nothing is coloured.\n"
             ".TP\n.B TERM\nWhen it is\n.BR dumb ,\nthere are neither colours nor lines that are "
             "written over.\n"
             ".SH FILES\n.TP\n.I ~/.editrc\nKeys of the console, see\n.BR editrc (5).\n"
             ".SH EXAMPLES\n.TP\n.B tenuki analyse \\-\\-game=shogi \\-\\-time=10000\n"
             "The start position of shogi for ten seconds.\n"
             ".TP\n.B tenuki analyse \\-\\-set nmp=off \\-\\-stats\n"
             "Chess without null moves, and what the search counted.\n"
             ".TP\n.B tenuki match \\-\\-engine name=a \\-\\-engine name=b set=nmp:off "
             "\\-\\-nodes=5000\nHow many games null moves are worth.\n");
    fputs(text_cstr(&text), stdout);
    text_free(&text);
}

/* ---- Completion for bash: the tables of tools/completion.bash ---- */

static void add_names(const Subcommand *commands, int count, Text *text)
{
    text_add(text, "_tenuki_commands='");
    for (int i = 0; i < count; i++)
        text_printf(text, "%s ", commands[i].name);
    text_add(text, "help version'\n_tenuki_presets='");
    for (int i = 0; i < preset_count(); i++)
        text_printf(text, "%s%s", i ? " " : "", preset_name(i));
    text_add(text, "'\n_tenuki_techniques='");
    for (int i = 0; i < TECH_COUNT; i++)
        text_printf(text, "%s%s", i ? " " : "", param_technique_name((Technique)i));
    text_add(text, "'\n_tenuki_parameters='");
    for (int i = 0; i < PARAM_ROWS; i++)
        text_printf(text, "%s%s=", i ? " " : "", param_rows[i].name);
    text_add(text, "'\n");
}

/* What a parameter may be set to: a number has no words. */
static void add_settings(Text *text)
{
    text_add(text, "\n# _tenuki_setting PARAMETER: its words.\n_tenuki_setting() {\n"
                   "    case $1 in\n");
    for (int i = 0; i < PARAM_ROWS; i++) {
        if (param_rows[i].kind == PARAM_NUMBER)
            continue;
        text_printf(text, "    %s) echo '", param_rows[i].name);
        if (param_rows[i].kind == PARAM_SWITCH)
            text_add(text, "on off");
        else
            for (int k = 0; param_rows[i].words[k]; k++)
                text_printf(text, "%s%s", k ? " " : "", param_rows[i].words[k]);
        text_add(text, "' ;;\n");
    }
    text_add(text, "    esac\n}\n");
}

static void add_second_words(Text *text)
{
    const char *command = "";
    text_add(text, "\n# _tenuki_words COMMAND: the words that may follow it.\n_tenuki_words() {\n"
                   "    case $1 in\n    help) echo \"$_tenuki_commands\" ;;\n");
    for (size_t i = 0; i < COUNT_OF(second_words); i++) {
        bool same = strcmp(second_words[i].command, command) == 0;
        if (!same)
            text_printf(text, "%s    %s) echo '", i ? "' ;;\n" : "", second_words[i].command);
        text_printf(text, "%s%s", same ? " " : "", second_words[i].word);
        command = second_words[i].command;
    }
    text_add(text, "' ;;\n    esac\n}\n");
    text_add(text, "\n# _tenuki_is_command COMMAND WORD: whether both are one command.\n"
                   "_tenuki_is_command() {\n    case \"$1 $2\" in\n    ");
    bool any = false;
    for (size_t i = 0; i < COUNT_OF(second_words); i++)
        if (second_words[i].own) {
            text_printf(text, "%s'%s %s'", any ? " | " : "", second_words[i].command,
                        second_words[i].word);
            any = true;
        }
    text_add(text, ") return 0 ;;\n    esac\n    return 1\n}\n");
}

static void print_bash(const Subcommand *commands, int count)
{
    Text text = TEXT_EMPTY;
    text_add(&text, "# SPDX-License-Identifier: GPL-3.0-or-later\n"
                    "# Completion for bash. Written by `tenuki reference bash`; `make docs` writes "
                    "it again.\n# shellcheck shell=bash disable=SC2034,SC2046,SC2086\n\n");
    add_names(commands, count, &text);
    add_settings(&text);
    add_second_words(&text);
    text_add(&text, "\n# _tenuki_options COMMAND: sets options.\n_tenuki_options() {\n"
                    "    case $1 in\n");
    fputs(text_cstr(&text), stdout);
    call_all(commands, count, PART_OPTIONS);
    fputs("    esac\n}\n\n# _tenuki_values COMMAND OPTION: sets values, the first word says how to "
          "use them.\n_tenuki_values() {\n    values=\n    case \"$1 $2\" in\n",
          stdout);
    call_all(commands, count, PART_VALUES);
    puts("    esac\n}");
    text_free(&text);
}

int reference_print(int argc, char **argv, const Subcommand *commands, int count,
                    ReferenceConsole *console)
{
    bool man = argc == 2 && strcmp(argv[1], "man") == 0;
    if (!man && !(argc == 2 && strcmp(argv[1], "bash") == 0))
        return options_complain("reference",
                                "say `tenuki reference man` or `tenuki reference bash`");
    if (man)
        print_man(commands, count, console);
    else
        print_bash(commands, count);
    return EXIT_GOOD;
}

int reference_unknown(const char *word, const Subcommand *commands, int count)
{
    Nearest nearest = nearest_start(span_of(word));
    for (int i = 0; i < count; i++)
        nearest_offer(&nearest, commands[i].name);
    Diag diag;
    diag_clear(&diag);
    diag_error(&diag, "unknown command '%.60s'%s%s%s", word, NEAREST_ARG(nearest));
    fprintf(stderr, "tenuki: %s; `tenuki help` lists them\n", diag.error);
    return EXIT_BAD_INPUT;
}
