// SPDX-License-Identifier: GPL-3.0-or-later
// What both boards do, and what they are told. They know no rules: the server lists the legal moves.
import type { Arrow } from "./store";
import type { Side } from "./types";

export interface View {
  position: string;
  turn: Side;
  last: string | null;
  check: string | null;
  legal: string[];
  movable: boolean;
  bottom: Side;
}

export interface Board {
  show(view: View): void;
  arrows(list: Arrow[]): void;
  /** As a click on that square would. */
  touch(square: string): void;
  /** As a click on a piece in hand would; false if there is none. */
  pick(letter: string): boolean;
  /** The element of the board proper and how many squares it has. */
  readonly squares: { element: HTMLElement; files: number; ranks: number };
  /** The name of the square in this column and row as seen on the screen. */
  squareAt(column: number, row: number): string;
  /** What stands there: its class names, for words. */
  pieceAt(square: string): { role: string; first: boolean } | null;
  destroy(): void;
}

export type Play = (move: string) => void;

export interface Choice {
  move: string;
  piece: string;
  role: string;
}

/** Asks which piece it shall be; null for none of them. */
export type Ask = (choices: Choice[]) => Promise<string | null>;

export const ARROWS = 5;

/** Squares by which each square can be left. */
export function destinations(legal: string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const move of legal) {
    if (move[1] === "*") continue;
    const from = move.slice(0, 2);
    const to = move.slice(2, 4);
    const list = found.get(from);
    if (!list) found.set(from, [to]);
    else if (!list.includes(to)) list.push(to);
  }
  return found;
}
