// SPDX-License-Identifier: GPL-3.0-or-later
// uPlot in the page's colours and as wide as its place.
import uPlot from "uplot";
import { h } from "./dom";

/** A colour of the style sheet as a canvas understands it; the sheet has one for light and one for dark. */
export function colour(name: string): string {
  const probe = h("span", { class: "unseen" });
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

export function axis(more: uPlot.Axis = {}): uPlot.Axis {
  return {
    stroke: colour("muted"),
    grid: { stroke: colour("line"), width: 1 },
    ticks: { stroke: colour("line"), width: 1, size: 4 },
    font: "11px system-ui, sans-serif",
    labelFont: "11px system-ui, sans-serif",
    ...more,
  };
}

/** A plot that follows the width of its element; the words tell a screen reader what it shows. */
export class Plot {
  readonly element: HTMLElement;
  private plot: uPlot | null = null;
  private readonly watch: ResizeObserver;

  constructor(
    label: string,
    private readonly height: number,
    private readonly options: () => Omit<uPlot.Options, "width" | "height">,
  ) {
    this.element = h("div", { class: "plot", role: "img", "aria-label": label });
    this.element.style.minHeight = `${height}px`;
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this.element);
  }

  private fit(): void {
    const width = this.element.clientWidth;
    if (this.plot && width > 0 && width !== this.plot.width) this.plot.setSize({ width, height: this.height });
  }

  set(data: uPlot.AlignedData): void {
    if (this.plot) return this.plot.setData(data);
    const width = this.element.clientWidth || 480;
    this.plot = new uPlot({ ...this.options(), width, height: this.height }, data, this.element);
  }

  /** Where the pointer is, as an index of the data. */
  index(): number | null {
    return this.plot?.cursor.idx ?? null;
  }
}
