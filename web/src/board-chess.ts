// SPDX-License-Identifier: GPL-3.0-or-later
// The chess board, drawn and moved by chessground.
import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { DrawBrushes } from "chessground/draw";
import type { Color, Key } from "chessground/types";
import { destinations, type Ask, type Board, type Choice, type Play, type View } from "./board";
import { calm } from "./motion";
import type { Arrow } from "./store";

const ROLES: Record<string, string> = { q: "queen", r: "rook", b: "bishop", n: "knight" };
const COLOURS = ["#15781b", "#1d5fa8", "#8a5a00", "#7d2fa3", "#5b6168"];

const colour = (first: boolean): Color => (first ? "white" : "black");

function brushes(): DrawBrushes {
  const own: Record<string, { key: string; color: string; opacity: number; lineWidth: number }> = {};
  COLOURS.forEach(
    (color, i) => (own[`pv${i}`] = { key: `pv${i}`, color, opacity: 0.85 - 0.1 * i, lineWidth: 11 - 1.5 * i }),
  );
  return own as unknown as DrawBrushes;
}

export class ChessBoard implements Board {
  private readonly ground: Api;
  private view: View | null = null;
  readonly squares: { element: HTMLElement; files: number; ranks: number };

  constructor(
    element: HTMLElement,
    private readonly play: Play,
    private readonly ask: Ask,
  ) {
    this.ground = Chessground(element, {
      coordinates: true,
      premovable: { enabled: false },
      animation: { enabled: !calm(), duration: 160 },
      draggable: { showGhost: true },
      movable: { free: false, events: { after: (from, to) => void this.moved(from, to) } },
      drawable: { enabled: true, brushes: brushes() },
    });
    this.squares = { element, files: 8, ranks: 8 };
  }

  show(view: View): void {
    this.view = view;
    const last =
      view.last && view.last !== "pass" ? ([view.last.slice(0, 2), view.last.slice(2, 4)] as Key[]) : undefined;
    this.ground.set({
      fen: view.position,
      orientation: colour(view.bottom === "first"),
      turnColor: colour(view.turn === "first"),
      lastMove: last,
      check: view.check !== null,
      selected: undefined,
      movable: {
        color: view.movable ? colour(view.turn === "first") : undefined,
        dests: (view.movable ? destinations(view.legal) : new Map()) as Map<Key, Key[]>,
      },
    });
  }

  private async moved(from: string, to: string): Promise<void> {
    const view = this.view;
    const legal = (view?.legal ?? []).filter((move) => move.startsWith(from + to));
    if (legal.length <= 1) return this.play(legal[0] ?? from + to);
    const side = colour(view?.turn === "first");
    const choices: Choice[] = Object.keys(ROLES)
      .filter((letter) => legal.includes(from + to + letter))
      .map((letter) => ({ move: from + to + letter, piece: `${side} ${ROLES[letter]}`, role: ROLES[letter] ?? "" }));
    const chosen = await this.ask(choices);
    if (chosen) this.play(chosen);
    else if (view) this.show(view);
  }

  arrows(list: Arrow[]): void {
    this.ground.setAutoShapes(
      list
        .filter((arrow) => arrow.move !== "pass")
        .map((arrow) => ({
          orig: arrow.move.slice(0, 2) as Key,
          dest: arrow.move.slice(2, 4) as Key,
          brush: `pv${Math.min(arrow.rank, COLOURS.length - 1)}`,
        })),
    );
  }

  touch(square: string): void {
    this.ground.selectSquare(square as Key);
  }

  pick(): boolean {
    return false;
  }

  squareAt(column: number, row: number): string {
    const first = this.ground.state.orientation === "white";
    const file = first ? column : 7 - column;
    const rank = first ? 7 - row : row;
    return "abcdefgh".charAt(file) + String(rank + 1);
  }

  pieceAt(square: string): { role: string; first: boolean } | null {
    const piece = this.ground.state.pieces.get(square as Key);
    return piece ? { role: piece.role, first: piece.color === "white" } : null;
  }

  destroy(): void {
    this.ground.destroy();
  }
}
