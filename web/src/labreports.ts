// SPDX-License-Identifier: GPL-3.0-or-later
// Reports: what each technique saves (ablate), how often it is wrong (audit), and builds over time.
import { field, h, select } from "./dom";
import { brief, count } from "./format";
import { t, type Key } from "./i18n";
import { chip } from "./techniques";
import { limits, range, table, type Interval } from "./table";

interface Effect {
  nodes_saved_percent?: Interval;
  time_saved_percent?: Interval;
  depth_improvement?: Interval;
  moves_changed?: Interval;
}

interface Variant {
  name: string;
  kind: string;
  fixed_depth?: Effect & { positions: number; nodes: number; depth: number };
  fixed_time?: Effect & { positions: number; nodes: number; depth: number };
}

interface Ablate {
  game: string;
  positions: number;
  limit_depth?: number;
  limit_ms?: number;
  variants: Variant[];
}

const number = (v: number): string => (v > 0 ? "+" : v < 0 ? "−" : "") + Math.abs(v).toFixed(1);

const words = (i: Interval | undefined, factor = 1): string =>
  i ? `${number(i.value * factor)} (${number(i.low * factor)} … ${number(i.high * factor)})` : "–";

function effects(
  report: Ablate,
  of: (v: Variant) => Effect | undefined,
  pick: (e: Effect) => Interval | undefined,
  title: string,
): HTMLElement | null {
  const rows = report.variants.flatMap((variant) => {
    const effect = of(variant);
    const interval = effect && pick(effect);
    return interval ? [{ variant, interval, changed: effect.moves_changed }] : [];
  });
  if (rows.length === 0) return null;
  rows.sort((a, b) => b.interval.value - a.interval.value);
  const [low, high] = limits(rows.map((row) => row.interval));
  return table(
    [t("technique"), title, "", t("labOtherMove")],
    rows.map(({ variant, interval, changed }) => [
      h("span", {}, chip(variant.name), " ", variant.name),
      words(interval),
      range(interval, low, high),
      changed ? `${(100 * changed.value).toFixed(0)} %` : "–",
    ]),
  );
}

function ablateView(report: Ablate): HTMLElement {
  const base = report.variants.find((v) => v.kind === "base");
  return h(
    "div",
    { class: "report" },
    h(
      "p",
      {},
      t("labPositions", count(report.positions)),
      base?.fixed_depth
        ? ` · ${t("depthN", base.fixed_depth.depth)} · ${t("nNodes", brief(base.fixed_depth.nodes))}`
        : "",
    ),
    effects(
      report,
      (v) => v.fixed_depth,
      (e) => e.nodes_saved_percent,
      t("labNodesSaved"),
    ),
    effects(
      report,
      (v) => v.fixed_depth,
      (e) => e.time_saved_percent,
      t("labTimeSaved"),
    ),
    effects(
      report,
      (v) => v.fixed_time,
      (e) => e.depth_improvement,
      t("labDepthGained"),
    ),
    h("p", { class: "hint" }, t("labIntervals")),
  );
}

interface Judged {
  prunes: number;
  judged: number;
  false: number;
  rate: Interval;
  rate_over_100: Interval;
  mean_cost: number | null;
}

interface Audit {
  game: string;
  positions: number;
  nodes: number;
  techniques: (Judged & { technique: string; by_depth: (Judged & { depth: string })[] })[];
  worst: { technique: string; depth: number; margin: number; cost: number; position: string; line: string }[];
}

const FEW = 20;

function auditView(report: Audit): HTMLElement {
  const rows = report.techniques.filter((row) => row.judged > 0).sort((a, b) => b.rate.value - a.rate.value);
  // The interval of a few prunes is so wide that it would hide all others.
  const known = rows.filter((row) => row.judged >= FEW);
  const [low, high] = limits((known.length > 0 ? known : rows).map((row) => row.rate));
  const share = (i: Interval): string =>
    `${(100 * i.value).toFixed(2)} % (${(100 * i.low).toFixed(2)} … ${(100 * i.high).toFixed(2)})`;
  return h(
    "div",
    { class: "report" },
    h("p", {}, t("labPositions", count(report.positions)), ` · ${t("nNodes", brief(report.nodes))}`),
    table(
      [t("technique"), t("labPrunes"), t("labJudged"), t("labFalse"), t("labFalseRate"), "", t("labMeanCost")],
      rows.map((row) => [
        h("span", {}, chip(row.technique), " ", row.technique),
        brief(row.prunes),
        count(row.judged),
        count(row.false),
        share(row.rate),
        range(row.rate, low, high, "bad"),
        row.mean_cost === null || row.false === 0 ? "–" : row.mean_cost.toFixed(0),
      ]),
    ),
    h("p", { class: "hint" }, t("labIntervals")),
    report.worst.length > 0 && h("h4", {}, t("labWorst")),
    report.worst.length > 0 &&
      table(
        [t("technique"), t("depth"), t("labMargin"), t("labCost"), t("labLine")],
        report.worst
          .slice(0, 20)
          .map((row) => [
            h("span", {}, chip(row.technique), " ", row.technique),
            row.depth,
            row.margin,
            row.cost,
            h("code", { title: row.position }, row.line),
          ]),
      ),
  );
}

interface Run {
  run: number;
  taken: string;
  kind: "ablate" | "audit";
  game: string;
  version: string;
  command: string;
}

export interface Reports {
  runs?: Run[];
  run?: number;
  ablate?: Ablate;
  audit?: Audit;
}

const KINDS: Record<Run["kind"], Key> = { ablate: "labAblate", audit: "labAudit" };
const GAMES: Record<string, Key> = { chess: "chess", shogi: "shogi" };

/** One report, and the others of its file to choose from, the newest first. */
export function reportsView({ runs = [], run, ablate, audit }: Reports, choose: (run: number) => void): HTMLElement {
  const shown = runs.find((one) => one.run === run);
  const name = (one: Run): string =>
    [one.run, t(KINDS[one.kind]), t(GAMES[one.game] ?? "chess"), one.taken].join(" · ");
  const list = select(
    { name: "run", change: () => choose(Number(list.value)) },
    [...runs].reverse().map((one) => ({ value: String(one.run), text: name(one) })),
    String(run),
  );
  return h(
    "div",
    {},
    field(t("labRun"), list),
    shown && h("code", { class: "command", title: `tenuki ${shown.version}` }, shown.command),
    ablate && ablateView(ablate),
    audit && auditView(audit),
  );
}

export interface Regress {
  runs: { run: number; taken: string; label: string; measures: { name: string; settings: string; value: number }[] }[];
}

export function regressView(report: Regress): HTMLElement {
  const names = [...new Set(report.runs.flatMap((run) => run.measures.map((m) => m.name)))];
  return h(
    "div",
    { class: "report" },
    table(
      [t("labRun"), t("labTaken"), ...names],
      [...report.runs].reverse().map((run) => [
        run.label,
        run.taken,
        ...names.map((name) => {
          const found = run.measures.find((m) => m.name === name);
          return found
            ? h(
                "span",
                { title: found.settings },
                Number.isInteger(found.value) ? count(found.value) : found.value.toFixed(3),
              )
            : "–";
        }),
      ]),
    ),
  );
}
