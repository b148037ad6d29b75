// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between the recorded search and one with a technique switched off.
import { get } from "./api";
import { fill, h } from "./dom";
import { brief, count } from "./format";
import { t, type Key } from "./i18n";
import { prefs } from "./prefs";
import { sessionId } from "./session";
import { chip, techniqueName } from "./techniques";
import { moveName } from "./treelist";

export interface Summary {
  total: number;
  recorded: number;
  depth: number;
  people?: string;
  western?: string;
  move?: string;
}

export interface DiffSums {
  common: number;
  parts: number;
  sums: { kind: string; by: string | null; parts: number; nodes: [number, number] }[];
}

interface Deed {
  node: number | null;
  nodes: number;
  why: string | null;
}

interface Part {
  kind: string;
  by: string | null;
  ply: number;
  path: { role: string; move: string | null; people: string | null; western: string | null }[];
  sides: [Deed, Deed];
}

const KINDS: Record<string, Key> = {
  cut: "partCut",
  skipped: "partSkipped",
  "side search": "partSide",
  depth: "partDepth",
  window: "partWindow",
  "not reached": "partNotReached",
  score: "partScore",
};

function kindName(kind: string): string {
  const key = KINDS[kind];
  return key ? t(key) : kind;
}

export class TreeDiff {
  readonly element = h("div", { class: "treediff", hidden: true });
  loaded = false;

  async load(tree: number, compare: string, one: Summary, other: Summary | null, sums: DiffSums | null): Promise<void> {
    this.loaded = false;
    fill(this.element);
    if (!sums || !other) return;
    const answer = await get<{ all: number; parts: Part[] }>("tree/diff", {
      session: sessionId(),
      tree,
      lang: prefs.language,
    });
    this.loaded = true;
    fill(
      this.element,
      h("p", {}, t("diffIntro", compare)),
      this.totals(one, other, compare, sums),
      this.causes(sums),
      h("h4", {}, t("largestParts")),
      h("ol", { class: "parts" }, ...answer.parts.slice(0, 100).map((part) => this.part(part))),
    );
  }

  private totals(one: Summary, other: Summary, compare: string, sums: DiffSums): HTMLElement {
    const row = (name: string, sum: Summary): HTMLElement =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, name),
        h("td", {}, String(sum.depth)),
        h("td", {}, count(sum.total)),
        h("td", {}, sum.move ? moveName(sum) : "–"),
      );
    return h(
      "table",
      { class: "data" },
      h(
        "thead",
        {},
        h("tr", {}, ...["", t("depth"), t("nodes"), t("bestMove")].map((word) => h("th", { scope: "col" }, word))),
      ),
      h("tbody", {}, row(t("asSet"), one), row(t("without", compare), other)),
      h("caption", {}, t("commonNodes", count(sums.common), count(sums.parts))),
    );
  }

  /** What kind of difference, by whom, and how many nodes on each side. */
  private causes(sums: DiffSums): HTMLElement {
    const rows = [...sums.sums].sort((a, b) => b.nodes[0] + b.nodes[1] - a.nodes[0] - a.nodes[1]);
    return h(
      "table",
      { class: "data" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...[t("partKind"), t("technique"), t("partCount"), t("asSet"), t("otherOne")].map((word) =>
            h("th", { scope: "col" }, word),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        ...rows.map((row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, kindName(row.kind)),
            h("td", {}, chip(row.by), " ", row.by ? techniqueName(row.by) : t("consequence")),
            h("td", {}, count(row.parts)),
            h("td", {}, brief(row.nodes[0])),
            h("td", {}, brief(row.nodes[1])),
          ),
        ),
      ),
    );
  }

  private part(part: Part): HTMLElement {
    const side = (deed: Deed, name: string): HTMLElement =>
      h(
        "p",
        {},
        h("small", {}, `${name}: `),
        deed.why ?? (deed.nodes ? t("nNodes", count(deed.nodes)) : t("notThere")),
        deed.why && deed.nodes ? ` (${t("nNodes", count(deed.nodes))})` : null,
      );
    return h(
      "li",
      {},
      chip(part.by),
      h("span", { class: "tag" }, kindName(part.kind)),
      h("b", {}, part.path.map(moveName).join(" ") || t("root")),
      h("div", {}, side(part.sides[0], t("asSet")), side(part.sides[1], t("otherOne"))),
    );
  }
}
