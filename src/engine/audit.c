/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/audit.h"

#include "base/threads.h"
#include "engine/audit_judge.h"
#include "engine/engine.h"
#include "param/presets.h"

#include <stdlib.h>
#include <string.h>

enum { REFERENCE_MIB = 2 };

typedef struct Audit Audit;

/* One thread's tools. */
typedef struct {
    Audit *audit;
    Engine *engine;
    AuditSample *sample;
    bool sampling;
    uint64_t nodes; /* of the last answer */
    SearchWorker *worker;
    Tt *tt;
    uint64_t reference_nodes;
} Hand;

struct Audit {
    const AuditPlan *plan;
    AuditResult *result;
    Params off;
    Hand *hands;
    int *groups; /* where each position's cases begin, and the end */
    atomic_int next;
    atomic_bool stop; /* never set: the references ask for one */
    pthread_mutex_t mutex;
    int done;
};

static void tell_progress(Audit *audit, const char *what, int all)
{
    pthread_mutex_lock(&audit->mutex);
    audit->done++;
    audit->plan->on_progress(audit->plan->context, what, audit->done, all);
    pthread_mutex_unlock(&audit->mutex);
}

/* ---- The audited searches ---- */

static void ignore_line(void *context, GamePosition *pos, const EngineLine *line)
{
    (void)context, (void)pos, (void)line;
}

static void keep_answer(void *context, GamePosition *pos, const EngineAnswer *answer)
{
    Hand *hand = context;
    (void)pos;
    hand->nodes = answer->nodes;
}

static void offer(void *context, const DecisionReport *report)
{
    Hand *hand = context;
    if (hand->sampling)
        audit_sample_offer(hand->sample, report);
}

static void pass_message(void *context, const char *message)
{
    Audit *audit = ((Hand *)context)->audit;
    pthread_mutex_lock(&audit->mutex);
    audit->plan->on_message(audit->plan->context, message);
    pthread_mutex_unlock(&audit->mutex);
}

static void search_position(const AuditPlan *plan, Hand *hand, int position)
{
    plan->game->copy(engine_position(hand->engine), plan->positions[position]);
    engine_new_game(hand->engine);
    engine_go(hand->engine, &(EngineGo){.time = {-1, -1, -1, -1, -1},
                                        .depth = plan->depth,
                                        .nodes = plan->nodes,
                                        .analyse = true});
    engine_wait(hand->engine);
}

static void search_positions(void *context, int index)
{
    Audit *audit = context;
    const AuditPlan *plan = audit->plan;
    Hand *hand = &audit->hands[index];
    for (int i; (i = atomic_fetch_add(&audit->next, 1)) < plan->count;) {
        audit_sample_begin(hand->sample, i);
        hand->sampling = true;
        search_position(plan, hand, i);
        hand->sampling = false;
        audit->result->position_nodes[i] = hand->nodes;
        tell_progress(audit, "searched", plan->count);
    }
}

/* ---- The references ---- */

static AuditFinding judge(const Audit *audit, const Hand *hand, const AuditCase *one,
                          const Params *params, int deeper)
{
    const AuditBench bench = {
        .game = audit->plan->game,
        .root = audit->plan->positions[one->position],
        .rules = audit->plan->game_rules,
        .net = engine_net(hand->engine),
        .learned = engine_worker(hand->engine),
        .worker = hand->worker,
        .tt = hand->tt,
        .nodes = audit->plan->reference_nodes,
        .stop = &audit->stop,
    };
    return audit_judge(&bench, &one->said, one->line, params, deeper);
}

/* The position is searched once more, for the histories that the references start from; so a
 * finding depends neither on the other cases nor on how the positions are spread over threads.
 * Thread 0 is the caller, whose stack may be too small for a search. */
static void judge_positions(void *context, int index)
{
    Audit *audit = context;
    const AuditPlan *plan = audit->plan;
    if (index == 0)
        return;
    Hand *hand = &audit->hands[index - 1];
    for (int i; (i = atomic_fetch_add(&audit->next, 1)) < plan->count;) {
        if (audit->groups[i] < audit->groups[i + 1])
            search_position(plan, hand, i);
        for (int k = audit->groups[i]; k < audit->groups[i + 1]; k++) {
            AuditCase *one = &audit->result->cases[k];
            Params without = plan->params.values;
            if (!plan->control)
                without.techniques &= ~((uint64_t)1 << one->said.by);
            one->same = judge(audit, hand, one, &without, 0);
            if (plan->deeper > 0 && plan->confirm && one->same.verdict != VERDICT_FALSE)
                one->deeper.verdict = one->same.verdict;
            else if (plan->deeper > 0)
                one->deeper = judge(audit, hand, one, &audit->off, plan->deeper);
            hand->reference_nodes += one->same.nodes + one->deeper.nodes;
        }
        tell_progress(audit, "judged", plan->count);
    }
}

/* ---- Together ---- */

static int compare_cases(const void *a, const void *b)
{
    const AuditCase *x = a, *y = b;
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    return (x->sequence > y->sequence) - (x->sequence < y->sequence);
}

/* The kept cases in the order of positions and searches. */
static void collect(Audit *audit, AuditSample *sample)
{
    AuditResult *result = audit->result;
    for (int t = 0; t < TECH_COUNT; t++)
        for (int b = 0; b < AUDIT_BANDS; b++)
            result->count += sample->classes[t][b].count;
    result->cases = xcalloc((size_t)result->count + 1, sizeof *result->cases);
    int at = 0;
    for (int t = 0; t < TECH_COUNT; t++)
        for (int b = 0; b < AUDIT_BANDS; b++) {
            AuditClass *class = &sample->classes[t][b];
            result->decisions[t][b] = class->decisions;
            result->kept[t][b] = class->count;
            for (int i = 0; i < class->count; i++)
                result->cases[at++] = class->cases[i];
            class->count = 0;
        }
    qsort(result->cases, (size_t)result->count, sizeof *result->cases, compare_cases);
    audit->groups = xcalloc((size_t)audit->plan->count + 1, sizeof *audit->groups);
    for (int i = 0, k = 0; i <= audit->plan->count; i++) {
        while (k < result->count && result->cases[k].position < i)
            k++;
        audit->groups[i] = k;
    }
}

static bool open_hand(Audit *audit, Hand *hand, Diag *diag)
{
    const AuditPlan *plan = audit->plan;
    const EngineListener listener = {
        .context = hand,
        .on_line = ignore_line,
        .on_answer = keep_answer,
        .on_message = pass_message,
        .on_decision = offer,
    };
    hand->audit = audit;
    hand->engine = engine_new(plan->game, &listener);
    *engine_params(hand->engine) = plan->params;
    engine_set_rules(hand->engine, &plan->game_rules);
    hand->sample = audit_sample_new(&plan->rules);
    hand->worker = plan->game->worker_create(0);
    hand->tt = tt_new(REFERENCE_MIB, diag);
    return hand->tt && engine_set_hash(hand->engine, plan->hash_mib, diag);
}

static void close_hand(const AuditPlan *plan, Hand *hand)
{
    engine_free(hand->engine);
    audit_sample_free(hand->sample);
    if (hand->worker)
        plan->game->worker_destroy(hand->worker);
    tt_free(hand->tt);
}

static void set_off(Audit *audit)
{
    ParamSet off;
    Diag diag;
    diag_clear(&diag);
    param_set_init(&off, audit->plan->params.game);
    if (!param_set_preset(&off, span_of("off"), &diag))
        BUG("preset off: %s", diag.error);
    audit->off = off.values;
    /* Who evaluates is no question of pruning: a reference asks whom the audited search asked. */
    const uint64_t net = (uint64_t)1 << TECH_NET;
    audit->off.techniques &= ~net;
    audit->off.techniques |= audit->plan->params.values.techniques & net;
}

bool audit_run(const AuditPlan *plan, AuditResult *result, Diag *diag)
{
    Audit audit = {.plan = plan, .result = result};
    *result = (AuditResult){0};
    result->position_nodes = xcalloc((size_t)plan->count, sizeof *result->position_nodes);
    set_off(&audit);
    pthread_mutex_init(&audit.mutex, NULL);
    int threads = plan->concurrency < plan->count ? plan->concurrency : plan->count;
    audit.hands = xcalloc((size_t)threads, sizeof *audit.hands);
    bool good = true;
    for (int i = 0; good && i < threads; i++)
        good = open_hand(&audit, &audit.hands[i], diag);
    if (good) {
        threads_run(threads, search_positions, &audit);
        for (int i = 1; i < threads; i++)
            audit_sample_merge(audit.hands[0].sample, audit.hands[i].sample);
        collect(&audit, audit.hands[0].sample);
        atomic_store(&audit.next, 0);
        audit.done = 0;
        threads_run(threads + 1, judge_positions, &audit);
    }
    for (int i = 0; i < threads; i++) {
        result->reference_nodes += audit.hands[i].reference_nodes;
        close_hand(plan, &audit.hands[i]);
    }
    for (int i = 0; i < plan->count; i++)
        result->nodes += result->position_nodes[i];
    free(audit.hands);
    free(audit.groups);
    pthread_mutex_destroy(&audit.mutex);
    if (!good)
        audit_result_free(result);
    return good;
}

void audit_result_free(AuditResult *result)
{
    for (int i = 0; i < result->count; i++)
        free(result->cases[i].line);
    free(result->cases);
    free(result->position_nodes);
    *result = (AuditResult){0};
}

double audit_weight(const AuditResult *result, const AuditCase *one)
{
    int band = audit_band(one->said.depth);
    return (double)result->decisions[one->said.by][band] / result->kept[one->said.by][band];
}

bool audit_compared(const AuditPlan *plan, const AuditCase *one, int *reach, int *threshold)
{
    const DecisionReport *said = &one->said;
    if (!plan->game->threshold(&plan->params.values, said, threshold))
        return false;
    switch (said->by) {
    /* A null move is judged by its search, but allowed by the static evaluation. */
    case TECH_NMP: *reach = said->static_eval - said->beta; break;
    /* The first move not tried is one beyond the limit already. */
    case TECH_LMP: *reach = said->margin + *threshold - 1; break;
    default: *reach = said->margin + *threshold; break;
    }
    return true;
}

void audit_case_position(const AuditPlan *plan, const AuditCase *one, GamePosition *pos)
{
    plan->game->copy(pos, plan->positions[one->position]);
    for (int i = 0; i < one->said.ply; i++) {
        if (one->line[i])
            plan->game->make(pos, one->line[i]);
        else
            plan->game->make_null(pos);
    }
}
