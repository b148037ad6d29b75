// SPDX-License-Identifier: GPL-3.0-or-later
// The evaluation over the game, seen from the first player; a click looks at that move.
import type uPlot from "uplot";
import { h } from "./dom";
import { cp } from "./format";
import { t } from "./i18n";
import { axis, colour, Plot } from "./plot";
import { goto } from "./session";
import { store } from "./store";

// Beyond this a side is simply winning, and the rest of the game should stay readable.
const LIMIT = 2000;

export class EvalGraph {
  readonly element = h("figure", { class: "evalgraph" });
  private readonly empty = h("p", { class: "hint" }, t("noScores"));
  private readonly plot: Plot;

  constructor() {
    this.plot = new Plot(t("evalGraph"), 130, () => this.options());
    this.element.append(h("figcaption", {}, t("evalGraph")), this.empty, this.plot.element);
    this.plot.element.addEventListener("click", () => {
      const ply = this.plot.index();
      if (ply !== null) void goto(ply);
    });
    store.on("state", () => this.draw());
    store.on("lines", () => this.draw());
    // The page must be laid out before a canvas knows its width.
    requestAnimationFrame(() => this.draw());
  }

  private options(): Omit<uPlot.Options, "width" | "height"> {
    const game = store.state?.game ?? "chess";
    const words = (v: number | null): string => (v === null ? "" : cp(game, v));
    return {
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: {
        x: { time: false, range: (_, __, most) => [0, Math.max(10, most)] },
        y: { range: (_, low, high) => range(low, high) },
      },
      axes: [axis({ size: 24 }), axis({ size: 52, space: 22, values: (_, splits) => splits.map(words) })],
      series: [
        {},
        {
          stroke: colour("accent"),
          width: 2,
          spanGaps: true,
          points: { show: true, size: 5, fill: colour("accent") },
          fill: colour("accent-wash"),
          fillTo: 0,
        },
      ],
      hooks: { draw: [(u) => this.mark(u)] },
    };
  }

  /** A line at the shown move, and at equality. */
  private mark(u: uPlot): void {
    const { ctx } = u;
    const ply = store.state?.ply ?? 0;
    const line = (x0: number, y0: number, x1: number, y1: number, stroke: string): void => {
      ctx.strokeStyle = stroke;
      ctx.beginPath();
      ctx.moveTo(x0, y0);
      ctx.lineTo(x1, y1);
      ctx.stroke();
    };
    ctx.save();
    const x = u.valToPos(ply, "x", true);
    const y = u.valToPos(0, "y", true);
    line(u.bbox.left, y, u.bbox.left + u.bbox.width, y, colour("muted"));
    line(x, u.bbox.top, x, u.bbox.top + u.bbox.height, colour("warm"));
    ctx.restore();
  }

  private draw(): void {
    const state = store.state;
    if (!state || !this.element.isConnected) return;
    const some = state.moves.some((move) => move.score !== null);
    this.empty.hidden = some;
    this.plot.element.hidden = !some;
    if (!some) return;
    const scores = state.moves.map((move) =>
      move.score === null ? null : Math.max(-LIMIT, Math.min(LIMIT, move.score)),
    );
    this.plot.set([
      [0, ...scores.map((_, i) => i + 1)],
      [null, ...scores],
    ]);
  }
}

function range(low: number | null, high: number | null): [number, number] {
  const most = Math.max(150, Math.abs(low ?? 0), Math.abs(high ?? 0)) * 1.1;
  return [-most, most];
}
