// SPDX-License-Identifier: GPL-3.0-or-later
// One node of the recorded tree as a list: its moves, searched or not, each with its reason in words,
// and the question whether the reason was right.
import { fill, h, type Child } from "./dom";
import { brief, count, cp, notation } from "./format";
import { t, type Key } from "./i18n";
import { prefs } from "./prefs";
import { complain, sessionId } from "./session";
import { post } from "./api";
import { store } from "./store";
import { chip, techniqueName } from "./techniques";
import type { Decision, TreeNode, Verdict } from "./types";

const ROLES: Record<string, Key> = {
  move: "roleOfMove",
  null: "roleOfNull",
  verify: "roleOfVerify",
  razor: "roleOfRazor",
  probcut: "roleOfProbcut",
  multicut: "roleOfMulticut",
  singular: "roleOfSingular",
};

const isNode = (child: TreeNode | { more: number }): child is TreeNode => "id" in child;

interface Named {
  move?: string | null;
  people?: string | null;
  western?: string | null;
  role?: string;
  ply?: number;
}

/** The move, or what the node is that has none. */
export function moveName(part: Named): string {
  if (part.move === "pass") return t("pass");
  if (part.move)
    return notation(store.state?.game ?? "chess", {
      people: part.people ?? part.move,
      western: part.western ?? part.move,
    });
  if (part.ply === 0) return t("root");
  const role = part.role && part.role !== "move" ? ROLES[part.role] : undefined;
  return t(role ?? "wholeNode");
}

const FIRST = 10;

// As the engine counts: an open window, a mate at the root, the longest mate.
const INFINITE = 32001;
const MATE = 32000;
const MATE_BOUND = MATE - 240;

function bound(value: number | null): string {
  if (value === null) return "–";
  const sign = value < 0 ? "−" : "+";
  const size = Math.abs(value);
  if (size >= INFINITE) return `${sign}∞`;
  if (size >= MATE_BOUND) return sign + t("mateInPlies", MATE - size);
  return cp(store.state?.game ?? "chess", value);
}

export class TreeList {
  readonly element = h("div", { class: "treelist" });
  private tree = 0 as number | string;
  private readonly verdicts = new Map<string, Verdict>();

  constructor(private readonly walk: (path: TreeNode[]) => void) {}

  forTree(tree: number | string): void {
    this.tree = tree;
    this.verdicts.clear();
  }

  show(node: TreeNode): void {
    const children = node.children.filter(isNode).sort((a, b) => b.nodes - a.nodes);
    const more = node.children.filter((c): c is { more: number } => !isNode(c)).reduce((sum, c) => sum + c.more, 0);
    const skipped = node.skipped ?? [];
    // The one that ended the node stands above already.
    const others = (node.decisions ?? []).filter((one) => one.why !== node.why);
    fill(
      this.element,
      this.facts(node),
      children.length > 0 && h("h4", {}, t("searchedMoves", children.length)),
      children.length > 0 && this.children(children, node.nodes),
      more > 0 && h("p", { class: "hint" }, t("moreN", count(more))),
      ...this.decisions(node, t("skippedMoves", skipped.length), skipped),
      ...this.decisions(node, t("otherDecisions", others.length), others),
      children.length + skipped.length === 0 && h("p", { class: "hint" }, t("leafHere")),
    );
  }

  /** The largest first; the rest on request, so that what was not searched is near. */
  private children(children: TreeNode[], all: number): HTMLElement {
    const list = h("ol", { class: "nodes" }, ...children.slice(0, FIRST).map((child) => this.child(child, all)));
    const rest = children.slice(FIRST);
    if (rest.length === 0) return list;
    const more = h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          click: () => more.replaceWith(...rest.map((child) => this.child(child, all))),
        },
        t("moreN", rest.length),
      ),
    );
    list.append(more);
    return list;
  }

  private decisions(node: TreeNode, title: string, list: Decision[]): HTMLElement[] {
    if (list.length === 0) return [];
    return [h("h4", {}, title), h("ol", { class: "edges" }, ...list.map((edge) => this.edge(node, edge)))];
  }

  private facts(node: TreeNode): HTMLElement {
    const game = store.state?.game ?? "chess";
    const pair = (word: string, value: string): Child[] => [h("dt", {}, word), h("dd", {}, value)];
    return h(
      "div",
      { class: "facts" },
      h(
        "dl",
        { class: "figures" },
        ...pair(t("depth"), String(node.depth)),
        ...pair(t("window"), `${bound(node.alpha)} … ${bound(node.beta)}`),
        ...pair(t("score"), bound(node.score)),
        ...(node.eval === null ? [] : pair(t("staticEval"), cp(game, node.eval))),
        ...pair(t("nodes"), count(node.nodes)),
      ),
      !!node.why &&
        h("p", { class: "why" }, chip(node.by), h("span", {}, node.why), node.judge && this.judge(node, null)),
    );
  }

  private child(child: TreeNode, all: number): HTMLElement {
    const role = child.role === "move" || !child.move ? undefined : ROLES[child.role];
    const bar = h("span", { class: "bar" });
    bar.style.width = `${all ? Math.min(100, (100 * child.nodes) / all) : 0}%`;
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "walk",
          "data-node": child.id,
          title: child.why ?? "",
          click: () => this.walk([child]),
        },
        chip(child.by),
        h("b", {}, moveName(child)),
        !!role && h("small", { class: "tag" }, t(role)),
        h("span", { class: "number" }, t("depthN", child.depth)),
        h("span", { class: "number" }, bound(child.score === null ? null : -child.score)),
        h("span", { class: "number", title: count(child.nodes) }, brief(child.nodes)),
        h("span", { class: "meter" }, bar),
        !!child.by && h("small", { class: "by" }, techniqueName(child.by)),
      ),
    );
  }

  private edge(node: TreeNode, edge: Decision): HTMLElement {
    return h(
      "li",
      { "data-decision": edge.decision },
      chip(edge.by),
      h("b", {}, moveName(edge)),
      h("span", { class: "why" }, edge.why),
      edge.judge && this.judge(node, edge),
    );
  }

  /** The button, and after it the verdict. */
  private judge(node: TreeNode, edge: Decision | null): HTMLElement {
    const key = `${node.id}/${edge ? edge.decision : "node"}`;
    const place = h("span", { class: "judge" });
    const show = (verdict: Verdict): void =>
      fill(
        place,
        h("span", { class: `verdict ${verdict.verdict}` }, t(VERDICTS[verdict.verdict])),
        h("small", {}, verdict.why),
      );
    const known = this.verdicts.get(key);
    if (known) {
      show(known);
      return place;
    }
    const ask = async (): Promise<void> => {
      button.disabled = true;
      try {
        const verdict = await post<Verdict>("audit", {
          session: sessionId(),
          tree: this.tree,
          node: node.id,
          decision: edge ? edge.decision : null,
          lang: prefs.language,
        });
        this.verdicts.set(key, verdict);
        show(verdict);
      } catch (error) {
        button.disabled = false;
        complain(error);
      }
    };
    const button = h("button", { type: "button", class: "quiet audit", click: () => void ask() }, t("wasItRight"));
    place.append(button);
    return place;
  }
}

const VERDICTS: Record<Verdict["verdict"], Key> = {
  right: "verdictRight",
  wrong: "verdictWrong",
  undecided: "verdictUndecided",
};
