/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/tree_diff_command.h"

#include "engine/decisions.h"
#include "engine/tree_diff.h"
#include "lab/params_options.h"
#include "lab/print.h"
#include "lab/tree_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 10 };
static const char command_name[] = "tree diff";

/* ---- Configurations ---- */

/* "preset=NAME set=KEY:VALUE ...", words separated by spaces; KEY=VALUE is short for the latter.
 * The options point into `copy`, which the caller frees. */
static bool read_configuration(const char *text, ParamsOptions *params, char **copy)
{
    char *rest = *copy = xstrdup(text);
    *params = (ParamsOptions){0};
    for (char *word; (word = strtok_r(rest, " \t", &rest)) != NULL;) {
        char *colon;
        if (strncmp(word, "preset=", 7) == 0) {
            params->preset = word + 7;
            continue;
        }
        if (strncmp(word, "set=", 4) == 0) {
            word += 4;
            if ((colon = strchr(word, ':')) != NULL)
                *colon = '=';
        }
        if (!strchr(word, '=') || params->settings.count == OPTION_LIST_MAX) {
            options_complain(command_name,
                             "error: '%.60s' is neither preset=NAME nor set=KEY:VALUE", word);
            return false;
        }
        params->settings.items[params->settings.count++] = word;
    }
    return true;
}

static bool record_side(const RecordOptions *asked, const char *text, TreeRecord *record)
{
    ParamsOptions options;
    ParamSet params;
    char *copy;
    bool good = read_configuration(text, &options, &copy)
             && params_options_resolve(command_name, &options, asked->game, &params)
             && tree_record_make(command_name, asked, &params, record);
    free(copy);
    return good;
}

/* ---- What was found ---- */

typedef struct {
    const RecordOptions *asked;
    const char *names[2];
    TreeRecord records[2];
    TreeDiff diff;
} Comparison;

static const char *cause_name(Technique by)
{
    return by == TECH_COUNT ? "-" : param_technique_name(by);
}

static void add_moves(const Comparison *comparison, const Tree *tree, int32_t node,
                      GamePosition *pos, Text *text)
{
    if (node == TREE_NONE)
        return;
    const TreeNode *here = &tree->nodes[node];
    add_moves(comparison, tree, here->parent, pos, text);
    if (here->entry.ply == 0)
        return;
    if (text->length)
        text_add_char(text, ' ');
    if (here->entry.role != ROLE_MOVE)
        text_printf(text, "%s%s", tree_role_name(here->entry.role), here->entry.move ? ":" : "");
    if (here->entry.move)
        comparison->asked->game->write_move(pos, here->entry.move, MOVE_PROTOCOL, text);
    tree_make(comparison->asked->game, here, pos);
}

/* The moves from the root to where they part. */
static void add_path(const Comparison *comparison, const Part *part, Text *text)
{
    int side = part->node[0] != TREE_NONE ? 0 : 1;
    GamePosition *pos = comparison->asked->game->create();
    comparison->asked->game->copy(pos, comparison->records[0].root);
    add_moves(comparison, comparison->records[side].tree, part->node[side], pos, text);
    if (!text->length)
        text_add(text, "root");
    comparison->asked->game->destroy(pos);
}

/* What one side did there, in words. */
static void add_deed(const Comparison *comparison, const Part *part, int side, Text *text)
{
    const Tree *tree = comparison->records[side].tree;
    if (part->decision[side] >= 0) {
        decisions_explain(&tree->decisions[part->decision[side]].said, text);
    } else if (part->node[side] == TREE_NONE) {
        text_add(text, "not searched");
    } else {
        const TreeNode *node = &tree->nodes[part->node[side]];
        text_printf(text, "depth %d, window (%d, %d), score %d, %" PRIu64 " node%s",
                    node->entry.depth, node->entry.alpha, node->entry.beta, node->end.score,
                    node->nodes, node->nodes == 1 ? "" : "s");
    }
}

static int compare_parts(const void *a, const void *b)
{
    const Part *x = *(const Part *const *)a, *y = *(const Part *const *)b;
    uint64_t dx = x->nodes[0] + x->nodes[1], dy = y->nodes[0] + y->nodes[1];
    if (dx != dy)
        return dx > dy ? -1 : 1;
    return (x > y) - (x < y);
}

/* The parts with the most nodes below; returns how many. */
static int largest(const TreeDiff *diff, const Part **shown)
{
    const Part **list = xcalloc((size_t)diff->count + 1, sizeof(Part *));
    for (int64_t i = 0; i < diff->count; i++)
        list[i] = &diff->parts[i];
    qsort(list, (size_t)diff->count, sizeof(Part *), compare_parts);
    int count = diff->count < SHOWN ? (int)diff->count : SHOWN;
    memcpy(shown, list, (size_t)count * sizeof(Part *));
    free(list);
    return count;
}

static const Part *first_part(const Comparison *comparison)
{
    return tree_diff_first(comparison->records[0].tree, comparison->records[1].tree,
                           &comparison->diff);
}

typedef struct {
    int64_t count;
    uint64_t nodes[2];
} Sum;

/* By ply, kind and cause; `sums` has room for all of them. */
enum { SUM_PLIES = MAX_PLY + 1, SUM_CAUSES = TECH_COUNT + 1 };

static Sum *sum_at(Sum *sums, int ply, PartKind kind, Technique by)
{
    return &sums[((size_t)ply * PART_KINDS + kind) * SUM_CAUSES + by];
}

static Sum *make_sums(const TreeDiff *diff)
{
    Sum *sums = xcalloc((size_t)SUM_PLIES * PART_KINDS * SUM_CAUSES, sizeof *sums);
    for (int64_t i = 0; i < diff->count; i++) {
        const Part *part = &diff->parts[i];
        Sum *sum = sum_at(sums, part->ply, part->kind, part->by);
        sum->count++;
        sum->nodes[0] += part->nodes[0];
        sum->nodes[1] += part->nodes[1];
    }
    return sums;
}

/* ---- For people ---- */

static void add_sums(const Comparison *comparison, Text *text)
{
    Sum *sums = make_sums(&comparison->diff);
    text_printf(text, "\n" MARK_HEADING "  %4s  %-12s %-10s %8s %12s %12s" MARK_END "\n", "ply",
                "they differ", "cause", "paths", "nodes in A", "nodes in B");
    for (int ply = 0; ply < SUM_PLIES; ply++)
        for (int kind = 0; kind < PART_KINDS; kind++)
            for (int by = 0; by < SUM_CAUSES; by++) {
                const Sum *sum = sum_at(sums, ply, (PartKind)kind, (Technique)by);
                if (sum->count)
                    text_printf(text,
                                "  %4d  %-12s %-10s %8" PRId64 " %12" PRIu64 " %12" PRIu64 "\n",
                                ply, part_kind_name((PartKind)kind), cause_name((Technique)by),
                                sum->count, sum->nodes[0], sum->nodes[1]);
            }
    free(sums);
}

static void add_part(const Comparison *comparison, const Part *part, Text *text)
{
    Text path = TEXT_EMPTY;
    add_path(comparison, part, &path);
    text_printf(text, "  %s: %s, %s\n", text_cstr(&path), part_kind_name(part->kind),
                part->by == TECH_COUNT ? "a consequence" : cause_name(part->by));
    for (int side = 0; side < 2; side++) {
        text_printf(text, "      %c: ", 'A' + side);
        add_deed(comparison, part, side, text);
        text_add_char(text, '\n');
    }
    text_free(&path);
}

static void add_report(const Comparison *comparison, Text *text)
{
    const TreeDiff *diff = &comparison->diff;
    for (int i = 0; i < 2; i++) {
        const Tree *tree = comparison->records[i].tree;
        text_printf(text, "%c: %-40s %12" PRIu64 " nodes, %d recorded\n", 'A' + i,
                    comparison->names[i], tree->total, tree->count);
    }
    text_printf(text, "%" PRIu64 " nodes in common, %" PRId64 " paths part\n", diff->common,
                diff->count);
    if (diff->count == 0)
        return;
    add_sums(comparison, text);
    text_add(text, "\n" MARK_HEADING "The first in time" MARK_END "\n");
    add_part(comparison, first_part(comparison), text);
    const Part *shown[SHOWN];
    int count = largest(diff, shown);
    text_add(text, "\n" MARK_HEADING "Where most is searched after the parting" MARK_END "\n");
    for (int i = 0; i < count; i++)
        add_part(comparison, shown[i], text);
}

/* ---- JSON ---- */

static void add_part_json(const Comparison *comparison, const Part *part, Text *text)
{
    Text words = TEXT_EMPTY;
    add_path(comparison, part, &words);
    text_add(text, "{\"path\": ");
    text_add_json(text, text_cstr(&words));
    text_printf(text, ", \"ply\": %d, \"kind\": \"%s\", \"cause\": ", part->ply,
                part_kind_name(part->kind));
    if (part->by == TECH_COUNT)
        text_add(text, "null");
    else
        text_printf(text, "\"%s\"", cause_name(part->by));
    text_printf(text, ", \"nodes\": [%" PRIu64 ", %" PRIu64 "]", part->nodes[0], part->nodes[1]);
    for (int side = 0; side < 2; side++) {
        text_clear(&words);
        add_deed(comparison, part, side, &words);
        text_printf(text, ", \"%c\": ", 'a' + side);
        text_add_json(text, text_cstr(&words));
    }
    text_add_char(text, '}');
    text_free(&words);
}

static void add_json(const Comparison *comparison, Text *text)
{
    const TreeDiff *diff = &comparison->diff;
    text_add_char(text, '{');
    for (int i = 0; i < 2; i++) {
        text_printf(text, "\"%c\": {\"configuration\": ", 'a' + i);
        text_add_json(text, comparison->names[i]);
        text_printf(text, ", \"nodes\": %" PRIu64 ", \"recorded\": %d}, ",
                    comparison->records[i].tree->total, comparison->records[i].tree->count);
    }
    text_printf(text, "\"common\": %" PRIu64 ", \"paths\": %" PRId64 ", \"first\": ", diff->common,
                diff->count);
    if (diff->count > 0)
        add_part_json(comparison, first_part(comparison), text);
    else
        text_add(text, "null");
    text_add(text, ", \"parts\": [");
    for (int64_t i = 0; i < diff->count; i++) {
        text_add(text, i ? ", " : "");
        add_part_json(comparison, &diff->parts[i], text);
    }
    text_add(text, "]}\n");
}

/* ---- The command ---- */

static int compare(Comparison *comparison, bool json)
{
    int status = EXIT_BAD_INPUT;
    if (record_side(comparison->asked, comparison->names[0], &comparison->records[0])
        && record_side(comparison->asked, comparison->names[1], &comparison->records[1])) {
        Text text = TEXT_EMPTY;
        tree_diff(comparison->records[0].tree, comparison->records[1].tree, &comparison->diff);
        add_report(comparison, &text);
        if (json)
            add_json(comparison, &text);
        print_report(&text);
        text_free(&text);
        tree_diff_free(&comparison->diff);
        status = EXIT_GOOD;
    }
    for (int i = 0; i < 2; i++)
        tree_record_free(&comparison->records[i]);
    return status;
}

int tree_diff_command(int argc, char **argv)
{
    RecordOptions asked = RECORD_OPTIONS_DEFAULT;
    Comparison comparison = {.asked = &asked};
    bool json = false, last = false;
    char name[sizeof command_name];
    const Option options[] = {
        {"a", "CONFIG", OPTION_TEXT, &comparison.names[0], 0, 0,
         "The first configuration: \"preset=NAME set=KEY:VALUE ...\"; default: the default"},
        {"b", "CONFIG", OPTION_TEXT, &comparison.names[1], 0, 0,
         "The second configuration, in the same form"},
        {"json", NULL, OPTION_FLAG, &json, 0, 0,
         "All partings as one JSON object on the last line"},
        RECORD_OPTION_ROWS(&asked),
        {"last-iteration", NULL, OPTION_FLAG, &last, 0, 0,
         "Only the last iteration, whose first differences may be consequences of earlier ones"},
    };
    comparison.names[0] = comparison.names[1] = "preset=default";
    memcpy(name, command_name, sizeof name);
    argv[0] = name;
    options_parse("Records the search of a position with two configurations and says where they "
                  "part, and which technique is the cause.",
                  options, COUNT_OF(options), argc, argv);
    asked.all_iterations = !last;
    return compare(&comparison, json);
}
