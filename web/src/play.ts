// SPDX-License-Identifier: GPL-3.0-or-later
// The Play tab: what can be done in a game, the move list, who plays and how strong.
import { field, fill, h, select } from "./dom";
import { endText, tellEnd } from "./ends";
import { openLoad, openSave } from "./files";
import { notation, score, sideName, sign } from "./format";
import { t } from "./i18n";
import { levelPicker } from "./level";
import { announce } from "./live";
import { Moves } from "./moves";
import { openNewGame } from "./newgame";
import { command, complain, hint } from "./session";
import { store } from "./store";
import type { Players, State } from "./types";

export async function askHint(): Promise<void> {
  const state = store.state;
  if (!state || state.end) return;
  try {
    const found = await hint();
    const words = notation(state.game, found);
    const value = typeof found.score === "number" ? { cp: found.score } : found.score;
    const text = value ? `${words} (${score(state.game, value, sign(state.turn))})` : words;
    store.tell("arrows", [{ move: found.move, rank: 0 }]);
    store.tell("message", t("hintIs", text));
    announce(t("hintIs", text));
  } catch (error) {
    complain(error);
  }
}

export class PlayPanel {
  readonly element = h("div", { class: "panel play" });
  private readonly status = h("p", { class: "status" });
  private readonly actions = h("div", { class: "actions" });
  private readonly typed = h("input", {
    type: "text",
    name: "move",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "7g7f, e2e4",
    list: "legal-moves",
  });
  private readonly legal = h("datalist", { id: "legal-moves" });
  private readonly seats = h("div", { class: "seats" });
  private seatsKey = "";

  constructor() {
    const entry = h(
      "form",
      {
        class: "typed",
        submit: (event) => {
          event.preventDefault();
          this.type();
        },
      },
      field(t("typeMove"), this.typed),
      h("button", { type: "submit" }, t("playIt")),
      this.legal,
    );
    this.element.append(this.status, this.actions, new Moves().element, entry, this.seats);
    store.on("state", () => this.draw());
    this.draw();
  }

  private type(): void {
    const text = this.typed.value.trim();
    const state = store.state;
    if (!text || !state) return;
    const match = state.legal.find((move) => move.toLowerCase() === text.toLowerCase());
    void command("move", { move: match ?? text }).then((good) => good && (this.typed.value = ""));
  }

  private draw(): void {
    const state = store.state;
    if (!state) return;
    fill(this.status, this.statusText(state));
    tellEnd(state);
    const button = (label: string, run: () => void, off = false, extra = ""): HTMLElement =>
      h("button", { type: "button", class: extra, disabled: off, click: run }, label);
    const over = !!state.end;
    fill(
      this.actions,
      button(t("newGame"), openNewGame, false, "main"),
      button(t("takeback"), () => void command("takeback"), state.moves.length === 0),
      button(t("hint"), () => void askHint(), over || state.thinking === "move"),
      state.thinking === "move" && button(t("moveNow"), () => void command("stop")),
      button(t("resign"), () => void command("resign"), over),
      state.can_declare && button(t("declare"), () => void command("declare")),
      button(t("load"), openLoad),
      button(t("save"), openSave),
    );
    fill(this.legal, ...state.legal.slice(0, 700).map((move) => h("option", { value: move })));
    this.drawSeats(state);
  }

  private statusText(state: State): string {
    if (state.end) return endText(state);
    const side = sideName(state.game, state.turn);
    const text =
      state.players[state.turn] === "engine" && state.thinking === "move" ? t("engineThinks", side) : t("toMove", side);
    return state.check ? `${text} · ${t("check")}` : text;
  }

  private drawSeats(state: State): void {
    const key = JSON.stringify([state.players, state.level, state.game]);
    if (key === this.seatsKey || this.seats.contains(document.activeElement)) return;
    this.seatsKey = key;
    const send = (): void => {
      const players: Players = { first: first.value as Players["first"], second: second.value as Players["second"] };
      this.seatsKey = "";
      void command("players", { players, level: level.value() });
    };
    const seat = (value: string, name: string): HTMLSelectElement =>
      select(
        { name, change: send },
        [
          { value: "human", text: t("person") },
          { value: "engine", text: "Tenuki" },
        ],
        value,
      );
    const first = seat(state.players.first, "first");
    const second = seat(state.players.second, "second");
    const level = levelPicker(state.game, state.level, send);
    fill(
      this.seats,
      field(sideName(state.game, "first"), first),
      field(sideName(state.game, "second"), second),
      field(t("strength"), level.element, "wide"),
    );
  }
}
