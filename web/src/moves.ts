// SPDX-License-Identifier: GPL-3.0-or-later
// The list of moves; a click looks at the position after one.
import { fill, h } from "./dom";
import { cp, notation, seconds } from "./format";
import { t } from "./i18n";
import { announce } from "./live";
import { goto } from "./session";
import { store } from "./store";
import type { State } from "./types";

export class Moves {
  readonly element = h("ol", { class: "moves", "aria-label": t("movesLabel"), tabindex: 0 });
  private drawn = "";
  private told = -1;

  constructor() {
    store.on("state", () => this.draw());
    this.draw();
  }

  private cell(state: State, index: number): HTMLElement {
    const move = state.moves[index];
    if (!move) return h("span", { class: "move none" });
    const now = state.ply === index + 1;
    const more = [move.score === null ? "" : cp(state.game, move.score), move.ms ? seconds(move.ms) : ""]
      .filter(Boolean)
      .join(" · ");
    return h(
      "button",
      {
        type: "button",
        class: "move",
        "aria-current": now ? "step" : null,
        "data-ply": index + 1,
        title: more,
        click: () => void goto(index + 1),
      },
      h("span", {}, notation(state.game, move)),
      move.score !== null && h("small", {}, cp(state.game, move.score)),
    );
  }

  private draw(): void {
    const state = store.state;
    if (!state) return;
    const key = JSON.stringify([state.game, state.ply, state.start, state.moves.map((m) => [m.move, m.score])]);
    if (key !== this.drawn) {
      this.drawn = key;
      fill(this.element, ...(state.game === "chess" ? this.pairs(state) : this.singles(state)));
      const now = this.element.querySelector<HTMLElement>("[aria-current]");
      if (now) this.element.scrollTop = now.offsetTop - this.element.clientHeight / 2;
    }
    this.tell(state);
  }

  /** Chess: two moves a row, by move numbers; a game may begin with Black. */
  private pairs(state: State): HTMLElement[] {
    const fields = state.start.split(" ");
    const first = Number(fields[5]) || 1;
    const skip = fields[1] === "b" ? 1 : 0;
    const rows: HTMLElement[] = [];
    for (let at = -skip; at < state.moves.length; at += 2) {
      rows.push(
        h(
          "li",
          { class: "pair" },
          h("span", { class: "number" }, `${first + (at + skip) / 2}.`),
          this.cell(state, at),
          this.cell(state, at + 1),
        ),
      );
    }
    return rows;
  }

  private singles(state: State): HTMLElement[] {
    return state.moves.map((_, i) =>
      h("li", { class: "single" }, h("span", { class: "number" }, String(i + 1)), this.cell(state, i)),
    );
  }

  private tell(state: State): void {
    const count = state.moves.length;
    const last = state.moves[count - 1];
    if (this.told >= 0 && count > this.told && last) announce(notation(state.game, last));
    this.told = count;
  }
}
