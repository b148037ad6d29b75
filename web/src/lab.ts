// SPDX-License-Identifier: GPL-3.0-or-later
// The Laboratory tab: the results that the program was started with, and those that still grow.
import { get } from "./api";
import { fill, h } from "./dom";
import { count } from "./format";
import { t, type Key } from "./i18n";
import { MatchView, type MatchResult } from "./labmatch";
import { regressView, reportsView, type Regress, type Reports } from "./labreports";
import { TuneView, type TuneResult } from "./labtune";
import { complain } from "./session";

interface ResultFile {
  id: number;
  name: string;
  kind: string;
  rows: number;
  age_s: number;
}

interface Result extends MatchResult, TuneResult, Reports {
  kind: string;
  age_s: number;
  regress?: Regress;
}

const KINDS: Record<string, Key> = {
  match: "labMatch",
  tune: "labTune",
  regress: "labRegress",
  reports: "labReports",
  empty: "labEmpty",
};

// Games are stored as they end: what was written to a moment ago is running.
const FRESH_S = 15;
const REFRESH_MS = 4000;

const runs = (file: ResultFile): boolean => ["match", "tune"].includes(file.kind) && file.age_s < FRESH_S;

export class LabPanel {
  readonly element = h("div", { class: "panel lab" });
  private readonly list = h("nav", { class: "labfiles", "aria-label": t("labFiles") });
  private readonly view = h("div", { class: "labview" });
  private chosen: number | null = null;
  private run = 0; // of a file with several; 0: the newest
  private timer = 0;
  private shown: { key: string; match?: MatchView; tune?: TuneView } = { key: "" };

  constructor() {
    this.element.append(this.list, this.view);
  }

  opened(): void {
    void this.refresh();
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (this.element.isConnected && !this.element.hidden) void this.refresh();
    }, REFRESH_MS);
  }

  private async refresh(): Promise<void> {
    try {
      const { files } = await get<{ files: ResultFile[] }>("lab");
      if (files.length === 0) return fill(this.list, h("p", { class: "hint" }, t("labNone")));
      if (this.chosen === null || !files.some((file) => file.id === this.chosen)) this.chosen = files[0]?.id ?? null;
      this.drawList(files);
      const file = files.find((one) => one.id === this.chosen);
      if (file) await this.load(file);
      if (files.some(runs)) this.later();
    } catch (error) {
      complain(error);
    }
  }

  private drawList(files: ResultFile[]): void {
    fill(
      this.list,
      ...files.map((file) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(file.id === this.chosen),
            "data-kind": file.kind,
            click: () => {
              this.chosen = file.id;
              this.run = 0;
              void this.refresh();
            },
          },
          h("b", {}, file.name),
          h(
            "small",
            {},
            t(KINDS[file.kind] ?? "labEmpty", count(file.rows)) + (runs(file) ? ` · ${t("labRunning")}` : ""),
          ),
        ),
      ),
    );
  }

  private choose(run: number): void {
    this.run = run;
    void this.refresh();
  }

  private async load(file: ResultFile): Promise<void> {
    if (file.kind === "empty" || file.rows === 0) return fill(this.view, h("p", { class: "hint" }, t("labEmpty")));
    const key = `${file.id}/${file.rows}/${this.run}`;
    if (key === this.shown.key) return;
    const result = await get<Result>("lab/match", { id: file.id, run: this.run });
    // A plot that only grows is kept, so that it does not flicker.
    const same = this.shown.key.split("/")[0] === String(file.id);
    if (same && this.shown.match && result.match) this.shown.match.update(result);
    else if (same && this.shown.tune && result.tune) this.shown.tune.update(result);
    else this.draw(result);
    this.shown.key = key;
  }

  private draw(result: Result): void {
    this.shown = { key: "" };
    fill(this.view);
    if (result.match) {
      const view = new MatchView();
      this.view.append(view.element);
      view.update(result);
      this.shown.match = view;
    } else if (result.tune) {
      const view = new TuneView();
      this.view.append(view.element);
      view.update(result);
      this.shown.tune = view;
    } else if (result.runs) this.view.append(reportsView(result, (run) => this.choose(run)));
    else if (result.regress) this.view.append(regressView(result.regress));
  }
}
