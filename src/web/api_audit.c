/* SPDX-License-Identifier: GPL-3.0-or-later */

/* "Was it right?": one decision of a recorded tree, judged. */

#include "web/api.h"
#include "web/out.h"
#include "web/trees.h"

/* The decision that is meant: one by its number, or what ended the node. */
static const TreeDecision *find_decision(ApiCall *call, const ShelfTree *kept, int32_t node)
{
    const Tree *tree = kept->tree;
    int64_t number = -1;
    if (!ask_int(call->body, "decision", 0, tree->decision_count - 1, &number, &call->diag))
        return NULL;
    const TreeDecision *found = number < 0 ? tree_end_of(tree, node) : &tree->decisions[number];
    if (!found)
        diag_error(&call->diag, "no technique has ended this node");
    else if (found->node != node)
        diag_error(&call->diag, "this decision was not taken at this node");
    else if (!audit_can_judge(&found->said))
        diag_error(&call->diag, "%s: a decision of this kind cannot be judged",
                   param_technique_name(found->said.by));
    else
        return found;
    return NULL;
}

static void explain(const DecisionReport *said, const AuditFinding *finding, int bound, Text *text)
{
    const char *name = param_technique_name(said->by);
    bool high = audit_fails_high(said);
    if (finding->verdict == VERDICT_UNDECIDED)
        text_printf(text, "the search without %s did not come to an end", name);
    else if (finding->verdict == VERDICT_RIGHT)
        text_printf(text, "searched to the same depth without %s it %s: %d against %d", name,
                    high ? "reaches beta too" : "does not beat alpha either", finding->score,
                    bound);
    else if (finding->cost == 0)
        text_printf(text,
                    "searched to the same depth without %s it %s, but a wider window takes that "
                    "back: wrong at no cost",
                    name, high ? "stays below beta" : "beats alpha");
    else
        text_printf(text, "searched to the same depth without %s it %s by %d", name,
                    high ? "stays below beta" : "beats alpha", finding->cost);
}

static void explain_ja(const DecisionReport *said, const AuditFinding *finding, int bound,
                       Text *text)
{
    const char *name = param_technique_name(said->by);
    bool high = audit_fails_high(said);
    if (finding->verdict == VERDICT_UNDECIDED)
        text_printf(text, "%sなしの探索は終わらなかった", name);
    else if (finding->verdict == VERDICT_RIGHT)
        text_printf(text, "%sなしで同じ深さまで探索しても%s（%d、基準は%d）", name,
                    high ? "βに届く" : "αを超えない", finding->score, bound);
    else if (finding->cost == 0)
        text_printf(text, "%sなしで同じ深さまで探索すると%sが、窓を広げると差はなくなる", name,
                    high ? "βに届かない" : "αを超える");
    else
        text_printf(text, "%sなしで同じ深さまで探索すると%s（差は%d）", name,
                    high ? "βに届かない" : "αを超える", finding->cost);
}

int api_audit(ApiCall *call)
{
    static const char *const verdicts[] = {
        [VERDICT_NONE] = "undecided",
        [VERDICT_RIGHT] = "right",
        [VERDICT_FALSE] = "wrong",
        [VERDICT_UNDECIDED] = "undecided",
    };
    Tab *tab = call->tab;
    static const char *const languages[] = {"en", "ja"};
    int64_t id = 0, node = 0;
    int language = 0;
    AuditFinding finding;
    if (!ask_needs(call->body, "tree", &call->diag)
        || !ask_int(call->body, "tree", 1, INT32_MAX, &id, &call->diag)
        || !ask_int(call->body, "node", 0, INT32_MAX, &node, &call->diag)
        || !ask_word(call->body, "lang", languages, COUNT_OF(languages), &language, &call->diag))
        return API_BAD;
    ShelfTree *kept = trees_find(tab->trees, id);
    if (kept && node == 0)
        node = kept->top;
    if (!kept || node < 0 || node >= kept->tree->count) {
        diag_error(&call->diag, "there is no such tree or node");
        return API_NOT_FOUND;
    }
    const TreeDecision *decision = find_decision(call, kept, (int32_t)node);
    if (!decision)
        return API_BAD;
    if (tab->thinking == THINK_MOVE) {
        diag_error(&call->diag, "the engine is thinking about its move");
        return API_CONFLICT;
    }
    const DecisionReport said = decision->said;
    int bound = audit_fails_high(&said) ? said.beta : said.alpha;
    if (!trees_judge(tab, kept, (int32_t)node, &said, &finding, &call->diag))
        return API_CONFLICT;
    Text *text = &call->answer;
    out_begin(text, NULL, '{');
    out_text(text, "verdict", verdicts[finding.verdict]);
    if (finding.verdict == VERDICT_UNDECIDED)
        out_null(text, "score");
    else
        out_int(text, "score", finding.score);
    out_int(text, "bound", bound);
    out_int(text, "nodes", (int64_t)finding.nodes);
    out_int(text, "cost_cp", finding.cost);
    Text words = TEXT_EMPTY;
    (language ? explain_ja : explain)(&said, &finding, bound, &words);
    out_text(text, "why", text_cstr(&words));
    text_free(&words);
    out_end(text, '}');
    return API_OK;
}
