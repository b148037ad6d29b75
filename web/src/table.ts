// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and bars with error ranges, for results.
import { h, type Child } from "./dom";

export function table(head: string[], rows: Child[][], caption = ""): HTMLElement {
  return h(
    "table",
    { class: "data" },
    caption ? h("caption", {}, caption) : null,
    h("thead", {}, h("tr", {}, ...head.map((word) => h("th", { scope: "col" }, word)))),
    h(
      "tbody",
      {},
      ...rows.map(([first, ...rest]) =>
        h("tr", {}, h("th", { scope: "row" }, first), ...rest.map((cell) => h("td", {}, cell))),
      ),
    ),
  );
}

export interface Interval {
  value: number;
  low: number;
  high: number;
}

/** A bar from `from` to `to` with the value and its interval. */
export function range(interval: Interval, from: number, to: number, extra = ""): HTMLElement {
  const at = (v: number): number => (to > from ? Math.max(0, Math.min(100, (100 * (v - from)) / (to - from))) : 0);
  const zero = h("i", { class: "zero" });
  const bar = h("i", { class: "span" });
  const dot = h("i", { class: "dot" });
  zero.style.left = `${at(0)}%`;
  bar.style.left = `${at(interval.low)}%`;
  bar.style.width = `${Math.max(0.6, at(interval.high) - at(interval.low))}%`;
  dot.style.left = `${at(interval.value)}%`;
  return h("span", { class: `range ${extra}`, "aria-hidden": "true" }, zero, bar, dot);
}

export function limits(list: Interval[]): [number, number] {
  return [Math.min(0, ...list.map((i) => i.low)), Math.max(0, ...list.map((i) => i.high))];
}
