/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The audit: it samples fairly, changes nothing, and its judge tells right from wrong. */

#include "engine/audit.h"
#include "engine/engine.h"
#include "engine/games.h"
#include "engine/setup.h"
#include "reference/random_net.h"

#include <criterion/criterion.h>
#include <string.h>

static void ignore_progress(void *context, const char *what, int done, int all)
{
    (void)context, (void)what, (void)done, (void)all;
}
static void ignore_message(void *context, const char *message) { (void)context, (void)message; }

static const char *const chess_positions[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp3ppp/2nbpn2/2pp4/2PP4/P3PN2/1P1NBPPP/R1BQ1RK1 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
};

enum { POSITIONS = COUNT_OF(chess_positions) };

static GamePosition *positions[POSITIONS];

static AuditPlan chess_plan(int depth)
{
    Diag diag;
    diag_clear(&diag);
    games_init();
    for (int i = 0; i < POSITIONS; i++) {
        positions[i] = chess_ops.create();
        cr_assert(chess_ops.set(positions[i], span_of(chess_positions[i]), &diag));
    }
    AuditPlan plan = {
        .game = &chess_ops,
        .positions = positions,
        .count = POSITIONS,
        .depth = depth,
        .hash_mib = 16,
        .reference_nodes = 50000,
        .concurrency = 1,
        .rules = {.seed = 5, .techniques = audit_techniques(), .most = 40, .share = 1},
        .on_progress = ignore_progress,
        .on_message = ignore_message,
    };
    param_set_init(&plan.params, PARAM_CHESS);
    return plan;
}

static void destroy_positions(void)
{
    for (int i = 0; i < POSITIONS; i++)
        chess_ops.destroy(positions[i]);
}

static void ignore_line(void *context, GamePosition *pos, const EngineLine *line)
{
    (void)context, (void)pos, (void)line;
}
static void keep_answer(void *context, GamePosition *pos, const EngineAnswer *answer)
{
    (void)pos;
    *(EngineAnswer *)context = *answer;
}

/* The nodes are those of a search that nobody listens to, and the decisions counted are those that
 * the search itself counts. */
Test(audit, the_search_is_unchanged_and_all_its_decisions_are_counted)
{
    AuditPlan plan = chess_plan(9);
    AuditResult result;
    Diag diag;
    Stats *stats = xcalloc(1, sizeof *stats), *sum = xcalloc(1, sizeof *sum);
    EngineAnswer answer;
    diag_clear(&diag);
    cr_assert(audit_run(&plan, &result, &diag));
    const EngineListener listener = {.context = &answer,
                                     .on_line = ignore_line,
                                     .on_answer = keep_answer,
                                     .on_message = ignore_message};
    Engine *engine = engine_new(&chess_ops, &listener);
    for (int i = 0; i < POSITIONS; i++) {
        chess_ops.copy(engine_position(engine), positions[i]);
        engine_new_game(engine);
        engine_go(engine, &(EngineGo){.time = {-1, -1, -1, -1, -1}, .depth = 9});
        engine_wait(engine);
        cr_assert_eq(answer.nodes, result.position_nodes[i]);
        engine_stats(engine, stats);
        stats_merge(sum, stats);
    }
    engine_free(engine);
    static const Technique counted[] = {TECH_NMP, TECH_RFP, TECH_RAZOR, TECH_PROBCUT,
                                        TECH_SEE, TECH_LMR, TECH_DELTA, TECH_MULTICUT};
    for (size_t i = 0; STATS && i < COUNT_OF(counted); i++) {
        uint64_t decisions = 0;
        for (int band = 0; band < AUDIT_BANDS; band++)
            decisions += result.decisions[counted[i]][band];
        cr_assert_eq(decisions, stats_total(sum, counted[i]).cuts, "%s",
                     param_technique_name(counted[i]));
    }
    free(stats);
    free(sum);
    audit_result_free(&result);
    destroy_positions();
}

static void check_same(const AuditResult *a, const AuditResult *b)
{
    cr_assert_eq(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        const AuditCase *x = &a->cases[i], *y = &b->cases[i];
        cr_assert_eq(x->position, y->position);
        cr_assert_eq(x->sequence, y->sequence);
        cr_assert_eq(x->same.verdict, y->same.verdict);
        cr_assert_eq(x->same.cost, y->same.cost);
        cr_assert_eq(x->same.nodes, y->same.nodes);
        cr_assert_eq(memcmp(x->line, y->line, (size_t)x->said.ply * sizeof *x->line), 0);
    }
}

Test(audit, a_seed_gives_one_sample_whatever_the_threads)
{
    AuditPlan plan = chess_plan(8);
    AuditResult one, three, other;
    Diag diag;
    diag_clear(&diag);
    cr_assert(audit_run(&plan, &one, &diag));
    plan.concurrency = 3;
    cr_assert(audit_run(&plan, &three, &diag));
    check_same(&one, &three);
    plan.rules.seed = 6;
    cr_assert(audit_run(&plan, &other, &diag));
    bool same = one.count == other.count;
    for (int i = 0; same && i < one.count; i++)
        same = one.cases[i].sequence == other.cases[i].sequence;
    cr_assert_not(same, "another seed gave the same sample");
    audit_result_free(&one);
    audit_result_free(&three);
    audit_result_free(&other);
    destroy_positions();
}

/* A reservoir holds what it may, of every class, and weights make up the whole. */
Test(audit, weights_make_up_all_decisions)
{
    AuditPlan plan = chess_plan(8);
    AuditResult result;
    Diag diag;
    diag_clear(&diag);
    cr_assert(audit_run(&plan, &result, &diag));
    double weight = 0;
    uint64_t decisions = 0;
    for (int i = 0; i < result.count; i++)
        weight += audit_weight(&result, &result.cases[i]);
    for (int t = 0; t < TECH_COUNT; t++)
        for (int b = 0; b < AUDIT_BANDS; b++) {
            uint64_t all = result.decisions[t][b];
            decisions += all;
            cr_assert_eq((uint64_t)result.kept[t][b], all < 40 ? all : 40);
        }
    cr_assert_float_eq(weight, (double)decisions, 1e-6 * (double)decisions);
    audit_result_free(&result);
    destroy_positions();
}

/* ---- The judge ---- */

static JudgeResult judge_by(const Net *net, const char *root, const char *moves,
                            const Params *params, int depth, int alpha, int beta)
{
    Diag diag;
    diag_clear(&diag);
    games_init();
    GamePosition *pos = chess_ops.create(), *walk = chess_ops.create();
    cr_assert(chess_ops.set(pos, span_of(root), &diag), "%s", diag.error);
    chess_ops.copy(walk, pos);
    GameMove line[16];
    int ply = 0;
    Span rest = span_of(moves), word;
    while (span_next_word(&rest, &word)) {
        cr_assert(chess_ops.read_move(walk, word, &line[ply], &diag), "%s", diag.error);
        chess_ops.make(walk, line[ply++]);
    }
    SearchWorker *worker = chess_ops.worker_create(0);
    Tt *tt = tt_new(1, &diag);
    tt_new_search(tt);
    atomic_bool stop = false;
    JudgeResult result;
    const JudgeRequest request = {
        .root = pos,
        .line = line,
        .ply = ply,
        .depth = depth,
        .qdepth = -1,
        .alpha = alpha,
        .beta = beta,
        .cut = true,
        .params = params,
        .net = net,
        .tt = tt,
        .nodes = 1000000,
        .stop = &stop,
    };
    chess_ops.worker_judge(worker, &request, &result);
    chess_ops.worker_destroy(worker);
    tt_free(tt);
    chess_ops.destroy(pos);
    chess_ops.destroy(walk);
    return result;
}

static JudgeResult judge(const char *root, const char *moves, const Params *params, int depth,
                         int alpha, int beta)
{
    return judge_by(NULL, root, moves, params, depth, alpha, beta);
}

/* Kb5 takes the opposition: whoever is to move must give way, and Black's king lets the pawn pass
 * (a tablebase says: lost, drawn if Black could pass). With passes allowed in pawn endings the
 * search believes that Black holds; without them it sees that he does not. */
Test(audit, a_null_move_in_zugzwang_is_wrong)
{
    ParamSet set;
    param_set_init(&set, PARAM_CHESS);
    set.values.nmp_guard_material = -1;
    set.values.nmp_guard_pawns = 0;
    set.values.nmp_verify = NMP_VERIFY_OFF;
    /* BETA is between what the evaluation by hand says of the two. */
    set.values.techniques &= ~((uint64_t)1 << TECH_NET);
    enum { BETA = -256, DEPTH = 8 };
    JudgeResult with =
        judge("8/1k6/8/2K5/2P5/8/8/8 w - - 0 1", "c5b5", &set.values, DEPTH, BETA - 1, BETA);
    set.values.techniques &= ~((uint64_t)1 << TECH_NMP);
    JudgeResult without =
        judge("8/1k6/8/2K5/2P5/8/8/8 w - - 0 1", "c5b5", &set.values, DEPTH, BETA - 1, BETA);
    cr_assert(with.decided && without.decided);
    cr_assert_geq(with.score, BETA);
    cr_assert_lt(without.score, BETA);
}

/* The knights go out and come back: Black's node at the end of the line has been on the board twice
 * since the root, and a third time is a draw, whatever the material. */
Test(audit, the_judge_knows_the_way_to_the_node)
{
    ParamSet set;
    param_set_init(&set, PARAM_CHESS);
    const char *queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    JudgeResult fresh = judge(queen_up, "g1f3 g8f6", &set.values, 4, -2000, 2000);
    JudgeResult again =
        judge(queen_up, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6", &set.values, 4, -2000, 2000);
    cr_assert_gt(fresh.score, 400);
    cr_assert_eq(again.score, VALUE_DRAW);
}

/* Nothing can be captured, so quiescence says what the evaluation does. */
Test(audit, the_judge_evaluates_as_it_is_told)
{
    const char *root = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1",
               *after = "8/8/4k3/8/8/3K4/4P3/8 b - - 1 1";
    ParamSet set;
    Diag diag;
    diag_clear(&diag);
    games_init();
    param_set_init(&set, PARAM_CHESS);
    Net *net = random_net(chess_ops.features, 64, 4);
    GamePosition *pos = chess_ops.create();
    cr_assert(chess_ops.set(pos, span_of(after), &diag));
    int by_net = chess_ops.evaluate(pos, net), by_hand = chess_ops.evaluate(pos, NULL);
    cr_assert_neq(by_net, by_hand);
    enum { WIDE = 30000 };
    cr_assert_eq(judge_by(net, root, "e3d3", &set.values, 0, -WIDE, WIDE).score, by_net);
    set.values.techniques &= ~((uint64_t)1 << TECH_NET);
    cr_assert_eq(judge_by(net, root, "e3d3", &set.values, 0, -WIDE, WIDE).score, by_hand);
    chess_ops.destroy(pos);
    net_release(net);
}

Test(audit, a_reference_that_needs_too_much_is_undecided)
{
    AuditPlan plan = chess_plan(9);
    AuditResult result;
    Diag diag;
    diag_clear(&diag);
    plan.reference_nodes = 3;
    plan.rules.min_depth = 6;
    cr_assert(audit_run(&plan, &result, &diag));
    int undecided = 0;
    for (int i = 0; i < result.count; i++) {
        undecided += result.cases[i].same.verdict == VERDICT_UNDECIDED;
        cr_assert_geq(result.cases[i].said.depth, 6);
    }
    cr_assert_gt(undecided, 10);
    audit_result_free(&result);
    destroy_positions();
}
