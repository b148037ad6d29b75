/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/decisions.h"

#include <stdlib.h>

/* "βを312上回る" or "βを40下回る". */
static void add_distance(int distance, const char *what, Text *text)
{
    if (value_is_mate(distance) || abs(distance) > VALUE_EVAL_MAX)
        text_printf(text, "どう応じても%sに対して勝ち", what);
    else
        text_printf(text, "%sを%d%s", what, abs(distance), distance < 0 ? "下回る" : "上回る");
}

static void explain_null(const DecisionReport *said, Text *text)
{
    switch (said->outcome) {
    case OUTCOME_CUT:
        text_printf(text, "ヌルムーブ：深さ%dで手を抜いても", said->depth);
        add_distance(said->margin, "β", text);
        break;
    case OUTCOME_VERIFIED:
        text_add(text, "ヌルムーブ：手を抜かずに確かめても");
        add_distance(said->margin, "β", text);
        text_add(text, "ので、枝刈りする");
        break;
    case OUTCOME_REFUTED:
        text_add(text, "ヌルムーブ：手を抜かずに確かめると");
        add_distance(said->margin, "β", text);
        text_add(text, "ので、枝刈りしない");
        break;
    default:
        if (value_is_loss(said->score)) {
            text_add(text, "ヌルムーブ：手を抜くと詰まされるので、枝刈りしない");
        } else {
            text_add(text, "ヌルムーブ：手を抜くと");
            add_distance(said->margin, "β", text);
            text_add(text, "ので、枝刈りしない");
        }
        break;
    }
}

/* Techniques that end a node, or try to. */
static bool explain_node(const DecisionReport *said, Text *text)
{
    switch (said->by) {
    case TECH_NMP: explain_null(said, text); return true;
    case TECH_THREAT: text_add(text, "ヌルムーブ：手を抜くと詰まされる（詰めろ）"); return true;
    case TECH_RFP:
        text_printf(text, "逆フューティリティ：評価値がβを%d上回り、深さ%dに必要な差より%d大きい",
                    said->eval - said->beta, said->depth, said->margin);
        return true;
    case TECH_RAZOR:
        text_printf(text, "レイザリング：評価値がαを%d下回り、駒を取る手だけでは%s",
                    said->alpha - said->eval,
                    said->outcome == OUTCOME_CUT ? "届かない" : "届くので、枝刈りしない");
        return true;
    case TECH_PROBCUT:
        text_add(text, "ProbCut：駒を取る手が");
        add_distance(said->score - said->beta, "β", text);
        text_printf(text, "（%d浅い探索）", said->reduction);
        return true;
    case TECH_MULTICUT:
        text_printf(text, "マルチカット：%d浅い探索で二つ以上の手がβに届く", said->reduction);
        return true;
    case TECH_TT: text_printf(text, "置換表：探索済みで、評価は%d", said->score); return true;
    case TECH_MATE1: text_add(text, "一手詰め"); return true;
    case TECH_MDP: text_add(text, "詰みまでの距離：もっと短い詰みが見つかっている"); return true;
    case TECH_IIR: text_add(text, "置換表に手がないので、一手浅く探索する"); return true;
    default: return false;
    }
}

void decisions_explain_ja(const DecisionReport *said, Text *text)
{
    if (explain_node(said, text))
        return;
    switch (said->by) {
    case TECH_LMP:
        text_printf(text, "後回し手の枝刈り：深さ%dで試す手数を%d超えている", said->depth,
                    said->margin);
        break;
    case TECH_FUTILITY:
        text_printf(text, "フューティリティ：深さ%dの余裕を足してもαを%d下回る", said->depth,
                    said->margin);
        break;
    case TECH_HISTPRUNE:
        text_printf(text, "履歴：失敗が多すぎる（深さ%dの限度を%d超えている）", said->depth,
                    said->margin);
        break;
    case TECH_SEE:
        text_printf(text, "駒の取り合い：深さ%dで許されるより%d多く損をする", said->depth,
                    said->margin);
        break;
    case TECH_QSEE:
        text_printf(text, "駒の取り合い：%d損をするので、静止探索では調べない", said->margin);
        break;
    case TECH_DELTA:
        text_printf(text, "デルタ：取る駒と余裕を足してもαを%d下回る", said->margin);
        break;
    case TECH_LMR:
        if (said->outcome == OUTCOME_REDUCED)
            text_printf(text, "後回し手の短縮：%d浅く探索してもαを%d下回る", said->reduction,
                        said->margin);
        else
            text_printf(text, "後回し手の短縮：%d浅い探索でαを超えたので、探索し直す",
                        said->reduction);
        break;
    default:
        text_printf(text, "%s: %s", param_technique_name(said->by),
                    decisions_outcome(said->outcome));
        break;
    }
}
