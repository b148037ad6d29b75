// SPDX-License-Identifier: GPL-3.0-or-later
// The board without a mouse: arrow keys walk from square to square, Enter takes and puts, a letter
// takes a shogi piece from the hand. Each square is told to a screen reader.
import type { Board } from "./board";
import { h } from "./dom";
import { announce } from "./live";
import { t } from "./i18n";
import { roleName } from "./promotion";

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function addCursor(host: HTMLElement, board: Board): void {
  const { files, ranks } = board.squares;
  let column = Math.floor(files / 2);
  let row = ranks - 2;
  const mark = h("div", { class: "cursor", "aria-hidden": "true" });
  host.append(mark);

  const place = (): void => {
    mark.style.width = `${100 / files}%`;
    mark.style.height = `${100 / ranks}%`;
    mark.style.left = `${(100 / files) * column}%`;
    mark.style.top = `${(100 / ranks) * row}%`;
  };
  const tell = (): void => {
    const square = board.squareAt(column, row);
    const piece = board.pieceAt(square);
    announce(piece ? `${square} ${t(piece.first ? "ofFirst" : "ofSecond")} ${roleName(piece.role)}` : square);
  };

  place();
  host.tabIndex = 0;
  host.setAttribute("role", "application");
  host.setAttribute("aria-label", t("boardLabel"));
  host.addEventListener("keydown", (event) => {
    if (event.target !== host || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      column = Math.min(files - 1, Math.max(0, column + step[0]));
      row = Math.min(ranks - 1, Math.max(0, row + step[1]));
      place();
      tell();
    } else if (event.key === "Enter" || event.key === " ") board.touch(board.squareAt(column, row));
    else if (!event.shiftKey || !/^[a-z]$/i.test(event.key) || !board.pick(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}
