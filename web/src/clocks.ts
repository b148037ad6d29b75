// SPDX-License-Identifier: GPL-3.0-or-later
// The two clocks. The server keeps the time; between its messages the running one is counted down.
import { h } from "./dom";
import { store } from "./store";
import { t } from "./i18n";
import type { ClockState, Side } from "./types";

export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 10000) return (Math.floor(left / 100) / 10).toFixed(1);
  const total = Math.ceil(left / 1000);
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  const two = (n: number): string => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`;
}

export class Clocks {
  readonly elements: Record<Side, HTMLElement> = {
    first: h("time", { class: "clock", role: "timer" }),
    second: h("time", { class: "clock", role: "timer" }),
  };
  private clock: ClockState | null = null;
  private since = 0;

  constructor() {
    store.on("state", (state) => {
      this.clock = state.clock;
      this.since = performance.now();
      this.draw();
    });
    this.clock = store.state?.clock ?? null;
    this.since = performance.now();
    this.draw();
    const tick = (): void => {
      if (!this.elements.first.isConnected) return;
      if (this.clock?.running) this.draw();
      setTimeout(tick, 100);
    };
    setTimeout(tick, 100);
  }

  private draw(): void {
    for (const side of ["first", "second"] as const) {
      const element = this.elements[side];
      const clock = this.clock;
      element.hidden = !clock;
      if (!clock) continue;
      const passed = clock.running === side ? performance.now() - this.since : 0;
      const left = (side === "first" ? clock.first_ms : clock.second_ms) - passed;
      const text = clockText(left);
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("running", clock.running === side);
      element.classList.toggle("low", left < 10000);
      element.classList.toggle("byoyomi", !!clock.in_byoyomi?.[side]);
      element.title = clock.byoyomi_ms
        ? t("byoyomiOf", clock.byoyomi_ms / 1000)
        : clock.inc_ms
          ? t("incrementOf", clock.inc_ms / 1000)
          : "";
    }
  }
}
