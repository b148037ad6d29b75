// SPDX-License-Identifier: GPL-3.0-or-later
// The form for a new game.
import { dialog, field, h, select } from "./dom";
import { t } from "./i18n";
import { levelField, levelPicker } from "./level";
import { prefs } from "./prefs";
import { complain, handicaps, newGame } from "./session";
import { store } from "./store";
import type { Game, Handicap, Level, Players } from "./types";

interface Clock {
  first_ms: number;
  inc_ms: number;
  byoyomi_ms: number;
}

const minutes = (m: number, inc: number, byoyomi: number): Clock => ({
  first_ms: m * 60000,
  inc_ms: inc * 1000,
  byoyomi_ms: byoyomi * 1000,
});

function seats(value: string): Players {
  const engineFirst = value === "second" || value === "none";
  const engineSecond = value === "first" || value === "none";
  return { first: engineFirst ? "engine" : "human", second: engineSecond ? "engine" : "human" };
}

/** As in the last game against the engine. */
function lastLevel(): Level {
  const state = store.state;
  return state && Object.values(state.players).includes("engine") ? state.level : { level: 3 };
}

class NewGame {
  private readonly game = select(
    { name: "game", change: () => this.switched() },
    [
      { value: "shogi", text: t("shogi") },
      { value: "chess", text: t("chess") },
      { value: "chess960", text: "Chess960" },
    ],
    this.first(),
  );
  private readonly number = h("input", { type: "number", name: "number", min: 0, max: 959, placeholder: t("random") });
  private readonly handicap = select({ name: "handicap" }, [{ value: "", text: t("evenGame") }], "");
  private readonly side = select({ name: "side" }, [], "first");
  private readonly time = select(
    { name: "clock" },
    [
      { value: "none", text: t("noClock") },
      { value: "byoyomi10", text: t("clockByoyomi", 0, 10) },
      { value: "byoyomi30", text: t("clockByoyomi", 10, 30) },
      { value: "blitz", text: t("clockIncrement", 3, 2) },
      { value: "rapid", text: t("clockIncrement", 10, 5) },
      { value: "own", text: t("clockOwn") },
    ],
    "none",
  );
  private readonly own = h("span", { class: "row", hidden: true });
  private readonly main = h("input", {
    type: "number",
    name: "minutes",
    min: 0,
    max: 600,
    step: "any",
    value: 5,
    "aria-label": t("minutes"),
  });
  private readonly inc = h("input", {
    type: "number",
    name: "increment",
    min: 0,
    max: 600,
    step: "any",
    value: 0,
    "aria-label": t("increment"),
  });
  private readonly byo = h("input", {
    type: "number",
    name: "byoyomi",
    min: 0,
    max: 600,
    step: "any",
    value: 10,
    "aria-label": t("byoyomi"),
  });
  private readonly position = h("input", {
    type: "text",
    name: "start",
    spellcheck: "false",
    placeholder: t("startHint"),
  });
  private readonly level = levelPicker(this.kind(), lastLevel());
  private readonly numberField = field(t("number960"), this.number);
  private readonly handicapField = field(t("handicap"), this.handicap);

  constructor() {
    this.own.append(field(t("minutes"), this.main), field(t("increment"), this.inc), field(t("byoyomi"), this.byo));
    this.time.addEventListener("change", () => (this.own.hidden = this.time.value !== "own"));
    this.switched();
    const form = h(
      "form",
      { submit: (event) => void this.start(event, box) },
      field(t("game"), this.game),
      this.numberField,
      this.handicapField,
      field(t("youPlay"), this.side),
      levelField(this.level),
      field(t("clock"), this.time),
      this.own,
      field(t("startPosition"), this.position, "wide"),
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, t("startGame"))),
    );
    const box = dialog(t("newGame"), t("close"), form);
    this.game.focus();
    void handicaps()
      .then((list) => this.offer(list))
      .catch(complain);
  }

  private first(): string {
    const state = store.state;
    if (!state) return prefs.game;
    return state.variant === "chess960" ? "chess960" : state.game;
  }

  private kind(): Game {
    return this.game.value === "shogi" ? "shogi" : "chess";
  }

  private switched(): void {
    const shogi = this.kind() === "shogi";
    this.numberField.hidden = this.game.value !== "chess960";
    this.handicapField.hidden = !shogi;
    const before = this.side.value || "first";
    this.side.replaceChildren(
      h("option", { value: "first" }, t(shogi ? "sente" : "white")),
      h("option", { value: "second" }, t(shogi ? "gote" : "black")),
      h("option", { value: "both" }, t("bothSides")),
      h("option", { value: "none" }, t("neitherSide")),
    );
    this.side.value = before;
    this.level.game(this.kind());
  }

  private offer(list: Handicap[]): void {
    this.handicap.append(
      ...list.map((row) => h("option", { value: row.sfen }, prefs.language === "ja" ? row.ja : row.name)),
    );
  }

  private clock(): Clock | null {
    switch (this.time.value) {
      case "byoyomi10":
        return minutes(0, 0, 10);
      case "byoyomi30":
        return minutes(10, 0, 30);
      case "blitz":
        return minutes(3, 2, 0);
      case "rapid":
        return minutes(10, 5, 0);
      case "own":
        return minutes(Number(this.main.value) || 0, Number(this.inc.value) || 0, Number(this.byo.value) || 0);
      default:
        return null;
    }
  }

  private async start(event: Event, box: HTMLDialogElement): Promise<void> {
    event.preventDefault();
    const start = this.position.value.trim() || (this.kind() === "shogi" ? this.handicap.value : "");
    const number = this.number.value === "" ? {} : { number: Number(this.number.value) };
    const good = await newGame({
      game: this.kind(),
      ...{ variant: this.game.value === "chess960" ? "chess960" : "standard" },
      ...(this.game.value === "chess960" && !start ? number : {}),
      ...(start ? { start } : {}),
      ...{ players: seats(this.side.value), clock: this.clock(), level: this.level.value() },
    });
    if (good) box.close();
  }
}

export function openNewGame(): void {
  if (!document.querySelector("dialog[open]")) new NewGame();
}
