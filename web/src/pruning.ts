// SPDX-License-Identifier: GPL-3.0-or-later
// The pruning panel: what each technique tries, cuts and saves right now, a switch for each, its
// parameters, and beside it the run before the last change.
import { fill, h, select } from "./dom";
import { brief, count, percent, seconds } from "./format";
import { t } from "./i18n";
import { change } from "./session";
import { store } from "./store";
import { chip, colourClass, describe, isOn, title, valueOf } from "./techniques";
import type { Parameter, Run, Stats, Technique, TechniqueCount } from "./types";

interface Row {
  element: HTMLTableRowElement;
  toggle: HTMLInputElement;
  cells: HTMLTableCellElement[];
  bar: HTMLElement;
  old: HTMLElement;
}

export class PruningPanel {
  readonly element = h("section", { class: "pruning" });
  private readonly summary = h("div", { class: "runs" });
  private readonly body = h("tbody", {});
  private readonly preset = select({ "aria-label": t("preset"), name: "preset" }, [], "");
  private readonly reset = h(
    "button",
    { type: "button", click: () => void change({}, { reset: true }) },
    t("resetAll"),
  );
  private rows = new Map<string, Row>();
  private readonly opened = new Set<string>();
  private readonly details = new Map<string, HTMLTableRowElement>();

  constructor() {
    this.preset.addEventListener("change", () => {
      if (this.preset.value) void change({}, { preset: this.preset.value });
      this.preset.value = "";
    });
    const head = [t("technique"), t("tries"), t("cuts"), t("cutRate"), t("share")];
    this.element.append(
      h("header", {}, h("h3", {}, t("pruning")), h("span", { class: "grow" }), this.preset, this.reset),
      this.summary,
      h("table", {}, h("thead", {}, h("tr", {}, ...head.map((word) => h("th", { scope: "col" }, word)))), this.body),
    );
    store.on("params", () => this.build());
    store.on("stats", () => this.draw());
    store.on("state", () => this.sync());
    this.build();
  }

  private build(): void {
    const params = store.params;
    if (!params) return;
    this.rows.clear();
    this.details.clear();
    fill(this.body);
    for (const technique of params.techniques) {
      const row = this.row(technique);
      this.rows.set(technique.name, row);
      this.body.append(row.element);
      if (this.opened.has(technique.name)) this.open(technique);
    }
    fill(
      this.preset,
      h("option", { value: "" }, t("preset")),
      ...params.presets.map((p) => h("option", { value: p.name, title: p.text }, p.name)),
    );
    this.sync();
    this.draw();
  }

  private row(technique: Technique): Row {
    const toggle = h("input", {
      type: "checkbox",
      role: "switch",
      name: technique.name,
      "aria-label": t("switchOf", technique.name),
      disabled: !technique.switchable,
      change: () => void change({ [technique.name]: toggle.checked ? "on" : "off" }),
    });
    const cells = [0, 1, 2].map(() => h("td", { class: "figure" }));
    const bar = h("span", { class: `bar ${colourClass(technique.name)}` });
    const old = h("span", { class: "bar old" });
    const share = h("td", { class: "share" }, bar, old, h("span", { class: "number" }));
    const more = h(
      "button",
      {
        type: "button",
        class: "quiet name",
        title: describe(technique),
        "aria-expanded": "false",
        click: () => this.flipRow(technique),
      },
      technique.name,
      h("small", {}, title(technique)),
    );
    const element = h(
      "tr",
      { "data-technique": technique.name },
      h("td", {}, h("span", { class: "tech" }, toggle, chip(technique.name), more)),
      ...cells,
      share,
    );
    return { element, toggle, cells: [...cells, share], bar, old };
  }

  private flipRow(technique: Technique): void {
    if (this.opened.delete(technique.name)) {
      this.details.get(technique.name)?.remove();
      this.details.delete(technique.name);
    } else {
      this.opened.add(technique.name);
      this.open(technique);
    }
    this.rows
      .get(technique.name)
      ?.element.querySelector(".name")
      ?.setAttribute("aria-expanded", String(this.opened.has(technique.name)));
  }

  private open(technique: Technique): void {
    const inputs = technique.params.filter((p) => p.name !== technique.name).map((p) => this.input(p));
    const row = h(
      "tr",
      { class: "details" },
      h("td", { colspan: 5 }, h("p", {}, describe(technique)), h("div", { class: "inputs" }, ...inputs)),
    );
    this.details.get(technique.name)?.remove();
    this.details.set(technique.name, row);
    this.rows.get(technique.name)?.element.after(row);
  }

  private input(parameter: Parameter): HTMLElement {
    const value = valueOf(parameter.name, parameter.value);
    const send = (event: Event): void => {
      void change({ [parameter.name]: (event.target as HTMLInputElement | HTMLSelectElement).value });
    };
    const control = parameter.choices
      ? select(
          { name: parameter.name, change: send },
          parameter.choices.map((c) => ({ value: c, text: c })),
          value,
        )
      : h("input", {
          type: "number",
          name: parameter.name,
          min: parameter.min,
          max: parameter.max,
          step: "any",
          value,
          change: send,
        });
    const changed = value !== String(parameter.default);
    return h(
      "label",
      { class: changed ? "changed" : "", title: `${parameter.text} (${t("defaultIs", String(parameter.default))})` },
      h("span", {}, parameter.name),
      control,
    );
  }

  /** Switches and values as the session has them, also after a refusal. */
  private sync(): void {
    for (const technique of store.params?.techniques ?? []) {
      const row = this.rows.get(technique.name);
      if (!row) continue;
      row.toggle.checked = isOn(technique);
      row.element.classList.toggle("off", !row.toggle.checked);
    }
    this.reset.disabled = !store.state?.params.length;
    for (const technique of store.params?.techniques ?? []) {
      if (this.opened.has(technique.name) && !this.details.get(technique.name)?.contains(document.activeElement))
        this.open(technique);
    }
  }

  private draw(): void {
    const stats = store.stats;
    const before = new Map(stats?.before?.techniques.map((row) => [row.name, row]));
    const now = new Map(stats?.techniques.map((row) => [row.name, row]));
    for (const [name, row] of this.rows) this.figures(row, now.get(name), before.get(name));
    this.element.classList.toggle("compared", !!stats?.before);
    fill(this.summary, ...(stats ? this.runs(stats) : [h("p", { class: "hint" }, t("noStats"))]));
  }

  private figures(row: Row, now: TechniqueCount | undefined, old: TechniqueCount | undefined): void {
    const pair = (cell: HTMLTableCellElement | undefined, a: string, b: string | null, exact = ""): void => {
      if (!cell) return;
      cell.title = exact;
      fill(cell, h("span", {}, a), b !== null && (a !== "–" || b !== "–") && h("small", {}, b));
    };
    // Some are decided without being tried first: nothing to count.
    const number = (n: number | undefined): string => (n ? brief(n) : "–");
    const rate = (c: TechniqueCount): string => (c.tries ? percent(c.cuts / c.tries) : "–");
    pair(row.cells[0], number(now?.tries), old ? number(old.tries) : null, now ? count(now.tries) : "");
    pair(row.cells[1], number(now?.cuts), old ? number(old.cuts) : null, now ? count(now.cuts) : "");
    pair(row.cells[2], now ? rate(now) : "–", old ? rate(old) : null);
    row.bar.style.width = `${Math.min(100, 100 * (now?.share ?? 0))}%`;
    row.old.style.width = `${Math.min(100, 100 * (old?.share ?? 0))}%`;
    const share = row.cells[3]?.querySelector(".number");
    if (share) fill(share, now?.share ? percent(now.share) : "–");
  }

  /** The deepest iteration that both have finished: there the nodes can be compared. */
  private difference(now: Run, was: Run): HTMLElement[] {
    for (const a of [...now.depths].reverse()) {
      const b = was.depths.find((one) => one.depth === a.depth);
      if (!b || !b.nodes) continue;
      const change = Math.round(100 * (a.nodes / b.nodes - 1));
      const words = t("atDepth", a.depth, brief(a.nodes), brief(b.nodes), (change > 0 ? "+" : "") + change);
      return [h("p", { class: "difference" }, words)];
    }
    return [];
  }

  /** "Now" beside "before". */
  private runs(stats: Stats): HTMLElement[] {
    const box = (title: string, run: Run, extra: string): HTMLElement =>
      h(
        "dl",
        { class: extra },
        h("dt", {}, title),
        h("dd", { class: "depth" }, t("depthN", run.depth)),
        h("dd", { class: "nodes", title: count(run.nodes), "data-nodes": run.nodes }, t("nNodes", brief(run.nodes))),
        h("dd", {}, seconds(run.ms)),
      );
    const now = box(t("now"), stats, "now");
    if (!stats.before) return [now];
    const was = box(t("before", stats.before.label), stats.before, "was");
    return [now, was, ...this.difference(stats, stats.before)];
  }
}
