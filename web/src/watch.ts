// SPDX-License-Identifier: GPL-3.0-or-later
// The Watch tab: the analysis while it runs.
import { field, fill, h, select } from "./dom";
import { EvalGraph } from "./evalgraph";
import { brief, count, percent, score, seconds, sign } from "./format";
import { t } from "./i18n";
import { prefs, setPref } from "./prefs";
import { PruningPanel } from "./pruning";
import { analyse, change, command } from "./session";
import { store, type Arrow } from "./store";
import type { Line, Lines } from "./types";

export function toggleAnalysis(): void {
  void analyse(!store.state?.analysing);
}

/** Arrows for the first moves of the lines, the best one strongest; in a game only for who watches. */
export function drawArrows(lines: Lines | null): void {
  const wanted = prefs.arrows && (store.state?.analysing || prefs.tab === "watch");
  const list = wanted && lines ? lines.lines.slice(0, 5) : [];
  const arrows: Arrow[] = [];
  list.forEach((line, rank) => {
    const move = line.pv[0];
    if (move && !arrows.some((one) => one.move === move)) arrows.push({ move, rank });
  });
  store.tell("arrows", arrows);
}

export class WatchPanel {
  readonly element = h("div", { class: "panel watch" });
  private readonly go = h("button", { type: "button", class: "main go", click: toggleAnalysis });
  private readonly figures = h("dl", { class: "figures" });
  private readonly lines = h("ol", { class: "lines", "aria-label": t("linesLabel") });
  private readonly controls = h("div", { class: "controls" });
  private controlsKey = "";

  constructor() {
    this.element.append(
      h("div", { class: "bar-top" }, this.go, this.controls),
      this.figures,
      this.lines,
      new EvalGraph().element,
      new PruningPanel().element,
    );
    store.on("state", () => this.draw());
    store.on("lines", (lines) => {
      this.drawLines(lines);
      drawArrows(lines);
    });
    this.draw();
    this.drawLines(store.lines);
  }

  private draw(): void {
    const state = store.state;
    if (!state) return;
    const on = state.analysing;
    fill(this.go, t(on ? "stop" : "analyse"));
    this.go.setAttribute("aria-pressed", String(on));
    const key = JSON.stringify([state.threads, state.hash]);
    if (key === this.controlsKey || this.controls.contains(document.activeElement)) return;
    this.controlsKey = key;
    const numbers = (list: number[]): { value: string; text: string }[] =>
      list.map((n) => ({ value: String(n), text: String(n) }));
    const multi = select(
      { name: "lines", change: () => this.setLines(Number(multi.value)) },
      numbers([1, 2, 3, 4, 5, 8, 10]),
      String(prefs.lines),
    );
    const hash = h("input", {
      type: "number",
      name: "hash",
      min: 1,
      max: 256,
      value: state.hash,
      change: () => void change({}, { hash: Number(hash.value) }),
    });
    const threads = h("input", {
      type: "number",
      name: "threads",
      min: 1,
      max: 256,
      value: state.threads,
      change: () => void change({}, { threads: Number(threads.value) }),
    });
    const arrows = h("input", {
      type: "checkbox",
      checked: prefs.arrows,
      change: () => {
        setPref("arrows", arrows.checked);
        drawArrows(store.lines);
      },
    });
    fill(
      this.controls,
      field(t("linesLabel"), multi),
      field(t("threads"), threads),
      field(t("hashMib"), hash),
      h("label", { class: "check" }, arrows, h("span", {}, t("arrows"))),
    );
  }

  private setLines(lines: number): void {
    setPref("lines", lines);
    if (store.state?.analysing) void command("analyse", { on: true, lines, limit: null });
  }

  private drawLines(data: Lines | null): void {
    const state = store.state;
    if (!state) return;
    if (!data) {
      fill(this.figures);
      fill(this.lines, h("li", { class: "hint" }, t("noLines")));
      return;
    }
    const pair = (word: string, value: string, exact = ""): HTMLElement[] => [
      h("dt", {}, word),
      h("dd", { title: exact }, value),
    ];
    fill(
      this.figures,
      ...pair(t("depth"), `${data.depth}/${data.seldepth}`),
      ...pair(t("nodes"), brief(data.nodes), count(data.nodes)),
      ...pair(t("speed"), t("perSecond", brief(data.nps)), count(data.nps)),
      ...pair(t("time"), seconds(data.ms)),
      ...pair(t("tableFull"), percent(data.hashfull / 1000)),
    );
    fill(this.lines, ...data.lines.map((line) => this.line(line)));
  }

  private line(line: Line): HTMLElement {
    const state = store.state;
    if (!state) return h("li", {});
    const value = score(state.game, line.score, sign(state.turn));
    const bound = line.bound === "lower" ? "≥" : line.bound === "upper" ? "≤" : "";
    const words = state.game === "shogi" && prefs.notation === "western" ? line.western : line.people;
    const first = line.pv[0];
    return h(
      "li",
      {},
      h("b", { class: `score pv${Math.min(line.line - 1, 4)}` }, bound + value),
      h("span", { class: "pv", title: words }, words),
      !!first &&
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            title: t("playThis"),
            "aria-label": t("playThis"),
            click: () => void command("move", { move: first }),
          },
          "▶",
        ),
    );
  }
}
