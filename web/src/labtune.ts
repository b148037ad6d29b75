// SPDX-License-Identifier: GPL-3.0-or-later
// A tuning: how each number wandered, as a small curve, and where it stands.
import type uPlot from "uplot";
import { fill, h } from "./dom";
import { count } from "./format";
import { t } from "./i18n";
import { axis, colour, Plot } from "./plot";

interface Curve {
  name: string;
  min: number;
  max: number;
  points: [number, number][];
}

export interface TuneResult {
  tune?: {
    game: string;
    iterations: number;
    of: number;
    wins: number;
    draws: number;
    losses: number;
    parameters: { name: string; start: number; value: number; rounded: number }[];
  };
  curves?: Curve[];
}

// The search takes whole numbers, but half a step is on the way to one.
const shown = (value: number): string => String(Number(value.toFixed(2)));

// A curve that stays within one step is flat.
const LEAST_SPAN = 1;

function span(_: uPlot, low: number, high: number): [number, number] {
  const room = Math.max(LEAST_SPAN, 1.1 * (high - low)) / 2;
  const middle = (low + high) / 2;
  return [middle - room, middle + room];
}

export class TuneView {
  readonly element = h("div", { class: "tune" });
  private readonly head = h("p", {});
  private readonly grid = h("div", { class: "curves" });
  private readonly plots = new Map<string, Plot>();
  private readonly labels = new Map<string, HTMLElement>();

  constructor() {
    this.element.append(this.head, this.grid);
  }

  update({ tune, curves }: TuneResult): void {
    if (!tune || !curves) return;
    fill(
      this.head,
      t("labIterations", count(tune.iterations), count(tune.of)),
      ` · +${count(tune.wins)} =${count(tune.draws)} −${count(tune.losses)}`,
    );
    const values = new Map(tune.parameters.map((row) => [row.name, row]));
    // What moved most of its range comes first.
    const moved = (c: Curve): number =>
      Math.abs((c.points[c.points.length - 1]?.[1] ?? 0) - (c.points[0]?.[1] ?? 0)) / (c.max - c.min || 1);
    for (const curve of [...curves].sort((a, b) => moved(b) - moved(a))) {
      const plot = this.plot(curve);
      plot.set([curve.points.map((p) => p[0]), curve.points.map((p) => p[1])]);
      const row = values.get(curve.name);
      const label = this.labels.get(curve.name);
      if (row && label) fill(label, h("b", {}, curve.name), h("small", {}, `${row.start} → ${shown(row.value)}`));
    }
  }

  private plot(curve: Curve): Plot {
    let plot = this.plots.get(curve.name);
    if (!plot) {
      plot = new Plot(curve.name, 96, () => this.options());
      const label = h("figcaption", {});
      this.grid.append(h("figure", {}, label, plot.element));
      this.plots.set(curve.name, plot);
      this.labels.set(curve.name, label);
    }
    return plot;
  }

  private options(): Omit<uPlot.Options, "width" | "height"> {
    return {
      cursor: { show: false },
      legend: { show: false },
      scales: { x: { time: false }, y: { range: span } },
      axes: [axis({ size: 22, space: 60 }), axis({ size: 46, space: 24 })],
      series: [{}, { stroke: colour("accent"), width: 1.5, points: { show: false } }],
    };
  }
}
