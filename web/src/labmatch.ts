// SPDX-License-Identifier: GPL-3.0-or-later
// A match: who leads, by how much, and how the test for strength went.
import type uPlot from "uplot";
import { fill, h } from "./dom";
import { count } from "./format";
import { t } from "./i18n";
import { axis, colour, Plot } from "./plot";
import { limits, range, table, type Interval } from "./table";

interface Standing {
  name: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  score: number;
  elo: number;
  elo_error: number;
  los: number;
}

interface Sprt {
  llr: number;
  lower: number;
  upper: number;
  elo0: number;
  elo1: number;
  accepted: string;
}

export interface MatchResult {
  match?: {
    game: string;
    games: number;
    total: number;
    stopped: string | null;
    engines: Standing[];
    sprt?: Sprt | null;
  };
  points?: { games: number; llr: number | null; elo: number | null; low: number | null; high: number | null }[];
}

const signed = (v: number, digits = 1): string => (v > 0 ? "+" : v < 0 ? "−" : "") + Math.abs(v).toFixed(digits);

export class MatchView {
  readonly element = h("div", { class: "match" });
  private readonly head = h("p", {});
  private readonly standings = h("div", {});
  private readonly elo = new Plot(t("labEloPlot"), 170, () => this.eloOptions());
  private readonly llr = new Plot(t("labLlrPlot"), 150, () => this.llrOptions());
  private readonly eloBox = h("figure", {}, h("figcaption", {}, t("labEloPlot")), this.elo.element);
  private readonly llrBox = h("figure", {}, h("figcaption", {}, t("labLlrPlot")), this.llr.element);
  private sprt: Sprt | null = null;

  constructor() {
    this.element.append(this.head, this.standings, this.eloBox, this.llrBox);
  }

  update({ match, points }: MatchResult): void {
    if (!match) return;
    this.sprt = match.sprt ?? null;
    const ended = match.stopped ? t("labStopped", match.stopped) : t("labRunning");
    fill(this.head, `${t("labGames", count(match.games), count(match.total))} · ${ended}`);
    if (this.sprt)
      this.head.append(
        ` · LLR ${this.sprt.llr.toFixed(2)} (${this.sprt.lower.toFixed(2)} … ${this.sprt.upper.toFixed(2)}), ${t("labHypotheses", this.sprt.elo0, this.sprt.elo1)}`,
      );
    this.drawStandings(match.engines);
    const curve = points ?? [];
    this.eloBox.hidden = curve.length < 2;
    this.llrBox.hidden = curve.length < 2 || !this.sprt;
    if (curve.length < 2) return;
    const games = curve.map((point) => point.games);
    this.elo.set([games, curve.map((p) => p.elo), curve.map((p) => p.low), curve.map((p) => p.high)]);
    if (this.sprt) {
      const { lower, upper } = this.sprt;
      this.llr.set([games, curve.map((p) => p.llr), games.map(() => lower), games.map(() => upper)]);
    }
  }

  private drawStandings(engines: Standing[]): void {
    const intervals: Interval[] = engines.map((e) => ({
      value: e.elo,
      low: e.elo - e.elo_error,
      high: e.elo + e.elo_error,
    }));
    const [low, high] = limits(intervals);
    fill(
      this.standings,
      table(
        [t("labEngine"), t("labGamesShort"), "+", "=", "−", "%", "Elo", "", t("labLos")],
        engines.map((e, i) => [
          e.name,
          count(e.games),
          count(e.wins),
          count(e.draws),
          count(e.losses),
          (100 * e.score).toFixed(1),
          `${signed(e.elo)} ± ${e.elo_error.toFixed(1)}`,
          intervals[i] ? range(intervals[i], low, high) : null,
          `${(100 * e.los).toFixed(1)} %`,
        ]),
      ),
    );
  }

  private base(): Omit<uPlot.Options, "width" | "height"> {
    return {
      cursor: { drag: { x: false, y: false } },
      legend: { show: false },
      scales: { x: { time: false } },
      axes: [axis({ size: 26 }), axis({ size: 44, space: 26 })],
      series: [{}],
    };
  }

  private eloOptions(): Omit<uPlot.Options, "width" | "height"> {
    return {
      ...this.base(),
      // The first games have errors of hundreds and would flatten the rest.
      scales: { x: { time: false }, y: { range: (u) => eloRange(u) } },
      series: [
        {},
        { stroke: colour("accent"), width: 2, points: { show: false } },
        { stroke: "transparent", points: { show: false } },
        { stroke: "transparent", points: { show: false } },
      ],
      bands: [{ series: [3, 2], fill: colour("accent-wash") }],
    };
  }

  private llrOptions(): Omit<uPlot.Options, "width" | "height"> {
    return {
      ...this.base(),
      series: [
        {},
        { stroke: colour("accent"), width: 2, points: { show: false } },
        { stroke: colour("bad"), width: 1, dash: [5, 4], points: { show: false } },
        { stroke: colour("good"), width: 1, dash: [5, 4], points: { show: false } },
      ],
    };
  }
}

function eloRange(u: uPlot): [number, number] {
  const [, , low = [], high = []] = u.data;
  const from = Math.floor(low.length / 4);
  const bottom = Math.min(0, ...low.slice(from).map((v) => v ?? 0));
  const top = Math.max(0, ...high.slice(from).map((v) => v ?? 0));
  const pad = Math.max(5, (top - bottom) * 0.08);
  return [bottom - pad, top + pad];
}
