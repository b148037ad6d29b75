// SPDX-License-Identifier: GPL-3.0-or-later
// The left half: the board with its hands, who plays, the clocks, and the way through the game.
import type { Board, View } from "./board";
import { ChessBoard } from "./board-chess";
import { ShogiBoard } from "./board-shogi";
import { Clocks } from "./clocks";
import { addCursor } from "./cursor";
import { fill, h } from "./dom";
import { sideName } from "./format";
import { t } from "./i18n";
import { levelText } from "./level";
import { prefs } from "./prefs";
import { askPromotion } from "./promotion";
import { command, goto } from "./session";
import { store } from "./store";
import type { Side, State } from "./types";

const other = (side: Side): Side => (side === "first" ? "second" : "first");

/** The person sits below; the switch turns the board. */
export function bottomSide(state: State): Side {
  const own = state.players.first === "engine" && state.players.second === "human" ? "second" : "first";
  return store.flipped ? other(own) : own;
}

export const flip = (): void => store.tell("orientation", !store.flipped);

export function step(by: number | "start" | "end"): void {
  const state = store.state;
  if (!state) return;
  const last = state.moves.length;
  const to = by === "start" ? 0 : by === "end" ? last : Math.max(0, Math.min(last, state.ply + by));
  if (to !== state.ply) void goto(to);
}

export class BoardView {
  readonly element = h("section", { class: "left", "aria-label": t("boardLabel") });
  private board: Board | null = null;
  private game = "";
  private shown = "";
  private readonly host = h("div", { class: "board" });
  private readonly frame = h("div", { class: "frame" });
  private readonly handTop = h("div", { class: "hand" });
  private readonly handBottom = h("div", { class: "hand" });
  private readonly top = h("div", { class: "player" });
  private readonly bottom = h("div", { class: "player" });
  private readonly ribbon = h("div", { class: "ribbon", hidden: true });
  private readonly clocks = new Clocks();

  constructor() {
    const button = (label: string, sign: string, run: () => void): HTMLElement =>
      h("button", { type: "button", "aria-label": label, title: label, click: run }, sign);
    const nav = h(
      "nav",
      { class: "steps", "aria-label": t("stepsLabel") },
      button(t("toStart"), "«", () => step("start")),
      button(t("stepBack"), "‹", () => step(-1)),
      button(t("stepForward"), "›", () => step(1)),
      button(t("toEnd"), "»", () => step("end")),
      button(t("flip"), "⇅", flip),
    );
    this.frame.append(this.handTop, this.host, this.handBottom);
    this.element.append(this.top, this.frame, h("div", { class: "below" }, this.bottom, nav), this.ribbon);
    store.on("state", () => this.draw(true));
    store.on("orientation", () => this.draw());
    store.on("preview", () => this.draw());
    store.on("arrows", (list) => this.board?.arrows(list));
    this.draw();
  }

  private make(game: State["game"]): void {
    this.board?.destroy();
    const host = h("div", { class: "ground" });
    fill(this.host, host);
    this.element.dataset["game"] = game;
    this.element.dataset["pieces"] = prefs.pieces;
    const ask = (choices: Parameters<typeof askPromotion>[1]): Promise<string | null> =>
      askPromotion(this.host, choices);
    const play = (move: string): void => void command("move", { move });
    fill(this.handTop);
    fill(this.handBottom);
    this.board =
      game === "chess"
        ? new ChessBoard(host, play, ask)
        : new ShogiBoard(host, this.handTop, this.handBottom, play, ask);
    this.game = game;
    this.shown = "";
    addCursor(this.host, this.board);
  }

  destroy(): void {
    this.board?.destroy();
  }

  private view(state: State): View {
    const preview = store.preview;
    const bottom = bottomSide(state);
    if (preview)
      return {
        position: preview.position,
        turn: / [wb] /.test(preview.position) ? sideOf(state.game, preview.position) : state.turn,
        last: preview.last,
        check: null,
        legal: [],
        movable: false,
        bottom,
      };
    const movable = !state.end && state.players[state.turn] === "human";
    return { ...state, movable: movable || state.ply < state.moves.length, bottom };
  }

  private draw(force = false): void {
    const state = store.state;
    if (!state) return;
    if (state.game !== this.game) this.make(state.game);
    const view = this.view(state);
    const key = JSON.stringify([view.position, view.last, view.movable, view.bottom, view.legal.length]);
    // A piece in the hand of the person must not fall because the same position is told again; but a
    // move that was refused goes back.
    if (key !== this.shown || (force && !state.analysing)) this.board?.show(view);
    if (key !== this.shown) this.board?.arrows(store.arrows);
    this.shown = key;
    this.host.classList.toggle("second-below", view.bottom === "second");
    this.player(this.top, state, other(view.bottom));
    this.player(this.bottom, state, view.bottom);
    this.ribbon.hidden = !store.preview;
    if (store.preview)
      fill(
        this.ribbon,
        h("span", {}, store.preview.label),
        h("button", { type: "button", class: "quiet", click: () => store.tell("preview", null) }, t("backToGame")),
      );
  }

  private player(element: HTMLElement, state: State, side: Side): void {
    const engine = state.players[side] === "engine";
    const thinks = engine && state.thinking === "move" && state.turn === side;
    fill(
      element,
      h("span", { class: `seat ${state.game} ${side}`, "aria-hidden": "true" }),
      h("span", { class: "name" }, engine ? "Tenuki" : t("you")),
      h("span", { class: "detail" }, `${sideName(state.game, side)}${engine ? " · " + levelText(state.level) : ""}`),
      thinks && h("span", { class: "thinks" }, t("thinking")),
      this.clocks.elements[side],
    );
    element.classList.toggle("turn", !state.end && !store.preview && state.turn === side);
  }
}

function sideOf(game: State["game"], position: string): Side {
  const turn = position.split(" ")[1];
  return (game === "chess") === (turn === "w") ? "first" : "second";
}
