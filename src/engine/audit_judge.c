/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/audit_judge.h"

static bool is_about_move(const DecisionReport *said) { return said->outcome != OUTCOME_CUT; }

bool audit_fails_high(const DecisionReport *said)
{
    return said->outcome == OUTCOME_CUT && said->by != TECH_RAZOR;
}

static int within(int value)
{
    return value > VALUE_INFINITE  ? VALUE_INFINITE
         : value < -VALUE_INFINITE ? -VALUE_INFINITE
                                   : value;
}

static JudgeRequest make_request(const AuditBench *bench, const DecisionReport *said,
                                 const GameMove *line, const Params *params, int deeper)
{
    bool high = audit_fails_high(said);
    return (JudgeRequest){
        .root = bench->root,
        .line = line,
        .ply = said->ply,
        .move = is_about_move(said) ? said->move : 0,
        .depth = said->full_depth + deeper,
        .qdepth = said->qdepth >= 0 && deeper == 0 ? said->qdepth + 1 : -1,
        .alpha = high ? said->beta - 1 : said->alpha,
        .beta = high ? said->beta : said->alpha + 1,
        .cut = is_about_move(said) ? !said->cut : said->cut,
        .rules = bench->rules,
        .params = params,
        .net = bench->net,
        .tt = bench->tt,
        .nodes = bench->nodes,
        .stop = bench->stop,
    };
}

AuditFinding audit_judge(const AuditBench *bench, const DecisionReport *said, const GameMove *line,
                         const Params *params, int deeper)
{
    const GameOps *game = bench->game;
    JudgeRequest request = make_request(bench, said, line, params, deeper);
    JudgeResult found;
    tt_clear(bench->tt, 1);
    tt_new_search(bench->tt);
    game->worker_learn_from(bench->worker, bench->learned);
    game->worker_judge(bench->worker, &request, &found);
    AuditFinding finding = {
        .verdict = VERDICT_UNDECIDED, .nodes = found.nodes, .score = found.score};
    if (!found.decided)
        return finding;
    bool high = audit_fails_high(said);
    finding.verdict = (high ? found.score < said->beta : found.score > said->alpha) ? VERDICT_FALSE
                                                                                    : VERDICT_RIGHT;
    if (finding.verdict == VERDICT_RIGHT)
        return finding;
    if (high)
        request.alpha = within(said->beta - AUDIT_COST_MAX);
    else
        request.beta = within(said->alpha + AUDIT_COST_MAX);
    int narrow = found.score;
    game->worker_judge(bench->worker, &request, &found);
    finding.nodes += found.nodes;
    finding.score = found.decided ? found.score : narrow;
    int cost = high ? said->beta - finding.score : finding.score - said->alpha;
    finding.cost = cost < 0 ? 0 : cost > AUDIT_COST_MAX ? AUDIT_COST_MAX : cost;
    return finding;
}
