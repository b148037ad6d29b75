/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The recorder of search trees: it changes nothing, loses nothing and stays within its budget. */

#include "engine/engine.h"
#include "engine/games.h"
#include "engine/setup.h"
#include "engine/tree_diff.h"
#include "engine/tree_write.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
    const GameOps *game;
    const char *position;
    int depth;
} searches[] = {
    {&chess_ops, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 8},
    {&chess_ops, "8/1k6/8/2K5/2P5/8/8/8 w - - 0 1", 12},
    {&shogi_ops, "ln1g4l/1ks2s1r1/1ppp1pn1p/p5B2/4p1b2/P1PP1P3/1PS1PSN+pP/1K1G5/LN3G1RL b G3p 1",
     6},
};

static const TreeRules everything = {
    .max_nodes = 1000000, .max_ply = MAX_PLY, .all_iterations = true, .share = 1, .sample_ply = 3};

static EngineAnswer answer;

static void ignore_line(void *context, GamePosition *pos, const EngineLine *line)
{
    (void)context, (void)pos, (void)line;
}
static void keep_answer(void *context, GamePosition *pos, const EngineAnswer *given)
{
    (void)context, (void)pos;
    answer = *given;
}
static void ignore_message(void *context, const char *message) { (void)context, (void)message; }

/* Without rules nothing is recorded, and NULL comes back. */
static Tree *record(size_t number, const TreeRules *rules, uint64_t techniques_off)
{
    const GameOps *game = searches[number].game;
    Tree *tree = rules ? tree_new(rules) : NULL;
    Diag diag;
    diag_clear(&diag);
    const EngineListener listener = {
        .context = tree,
        .on_line = ignore_line,
        .on_answer = keep_answer,
        .on_message = ignore_message,
        .on_decision = tree ? tree_decide : NULL,
        .on_enter = tree ? tree_enter : NULL,
        .on_leave = tree ? tree_leave : NULL,
    };
    games_init();
    Engine *engine = engine_new(game, &listener);
    engine_params(engine)->values.techniques &= ~techniques_off;
    cr_assert(setup_position(game, engine_position(engine), span_of(searches[number].position),
                             SETUP_RELAXED, &diag),
              "%s", diag.error);
    engine_go(engine, &(EngineGo){.time = {-1, -1, -1, -1, -1}, .depth = searches[number].depth});
    engine_wait(engine);
    engine_free(engine);
    if (tree)
        tree_finish(tree);
    return tree;
}

static void check_counts(const Tree *tree)
{
    uint64_t sum = (uint64_t)tree->count;
    for (int i = 0; i < LEFT_REASONS; i++)
        sum += tree->left[i];
    cr_assert_eq(sum, tree->total);
    cr_assert_eq(tree->total, answer.nodes);
    cr_assert_eq(tree->depth, 0, "a node was entered and not left");
}

Test(tree, recording_changes_nothing_and_loses_nothing)
{
    for (size_t i = 0; i < COUNT_OF(searches); i++) {
        record(i, NULL, 0);
        EngineAnswer plain = answer;
        Tree *tree = record(i, &everything, 0);
        cr_assert_eq(answer.nodes, plain.nodes);
        cr_assert_eq(answer.best, plain.best);
        cr_assert_eq(answer.score, plain.score);
        check_counts(tree);
        cr_assert_eq((uint64_t)tree->count, answer.nodes);
        tree_free(tree);
    }
}

/* Children's nodes add up to their parent's, and parents come before them. */
Test(tree, the_parts_make_up_the_whole)
{
    for (size_t i = 0; i < COUNT_OF(searches); i++) {
        Tree *tree = record(i, &everything, 0);
        uint64_t *below = xcalloc((size_t)tree->count, sizeof *below), roots = 0;
        for (int32_t k = 0; k < tree->count; k++) {
            const TreeNode *node = &tree->nodes[k];
            cr_assert_eq(node->order, (uint64_t)k);
            cr_assert_lt(node->parent, k);
            if (node->parent == TREE_NONE)
                roots += node->nodes;
            else
                below[node->parent] += node->nodes;
        }
        for (int32_t k = 0; k < tree->count; k++)
            cr_assert_eq(below[k] + 1, tree->nodes[k].nodes);
        cr_assert_eq(roots, tree->total);
        free(below);
        tree_free(tree);
    }
}

static bool is_listed(const GameMove *list, int count, GameMove move)
{
    for (int i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

/* Every move of the tree can be made, and every move of a node is searched or has a technique that
 * left it out, unless the node was done before. Passes and side searches included. */
Test(tree, every_move_that_is_not_searched_has_its_technique)
{
    for (size_t s = 0; s < COUNT_OF(searches); s++) {
        const GameOps *game = searches[s].game;
        Tree *tree = record(s, &everything, 0);
        GamePosition *pos = game->create();
        Diag diag;
        diag_clear(&diag);
        cr_assert(game->set(pos, span_of(searches[s].position), &diag));
        int32_t at = TREE_NONE, full = 0;
        for (int32_t i = 0; i < tree->count; i++) {
            const TreeNode *node = &tree->nodes[i];
            GameMove list[GAME_LIST_SIZE];
            for (; at != node->parent; at = tree->nodes[at].parent)
                tree_unmake(game, &tree->nodes[at], pos);
            if (node->entry.ply > 0 && node->entry.move)
                cr_assert(is_listed(list, game->legal_moves(pos, list), node->entry.move));
            tree_make(game, node, pos);
            at = i;
            int count = game->legal_moves(pos, list), skipped = 0;
            for (int32_t k = tree->first_decision[i]; k < tree->first_decision[i + 1]; k++) {
                const DecisionReport *said = &tree->decisions[k].said;
                cr_assert_lt((int)said->by, TECH_COUNT);
                if (said->outcome != OUTCOME_SKIPPED)
                    continue;
                cr_assert(is_listed(list, count, said->move));
                skipped++;
            }
            /* An ordinary node that failed low has looked at all its moves. */
            if (node->entry.role != ROLE_MOVE || node->entry.depth < 1 || tree_end_of(tree, i)
                || node->end.score > node->entry.alpha || node->end.stopped || count == 0)
                continue;
            int searched = 0;
            GameMove last = 0;
            for (int32_t k = i + 1; k < tree->count && tree->nodes[k].entry.ply >= node->entry.ply;
                 k++) {
                if (tree->nodes[k].parent != i || tree->nodes[k].entry.role != ROLE_MOVE)
                    continue;
                searched += tree->nodes[k].entry.move != last;
                last = tree->nodes[k].entry.move;
            }
            if (searched == 0 && skipped == 0)
                continue; /* drawn by the rules */
            /* Shogi leaves out some moves that do not promote before anybody is asked. */
            if (game == &chess_ops)
                cr_assert_eq(searched + skipped, count, "node %d: %d searched, %d skipped of %d", i,
                             searched, skipped, count);
            else
                cr_assert_leq(searched + skipped, count);
            full++;
        }
        cr_assert_gt(full, 20);
        game->destroy(pos);
        tree_free(tree);
    }
}

Test(tree, stays_within_its_budget_and_counts_what_it_leaves_out)
{
    static const TreeRules rules[] = {
        {.max_nodes = 1, .max_ply = MAX_PLY, .share = 1, .sample_ply = 3},
        {.max_nodes = 300, .max_ply = MAX_PLY, .share = 1, .sample_ply = 3, .all_iterations = true},
        {.max_nodes = 5000, .max_ply = 4, .min_depth = 2, .share = 1, .sample_ply = 3},
        {.max_nodes = 5000, .max_ply = MAX_PLY, .share = 0.2, .sample_ply = 2, .seed = 7},
    };
    for (size_t s = 0; s < COUNT_OF(searches); s++)
        for (size_t r = 0; r < COUNT_OF(rules); r++) {
            Tree *tree = record(s, &rules[r], 0), *again = record(s, &rules[r], 0);
            check_counts(tree);
            cr_assert_leq(tree->count, rules[r].max_nodes);
            cr_assert_leq(tree->decision_count, 4 * rules[r].max_nodes);
            cr_assert_geq(tree->count, 1);
            for (int32_t i = 0; i < tree->count; i++) {
                cr_assert_leq(tree->nodes[i].entry.ply, rules[r].max_ply);
                cr_assert_geq(tree->nodes[i].entry.depth, rules[r].min_depth);
                cr_assert_lt(tree->nodes[i].parent, i);
                cr_assert_eq(tree->nodes[i].order, again->nodes[i].order);
            }
            cr_assert_eq(tree->count, again->count);
            cr_assert_eq(tree->decision_count, again->decision_count);
            tree_free(tree);
            tree_free(again);
        }
}

Test(tree, equal_searches_do_not_part_and_others_name_the_cause)
{
    for (size_t s = 0; s < COUNT_OF(searches); s++) {
        TreeDiff diff;
        Tree *a = record(s, &everything, 0), *b = record(s, &everything, 0);
        Tree *without = record(s, &everything, (uint64_t)1 << TECH_LMP);
        tree_diff(a, b, &diff);
        cr_assert_eq(diff.count, 0);
        cr_assert_eq(diff.common, (uint64_t)a->count);
        tree_diff_free(&diff);
        tree_diff(a, without, &diff);
        if (a->said[TECH_LMP][OUTCOME_SKIPPED]) {
            const Part *first = tree_diff_first(a, without, &diff);
            cr_assert_not_null(first);
            cr_assert_eq(first->kind, PART_SKIPPED);
            cr_assert_eq(first->by, TECH_LMP);
            cr_assert_eq(first->node[0], TREE_NONE);
        } else {
            cr_assert_eq(diff.count, 0);
        }
        tree_diff_free(&diff);
        tree_free(a);
        tree_free(b);
        tree_free(without);
    }
}
