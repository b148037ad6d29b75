// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between the recorded search and one with a technique switched off.
import { get } from "./api";
import { fill, h } from "./dom";
import { count } from "./format";
import { t } from "./i18n";
import { prefs } from "./prefs";
import { sessionId } from "./session";
import { moveName } from "./treelist";

export interface DiffPart {
  kind: string;
  move: string | null;
  people: string;
  western: string;
  line?: string;
  nodes?: [number, number];
  why?: [string | null, string | null];
  [more: string]: unknown;
}

export class TreeDiff {
  readonly element = h("div", { class: "treediff", hidden: true });
  loaded = false;

  async load(tree: number | string | null, compare: string, totals: Record<string, number> | null): Promise<void> {
    this.loaded = false;
    fill(this.element);
    if (tree === null || !totals) return;
    const answer = await get<{ parts: DiffPart[] }>("tree/diff", { session: sessionId(), tree, lang: prefs.language });
    this.loaded = true;
    const facts = Object.entries(totals).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, typeof value === "number" ? count(value) : String(value))]);
    fill(
      this.element,
      h("p", {}, t("diffIntro", compare)),
      h("dl", { class: "figures" }, ...facts),
      h("ol", { class: "edges" }, ...answer.parts.map((part) => this.part(part))),
    );
  }

  private part(part: DiffPart): HTMLElement {
    return h(
      "li",
      {},
      h("small", { class: "tag" }, part.kind),
      h("b", {}, part.line ?? moveName(part)),
      h("span", { class: "why" }, (part.why ?? []).filter(Boolean).join(" → ")),
    );
  }
}
