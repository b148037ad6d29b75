// SPDX-License-Identifier: GPL-3.0-or-later
// The shogi board and its hands, drawn and moved by shogiground.
import { Shogiground } from "shogiground";
import type { Api } from "shogiground/api";
import type { Color, Key, Piece } from "shogiground/types";
import { ARROWS, destinations, type Ask, type Board, type Choice, type Play, type View } from "./board";
import { calm } from "./motion";
import { prefs } from "./prefs";
import type { Arrow } from "./store";

const ROLES: Record<string, string> = {
  P: "pawn",
  L: "lance",
  N: "knight",
  S: "silver",
  G: "gold",
  B: "bishop",
  R: "rook",
};
const LETTERS = Object.fromEntries(Object.entries(ROLES).map(([letter, role]) => [role, letter]));
const PROMOTED: Record<string, string> = {
  pawn: "tokin",
  lance: "promotedlance",
  knight: "promotedknight",
  silver: "promotedsilver",
  bishop: "horse",
  rook: "dragon",
};

const colour = (first: boolean): Color => (first ? "sente" : "gote");

function drops(legal: string[], side: Color): Map<`${Color} ${string}`, Key[]> {
  const found = new Map<`${Color} ${string}`, Key[]>();
  for (const move of legal) {
    if (move[1] !== "*") continue;
    const name = `${side} ${ROLES[move.charAt(0)]}` as const;
    const list = found.get(name) ?? [];
    list.push(move.slice(2, 4) as Key);
    found.set(name, list);
  }
  return found;
}

export class ShogiBoard implements Board {
  private readonly ground: Api;
  private view: View | null = null;
  readonly squares: { element: HTMLElement; files: number; ranks: number };

  constructor(
    element: HTMLElement,
    top: HTMLElement,
    bottom: HTMLElement,
    private readonly play: Play,
    private readonly ask: Ask,
  ) {
    this.ground = Shogiground(
      {
        scaleDownPieces: false,
        coordinates: { enabled: true, files: "numeric", ranks: prefs.notation === "western" ? "engine" : "japanese" },
        animation: { enabled: !calm(), hands: true, duration: 160 },
        premovable: { enabled: false },
        predroppable: { enabled: false },
        movable: { free: false, events: { after: (from, to) => void this.moved(from, to) } },
        droppable: { free: false, events: { after: (piece, to) => this.dropped(piece, to) } },
      },
      { board: element, hands: { top, bottom } },
    );
    this.squares = { element, files: 9, ranks: 9 };
  }

  show(view: View): void {
    this.view = view;
    const [board = "", , hands = "-"] = view.position.split(" ");
    const side = colour(view.turn === "first");
    const last = view.last && view.last !== "pass" ? view.last : null;
    const lastDests = last
      ? ((last[1] === "*" ? [last.slice(2, 4)] : [last.slice(0, 2), last.slice(2, 4)]) as Key[])
      : undefined;
    this.ground.set({
      sfen: { board, hands },
      orientation: colour(view.bottom === "first"),
      turnColor: side,
      activeColor: view.movable ? side : undefined,
      lastDests,
      lastPiece: undefined,
      checks: view.check ? [view.check as Key] : false,
      selected: undefined,
      selectedPiece: undefined,
      movable: { dests: (view.movable ? destinations(view.legal) : new Map()) as Map<Key, Key[]> },
      droppable: { dests: view.movable ? drops(view.legal, side) : new Map() },
    });
  }

  private async moved(from: string, to: string): Promise<void> {
    const view = this.view;
    const legal = (view?.legal ?? []).filter((move) => move.startsWith(from + to));
    if (legal.length <= 1) return this.play(legal[0] ?? from + to);
    const role = this.ground.state.pieces.get(to as Key)?.role ?? "pawn";
    const side = colour(view?.turn === "first");
    const choices: Choice[] = [
      { move: `${from}${to}+`, piece: `${side} ${PROMOTED[role]}`, role: PROMOTED[role] ?? role },
      { move: from + to, piece: `${side} ${role}`, role },
    ];
    const chosen = await this.ask(choices);
    if (chosen) this.play(chosen);
    else if (view) this.show(view);
  }

  private dropped(piece: Piece, to: string): void {
    this.play(`${LETTERS[piece.role]}*${to}`);
  }

  arrows(list: Arrow[]): void {
    const side = this.view?.turn ?? "first";
    this.ground.setAutoShapes(
      list
        .filter((arrow) => arrow.move !== "pass")
        .map(({ move, rank }) => {
          const dest = move.slice(2, 4) as Key;
          const brush = `pv${Math.min(rank, ARROWS - 1)}`;
          if (move[1] !== "*") return { orig: move.slice(0, 2) as Key, dest, brush };
          return { orig: { role: ROLES[move.charAt(0)] ?? "pawn", color: colour(side === "first") }, dest, brush };
        }),
    );
  }

  touch(square: string): void {
    this.ground.selectSquare(square as Key);
  }

  pick(letter: string): boolean {
    const role = ROLES[letter.toUpperCase()];
    const color = this.ground.state.activeColor;
    if (!role || !color || color === "both") return false;
    if (!this.ground.state.hands.handMap.get(color)?.get(role)) return false;
    this.ground.selectPiece({ role, color });
    return true;
  }

  squareAt(column: number, row: number): string {
    const first = this.ground.state.orientation === "sente";
    const file = first ? 8 - column : column;
    const rank = first ? row : 8 - row;
    return String(file + 1) + "abcdefghi".charAt(rank);
  }

  pieceAt(square: string): { role: string; first: boolean } | null {
    const piece = this.ground.state.pieces.get(square as Key);
    return piece ? { role: piece.role, first: piece.color === "sente" } : null;
  }

  destroy(): void {
    this.ground.destroy();
  }
}
